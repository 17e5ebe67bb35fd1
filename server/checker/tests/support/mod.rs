//! Small Java texts through the whole stack: real javac, Z3 and JVM.

#![allow(dead_code)]

use std::path::Path;

use proviso_checker::{Cancel, Session};
use proviso_project::Options;
use proviso_report::{MethodReport, Report, Violation, ViolationKind};

pub struct Checked {
    pub report: Report,
    _folder: tempfile::TempDir,
}

/// Options that leave no trace on the machine.
pub fn options(folder: &Path) -> Options {
    Options {
        paths: vec![folder.to_owned()],
        cache: false,
        jobs: 1,
        ..Options::default()
    }
}

/// Checks files given as (name, text).
pub fn check_files(files: &[(&str, &str)], change: impl FnOnce(&mut Options)) -> Checked {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("written");
    }
    let mut options = options(folder.path());
    change(&mut options);
    let session = Session::open(options).expect("a session");
    let prepared = session.prepare();
    let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
    Checked {
        report,
        _folder: folder,
    }
}

/// Checks one file and compares with what it expects: `//? method verdict [kind [replay]]`, one line per method that is
/// of interest.
pub fn check(text: &str) -> Checked {
    check_with(text, |_| {})
}

/// The same with other options.
pub fn check_with(text: &str, change: impl FnOnce(&mut Options)) -> Checked {
    let name = text
        .split_whitespace()
        .skip_while(|word| *word != "class" && *word != "interface" && *word != "record")
        .nth(1)
        .expect("a class");
    let name = name.split(['<', '{', '(']).next().expect("a name");
    let checked = check_files(&[(&format!("{name}.java"), text)], change);
    let errors: Vec<_> = checked
        .report
        .problems
        .iter()
        .filter(|p| p.severity == proviso_report::Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    for line in text.lines() {
        if let Some(expected) = line.trim().strip_prefix("//? ") {
            expect(&checked.report, expected);
        }
    }
    checked
}

fn expect(report: &Report, expected: &str) {
    let words: Vec<&str> = expected.split_whitespace().collect();
    let method = method(report, words[0]);
    let summary = summary(method);
    assert_eq!(method.verdict.name(), words[1], "{expected}\n{summary}");
    if let Some(kind) = words.get(2) {
        let violation = method.violations.iter().find(|v| v.kind.name() == *kind);
        let violation = violation.unwrap_or_else(|| panic!("no {kind}: {summary}"));
        let found = serde_json::to_value(violation.replay).expect("JSON");
        match words.get(3) {
            Some(replay) => assert_eq!(found, *replay, "{summary}"),
            None => assert!(violation.replay.agrees(), "{summary}"),
        }
    }
}

impl Checked {
    pub fn method(&self, name: &str) -> &MethodReport {
        method(&self.report, name)
    }

    pub fn violation_of(&self, name: &str, kind: ViolationKind) -> &Violation {
        let method = self.method(name);
        let found = method.violations.iter().find(|v| v.kind == kind);
        found.unwrap_or_else(|| panic!("no {}: {}", kind.name(), summary(method)))
    }

    pub fn violation(&self, name: &str) -> &Violation {
        let method = self.method(name);
        method
            .violations
            .first()
            .unwrap_or_else(|| panic!("no violation: {}", summary(method)))
    }
}

fn method<'r>(report: &'r Report, name: &str) -> &'r MethodReport {
    let found = report.methods.iter().find(|m| {
        let before = m.id.split('(').next().unwrap_or("");
        before.rsplit('.').next() == Some(name) || before == name
    });
    found.unwrap_or_else(|| {
        let ids: Vec<&str> = report.methods.iter().map(|m| m.id.as_str()).collect();
        panic!(
            "no method {name} in {ids:?}; problems {:#?}",
            report.problems
        )
    })
}

/// What one wants to read when an expectation is not met.
pub fn summary(method: &MethodReport) -> String {
    let mut text = format!(
        "{} {} paths={}",
        method.id,
        method.verdict.name(),
        method.stats.paths
    );
    for violation in &method.violations {
        text += &format!(
            "\n  {} at {}:{} {:?} {} ({})",
            violation.kind.name(),
            violation.at.range.start.line,
            violation.at.range.start.column,
            violation.replay,
            violation.message,
            violation.replay_note.as_deref().unwrap_or("")
        );
    }
    for unknown in &method.unknowns {
        text += &format!("\n  unknown at {}: {}", unknown.line, unknown.why);
    }
    for cut in &method.cuts {
        text += &format!("\n  cut {} at {} x{}", cut.bound, cut.line, cut.count);
    }
    text
}
