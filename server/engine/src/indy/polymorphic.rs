//! Signature-polymorphic calls: `VarHandle` on fields and array elements. `MethodHandle` calls are not modelled.

use crate::classes::{ClassId, ResolvedField};
use crate::heap::object::Native;
use crate::intrinsics::access::{self, Place};
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::value::{ObjectId, Value};
use proviso_classfile::{FieldType, MethodRef};
use std::rc::Rc;

const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";

/// What a `VarHandle` object stands for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Variable {
    Field { slot: usize },
    Static { class: ClassId, slot: usize },
    Element,
}

impl Variable {
    pub(crate) fn of_field(field: &ResolvedField) -> Variable {
        if field.is_static {
            Variable::Static {
                class: field.class,
                slot: field.slot,
            }
        } else {
            Variable::Field { slot: field.slot }
        }
    }
}

/// A `VarHandle` object.
pub(crate) fn var_handle(m: &mut Machine, st: &mut State, variable: Variable) -> R<ObjectId> {
    let class = m.classes.load(VAR_HANDLE)?;
    let handle = m.allocate(st, class);
    st.object_mut(handle).native = Native::Data(Rc::new(variable));
    Ok(handle)
}

/// Is this a call whose descriptor is the caller's business?
pub fn is_polymorphic(r: &MethodRef) -> bool {
    match &*r.class {
        METHOD_HANDLE => matches!(&*r.name, "invoke" | "invokeExact"),
        VAR_HANDLE => {
            let name = &*r.name;
            name.starts_with("get") && !name.ends_with("Fence")
                || name == "set"
                || name.starts_with("setVolatile")
                || name.starts_with("setOpaque")
                || name.starts_with("setRelease")
                || name.starts_with("compareAnd")
                || name.starts_with("weakCompareAnd")
        }
        _ => false,
    }
}

pub fn invoke_polymorphic(m: &mut Machine, st: &mut State, r: &MethodRef) -> R<()> {
    if &*r.class != VAR_HANDLE {
        return unknown(format!("a call of MethodHandle.{}", r.name));
    }
    let count = r.descriptor.params.len();
    let Value::Ref(handle) = st.peek(count) else {
        return unknown("malformed bytecode: a VarHandle was expected");
    };
    let Some(handle) = m.object_of(st, handle)? else {
        return m.throw_null(st);
    };
    let variable = match &st.object(handle).native {
        Native::Data(data) => data.downcast_ref::<Variable>().copied(),
        _ => None,
    };
    let Some(variable) = variable else {
        return unknown("a VarHandle that is not known");
    };
    let args: Vec<Value> = (0..count).map(|i| st.peek(count - 1 - i)).collect();
    let (place, used) = locate(m, st, variable, &args)?;
    let result = operate(m, st, &r.name, place, &args[used..])?;
    // A result the call site does not want is dropped; one it wants as another type is converted like a cast.
    let result = match (&r.descriptor.ret, result) {
        (None, _) => None,
        (Some(ty), Some(value)) => Some(fit(ty, value)?),
        (Some(_), None) => return unknown(format!("VarHandle.{} gives no value", r.name)),
    };
    let frame = st.top_mut();
    frame.drop(count + 1);
    frame.stack.extend(result);
    frame.at += 1;
    frame.call_checked = false;
    Ok(())
}

/// Kinds must agree: javac and the JDK always ask for the variable's own type.
fn fit(ty: &FieldType, value: Value) -> R<Value> {
    if ty.is_reference() == matches!(value, Value::Ref(_)) {
        Ok(value)
    } else {
        unknown("a VarHandle access that converts its value")
    }
}

fn locate(
    m: &mut Machine,
    st: &mut State,
    variable: Variable,
    args: &[Value],
) -> R<(Place, usize)> {
    if let Variable::Static { class, slot } = variable {
        m.initialise(st, class)?;
        return Ok((Place::Static(class, slot), 0));
    }
    let Some(Value::Ref(r)) = args.first().copied() else {
        return unknown("a VarHandle access without its object");
    };
    let Some(object) = m.object_of(st, r)? else {
        return m.throw_null(st);
    };
    match variable {
        Variable::Field { slot } => Ok((Place::Field(object, slot), 1)),
        _ => {
            let Some(Value::Int(index)) = args.get(1).copied() else {
                return unknown("a VarHandle access without its index");
            };
            let inside = m.in_bounds(st, object, index)?;
            if !m.branch(st, inside)? {
                return m.throw_new(st, "java/lang/ArrayIndexOutOfBoundsException", None);
            }
            Ok((Place::Element(object, index), 2))
        }
    }
}

/// One thread runs: every access mode is the plain one, and an operation is one step.
fn operate(
    m: &mut Machine,
    st: &mut State,
    name: &str,
    place: Place,
    args: &[Value],
) -> R<Option<Value>> {
    let bare = ["Volatile", "Opaque", "Acquire", "Release", "Plain"]
        .iter()
        .fold(name.to_owned(), |name, mode| {
            name.trim_end_matches(mode).to_owned()
        });
    match (&*bare, args) {
        ("get", []) => access::read(m, st, place).map(Some),
        ("set", [value]) => access::write(m, st, place, *value).map(|()| None),
        ("compareAndSet" | "weakCompareAndSet", [expected, new]) => {
            let (done, _) = access::compare_and_set(m, st, place, *expected, *new)?;
            Ok(Some(Value::Int(m.terms.int(i32::from(done)))))
        }
        ("compareAndExchange", [expected, new]) => {
            access::compare_and_set(m, st, place, *expected, *new).map(|(_, held)| Some(held))
        }
        ("getAndSet", [new]) => update(m, st, place, *new, |_, _, new| Some(new)),
        ("getAndAdd", [by]) => update(m, st, place, *by, |m, held, by| {
            m.terms.bv_add(held, by).into()
        }),
        ("getAndBitwiseOr", [mask]) => update(m, st, place, *mask, |m, held, x| {
            m.terms.bv_or(held, x).into()
        }),
        ("getAndBitwiseAnd", [mask]) => update(m, st, place, *mask, |m, held, x| {
            m.terms.bv_and(held, x).into()
        }),
        ("getAndBitwiseXor", [mask]) => update(m, st, place, *mask, |m, held, x| {
            m.terms.bv_xor(held, x).into()
        }),
        _ => unknown(format!("VarHandle.{name}")),
    }
}

type Combine =
    fn(&mut Machine, proviso_terms::Term, proviso_terms::Term) -> Option<proviso_terms::Term>;

/// Replaces what a place holds; gives what it held.
fn update(
    m: &mut Machine,
    st: &mut State,
    place: Place,
    operand: Value,
    combine: Combine,
) -> R<Option<Value>> {
    let held = access::read(m, st, place)?;
    let new = match (held, operand) {
        (Value::Int(a), Value::Int(b)) => combine(m, a, b).map(Value::Int),
        (Value::Long(a), Value::Long(b)) => combine(m, a, b).map(Value::Long),
        (Value::Ref(_), Value::Ref(_)) => Some(operand),
        _ => None,
    };
    let Some(new) = new else {
        return unknown("a VarHandle update of a floating-point number");
    };
    access::write(m, st, place, new)?;
    Ok(Some(held))
}
