//! Unknown inputs and the JDK: what forks, what does not, and what is refused with its name.

mod common;

use common::{Run, options, run};

fn explore(name: &str, descriptor: &str) -> Run {
    run(options(3), "Library", name, descriptor)
}

const INT: &str = "(I)I";
const STRING: &str = "(Ljava/lang/String;)I";

#[test]
fn a_message_with_an_unknown_number_does_not_fork() {
    let run = explore("message", INT).complete();
    assert_eq!(
        (run.paths(), run.threw("java/lang/IllegalArgumentException")),
        (2, 1)
    );
}

#[test]
fn an_exception_that_is_told_an_unknown_index_does_not_fork() {
    let run = explore("outOfRange", INT).complete();
    let arrays = run.threw("java/lang/ArrayIndexOutOfBoundsException");
    let others = run.threw("java/lang/IndexOutOfBoundsException");
    assert_eq!((run.paths(), arrays, others), (3, 1, 1));
}

#[test]
fn the_message_with_the_index_is_there_for_whoever_reads_it() {
    let run = explore("readRange", INT).decided();
    // "String index out of range: -5"
    let results = &run.seen.borrow().results;
    assert!(results.iter().any(|r| r == "29"), "{results:?}");
    assert!(results.iter().all(|r| r == "29" || r == "0"), "{results:?}");
}

#[test]
fn a_message_with_a_box_of_the_input_forks_over_null_at_most() {
    let run = explore("boxed", "(Ljava/lang/Integer;)I").complete();
    assert!(run.paths() <= 2, "{} paths", run.paths());
}

#[test]
fn a_formatted_message_does_not_fork_either() {
    let run = explore("formatted", INT).complete();
    assert_eq!(
        (run.paths(), run.threw("java/lang/IllegalArgumentException")),
        (2, 1)
    );
}

#[test]
fn a_text_that_is_read_is_made_then() {
    let run = explore("readMessage", "(I)Z").decided();
    assert_eq!(run.threw("java/lang/IllegalStateException"), 0);
    // One digit; two that are 13; two that are not.
    assert_eq!(run.paths(), 3);
}

#[test]
fn an_unknown_string_equals_a_literal_or_not() {
    // Null, another object: the comparison itself is one condition.
    let run = explore("literal", STRING).complete();
    assert_eq!(run.paths(), 3);
}

#[test]
fn a_switch_over_an_unknown_string_reaches_every_case() {
    let run = explore("switched", STRING).decided();
    let mut results = run.seen.borrow().results.clone();
    results.sort();
    results.dedup();
    assert_eq!(results, ["0", "1", "2"]);
    assert_eq!(run.threw("java/lang/NullPointerException"), 1);
}

#[test]
fn the_first_character_of_an_empty_string_is_out_of_bounds() {
    let run = explore("first", "(Ljava/lang/String;)C").complete();
    assert_eq!(run.threw("java/lang/StringIndexOutOfBoundsException"), 1);
    assert_eq!(run.seen.borrow().returned, 1);
}

#[test]
fn boxes_are_the_same_object_only_in_the_range_of_the_cache() {
    let run = explore("boxes", "(II)Z").complete();
    assert_eq!(run.paths(), 2);
    let run = explore("sameCached", "(I)Z").complete();
    assert_eq!(run.paths(), 2);
    let run = explore("equalBoxes", "(II)Z").complete();
    assert_eq!(run.paths(), 2);
}

#[test]
fn maximum_and_absolute_value_do_not_fork() {
    assert_eq!(explore("max", "(II)I").complete().paths(), 1);
}

#[test]
fn an_unknown_element_is_looked_up_in_a_list() {
    // Equal to the first, to the second, to neither.
    assert_eq!(explore("list", "(II)Z").complete().paths(), 3);
}

#[test]
fn lambdas_box_and_unbox_without_forking() {
    assert_eq!(explore("lambda", INT).complete().paths(), 1);
}

#[test]
fn an_unseeded_generator_gives_every_number_below_its_bound() {
    let run = explore("random", "()I").complete();
    let mut results = run.seen.borrow().results.clone();
    results.sort();
    assert_eq!(results, ["10", "20", "30"]);
}

#[test]
fn printing_is_swallowed() {
    assert_eq!(explore("printed", INT).complete().paths(), 1);
}

#[test]
fn the_clock_shows_any_time() {
    assert_eq!(explore("clock", "()I").complete().paths(), 2);
}

#[test]
fn copying_from_an_unknown_array_checks_null_and_length() {
    let run = explore("copied", "([I)I").decided();
    assert_eq!(run.threw("java/lang/NullPointerException"), 1);
    assert_eq!(run.threw("java/lang/ArrayIndexOutOfBoundsException"), 1);
    assert_eq!(run.seen.borrow().returned, 1);
}

#[test]
fn a_square_root_is_a_term_and_a_sine_is_unknown() {
    assert_eq!(explore("root", "(D)D").decided().paths(), 2);
    let run = explore("unmodelled", "(D)D");
    let unknown = run.seen.borrow().unknown.clone();
    assert_eq!(unknown, ["java.lang.Math.sin(D)D of an unknown number"]);
}

#[test]
fn records_compare_their_components() {
    assert_eq!(explore("records", "(II)Z").complete().paths(), 2);
}

#[test]
fn an_optional_filters_an_unknown_value() {
    assert_eq!(explore("optional", "(I)Z").complete().paths(), 2);
}
