//! The warm JVM side-car: in-memory javac, replay of witnesses, test runs.
//!
//! Its business: JVM processes (find a JDK, start, watch, restart, kill) and the messages to them.
//! Not its business: what is compiled or replayed, and what the outcome means — no JML, no verdicts here.
//!
//! Invariants: no call blocks for ever (every request has a time limit and may be cancelled); user code
//! runs only in the replay, search and test processes, never in the compile process; all of them are confined by the
//! operating system (`confine`); no process outlives its `Host`.

mod cache;
mod compile;
mod confine;
mod host;
mod jdk;
mod process;
mod replay;
mod scratch;
mod search;
mod tests_run;
mod wire;

pub use compile::{
    BlankedBody, CompileRequest, CompileResult, CompiledClass, Diagnostic, DiagnosticKind, Source,
};
pub use confine::{Sandbox, SandboxPart, sandbox_parts};
pub use host::{Host, HostError, HostOptions};
pub use jdk::{Jdk, JdkError};
pub use process::Cancel;
pub use replay::{
    Body, Call, Field, HeapObject, ObjectId, ReplayOutcome, ReplayRequest, ReplayResult,
    StackElement, StaticField, Thrown, Value,
};
pub use scratch::Scratch;
pub use search::{FoundCall, SearchRequest, WantedObject, WantedValue};
pub use tests_run::{Runner, TestFailure, TestOutcome, TestRunRequest, TestRunResult};
