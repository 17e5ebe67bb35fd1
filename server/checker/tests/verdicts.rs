//! Verdicts of small methods, with their witnesses replayed on a real JVM.

mod support;

use proviso_project::Strategy;
use proviso_report::{Outcome, Reason, Replay, Value, Verdict, ViolationKind};
use support::{check, check_with};

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

#[test]
fn a_field_of_an_unknown_object_gets_the_value_that_breaks_it() {
    let checked = check(
        r#"
        //? drain violated ensures
        class Tank {
            int level;
            //@ requires amount > 0;
            //@ ensures level >= 0;
            void drain(int amount) {
                level -= amount;
            }
        }
        "#,
    );
    let violation = checked.violation_of("drain", ViolationKind::Ensures);
    assert_eq!(violation.heap_before.objects.len(), 1);
    assert_eq!(violation.inputs[0].text, "Tank#1");
}

#[test]
fn an_alias_of_receiver_and_argument_is_found_and_shown_as_one_object() {
    let checked = check(
        r#"
        //? move violated ensures
        class Purse {
            int coins;
            //@ requires n > 0 && n < 100 && coins < 100 && other.coins < 100;
            //@ ensures other.coins == \old(other.coins) + n;
            void move(Purse other, int n) {
                other.coins += n;
                coins -= n;
            }
        }
        "#,
    );
    let violation = checked.violation_of("move", ViolationKind::Ensures);
    assert_eq!(violation.inputs[0].value, violation.inputs[1].value);
    assert_eq!(violation.heap_before.objects.len(), 1);
}

#[test]
fn objects_that_break_their_invariant_are_no_witnesses() {
    check(
        r#"
        //? sum holds
        class Box {
            static class Item {
                int weight;
                //@ public invariant weight >= 0 && weight <= 10;
            }
            Item item;

            //@ ensures \result >= 0;
            int sum() {
                return item.weight;
            }
        }
        "#,
    );
}

#[test]
fn what_no_input_satisfies_is_vacuous_and_no_tick() {
    let checked = check(
        r#"
        //? never unknown
        class Never {
            //@ requires x > 0 && x < 0;
            //@ ensures false;
            static void never(int x) {
            }
        }
        "#,
    );
    assert_eq!(checked.method("never").unknowns[0].reason, Reason::Vacuous);
}

#[test]
fn a_chain_that_cannot_end_is_vacuous_and_names_its_field() {
    let checked = check(
        r#"
        //? length unknown
        class Node {
            Node next = this;
            //@ ensures false;
            int length() {
                int n = 0;
                for (Node p = this; p != null; p = p.next) {
                    n++;
                }
                return n;
            }
        }
        "#,
    );
    let unknown = &checked.method("length").unknowns[0];
    assert_eq!(unknown.reason, Reason::Vacuous);
    assert!(unknown.why.contains("`next` of Node"), "{}", unknown.why);
}

#[test]
fn paths_that_are_all_cut_prove_nothing() {
    let checked = check_with(
        r#"
        //? spin unknown
        //? some holds-to-bound
        class Cut {
            //@ ensures \result == 1000;
            static int spin(int x) {
                int n = 0;
                for (int i = 0; i < 32; i++) {
                    if ((x & 1 << i) != 0) {
                        n++;
                    }
                }
                return n;
            }
            //@ requires x >= 0;
            //@ ensures \result >= 0;
            static int some(int x) {
                int n = 0;
                while (x > 0) {
                    x = x / 2;
                    n++;
                }
                return n;
            }
        }
        "#,
        // Merging would decide them.
        |options| options.strategy = Strategy::LazierSharp,
    );
    let unknown = &checked.method("spin").unknowns[0];
    assert_eq!(unknown.reason, Reason::NothingExplored);
    assert!(unknown.why.contains("--loop-bound"), "{}", unknown.why);
}

#[test]
fn a_clause_that_is_never_evaluated_to_its_end_gives_no_tick() {
    let checked = check_with(
        r#"
        //? sum unknown
        //? early unknown
        class Clause {
            //@ ensures \result == (\sum int i; 0 <= i && i < 64; (x >> i & 1) == 0 ? 3 : 5);
            static long sum(long x) {
                return 1000;
            }
            //@ ensures \result == 7;
            //@ signals (IllegalArgumentException e) x < 0;
            static int early(int x) {
                if (x < 0) {
                    throw new IllegalArgumentException();
                }
                for (int i = 0; i < 40; i++) {
                    x = (x & 1 << i % 31) == 0 ? x | 2 : x | 4;
                }
                return 8;
            }
        }
        "#,
        // Merging would decide them.
        |options| options.strategy = Strategy::LazierSharp,
    );
    for method in ["sum", "early"] {
        let unknown = &checked.method(method).unknowns[0];
        assert_eq!(unknown.reason, Reason::NothingExplored, "{}", unknown.why);
        assert!(unknown.why.contains("ensures"), "{}", unknown.why);
    }
    // The clause's own line, not the closing brace that generated code stands on.
    assert_eq!(checked.method("sum").cuts[0].line, 5);
}

#[test]
fn a_cut_in_a_model_method_is_told_where_the_method_stands() {
    let checked = check(
        r#"
        //? add holds-to-bound
        class L {
            int value; /*@ nullable @*/ L next;
            /*@ public static pure model boolean positive(nullable L n) {
                  return n == null || n.value > 0 && positive(n.next);
                } @*/
            //@ requires positive(this);
            //@ ensures \result > 0;
            int add() {
                return value;
            }
        }
        "#,
    );
    let cuts = &checked.method("add").cuts;
    assert!(!cuts.is_empty());
    assert!(cuts.iter().all(|cut| cut.line == 5), "{cuts:?}");
}

#[test]
fn a_case_that_never_applies_is_named() {
    let checked = check(
        r#"
        //? sign holds
        class Never {
            //@ requires x > 0;
            //@ ensures \result == 1;
            //@ also
            //@ requires x < 0 && x > 10;
            //@ ensures \result == 2;
            //@ also
            //@ requires x < -5;
            //@ ensures \result == 1;
            static int sign(int x) {
                return 1;
            }
        }
        "#,
    );
    let warnings = &checked.method("sign").warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0].kind, "vacuous");
    assert_eq!(warnings[0].place.range.start.line, 7);
}

#[test]
fn a_write_outside_the_frame_is_reported_at_the_statement() {
    let checked = check(
        r#"
        //? set violated assignable
        class Frame {
            int a;
            int b;
            //@ assignable a;
            void set(int x) {
                a = x;
                b = x;
            }
        }
        "#,
    );
    assert_eq!(checked.violation("set").at.range.start.line, 9);
}

#[test]
fn overflow_is_a_warning_and_not_a_violation() {
    let checked = check(
        r#"
        //? twice holds overflow
        //? minus holds overflow
        class Overflow {
            static int twice(int x) {
                return x + x;
            }
            static long minus(long x) {
                return -x;
            }
        }
        "#,
    );
    assert_eq!(
        checked.violation("minus").message,
        "the negation overflows for x = -9223372036854775808L"
    );
    assert_eq!(
        checked.violation("twice").severity,
        proviso_report::Severity::Warning
    );
}

#[test]
fn a_callees_precondition_is_checked_at_the_call() {
    let checked = check(
        r#"
        //? half violated requires-at-call
        class Calls {
            //@ requires x >= 0;
            static int root(int x) {
                return x / 3;
            }
            static int half(int y) {
                return root(y);
            }
        }
        "#,
    );
    let violation = checked.violation("half");
    assert_eq!(violation.at.range.start.line, 9);
    assert!(
        violation.message.contains("Calls.root"),
        "{}",
        violation.message
    );
}

#[test]
fn a_line_no_input_reaches_is_named() {
    let checked = check(
        r#"
        //? sign holds
        class Dead {
            //@ requires x > 0;
            static int sign(int x) {
                if (x < 0) {
                    return -1;
                }
                return 1;
            }
        }
        "#,
    );
    let warnings = &checked.method("sign").warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0].kind, "unreachable");
    assert_eq!(warnings[0].place.range.start.line, 7);
}

#[test]
fn an_inner_object_has_its_outer_one() {
    check(
        r#"
        //? bump holds
        class Outer {
            int count;
            class Inner {
                //@ requires count < 100;
                //@ ensures count == \old(count) + 1;
                void bump() {
                    count++;
                }
            }
        }
        "#,
    );
}

#[test]
fn a_parameter_keeps_the_invariants_of_the_class_it_has() {
    check(
        r#"
        //? total holds
        class Shapes {
            static abstract class Shape {
                int w;
                //@ public invariant w >= 0 && w < 1000;
                abstract int area();
            }

            static class Square extends Shape {
                int area() { return w * w; }
            }

            static class Rectangle extends Shape {
                int h;
                //@ public invariant h >= 0 && h < 1000;
                int area() { return w * h; }
            }

            //@ ensures \result >= 0;
            static int total(Shape a, Shape b) {
                return a.area() / 2 + b.area() / 2;
            }
        }
        "#,
    );
}

#[test]
fn what_is_compared_is_of_one_type() {
    let checked = check(
        r#"
        class Greatest {
            enum Color { RED, GREEN }

            static <T extends Comparable<T>> T max(T a, T b) {
                return a.compareTo(b) >= 0 ? a : b;
            }
        }
        "#,
    );
    let method = checked.method("max");
    assert!(method.violations.is_empty(), "{}", support::summary(method));
}

#[test]
fn reach_follows_what_is_not_known_yet() {
    check(
        r#"
        //? reverse violated ensures
        //? apart holds-to-bound
        //? ring holds-to-bound
        //? cells violated ensures
        //? deep violated ensures
        class Reach {
            static class Node {
                /*@ nullable */ Node next;
                /*@ nullable */ Node[] others;
            }
            static class Plain {
                /*@ nullable */ Plain next;
            }
            static class Thin {
            }
            static class Fat extends Thin {
                /*@ nullable */ Thin inside;
            }

            //@ requires !\reach(n.next).has(n);
            //@ ensures n.next == null;
            static void reverse(Plain n) {
            }

            //@ requires n.next != null && !\reach(n.next).has(n);
            //@ ensures n.next.next != n;
            static void apart(Plain n) {
            }

            //@ requires \reach(n.next).has(n);
            //@ ensures n.next != null;
            static void ring(Plain n) {
            }

            //@ requires n.others != null && n.others.length == 1 && n.next == null;
            //@ ensures !\reach(n.others).has(n);
            static void cells(Node n) {
            }

            //@ requires m != n;
            //@ ensures !\reach(n).has(m);
            static void deep(Thin n, Thin m) {
            }
        }
        "#,
    );
}

#[test]
fn a_length_that_the_contract_fixes_needs_no_bound() {
    check(
        r#"
        //? clear violated ensures
        //? fill holds
        class Queue {
            int rear;
            final int[] q = new int[20];
            //@ invariant 0 <= rear && rear <= 20 && q.length == 20;

            //@ old int[] before = q.clone();
            //@ assignable q[*];
            //@ ensures q[7] == before[7];
            void clear() {
                q[7] = q[7] + 1;
            }

            //@ assignable q[*];
            //@ ensures (\forall int i; 0 <= i && i < 20; q[i] == 3);
            void fill() {
                for (int i = 0; i < 20; i++) {
                    q[i] = 3;
                }
            }
        }
        "#,
    );
}
