//! Drivers as lowering writes them: pre-states, earlier states, frames, exceptions, exact arithmetic.

mod common;

use common::{Run, options, run};
use proviso_engine::*;

fn clauses(run: &Run) -> Vec<u32> {
    let mut ids: Vec<u32> = run
        .seen
        .borrow()
        .violations
        .iter()
        .filter_map(|v| v.clause)
        .collect();
    ids.sort();
    ids.dedup();
    ids
}

fn framed(number: u32, descriptor: &str) -> Run {
    run(
        options(3),
        "Framed",
        &format!("proviso$check${number}"),
        descriptor,
    )
    .decided()
}

#[test]
fn search_tree_insert_and_find_have_the_published_counts() {
    for (k, paths) in [(1, 4), (2, 21), (3, 236)] {
        for driver in [1, 2] {
            let run = run(
                options(k),
                "Bst",
                &format!("proviso$check${driver}"),
                "(I)V",
            )
            .decided();
            assert_eq!(run.paths(), paths, "driver {driver}, k={k}");
            assert_eq!(clauses(&run), [] as [u32; 0]);
        }
    }
}

#[test]
fn search_tree_shapes_are_counted_by_a_method_that_looks_at_no_key() {
    for (k, paths) in [(1, 2), (2, 5), (3, 26)] {
        assert_eq!(
            run(options(k), "Bst", "proviso$check$3", "()V")
                .decided()
                .paths(),
            paths,
            "k={k}"
        );
    }
}

#[test]
fn old_sees_the_tree_before_the_insertion() {
    assert_eq!(
        clauses(&run(options(2), "Bst", "proviso$check$4", "(I)V").decided()),
        [6]
    );
}

#[test]
fn a_write_inside_the_frame_is_no_violation() {
    assert_eq!(clauses(&framed(1, "()V")), [] as [u32; 0]);
    assert_eq!(
        clauses(&framed(4, "()V")),
        [] as [u32; 0],
        "new objects may be written"
    );
}

#[test]
fn a_write_outside_the_frame_is_reported_but_not_when_it_aliases_a_permitted_object() {
    let run = framed(2, "()V");
    assert_eq!(clauses(&run), [11]);
    // other is null, is this, is another object
    assert_eq!((run.paths(), run.seen.borrow().violations.len()), (3, 1));
    assert_eq!(clauses(&framed(5, "()V")), [14]);
}

#[test]
fn array_elements_are_framed_by_range() {
    let run = framed(3, "(I)V");
    assert_eq!(clauses(&run), [12]);
}

#[test]
fn old_of_a_field_written_before_it_was_read_is_the_unknown_initial_value() {
    assert_eq!(clauses(&framed(6, "()V")), [21]);
}

#[test]
fn only_objects_made_by_the_body_are_fresh() {
    assert_eq!(clauses(&framed(7, "(Z)V")), [31]);
}

#[test]
fn implicit_exceptions_are_violations_and_thrown_ones_are_not() {
    let run = framed(8, "(I)V");
    let seen = run.seen.borrow();
    let kinds: Vec<&ViolationKind> = seen.violations.iter().map(|v| &v.kind).collect();
    let expected = ViolationKind::Thrown {
        class: "java/lang/ArithmeticException".into(),
        implicit: true,
    };
    assert_eq!(kinds, [&expected]);
    assert_eq!(&*seen.violations[0].site.method, "divide");
}

#[test]
fn specification_arithmetic_does_not_wrap() {
    assert_eq!(clauses(&framed(9, "(II)V")), [52]);
}

#[test]
fn an_exception_in_a_clause_makes_it_undefined() {
    let run = framed(10, "()V");
    assert_eq!(clauses(&run), [60]);
    assert_eq!(
        run.seen.borrow().violations[0].kind,
        ViolationKind::Undefined
    );
}
