//! Path counts of small methods: branches, loops, exceptions, aliasing, arrays, dispatch.

mod common;

use common::{Recorder, options, run, run_with};
use proviso_engine::*;

const INT: &str = "(I)I";
const INTS: &str = "(II)I";

#[test]
fn a_conditional_has_two_paths() {
    let run = run(options(3), "Arith", "abs", INT).complete();
    assert_eq!(run.paths(), 2);
}

#[test]
fn division_by_zero_is_a_path_of_its_own() {
    let division = run(options(3), "Arith", "div", INTS).complete();
    assert_eq!(
        (
            division.paths(),
            division.threw("java/lang/ArithmeticException")
        ),
        (2, 1)
    );
    let remainder = run(options(3), "Arith", "longDiv", "(JJ)J").complete();
    assert_eq!(remainder.threw("java/lang/ArithmeticException"), 1);
    assert_eq!(
        run(options(3), "Arith", "caught", INTS)
            .complete()
            .seen
            .borrow()
            .returned,
        2
    );
}

#[test]
fn calls_multiply_the_paths_of_the_callee() {
    assert_eq!(
        run(options(3), "Arith", "callsSign", INTS)
            .complete()
            .paths(),
        9
    );
}

#[test]
fn infeasible_branches_are_not_taken() {
    let run = run(options(3), "Arith", "correlated", INT).complete();
    assert!(run.seen.borrow().threw.is_empty());
}

#[test]
fn a_symbolic_loop_is_cut_at_its_bound_and_a_concrete_one_is_not() {
    let mut few = options(3);
    few.bounds.loops = 4;
    let symbolic = run(few.clone(), "Arith", "sumTo", INT).decided();
    let cuts: Vec<_> = symbolic
        .summary
        .cuts
        .0
        .iter()
        .map(|((b, s), n)| (b.name(), s.line, *n))
        .collect();
    assert_eq!(cuts, [("loop", Some(11), 1)]);
    assert_eq!(symbolic.paths(), 5);
    let concrete = run(few, "Arith", "fixedLoop", "()I").complete();
    assert_eq!(concrete.seen.borrow().results.len(), 1);
    assert!(
        concrete.seen.borrow().results[0].contains("499500"),
        "{:?}",
        concrete.seen.borrow().results
    );
}

#[test]
fn a_switch_has_one_path_per_target() {
    assert_eq!(run(options(3), "Arith", "sw", INT).complete().paths(), 4);
}

#[test]
fn recursion_is_cut_at_the_call_depth() {
    let mut shallow = options(3);
    shallow.bounds.call_depth = 5;
    let run = run(shallow, "Arith", "fact", INT).decided();
    assert!(
        run.summary
            .cuts
            .0
            .keys()
            .any(|(b, _)| *b == Bound::CallDepth)
    );
}

#[test]
fn shift_distances_and_the_smallest_int_are_as_in_java() {
    let shifts = run(options(3), "Arith", "shifts", INT).complete();
    assert!(
        shifts.seen.borrow().results[0].contains('0'),
        "{:?}",
        shifts.seen.borrow().results
    );
    let min = run(options(3), "Arith", "minByMinusOne", "()I").complete();
    assert!(
        min.seen.borrow().results[0].contains("-2147483648"),
        "{:?}",
        min.seen.borrow().results
    );
}

#[test]
fn swap_has_20_6_and_2_paths() {
    for (strategy, paths) in [
        (Strategy::Lazy, 20),
        (Strategy::Lazier, 6),
        (Strategy::LazierSharp, 2),
    ] {
        let run = run(
            Options {
                strategy,
                ..options(3)
            },
            "SwapDriver",
            "proviso$check$1",
            "(LNode;)V",
        )
        .complete();
        assert_eq!(run.paths(), paths, "{}", strategy.name());
    }
}

#[test]
fn list_length_is_cut_at_k_and_counts_each_length_and_each_cycle() {
    // Lengths 1..=k+1 without cycles; on cycles the loop never ends, whatever it counts, which is noticed.
    let run = run(options(2), "Node", "length", "()I").decided();
    assert_eq!(run.paths(), 3);
    assert!(run.summary.cuts.0.keys().any(|(b, _)| *b == Bound::K));
    assert!(run.summary.cuts.0.keys().any(|(b, _)| *b == Bound::Loop));
    assert!(
        run.summary.stats.instructions < 5000,
        "{:?}",
        run.summary.stats
    );
}

#[test]
fn a_loop_that_comes_back_to_the_same_state_is_noticed() {
    let run = run(options(2), "Node", "last", "()LNode;").decided();
    assert_eq!(run.paths(), 3);
    assert!(run.summary.cuts.0.keys().any(|(b, _)| *b == Bound::Loop));
    assert!(
        run.summary.stats.instructions < 5000,
        "{:?}",
        run.summary.stats
    );
}

#[test]
fn equality_of_references_resolves_only_what_it_must() {
    let same = run(options(3), "Node", "same", "(LNode;LNode;)Z").complete();
    // null/null, null/object, object/null, same object, two objects.
    assert_eq!(same.paths(), 5);
    assert_eq!(
        run(options(3), "Node", "newIsNotInput", "(LNode;)Z")
            .complete()
            .paths(),
        1
    );
}

#[test]
fn instanceof_of_null_is_false_and_casts_throw() {
    let test = run(options(3), "Node", "isNode", "(Ljava/lang/Object;)Z").complete();
    assert_eq!(test.paths(), 3);
    let cast = run(options(3), "Node", "cast", "(Ljava/lang/Object;)I").complete();
    assert_eq!(cast.threw("java/lang/ClassCastException"), 1);
    assert_eq!(cast.threw("java/lang/NullPointerException"), 1);
    assert_eq!(cast.paths(), 3);
}

#[test]
fn aliased_arguments_are_found() {
    let run = run(options(3), "Node", "aliased", "(LNode;LNode;)I").complete();
    let mut results = run.seen.borrow().results.clone();
    results.sort();
    assert_eq!(results.len(), 2);
    assert!(
        results[0].contains('1') && results[1].contains('2'),
        "{results:?}"
    );
}

#[test]
fn array_access_forks_over_bounds_and_seen_indices() {
    let get = run(options(3), "Cells", "get", "([II)I").complete();
    assert_eq!(
        (
            get.paths(),
            get.threw("java/lang/ArrayIndexOutOfBoundsException")
        ),
        (3, 1)
    );
    // null, first out, second out, same cell, other cell
    let twice = run(options(3), "Cells", "twice", "([III)I").complete();
    assert_eq!(twice.paths(), 5);
    let local = run(options(3), "Cells", "local", INT).complete();
    assert_eq!(local.paths(), 2);
    let make = run(options(3), "Cells", "make", "(I)[I").complete();
    assert_eq!(make.threw("java/lang/NegativeArraySizeException"), 1);
}

#[test]
fn the_array_bound_cuts_further_elements() {
    let run = run(options(2), "Cells", "sumFirst", "([II)I").decided();
    assert!(run.summary.cuts.0.keys().any(|(b, _)| *b == Bound::Array));
}

#[test]
fn insertion_sort_has_a_path_per_permutation() {
    // null, and the sum of i! for i = 1..=k: lengths 0 and 1 take the same path.
    for (k, paths) in [(1, 2), (2, 4), (3, 10)] {
        let run = run(options(k), "Cells", "sort", "([I)V").decided();
        assert_eq!(run.paths(), paths, "k={k}");
    }
}

#[test]
fn arrays_of_arrays_keep_their_values() {
    let run = run(options(3), "Cells", "gridValue", "()I").complete();
    assert!(run.seen.borrow().results[0].contains('7'));
}

#[test]
fn dispatch_forks_once_per_implementation() {
    let area = run(options(3), "Shapes", "area", "(LShape;)I").complete();
    assert_eq!(area.paths(), 3);
    assert_eq!(
        run(options(3), "Shapes", "both", "(LShape;)I")
            .complete()
            .paths(),
        3
    );
}

#[test]
fn an_enum_parameter_is_null_or_one_of_the_constants() {
    let run = run(options(3), "Shapes", "colour", "(LShapes$Colour;)I").complete();
    assert_eq!(run.paths(), 4);
}

#[test]
fn unknown_comparisons_are_a_total_order() {
    let run = run(
        options(3),
        "Shapes",
        "compare",
        "(Ljava/lang/Comparable;Ljava/lang/Comparable;Ljava/lang/Comparable;)I",
    )
    .complete();
    assert_eq!(run.threw("java/lang/IllegalStateException"), 0);
}

#[test]
fn overflow_is_reported_once_and_execution_goes_on() {
    let recorder = Recorder::default();
    recorder.0.borrow_mut().overflow = true;
    let run = run_with(options(3), recorder, "Arith", "abs", INT).complete();
    let seen = run.seen.borrow();
    assert_eq!(seen.violations.len(), 1);
    assert!(matches!(
        seen.violations[0].kind,
        ViolationKind::Overflow { .. }
    ));
    assert_eq!(run.paths(), 2);
}
