//! Code actions: mend what the parser found, check deeper, longer or again, insert a contract.

use proviso_report::{MethodReport, Reason, Unknown, Verdict};
use proviso_syntax::ast::{JmlModifierKind, Method, SourceFile, Span};
use serde_json::{Value, json};
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Command, Diagnostic, Range, TextEdit, Uri,
    WorkspaceEdit,
};

use super::board::{FileState, MethodState};
use super::covering_tests;
use super::position::{Encoding, span_to_range, to_offset};
use super::remedies::{self, About, Remedy};

pub struct Question<'a> {
    pub uri: &'a Uri,
    pub range: Range,
    pub diagnostics: &'a [Diagnostic],
    pub encoding: Encoding,
    pub show_counterexample: bool,
    /// The user asked; otherwise the editor did, because the cursor moved.
    pub invoked: bool,
}

/// `known` is what was found of exactly this version of the text.
pub fn actions(
    file: &SourceFile,
    known: Option<&FileState>,
    question: &Question,
) -> Vec<CodeActionOrCommand> {
    let mut list = fixes(file, question);
    if let Some(known) = known {
        let of_diagnostics = for_diagnostics(known, question);
        if of_diagnostics.is_empty() {
            list.extend(for_head(known, file, question));
        }
        list.extend(of_diagnostics);
    }
    list.extend(for_method(file, question));
    list
}

/// Edits that the parser itself suggests, e.g. for JML that a formatter has switched off.
fn fixes(file: &SourceFile, question: &Question) -> Vec<CodeActionOrCommand> {
    let (start, end) = (
        to_offset(&*file.text, question.range.start, question.encoding),
        to_offset(&*file.text, question.range.end, question.encoding),
    );
    let touches = |span: Span| span.start <= end && start <= span.end;
    let mut list = Vec::new();
    for problem in file.problems.iter().filter(|problem| touches(problem.span)) {
        if let Some(fix) = &problem.fix {
            let at = span_to_range(&*file.text, fix.span.start, fix.span.end, question.encoding);
            let mut action = edit_action(
                &fix.title,
                CodeActionKind::QUICKFIX,
                question.uri,
                at,
                &fix.replacement,
            );
            action.is_preferred = Some(true);
            list.push(action.into());
        }
    }
    list
}

/// What the question is about that a change of the contract may help: diagnostic, method, and what is wrong.
pub fn remediable<'q>(
    file: &SourceFile,
    known: &FileState,
    question: &Question<'q>,
) -> Vec<(Option<&'q Diagnostic>, String, About)> {
    let of_diagnostic = |diagnostic: &'q Diagnostic| {
        let data = diagnostic.data.as_ref()?;
        let method = data.get("method")?.as_str()?.to_owned();
        let violation = data.get("violation")?.as_u64()?;
        let about = About::Violation(violation as usize);
        Some((Some(diagnostic), method, about))
    };
    let diagnostics = question.diagnostics.iter();
    let mut list: Vec<_> = diagnostics.filter_map(of_diagnostic).collect();
    if let Some(method) = method_at(file, question).filter(|m| remedies::has_no_frame(file, m))
        && let Some(state) = state_of(known, file, method)
    {
        list.push((None, state.method.id.clone(), About::Frame));
    }
    list
}

/// A remedy that a check has shown to help.
pub fn remedy(
    file: &SourceFile,
    remedy: &Remedy,
    diagnostic: Option<&Diagnostic>,
    question: &Question,
) -> CodeActionOrCommand {
    let at = span_to_range(
        &*file.text,
        remedy.span.start,
        remedy.span.end,
        question.encoding,
    );
    let mut action = edit_action(
        &remedy.title,
        match diagnostic {
            Some(_) => CodeActionKind::QUICKFIX,
            None => CodeActionKind::REFACTOR,
        },
        question.uri,
        at,
        &remedy.text,
    );
    action.diagnostics = diagnostic.map(|diagnostic| vec![diagnostic.clone()]);
    action.into()
}

fn for_diagnostics(known: &FileState, question: &Question) -> Vec<CodeActionOrCommand> {
    let mut list = Vec::new();
    let mut seen = Vec::new();
    for diagnostic in question.diagnostics {
        let Some(method) = diagnostic
            .data
            .as_ref()
            .and_then(|data| data.get("method"))
            .and_then(Value::as_str)
        else {
            continue;
        };
        let Some(report) = known.method(method).and_then(|state| state.report.as_ref()) else {
            continue;
        };
        let violation = diagnostic
            .data
            .as_ref()
            .and_then(|data| data.get("violation"))
            .and_then(Value::as_u64);
        let arguments = |extra: Option<u64>| {
            [json!(question.uri.as_str()), json!(method)]
                .into_iter()
                .chain(extra.map(|index| json!(index)))
                .collect::<Vec<_>>()
        };
        if let Some(index) = violation.filter(|_| question.show_counterexample) {
            list.push(command(
                "Show the counterexample",
                "proviso.showCounterexample",
                arguments(Some(index)),
                Some(diagnostic),
            ));
        }
        if let Some(index) = violation {
            list.push(command(
                "Generate a test for this violation",
                super::generate_test::NAME,
                arguments(Some(index)),
                Some(diagnostic),
            ));
        }
        if !seen.contains(&method) {
            seen.push(method);
            list.extend(covering(report, arguments(None), Some(diagnostic)));
            // Only a verdict that a bound limited can change with a larger bound.
            if !report.cuts.is_empty() {
                list.push(command(
                    &format!("Check this method with k={}", report.bounds.k + 1),
                    "proviso.checkDeeper",
                    arguments(None),
                    Some(diagnostic),
                ));
            }
            if let Some(seconds) = more_time(report) {
                list.push(command(
                    &format!("Check this method again, for up to {seconds} s"),
                    "proviso.checkMethod",
                    arguments(Some(seconds)),
                    Some(diagnostic),
                ));
            }
            list.push(command(
                "Check this method again",
                "proviso.checkMethod",
                arguments(None),
                Some(diagnostic),
            ));
        }
    }
    list
}

/// Twice the time that was not enough.
pub fn more_time(report: &MethodReport) -> Option<u64> {
    let ran_out = |unknown: &Unknown| unknown.reason == Reason::Time;
    let took = report.stats.total_ms.div_ceil(1000).max(1);
    report.unknowns.iter().any(ran_out).then_some(2 * took)
}

fn command(
    title: &str,
    name: &str,
    arguments: Vec<Value>,
    diagnostic: Option<&Diagnostic>,
) -> CodeActionOrCommand {
    CodeAction {
        title: title.to_owned(),
        kind: Some(match diagnostic {
            Some(_) => CodeActionKind::QUICKFIX,
            None => CodeActionKind::REFACTOR,
        }),
        diagnostics: diagnostic.map(|diagnostic| vec![diagnostic.clone()]),
        command: Some(Command {
            title: title.to_owned(),
            command: name.to_owned(),
            arguments: Some(arguments),
        }),
        ..CodeAction::default()
    }
    .into()
}

/// The method whose head the cursor is in.
fn method_at<'f>(file: &'f SourceFile, question: &Question) -> Option<&'f Method> {
    let offset = to_offset(&*file.text, question.range.start, question.encoding);
    let mut methods = file
        .all_types()
        .into_iter()
        .flat_map(|class| class.methods());
    let method = methods.find(|method| {
        method.span.start <= offset && offset <= method.params_span.end.max(method.name.span.end)
    });
    method.filter(|method| !method.in_jml)
}

/// What is known of a method of the text.
fn state_of<'k>(
    known: &'k FileState,
    file: &SourceFile,
    method: &Method,
) -> Option<&'k MethodState> {
    known.methods.iter().find(|state| {
        let name = state.method.range.start.to_byte(&file.text);
        method.name.span.start == name
    })
}

/// Tests, and a deeper look, for a method that may have no squiggle.
fn for_head(known: &FileState, file: &SourceFile, question: &Question) -> Vec<CodeActionOrCommand> {
    let state = method_at(file, question).and_then(|method| state_of(known, file, method));
    let Some((state, report)) = state.and_then(|state| Some((state, state.report.as_ref()?)))
    else {
        return Vec::new();
    };
    let arguments = vec![json!(question.uri.as_str()), json!(state.method.id)];
    let mut list: Vec<_> = covering(report, arguments.clone(), None)
        .into_iter()
        .collect();
    if !report.cuts.is_empty() {
        let title = format!("Check this method with k={}", report.bounds.k + 1);
        list.push(command(&title, "proviso.checkDeeper", arguments, None));
    }
    list.extend(write_facts(file, report, question));
    list
}

/// The facts that were found for loops, as clauses before them.
fn write_facts(
    file: &SourceFile,
    report: &MethodReport,
    question: &Question,
) -> Option<CodeActionOrCommand> {
    let facts = &report.closing.as_ref()?.facts;
    let mut edits: Vec<TextEdit> = Vec::new();
    for fact in facts {
        let line = fact.line.saturating_sub(1) as usize;
        let start: usize = file
            .text
            .split_inclusive('\n')
            .take(line)
            .map(str::len)
            .sum();
        let new_text = format!(
            "{}//@ {}\n",
            indentation(file.text.get(start..)?),
            fact.clause
        );
        let range = span_to_range(&*file.text, start, start, question.encoding);
        edits.push(TextEdit { range, new_text });
    }
    let title = match edits.len() {
        0 => return None,
        1 => "Write the fact that proves it before its loop".to_owned(),
        count => format!("Write the {count} facts that prove it before their loops"),
    };
    Some(edits_action(&title, CodeActionKind::REFACTOR, question.uri, edits).into())
}

fn indentation(line: &str) -> String {
    let blank = |c: &char| *c == ' ' || *c == '\t';
    line.chars().take_while(blank).collect()
}

/// Tests for the paths that keep the contract; a contract that is not understood has none.
fn covering(
    report: &MethodReport,
    arguments: Vec<Value>,
    diagnostic: Option<&Diagnostic>,
) -> Option<CodeActionOrCommand> {
    let title = "Generate covering tests for this method";
    (report.verdict != Verdict::SpecError)
        .then(|| command(title, covering_tests::NAME, arguments, diagnostic))
}

/// What can be added to the method whose head the cursor is in: a contract, `pure`, a reason not to check it.
fn for_method(file: &SourceFile, question: &Question) -> Vec<CodeActionOrCommand> {
    let Some(method) = method_at(file, question) else {
        return Vec::new();
    };
    let has = |kind| method.modifiers.has(kind);
    let mut list = Vec::new();
    if method.spec.is_none() {
        list.push(skeleton(file, method, question));
    }
    let is_void = method.result.as_ref().is_none_or(|r| r.text == "void");
    if !is_void && !has(JmlModifierKind::Pure) {
        list.push(modifier(
            "Declare it pure",
            "/*@ pure @*/ ",
            file,
            method,
            question,
        ));
    }
    if !has(JmlModifierKind::SkipEsc) {
        let text = "/*@ skip_esc @*/ /* because: say why */ ";
        list.push(modifier(
            "Do not check this method (say why)",
            text,
            file,
            method,
            question,
        ));
    }
    list
}

/// Inserts a JML modifier before the method's own; annotations stay in front.
fn modifier(
    title: &str,
    text: &str,
    file: &SourceFile,
    method: &Method,
    question: &Question,
) -> CodeActionOrCommand {
    let result = method.result.as_ref().map_or(method.name.span, |r| r.span);
    let at = result.start.min(method.name.span.start);
    let at = span_to_range(&*file.text, at, at, question.encoding);
    edit_action(title, CodeActionKind::REFACTOR, question.uri, at, text).into()
}

/// A contract to fill in, for a method that has none.
fn skeleton(file: &SourceFile, method: &Method, question: &Question) -> CodeActionOrCommand {
    let line_start = file.text[..method.span.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let indent = indentation(&file.text[line_start..]);
    let returns = method
        .result
        .as_ref()
        .is_some_and(|result| result.text != "void");
    let ensures = if returns {
        "ensures (* what is returned *);"
    } else {
        "ensures (* what has changed *);"
    };
    let text =
        format!("{indent}//@ requires (* what callers must see to *);\n{indent}//@ {ensures}\n");
    let at = span_to_range(&*file.text, line_start, line_start, question.encoding);
    edit_action(
        "Insert a contract",
        CodeActionKind::REFACTOR,
        question.uri,
        at,
        &text,
    )
    .into()
}

fn edit_action(
    title: &str,
    kind: CodeActionKind,
    uri: &Uri,
    range: Range,
    text: &str,
) -> CodeAction {
    let edit = TextEdit {
        range,
        new_text: text.to_owned(),
    };
    edits_action(title, kind, uri, vec![edit])
}

fn edits_action(title: &str, kind: CodeActionKind, uri: &Uri, edits: Vec<TextEdit>) -> CodeAction {
    CodeAction {
        title: title.to_owned(),
        kind: Some(kind),
        edit: Some(WorkspaceEdit {
            changes: Some([(uri.clone(), edits)].into_iter().collect()),
            ..WorkspaceEdit::default()
        }),
        ..CodeAction::default()
    }
}
