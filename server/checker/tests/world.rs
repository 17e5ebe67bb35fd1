//! `--world open`: an unknown object may be of a subclass that nobody has written yet.

mod support;

use proviso_project::World;
use support::{Checked, check, check_with};

fn open(text: &str) -> Checked {
    check_with(text, |options| options.world = World::Open)
}

const NO_CONTRACT: &str = r#"
    class User {
        static class Shape {
            int area() { return 1; }
        }

        //@ requires s != null;
        //@ ensures \result == 1;
        int ask(Shape s) { return s.area(); }

        //@ requires s != null;
        //@ ensures \result == 2;
        int ignore(Shape s) { return s.area() == 1 ? 2 : 2; }
    }
"#;

#[test]
fn a_subclass_nobody_knows_may_answer_anything() {
    let closed = check(&format!("//? ask holds\n//? ignore holds\n{NO_CONTRACT}"));
    drop(closed);
    // No alarm, because no JVM can show it; and what holds for any answer still does, with what it takes for granted.
    let text = format!("//? ask unknown\n//? ignore holds-to-bound\n{NO_CONTRACT}");
    let report = open(&text).report;
    let ask = report.methods.iter().find(|m| m.id.contains(".ask("));
    let reasons = format!("{:?}", ask.expect("ask").unknowns);
    assert!(
        reasons.contains("area") && reasons.contains("rests on"),
        "{reasons}"
    );
    let ignore = report.methods.iter().find(|m| m.id.contains(".ignore("));
    let warnings = format!("{:?}", ignore.expect("ignore").warnings);
    assert!(warnings.contains("taken for granted"), "{warnings}");
}

#[test]
fn its_contract_is_all_that_is_known_of_it() {
    let report = open(
        r#"
        //? weak holds
        //? strong unknown
        class User {
            static class Shape {
                //@ ensures \result >= 0;
                //@ signals_only \nothing;
                /*@ pure @*/ int area() { return 1; }
            }

            //@ requires s != null;
            //@ ensures \result >= 0;
            int weak(Shape s) { return s.area(); }

            //@ requires s != null;
            //@ ensures \result == 1;
            int strong(Shape s) { return s.area(); }
        }
        "#,
    )
    .report;
    let weak = report.methods.iter().find(|m| m.id.contains(".weak("));
    let rests_on = format!("{:?}", weak.expect("weak").rests_on);
    assert!(rests_on.contains("area"), "{rests_on}");
}

#[test]
fn a_real_violation_is_still_found_and_confirmed() {
    open(
        r#"
        //? ask violated ensures confirmed
        class User {
            static class Shape {
                int area() { return 1; }
            }

            //@ requires s != null;
            //@ ensures \result == 2;
            int ask(Shape s) { return s.area(); }
        }
        "#,
    );
}

#[test]
fn classes_that_cannot_be_extended_are_as_in_a_closed_world() {
    open(
        r#"
        //? askFinal holds
        //? askHidden holds
        //? askMade holds
        //? askOwn holds
        class User {
            static final class Fixed {
                int area() { return 1; }
            }
            private static class Hidden {
                int area() { return 1; }
            }
            static class Made {
                private Made() { }
                int area() { return 1; }
            }
            static class Own {
                final int area() { return 1; }
            }

            //@ requires s != null;
            //@ ensures \result == 1;
            int askFinal(Fixed s) { return s.area(); }

            //@ requires s != null;
            //@ ensures \result == 1;
            int askHidden(Hidden s) { return s.area(); }

            //@ requires s != null;
            //@ ensures \result == 1;
            int askMade(Made s) { return s.area(); }

            //@ requires s != null;
            //@ ensures \result == 1;
            int askOwn(Own s) { return s.area(); }
        }
        "#,
    );
}
