//! Everything a user can set, under the names the flags, `proviso.toml` and the editor settings share.

use std::path::PathBuf;
use std::time::Duration;

use proviso_jvm_host::Sandbox;
use proviso_report::Bounds;

use crate::trust::{Origin, Trust};

/// How the input heap is materialised; see `docs/engine.md`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Paths one by one; where that does not come to an end, merging.
    #[default]
    Auto,
    Lazy,
    Lazier,
    LazierSharp,
    /// Lazier#, and states that meet become one.
    Merge,
    Summary,
    Pose,
}

impl Strategy {
    pub const ALL: [Strategy; 7] = [
        Strategy::Auto,
        Strategy::Lazy,
        Strategy::Lazier,
        Strategy::LazierSharp,
        Strategy::Merge,
        Strategy::Summary,
        Strategy::Pose,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Strategy::Auto => "auto",
            Strategy::Lazy => "lazy",
            Strategy::Lazier => "lazier",
            Strategy::LazierSharp => "lazier-sharp",
            Strategy::Merge => "merge",
            Strategy::Summary => "summary",
            Strategy::Pose => "pose",
        }
    }

    pub fn from_name(name: &str) -> Option<Strategy> {
        Strategy::ALL
            .into_iter()
            .find(|strategy| strategy.name() == name)
    }
}

/// What a call to a method with a contract means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Calls {
    /// Bodies where they are there, contracts where they are not.
    #[default]
    Auto,
    Inline,
    /// Modular: contracts wherever there is one.
    Contract,
}

impl Calls {
    pub const ALL: [Calls; 3] = [Calls::Auto, Calls::Inline, Calls::Contract];

    pub fn name(self) -> &'static str {
        match self {
            Calls::Auto => "auto",
            Calls::Inline => "inline",
            Calls::Contract => "contract",
        }
    }

    pub fn from_name(name: &str) -> Option<Calls> {
        Calls::ALL.into_iter().find(|calls| calls.name() == name)
    }
}

/// What a loop with invariants is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Loops {
    /// Its rounds, up to the bound.
    #[default]
    Unroll,
    /// One round, from any state the invariants allow.
    Invariant,
}

impl Loops {
    pub const ALL: [Loops; 2] = [Loops::Unroll, Loops::Invariant];

    pub fn name(self) -> &'static str {
        match self {
            Loops::Unroll => "unroll",
            Loops::Invariant => "invariant",
        }
    }

    pub fn from_name(name: &str) -> Option<Loops> {
        Loops::ALL.into_iter().find(|loops| loops.name() == name)
    }
}

/// What becomes of a verdict up to a bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Close {
    /// Induction is tried on what the bounds cut.
    #[default]
    Auto,
    /// It stays as it is.
    Off,
}

impl Close {
    pub const ALL: [Close; 2] = [Close::Auto, Close::Off];

    pub fn name(self) -> &'static str {
        match self {
            Close::Auto => "auto",
            Close::Off => "off",
        }
    }

    pub fn from_name(name: &str) -> Option<Close> {
        Close::ALL.into_iter().find(|close| close.name() == name)
    }
}

/// Which classes an unknown object may have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum World {
    /// Those of the project, and others that behave like the ones they extend.
    #[default]
    Closed,
    /// Any subclass that somebody may write: of its methods only the contracts are known.
    Open,
}

impl World {
    pub const ALL: [World; 2] = [World::Closed, World::Open];

    pub fn name(self) -> &'static str {
        match self {
            World::Closed => "closed",
            World::Open => "open",
        }
    }

    pub fn from_name(name: &str) -> Option<World> {
        World::ALL.into_iter().find(|world| world.name() == name)
    }
}

/// What integer overflow in code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arithmetic {
    /// Java's own: not worth a word.
    Java,
    /// A warning.
    #[default]
    Safe,
    /// A violation like any other.
    SafeError,
}

impl Arithmetic {
    pub const ALL: [Arithmetic; 3] = [Arithmetic::Java, Arithmetic::Safe, Arithmetic::SafeError];

    pub fn name(self) -> &'static str {
        match self {
            Arithmetic::Java => "java",
            Arithmetic::Safe => "safe",
            Arithmetic::SafeError => "safe-error",
        }
    }

    pub fn from_name(name: &str) -> Option<Arithmetic> {
        Arithmetic::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

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
