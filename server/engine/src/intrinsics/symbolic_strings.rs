//! Strings that are part of the unknown input: Latin-1 text of unknown length, its characters made as they are looked at.
//! `equals` compares as one condition instead of one fork per character.

use super::*;
use crate::heap::ids::Key;
use crate::heap::object::{Array, Body, Cell, Cells, Fields, Native, Object, Origin};
use crate::types::TypeSet;
use crate::value::{Ref, Value};
use proviso_terms::{Sort, Term};

/// What is left out of the input strings.
pub(crate) const TEXTS: &str =
    "strings of the input hold Latin-1 characters only, and less than 2^28 of them";
const STRING: &str = "java/lang/String";
/// Characters of one unknown string that may be looked at one by one; more is a cut of the array bound.
const LONGEST_TEXT: usize = 8;
/// Longer input strings are left out: what they are copied into exceeds the largest array.
pub(crate) const LONGEST_INPUT: i32 = 1 << 28;
/// Known texts longer than this are compared by the JDK's loop.
const LONGEST_COMPARED: usize = 64;

pub(super) const TABLE: &[Entry] = &[
    entry(
        STRING,
        "equals",
        "(Ljava/lang/Object;)Z",
        equals,
        "exact, as one condition when one text is known",
    ),
    entry(STRING, "length", "()I", length, "exact"),
    entry(STRING, "isEmpty", "()Z", is_empty, "exact"),
];

/// Marks the bytes of an unknown string.
struct Storage;

pub(super) fn materialised(m: &mut Machine, st: &mut State, object: ObjectId) -> R<()> {
    let types = st.object(object).types.clone();
    let Some(class) = types.exact else {
        return Ok(());
    };
    if &**m.classes.name(class) != STRING {
        return Ok(());
    }
    let Origin::Input { budget, symbol } = st.object(object).origin else {
        return Ok(());
    };
    let bytes_class = m.classes.load("[B")?;
    let length = m.fresh(st, &format!("o{}.length@", object.0), Sort::Bv(32));
    // Unsigned, so a negative length is too long as well.
    let most = m.terms.int(LONGEST_INPUT);
    let sensible = m.terms.ule(length, most);
    m.assume(st, sensible)?;
    let bytes = Object {
        types: TypeSet::exactly(bytes_class),
        origin: Origin::Input { budget, symbol },
        body: Body::Array(Array {
            length,
            cells: Cells::Seen(Vec::new()),
            forgotten: Vec::new(),
        }),
        native: Native::Data(Rc::new(Storage)),
        rank: None,
    };
    let array = m.id_of_input(st, Key::Part(object, 0));
    st.put_object(array, bytes);
    let fields = m.classes.get(class).fields.clone();
    let values: Vec<Value> = fields
        .iter()
        .map(|f| {
            if &*f.name == "value" {
                Value::Ref(Ref::Object(array))
            } else {
                m.default_value(&f.ty)
            }
        })
        .collect();
    st.object_mut(object).body = Body::Fields(Fields {
        init: values.into_iter().map(Some).collect(),
        ..Fields::default()
    });
    st.note_restriction(TEXTS);
    Ok(())
}

/// Whether an array holds the characters of an unknown string and may still grow.
pub(crate) fn is_string_storage(st: &State, array: ObjectId) -> bool {
    let room = match st.object(array).array().map(|a| &a.cells) {
        Some(Cells::Seen(cells)) => cells.len() < LONGEST_TEXT,
        _ => false,
    };
    room && native_data::<Storage>(st, array).is_some()
}

/// The bytes of a string object, if it holds Latin-1 text.
fn latin1_storage(m: &mut Machine, st: &mut State, string: ObjectId) -> R<Option<ObjectId>> {
    let Value::Int(coder) = m.read_named(st, string, "coder")? else {
        return Ok(None);
    };
    if m.terms.as_int(coder) != Some(0) {
        return Ok(None);
    }
    match m.read_named(st, string, "value")? {
        Value::Ref(r) => m.object_of(st, r),
        _ => Ok(None),
    }
}

fn is_string(m: &Machine, st: &State, object: ObjectId) -> bool {
    st.object(object)
        .class()
        .is_some_and(|c| &**m.classes.name(c) == STRING)
}

/// Known text against known text, or against bytes whose values are terms; two unknown texts go the JDK's way.
fn equals(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let this = non_null_arg(m, st, method, 0)?;
    let other = ref_arg(st, method, 1)?;
    if m.is_null(st, other)? {
        return finish_bool(m, st, method, false);
    }
    let string = m.classes.load(STRING)?;
    if !m.is_instance(st, other, string)? {
        return finish_bool(m, st, method, false);
    }
    let Some(other) = m.object_of(st, other)? else {
        return finish_bool(m, st, method, false);
    };
    if this == other {
        return finish_bool(m, st, method, true);
    }
    if !is_string(m, st, other) {
        return run_bytecode(m, st, method);
    }
    match (strings::units(m, st, this), strings::units(m, st, other)) {
        (Some(a), Some(b)) => finish_bool(m, st, method, a == b),
        (Some(text), None) => equals_text(m, st, method, other, &text),
        (None, Some(text)) => equals_text(m, st, method, this, &text),
        (None, None) => run_bytecode(m, st, method),
    }
}

fn equals_text(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
    string: ObjectId,
    text: &[u16],
) -> R<()> {
    let Some(array) = latin1_storage(m, st, string)? else {
        return run_bytecode(m, st, method);
    };
    if st.top().past.is_some() || text.len() > LONGEST_COMPARED {
        return run_bytecode(m, st, method);
    }
    if text.iter().any(|&u| u > 255) {
        return finish_bool(m, st, method, false);
    }
    let length = m.array_length(st, array)?;
    let wanted = m.terms.int(text.len() as i32);
    let mut conditions = vec![m.terms.eq(length, wanted)];
    for (i, &unit) in text.iter().enumerate() {
        let Some(byte) = byte_at(m, st, array, i) else {
            return run_bytecode(m, st, method);
        };
        let expected = m.terms.int(i32::from(unit as u8 as i8));
        conditions.push(m.terms.eq(byte, expected));
    }
    let same = m.terms.and(&conditions);
    finish_condition(m, st, method, same)
}

/// The byte at a known index, without asking whether it is inside: for conditions that imply it.
fn byte_at(m: &mut Machine, st: &mut State, array: ObjectId, i: usize) -> Option<Term> {
    let index = m.terms.int(i as i32);
    let is_input = st.object(array).is_input();
    let cells = match &st.object(array).array()?.cells {
        Cells::Dense(cells) => {
            // A vector too short has another length: what stands here does not matter.
            return match cells.get(i) {
                Some(Value::Int(t)) => Some(*t),
                _ => Some(index),
            };
        }
        Cells::Seen(cells) => cells,
    };
    if let Some(cell) = cells.iter().find(|c| c.index == index) {
        return cell.now.or(cell.init).and_then(|v| v.term());
    }
    // An unknown index may mean this one; the accumulator's rules decide that, not we.
    if !is_input || cells.iter().any(|c| m.terms.as_int(c.index).is_none()) {
        return None;
    }
    let byte = m.fresh(st, &format!("o{}[{i}]", array.0), Sort::Bv(8));
    let byte = m.terms.sext(byte, 32);
    if let Some(Cells::Seen(cells)) = st.object_mut(array).array_mut().map(|a| &mut a.cells) {
        cells.push(Cell {
            index,
            init: Some(Value::Int(byte)),
            base: None,
            now: None,
        });
    }
    Some(byte)
}

fn length(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let this = non_null_arg(m, st, method, 0)?;
    match latin1_storage(m, st, this)? {
        Some(array) => {
            let length = m.array_length(st, array)?;
            finish(m, st, method, Some(Value::Int(length)))
        }
        None => run_bytecode(m, st, method),
    }
}

fn is_empty(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let this = non_null_arg(m, st, method, 0)?;
    match latin1_storage(m, st, this)? {
        Some(array) => {
            let length = m.array_length(st, array)?;
            let zero = m.terms.int(0);
            let empty = m.terms.eq(length, zero);
            finish_condition(m, st, method, empty)
        }
        None => run_bytecode(m, st, method),
    }
}
