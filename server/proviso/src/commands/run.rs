//! What all checking commands share: open the project, check it, show progress, gather the sources.

use std::io::{IsTerminal, Write};

use proviso_checker::{Cancel, Event, Options, Session};
use proviso_present::Sources;
use proviso_report::{MethodReport, ProblemKind, Replay, Report, Severity, Verdict};

use super::Failure;
use crate::{TROUBLE, VIOLATED};

pub struct Outcome {
    pub report: Report,
    pub sources: Sources,
}

/// Checks what the options select; problems with the project itself are a `Failure`.
pub fn check(options: Options) -> Result<Outcome, Failure> {
    let wanted = options.methods.clone();
    let session = Session::open(options).map_err(|error| Failure(error.to_string()))?;
    let prepared = session.prepare();
    let mut progress = Progress::new(prepared.methods.len());
    let report = session.check_all(&prepared, &Cancel::new(), &mut |event| {
        progress.event(&event)
    });
    progress.clear();
    if report.methods.is_empty() && !wanted.is_empty() && !has_errors(&report) {
        return Err(Failure(format!(
            "no method matches --method {}",
            wanted.join(" --method ")
        )));
    }
    let sources = gather_sources(&report, &session);
    Ok(Outcome { report, sources })
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
        let text =
            std::fs::read_to_string(file).or_else(|_| std::fs::read_to_string(root.join(file)));
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

/// One line on a terminal that says how far we are; nothing elsewhere.
struct Progress {
    shown: bool,
    total: usize,
    done: usize,
    violated: usize,
}

impl Progress {
    fn new(total: usize) -> Progress {
        Progress {
            shown: std::io::stderr().is_terminal(),
            total,
            done: 0,
            violated: 0,
        }
    }

    fn event(&mut self, event: &Event) {
        let method = match event {
            Event::Started { method } => method.as_str(),
            Event::Finished { report } => {
                self.done += 1;
                self.violated += usize::from(report.verdict == Verdict::Violated);
                report.id.as_str()
            }
        };
        if self.shown {
            let name = proviso_present::sentence::method_name(method);
            let name: String = name.chars().take(50).collect();
            let line = format!(
                "\r\u{1b}[Kchecking {} of {} ({} violated) {name}",
                self.done, self.total, self.violated
            );
            // Progress that cannot be shown is no reason to stop.
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = std::io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
