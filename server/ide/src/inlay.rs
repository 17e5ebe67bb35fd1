//! Inlay hints: along the path of a method's first witness, what each line changed, at its end.

use std::collections::BTreeMap;
use std::path::Path;

use proviso_present::course::results;
use proviso_report::Violation;
use proviso_syntax::ast::Span;

use crate::snapshot::{Document, Snapshot};
use crate::text::Lined;

/// A loop passes its lines often; the first and the last rounds tell enough.
const MOST_VISITS: usize = 3;

/// What to show at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    pub offset: usize,
    pub label: String,
}

/// The hints on the lines that a span of the text on the screen touches; none when that text was not checked yet.
pub fn hints(snapshot: &Snapshot, document: &Document, span: Span) -> Option<Vec<Hint>> {
    let file = snapshot.known(document)?;
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let reports = file
        .methods
        .iter()
        .filter_map(|state| state.report.as_ref());
    for violation in reports.filter_map(|report| report.violations.first()) {
        add_steps(&document.path, violation, &snapshot.root, &mut lines);
    }
    let (first, last) = (
        file.text.line_of(span.start).0,
        file.text.line_of(span.end).0,
    );
    let wanted = |line: u32| (first + 1..=last + 1).contains(&line);
    let lines = lines.into_iter().filter(|(line, _)| wanted(*line));
    let hints = lines.map(|(line, visits)| Hint {
        offset: file.text.line_span(line).end,
        label: shorten(&visits),
    });
    Some(hints.collect())
}

fn add_steps(
    path: &Path,
    violation: &Violation,
    root: &Path,
    lines: &mut BTreeMap<u32, Vec<String>>,
) {
    for (step, values) in results(violation) {
        if root.join(&step.file) == path {
            lines.entry(step.line).or_default().push(values);
        }
    }
}

fn shorten(visits: &[String]) -> String {
    if visits.len() <= MOST_VISITS {
        return visits.join(" | ");
    }
    let last = &visits[visits.len() - 1];
    format!("{} | … | {last}", visits[..MOST_VISITS - 1].join(" | "))
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn many_rounds_of_a_loop_are_told_by_the_first_and_the_last() {
        let visits: Vec<String> = (0..9).map(|i| format!("i = {i}")).collect();
        assert_eq!(shorten(&visits), "i = 0 | i = 1 | … | i = 8");
        assert_eq!(shorten(&visits[..2]), "i = 0 | i = 1");
    }
}
