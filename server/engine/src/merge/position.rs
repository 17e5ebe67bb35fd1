//! How far a state has come, so that the one furthest behind is run first. Only what meets depends on it, not what is found.

use crate::machine::Machine;
use crate::state::{Frame, State, Then};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

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
    /// A name that goes by where in the run something happens: the same for all states that have come there by the same rounds, and for
    /// a run under a model. Several at one instruction are counted.
    pub(crate) fn dynamic_name(&mut self, st: &State, what: &str) -> String {
        let mut hasher = std::hash::DefaultHasher::new();
        for frame in &st.frames {
            (frame.method.id, frame.at).hash(&mut hasher);
            self.rounds(frame).hash(&mut hasher);
            if let Then::Native(then) = &frame.then {
                then.data.hash(&mut hasher);
            }
        }
        format!(
            "{what}#{:x}.{}",
            hasher.finish(),
            st.fresh - st.fresh_before
        )
    }

    /// The loops around the current instruction of a frame, outer ones first, and in which round each is.
    pub(crate) fn rounds(&mut self, frame: &Frame) -> Vec<(u32, u32)> {
        let flow = self.flow(&frame.method, &frame.code);
        let around = flow
            .loops
            .iter()
            .filter(|(head, end)| (*head..=*end).contains(&frame.at));
        around
            .map(|&(head, _)| {
                let round = frame.loops.iter().find(|l| l.head == head);
                (head, round.map_or(0, |l| l.iterations))
            })
            .collect()
    }

    pub(crate) fn position(&mut self, st: &State) -> Position {
        let mut steps = Vec::new();
        for frame in &st.frames {
            steps.extend(self.rounds(frame));
            steps.push((frame.at, 0));
        }
        Position(steps, st.frames.len())
    }
}
