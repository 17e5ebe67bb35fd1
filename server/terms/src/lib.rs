//! Hash-consed terms, their simplifier, intervals and evaluation under a model.
//!
//! [`Terms`] is an arena, one per worker; a [`Term`] is a `Copy` handle into it. Every constructor (`bv_add`, `eq`,
//! `ite`, …) simplifies, so two terms that are equal for simple reasons are the same handle. The sorts are booleans,
//! bit-vectors and IEEE floats: the whole of Java's values; references and heaps are the engine's business.
//!
//! Invariants:
//! - No term is ever wrong: a constructor returns a term with the same value under every [`Model`].
//! - Every operation is total, with SMT-LIB's meaning (division by zero included); Java's exceptions and shift masks
//!   are made by the engine out of these.
//! - Nothing here knows Z3, paths or Java classes, and nothing recurses over the depth of a term.
//! - Normal form: there is no `or`, `<=`, `>`: `or(a,b)` is `not(and(not a, not b))`, `sle(a,b)` is `not(slt(b,a))`.
//!   So a literal is an atom or its negation, and complements are found by handle.

mod arena;
mod bitvec;
mod boolean;
mod compare;
mod conjunction;
mod equality;
mod float;
mod linear;
mod model;
mod print;
mod range;
mod rewrite;
mod semantics;
mod value;

pub use arena::{Node, Op, Term, Terms};
pub use model::Model;
pub use print::Display;
pub use range::Range;
pub use semantics::{Rounding, apply};
pub use value::{Bv, CANONICAL_NAN_32, CANONICAL_NAN_64, Const, MAX_WIDTH, Sort};
