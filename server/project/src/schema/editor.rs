//! What only an editor sets: when and which files are checked, and how results are shown.

use std::path::PathBuf;
use std::time::Duration;

use super::{Editor, Flag, Kind, Set, Setting, Standard};
use crate::choices::{CheckOn, Choice, Diagram, Scope};
use crate::trust::Trust;

/// What the server is told beside `Options`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorOptions {
    pub trust: Trust,
    /// A JDK that the client knows to be the user's own setting.
    pub user_jdk: Option<PathBuf>,
    /// Megabytes.
    pub memory: Option<u32>,
    pub javac_diagnostics: bool,
    pub scope: Scope,
    pub check_on: CheckOn,
    pub debounce: Duration,
    pub diagram: Diagram,
    pub code_lens: bool,
    pub pull_diagnostics: bool,
    pub inlay_hints: bool,
}

impl Default for EditorOptions {
    fn default() -> EditorOptions {
        EditorOptions {
            trust: Trust::default(),
            user_jdk: None,
            memory: None,
            javac_diagnostics: true,
            scope: Scope::default(),
            check_on: CheckOn::default(),
            debounce: Duration::from_millis(150),
            diagram: Diagram::default(),
            code_lens: true,
            pull_diagnostics: false,
            inlay_hints: false,
        }
    }
}

const USUAL: Setting = Setting {
    name: "",
    kind: Kind::Switch,
    default: Standard::Nothing(""),
    meaning: "",
    page: None,
    flag: Flag::None,
    file: false,
    editor: Editor::Setting("window"),
    set: Set::Editor(|_, _| {}),
};

pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "memory",
        kind: Kind::Number {
            least: 1,
            most: u32::MAX,
        },
        default: Standard::Nothing("no limit"),
        meaning: "Megabytes the server may have (Linux); above that the check that has run longest ends as *unknown*. The JVMs have limits of their own.",
        set: Set::Editor(|editor, value| editor.memory = Some(value.number())),
        ..USUAL
    },
    Setting {
        name: "check-on",
        kind: Kind::Word(CheckOn::words),
        default: Standard::Word("change"),
        meaning: "When an edit is checked.",
        editor: Editor::Setting("resource"),
        set: Set::Editor(|editor, value| editor.check_on = value.choice()),
        ..USUAL
    },
    Setting {
        name: "scope",
        kind: Kind::Word(Scope::words),
        default: Standard::Word("open"),
        meaning: "Which files are checked without being asked to.",
        set: Set::Editor(|editor, value| editor.scope = value.choice()),
        ..USUAL
    },
    Setting {
        name: "debounce",
        kind: Kind::Number {
            least: 0,
            most: 10_000,
        },
        default: Standard::Number(150),
        meaning: "Milliseconds of silence before an edit is checked; grows while typing is fast.",
        editor: Editor::Setting("resource"),
        set: Set::Editor(|editor, value| {
            editor.debounce = Duration::from_millis(value.number().into());
        }),
        ..USUAL
    },
    Setting {
        name: "diagram",
        kind: Kind::Word(Diagram::words),
        default: Standard::Word("auto"),
        meaning: "How hovers draw heaps.",
        set: Set::Editor(|editor, value| editor.diagram = value.choice()),
        ..USUAL
    },
    Setting {
        name: "code-lens",
        default: Standard::On,
        meaning: "Show each method's verdict above it.",
        set: Set::Editor(|editor, value| editor.code_lens = value.on()),
        ..USUAL
    },
    Setting {
        name: "inlay-hints",
        default: Standard::Off,
        meaning: "Show what each line of the witness changed, at its end.",
        set: Set::Editor(|editor, value| editor.inlay_hints = value.on()),
        ..USUAL
    },
    Setting {
        name: "javac-diagnostics",
        default: Standard::On,
        meaning: "Show errors of the Java compiler; off where another Java server already does, and then formatting is not offered either.",
        editor: Editor::Client,
        set: Set::Editor(|editor, value| editor.javac_diagnostics = value.on()),
        ..USUAL
    },
    Setting {
        name: "pull-diagnostics",
        default: Standard::Off,
        meaning: "Offer pull diagnostics to a client that supports them, and do not push; a client that did both would show everything twice. Only what comes with `initialize` counts.",
        editor: Editor::Client,
        set: Set::Editor(|editor, value| editor.pull_diagnostics = value.on()),
        ..USUAL
    },
    Setting {
        name: "trusted",
        default: Standard::Nothing("not said"),
        meaning: "`false` in an untrusted workspace: user code is never run, so witnesses are `not-replayable`; `true`: explicitly trusted. Only what comes with `initialize` counts.",
        page: Some("security.md"),
        editor: Editor::Client,
        set: Set::Editor(|editor, value| {
            editor.trust = if value.on() {
                Trust::Trusted
            } else {
                Trust::Untrusted
            };
        }),
        ..USUAL
    },
    Setting {
        name: "user-jdk",
        kind: Kind::Path,
        default: Standard::Nothing(""),
        meaning: "The same as `jdk` from a client that knows it to be the user's own setting (only with `initialize`): taken wherever it lies.",
        page: Some("security.md"),
        editor: Editor::Client,
        set: Set::Editor(|editor, value| editor.user_jdk = Some(value.path())),
        ..USUAL
    },
];
