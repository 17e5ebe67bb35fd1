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
