//! Strings whose text is known: making them, reading them, and fast ways for what the JDK does in loops.
//! A string is what the JDK says it is: `value` (bytes), `coder` (0 Latin-1, 1 UTF-16, little endian) and a hash.

use super::*;
use crate::heap::ids::Key;
use crate::heap::object::{Native, Origin};
use crate::machine::unknown;
use crate::value::{Ref, Value};
use proviso_classfile::JavaStr;

const STRING: &str = "java/lang/String";
const UTF16: &str = "java/lang/StringUTF16";

pub(super) const TABLE: &[Entry] = &[
    entry(
        STRING,
        "intern",
        "()Ljava/lang/String;",
        intern_string,
        "exact for known text",
    ),
    entry(
        STRING,
        "hashCode",
        "()I",
        hash_code,
        "known text at once, else the JDK's own code",
    ),
    entry(
        STRING,
        "indexOf",
        "(Ljava/lang/String;)I",
        index_of,
        "known text at once, else the JDK's own code",
    ),
    entry(
        STRING,
        "contains",
        "(Ljava/lang/CharSequence;)Z",
        contains,
        "known text at once, else the JDK's own code",
    ),
    entry(
        UTF16,
        "isBigEndian",
        "()Z",
        not_big_endian,
        "strings are little endian here",
    ),
    entry(
        "java/lang/StringCoding",
        "err",
        "*",
        super::nothing,
        "no messages of the JVM",
    ),
];

/// UTF-16 units → (bytes as the JDK stores them, coder).
fn encode(units: &[u16]) -> (Vec<u8>, i32) {
    if units.iter().all(|&u| u < 256) {
        (units.iter().map(|&u| u as u8).collect(), 0)
    } else {
        (units.iter().flat_map(|u| u.to_le_bytes()).collect(), 1)
    }
}

/// A new string object.
pub(crate) fn new_string(m: &mut Machine, st: &mut State, text: &str) -> R<ObjectId> {
    let units: Vec<u16> = text.encode_utf16().collect();
    new_string_of(m, st, &units)
}

pub(super) fn new_string_of(m: &mut Machine, st: &mut State, units: &[u16]) -> R<ObjectId> {
    let (bytes, coder) = encode(units);
    let class = m.classes.load(STRING)?;
    let bytes_class = m.classes.load("[B")?;
    let cells = bytes
        .iter()
        .map(|&b| Value::Int(m.terms.int(i32::from(b as i8))))
        .collect();
    let array = m.allocate_array(st, bytes_class, cells);
    let string = m.allocate(st, class);
    let coder = Value::Int(m.terms.int(coder));
    m.write_named(st, string, "value", Value::Ref(Ref::Object(array)))?;
    m.write_named(st, string, "coder", coder)?;
    Ok(string)
}

/// The one string object with this text that literals and `intern` give.
pub(super) fn interned(m: &mut Machine, st: &mut State, units: &[u16]) -> R<ObjectId> {
    let key = pool_key(units);
    if let Some(&known) = st.strings.get(&*key) {
        return Ok(known);
    }
    let string = new_string_of(m, st, units)?;
    // Literals exist before the method under check starts.
    let array = m.read_named(st, string, "value")?;
    let key: Rc<str> = key.into();
    let string = m.rename(st, string, Key::Text(key.clone()));
    st.object_mut(string).origin = Origin::Allocated { epoch: 0 };
    if let Value::Ref(Ref::Object(array)) = array {
        let array = m.rename(st, array, Key::Bytes(key.clone()));
        st.object_mut(array).origin = Origin::Allocated { epoch: 0 };
        m.write_named(st, string, "value", Value::Ref(Ref::Object(array)))?;
    }
    Rc::make_mut(&mut st.strings).insert(key, string);
    Ok(string)
}

/// Texts that differ only in lone surrogates must not share an object: they are keyed by their units then.
fn pool_key(units: &[u16]) -> String {
    String::from_utf16(units).unwrap_or_else(|_| format!("\u{0}units{units:?}"))
}

pub fn string_literal(m: &mut Machine, st: &mut State, text: &JavaStr) -> R<ObjectId> {
    interned(m, st, &text.0)
}

/// The text of a string object, if all of it is known.
pub(super) fn units(m: &Machine, st: &State, string: ObjectId) -> Option<Vec<u16>> {
    let object = st.object(string);
    if matches!(object.native, Native::Data(_)) {
        return None;
    }
    let class = object.class()?;
    let crate::heap::object::Body::Fields(fields) = &object.body else {
        return None;
    };
    let field = |name: &str| {
        m.classes
            .field_slot(class, name)
            .and_then(|slot| fields.current(slot))
    };
    let Value::Ref(array) = field("value")? else {
        return None;
    };
    let Ref::Object(array) = st.deref(array) else {
        return None;
    };
    let Value::Int(coder) = field("coder")? else {
        return None;
    };
    let bytes = known_cells(m, st, array)?;
    Some(match m.terms.as_int(coder)? {
        0 => bytes.iter().map(|&b| u16::from(b as u8)).collect(),
        _ => bytes
            .chunks_exact(2)
            .map(|p| u16::from_le_bytes([p[0] as u8, p[1] as u8]))
            .collect(),
    })
}

/// The text of a string object, if all of it is known; lone surrogates become replacement characters.
pub fn string_text(m: &Machine, st: &State, string: ObjectId) -> Option<String> {
    units(m, st, string).map(|u| String::from_utf16_lossy(&u))
}

fn intern_string(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let string = non_null_arg(m, st, method, 0)?;
    let Some(units) = units(m, st, string) else {
        return unknown("intern of an unknown string");
    };
    // The first string of its text becomes the one in the pool.
    let key = pool_key(&units);
    let pooled = match st.strings.get(&*key) {
        Some(&known) => known,
        None => {
            Rc::make_mut(&mut st.strings).insert(key.into(), string);
            string
        }
    };
    finish_ref(m, st, method, pooled)
}

fn hash_code(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let string = non_null_arg(m, st, method, 0)?;
    match units(m, st, string) {
        Some(units) => {
            let hash = units
                .iter()
                .fold(0i32, |h, &u| h.wrapping_mul(31).wrapping_add(i32::from(u)));
            finish_int(m, st, method, hash)
        }
        None => run_bytecode(m, st, method),
    }
}

/// Where `needle` first occurs, if both texts are known.
fn position(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<Option<i32>> {
    let string = non_null_arg(m, st, method, 0)?;
    let needle = ref_arg(st, method, 1)?;
    let Ref::Object(needle) = needle else {
        return Ok(None);
    };
    let is_string = st
        .object(needle)
        .class()
        .is_some_and(|c| &**m.classes.name(c) == STRING);
    let (Some(text), Some(needle)) = (
        units(m, st, string),
        if is_string {
            units(m, st, needle)
        } else {
            None
        },
    ) else {
        return Ok(None);
    };
    if needle.is_empty() {
        return Ok(Some(0));
    }
    Ok(Some(
        text.windows(needle.len())
            .position(|w| w == needle)
            .map_or(-1, |i| i as i32),
    ))
}

fn index_of(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    match position(m, st, method)? {
        Some(at) => finish_int(m, st, method, at),
        None => run_bytecode(m, st, method),
    }
}

fn contains(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    match position(m, st, method)? {
        Some(at) => finish_bool(m, st, method, at >= 0),
        None => run_bytecode(m, st, method),
    }
}

fn not_big_endian(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_bool(m, st, method, false)
}
