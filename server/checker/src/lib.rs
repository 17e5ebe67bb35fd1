//! One method in, one verdict out: finds the project, has its contracts lowered and compiled, runs the engine on each
//! method's driver, turns violating states into witnesses, has them replayed on a JVM, and remembers verdicts.
//!
//! It knows neither the language server nor the command line, and it draws nothing: results are `proviso_report` data.
//! Invariants: no violation without a witness; a witness that rests on a made-up value is an `unknown`, never a
//! violation; results do not depend on the number of workers.

mod cache;
mod cancel;
mod check;
mod closing;
mod dependencies;
mod measure;
mod message;
mod options;
mod pool;
mod prepare;
mod prepared;
mod reach;
mod replay;
mod runtime;
mod session;
mod shapes;
mod trust;
mod witness;
mod workspace;

pub use cache::default_folder as cache_folder;
pub use cancel::Cancel;
pub use check::cases::Select;
pub use measure::{PROBE_SOURCE, Probes};
pub use options::{Arithmetic, Calls, Close, Loops, Options, Strategy, World};
pub use prepared::{Prepared, PreparedMethod};
pub use proviso_jvm_host::Sandbox;
pub use session::{Answer, Effort, Event, OpenError, Session};
pub use trust::{Origin, Trust, sandbox_of_file};
pub use workspace::read::text as read_text;
pub use workspace::{
    Config, ConfigError, Workspace, WorkspaceError, discover, load_config, parse_config,
};
