//! Contracts that have no meaning or cannot be evaluated: each is said of its clause, and the others are still checked.

mod support;

use proviso_report::{Verdict, ViolationKind};
use support::{Checked, check_files, summary};

/// Checks a class `Bad`; its problems may be errors in clauses.
fn check(text: &str) -> Checked {
    check_files(&[("Bad.java", text)], |_| {})
}

fn reasons(checked: &Checked, method: &str) -> String {
    let reasons = checked.method(method).unknowns.iter();
    reasons
        .map(|u| u.why.clone())
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn a_clause_over_a_missing_class_costs_only_itself() {
    let checked = check(
        r#"
        class Bad {
            //@ ensures lib.Missing.ok(\result);
            //@ ensures \result > x;
            static int f(int x) {
                return x;
            }

            //@ ensures lib.Missing.ok(\result);
            //@ ensures \result == x;
            static int g(int x) {
                return x;
            }
        }
        "#,
    );
    let f = checked.method("f");
    assert_eq!(f.verdict, Verdict::Violated, "{}", summary(f));
    let g = checked.method("g");
    assert_eq!(g.verdict, Verdict::SpecError, "{}", summary(g));
    let problem = checked
        .report
        .problems
        .iter()
        .find(|p| p.message.contains("lib"));
    let place = problem.and_then(|p| p.place.as_ref()).expect("a place");
    assert_eq!(place.range.start.line, 3);
}

#[test]
fn a_precondition_that_throws_is_undefined_at_that_clause() {
    let checked = check(
        r#"
        class Bad {
            //@ requires a[0] > 0;
            //@ ensures \result > 0;
            static int f(int[] a) {
                return a[0];
            }
        }
        "#,
    );
    let f = checked.method("f");
    let undefined = checked.violation_of("f", ViolationKind::Undefined);
    let clause = undefined.clause.as_ref().expect("a clause");
    assert_eq!(clause.text, "requires a[0] > 0;", "{}", summary(f));
    let other = f
        .violations
        .iter()
        .any(|v| v.kind == ViolationKind::Ensures);
    assert!(
        !other,
        "the postcondition holds where the clause has a value: {}",
        summary(f)
    );
}

#[test]
fn a_clause_that_does_not_end_is_cut_or_unknown_and_others_are_checked() {
    let checked = check(
        r#"
        class Bad {
            /*@ pure @*/ static boolean forever(int x) {
                while (true) {
                }
            }

            /*@ pure @*/ static boolean deeper(int x) {
                return deeper(x + 1);
            }

            //@ ensures forever(x);
            //@ ensures \result > x;
            static int f(int x) {
                return x;
            }

            //@ ensures deeper(x);
            //@ ensures \result > x;
            static int g(int x) {
                return x;
            }
        }
        "#,
    );
    for method in ["f", "g"] {
        let found = checked.method(method);
        let kinds: Vec<_> = found.violations.iter().map(|v| v.kind).collect();
        assert_eq!(kinds, [ViolationKind::Ensures], "{}", summary(found));
        assert_eq!(
            found.violations[0].at.range.start.line,
            if method == "f" { 15 } else { 21 }
        );
        assert!(
            !found.cuts.is_empty() || !found.unknowns.is_empty(),
            "{}",
            summary(found)
        );
    }
}

#[test]
fn a_contract_that_calls_an_impure_method_is_told_so() {
    let checked = check(
        r#"
        class Bad {
            int n;

            int next() {
                return ++n;
            }

            //@ ensures next() > 0;
            //@ ensures \result == 2;
            int f() {
                return 1;
            }
        }
        "#,
    );
    let f = checked.method("f");
    assert_eq!(f.verdict, Verdict::Violated, "{}", summary(f));
    let texts: Vec<_> = f
        .violations
        .iter()
        .filter_map(|v| v.clause.as_ref())
        .collect();
    assert_eq!(texts.len(), 1, "{}", summary(f));
    assert_eq!(texts[0].text, "ensures \\result == 2;");
    let why = reasons(&checked, "f");
    assert!(
        why.contains("a clause calls Bad.next, which is not pure: it assigns n"),
        "{why}"
    );
}

#[test]
fn an_invariant_over_a_half_built_object_is_undefined_there() {
    let checked = check(
        r#"
        class Bad {
            /*@ nullable @*/ int[] data;
            int size;
            //@ invariant data.length >= size;

            //@ ensures size == 1;
            Bad(boolean b) {
                if (b) {
                    data = new int[2];
                }
            }
        }
        "#,
    );
    let f = checked.method("<init>");
    let kinds: Vec<_> = f.violations.iter().map(|v| v.kind).collect();
    assert!(kinds.contains(&ViolationKind::Undefined), "{}", summary(f));
    assert!(kinds.contains(&ViolationKind::Ensures), "{}", summary(f));
}

#[test]
fn a_quantifier_over_all_ints_is_unknown_and_the_others_are_checked() {
    let checked = check(
        r#"
        class Bad {
            //@ ensures (\forall int i; i * 0 == 0);
            //@ ensures \result > x;
            static int f(int x) {
                return x;
            }

            //@ ensures (\forall int i; i * 0 == 0);
            static int g(int x) {
                return x;
            }
        }
        "#,
    );
    let f = checked.method("f");
    assert_eq!(f.verdict, Verdict::Violated, "{}", summary(f));
    let g = checked.method("g");
    assert_eq!(g.verdict, Verdict::Unknown, "{}", summary(g));
}
