//! A method's body: instructions, exception table, line numbers, local variable names.

use crate::constant::ClassRef;
use crate::insn::Insn;
use crate::name::Name;
use std::sync::Arc;

/// One decoded `Code` attribute. Positions are instruction indices unless they are called `pc`.
#[derive(Debug, Clone)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub insns: Vec<Insn>,
    /// The byte offset of each instruction, ascending.
    pub pcs: Vec<u32>,
    /// In the order they are tried.
    pub handlers: Vec<Handler>,
    /// Sorted by start.
    pub lines: Vec<LineEntry>,
    pub locals: Vec<LocalVariable>,
}

#[derive(Debug, Clone)]
pub struct Handler {
    /// First index covered.
    pub start: u32,
    /// First index no longer covered.
    pub end: u32,
    pub target: u32,
    /// `None` catches everything.
    pub catch: Option<Arc<ClassRef>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineEntry {
    pub start: u32,
    pub line: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalVariable {
    /// The indices `start..end` in which the variable has a value.
    pub start: u32,
    pub end: u32,
    pub name: Name,
    pub descriptor: Name,
    pub slot: u16,
}

impl Code {
    /// The source line of an instruction, if the class was compiled with line numbers.
    pub fn line(&self, index: u32) -> Option<u16> {
        let after = self.lines.partition_point(|e| e.start <= index);
        after.checked_sub(1).map(|i| self.lines[i].line)
    }

    pub fn pc(&self, index: u32) -> Option<u32> {
        self.pcs.get(index as usize).copied()
    }

    /// The instruction that starts at this byte offset.
    pub fn index_of_pc(&self, pc: u32) -> Option<u32> {
        self.pcs.binary_search(&pc).ok().map(|i| i as u32)
    }

    /// Handlers that cover this instruction, in the order they are tried.
    pub fn handlers_at(&self, index: u32) -> impl Iterator<Item = &Handler> {
        self.handlers
            .iter()
            .filter(move |h| h.start <= index && index < h.end)
    }

    /// The variable that lives in this slot at this instruction.
    pub fn local_at(&self, slot: u16, index: u32) -> Option<&LocalVariable> {
        self.locals
            .iter()
            .find(|v| v.slot == slot && v.start <= index && index < v.end)
    }
}
