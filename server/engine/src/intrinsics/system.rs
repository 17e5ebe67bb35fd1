//! `System` and `Runtime`: properties, clocks, the environment. A program under check sees a fixed, small environment.

use super::*;
use crate::hooks::Outcome;
use crate::machine::{Stop, unknown};
use crate::value::Value;
use proviso_terms::Sort;

const SYSTEM: &str = "java/lang/System";
const RUNTIME: &str = "java/lang/Runtime";

pub(super) const TABLE: &[Entry] = &[
    entry(
        SYSTEM,
        "getProperty",
        "(Ljava/lang/String;)Ljava/lang/String;",
        get_property,
        "a fixed, small set of properties",
    ),
    entry(
        SYSTEM,
        "getProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        get_property,
        "a fixed, small set of properties",
    ),
    entry(
        SYSTEM,
        "getProperties",
        "()Ljava/util/Properties;",
        get_properties,
        "a fixed, small set of properties",
    ),
    entry(
        "jdk/internal/util/StaticProperty",
        "getProperty",
        "(Ljava/util/Properties;Ljava/lang/String;)Ljava/lang/String;",
        static_property,
        "a fixed, small set of properties",
    ),
    entry(
        "jdk/internal/util/StaticProperty",
        "getPropertyOrDefault",
        "(Ljava/util/Properties;Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        static_property,
        "a fixed, small set of properties",
    ),
    entry(
        SYSTEM,
        "getSecurityManager",
        "()Ljava/lang/SecurityManager;",
        null,
        "there is none",
    ),
    entry(
        SYSTEM,
        "getenv",
        "(Ljava/lang/String;)Ljava/lang/String;",
        null,
        "the environment is empty",
    ),
    entry(
        SYSTEM,
        "nanoTime",
        "()J",
        clock,
        "symbolic mode: any number when the project asks",
    ),
    entry(
        SYSTEM,
        "currentTimeMillis",
        "()J",
        clock,
        "symbolic mode: any number when the project asks",
    ),
    entry(SYSTEM, "gc", "()V", super::nothing, "nothing to collect"),
    entry(
        SYSTEM,
        "loadLibrary",
        "(Ljava/lang/String;)V",
        super::nothing,
        "no native code is loaded",
    ),
    entry(RUNTIME, "gc", "()V", super::nothing, "nothing to collect"),
    entry(RUNTIME, "availableProcessors", "()I", one_processor, "1"),
    entry(RUNTIME, "exit", "(I)V", end, "the program ends here"),
    entry(RUNTIME, "halt", "(I)V", end, "the program ends here"),
    entry(RUNTIME, "freeMemory", "()J", memory, "a constant"),
    entry(RUNTIME, "totalMemory", "()J", memory, "a constant"),
    entry(RUNTIME, "maxMemory", "()J", memory, "a constant"),
];

/// What a program may ask for. Nothing here says anything about this machine.
fn property(m: &Machine, key: &str) -> Option<String> {
    let release = m.classes.path().jdk_release().unwrap_or(17);
    Some(match key {
        "line.separator" => "\n".to_owned(),
        "file.separator" => "/".to_owned(),
        "path.separator" => ":".to_owned(),
        "java.version" | "java.specification.version" | "java.vm.specification.version" => {
            release.to_string()
        }
        "java.class.version" => (release + 44).to_string() + ".0",
        "java.vendor" | "java.vm.vendor" => "Proviso".to_owned(),
        "java.vm.name" => "Proviso".to_owned(),
        "os.name" => "Linux".to_owned(),
        "os.arch" => "amd64".to_owned(),
        "os.version" => "0".to_owned(),
        "user.language" => "en".to_owned(),
        "user.country" | "user.region" => "US".to_owned(),
        "user.name" => "user".to_owned(),
        "user.dir" | "user.home" | "java.home" | "java.io.tmpdir" => "/".to_owned(),
        "file.encoding" | "native.encoding" | "sun.jnu.encoding" | "stdout.encoding"
        | "stderr.encoding" => "UTF-8".to_owned(),
        "java.class.path" | "java.library.path" | "sun.boot.library.path" => String::new(),
        _ => return None,
    })
}

fn answer(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
    key: usize,
    default: Option<usize>,
) -> R<()> {
    let key = non_null_arg(m, st, method, key)?;
    let Some(key) = string_text(m, st, key) else {
        return unknown("a system property of an unknown name");
    };
    match (property(m, &key), default) {
        (Some(value), _) => finish_text(m, st, method, &value),
        (None, Some(i)) => {
            let value = arg(st, method, i);
            finish(m, st, method, Some(value))
        }
        (None, None) => finish_null(m, st, method),
    }
}

fn get_property(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let default = (method.descriptor.params.len() > 1).then_some(1);
    answer(m, st, method, 0, default)
}

fn static_property(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let default = (method.descriptor.params.len() > 2).then_some(2);
    answer(m, st, method, 1, default)
}

/// The table is made when somebody first wants all of it, by Java code.
fn get_properties(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let system = m.classes.load(SYSTEM)?;
    m.initialise(st, system)?;
    let Some(slot) = m.classes.static_slot(system, "props") else {
        return unknown("System without properties");
    };
    let held = m.read_static(st, system, slot)?;
    if held != Value::NULL {
        return finish(m, st, method, Some(held));
    }
    let pair = |key: &&str| Some(((*key).to_owned(), property(m, key)?));
    let pairs: Vec<(String, String)> = KEYS.iter().filter_map(pair).collect();
    let make = crate::indy::make_properties(m, &pairs)?;
    call_instead(m, st, method, &make, Vec::new())
}

const KEYS: &[&str] = &[
    "line.separator",
    "file.separator",
    "path.separator",
    "java.version",
    "java.specification.version",
    "java.class.version",
    "java.vendor",
    "java.vm.name",
    "java.home",
    "os.name",
    "os.arch",
    "user.language",
    "user.country",
    "user.name",
    "user.dir",
    "user.home",
    "java.io.tmpdir",
    "file.encoding",
    "native.encoding",
    "sun.jnu.encoding",
    "java.class.path",
    "java.library.path",
];

fn null(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_null(m, st, method)
}

/// The JDK takes seeds from the clock: they must be known, or every hash table would be symbolic. The project gets
/// any time in symbolic mode, and a clock that ticks in concrete mode.
fn clock(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if !is_concrete(m) && st.top().method.project {
        let now = m.fresh(st, "time", Sort::Bv(64));
        return finish(m, st, method, Some(Value::Long(now)));
    }
    st.natives.ticks += 1;
    let now = 1_000_000_000 + st.natives.ticks as i64;
    finish_long(m, st, method, now)
}

/// Nothing runs after it: no `finally`, no check of a contract.
fn end(_: &mut Machine, st: &mut State, _: &Rc<Method>) -> R<()> {
    st.result = None;
    Err(Stop::Ended(Outcome::Returned))
}

fn one_processor(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_int(m, st, method, 1)
}

fn memory(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_long(m, st, method, 1 << 30)
}
