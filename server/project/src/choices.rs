//! Settings that are one of a few words: each word, and what it means.

use proviso_jvm_host::Sandbox;

/// One word of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    pub name: &'static str,
    /// Without a full stop; shown beside the word in help, editors and documentation.
    pub meaning: &'static str,
}

const fn word(name: &'static str, meaning: &'static str) -> Word {
    Word { name, meaning }
}

/// What is one of a few words.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value with its word, the usual one first.
    const ALL: &'static [(Self, Word)];

    fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(value, _)| *value == self);
        found.map_or("", |(_, word)| word.name)
    }

    fn from_name(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, word)| word.name == name);
        found.map(|(value, _)| *value)
    }

    fn words() -> Vec<Word> {
        Self::ALL.iter().map(|(_, word)| *word).collect()
    }
}

/// How the input heap is materialised; see `docs/checker.md`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    #[default]
    Auto,
    Lazy,
    Lazier,
    LazierSharp,
    Merge,
    Summary,
    Pose,
}

impl Choice for Strategy {
    const ALL: &'static [(Strategy, Word)] = &[
        (
            Strategy::Auto,
            word("auto", "paths one by one; where that does not end, merging"),
        ),
        (
            Strategy::LazierSharp,
            word(
                "lazier-sharp",
                "an unknown object is chosen when it is used",
            ),
        ),
        (
            Strategy::Lazier,
            word("lazier", "an unknown object is chosen when it is compared"),
        ),
        (
            Strategy::Lazy,
            word("lazy", "an unknown object is chosen when it is read"),
        ),
        (
            Strategy::Merge,
            word("merge", "pose, and states that meet become one"),
        ),
        (
            Strategy::Summary,
            word("summary", "one guarded heap for all choices of an object"),
        ),
        (
            Strategy::Pose,
            word(
                "pose",
                "one path per sequence of branches, aliases are guarded",
            ),
        ),
    ];
}

/// What a call to a method with a contract means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Calls {
    #[default]
    Auto,
    Inline,
    /// Modular.
    Contract,
}

impl Choice for Calls {
    const ALL: &'static [(Calls, Word)] = &[
        (
            Calls::Auto,
            word(
                "auto",
                "run the callee; use its contract where it has no body",
            ),
        ),
        (Calls::Inline, word("inline", "always run the callee")),
        (
            Calls::Contract,
            word("contract", "trust the callee's contract"),
        ),
    ];
}

/// What a loop with invariants is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Loops {
    #[default]
    Unroll,
    Invariant,
}

impl Choice for Loops {
    const ALL: &'static [(Loops, Word)] = &[
        (
            Loops::Unroll,
            word("unroll", "run it round by round, up to the bound"),
        ),
        (
            Loops::Invariant,
            word(
                "invariant",
                "trust its invariants, which are checked for one round from any state they allow",
            ),
        ),
    ];
}

/// What becomes of a verdict up to a bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Close {
    #[default]
    Auto,
    Off,
}

impl Choice for Close {
    const ALL: &'static [(Close, Word)] = &[
        (
            Close::Auto,
            word(
                "auto",
                "look for a proof by induction that it holds for all inputs",
            ),
        ),
        (Close::Off, word("off", "leave it at the bound")),
    ];
}

/// Which classes an unknown object may have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum World {
    #[default]
    Closed,
    Open,
}

impl Choice for World {
    const ALL: &'static [(World, Word)] = &[
        (
            World::Closed,
            word(
                "closed",
                "those of the project; others behave like the class they extend",
            ),
        ),
        (
            World::Open,
            word(
                "open",
                "any subclass that somebody may write: only its contract is known",
            ),
        ),
    ];
}

/// What is reported of methods that have no contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Check {
    #[default]
    All,
    Contracts,
}

impl Choice for Check {
    const ALL: &'static [(Check, Word)] = &[
        (
            Check::All,
            word("all", "every exception that nobody declares is an error"),
        ),
        (
            Check::Contracts,
            word(
                "contracts",
                "an exception is an error where every call ends in it; else it is information",
            ),
        ),
    ];
}

/// What integer overflow in code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arithmetic {
    Java,
    #[default]
    Safe,
    SafeError,
}

impl Choice for Arithmetic {
    const ALL: &'static [(Arithmetic, Word)] = &[
        (Arithmetic::Safe, word("safe", "overflow is a warning")),
        (
            Arithmetic::SafeError,
            word("safe-error", "overflow is an error"),
        ),
        (Arithmetic::Java, word("java", "overflow wraps in silence")),
    ];
}

impl Choice for Sandbox {
    const ALL: &'static [(Sandbox, Word)] = &[
        (Sandbox::Required, word("required", "do not run it")),
        (
            Sandbox::BestEffort,
            word("best-effort", "run it with the parts that the system has"),
        ),
        (Sandbox::Off, word("off", "run it without confinement")),
    ];
}

/// When an edit is checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CheckOn {
    #[default]
    Change,
    Save,
}

impl Choice for CheckOn {
    const ALL: &'static [(CheckOn, Word)] = &[
        (CheckOn::Change, word("change", "while you type")),
        (CheckOn::Save, word("save", "when you save")),
    ];
}

/// Which files are checked without being asked to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Open,
    Workspace,
}

impl Choice for Scope {
    const ALL: &'static [(Scope, Word)] = &[
        (Scope::Open, word("open", "files that are open")),
        (
            Scope::Workspace,
            word("workspace", "all files, open ones first"),
        ),
    ];
}

/// How hovers draw heaps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Diagram {
    #[default]
    Auto,
    Svg,
    Unicode,
    None,
}

impl Choice for Diagram {
    const ALL: &'static [(Diagram, Word)] = &[
        (
            Diagram::Auto,
            word(
                "auto",
                "pictures for clients that are known to show them, else text",
            ),
        ),
        (Diagram::Svg, word("svg", "pictures")),
        (Diagram::Unicode, word("unicode", "text")),
        (Diagram::None, word("none", "not at all")),
    ];
}
