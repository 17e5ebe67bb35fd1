//! Diagnostics of one file, merged in one place from javac, JML and the checker; push and pull use the same list.

use std::path::{Path, PathBuf};

use proviso_present::course::results;
use proviso_present::sentence;
use proviso_report::{MethodReport, Place, Problem, ProblemKind, Severity, Verdict, Violation};
use proviso_syntax::ast::Span;

use crate::snapshot::{FileState, Snapshot};
use crate::text::{Lined, Text};

/// More steps than this are in the counterexample view: editors put the related places into the hover.
const MOST_STEPS: usize = 4;

/// Something to be shown in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub level: Level,
    /// The violation's kind, or what else it is (docs/diagnostics.md).
    pub code: String,
    pub message: String,
    pub related: Vec<Related>,
    /// What it is about, for actions.
    pub mark: Option<Mark>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
    Information,
    /// Code that no input reaches: shown pale.
    Unnecessary,
}

/// A place that belongs to it, maybe in another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    pub path: PathBuf,
    pub span: Span,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub method: String,
    /// Which of its violations.
    pub violation: Option<usize>,
}

/// The file that is asked about.
struct Context<'a> {
    snapshot: &'a Snapshot,
    path: &'a Path,
    file: &'a FileState,
}

/// `javac`: errors of the compiler are wanted too.
pub fn diagnostics(
    snapshot: &Snapshot,
    path: &Path,
    file: &FileState,
    javac: bool,
) -> Vec<Diagnostic> {
    let context = Context {
        snapshot,
        path,
        file,
    };
    let problems = file.problems.iter();
    let problems = problems.filter(|problem| javac || problem.kind != ProblemKind::Java);
    let mut list: Vec<Diagnostic> = problems.map(|problem| of_problem(problem, file)).collect();
    for report in file
        .methods
        .iter()
        .filter_map(|state| state.report.as_ref())
    {
        context.of_method(report, &mut list);
    }
    list
}

fn of_problem(problem: &Problem, file: &FileState) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Java => "javac",
        ProblemKind::Jml => "spec-error",
        ProblemKind::Project => "project",
        ProblemKind::Internal => "internal",
    };
    let place = problem.place.as_ref();
    let span = place.map_or(Span::new(0, 0), |place| file.text.span(place.range));
    diagnostic(span, level(problem.severity), code, problem.message.clone())
}

impl Context<'_> {
    fn of_method(&self, report: &MethodReport, list: &mut Vec<Diagnostic>) {
        let file = self.file;
        let violations = report.violations.iter().enumerate();
        list.extend(
            violations.map(|(index, violation)| self.of_violation(report, index, violation)),
        );
        let name = file.text.span(report.range);
        match report.verdict {
            Verdict::Unknown => {
                for unknown in report.unknowns.iter().take(3) {
                    let here = unknown.line > 0 && self.is_here(&unknown.file);
                    let span = match here {
                        true => file.text.line_span(unknown.line),
                        false => name,
                    };
                    let method = sentence::method_name(&report.id);
                    let message = format!("{method} is not decided: {}", unknown.why);
                    let item = diagnostic(span, Level::Information, "unknown", message);
                    list.push(item.about(report, None));
                }
            }
            // The problem itself stands on the clause; the method says why it has no verdict only when nothing else does.
            Verdict::SpecError if !file.problems.iter().any(is_error) => {
                let message = report.unknowns.first().map_or_else(
                    || sentence::verdict_sentence(report),
                    |unknown| unknown.why.clone(),
                );
                let item = diagnostic(name, Level::Error, "spec-error", message);
                list.push(item.about(report, None));
            }
            Verdict::SpecError | Verdict::Violated | Verdict::Holds | Verdict::HoldsToBound => {}
        }
        for warning in &report.warnings {
            if !self.is_here(&warning.place.file) {
                continue;
            }
            let level = match warning.kind.as_str() {
                "unreachable" => Level::Unnecessary,
                _ => Level::Warning,
            };
            let span = file.text.span(warning.place.range);
            let item = diagnostic(span, level, &warning.kind, warning.message.clone());
            list.push(item.about(report, None));
        }
    }

    fn is_here(&self, file: &str) -> bool {
        self.snapshot.root.join(file) == self.path
    }

    fn of_violation(
        &self,
        report: &MethodReport,
        index: usize,
        violation: &Violation,
    ) -> Diagnostic {
        let place = violation_place(self.path, violation, &self.snapshot.root);
        let span = self
            .file
            .text
            .span(place.map_or(report.range, |place| place.range));
        let mut item = diagnostic(
            span,
            level(violation.severity),
            violation.kind.name(),
            violation.message.clone(),
        );
        item.related = self.related(violation, place);
        item.about(report, Some(index))
    }

    fn related(&self, violation: &Violation, shown: Option<&Place>) -> Vec<Related> {
        let mut list = Vec::new();
        let mut add = |file: &str, span: &dyn Fn(&Text) -> Span, message: String| {
            let path = self.snapshot.root.join(file);
            if let Some(text) = self.snapshot.text(&path) {
                let span = span(&text);
                list.push(Related {
                    path,
                    span,
                    message,
                });
            }
        };
        if let Some(clause) = &violation.clause
            && shown != Some(&clause.place)
        {
            let message = format!("this clause is broken: {}", clause.text);
            let place = &clause.place;
            add(&place.file, &|text| text.span(place.range), message);
        }
        if shown != Some(&violation.at) {
            let ends = sentence::outcome(violation).map_or_else(
                || "it breaks here".to_owned(),
                |outcome| format!("here the method {outcome}"),
            );
            let at = &violation.at;
            add(&at.file, &|text| text.span(at.range), ends);
        }
        let steps = results(violation);
        for (step, values) in steps.iter().rev().take(MOST_STEPS).rev() {
            add(
                &step.file,
                &|text| text.line_span(step.line),
                values.clone(),
            );
        }
        list
    }
}

fn is_error(problem: &Problem) -> bool {
    problem.severity == Severity::Error
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

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Information => Level::Information,
    }
}

fn diagnostic(span: Span, level: Level, code: &str, message: String) -> Diagnostic {
    Diagnostic {
        span,
        level,
        code: code.to_owned(),
        message,
        related: Vec::new(),
        mark: None,
    }
}

impl Diagnostic {
    fn about(mut self, report: &MethodReport, violation: Option<usize>) -> Diagnostic {
        let method = report.id.clone();
        self.mark = Some(Mark { method, violation });
        self
    }
}
