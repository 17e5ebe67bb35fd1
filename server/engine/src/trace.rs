//! The lines a path went through and what they changed, recorded cheaply: one small entry each time a project line is
//! entered, and one for each variable that is written.

use crate::classes::{ClassId, MethodId};
use crate::persistent::SharedVec;
use crate::state::State;
use crate::value::{ObjectId, Value};
use proviso_terms::Term;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineVisit {
    pub method: MethodId,
    /// Instruction index at which the line was entered.
    pub at: u32,
    pub line: u16,
    pub depth: u16,
}

/// Something that got a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A frame was entered: its other variables are new. The value is none.
    Frame(MethodId),
    /// A local variable, as it is called from instruction `at` on.
    Local {
        method: MethodId,
        slot: u16,
        at: u32,
    },
    Field {
        object: ObjectId,
        class: ClassId,
        slot: u16,
    },
    Static {
        class: ClassId,
        slot: u16,
    },
    Element {
        array: ObjectId,
        index: Term,
    },
    /// The result of a call that was not executed.
    Answer(MethodId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// So many lines had been noted.
    pub after: u32,
    pub depth: u16,
    pub target: Target,
    pub value: Value,
}

#[derive(Debug, Clone, Default)]
pub struct Trace {
    stops: SharedVec<LineVisit>,
    changes: SharedVec<Change>,
}

impl Trace {
    /// Notes a line, unless it is the one noted last (same method, same depth).
    pub fn note(&mut self, stop: LineVisit) {
        if let Some(last) = self.stops.last()
            && (last.method, last.line, last.depth) == (stop.method, stop.line, stop.depth)
        {
            return;
        }
        self.stops.push(stop);
    }

    pub fn iter(&self) -> impl Iterator<Item = &LineVisit> {
        self.stops.iter()
    }

    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter()
    }

    /// Lines, not changes: how long the path is to a reader.
    pub fn len(&self) -> usize {
        self.stops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }
}

impl State {
    /// Whether the body under check is being executed: not the clauses around it, nor what they call.
    pub(crate) fn in_body(&self) -> bool {
        let frame = self.top();
        self.epoch == 1
            && frame.method.project
            && !frame.method.is_spec()
            && !frame.aside
            && frame.past.is_none()
    }

    pub(crate) fn depth(&self) -> u16 {
        self.frames.len().min(usize::from(u16::MAX)) as u16
    }

    /// Notes what the body under check wrote.
    pub(crate) fn note_change(&mut self, target: Target, value: Value) {
        if self.in_body() {
            let change = Change {
                after: self.trace.stops.len() as u32,
                depth: self.depth(),
                target,
                value,
            };
            self.trace.changes.push(change);
        }
    }

    /// Notes what a local variable holds from the next instruction on.
    pub(crate) fn note_local(&mut self, slot: u16, value: Value) {
        let frame = self.top();
        let target = Target::Local {
            method: frame.method.id,
            slot,
            at: frame.at + 1,
        };
        self.note_change(target, value);
    }

    /// Notes what a frame starts with.
    pub(crate) fn note_entry(&mut self) {
        let frame = self.top();
        let method = frame.method.id;
        let locals = frame.locals.clone();
        self.note_change(Target::Frame(method), Value::Unset);
        for (slot, value) in locals.into_iter().enumerate() {
            if value != Value::Unset {
                let slot = slot as u16;
                self.note_change(
                    Target::Local {
                        method,
                        slot,
                        at: 0,
                    },
                    value,
                );
            }
        }
    }
}
