//! What is known of one method, and of all of them together.

use serde::{Deserialize, Serialize};

use crate::{Place, Range, Violation};

/// The whole result of `proviso check`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub proviso: String,
    pub jdk: String,
    /// What is wrong with the input itself: errors of javac, of JML, of the project.
    pub problems: Vec<Problem>,
    /// In the order of files and, within a file, of the text.
    pub methods: Vec<MethodReport>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Violated,
    /// For all inputs.
    Holds,
    /// For all inputs within the bounds; `cuts` says where a bound was met.
    HoldsToBound,
    /// Not decided; `unknowns` says why.
    Unknown,
    /// A clause of the contract has no meaning.
    SpecError,
}

impl Verdict {
    /// The stable name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Violated => "violated",
            Verdict::Holds => "holds",
            Verdict::HoldsToBound => "holds-to-bound",
            Verdict::Unknown => "unknown",
            Verdict::SpecError => "spec-error",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodReport {
    /// `pkg.Class.method(desc)`
    pub id: String,
    pub file: String,
    /// The method's name in its declaration.
    pub range: Range,
    pub verdict: Verdict,
    pub bounds: Bounds,
    pub cuts: Vec<Cut>,
    pub unknowns: Vec<Unknown>,
    pub stats: Stats,
    pub coverage: Coverage,
    pub violations: Vec<Violation>,
    /// What is odd though nothing is broken: a precondition no input satisfies, unreachable code.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// Methods whose contract, not body, the verdict rests on.
    #[serde(default)]
    pub rests_on: Vec<String>,
    /// What induction made of the cuts; none where it was not tried.
    #[serde(default)]
    pub closing: Option<Closing>,
}

/// Whether what a bound left open was closed by induction, and by which facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Closing {
    /// The contract is kept beyond the bounds too.
    pub closed: bool,
    /// The cuts that were closed.
    pub cuts: Vec<Cut>,
    /// What was shown to hold at the heads of loops.
    pub facts: Vec<Fact>,
    /// Every loop was shown to end; else the promise is for executions that do.
    pub ends: bool,
    /// What could not be shown, where it is not closed.
    pub open: Option<String>,
}

/// A clause that was found and shown, not written by the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    pub file: String,
    /// The line of the loop it speaks of.
    pub line: u32,
    /// In JML, as it can be written before the loop.
    pub clause: String,
}

impl MethodReport {
    /// Of a method about which nothing is known yet.
    pub fn undecided(id: &str, file: &str, range: Range, bounds: Bounds) -> MethodReport {
        MethodReport {
            id: id.to_owned(),
            file: file.to_owned(),
            range,
            verdict: Verdict::Unknown,
            bounds,
            cuts: Vec::new(),
            unknowns: Vec::new(),
            stats: Stats::default(),
            coverage: Coverage::default(),
            violations: Vec::new(),
            warnings: Vec::new(),
            rests_on: Vec::new(),
            closing: None,
        }
    }
}

/// The bounds of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Bounds {
    /// Length of a chain of references from an input root.
    pub k: u32,
    /// Input objects per type; none = no such bound.
    pub n: Option<u32>,
    /// Distinct elements materialised per input array; none = as `k`.
    pub array: Option<u32>,
    /// Iterations of one loop that materialise nothing.
    #[serde(rename = "loop")]
    pub loop_iterations: u32,
    pub call_depth: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            k: 3,
            n: None,
            array: None,
            loop_iterations: 10,
            call_depth: 60,
        }
    }
}

/// A bound that ended paths at one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cut {
    /// `k`, `n`, `array`, `loop`, `call-depth`, `steps`, `time`
    pub bound: String,
    pub file: String,
    pub line: u32,
    pub count: u64,
}

/// What kind of thing was not decided. Whether a verdict is kept, retried or explained is decided on this, never on words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The method's time was up.
    Time,
    /// A path was longer than any that is followed.
    Steps,
    /// The solver gave no answer.
    Solver,
    /// The check was taken back.
    Cancelled,
    /// No execution went through the whole contract, or a clause was never evaluated to its end.
    NothingExplored,
    /// No input satisfies the precondition with the invariants.
    Vacuous,
    /// Something the engine does not model.
    Unmodelled,
    /// A possible violation rests on something that was only assumed, and no JVM shows it.
    Assumption,
    /// A clause that is not understood or not supported.
    Clause,
    /// The method or its contract does not compile.
    Compile,
    /// Our error.
    Internal,
}

impl Reason {
    /// Another run, on a quieter machine or with more time, may decide it.
    pub fn is_transient(self) -> bool {
        matches!(self, Reason::Time | Reason::Solver | Reason::Cancelled)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unknown {
    pub reason: Reason,
    pub why: String,
    pub file: String,
    /// 0 when it belongs to no line.
    pub line: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// How it was explored: `enumerate` follows paths one by one, `merge` joins states that meet.
    pub strategy: String,
    /// States that were joined with others; `paths` then counts classes of paths.
    pub merged: u64,
    /// Feasible complete paths of the method's body under its assumed precondition.
    pub paths: u64,
    pub states: u64,
    pub instructions: u64,
    pub forks: u64,
    pub solver_queries: u64,
    pub solver_ms: u64,
    pub cache_hits: u64,
    pub total_ms: u64,
}

/// `[covered, total]` of the method's own bytecode.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    pub branches: [u32; 2],
    pub instructions: [u32; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Warning {
    /// `vacuous`, `unreachable`, …: stable.
    pub kind: String,
    pub message: String,
    pub place: Place,
}

/// Something wrong with the input that belongs to a file rather than to a checked method.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Problem {
    pub kind: ProblemKind,
    pub severity: Severity,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// javac's word on the user's code.
    Java,
    /// JML that is illegal, or legal but not supported.
    Jml,
    /// The project: class path, settings, files.
    Project,
    /// Our own fault.
    Internal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    Error,
    Warning,
    Information,
}
