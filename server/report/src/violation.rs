//! A broken obligation and the execution that shows it.

use serde::{Deserialize, Serialize};

use crate::{Heap, Place, Severity, Value};

/// What was broken. The JSON names are stable; `docs/json.md` explains each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    Ensures,
    RequiresAtCall,
    Invariant,
    Constraint,
    Initially,
    Signals,
    SignalsOnly,
    Assignable,
    Assert,
    Unreachable,
    LoopInvariant,
    Decreases,
    MeasuredBy,
    /// An execution that never ends, of a method whose contract does not excuse it.
    Diverges,
    /// A clause that has no value: an exception while it was evaluated.
    Undefined,
    Null,
    Bounds,
    Cast,
    Arithmetic,
    NegativeSize,
    ArrayStore,
    Uncaught,
    Overflow,
}

impl ViolationKind {
    /// The stable name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ViolationKind::Ensures => "ensures",
            ViolationKind::RequiresAtCall => "requires-at-call",
            ViolationKind::Invariant => "invariant",
            ViolationKind::Constraint => "constraint",
            ViolationKind::Initially => "initially",
            ViolationKind::Signals => "signals",
            ViolationKind::SignalsOnly => "signals-only",
            ViolationKind::Assignable => "assignable",
            ViolationKind::Assert => "assert",
            ViolationKind::Unreachable => "unreachable",
            ViolationKind::LoopInvariant => "loop-invariant",
            ViolationKind::Decreases => "decreases",
            ViolationKind::MeasuredBy => "measured-by",
            ViolationKind::Diverges => "diverges",
            ViolationKind::Undefined => "undefined",
            ViolationKind::Null => "null",
            ViolationKind::Bounds => "bounds",
            ViolationKind::Cast => "cast",
            ViolationKind::Arithmetic => "arithmetic",
            ViolationKind::NegativeSize => "negative-size",
            ViolationKind::ArrayStore => "array-store",
            ViolationKind::Uncaught => "uncaught",
            ViolationKind::Overflow => "overflow",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Violation {
    pub kind: ViolationKind,
    pub severity: Severity,
    /// One sentence in Java's own words.
    pub message: String,
    /// The clause that is broken; none for an exception that no clause speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseText>,
    /// The statement or expression that broke it.
    pub at: Place,
    pub replay: Replay,
    /// It breaks only what JML implies where nobody says anything: a reference that is not `nullable` is non-null.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub implied: bool,
    /// Why it could not be replayed, or how the replay went differently.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay_note: Option<String>,
    /// The receiver, the parameters and the statics that were read, at entry.
    pub inputs: Vec<Input>,
    pub outcome: Outcome,
    /// The executed lines, first to last.
    pub trace: Vec<Step>,
    /// The parts of the broken clause with their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clause_values: Vec<SubValue>,
    pub heap_before: Heap,
    pub heap_after: Heap,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClauseText {
    #[serde(flatten)]
    pub place: Place,
    /// The clause as written.
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replay {
    /// The JVM showed the finding itself.
    Confirmed,
    /// The JVM ran the input to the predicted end; the finding is one that its checks cannot show.
    Run,
    Diverged,
    NotReplayable,
}

impl Replay {
    /// Whether the JVM went the way the engine foretold.
    pub fn agrees(self) -> bool {
        matches!(self, Replay::Confirmed | Replay::Run)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Input {
    pub name: String,
    /// The declared type as Java writes it.
    #[serde(rename = "type")]
    pub type_name: String,
    pub value: Value,
    /// The value for people: `-2147483648 (Integer.MIN_VALUE)`, `Node#1`, `"ab"`.
    pub text: String,
}

/// How the method ended on the witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "how")]
pub enum Outcome {
    /// `value` is none for `void` and constructors.
    Returns { value: Option<Value>, text: String },
    Throws {
        class: String,
        message: Option<String>,
    },
    /// The obligation broke before the method ended.
    Stopped,
}

/// One executed line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub file: String,
    pub line: u32,
    /// `Class.method`, so that calls can be told apart.
    pub method: String,
    /// How many calls deep, the checked method being 0.
    pub depth: u32,
    /// The local variables before the line is executed, as far as they changed since the last step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Variable>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub text: String,
}

/// A sub-expression of a clause with its value on the witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubValue {
    pub expression: String,
    pub place: Place,
    pub text: String,
}
