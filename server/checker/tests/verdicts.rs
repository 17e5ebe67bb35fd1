//! Verdicts of small methods, with their witnesses replayed on a real JVM.

mod support;

use proviso_report::{Outcome, Replay, Value, Verdict, ViolationKind};
use support::check;

#[test]
fn abs_is_violated_by_the_least_int() {
    let checked = check(
        r#"
        //? abs violated ensures
        class Abs {
            //@ ensures \result >= 0;
            static int abs(int x) {
                return x < 0 ? -x : x;
            }
        }
        "#,
    );
    let method = checked.method("abs");
    let violation = method
        .violations
        .iter()
        .find(|v| v.kind == ViolationKind::Ensures)
        .expect("ensures");
    assert_eq!(violation.inputs[0].value, Value::Int(i32::MIN));
    assert_eq!(
        violation.message,
        "the postcondition is false for x = -2147483648 (returns -2147483648)"
    );
    assert_eq!(violation.at.range.start.line, 6);
    let clause = violation.clause.as_ref().expect("a clause");
    assert_eq!(clause.place.range.start.line, 4);
    assert!(matches!(violation.outcome, Outcome::Returns { .. }));
    assert_eq!(violation.replay, Replay::Confirmed);
    assert_eq!(violation.trace.last().map(|step| step.line), Some(6));
}

#[test]
fn abs_holds_for_all_inputs_without_the_least_int() {
    let checked = check(
        r#"
        class Abs {
            //@ requires x != Integer.MIN_VALUE;
            //@ ensures \result >= 0;
            static int abs(int x) {
                return x < 0 ? -x : x;
            }
        }
        "#,
    );
    let method = checked.method("abs");
    assert_eq!(
        method.verdict,
        Verdict::Holds,
        "{}",
        support::summary(method)
    );
    assert_eq!(method.stats.paths, 2);
    assert_eq!(method.coverage.branches, [2, 2]);
    let [covered, total] = method.coverage.instructions;
    assert_eq!(covered, total);
}
