//! Boxes of numbers that are not known, and the bit views of floating-point numbers. `valueOf` of an unknown number
//! makes a box without asking the cache which of its 256 objects it would be; comparing such boxes by `==` asks then.

use super::*;
use crate::heap::object::Native;
use crate::value::{Ref, Value};
use proviso_terms::Term;

pub(super) const TABLE: &[Entry] = &[
    entry(
        "java/lang/Integer",
        "valueOf",
        "(I)Ljava/lang/Integer;",
        value_of,
        "exact, == included",
    ),
    entry(
        "java/lang/Short",
        "valueOf",
        "(S)Ljava/lang/Short;",
        value_of,
        "exact, == included",
    ),
    entry(
        "java/lang/Byte",
        "valueOf",
        "(B)Ljava/lang/Byte;",
        value_of,
        "exact, == included",
    ),
    entry(
        "java/lang/Character",
        "valueOf",
        "(C)Ljava/lang/Character;",
        value_of,
        "exact, == included",
    ),
    entry(
        "java/lang/Long",
        "valueOf",
        "(J)Ljava/lang/Long;",
        value_of,
        "exact, == included",
    ),
    entry(
        "java/lang/Float",
        "floatToRawIntBits",
        "(F)I",
        float_to_bits,
        "NaNs lose their payload when unknown",
    ),
    entry(
        "java/lang/Float",
        "intBitsToFloat",
        "(I)F",
        bits_to_float,
        "exact up to NaN payloads",
    ),
    entry(
        "java/lang/Double",
        "doubleToRawLongBits",
        "(D)J",
        double_to_bits,
        "NaNs lose their payload when unknown",
    ),
    entry(
        "java/lang/Double",
        "longBitsToDouble",
        "(J)D",
        bits_to_double,
        "exact up to NaN payloads",
    ),
];

/// A box made for an unknown number.
struct SymbolicBox;

/// Whether a number comes from the cache: -128..=127, for chars 0..=127.
fn cached(m: &mut Machine, value: Value) -> Option<Term> {
    let t = value.term()?;
    let (low, high) = match value {
        Value::Long(_) => (m.terms.long(-128), m.terms.long(127)),
        _ => (m.terms.int(-128), m.terms.int(127)),
    };
    let (above, below) = (m.terms.sle(low, t), m.terms.sle(t, high));
    Some(m.terms.and(&[above, below]))
}

fn value_of(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = arg(st, method, 0);
    let known = value.term().is_none_or(|t| m.terms.is_const(t));
    if known {
        return run_bytecode(m, st, method);
    }
    let object = m.allocate(st, method.class);
    m.write_named(st, object, "value", value)?;
    st.object_mut(object).native = Native::Data(Rc::new(SymbolicBox));
    finish_ref(m, st, method, object)
}

/// `==` of two objects when one is a box of an unknown number: the same object if both come from the cache and hold
/// the same number. `None`: not our business.
/// A box of a number that is not known: it may come from the cache of its class.
pub(crate) fn is_symbolic_box(st: &State, o: ObjectId) -> bool {
    native_data::<SymbolicBox>(st, o).is_some()
}

pub(crate) fn same_box(
    m: &mut Machine,
    st: &mut State,
    a: ObjectId,
    b: ObjectId,
) -> R<Option<bool>> {
    let symbolic = is_symbolic_box;
    if a == b
        || st.object(a).class() != st.object(b).class()
        || !(symbolic(st, a) || symbolic(st, b))
    {
        return Ok(None);
    }
    // A known box that does not come from the cache (an input, `new Integer(5)`) is no other object.
    for o in [a, b] {
        if !symbolic(st, o) && !is_in_cache(m, st, o)? {
            return Ok(Some(false));
        }
    }
    let (x, y) = (m.read_named(st, a, "value")?, m.read_named(st, b, "value")?);
    let (Some(tx), Some(ty), Some(in_cache)) = (x.term(), y.term(), cached(m, x)) else {
        return Ok(None);
    };
    let equal = m.terms.eq(tx, ty);
    let same = m.terms.and(&[equal, in_cache]);
    m.branch(st, same).map(Some)
}

/// Whether a box is one of its class's cache.
fn is_in_cache(m: &mut Machine, st: &mut State, object: ObjectId) -> R<bool> {
    let Some(class) = st.object(object).class() else {
        return Ok(false);
    };
    let name = m.classes.name(class).clone();
    let short = name.rsplit('/').next().unwrap_or(&name).to_owned();
    let Some(cache) = m.classes.find(&format!("{name}${short}Cache")) else {
        return Ok(false);
    };
    let Some(slot) = m.classes.static_slot(cache, "cache") else {
        return Ok(false);
    };
    let Value::Ref(array) = m.read_static(st, cache, slot)? else {
        return Ok(false);
    };
    let Ref::Object(array) = st.deref(array) else {
        return Ok(false);
    };
    let Some(crate::heap::object::Cells::Dense(cells)) = st.object(array).array().map(|a| &a.cells)
    else {
        return Ok(false);
    };
    Ok(cells.contains(&Value::Ref(Ref::Object(object))))
}

fn float_to_bits(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = term_arg(st, method, 0)?;
    let bits = m.terms.fp_to_bits(t);
    finish(m, st, method, Some(Value::Int(bits)))
}

fn bits_to_float(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = term_arg(st, method, 0)?;
    let value = m.terms.fp_from_bits(t);
    finish(m, st, method, Some(Value::Float(value)))
}

fn double_to_bits(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = term_arg(st, method, 0)?;
    let bits = m.terms.fp_to_bits(t);
    finish(m, st, method, Some(Value::Long(bits)))
}

fn bits_to_double(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = term_arg(st, method, 0)?;
    let value = m.terms.fp_from_bits(t);
    finish(m, st, method, Some(Value::Double(value)))
}
