//! What decides how methods are checked.

use std::path::PathBuf;
use std::time::Duration;

use super::{Editor, Flag, Kind, Set, Setting, Standard, Value};
use crate::choices::{Arithmetic, Calls, Check, Choice, Close, Loops, Strategy, World};
use crate::trust::{Origin, sandbox_of_file};
use proviso_jvm_host::Sandbox;

const BOUND: Kind = Kind::Number {
    least: 0,
    most: u32::MAX,
};

/// What most of them are: a flag, a line of the file, a setting of the folder.
const USUAL: Setting = Setting {
    name: "",
    kind: Kind::Switch,
    default: Standard::Nothing(""),
    meaning: "",
    page: None,
    flag: Flag::None,
    file: true,
    editor: Editor::Setting("resource"),
    set: Set::Checking(|_, _, _| {}),
};

pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "jdk",
        kind: Kind::Path,
        default: Standard::Nothing("`JAVA_HOME`, else `javac` on the path"),
        meaning: "Home of the JDK (17 or newer) to compile and replay with.",
        page: Some("security.md"),
        flag: Flag::Long("HOME"),
        editor: Editor::Setting("window"),
        set: Set::Checking(|options, value, origin| {
            options.jdk = Some(value.path());
            options.jdk_origin = origin;
        }),
        ..USUAL
    },
    Setting {
        name: "classpath",
        kind: Kind::Paths,
        default: Standard::Empty,
        meaning: "Jars and class folders that the sources need, beside what the build file names.",
        flag: Flag::Long("CP"),
        set: Set::Checking(|options, value, _| options.class_path = value.paths()),
        ..USUAL
    },
    Setting {
        name: "source-path",
        kind: Kind::Paths,
        default: Standard::Empty,
        meaning: "Further folders with Java source, compiled on demand but not checked.",
        flag: Flag::Long("SP"),
        set: Set::Checking(|options, value, _| options.source_path = value.paths()),
        ..USUAL
    },
    Setting {
        name: "spec-path",
        kind: Kind::Paths,
        default: Standard::Empty,
        meaning: "Folders with `.jml` files.",
        flag: Flag::Each("spec-path", "DIR"),
        set: Set::Checking(|options, value, _| options.spec_path = value.paths()),
        ..USUAL
    },
    Setting {
        name: "k",
        kind: Kind::Number { least: 0, most: 64 },
        default: Standard::Number(3),
        meaning: "Longest chain of references followed into the input heap; verdicts appear for 1, 2, … up to this.",
        page: Some("checker.md"),
        flag: Flag::Short('k', "N"),
        set: Set::Checking(|options, value, _| options.bounds.k = value.number()),
        ..USUAL
    },
    Setting {
        name: "n-bound",
        kind: BOUND,
        default: Standard::Nothing("no such bound"),
        meaning: "Most input objects per type.",
        flag: Flag::Long("N"),
        set: Set::Checking(|options, value, _| options.bounds.n = Some(value.number())),
        ..USUAL
    },
    Setting {
        name: "array-bound",
        kind: BOUND,
        default: Standard::Nothing("as `k`"),
        meaning: "Most distinct elements looked at per input array.",
        flag: Flag::Long("N"),
        set: Set::Checking(|options, value, _| options.bounds.array = Some(value.number())),
        ..USUAL
    },
    Setting {
        name: "loop-bound",
        kind: BOUND,
        default: Standard::Number(10),
        meaning: "Most rounds of a loop that look at nothing new in the input.",
        flag: Flag::Long("N"),
        set: Set::Checking(|options, value, _| options.bounds.loop_iterations = value.number()),
        ..USUAL
    },
    Setting {
        name: "call-depth",
        kind: BOUND,
        default: Standard::Number(60),
        meaning: "Deepest nesting of calls.",
        flag: Flag::Long("N"),
        set: Set::Checking(|options, value, _| options.bounds.call_depth = value.number()),
        ..USUAL
    },
    Setting {
        name: "strategy",
        kind: Kind::Word(Strategy::words),
        default: Standard::Word("auto"),
        meaning: "How unknown heap is chosen.",
        page: Some("checker.md"),
        flag: Flag::Long("STRATEGY"),
        set: Set::Checking(|options, value, _| options.strategy = value.choice()),
        ..USUAL
    },
    Setting {
        name: "calls",
        kind: Kind::Word(Calls::words),
        default: Standard::Word("auto"),
        meaning: "What a call to a method with a contract does.",
        flag: Flag::Long("MODE"),
        set: Set::Checking(|options, value, _| options.calls = value.choice()),
        ..USUAL
    },
    Setting {
        name: "loops",
        kind: Kind::Word(Loops::words),
        default: Standard::Word("unroll"),
        meaning: "What a loop with invariants does.",
        flag: Flag::Long("MODE"),
        set: Set::Checking(|options, value, _| options.loops = value.choice()),
        ..USUAL
    },
    Setting {
        name: "close",
        kind: Kind::Word(Close::words),
        default: Standard::Word("auto"),
        meaning: "What becomes of a method that keeps its contract up to a bound.",
        page: Some("for-all-inputs.md"),
        flag: Flag::Long("MODE"),
        set: Set::Checking(|options, value, _| options.close = value.choice()),
        ..USUAL
    },
    Setting {
        name: "world",
        kind: Kind::Word(World::words),
        default: Standard::Word("closed"),
        meaning: "Which classes an unknown object may have.",
        flag: Flag::Long("WORLD"),
        set: Set::Checking(|options, value, _| options.world = value.choice()),
        ..USUAL
    },
    Setting {
        name: "entry",
        kind: Kind::Text,
        default: Standard::Nothing("each method by itself"),
        meaning: "Check a whole program from its entry, `Class.main`.",
        flag: Flag::Long("METHOD"),
        set: Set::Checking(|options, value, _| options.entry = Some(value.text())),
        ..USUAL
    },
    Setting {
        name: "nondet",
        kind: Kind::Texts,
        default: Standard::Empty,
        meaning: "Calls that may return anything, as patterns like `*.nondet*`.",
        flag: Flag::Each("nondet", "PATTERN"),
        set: Set::Checking(|options, value, origin| {
            take(&mut options.nondet, value.texts(), origin);
        }),
        ..USUAL
    },
    Setting {
        name: "contracts",
        kind: Kind::Switch,
        default: Standard::On,
        meaning: "Check contracts; off, only assertions and uncaught exceptions.",
        flag: Flag::No("no-contracts", "Only assertions and uncaught exceptions"),
        set: Set::Checking(|options, value, _| options.contracts = value.on()),
        ..USUAL
    },
    Setting {
        name: "check",
        kind: Kind::Word(Check::words),
        default: Standard::Word("all"),
        meaning: "What is reported of methods without any contract, own, inherited or of their class.",
        page: Some("checker.md"),
        flag: Flag::Long("WHAT"),
        set: Set::Checking(|options, value, _| options.check = value.choice()),
        ..USUAL
    },
    Setting {
        name: "nullable-by-default",
        kind: Kind::Switch,
        default: Standard::Off,
        meaning: "References may be null where neither code nor contract says anything.",
        page: Some("jml.md"),
        flag: Flag::Yes("References may be null where neither code nor contract says anything"),
        set: Set::Checking(|options, value, _| options.nullable_by_default = value.on()),
        ..USUAL
    },
    Setting {
        name: "arithmetic",
        kind: Kind::Word(Arithmetic::words),
        default: Standard::Word("safe"),
        meaning: "What integer overflow in code is, where the code does not say it itself.",
        flag: Flag::Long("MODE"),
        set: Set::Checking(|options, value, _| options.arithmetic = value.choice()),
        ..USUAL
    },
    Setting {
        name: "keys",
        kind: Kind::Identifiers,
        default: Standard::Empty,
        meaning: "Conditional JML that is read: with `OPENJML` here, `//+OPENJML@ …` counts.",
        page: Some("jml.md"),
        flag: Flag::Each("key", "KEY"),
        set: Set::Checking(|options, value, origin| {
            take(&mut options.keys, value.texts(), origin);
        }),
        ..USUAL
    },
    Setting {
        name: "timeout",
        kind: Kind::Seconds,
        default: Standard::Number(20),
        meaning: "Seconds per method; what is not decided by then is *unknown*.",
        flag: Flag::Long("SECONDS"),
        set: Set::Checking(|options, value, _| {
            options.timeout = Duration::from_secs_f64(value.seconds());
        }),
        ..USUAL
    },
    Setting {
        name: "jobs",
        kind: Kind::Number {
            least: 1,
            most: 256,
        },
        default: Standard::Nothing("half the cores"),
        meaning: "Checks that run side by side: the limit on processor time.",
        flag: Flag::Long("N"),
        editor: Editor::Setting("window"),
        set: Set::Checking(|options, value, _| options.jobs = value.number() as usize),
        ..USUAL
    },
    Setting {
        name: "replay",
        kind: Kind::Switch,
        default: Standard::On,
        meaning: "Run every witness on a real JVM, in a limited process, before it is shown as confirmed; never done in an untrusted workspace.",
        page: Some("security.md"),
        flag: Flag::No(
            "no-replay",
            "Never run the user's code to confirm a witness",
        ),
        editor: Editor::Setting("window"),
        set: Set::Checking(|options, value, _| options.replay = value.on()),
        ..USUAL
    },
    Setting {
        name: "sandbox",
        kind: Kind::Word(<Sandbox as Choice>::words),
        default: Standard::Depends("required", "`best-effort` if trusted, else `required`"),
        meaning: "What to do where the system cannot confine the code that is run to confirm a witness; a project can ask for less than the default only when it is trusted.",
        page: Some("security.md"),
        flag: Flag::Long("MODE"),
        editor: Editor::Setting("machine-overridable"),
        set: Set::Checking(|options, value, origin| {
            let wanted = value.choice();
            // Editors may have it from the workspace, so it weighs no more than the file.
            options.sandbox = Some(match origin {
                Origin::User => wanted,
                Origin::Editor | Origin::File => sandbox_of_file(wanted, options.trust),
            });
        }),
        ..USUAL
    },
    Setting {
        name: "cache",
        kind: Kind::Switch,
        default: Standard::On,
        meaning: "Keep verdicts on disk.",
        flag: Flag::No("no-cache", "Neither read nor write kept verdicts"),
        set: Set::Checking(|options, value, _| options.cache = value.on()),
        ..USUAL
    },
    Setting {
        name: "shared-cache",
        kind: Kind::Text,
        default: Standard::Nothing("`PROVISO_SHARED_CACHE`, else none"),
        meaning: "Share verdicts with other machines: a folder, `file://PATH` or `redis://HOST`.",
        page: Some("ci.md"),
        flag: Flag::Long("STORE"),
        // A project must not be able to name a place to write to.
        file: false,
        editor: Editor::None,
        set: Set::Checking(|options, value, _| options.shared_cache = Some(value.text())),
    },
];

/// What is typed on the command line comes on top; other places say the whole list.
fn take(list: &mut Vec<String>, said: Vec<String>, origin: Origin) {
    if origin != Origin::User {
        list.clear();
    }
    list.extend(said);
}

/// The reader has asked the kind first (`Kind::accepts`), so a value is always what its setting expects.
impl Value {
    pub(super) fn on(self) -> bool {
        matches!(self, Value::Switch(true))
    }

    pub(super) fn number(self) -> u32 {
        match self {
            Value::Number(number) => number,
            other => unreachable!("{other:?} is no number"),
        }
    }

    fn seconds(self) -> f64 {
        match self {
            Value::Seconds(seconds) => seconds,
            other => unreachable!("{other:?} is no time"),
        }
    }

    fn text(self) -> String {
        match self {
            Value::Text(text) => text,
            other => unreachable!("{other:?} is no text"),
        }
    }

    fn texts(self) -> Vec<String> {
        match self {
            Value::Texts(texts) => texts,
            other => unreachable!("{other:?} is no list"),
        }
    }

    pub(super) fn path(self) -> PathBuf {
        match self {
            Value::Path(path) => path,
            other => unreachable!("{other:?} is no path"),
        }
    }

    fn paths(self) -> Vec<PathBuf> {
        match self {
            Value::Paths(paths) => paths,
            other => unreachable!("{other:?} is no list of paths"),
        }
    }

    pub(super) fn choice<T: Choice>(self) -> T {
        let name = self.text();
        T::from_name(&name).unwrap_or_else(|| unreachable!("{name} is no word of the choice"))
    }
}
