//! How far a state has come, so that the one furthest behind is run first. Only what meets depends on it, not what is found.

use crate::machine::Machine;
use crate::state::State;
use std::cmp::Ordering;

/// Per frame, from the bottom: for each loop around the instruction its head and the round, then the instruction itself.
#[derive(PartialEq, Eq)]
pub(crate) struct Position(Vec<(u32, u32)>, usize);

impl Ord for Position {
    fn cmp(&self, other: &Position) -> Ordering {
        // A state that has just made a call has come further than one that is about to make it; but one that is in
        // a call is behind one that has returned, whose instruction is a later one.
        self.0.cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Machine {
    pub(crate) fn position(&mut self, st: &State) -> Position {
        let mut steps = Vec::new();
        for frame in &st.frames {
            let flow = self.flow(&frame.method, &frame.code);
            for &(head, end) in &flow.loops {
                if (head..=end).contains(&frame.at) {
                    let round = frame.loops.iter().find(|l| l.head == head);
                    steps.push((head, round.map_or(0, |l| l.iterations)));
                }
            }
            steps.push((frame.at, 0));
        }
        Position(steps, st.frames.len())
    }
}
