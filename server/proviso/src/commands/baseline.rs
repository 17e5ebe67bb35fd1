//! Known violations: a team that starts with old code wants only new ones to fail its build.
//!
//! A violation is told by its method, kind and clause, not by its line, so that edits elsewhere do not make it new.

use std::collections::BTreeSet;
use std::path::Path;

use proviso_report::{MethodReport, Report, Severity, Verdict, Violation};
use serde::{Deserialize, Serialize};

use super::Failure;
use crate::output;

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baseline {
    violations: BTreeSet<Entry>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    method: String,
    kind: String,
    /// The clause's text, empty for an exception no clause speaks of.
    clause: String,
}

impl Entry {
    fn of(method: &MethodReport, violation: &Violation) -> Entry {
        Entry {
            method: method.id.clone(),
            kind: violation.kind.name().to_owned(),
            clause: violation
                .clause
                .as_ref()
                .map(|clause| clause.text.clone())
                .unwrap_or_default(),
        }
    }
}

impl Baseline {
    pub fn of(report: &Report) -> Baseline {
        let entries = report.methods.iter().flat_map(|method| {
            method
                .violations
                .iter()
                .map(move |violation| Entry::of(method, violation))
        });
        Baseline {
            violations: entries.collect(),
        }
    }

    pub fn read(path: &Path) -> Result<Baseline, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure(format!("--baseline: {}: {error}", path.display())))?;
        serde_json::from_str(&text).map_err(|error| {
            Failure(format!(
                "--baseline: {}: not a baseline: {error}",
                path.display()
            ))
        })
    }

    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut text =
            serde_json::to_string_pretty(self).map_err(|error| Failure(error.to_string()))?;
        text.push('\n');
        output::write_atomically(path, &text)
            .map_err(|error| Failure(format!("--write-baseline: {}: {error}", path.display())))
    }

    fn knows(&self, method: &MethodReport, violation: &Violation) -> bool {
        self.violations.contains(&Entry::of(method, violation))
    }

    /// The report as the exit code sees it.
    pub fn without_known(&self, report: &Report) -> Report {
        let mut report = report.clone();
        for method in &mut report.methods {
            let kept: Vec<Violation> = method
                .violations
                .iter()
                .filter(|violation| !self.knows(method, violation))
                .cloned()
                .collect();
            let had_errors = method.verdict == Verdict::Violated;
            let has_errors = kept
                .iter()
                .any(|violation| violation.severity == Severity::Error);
            if had_errors && !has_errors && kept.len() < method.violations.len() {
                // What else is known of it does not matter here: only that nothing new is violated.
                method.verdict = Verdict::Unknown;
            }
            method.violations = kept;
        }
        report
    }

    /// A last line that says how much was let pass.
    pub fn note(&self, report: &Report) -> String {
        let known = report
            .methods
            .iter()
            .flat_map(|method| {
                method
                    .violations
                    .iter()
                    .filter(|violation| self.knows(method, violation))
            })
            .count();
        match known {
            0 => String::new(),
            1 => "1 violation is in the baseline and does not count.\n".to_owned(),
            more => format!("{more} violations are in the baseline and do not count.\n"),
        }
    }
}
