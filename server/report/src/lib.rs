//! The result of a check as plain data: verdicts, bounds, cuts, violations, witnesses, heaps and traces.
//!
//! Its business is the shape of results and their stable JSON form (see `docs/json.md`): keys are only
//! ever added, never renamed or removed. It is not its business to compute, explain or draw anything:
//! `checker` fills these types in, `present` and the language server show them.

mod construction;
mod heap;
mod method;
mod path;
mod place;
mod shape;
mod stub;
mod violation;

pub use construction::{Construction, ConstructionCall};
pub use heap::{Change, Field, Heap, HeapObject, ObjectKind, Root, Value};
pub use method::{
    Bounds, Closing, Coverage, Cut, Fact, MethodReport, Problem, ProblemKind, Reason, Report,
    Severity, Stats, Unknown, Verdict, Warning,
};
pub use path::{Branch, PathCase, PathCases};
pub use place::{Place, Position, Range};
pub use shape::{FieldShape, Maker, Shape, Shapes, Signature, Source, Subject};
pub use stub::StubAnswer;
pub use violation::{
    ClauseText, Input, Outcome, Replay, Step, SubValue, Variable, Violation, ViolationKind,
};

/// The version of Proviso that made a report.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
