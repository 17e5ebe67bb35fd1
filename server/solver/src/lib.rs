//! The one door to Z3: is a path condition feasible, and which input takes it?
//!
//! A [`Path`] is the condition of one execution path: conjuncts, what follows from them cheaply, and a model. It is
//! cheap to clone, so every engine state owns one. [`Solver::assume`] and [`Solver::branch`] extend it. A question goes
//! through layers, cheapest first, and [`Stats`] counts where it was answered:
//! constants → fixed symbols replaced → facts (bounds, order, known literals) → the path's model → a repaired model → recent models →
//! cached answers of the constraints that share symbols → what the question implies → Z3.
//!
//! Invariants:
//! - Every model handed out has been evaluated on every constraint: `Sat` is never a guess.
//! - `Unsat` comes from sound facts, from Z3, or from a cached answer of Z3.
//! - `Unknown` says why (time, resources, an operation Z3 lacks, interrupted) and is never cached.
//! - One `Solver` per worker; it may be given terms of one arena after another, never of two at once.

mod answer;
mod backend;
mod cache;
mod divisions;
mod equalities;
mod facts;
mod minimise;
mod order;
mod path;
mod propagate;
mod repair;
mod shrink;
mod slice;
mod solver;
mod translate;
mod watchdog;

pub use answer::{Answer, Limits, Stats};
pub use backend::z3_version;
pub use path::{Branch, Extended, Path};
pub use solver::Solver;
pub use watchdog::InterruptHandle;
