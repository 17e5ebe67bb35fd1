//! Coming to an end: what never ends for some input is accused, with an input that a JVM bears out; what ends never is.

use proviso_report::{MethodReport, Replay, Verdict, ViolationKind};
use proviso_tests::program;

fn checked(class: &str) -> Vec<MethodReport> {
    let path = program::root().join(format!("tests/subjects/termination/{class}.java"));
    let path = path.to_str().expect("a UTF-8 path");
    let report = program::check(&[path, "--timeout", "20", "--arithmetic", "java"]);
    let methods = report.methods.into_iter();
    methods.filter(|m| !m.id.contains("<init>")).collect()
}

#[test]
fn what_never_ends_for_some_input_is_shown_with_one() {
    let reports = checked("Endless");
    assert!(reports.len() >= 20, "{}", reports.len());
    let mut wrong = Vec::new();
    for report in &reports {
        let shown = report
            .violations
            .iter()
            .any(|v| v.kind == ViolationKind::Diverges && v.replay == Replay::Confirmed);
        let only = report
            .violations
            .iter()
            .all(|v| v.kind == ViolationKind::Diverges);
        if !shown || !only {
            wrong.push(format!("{}: {:?}", report.id, report.violations));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_ends_is_not_accused_although_it_looks_otherwise() {
    let reports = checked("Ending");
    assert!(reports.len() >= 20, "{}", reports.len());
    for report in &reports {
        let found: Vec<_> = report.violations.iter().map(|v| &v.message).collect();
        assert!(found.is_empty(), "{}: {found:?}", report.id);
        assert_ne!(report.verdict, Verdict::Violated, "{}", report.id);
    }
    // What another thread may change is not decided.
    let others = reports.iter().find(|r| r.id.contains("waitsForOthers"));
    assert_eq!(others.map(|r| r.verdict), Some(Verdict::Unknown));
}
