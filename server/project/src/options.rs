//! What a check is told: the values that the settings of `schema` have for one project.

use std::path::PathBuf;
use std::time::Duration;

use proviso_jvm_host::Sandbox;
use proviso_report::Bounds;

use crate::choices::{Arithmetic, Calls, Check, Close, Loops, Strategy, World};
use crate::trust::{Origin, Trust};

#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Files, folders or project roots.
    pub paths: Vec<PathBuf>,
    /// `Class.method` or `pkg.Class.method(descriptor)`; empty = all methods.
    pub methods: Vec<String>,
    pub bounds: Bounds,
    pub strategy: Strategy,
    pub calls: Calls,
    pub loops: Loops,
    pub close: Close,
    pub world: World,
    pub class_path: Vec<PathBuf>,
    pub source_path: Vec<PathBuf>,
    pub spec_path: Vec<PathBuf>,
    pub jdk: Option<PathBuf>,
    /// Who says so.
    pub jdk_origin: Origin,
    /// `Class.main`: check the whole program from there.
    pub entry: Option<String>,
    /// Calls whose `pkg.Class.method` matches one of these (with `*`) return fresh symbols.
    pub nondet: Vec<String>,
    /// Off: only assertions and uncaught exceptions are checked.
    pub contracts: bool,
    /// What is reported of methods without a contract.
    pub check: Check,
    /// References are nullable where nobody says anything.
    pub nullable_by_default: bool,
    /// Of code that does not say it itself (`code_java_math`, `code_safe_math`).
    pub arithmetic: Arithmetic,
    /// Keys of conditional annotations (`//+KEY@`) that are on, besides `PROVISO` and `ESC`.
    pub keys: Vec<String>,
    /// Per method.
    pub timeout: Duration,
    pub jobs: usize,
    /// What was said about the project these options are for.
    pub trust: Trust,
    /// How code of the project is confined; none = what `trust` makes usual.
    pub sandbox: Option<Sandbox>,
    /// Settings of the project that were not taken, and why.
    pub refused: Vec<String>,
    /// Off in an untrusted workspace: user code is never run.
    pub replay: bool,
    pub cache: bool,
    /// Where verdicts are kept; none = the user's cache folder.
    pub cache_dir: Option<PathBuf>,
    /// A store of verdicts that other machines use too: a folder, `file://…` or `redis://…`.
    pub shared_cache: Option<String>,
}

impl Options {
    /// How code of the project is confined.
    pub fn sandbox(&self) -> Sandbox {
        self.sandbox.unwrap_or(self.trust.usual_sandbox())
    }

    /// How files are read.
    pub fn reading(&self) -> proviso_syntax::Options {
        let mut options = proviso_syntax::Options::default();
        options.keys.0.extend(self.keys.iter().cloned());
        options
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            paths: Vec::new(),
            methods: Vec::new(),
            bounds: Bounds::default(),
            strategy: Strategy::default(),
            calls: Calls::default(),
            loops: Loops::default(),
            close: Close::default(),
            world: World::default(),
            class_path: Vec::new(),
            source_path: Vec::new(),
            spec_path: Vec::new(),
            jdk: None,
            jdk_origin: Origin::default(),
            entry: None,
            nondet: Vec::new(),
            contracts: true,
            check: Check::default(),
            nullable_by_default: false,
            arithmetic: Arithmetic::default(),
            keys: Vec::new(),
            timeout: Duration::from_secs(20),
            jobs: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            trust: Trust::default(),
            sandbox: None,
            refused: Vec::new(),
            replay: true,
            cache: true,
            cache_dir: None,
            shared_cache: None,
        }
    }
}
