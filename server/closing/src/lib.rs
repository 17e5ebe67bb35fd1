//! Guesses what holds at the heads of loops, so that the engine can show it and a verdict need not stop at a bound.
//!
//! Business: candidates for `loop_invariant` and `decreases`, as JML text woven into a copy of the file. Nothing here is trusted:
//! a candidate counts only after the engine has shown it like an invariant the user wrote.
//! Not its business: checking anything, choosing among candidates.

mod guess;
mod postcondition;
mod shape;

use proviso_syntax::ast::{Method, SourceFile, Span, TypeDecl};

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
    /// The expression, in JML.
    pub text: String,
    /// The number of the loop in the method's body.
    pub loop_number: usize,
    /// Where the clause stands in the proposal's text.
    pub span: Span,
}

impl Candidate {
    /// The clause as a user would write it.
    pub fn clause(&self) -> String {
        let keyword = match self.kind {
            FactKind::Invariant => "loop_invariant",
            FactKind::Measure => "decreases",
        };
        format!("{keyword} {};", self.text)
    }
}

/// A file with candidates woven in.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub text: String,
    pub candidates: Vec<Candidate>,
}

/// The file with guesses before each loop of the method that can be cut; `None` where there is no such loop, or a loop that cannot.
pub fn propose(file: &SourceFile, class: &TypeDecl, method: &Method) -> Option<Proposal> {
    let body = method.body.as_ref()?;
    if body.loops.is_empty() {
        return None;
    }
    let java = shape::parse(&file.text)?;
    let mut places = Vec::new();
    for (number, l) in body.loops.iter().enumerate() {
        let shape = shape::of(&file.text, java.root_node(), l.span)?;
        let scope = guess::Scope::at(file, class, method, body, l);
        let mut guesses = guess::guesses(&scope, &shape);
        guesses.extend(postcondition::guesses(file, method, &scope, &shape));
        let mut known = std::collections::BTreeSet::new();
        guesses.retain(|guess| known.insert((guess.kind, guess.text.clone())));
        let start = l.labels.first().map_or(l.span.start, |l| l.span.start);
        places.push((start, number, guesses));
    }
    places.sort_by_key(|(start, number, _)| (*start, *number));
    let mut text = String::with_capacity(file.text.len() * 2);
    let mut candidates = Vec::new();
    let mut copied = 0;
    for (start, loop_number, guesses) in places {
        text.push_str(file.text.get(copied..start)?);
        copied = start;
        for guess in guesses {
            let mut candidate = Candidate {
                kind: guess.kind,
                text: guess.text,
                loop_number,
                span: Span::new(0, 0),
            };
            text.push_str("\n//@ ");
            let from = text.len();
            text.push_str(&candidate.clause());
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
            assert_eq!(there, candidate.clause());
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
    fn what_leaves_a_search_was_not_met_before() {
        let clauses = proposed(
            "class A { int find(int[] a, int x) { for (int i = 0; i < a.length; i++) { if (a[i] == x) return i; } return -1; } }",
        );
        let wanted = "loop_invariant (\\forall int proviso_j; 0 <= proviso_j && proviso_j < i; !(a[proviso_j] == x));";
        assert!(clauses.iter().any(|c| c == wanted), "{clauses:?}");
    }
}
