//! Inlay hints: along the path of a method's first witness, what each line changed, at its end.

use std::collections::BTreeMap;
use std::path::Path;

use proviso_present::course::results;
use proviso_report::Violation;
use tower_lsp::ls_types::{InlayHint, InlayHintLabel, Range};

use super::board::FileState;
use super::position::{Encoding, line_range};

/// A loop passes its lines often; the first and the last rounds tell enough.
const MOST_VISITS: usize = 3;

pub fn hints(
    path: &Path,
    file: &FileState,
    root: &Path,
    range: Range,
    encoding: Encoding,
) -> Vec<InlayHint> {
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for report in file
        .methods
        .iter()
        .filter_map(|state| state.report.as_ref())
    {
        if let Some(violation) = report.violations.first() {
            add_steps(path, violation, root, &mut lines);
        }
    }
    let wanted = |line: u32| range.start.line < line && line <= range.end.line + 1;
    lines
        .into_iter()
        .filter(|(line, _)| wanted(*line))
        .map(|(line, visits)| InlayHint {
            position: line_range(&file.text, line, encoding).end,
            label: InlayHintLabel::String(shorten(&visits)),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
        .collect()
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
