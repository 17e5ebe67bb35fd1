//! Diagnostics of one file, merged in one place from javac, JML and the checker; push and pull use the same list.

use std::path::Path;

use proviso_present::course::results;
use proviso_present::sentence;
use proviso_report::{MethodReport, Place, Problem, ProblemKind, Severity, Verdict, Violation};
use serde_json::json;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Range, Uri,
};

use super::board::FileState;
use super::documentation;
use super::position::{Encoding, Text, line_range, range_from_report};

/// More steps than this are in the counterexample view: editors put the related places into the hover.
const MOST_STEPS: usize = 4;

/// The URI and text of a file, if there is one.
type TextOf<'a> = dyn Fn(&Path) -> Option<(Uri, Text)> + 'a;

/// What the diagnostics need to know besides the file's state.
pub struct Context<'a> {
    pub root: &'a Path,
    pub encoding: Encoding,
    pub javac: bool,
    /// The text of another file, to convert columns.
    pub text_of: &'a TextOf<'a>,
}

pub fn of_file(path: &Path, file: &FileState, context: &Context) -> Vec<Diagnostic> {
    let mut list: Vec<Diagnostic> = file
        .problems
        .iter()
        .filter(|problem| context.javac || problem.kind != ProblemKind::Java)
        .map(|problem| problem_diagnostic(problem, file, context))
        .collect();
    for state in &file.methods {
        if let Some(report) = &state.report {
            method_diagnostics(path, report, file, context, &mut list);
        }
    }
    list
}

fn problem_diagnostic(problem: &Problem, file: &FileState, context: &Context) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Java => "javac",
        ProblemKind::Jml => "spec-error",
        ProblemKind::Project => "project",
        ProblemKind::Internal => "internal",
    };
    let range = problem.place.as_ref().map_or_else(Range::default, |place| {
        range_from_report(&file.text, place.range, context.encoding)
    });
    diagnostic(
        range,
        severity(problem.severity),
        code,
        problem.message.clone(),
    )
}

fn method_diagnostics(
    path: &Path,
    report: &MethodReport,
    file: &FileState,
    context: &Context,
    list: &mut Vec<Diagnostic>,
) {
    for (index, violation) in report.violations.iter().enumerate() {
        list.push(violation_diagnostic(
            path, report, index, violation, file, context,
        ));
    }
    let name_range = range_from_report(&file.text, report.range, context.encoding);
    match report.verdict {
        Verdict::Unknown => {
            for unknown in report.unknowns.iter().take(3) {
                let here = unknown.line > 0 && context.root.join(&unknown.file) == path;
                let range = if here {
                    line_range(&file.text, unknown.line, context.encoding)
                } else {
                    name_range
                };
                let message = format!(
                    "{} is not decided: {}",
                    sentence::method_name(&report.id),
                    unknown.why
                );
                list.push(with_data(
                    diagnostic(range, DiagnosticSeverity::INFORMATION, "unknown", message),
                    report,
                    None,
                    file,
                ));
            }
        }
        Verdict::SpecError => {
            // The problem itself stands on the clause; the method says why it has no verdict only when nothing else does.
            if !file
                .problems
                .iter()
                .any(|problem| problem.severity == Severity::Error)
            {
                let message = report.unknowns.first().map_or_else(
                    || sentence::verdict_sentence(report),
                    |unknown| unknown.why.clone(),
                );
                list.push(with_data(
                    diagnostic(name_range, DiagnosticSeverity::ERROR, "spec-error", message),
                    report,
                    None,
                    file,
                ));
            }
        }
        Verdict::Violated | Verdict::Holds | Verdict::HoldsToBound => {}
    }
    for warning in &report.warnings {
        if context.root.join(&warning.place.file) != path {
            continue;
        }
        let range = range_from_report(&file.text, warning.place.range, context.encoding);
        let mut item = diagnostic(
            range,
            DiagnosticSeverity::WARNING,
            &warning.kind,
            warning.message.clone(),
        );
        if warning.kind == "unreachable" {
            item.severity = Some(DiagnosticSeverity::HINT);
            item.tags = Some(vec![DiagnosticTag::UNNECESSARY]);
        }
        list.push(with_data(item, report, None, file));
    }
}

/// On the clause when it is in this file, else where it broke, else on the method's name.
pub fn violation_place<'a>(
    path: &Path,
    violation: &'a Violation,
    root: &Path,
) -> Option<&'a Place> {
    violation
        .clause
        .iter()
        .map(|clause| &clause.place)
        .chain([&violation.at])
        .find(|place| root.join(&place.file) == path)
}

fn violation_diagnostic(
    path: &Path,
    report: &MethodReport,
    index: usize,
    violation: &Violation,
    file: &FileState,
    context: &Context,
) -> Diagnostic {
    let place = violation_place(path, violation, context.root);
    let range = range_from_report(
        &file.text,
        place.map_or(report.range, |place| place.range),
        context.encoding,
    );
    let mut item = diagnostic(
        range,
        severity(violation.severity),
        violation.kind.name(),
        violation.message.clone(),
    );
    let related = related(violation, place, context);
    item.related_information = (!related.is_empty()).then_some(related);
    with_data(item, report, Some(index), file)
}

fn related(
    violation: &Violation,
    shown: Option<&Place>,
    context: &Context,
) -> Vec<DiagnosticRelatedInformation> {
    let mut list = Vec::new();
    let mut add = |file: &str, range: &dyn Fn(&Text) -> Range, message: String| {
        if let Some((uri, text)) = (context.text_of)(&context.root.join(file)) {
            let location = Location {
                uri,
                range: range(&text),
            };
            list.push(DiagnosticRelatedInformation { location, message });
        }
    };
    if let Some(clause) = &violation.clause
        && shown != Some(&clause.place)
    {
        add(
            &clause.place.file,
            &|text| range_from_report(text, clause.place.range, context.encoding),
            format!("this clause is broken: {}", clause.text),
        );
    }
    if shown != Some(&violation.at) {
        let ends = sentence::outcome(violation).map_or_else(
            || "it breaks here".to_owned(),
            |outcome| format!("here the method {outcome}"),
        );
        add(
            &violation.at.file,
            &|text| range_from_report(text, violation.at.range, context.encoding),
            ends,
        );
    }
    let steps = results(violation);
    for (step, values) in steps.iter().rev().take(MOST_STEPS).rev() {
        add(
            &step.file,
            &|text| line_range(text, step.line, context.encoding),
            values.clone(),
        );
    }
    list
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
    }
}

fn diagnostic(
    range: Range,
    severity: DiagnosticSeverity,
    code: &str,
    message: String,
) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        code_description: documentation::href(code).map(|href| CodeDescription { href }),
        source: Some("proviso".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

fn with_data(
    mut item: Diagnostic,
    report: &MethodReport,
    violation: Option<usize>,
    file: &FileState,
) -> Diagnostic {
    item.data = Some(json!({"method": report.id, "violation": violation, "version": file.version}));
    item
}
