//! Loops that stand for their invariants: what their rounds show up to a bound only holds for all inputs then, and what
//! the invariants are too weak for is unknown, never an alarm.

use proviso_report::Verdict;
use proviso_tests::{expect, program};

fn verdicts(arguments: &[&str]) -> proviso_report::Report {
    let folder = program::root().join("tests/subjects/cut");
    let path = folder.to_str().expect("a UTF-8 path");
    let mut all = vec!["-k", "3", path];
    all.extend(arguments);
    program::check(&all)
}

fn of(report: &proviso_report::Report, name: &str) -> Verdict {
    let named = |id: &str| id.starts_with(&format!("Cut.{name}("));
    let method = report.methods.iter().find(|method| named(&method.id));
    method.expect("a method of that name").verdict
}

#[test]
fn invariants_give_what_rounds_cannot() {
    let report = verdicts(&["--loops", "invariant"]);
    let differences = expect::differences(&report, &program::root());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let unrolled = verdicts(&["--close", "off"]);
    for name in ["count", "twice", "add", "search", "alias", "nested"] {
        assert_eq!(of(&report, name), Verdict::Holds, "{name}");
        assert_eq!(of(&unrolled, name), Verdict::HoldsToBound, "{name}");
    }
}
