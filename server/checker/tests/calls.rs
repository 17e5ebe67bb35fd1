//! Calls that contracts answer: `--calls contract`, and callees without a body.

mod support;

use proviso_project::Calls;
use proviso_report::{MethodReport, Verdict};
use support::{Checked, check_with};

fn modular(text: &str) -> Checked {
    check_with(text, |options| options.calls = Calls::Contract)
}

fn reasons(method: &MethodReport) -> String {
    let all: Vec<&str> = method.unknowns.iter().map(|u| u.why.as_str()).collect();
    all.join("; ")
}

#[test]
fn a_caller_relies_on_what_the_contract_says_and_the_report_names_it() {
    let checked = modular(
        r#"
        //? sell holds
        //? relyOnContract holds
        //? twice holds
        class Shop {
            int stock;
            int sold;

            //@ requires n > 0;
            //@ assignable stock;
            //@ ensures stock == \old(stock) - n;
            //@ signals_only \nothing;
            void take(int n) {
                stock -= n;
            }

            //@ requires stock >= 10 && sold < 100;
            //@ assignable stock, sold;
            //@ ensures stock == \old(stock) - 3;
            //@ ensures sold == \old(sold) + 1;
            void sell() {
                sold++;
                take(3);
            }

            //@ ensures \result >= 0;
            //@ signals_only \nothing;
            /*@ pure @*/ int price() {
                return 7;
            }

            //@ ensures \result >= 0;
            int relyOnContract() {
                return price();
            }

            //@ ensures \result == 0;
            int twice() {
                return price() - price();
            }
        }
        "#,
    );
    assert_eq!(checked.method("sell").rests_on, ["Shop.take(I)V"]);
    assert!(checked.method("price").rests_on.is_empty());
}

#[test]
fn what_only_the_body_shows_is_unknown_and_never_an_alarm() {
    let checked = modular(
        r#"
        //? relyOnBody unknown
        class Shop {
            //@ ensures \result >= 0;
            //@ signals_only \nothing;
            /*@ pure @*/ int price() {
                return 7;
            }

            //@ ensures \result == 7;
            int relyOnBody() {
                return price();
            }
        }
        "#,
    );
    let method = checked.method("relyOnBody");
    assert!(method.violations.is_empty(), "{}", support::summary(method));
    let why = reasons(method);
    assert!(why.contains("the contract of Shop.price"), "{why}");
    assert!(why.contains("returns 0"), "{why}");
}

#[test]
fn a_violation_that_the_body_shows_too_is_confirmed() {
    modular(
        r#"
        //? sellTwo violated ensures
        //? takeNothing violated requires-at-call
        class Shop {
            int stock;

            //@ requires n > 0;
            //@ assignable stock;
            //@ ensures stock == \old(stock) - n;
            //@ signals_only \nothing;
            void take(int n) {
                stock -= n;
            }

            //@ requires stock == 5;
            //@ ensures stock == 4;
            void sellTwo() {
                take(2);
            }

            void takeNothing() {
                take(0);
            }
        }
        "#,
    );
}

#[test]
fn what_the_frame_of_a_callee_leaves_out_stays_and_what_it_names_does_not() {
    let checked = modular(
        r#"
        //? keeps holds
        //? loses unknown
        //? outside unknown
        class Log {
            int[] log = new int[4];
            int count;

            //@ requires log.length == 4;
            //@ assignable log[0..1];
            //@ ensures log[0] == 1;
            //@ signals_only \nothing;
            void note() {
                log[0] = 1;
            }

            //@ requires log.length == 4;
            //@ ensures log[0] == 1 && log[2] == \old(log[2]) && count == \old(count);
            void keeps() {
                note();
            }

            //@ requires log.length == 4;
            //@ ensures log[1] == \old(log[1]);
            void loses() {
                note();
            }

            //@ requires log.length == 4;
            //@ assignable log[0];
            void outside() {
                note();
            }
        }
        "#,
    );
    assert!(reasons(checked.method("outside")).contains("Log.note"));
}

#[test]
fn a_forgotten_field_may_hold_an_object_made_since() {
    let checked = modular(
        r#"
        //? addNew holds
        //? keepsHead unknown
        class Chain {
            static class Node {
                /*@ nullable @*/ Node next;
                int value;
            }

            /*@ nullable @*/ Node head;

            //@ assignable head;
            //@ ensures head == n;
            //@ signals_only \nothing;
            void put(Node n) {
                head = n;
            }

            //@ assignable head;
            //@ ensures head != null && head.value == 3 && \fresh(head);
            void addNew() {
                Node n = new Node();
                n.value = 3;
                put(n);
            }

            //@ assignable head;
            //@ signals_only \nothing;
            void touch() {
            }

            //@ requires head != null;
            //@ ensures head == \old(head);
            void keepsHead() {
                touch();
            }
        }
        "#,
    );
    assert!(checked.method("keepsHead").violations.is_empty());
}

#[test]
fn a_fresh_result_is_a_new_object_with_the_promised_content() {
    modular(
        r#"
        //? boxed holds
        //? distinct holds
        class Boxes {
            static class Cell {
                int value;
                /*@ nullable @*/ Cell other;
            }

            //@ assignable \nothing;
            //@ ensures \fresh(\result) && \result.value == v && \result.other == c;
            //@ signals_only \nothing;
            static Cell make(int v, /*@ nullable @*/ Cell c) {
                Cell made = new Cell();
                made.value = v;
                made.other = c;
                return made;
            }

            //@ ensures \result.value == 4 && \result.other.value == 5;
            static Cell boxed() {
                Cell inner = new Cell();
                inner.value = 5;
                return make(4, inner);
            }

            //@ ensures \result != c;
            static Cell distinct(Cell c) {
                return make(1, null);
            }
        }
        "#,
    );
}

#[test]
fn exceptions_that_the_contract_allows_are_followed() {
    let checked = modular(
        r#"
        //? caught holds
        //? careless unknown
        class Reader {
            int taken;

            //@ assignable taken;
            //@ ensures taken == \old(taken) + 1 && \result >= 0;
            //@ signals (java.io.IOException e) taken == \old(taken);
            //@ signals_only java.io.IOException;
            int read() throws java.io.IOException {
                taken++;
                return 1;
            }

            //@ requires taken == 0;
            //@ ensures \result == -1 ==> taken == 0;
            //@ ensures \result != -1 ==> taken == 1;
            int caught() {
                try {
                    return read();
                } catch (java.io.IOException e) {
                    return -1;
                }
            }

            //@ public normal_behavior
            //@ ensures true;
            void careless() throws java.io.IOException {
                read();
            }
        }
        "#,
    );
    assert!(reasons(checked.method("careless")).contains("throws java.io.IOException"));
}

#[test]
fn recursion_by_contract_holds_for_all_inputs() {
    modular(
        r#"
        //? sum holds
        class Recursion {
            //@ requires n >= 0 && n <= 1000;
            //@ ensures \result >= n;
            //@ signals_only \nothing;
            static int sum(int n) {
                if (n == 0) {
                    return 0;
                }
                int rest = sum(n - 1);
                return rest > 1000000 ? n : rest + 1;
            }
        }
        "#,
    );
}

#[test]
fn a_callee_without_assignable_may_change_everything() {
    let checked = modular(
        r#"
        //? keeps unknown
        //? local holds
        class Open {
            int x;

            //@ ensures \result > 0;
            int other() {
                return 1;
            }

            //@ ensures x == 1;
            void keeps() {
                x = 1;
                other();
            }

            //@ ensures \result > 0;
            int local() {
                int before = 1;
                int got = other();
                return before;
            }
        }
        "#,
    );
    assert!(checked.method("keeps").violations.is_empty());
}

#[test]
fn a_contract_that_no_answer_satisfies_proves_nothing() {
    let checked = modular(
        r#"
        //? relies unknown
        class Impossible {
            //@ ensures \result > 3 && \result < 2;
            //@ assignable \nothing;
            //@ signals_only \nothing;
            static int odd() {
                return 1;
            }

            //@ ensures false;
            static void relies() {
                odd();
            }
        }
        "#,
    );
    let why = reasons(checked.method("relies"));
    assert!(
        why.contains("no answer satisfies the contract of Impossible.odd"),
        "{why}"
    );
}

#[test]
fn an_interface_without_implementation_answers_by_its_contract() {
    let checked = support::check(
        r#"
        //? total holds
        //? price unknown
        class Basket {
            interface Item {
                //@ ensures \result >= 0 && \result <= 100;
                //@ signals_only \nothing;
                /*@ pure @*/ int price();
            }

            //@ ensures 0 <= \result && \result <= 200;
            static int total(Item a, Item b) {
                return a.price() + b.price();
            }

            //@ ensures \result > 0;
            static int price(Item a) {
                return a.price();
            }
        }
        "#,
    );
    let method = checked.method("total");
    assert_eq!(method.rests_on.len(), 1, "{}", support::summary(method));
    assert!(checked.method("Basket.price").violations.is_empty());
}

#[test]
fn native_methods_answer_by_their_contract() {
    support::check(
        r#"
        //? next holds
        class Native {
            //@ ensures \result >= 0 && \result < 10;
            //@ assignable \nothing;
            //@ signals_only \nothing;
            static native int digit();

            //@ ensures \result >= 1 && \result <= 10;
            static int next() {
                return digit() + 1;
            }
        }
        "#,
    );
}

#[test]
fn without_contract_nor_body_the_answer_is_taken_for_granted() {
    let checked = support::check(
        r#"
        //? ask holds-to-bound
        class Ask {
            interface Source {
                int next();
            }

            //@ ensures \result == 1 || \result == 2;
            static int ask(Source s) {
                return s.next() > 0 ? 1 : 2;
            }
        }
        "#,
    );
    let method = checked.method("ask");
    assert_eq!(method.verdict, Verdict::HoldsToBound);
    assert!(
        method
            .warnings
            .iter()
            .any(|w| w.message.contains("Source.next"))
    );
}

#[test]
fn bodies_beyond_the_bound_on_calls_are_answered_by_contract() {
    let text = r#"
        class Deep {
            //@ requires n >= 0 && n <= 1000;
            //@ ensures \result == 0;
            //@ assignable \nothing;
            //@ signals_only \nothing;
            static int down(int n) {
                return n == 0 ? 0 : down(n - 1);
            }
        }
        "#;
    let shallow = |options: &mut proviso_project::Options| options.bounds.call_depth = 30;
    let checked = check_with(text, shallow);
    let method = checked.method("down");
    assert_eq!(
        method.verdict,
        Verdict::Holds,
        "{}",
        support::summary(method)
    );
    assert_eq!(method.rests_on, ["Deep.down(I)I"]);
    let inlined = check_with(text, |options| {
        shallow(options);
        options.calls = Calls::Inline;
    });
    assert_eq!(inlined.method("down").verdict, Verdict::HoldsToBound);
}
