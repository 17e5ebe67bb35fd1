//! Executions that keep their contract: what covering tests are written from.

use serde::{Deserialize, Serialize};

use crate::{ClauseText, Heap, Input, Outcome, Step};

/// One way a conditional instruction of the user's code went.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Branch {
    /// As Java names it.
    pub class: String,
    /// Name and descriptor.
    pub method: String,
    /// 0 when it belongs to no line.
    pub line: u32,
    /// Index of the instruction, and of the one it went to.
    pub at: u32,
    pub to: u32,
    /// Its number among the conditional instructions of the method, which has `of`, and the number of the way it went:
    /// they are the same in the user's class and in the one that was checked.
    #[serde(default)]
    pub nth: u32,
    #[serde(default)]
    pub of: u32,
    #[serde(default)]
    pub way: u32,
}

/// One path with an input that takes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathCase {
    pub inputs: Vec<Input>,
    pub outcome: Outcome,
    pub trace: Vec<Step>,
    pub branches: Vec<Branch>,
    /// The clauses that were checked when it ended, and are true.
    pub clauses: Vec<ClauseText>,
    pub heap_before: Heap,
    pub heap_after: Heap,
}

/// The paths chosen for one method.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PathCases {
    pub cases: Vec<PathCase>,
    /// Branches in the method and the project methods it reaches: covered by the cases, covered by some path that
    /// keeps its contract, and all there are.
    pub covered: u32,
    pub coverable: u32,
    pub total: u32,
    /// All complete paths, also those that break the contract.
    pub paths: u64,
    /// No bound cut and nothing was unknown.
    pub complete: bool,
    /// Why paths have no case.
    pub notes: Vec<String>,
}
