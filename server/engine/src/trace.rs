//! The lines a path went through, recorded cheaply: one small entry each time a project line is entered.

use crate::classes::MethodId;
use crate::persistent::SharedVec;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineVisit {
    pub method: MethodId,
    /// Instruction index at which the line was entered.
    pub at: u32,
    pub line: u16,
    pub depth: u16,
}

#[derive(Debug, Clone, Default)]
pub struct Trace {
    stops: SharedVec<LineVisit>,
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

    pub fn len(&self) -> usize {
        self.stops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }
}
