//! Clauses that are left out: what a verdict can still say without them.

use proviso_syntax::ast::{ProblemCode, Severity, SourceFile, Span};

/// A clause that governs a method and has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostClause {
    pub why: String,
    /// Not JML, rather than JML that is not supported.
    pub illegal: bool,
    /// It would exclude inputs or states: without it a violation may be none.
    pub assumed: bool,
}

/// Clauses that only ask for something. To be without one of them raises no false alarm.
const OBLIGATIONS: &[&str] = &[
    "ensures",
    "post",
    "signals",
    "signals_only",
    "exsures",
    "assignable",
    "assigns",
    "modifies",
    "modifiable",
    "writes",
    "accessible",
    "reads",
    "captures",
    "callable",
    "duration",
    "working_space",
    "measured_by",
    "determines",
    "assert",
    "check",
    "hence_by",
    "unreachable",
    "maintaining",
    "maintains",
    "decreases",
    "decreasing",
    "constraint",
    "initially",
    "show",
    "debug",
    "reachable",
    "monitors_for",
    "implies_that",
    "for_example",
    "axiom",
];

/// Clauses of a type.
const OF_TYPES: &[&str] = &[
    "invariant",
    "constraint",
    "initially",
    "represents",
    "axiom",
];

/// JML of a file that could not be read.
pub struct Unread {
    pub span: Span,
    pub message: String,
    /// It would exclude inputs or states.
    pub excludes_inputs: bool,
    /// A clause of a type rather than of a method.
    pub of_type: bool,
}

pub fn unread(file: &SourceFile) -> Vec<Unread> {
    let errors = file
        .problems
        .iter()
        .filter(|p| p.severity == Severity::Error);
    errors
        .map(|problem| {
            // A misspelt keyword is taken for the one that was meant.
            let meant = problem
                .fix
                .as_ref()
                .filter(|_| problem.code == ProblemCode::Syntax);
            let word = meant.map_or_else(
                || keyword(file, problem.span),
                |fix| fix.replacement.clone(),
            );
            Unread {
                span: problem.span,
                message: problem.message.clone(),
                excludes_inputs: assumes(&word),
                of_type: is_type_word(&word),
            }
        })
        .collect()
}

/// Whether the clause at this place is more than an obligation.
pub fn is_assumption(file: &SourceFile, span: Span) -> bool {
    assumes(&keyword(file, span))
}

fn assumes(word: &str) -> bool {
    let plain = word
        .strip_suffix("_redundantly")
        .or(word.strip_suffix("_free"))
        .unwrap_or(word);
    !(plain.starts_with("loop_") || OBLIGATIONS.contains(&plain))
}

/// Whether the clause at this place belongs to the type rather than to a method.
pub fn is_of_type(file: &SourceFile, span: Span) -> bool {
    is_type_word(&keyword(file, span))
}

fn is_type_word(word: &str) -> bool {
    OF_TYPES.contains(&word.strip_suffix("_redundantly").unwrap_or(word))
}

/// The keyword of the clause a place lies in. What is no clause (a declaration, a modifier) has none.
fn keyword(file: &SourceFile, span: Span) -> String {
    file.keyword_at(span.start).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    #[test]
    fn the_keyword_is_that_of_the_clause_around_the_place() {
        let text = "class A { /*@ public normal_behavior requires x > 0; ensures \\result > y;\n @*/ int m() {}\n //@ invariant q;\n }";
        let file = parse(text, &Options::default());
        let at = |needle: &str| {
            let start = text.find(needle).expect("it is there");
            Span::new(start, start + needle.len())
        };
        assert!(is_assumption(&file, at("x > 0")));
        assert!(is_assumption(&file, at("requires x > 0")));
        assert!(!is_assumption(&file, at("> y")));
        assert!(!is_assumption(&file, at("ensures")));
        assert!(is_of_type(&file, at("q;")));
        assert!(!is_of_type(&file, at("x > 0")));
    }

    #[test]
    fn a_semicolon_in_a_clause_does_not_end_it() {
        let text = "class A { int[] a; //@ invariant (\\forall int i; 0 <= i; a[i] > low);\n //@ ensures (\\exists int i; 0 < i; i == \\result);\n int m() {} //@ ensures (\\exists int j; 0 < j; j == );\n int n() {} }";
        let file = parse(text, &Options::default());
        let at = |needle: &str| {
            let start = text.find(needle).expect("it is there");
            Span::new(start, start + needle.len())
        };
        assert!(is_of_type(&file, at("low")));
        assert!(!is_assumption(&file, at("i == ")));
        assert!(unread(&file).iter().all(|lost| !lost.excludes_inputs));
        assert_eq!(unread(&file).len(), 1);
    }
}
