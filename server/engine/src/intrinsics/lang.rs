//! `Object`, `Throwable` and what they need from the machine.

use super::*;
use crate::heap::object::{Body, Cells, Origin};
use crate::types::TypeSet;
use crate::value::{Ref, Value};
use proviso_terms::Term;

const OBJECT: &str = "java/lang/Object";
const THROWABLE: &str = "java/lang/Throwable";

pub(super) const TABLE: &[Entry] = &[
    entry(
        OBJECT,
        "hashCode",
        "()I",
        hash_code,
        "a constant per object; a JVM may choose another",
    ),
    entry(
        "java/lang/System",
        "identityHashCode",
        "(Ljava/lang/Object;)I",
        identity_hash_code,
        "as Object.hashCode",
    ),
    entry(
        OBJECT,
        "getClass",
        "()Ljava/lang/Class;",
        get_class,
        "exact; an unknown class forks over the known ones",
    ),
    entry(
        OBJECT,
        "clone",
        "()Ljava/lang/Object;",
        clone,
        "exact for arrays and objects of known class",
    ),
    entry(
        OBJECT,
        "notify",
        "()V",
        super::nothing,
        "there is one thread",
    ),
    entry(
        OBJECT,
        "notifyAll",
        "()V",
        super::nothing,
        "there is one thread",
    ),
    entry(
        THROWABLE,
        "fillInStackTrace",
        "(I)Ljava/lang/Throwable;",
        fill_in,
        "no stack trace is kept",
    ),
    entry(
        THROWABLE,
        "fillInStackTrace",
        "()Ljava/lang/Throwable;",
        fill_in,
        "no stack trace is kept",
    ),
    entry(
        THROWABLE,
        "getStackTrace",
        "()[Ljava/lang/StackTraceElement;",
        stack_trace,
        "always empty",
    ),
    entry(
        THROWABLE,
        "getOurStackTrace",
        "()[Ljava/lang/StackTraceElement;",
        stack_trace,
        "always empty",
    ),
    entry(
        "java/lang/NullPointerException",
        "getExtendedNPEMessage",
        "()Ljava/lang/String;",
        no_message,
        "no helpful message",
    ),
    entry(
        "java/lang/Enum",
        "hashCode",
        "()I",
        hash_code,
        "as Object.hashCode",
    ),
];

/// Spreads object numbers over the positive ints, as identity hash codes are; never 0.
fn identity_hash(object: ObjectId) -> i32 {
    let mixed = (object.0.wrapping_add(1)).wrapping_mul(0x9E37_79B1) >> 1;
    mixed.max(1) as i32
}

fn hash_code(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let object = non_null_arg(m, st, method, 0)?;
    finish_int(m, st, method, identity_hash(object))
}

fn identity_hash_code(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let object = object_arg(m, st, method, 0)?;
    finish_int(m, st, method, object.map_or(0, identity_hash))
}

fn get_class(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let object = non_null_arg(m, st, method, 0)?;
    let class = exact_class(m, st, object)?;
    finish_mirror(m, st, method, class)
}

fn clone(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let object = non_null_arg(m, st, method, 0)?;
    if st.object(object).array().is_none() {
        let cloneable = m.classes.load("java/lang/Cloneable")?;
        let class = exact_class(m, st, object)?;
        if !m.classes.is_subtype(class, cloneable) {
            return throw(
                m,
                st,
                "java/lang/CloneNotSupportedException",
                &m.classes.name(class).replace('/', "."),
            );
        }
        let count = m.classes.get(class).fields.len();
        // Reading materialises what is still unknown: the copy shares it from now on.
        let values = (0..count)
            .map(|slot| m.read_field(st, object, slot))
            .collect::<R<Vec<_>>>()?;
        let copy = m.allocate(st, class);
        for (slot, value) in values.into_iter().enumerate() {
            m.write_field(st, copy, slot, value)?;
        }
        return finish_ref(m, st, method, copy);
    }
    let copy = clone_array(m, st, object)?;
    finish_ref(m, st, method, copy)
}

/// A copy of an array. One of unknown length is fixed to each possible length first.
pub(super) fn clone_array(m: &mut Machine, st: &mut State, object: ObjectId) -> R<ObjectId> {
    let Some(array) = st.object(object).array() else {
        return crate::machine::unknown("clone of what is no array");
    };
    let class = st.object(object).types.bound(&m.classes);
    if let Cells::Dense(cells) = &array.cells {
        let cells = cells.clone();
        return Ok(m.allocate_array(st, class, cells));
    }
    let length = array.length;
    let count = m.concrete_length(st, length)? as i32;
    let indices: Vec<Term> = (0..count).map(|i| m.terms.int(i)).collect();
    let cells = indices
        .into_iter()
        .map(|i| m.read_cell(st, object, i))
        .collect::<R<Vec<Value>>>()?;
    Ok(m.allocate_array(st, class, cells))
}

fn fill_in(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let this = arg(st, method, 0);
    if is_concrete(m)
        && let (Value::Ref(Ref::Object(object)), Some(stack)) = (this, m.stack_of(st))
    {
        Rc::make_mut(&mut st.natives.traces).insert(object, stack.into());
    }
    finish(m, st, method, Some(this))
}

fn stack_trace(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = m.classes.load("[Ljava/lang/StackTraceElement;")?;
    let array = m.allocate_array(st, class, Vec::new());
    finish_ref(m, st, method, array)
}

fn no_message(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_null(m, st, method)
}

/// An object made by the machine before the program started.
pub(super) fn preexisting(m: &mut Machine, st: &mut State, class: &str) -> R<ObjectId> {
    let class = m.classes.load(class)?;
    let object = m.allocate(st, class);
    let made = st.object_mut(object);
    made.origin = Origin::Allocated { epoch: 0 };
    debug_assert!(matches!(made.body, Body::Fields(_)) && made.types == TypeSet::exactly(class));
    Ok(object)
}
