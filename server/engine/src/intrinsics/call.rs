//! What intrinsics are written with: arguments in, result out, calls back into Java.

use crate::classes::{ClassId, Method};
use crate::heap::object::{Cells, Native};
use crate::machine::{Machine, R, unknown};
use crate::state::{NativeThen, State, Then};
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::intern;
use proviso_terms::{Sort, Term};
use std::any::Any;
use std::rc::Rc;

/// Argument `i`; the receiver is argument 0 of an instance method.
pub(crate) fn arg(st: &State, method: &Method, i: usize) -> Value {
    st.peek(method.argument_count().saturating_sub(i + 1))
}

pub(crate) fn term_arg(st: &State, method: &Method, i: usize) -> R<Term> {
    match arg(st, method, i).term() {
        Some(t) => Ok(t),
        None => unknown(format!("malformed call of {}", method.display())),
    }
}

pub(crate) fn ref_arg(st: &State, method: &Method, i: usize) -> R<Ref> {
    match arg(st, method, i) {
        Value::Ref(r) => Ok(st.deref(r)),
        _ => unknown(format!("malformed call of {}", method.display())),
    }
}

/// An argument that must be a known number here.
pub(crate) fn int_arg(m: &Machine, st: &State, method: &Method, i: usize) -> R<i32> {
    match m.terms.as_int(term_arg(st, method, i)?) {
        Some(v) => Ok(v),
        None => unknown(format!("{} with an unknown number", method.display())),
    }
}

/// The object an argument points to; forks as a dereference does. `None` is null.
pub(crate) fn object_arg(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    i: usize,
) -> R<Option<ObjectId>> {
    let r = ref_arg(st, method, i)?;
    m.object_of(st, r)
}

/// As `object_arg`, but null throws.
pub(crate) fn non_null_arg(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    i: usize,
) -> R<ObjectId> {
    match object_arg(m, st, method, i)? {
        Some(object) => Ok(object),
        None => m.throw_null(st),
    }
}

/// Completes the call: arguments off, result on, behind the call.
pub(crate) fn finish(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    result: Option<Value>,
) -> R<()> {
    m.finish_call(st, method, result)
}

pub(crate) fn finish_int(m: &mut Machine, st: &mut State, method: &Method, value: i32) -> R<()> {
    let value = Value::Int(m.terms.int(value));
    finish(m, st, method, Some(value))
}

pub(crate) fn finish_bool(m: &mut Machine, st: &mut State, method: &Method, value: bool) -> R<()> {
    finish_int(m, st, method, i32::from(value))
}

pub(crate) fn finish_condition(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    condition: Term,
) -> R<()> {
    let (one, zero) = (m.terms.int(1), m.terms.int(0));
    let value = Value::Int(m.terms.ite(condition, one, zero));
    finish(m, st, method, Some(value))
}

pub(crate) fn finish_long(m: &mut Machine, st: &mut State, method: &Method, value: i64) -> R<()> {
    let value = Value::Long(m.terms.long(value));
    finish(m, st, method, Some(value))
}

pub(crate) fn finish_ref(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    object: ObjectId,
) -> R<()> {
    finish(m, st, method, Some(Value::Ref(Ref::Object(object))))
}

pub(crate) fn finish_null(m: &mut Machine, st: &mut State, method: &Method) -> R<()> {
    finish(m, st, method, Some(Value::NULL))
}

pub(crate) fn finish_mirror(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    class: ClassId,
) -> R<()> {
    let mirror = m.mirror(st, class)?;
    finish_ref(m, st, method, mirror)
}

pub(crate) fn finish_text(m: &mut Machine, st: &mut State, method: &Method, text: &str) -> R<()> {
    let string = super::new_string(m, st, text)?;
    finish_ref(m, st, method, string)
}

/// Runs the method's own bytecode after all.
pub(crate) fn run_bytecode(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let args = (0..method.argument_count())
        .map(|i| arg(st, method, i))
        .collect();
    call_instead(m, st, method, method, args)
}

/// Calls a Java method in the place of the current call: its result is this call's result.
pub(crate) fn call_instead(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    callee: &Rc<Method>,
    args: Vec<Value>,
) -> R<()> {
    m.enter_method(st, callee, args, Then::Return, method.argument_count())
}

/// Calls a Java method; Rust code goes on with the result. The current call stays on the stack until it finishes it.
pub(crate) fn call_then(
    m: &mut Machine,
    st: &mut State,
    callee: &Rc<Method>,
    args: Vec<Value>,
    then: NativeThen,
) -> R<()> {
    m.enter_method(st, callee, args, Then::Native(then), 0)
}

/// The implementation an object of a known class selects.
pub(crate) fn select(
    m: &mut Machine,
    st: &mut State,
    object: ObjectId,
    named: &Rc<Method>,
) -> R<Rc<Method>> {
    let class = exact_class(m, st, object)?;
    match m.classes.select(class, named) {
        Some(target) if !target.access.is_abstract() => Ok(target),
        _ => unknown(format!("{} has no body here", named.display())),
    }
}

/// Throws with a message.
pub(crate) fn throw<T>(m: &mut Machine, st: &mut State, class: &str, message: &str) -> R<T> {
    m.throw_new(st, class, Some(message))
}

pub(crate) fn is_concrete(m: &Machine) -> bool {
    m.options.concrete
}

/// A fresh number in `low..=high`.
pub(crate) fn fresh_int(
    m: &mut Machine,
    st: &mut State,
    what: &str,
    low: Term,
    high: Term,
) -> R<Term> {
    let value = m.fresh(st, what, Sort::Bv(32));
    let (above, below) = (m.terms.sle(low, value), m.terms.sle(value, high));
    let inside = m.terms.and(&[above, below]);
    m.assume(st, inside)?;
    Ok(value)
}

/// All cells of an array of known length whose numbers are all known.
pub(crate) fn known_cells(m: &Machine, st: &State, array: ObjectId) -> Option<Vec<i64>> {
    match &st.object(array).array()?.cells {
        Cells::Dense(cells) => cells
            .iter()
            .map(|c| match *c {
                Value::Int(t) => m.terms.as_int(t).map(i64::from),
                Value::Long(t) => m.terms.as_long(t),
                _ => None,
            })
            .collect(),
        Cells::Seen(_) => None,
    }
}

/// The class a `java.lang.Class` object stands for.
pub(crate) fn mirrored(st: &State, object: ObjectId) -> R<ClassId> {
    match st.object(object).native {
        Native::Class(class) => Ok(class),
        _ => unknown("a class object that is not known"),
    }
}

/// The class argument `i` stands for; null throws.
pub(crate) fn class_arg(m: &mut Machine, st: &mut State, method: &Method, i: usize) -> R<ClassId> {
    let object = non_null_arg(m, st, method, i)?;
    mirrored(st, object)
}

/// The exact class of an object; a symbolic one forks over the classes it can have.
pub(crate) fn exact_class(m: &mut Machine, st: &mut State, object: ObjectId) -> R<ClassId> {
    match st.object(object).class() {
        Some(class) => Ok(class),
        None => super::class::decide_class(m, st, object),
    }
}

/// Rust data an object carries.
pub(crate) fn native_data<T: Any>(st: &State, object: ObjectId) -> Option<&T> {
    match &st.object(object).native {
        Native::Data(data) => data.downcast_ref(),
        _ => None,
    }
}

pub(crate) fn find_method(
    m: &mut Machine,
    class: &str,
    name: &str,
    descriptor: &str,
) -> R<Rc<Method>> {
    let id = m.classes.load(class)?;
    match m
        .classes
        .resolve_method(id, &intern(name), &intern(descriptor))
    {
        Some(method) => Ok(method),
        None => unknown(format!(
            "this JDK has no {}.{name}{descriptor}",
            class.replace('/', ".")
        )),
    }
}
