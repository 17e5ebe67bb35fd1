//! One method in, one verdict out: finds the project, has its contracts lowered and compiled, runs the engine on each
//! method's driver, turns violating states into witnesses, has them replayed on a JVM, and remembers verdicts.
//!
//! It knows neither the language server nor the command line, and it draws nothing: results are `proviso_report` data.
//! Invariants: no violation without a witness; a witness that rests on a made-up value is an `unknown`, never a
//! violation; results do not depend on the number of workers.

mod cancel;
mod check;
mod closing;
mod message;
mod pool;
mod prepare;
mod prepared;
mod replay;
mod runtime;
mod session;
mod witness;

pub use cancel::Cancel;
pub use check::cases::{Choose, Element, Select};
pub use prepared::{Prepared, PreparedMethod};
pub use session::{Answer, Effort, Event, OpenError, Session};
