//! Values along a witness: what each line changed, what the parts of the broken clause came to, what stubs answered.

mod support;

use proviso_report::{Replay, Violation, ViolationKind};
use support::{check, check_files};

/// `line depth: name = value, …`, without lines that changed nothing.
fn steps(violation: &Violation) -> Vec<String> {
    let told = violation
        .trace
        .iter()
        .filter(|step| !step.values.is_empty());
    told.map(|step| {
        let values: Vec<String> = step
            .values
            .iter()
            .map(|value| format!("{} = {}", value.name, value.text))
            .collect();
        format!("{} {}: {}", step.line, step.depth, values.join(", "))
    })
    .collect()
}

fn parts(violation: &Violation) -> Vec<(&str, &str)> {
    let values = violation.clause_values.iter();
    values
        .map(|part| (part.expression.as_str(), part.text.as_str()))
        .collect()
}

#[test]
fn each_line_has_the_variables_that_changed_before_it() {
    let checked = check(
        r#"//? sum violated ensures
        class Sum {
            int total;
            //@ requires a.length == 1 && a[0] == -1;
            //@ ensures \result >= 0;
            int sum(int[] a) {
                int s = 0;
                for (int i = 0; i < a.length; i++) {
                    s += twice(a[i]);
                    a[i] = 7;
                }
                total = s;
                return s;
            }
            static int twice(int x) {
                int s = x;
                return s * 2;
            }
        }
        "#,
    );
    let violation = checked.violation_of("sum", ViolationKind::Ensures);
    assert_eq!(
        steps(violation),
        [
            "7 0: a = int[]#2",
            "8 0: s = 0",
            "9 0: i = 0",
            // The callee's own s is another variable.
            "16 1: x = -1",
            "17 1: s = -1",
            "10 0: s = -2",
            "8 0: a[0] = 7",
            "12 0: i = 1",
            "13 0: this.total = -2",
        ]
    );
}

#[test]
fn writes_are_named_by_a_variable_that_refers_to_the_object() {
    let checked = check(
        r#"//? link violated ensures
        class Chain {
            int value;
            /*@ nullable @*/ Chain next;
            //@ requires n != this;
            //@ ensures n.next == null;
            void link(Chain n) {
                Chain fresh = new Chain();
                n.next = fresh;
                n.next.value = 5;
                fresh = null;
                n.next.value = 6;
                value = 1;
            }
        }
        "#,
    );
    let violation = checked.violation_of("link", ViolationKind::Ensures);
    let steps = steps(violation);
    let expected = [
        "fresh = Chain#3",
        "n.next = Chain#3",
        "fresh.value = 5",
        "fresh = null",
        "Chain#3.value = 6",
        "this.value = 1",
    ];
    for value in expected {
        assert!(
            steps.iter().any(|step| step.ends_with(value)),
            "{value}: {steps:#?}"
        );
    }
    let after = violation.heap_after.objects.iter().map(|object| object.id);
    assert!(
        after.collect::<Vec<_>>().contains(&3),
        "the same number as in the picture"
    );
}

#[test]
fn parts_of_a_postcondition_are_evaluated_in_the_states_they_speak_of() {
    let checked = check(
        r#"//? grow violated undefined
        class Bag {
            int size;
            /*@ nullable @*/ Bag next;
            //@ requires size == 3 && next == null;
            //@ ensures size == \old(size) + 1 && get() > Integer.MIN_VALUE || next.size > 0;
            void grow() {
                size += 2;
            }
            /*@ pure @*/ int get() { return size; }
        }
        "#,
    );
    let violation = checked.violation_of("grow", ViolationKind::Undefined);
    assert_eq!(
        parts(violation),
        [
            (
                "size == \\old(size) + 1 && get() > Integer.MIN_VALUE",
                "false"
            ),
            ("size == \\old(size) + 1", "false"),
            ("size", "5"),
            ("\\old(size) + 1", "4"),
            ("\\old(size)", "3"),
            ("get() > Integer.MIN_VALUE", "true"),
            ("get()", "5"),
            ("next.size > 0", UNDEFINED),
            ("next.size", UNDEFINED),
            ("next", "null"),
        ]
        .map(|(name, text)| (
            name,
            if text == UNDEFINED {
                violation_text(violation, name)
            } else {
                text
            }
        ))
    );
    let undefined = violation_text(violation, "next.size");
    assert!(
        undefined.starts_with("undefined (NullPointerException"),
        "{undefined}"
    );
    let place = &violation.clause_values[2].place;
    assert_eq!((place.range.start.line, place.range.start.column), (6, 25));
}

const UNDEFINED: &str = "undefined";

fn violation_text<'v>(violation: &'v Violation, part: &str) -> &'v str {
    let found = violation
        .clause_values
        .iter()
        .find(|value| value.expression == part);
    found.map_or("", |value| &value.text)
}

#[test]
fn a_quantifier_says_for_which_value_it_fails() {
    let checked = check(
        r#"//? fill violated ensures
        class Rows {
            //@ requires a.length == 3;
            //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == 1);
            static void fill(int[] a) {
                a[0] = 1;
                a[1] = 1;
                a[2] = 2;
            }
        }
        "#,
    );
    let violation = checked.violation_of("fill", ViolationKind::Ensures);
    let parts = parts(violation);
    assert_eq!(parts.len(), 1, "{parts:?}");
    assert_eq!(parts[0].1, "false for i = 2");
}

#[test]
fn parts_of_clauses_in_a_body_see_its_variables() {
    let checked = check(
        r#"
        class Body {
            //@ requires n == 3;
            static void round(int n) {
                int i = 0;
                //@ loop_invariant i <= n;
                while (i < n) { i += 2; }
            }
            //@ requires n == 3;
            static void say(int n) {
                int i = n + 1;
                boolean b = i > 1;
                //@ assert !b || (\forall int j; 0 <= j && j < i; j < n);
            }
        }
        "#,
    );
    let invariant = checked.violation_of("round", ViolationKind::LoopInvariant);
    assert_eq!(parts(invariant), [("i", "4"), ("n", "3")]);
    let assertion = checked.violation_of("say", ViolationKind::Assert);
    assert_eq!(violation_text(assertion, "!b"), "false");
    assert_eq!(
        violation_text(assertion, "\\forall int j; 0 <= j && j < i; j < n"),
        "false for j = 3"
    );
}

#[test]
fn without_replay_there_are_steps_but_no_parts() {
    let text = r#"
        class Neg {
            //@ ensures \result > 0;
            static int neg(int x) {
                int y = x;
                return y;
            }
        }
        "#;
    let checked = check_files(&[("Neg.java", text)], |options| options.replay = false);
    let violation = checked.violation("neg");
    assert_eq!(violation.replay, Replay::NotReplayable);
    assert_eq!(steps(violation), ["5 0: x = 0", "6 0: y = 0"]);
    assert!(violation.clause_values.is_empty());
}

#[test]
fn what_a_call_was_made_to_answer_is_an_input() {
    let text = r#"
        class Dice {
            static native int roll();
            //@ ensures \result < 7;
            static int two() {
                return roll() + roll();
            }
        }
        "#;
    let checked = check_files(&[("Dice.java", text)], |options| {
        options.nondet = vec!["Dice.roll".to_owned()];
    });
    let violation = checked.violation_of("two", ViolationKind::Ensures);
    let names: Vec<&str> = violation
        .inputs
        .iter()
        .map(|input| input.name.as_str())
        .collect();
    assert_eq!(names, ["Dice.roll()", "Dice.roll() (call 2)"]);
}

/// The engine and the JVM number new objects each for themselves; a result must not be taken for another object.
#[test]
fn a_result_beside_objects_the_library_made_is_confirmed() {
    check(
        r#"
        import java.util.*;
        //? put violated ensures
        class Put {
            /*@ nullable @*/ Object held;
            //@ ensures \result == null;
            static /*@ nullable @*/ Put put(Map<String, Integer> m, List<String> l) {
                m.put("one", 1);
                l.add("x");
                Put p = new Put();
                p.held = m;
                return p;
            }
        }
        "#,
    );
}
