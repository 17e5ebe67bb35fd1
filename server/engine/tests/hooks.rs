//! What the client is asked and told: callee preconditions, non-null fields, nondeterminism, statics, cancelling.

mod common;

use common::{Recorder, options, run, run_with, subjects};
use proviso_engine::classes::Method;
use proviso_engine::*;
use std::cell::RefCell;
use std::rc::Rc;

/// Requires-at-call checks of class `Hooked`, and a nondeterministic `random`.
#[derive(Clone, Default)]
struct Client(Rc<RefCell<Vec<Violation>>>);

impl Hooks for Client {
    fn requires_at_call(&self, method: &Method) -> Option<CallCheck> {
        let (clause, check) = match &*method.name {
            "root" => (1, "proviso$requires$1"),
            "over" => (2, "proviso$requires$2"),
            _ => return None,
        };
        let (class, method, descriptor) = ("Hooked".into(), check.into(), "(I)Z".into());
        Some(CallCheck {
            clause,
            class,
            method,
            descriptor,
        })
    }
    fn nondeterministic(&self, method: &Method) -> bool {
        &*method.name == "random"
    }
    fn violation(&mut self, _: &mut Machine, _: &State, violation: &Violation) {
        self.0.borrow_mut().push(violation.clone());
    }
}

fn checked(name: &str, descriptor: &str) -> (RunSummary, Vec<Violation>) {
    let client = Client::default();
    let found = client.0.clone();
    let mut machine = Machine::new(subjects(), options(3), Box::new(client)).expect("a machine");
    let method = machine
        .find_method("Hooked", name, descriptor)
        .expect("the method");
    let summary = machine.explore(&method);
    assert!(summary.unknowns.is_empty(), "{:?}", summary.unknowns);
    let violations = found.borrow().clone();
    (summary, violations)
}

#[test]
fn a_callee_precondition_is_checked_once_and_then_assumed() {
    let (summary, violations) = checked("caller", "(I)I");
    let clauses: Vec<_> = violations
        .iter()
        .map(|v| (v.clause, v.kind.clone(), v.site.line))
        .collect();
    assert_eq!(
        clauses,
        [(Some(1), ViolationKind::RequiresAtCall, Some(11))]
    );
    assert_eq!(summary.stats.paths, 1);
}

#[test]
fn an_undefined_callee_precondition_is_not_met() {
    let (_, violations) = checked("callsOver", "(LHooked;I)I");
    assert!(
        violations.iter().all(|v| v.clause == Some(2)),
        "{violations:?}"
    );
    assert!(
        violations.iter().any(|v| v.exception.is_some()),
        "partner may be null: {violations:?}"
    );
    assert!(
        violations.iter().any(|v| v.exception.is_none()),
        "value may be too large: {violations:?}"
    );
}

#[test]
fn a_nondeterministic_call_returns_anything() {
    let (summary, _) = checked("guess", "()Z");
    assert_eq!(summary.stats.paths, 2);
}

#[test]
fn non_null_fields_are_never_null_and_may_not_become_null() {
    let non_null = |method: &str, descriptor: &str| {
        let recorder = Recorder::default();
        recorder.0.borrow_mut().non_null = vec![("Hooked", "partner"), ("Hooked", "shared")];
        run_with(options(3), recorder, "Hooked", method, descriptor).complete()
    };
    assert_eq!(
        non_null("partnerValue", "()I").threw("java/lang/NullPointerException"),
        0
    );
    assert_eq!(
        non_null("sharedValue", "()I").threw("java/lang/NullPointerException"),
        0
    );
    assert_eq!(
        run(options(3), "Hooked", "sharedValue", "()I")
            .complete()
            .threw("java/lang/NullPointerException"),
        1
    );
    for (method, descriptor) in [("unset", "()V"), ("set", "(LHooked;)V")] {
        let run = non_null(method, descriptor);
        let seen = run.seen.borrow();
        assert_eq!(seen.violations.len(), 1, "{method}");
        assert!(
            matches!(&seen.violations[0].kind, ViolationKind::NullWrite { field, .. } if &**field == "partner")
        );
    }
}

#[test]
fn final_statics_are_what_the_initializer_made_and_others_are_unknown() {
    let limit = run(options(3), "Hooked", "limit", "()I").complete();
    assert!(
        limit.seen.borrow().results[0].contains("42"),
        "{:?}",
        limit.seen.borrow().results
    );
    let count = run(options(3), "Hooked", "count", "()I").complete();
    assert!(
        count.seen.borrow().results[0].contains("counter"),
        "{:?}",
        count.seen.borrow().results
    );
    let program = Options {
        symbolic_statics: false,
        ..options(3)
    };
    let count = run(program, "Hooked", "count", "()I").complete();
    assert!(
        count.seen.borrow().results[0].contains('3'),
        "{:?}",
        count.seen.borrow().results
    );
}

#[test]
fn a_failed_initializer_throws_and_fails_again() {
    let run = run(options(3), "Hooked", "broken", "()I").complete();
    assert_eq!((run.paths(), run.seen.borrow().threw.len()), (1, 0));
    assert!(run.seen.borrow().results[0].contains('2'));
}

#[test]
fn java_assertions_are_executed() {
    let with = run(options(3), "Hooked", "asserted", "(I)I").complete();
    assert_eq!(with.threw("java/lang/AssertionError"), 1);
    let without = run(
        Options {
            assertions: false,
            ..options(3)
        },
        "Hooked",
        "asserted",
        "(I)I",
    )
    .complete();
    assert_eq!(without.threw("java/lang/AssertionError"), 0);
}

#[test]
fn storing_into_an_array_of_another_element_type_throws() {
    let concrete = run(options(3), "Hooked", "storeNumber", "()V").complete();
    assert_eq!(concrete.threw("java/lang/ArrayStoreException"), 1);
    // An Object[] parameter can be a String[].
    let symbolic = run(
        options(3),
        "Hooked",
        "store",
        "([Ljava/lang/Object;Ljava/lang/Object;)V",
    )
    .complete();
    assert_eq!(symbolic.threw("java/lang/ArrayStoreException"), 1);
}

#[test]
fn a_cancelled_run_stops_and_says_so() {
    let mut machine = Machine::new(subjects(), options(3), Box::new(NoHooks)).expect("a machine");
    let method = machine
        .find_method("Hooked", "forever", "(I)I")
        .expect("the method");
    machine
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(machine.explore(&method).cancelled);
}

#[test]
fn a_run_is_deterministic() {
    let once = || {
        let run = run(options(2), "Bst", "proviso$check$4", "(I)V");
        let seen = run.seen.borrow();
        let sites: Vec<String> = seen.violations.iter().map(|v| format!("{:?}", v)).collect();
        (
            sites,
            format!("{:?} {:?}", run.summary.stats, run.summary.cuts),
        )
    };
    assert_eq!(once(), once());
}
