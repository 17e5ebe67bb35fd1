//! How many bytes a state that was put aside keeps for itself. Alone in its program: it measures the process.

mod common;

use common::{options, subjects};
use proviso_engine::*;

#[test]
fn a_hundred_thousand_states_fit_into_two_gibibytes() {
    const STATES: usize = 20_000;
    let mut machine = Machine::new(subjects(), options(4), Box::new(NoHooks)).expect("a machine");
    let method = machine
        .find_method("Bst", "proviso$check$1", "(I)V")
        .expect("the method");
    // Classes and what else is there only once.
    machine.some_states(&method, 200);
    let before = resident();
    let states = machine.some_states(&method, STATES);
    assert_eq!(states.len(), STATES);
    // With all the terms, models and facts that were made on the way: more than the states alone.
    let each = resident().saturating_sub(before) / states.len();
    println!("{each} bytes per state");
    assert!(each < 20 * 1024, "{each} bytes per state");
}

/// Bytes of memory this process uses.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages: usize = text
        .split_whitespace()
        .nth(1)
        .and_then(|p| p.parse().ok())
        .expect("a number");
    pages * 4096
}
