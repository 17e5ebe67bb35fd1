//! Hovers: the verdict on a method's name, the witness on a squiggle or clause, a variable's value on the witness, help on JML words.

use std::path::Path;

use proviso_present::course::value_at;
use proviso_present::markdown::{DiagramForm, escape, method_markdown, violation_markdown};
use proviso_present::sentence;
use proviso_report::{MethodReport, Step, Violation};
use tower_lsp::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};

use super::board::{FileState, MethodState};
use super::diagnostics::violation_place;
use super::jml_words;
use super::position::{Encoding, contains, range_from_report, span_to_range, to_offset};

pub struct Question<'a> {
    pub path: &'a Path,
    pub root: &'a Path,
    pub position: Position,
    pub encoding: Encoding,
    pub form: DiagramForm,
}

/// `text` is the text on the screen; `file` what is known, when it is known of that text.
pub fn hover(text: &str, file: Option<&FileState>, question: &Question) -> Option<Hover> {
    let offset = to_offset(text, question.position, question.encoding);
    let word = jml_words::word_at(text, offset);
    let mut parts: Vec<String> = Vec::new();
    let mut range = None;

    if let Some((start, end)) = word
        && jml_words::in_annotation(text, start)
        && let Some(help) = jml_words::help(&text[start..end])
    {
        parts.push(format!("`{}` — {}", &text[start..end], escape(help)));
        range = Some(span_to_range(text, start, end, question.encoding));
    }
    if let Some(file) = file {
        // A broken clause may stand outside the method (an invariant, an inherited clause), so ask every method.
        for state in &file.methods {
            if let Some(report) = &state.report {
                let found = of_method(file, state, report, question);
                range = found.range.or(range);
                parts.extend(found.parts);
            }
        }
        if range.is_none()
            && let Some((start, end)) = word
            && let Some(state) = file.method_at(question.position, question.encoding)
            && let Some(report) = &state.report
            && let Some(value) = variable(report, question, &text[start..end])
        {
            parts.push(value);
            range = Some(span_to_range(text, start, end, question.encoding));
        }
        // On a clause that is kept: what is known of its method.
        if let Some((start, _)) = word
            && parts.len() <= 1
            && jml_words::in_annotation(text, start)
            && let Some(state) = file.method_at(question.position, question.encoding)
            && let Some(report) = &state.report
            && !parts.iter().any(|part| part.contains("**"))
        {
            parts.push(method_markdown(report));
            parts.extend(beyond(state));
        }
    }
    if parts.is_empty() {
        return None;
    }
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: parts.join("\n\n---\n\n"),
        }),
        range,
    })
}

#[derive(Default)]
struct Found {
    parts: Vec<String>,
    range: Option<Range>,
}

fn of_method(
    file: &FileState,
    state: &MethodState,
    report: &MethodReport,
    question: &Question,
) -> Found {
    let mut found = Found::default();
    for violation in &report.violations {
        let shown_at = violation_place(question.path, violation, question.root)
            .map_or(report.range, |place| place.range);
        let shown_at = range_from_report(&file.text, shown_at, question.encoding);
        if contains(&shown_at, question.position) {
            // The editor puts the diagnostic's own message above ours: do not say it twice.
            found
                .parts
                .push(violation_markdown(violation, false, question.form));
            found.range = found.range.or(Some(shown_at));
        }
    }
    let name = range_from_report(&file.text, state.method.range, question.encoding);
    let on_name = contains(&name, question.position);
    if on_name && found.parts.is_empty() {
        found.parts.extend(
            report
                .violations
                .iter()
                .map(|violation| violation_markdown(violation, true, question.form)),
        );
    }
    if on_name || !found.parts.is_empty() {
        found.parts.insert(0, method_markdown(report));
        found.parts.extend(beyond(state));
        found.range = found.range.or(Some(name));
    }
    found
}

/// A limit that was met after the verdict that is shown.
fn beyond(state: &MethodState) -> Option<String> {
    let beyond = state.beyond.as_ref()?;
    let text = sentence::beyond(beyond);
    Some(format!("No verdict beyond that: {}", escape(&text)))
}

/// The value of a variable at the hovered line, on the first witness that passes it.
fn variable(report: &MethodReport, question: &Question, name: &str) -> Option<String> {
    let line = question.position.line + 1;
    let here = |step: &Step| step.line == line && question.root.join(&step.file) == question.path;
    let known = |violation: &Violation| value_at(violation, here, name);
    let value = report.violations.iter().find_map(known)?;
    Some(format!(
        "`{name}` = `{value}` here, on the input that breaks the contract"
    ))
}
