//! Hovers: the verdict on a method's name, the witness on a squiggle or clause, a variable's value on the witness, help on JML words.

use std::path::Path;

use proviso_present::course::value_at;
use proviso_present::markdown::{DiagramForm, escape, method_markdown, violation_markdown};
use proviso_present::sentence;
use proviso_report::{MethodReport, Step, Violation};
use proviso_syntax::ast::Span;

use crate::diagnostics::violation_place;
use crate::jml_words;
use crate::snapshot::{Document, FileState, MethodState, Snapshot, touches};
use crate::text::Lined;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    pub markdown: String,
    pub span: Option<Span>,
}

/// Where somebody points at.
struct Question<'a> {
    snapshot: &'a Snapshot,
    path: &'a Path,
    offset: usize,
    form: DiagramForm,
}

pub fn hover(
    snapshot: &Snapshot,
    document: &Document,
    offset: usize,
    form: DiagramForm,
) -> Option<Hover> {
    let text = document.text();
    let question = Question {
        snapshot,
        path: &document.path,
        offset,
        form,
    };
    let word = jml_words::word_at(text, offset);
    let mut parts: Vec<String> = Vec::new();
    let mut span = None;

    if let Some((start, end)) = word
        && jml_words::in_annotation(text, start)
        && let Some(help) = jml_words::help(&text[start..end])
    {
        parts.push(format!("`{}` — {}", &text[start..end], escape(help)));
        span = Some(Span::new(start, end));
    }
    if let Some(file) = snapshot.known(document) {
        // A broken clause may stand outside the method (an invariant, an inherited clause), so ask every method.
        for state in &file.methods {
            if let Some(report) = &state.report {
                let found = of_method(file, state, report, &question);
                span = found.span.or(span);
                parts.extend(found.parts);
            }
        }
        if span.is_none()
            && let Some((start, end)) = word
            && let Some(state) = file.method_at(offset)
            && let Some(report) = &state.report
            && let Some(value) = variable(report, file, &question, &text[start..end])
        {
            parts.push(value);
            span = Some(Span::new(start, end));
        }
        // On a clause that is kept: what is known of its method.
        if let Some((start, _)) = word
            && parts.len() <= 1
            && jml_words::in_annotation(text, start)
            && let Some(state) = file.method_at(offset)
            && let Some(report) = &state.report
            && !parts.iter().any(|part| part.contains("**"))
        {
            parts.push(method_markdown(report));
            parts.extend(beyond(state));
        }
    }
    let markdown = parts.join("\n\n---\n\n");
    (!markdown.is_empty()).then_some(Hover { markdown, span })
}

#[derive(Default)]
struct Found {
    parts: Vec<String>,
    span: Option<Span>,
}

fn of_method(
    file: &FileState,
    state: &MethodState,
    report: &MethodReport,
    question: &Question,
) -> Found {
    let mut found = Found::default();
    for violation in &report.violations {
        let place = violation_place(question.path, violation, &question.snapshot.root);
        let shown_at = file
            .text
            .span(place.map_or(report.range, |place| place.range));
        if touches(shown_at, question.offset) {
            // The editor puts the diagnostic's own message above ours: do not say it twice.
            let markdown = violation_markdown(violation, false, question.form);
            found.parts.push(markdown);
            found.span = found.span.or(Some(shown_at));
        }
    }
    let name = file.text.span(state.range);
    let on_name = touches(name, question.offset);
    if on_name && found.parts.is_empty() {
        let violations = report.violations.iter();
        let all = violations.map(|violation| violation_markdown(violation, true, question.form));
        found.parts.extend(all);
    }
    if on_name || !found.parts.is_empty() {
        found.parts.insert(0, method_markdown(report));
        found.parts.extend(beyond(state));
        found.span = found.span.or(Some(name));
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
fn variable(
    report: &MethodReport,
    file: &FileState,
    question: &Question,
    name: &str,
) -> Option<String> {
    let line = file.text.line_of(question.offset).0 + 1;
    let root = &question.snapshot.root;
    let here = |step: &Step| step.line == line && root.join(&step.file) == question.path;
    let known = |violation: &Violation| value_at(violation, here, name);
    let value = report.violations.iter().find_map(known)?;
    Some(format!(
        "`{name}` = `{value}` here, on the input that breaks the contract"
    ))
}
