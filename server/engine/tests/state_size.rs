//! How many bytes a state that was put aside keeps for itself. Alone in its program: it measures the process.

mod common;

use common::{options, subjects};
use proviso_engine::*;

#[test]
fn a_hundred_thousand_states_fit_into_two_gibibytes() {
    const STATES: usize = 2000;
    let mut machine = Machine::new(subjects(), options(4), Box::new(NoHooks)).expect("a machine");
    let method = machine
        .find_method("Bst", "proviso$check$1", "(I)V")
        .expect("the method");
    let states = machine.some_states(&method, STATES);
    assert!(states.len() > STATES / 2, "{} states", states.len());
    let before = resident();
    // Copies that were written to, as a forked state is: nothing of the top frame is shared any more.
    let copies: Vec<State> = (0..20)
        .flat_map(|_| states.iter().cloned())
        .map(|mut st| {
            st.top_mut().push(Value::NULL);
            st.writes += 1;
            st
        })
        .collect();
    let each = resident().saturating_sub(before) / copies.len();
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
