//! The user's project: which files are checked, what they may use, and what was set for it.
//!
//! Its business is reading what somebody wrote down (folders, build files, `proviso.toml`, options) and weighing who may
//! decide what. Invariants: nothing of the project is ever executed here; a project that is not trusted decides neither
//! which program runs nor what is read outside of it.

mod choices;
mod config;
mod file;
mod options;
mod read;
pub mod schema;
mod trust;
mod workspace;

pub use choices::{
    Arithmetic, Calls, Check, CheckOn, Choice, Close, Diagram, Loops, Scope, Strategy, Word, World,
};
pub use config::{Config, ConfigError, load as load_config, parse as parse_config};
pub use file::UnitFile;
pub use options::Options;
pub use proviso_jvm_host::Sandbox;
pub use read::{is_plain, text as read_text};
pub use trust::{Origin, Trust, may_run_jdk, sandbox_of_file};
pub use workspace::{Workspace, WorkspaceError, discover, is_companion, is_java, package_of};
