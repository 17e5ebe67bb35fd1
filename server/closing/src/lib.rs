//! Guesses what holds at the heads of loops, so that the engine can show it and a verdict need not stop at a bound.
//!
//! Business: candidates for `loop_invariant` and `decreases`, as JML text woven into a copy of the file. Nothing here is trusted:
//! a candidate counts only after the engine has shown it like an invariant the user wrote.
//! Not its business: checking anything, choosing among candidates.

mod guess;
mod postcondition;
mod shape;

use std::collections::BTreeSet;

use guess::{Each, Guess};
use proviso_syntax::ast::{Loop, Method, SourceFile, Span, TypeDecl};

/// What kind of clause a candidate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactKind {
    Invariant,
    /// A `decreases` clause.
    Measure,
}

/// A guess about one loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub kind: FactKind,
    /// The expression, as it stands in the proposal.
    pub text: String,
    /// The same for the file as the user wrote it.
    shown: String,
    ranged: bool,
    /// The number of the loop in the method's body.
    pub loop_number: usize,
    /// Where the clause stands in the proposal's text.
    pub span: Span,
}

impl Candidate {
    /// The clause as a user would write it.
    pub fn clause(&self) -> String {
        self.with(&self.shown)
    }

    /// It speaks of a whole range of indices.
    pub fn is_ranged(&self) -> bool {
        self.ranged
    }

    fn woven(&self) -> String {
        self.with(&self.text)
    }

    fn with(&self, text: &str) -> String {
        let keyword = match self.kind {
            FactKind::Invariant => "loop_invariant",
            FactKind::Measure => "decreases",
        };
        format!("{keyword} {text};")
    }
}

/// A file with candidates woven in.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub text: String,
    pub candidates: Vec<Candidate>,
}

/// A change of the file's text, and the guesses that stand behind it.
struct Edit {
    /// At one place: what ends there, what opens, the guesses, what is replaced.
    rank: u8,
    from: usize,
    to: usize,
    text: String,
    guesses: Option<(usize, Vec<Guess>, Option<Each>)>,
}

/// A walk over an array becomes a loop that counts, which is what it is (JLS 14.14.2), so that facts can name the index.
fn rewritten(file: &SourceFile, l: &Loop, each: Option<&Each>) -> Vec<Edit> {
    let Some(each) = each else {
        return Vec::new();
    };
    let start = l.labels.first().map_or(l.span.start, |l| l.span.start);
    let plain = |rank: u8, from: usize, to: usize, text: String| Edit {
        rank,
        from,
        to,
        text,
        guesses: None,
    };
    let Each {
        counter,
        array,
        written,
        array_type,
        variable,
        variable_type,
    } = each;
    let open = format!("{{ final {array_type} {array} = {written};");
    let head = format!(
        "for (int {counter} = 0; {counter} < {array}.length; {counter}++) {{ {variable_type} {variable} = {array}[{counter}]; "
    );
    // Lines stay where they are.
    let lines = file.raw_text(Span::new(l.span.start, l.body.start));
    let lines: String = lines.chars().filter(|c| *c == '\n').collect();
    vec![
        plain(1, start, start, open),
        plain(3, l.span.start, l.body.start, head + &lines),
        plain(0, l.span.end, l.span.end, " } }".to_owned()),
    ]
}

/// The file with guesses before each loop of the method that can be cut; `None` where there is no such loop, or a loop that cannot.
pub fn propose(file: &SourceFile, class: &TypeDecl, method: &Method) -> Option<Proposal> {
    let body = method.body.as_ref()?;
    if body.loops.is_empty() {
        return None;
    }
    let java = shape::parse(&file.text)?;
    let mut edits: Vec<Edit> = Vec::new();
    for (number, l) in body.loops.iter().enumerate() {
        let mut shape = shape::of(&file.text, java.root_node(), l.span)?;
        let scope = guess::Scope::at(file, class, method, body, number);
        if let Some(each) = &scope.each {
            shape.count(each);
        }
        let mut guesses = guess::guesses(&scope, &shape);
        guesses.extend(postcondition::guesses(file, method, &scope, &shape));
        let mut known = BTreeSet::new();
        guesses.retain(|guess| known.insert((guess.kind, guess.text.clone())));
        edits.extend(rewritten(file, l, scope.each.as_ref()));
        let start = l.labels.first().map_or(l.span.start, |l| l.span.start);
        edits.push(Edit {
            rank: 2,
            from: start,
            to: start,
            text: String::new(),
            guesses: Some((number, guesses, scope.each)),
        });
    }
    edits.sort_by_key(|edit| (edit.from, edit.rank));
    let mut text = String::with_capacity(file.text.len() * 2);
    let mut candidates = Vec::new();
    let mut copied = 0;
    for edit in edits {
        text.push_str(file.text.get(copied..edit.from)?);
        copied = edit.to;
        text.push_str(&edit.text);
        let Some((loop_number, guesses, each)) = edit.guesses else {
            continue;
        };
        for guess in guesses {
            let mut candidate = Candidate {
                kind: guess.kind,
                text: guess.text,
                shown: String::new(),
                ranged: guess.ranged,
                loop_number,
                span: Span::new(0, 0),
            };
            candidate.shown = match &each {
                None => candidate.text.clone(),
                Some(each) => each.in_words_of_the_user(&candidate.text),
            };
            text.push_str("\n//@ ");
            let from = text.len();
            text.push_str(&candidate.woven());
            candidate.span = Span::new(from, text.len());
            candidates.push(candidate);
        }
        text.push('\n');
    }
    text.push_str(file.text.get(copied..)?);
    Some(Proposal { text, candidates })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::ast::Member;

    fn proposed(java: &str) -> Vec<String> {
        let file = proviso_syntax::parse(java, &Default::default());
        let class = &file.types[0];
        let method = class.members.iter().find_map(|member| match member {
            Member::Method(method) => Some(method),
            _ => None,
        });
        let proposal = propose(&file, class, method.expect("a method")).expect("a proposal");
        for candidate in &proposal.candidates {
            let there = &proposal.text[candidate.span.start..candidate.span.end];
            assert_eq!(there, candidate.woven());
        }
        let candidates = proposal.candidates.iter();
        candidates.map(|candidate| candidate.clause()).collect()
    }

    #[test]
    fn a_counter_stays_between_its_start_and_the_length() {
        let clauses = proposed(
            "class A { int f(int[] a) { int c = 0; for (int i = 0; i < a.length; i++) { if (a[i] == 3) c++; } return c; } }",
        );
        for wanted in [
            "loop_invariant 0 <= i;",
            "loop_invariant i <= a.length;",
            "loop_invariant c <= i;",
            "decreases (a.length) - (i);",
        ] {
            assert!(clauses.iter().any(|c| c == wanted), "{wanted}: {clauses:?}");
        }
    }

    #[test]
    fn a_postcondition_about_all_elements_is_guessed_of_those_seen() {
        let clauses = proposed(
            "class A {\n//@ ensures (\\forall int j; 0 <= j && j < a.length; \\result >= a[j]);\nint max(int[] a) { int m = a[0]; int i = 1; while (i < a.length) { if (a[i] > m) m = a[i]; i++; } return m; } }",
        );
        let wanted = "loop_invariant (\\forall int j; 0 <= j && j < i; m >= a[j]);";
        assert!(clauses.iter().any(|c| c == wanted), "{clauses:?}");
    }

    #[test]
    fn a_walk_over_an_array_counts() {
        let clauses = proposed(
            "class A { boolean has(int[] a, int x) { for (int y : a) if (y == x) return true; return false; } }",
        );
        let wanted = "loop_invariant (\\forall int j; 0 <= j && j < \\count; !(a[j] == x));";
        assert!(clauses.iter().any(|c| c == wanted), "{clauses:?}");
    }

    #[test]
    fn what_leaves_a_search_was_not_met_before() {
        let clauses = proposed(
            "class A { int find(int[] a, int x) { for (int i = 0; i < a.length; i++) { if (a[i] == x) return i; } return -1; } }",
        );
        let wanted = "loop_invariant (\\forall int j; 0 <= j && j < i; !(a[j] == x));";
        assert!(clauses.iter().any(|c| c == wanted), "{clauses:?}");
    }
}
