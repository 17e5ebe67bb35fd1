//! Methods that Rust code stands in for: the JVM's natives and a few hot spots of the JDK. One file per area; each has
//! a table that says which methods it takes and in how far they are exact. `docs/natives.md` is made from the tables.
//!
//! An intrinsic finds its arguments on the caller's stack and, after its last decision, completes the call with
//! `finish` — or declines with `run_bytecode`, when the JDK's own code does the job for these arguments.

pub(crate) mod access;
mod arrays;
mod boxes;
mod call;
mod characters;
mod class;
mod initial;
mod jdk;
mod lang;
mod lazy_text;
mod locale;
mod math;
mod output;
mod random;
mod reflect;
mod resources;
mod strings;
mod symbolic_strings;
mod system;
mod thread;
mod unsafe_memory;

use crate::classes::Method;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::ObjectId;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

pub(crate) use boxes::{is_symbolic_box, same_box};
pub(crate) use call::*;
pub use characters::character_table;
pub(crate) use class::simple_name;
pub(crate) use initial::skip_initializer;
pub use lazy_text::is_unmade_text;
pub(crate) use lazy_text::lazy_concat;
pub(crate) use strings::new_string;
pub use strings::{string_literal, string_text};
pub(crate) use symbolic_strings::{LONGEST_INPUT, TEXTS, is_string_storage};

pub type Intrinsic = fn(&mut Machine, &mut State, &Rc<Method>) -> R<()>;

/// One line of a table.
pub struct Entry {
    pub class: &'static str,
    pub name: &'static str,
    /// `*` stands for all overloads.
    pub descriptor: &'static str,
    pub run: Intrinsic,
    /// What it does, and where it is less than exact.
    pub what: &'static str,
}

const fn entry(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    run: Intrinsic,
    what: &'static str,
) -> Entry {
    Entry {
        class,
        name,
        descriptor,
        run,
        what,
    }
}

/// All tables, in the order of the documentation.
pub const TABLES: &[(&str, &[Entry])] = &[
    ("Object, Throwable, Record, Enum", lang::TABLE),
    ("Class", class::TABLE),
    ("Reflection", reflect::TABLE),
    ("Resources", resources::TABLE),
    ("String and its helpers", strings::TABLE),
    ("Strings that are not known", symbolic_strings::TABLE),
    ("Texts of unknown numbers", lazy_text::TABLE),
    ("Boxes and bit views", boxes::TABLE),
    ("Character", characters::TABLE),
    ("Math", math::TABLE),
    ("Arrays", arrays::TABLE),
    ("System, Runtime", system::TABLE),
    ("Printed output", output::TABLE),
    ("Thread", thread::TABLE),
    ("Random", random::TABLE),
    ("Unsafe", unsafe_memory::TABLE),
    ("Locale data", locale::TABLE),
    ("JDK internals", jdk::TABLE),
];

type Index = HashMap<&'static str, HashMap<&'static str, Vec<&'static Entry>>>;

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index: Index = HashMap::new();
    for entry in TABLES.iter().flat_map(|(_, table)| table.iter()) {
        index
            .entry(entry.class)
            .or_default()
            .entry(entry.name)
            .or_default()
            .push(entry);
    }
    index
});

/// The Rust code that stands in for a method, if there is any.
pub fn lookup(class: &str, name: &str, descriptor: &str) -> Option<Intrinsic> {
    if name == "registerNatives" && descriptor == "()V" && class != "java/lang/System"
        || name == "initIDs"
    {
        return Some(nothing);
    }
    let entries = INDEX.get(class)?.get(name)?;
    entries
        .iter()
        .find(|e| e.descriptor == "*" || e.descriptor == descriptor)
        .map(|e| e.run)
}

/// For methods that have nothing to do here.
fn nothing(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish(m, st, method, None)
}

/// What intrinsics keep per path.
#[derive(Clone, Default)]
pub struct NativeState {
    /// What was printed to `System.out` and `System.err` (concrete mode only).
    pub output: Rc<String>,
    pub errors: Rc<String>,
    /// Where each throwable was made (concrete mode only).
    pub(crate) traces: Rc<HashMap<ObjectId, Rc<str>>>,
    pub(crate) thread: Option<ObjectId>,
    /// Calls of `nanoTime` and the like so far.
    pub(crate) ticks: u64,
}

impl NativeState {
    /// Whether two states have the same of all this.
    pub(crate) fn is_same(&self, other: &NativeState) -> bool {
        self.thread == other.thread
            && self.ticks == other.ticks
            && self.output == other.output
            && self.errors == other.errors
            && self.traces == other.traces
    }
}

/// What intrinsics keep per run: nothing so far.
#[derive(Default)]
pub struct NativeTables;

/// An object is looked at for the first time: input objects of known library classes get the shape their class promises, lazy texts are made.
pub(crate) fn materialised(machine: &mut Machine, st: &mut State, object: ObjectId) -> R<()> {
    lazy_text::force(machine, st, object)?;
    symbolic_strings::materialised(machine, st, object)?;
    machine.shape_library_object(st, object)
}
