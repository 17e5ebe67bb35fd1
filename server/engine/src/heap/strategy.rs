//! When an unknown reference that is read gets a value. The strategies of lazy initialisation differ only here;
//! dereferencing, null tests and comparisons resolve whatever is still open (`heap/resolve.rs`).

use crate::heap::lazier::Lazier;
use crate::heap::lazier_sharp::LazierSharp;
use crate::heap::lazy::Lazy;
use crate::heap::pose::Pose;
use crate::heap::summary::Summary;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{Ref, SymbolId};

/// The choices of a strategy.
pub trait HeapStrategy {
    /// The name used in settings and reports.
    fn name(&self) -> &'static str;

    /// An unknown reference has just been read. What is returned may still be the symbol.
    fn read(&self, machine: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    Lazy,
    Lazier,
    #[default]
    LazierSharp,
    /// Nothing forks over aliases: an object per reference (`heap/pose.rs`).
    Pose,
    /// Nothing forks over aliases: references are sets of objects (`heap/summary.rs`).
    Summary,
}

impl Strategy {
    /// Those that follow every shape of the heap by itself.
    pub const ENUMERATING: [Strategy; 3] =
        [Strategy::Lazy, Strategy::Lazier, Strategy::LazierSharp];

    /// References are guarded: a state stands for all heaps that take its branches.
    pub fn is_guarded(self) -> bool {
        matches!(self, Strategy::Pose | Strategy::Summary)
    }

    pub fn rules(self) -> &'static dyn HeapStrategy {
        match self {
            Strategy::Lazy => &Lazy,
            Strategy::Lazier => &Lazier,
            Strategy::LazierSharp => &LazierSharp,
            Strategy::Pose => &Pose,
            Strategy::Summary => &Summary,
        }
    }

    pub fn name(self) -> &'static str {
        self.rules().name()
    }
}
