//! Which instructions and branches of project methods were executed.

use crate::classes::MethodId;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, Default)]
pub struct MethodCoverage {
    /// By instruction index.
    pub instructions: Vec<bool>,
    /// (instruction, target) of every way a conditional instruction went.
    pub branches: BTreeSet<(u32, u32)>,
}

impl MethodCoverage {
    /// Takes in what other paths covered of the same method.
    pub fn absorb(&mut self, other: MethodCoverage) {
        let length = self.instructions.len().max(other.instructions.len());
        self.instructions.resize(length, false);
        for (ran, too) in self.instructions.iter_mut().zip(other.instructions) {
            *ran |= too;
        }
        self.branches.extend(other.branches);
    }
}

/// One way a conditional instruction went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchTaken {
    pub method: MethodId,
    /// Index of the instruction, and of the one it went to.
    pub at: u32,
    pub to: u32,
}

#[derive(Debug, Clone, Default)]
pub struct Coverage {
    pub methods: BTreeMap<MethodId, MethodCoverage>,
}
