//! Places in memory that `Unsafe` and `VarHandle` name: a field by slot, an array element by index; and the atomic
//! operations on them, which one thread does in one step.

use crate::classes::ClassId;
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::value::{ObjectId, Value};
use proviso_terms::Term;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Field(ObjectId, usize),
    Static(ClassId, usize),
    Element(ObjectId, Term),
}

pub(crate) fn read(m: &mut Machine, st: &mut State, place: Place) -> R<Value> {
    match place {
        Place::Field(object, slot) => m.read_field(st, object, slot),
        Place::Static(class, slot) => m.read_static(st, class, slot),
        Place::Element(array, index) => m.read_cell(st, array, index),
    }
}

pub(crate) fn write(m: &mut Machine, st: &mut State, place: Place, value: Value) -> R<()> {
    match place {
        Place::Field(object, slot) => m.write_field(st, object, slot, value)?,
        Place::Static(class, slot) => m.write_static(st, class, slot, value),
        Place::Element(array, index) => m.write_cell(st, array, index, value)?,
    }
    Ok(())
}

/// Whether a place holds a value: references by identity, numbers by their bits.
pub(crate) fn holds(m: &mut Machine, st: &mut State, held: Value, expected: Value) -> R<bool> {
    match (held, expected) {
        (Value::Ref(a), Value::Ref(b)) => m.same_ref(st, a, b),
        (Value::Float(a), Value::Float(b)) | (Value::Double(a), Value::Double(b)) => {
            let (a, b) = (m.terms.fp_to_bits(a), m.terms.fp_to_bits(b));
            let same = m.terms.eq(a, b);
            m.branch(st, same)
        }
        (a, b) => match (a.term(), b.term()) {
            (Some(a), Some(b)) => {
                let same = m.terms.eq(a, b);
                m.branch(st, same)
            }
            _ => unknown("comparing values of different kinds"),
        },
    }
}

/// Writes if the place holds the expected value; tells whether it did, and what it held.
pub(crate) fn compare_and_set(
    m: &mut Machine,
    st: &mut State,
    place: Place,
    expected: Value,
    new: Value,
) -> R<(bool, Value)> {
    let held = read(m, st, place)?;
    let same = holds(m, st, held, expected)?;
    if same {
        write(m, st, place, new)?;
    }
    Ok((same, held))
}
