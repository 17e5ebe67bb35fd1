//! The symbolic JVM: executes bytecode over unknown inputs, with lazy initialisation of the heap, and tells its client
//! what happened through [`Hooks`].
//!
//! Its business: states, heap strategies, instructions, intrinsics, bounds, search.
//! Not its business: JML syntax and contracts (it knows the runtime class lowered contracts call, and nothing else),
//! verdicts, witnesses as users see them, LSP.
//!
//! Invariants: nothing recurses on the Rust stack per Java frame; no guess is made for what is not modelled
//! ([`Outcome::Unknown`] with a reason); a run is deterministic.

pub mod bounds;
pub mod classes;
pub mod concrete;
pub mod coverage;
pub mod exceptions;
pub mod extend;
pub mod heap;
pub mod hooks;
pub mod indy;
mod init;
pub mod intrinsics;
pub mod jml;
pub mod machine;
mod merge;
pub mod persistent;
pub mod search;
pub mod split;
pub mod state;
pub mod step;
pub mod trace;
pub mod types;
pub mod value;

pub use bounds::{Bound, Bounds, Cuts, Site};
pub use heap::strategy::Strategy;
pub use hooks::{CallCheck, Hooks, NoHooks, Outcome, Violation, ViolationKind};
pub use machine::{Machine, Options, Stats};
pub use search::{MethodName, RunSummary};
pub use state::State;
pub use value::{ObjectId, Ref, SymbolId, Value};
