//! What all checking commands share: open the project, check it, show progress, gather the sources.

use super::part::Part;
pub use super::progress::Progress;

use std::sync::Arc;

use proviso_checker::{Cancel, Prepared, Session};
use proviso_present::Sources;
use proviso_project::{Options, read_text};
use proviso_report::{MethodReport, ProblemKind, Replay, Report, Severity, Verdict};

use super::Failure;
use crate::{TROUBLE, VIOLATED};

pub struct Outcome {
    pub session: Session,
    pub prepared: Arc<Prepared>,
    pub report: Report,
    pub sources: Sources,
}

/// Checks what the options select; problems with the project itself are a `Failure`.
pub fn check(options: Options, part: &Part) -> Result<Outcome, Failure> {
    let wanted = options.methods.clone();
    let session = Session::open(options).map_err(|error| Failure(error.to_string()))?;
    let prepared = session.prepare();
    let places = part.places(&session, &prepared)?;
    let mut progress = Progress::new(places.len());
    let report = session.check_these(&prepared, &places, &Cancel::new(), &mut |event| {
        progress.event(&event)
    });
    progress.clear();
    if let Some(why) = session.cache_trouble() {
        eprintln!("proviso: warning: {why}");
    }
    if prepared.methods.is_empty() && !wanted.is_empty() && !has_errors(&report) {
        return Err(Failure(format!(
            "no method matches --method {}",
            wanted.join(" --method ")
        )));
    }
    let sources = gather_sources(&report, &session);
    Ok(Outcome {
        session,
        prepared,
        report,
        sources,
    })
}

/// A failure of ours comes first, then violations, then input that could not be checked.
pub fn exit_code(report: &Report) -> u8 {
    let ours = report.problems.iter().any(|problem| {
        problem.kind == ProblemKind::Internal && problem.severity == Severity::Error
    });
    let diverged = report
        .methods
        .iter()
        .flat_map(|method| &method.violations)
        .any(|violation| violation.replay == Replay::Diverged);
    let any = |verdict| {
        report
            .methods
            .iter()
            .any(|method| method.verdict == verdict)
    };
    if ours || diverged {
        TROUBLE
    } else if any(Verdict::Violated) {
        VIOLATED
    } else if any(Verdict::SpecError) || has_errors(report) {
        TROUBLE
    } else {
        0
    }
}

fn has_errors(report: &Report) -> bool {
    report
        .problems
        .iter()
        .any(|problem| problem.severity == Severity::Error)
}

/// The texts of all files the report points into, by the names it uses.
fn gather_sources(report: &Report, session: &Session) -> Sources {
    let mut sources = Sources::default();
    let workspace = session.workspace();
    let root = &workspace.root;
    let mut add = |file: &str| {
        if sources.text(file).is_some() {
            return;
        }
        // Named as the user named it, else relative to the root of the project.
        let text = read_text(file.as_ref()).or_else(|_| read_text(&root.join(file)));
        if let Ok(text) = text {
            sources.add(file, text);
        }
    };
    for place in report
        .problems
        .iter()
        .filter_map(|problem| problem.place.as_ref())
    {
        add(&place.file);
    }
    for method in &report.methods {
        files_of(method).for_each(&mut add);
    }
    sources
}

fn files_of(method: &MethodReport) -> impl Iterator<Item = &str> {
    let of_violations = method.violations.iter().flat_map(|violation| {
        violation
            .clause
            .iter()
            .map(|clause| clause.place.file.as_str())
            .chain([violation.at.file.as_str()])
    });
    let of_warnings = method
        .warnings
        .iter()
        .map(|warning| warning.place.file.as_str());
    std::iter::once(method.file.as_str())
        .chain(of_violations)
        .chain(of_warnings)
}
