//! `java.lang.reflect.Array` and who called whom. Reflective access to members is not modelled.

use super::*;
use crate::classes::ClassKind;
use crate::machine::unknown;
use crate::value::{Ref, Value};

const ARRAY: &str = "java/lang/reflect/Array";
const CLASS: &str = "java/lang/Class";
const REFLECTION: &str = "jdk/internal/reflect/Reflection";

pub(super) const TABLE: &[Entry] = &[
    entry(
        CLASS,
        "getDeclaredField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        declared_field,
        "name, type, class and modifiers only",
    ),
    entry(
        ARRAY,
        "newArray",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        new_array,
        "exact",
    ),
    entry(
        ARRAY,
        "getLength",
        "(Ljava/lang/Object;)I",
        get_length,
        "exact",
    ),
    entry(
        REFLECTION,
        "getCallerClass",
        "()Ljava/lang/Class;",
        caller_class,
        "exact",
    ),
    entry(
        REFLECTION,
        "getClassAccessFlags",
        "(Ljava/lang/Class;)I",
        access_flags,
        "exact",
    ),
    entry(
        REFLECTION,
        "ensureMemberAccess",
        "*",
        super::nothing,
        "access is not checked: javac has done so",
    ),
];

fn new_array(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let element = class_arg(m, st, method, 0)?;
    let length = term_arg(st, method, 1)?;
    let zero = m.terms.int(0);
    let negative = m.terms.slt(length, zero);
    if m.branch(st, negative)? {
        return m.throw_new(st, "java/lang/NegativeArraySizeException", None);
    }
    let class = m.classes.array_of(element)?;
    let array = m.allocate_array_of(st, class, length)?;
    finish_ref(m, st, method, array)
}

fn get_length(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let object = non_null_arg(m, st, method, 0)?;
    let class = st.object(object).types.bound(&m.classes);
    if !matches!(m.classes.get(class).kind, ClassKind::Array(_)) {
        return throw(
            m,
            st,
            "java/lang/IllegalArgumentException",
            "Argument is not an array",
        );
    }
    let length = m.array_length(st, object)?;
    finish(m, st, method, Some(crate::value::Value::Int(length)))
}

/// A `Field` that can be asked who it is; reading and writing through it is not modelled.
fn declared_field(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 0)?;
    let name_object = non_null_arg(m, st, method, 1)?;
    let Some(name) = string_text(m, st, name_object) else {
        return unknown("a field of an unknown name");
    };
    let c = m.classes.get(class).clone();
    let declared = c
        .fields
        .iter()
        .chain(&c.statics)
        .find(|f| f.class == class && *f.name == *name);
    let Some(field) = declared else {
        return throw(m, st, "java/lang/NoSuchFieldException", &name);
    };
    let ty = m.classes.load_type(&field.ty)?;
    let (declaring, ty) = (m.mirror(st, class)?, m.mirror(st, ty)?);
    let object = lang::preexisting(m, st, "java/lang/reflect/Field")?;
    let reference = |o| Value::Ref(Ref::Object(o));
    let modifiers = Value::Int(m.terms.int(i32::from(field.access.0)));
    m.write_named(st, object, "clazz", reference(declaring))?;
    m.write_named(st, object, "name", reference(name_object))?;
    m.write_named(st, object, "type", reference(ty))?;
    m.write_named(st, object, "modifiers", modifiers)?;
    finish_ref(m, st, method, object)
}

/// The class whose method called the method that asks.
fn caller_class(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let depth = st.frames.len();
    match depth.checked_sub(2).map(|i| st.frames[i].method.class) {
        Some(class) => finish_mirror(m, st, method, class),
        None => finish_null(m, st, method),
    }
}

fn access_flags(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 0)?;
    let flags = m.classes.get(class).access.0;
    finish_int(m, st, method, i32::from(flags))
}
