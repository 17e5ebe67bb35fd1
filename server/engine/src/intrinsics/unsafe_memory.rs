//! `jdk.internal.misc.Unsafe`, as far as `java.util` and `java.util.concurrent` use it: fields and array elements of
//! objects by offset. Memory outside the heap is not modelled.
//!
//! A field's offset is `FIELD_BASE + 8 × slot`; an array element's is `ARRAY_BASE + scale × index`.

use super::access::{self, Place};
use super::*;
use crate::classes::{ClassId, ClassKind};
use crate::machine::{Stop, unknown};
use crate::value::{Ref, Value};
use proviso_classfile::Primitive;

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const FIELD_BASE: i64 = 16;
/// Far behind any field of a class object, which is the base of static fields.
const STATIC_BASE: i64 = 1 << 40;
const ARRAY_BASE: i64 = 16;
const PLACE: &str = "fields and array elements";
const ATOMIC: &str = "fields and array elements; one thread";

pub(super) const TABLE: &[Entry] = &[
    entry(
        UNSAFE,
        "staticFieldBase0",
        "(Ljava/lang/reflect/Field;)Ljava/lang/Object;",
        static_base,
        "the class object",
    ),
    entry(
        UNSAFE,
        "staticFieldOffset0",
        "(Ljava/lang/reflect/Field;)J",
        static_offset,
        "exact",
    ),
    entry(
        UNSAFE,
        "objectFieldOffset",
        "(Ljava/lang/reflect/Field;)J",
        offset_of_field,
        "exact",
    ),
    entry(
        UNSAFE,
        "objectFieldOffset",
        "(Ljava/lang/Class;Ljava/lang/String;)J",
        field_offset,
        "by name",
    ),
    entry(
        UNSAFE,
        "objectFieldOffset1",
        "(Ljava/lang/Class;Ljava/lang/String;)J",
        field_offset,
        "by name",
    ),
    entry(
        UNSAFE,
        "arrayBaseOffset",
        "(Ljava/lang/Class;)I",
        array_base,
        "a constant",
    ),
    entry(
        UNSAFE,
        "arrayBaseOffset0",
        "(Ljava/lang/Class;)I",
        array_base,
        "a constant",
    ),
    entry(
        UNSAFE,
        "arrayBaseOffset",
        "(Ljava/lang/Class;)J",
        array_base,
        "a constant",
    ),
    entry(
        UNSAFE,
        "arrayIndexScale",
        "(Ljava/lang/Class;)I",
        array_scale,
        "the size of the element",
    ),
    entry(
        UNSAFE,
        "arrayIndexScale0",
        "(Ljava/lang/Class;)I",
        array_scale,
        "the size of the element",
    ),
    entry(UNSAFE, "addressSize0", "()I", address_size, "8"),
    entry(UNSAFE, "isBigEndian0", "()Z", no, "little endian"),
    entry(UNSAFE, "unalignedAccess0", "()Z", yes, "allowed"),
    entry(UNSAFE, "fullFence", "()V", super::nothing, "one thread"),
    entry(UNSAFE, "loadFence", "()V", super::nothing, "one thread"),
    entry(UNSAFE, "storeFence", "()V", super::nothing, "one thread"),
    entry(
        UNSAFE,
        "storeStoreFence",
        "()V",
        super::nothing,
        "one thread",
    ),
    entry(
        UNSAFE,
        "ensureClassInitialized0",
        "(Ljava/lang/Class;)V",
        ensure_initialized,
        "exact",
    ),
    entry(
        UNSAFE,
        "ensureClassInitialized",
        "(Ljava/lang/Class;)V",
        ensure_initialized,
        "exact",
    ),
    entry(
        UNSAFE,
        "shouldBeInitialized0",
        "(Ljava/lang/Class;)Z",
        no,
        "initialisation is on demand",
    ),
    entry(
        UNSAFE,
        "allocateInstance",
        "(Ljava/lang/Class;)Ljava/lang/Object;",
        allocate_instance,
        "exact",
    ),
    entry(
        UNSAFE,
        "allocateUninitializedArray",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        uninitialized_array,
        "filled with zeros",
    ),
    entry(UNSAFE, "getInt", "(Ljava/lang/Object;J)I", get, PLACE),
    entry(UNSAFE, "getLong", "(Ljava/lang/Object;J)J", get, PLACE),
    entry(UNSAFE, "getByte", "(Ljava/lang/Object;J)B", get, PLACE),
    entry(UNSAFE, "getShort", "(Ljava/lang/Object;J)S", get, PLACE),
    entry(UNSAFE, "getChar", "(Ljava/lang/Object;J)C", get, PLACE),
    entry(UNSAFE, "getBoolean", "(Ljava/lang/Object;J)Z", get, PLACE),
    entry(
        UNSAFE,
        "getReference",
        "(Ljava/lang/Object;J)Ljava/lang/Object;",
        get,
        PLACE,
    ),
    entry(
        UNSAFE,
        "getIntVolatile",
        "(Ljava/lang/Object;J)I",
        get,
        PLACE,
    ),
    entry(
        UNSAFE,
        "getLongVolatile",
        "(Ljava/lang/Object;J)J",
        get,
        PLACE,
    ),
    entry(
        UNSAFE,
        "getByteVolatile",
        "(Ljava/lang/Object;J)B",
        get,
        PLACE,
    ),
    entry(
        UNSAFE,
        "getBooleanVolatile",
        "(Ljava/lang/Object;J)Z",
        get,
        PLACE,
    ),
    entry(
        UNSAFE,
        "getReferenceVolatile",
        "(Ljava/lang/Object;J)Ljava/lang/Object;",
        get,
        PLACE,
    ),
    entry(
        UNSAFE,
        "getReferenceAcquire",
        "(Ljava/lang/Object;J)Ljava/lang/Object;",
        get,
        PLACE,
    ),
    entry(UNSAFE, "putInt", "(Ljava/lang/Object;JI)V", put, PLACE),
    entry(UNSAFE, "putLong", "(Ljava/lang/Object;JJ)V", put, PLACE),
    entry(UNSAFE, "putByte", "(Ljava/lang/Object;JB)V", put, PLACE),
    entry(UNSAFE, "putShort", "(Ljava/lang/Object;JS)V", put, PLACE),
    entry(UNSAFE, "putChar", "(Ljava/lang/Object;JC)V", put, PLACE),
    entry(UNSAFE, "putBoolean", "(Ljava/lang/Object;JZ)V", put, PLACE),
    entry(
        UNSAFE,
        "putReference",
        "(Ljava/lang/Object;JLjava/lang/Object;)V",
        put,
        PLACE,
    ),
    entry(
        UNSAFE,
        "putIntVolatile",
        "(Ljava/lang/Object;JI)V",
        put,
        PLACE,
    ),
    entry(
        UNSAFE,
        "putLongVolatile",
        "(Ljava/lang/Object;JJ)V",
        put,
        PLACE,
    ),
    entry(
        UNSAFE,
        "putByteVolatile",
        "(Ljava/lang/Object;JB)V",
        put,
        PLACE,
    ),
    entry(
        UNSAFE,
        "putBooleanVolatile",
        "(Ljava/lang/Object;JZ)V",
        put,
        PLACE,
    ),
    entry(
        UNSAFE,
        "putReferenceVolatile",
        "(Ljava/lang/Object;JLjava/lang/Object;)V",
        put,
        PLACE,
    ),
    entry(
        UNSAFE,
        "putReferenceRelease",
        "(Ljava/lang/Object;JLjava/lang/Object;)V",
        put,
        PLACE,
    ),
    entry(UNSAFE, "compareAndSetInt", "*", compare_and_set, ATOMIC),
    entry(UNSAFE, "compareAndSetLong", "*", compare_and_set, ATOMIC),
    entry(
        UNSAFE,
        "compareAndSetReference",
        "*",
        compare_and_set,
        ATOMIC,
    ),
    entry(
        UNSAFE,
        "compareAndExchangeInt",
        "*",
        compare_and_exchange,
        ATOMIC,
    ),
    entry(
        UNSAFE,
        "compareAndExchangeLong",
        "*",
        compare_and_exchange,
        ATOMIC,
    ),
    entry(
        UNSAFE,
        "compareAndExchangeReference",
        "*",
        compare_and_exchange,
        ATOMIC,
    ),
    entry(
        UNSAFE,
        "park",
        "(ZJ)V",
        super::nothing,
        "time does not pass",
    ),
    entry(
        UNSAFE,
        "unpark",
        "(Ljava/lang/Object;)V",
        super::nothing,
        "one thread",
    ),
];

fn field_offset(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 1)?;
    let name = non_null_arg(m, st, method, 2)?;
    let Some(name) = string_text(m, st, name) else {
        return unknown("an unknown field name");
    };
    match m.classes.field_slot(class, &name) {
        Some(slot) => finish_long(m, st, method, FIELD_BASE + 8 * slot as i64),
        None => throw(m, st, "java/lang/InternalError", &name),
    }
}

/// The class and the name a `Field` object stands for.
fn described(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<(ClassId, String)> {
    let field = non_null_arg(m, st, method, 1)?;
    let (class, name) = (
        m.read_named(st, field, "clazz")?,
        m.read_named(st, field, "name")?,
    );
    let (Value::Ref(Ref::Object(class)), Value::Ref(Ref::Object(name))) = (class, name) else {
        return unknown("a field that is not known");
    };
    Ok((
        mirrored(st, class)?,
        string_text(m, st, name).unwrap_or_default(),
    ))
}

fn offset_of_field(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (class, name) = described(m, st, method)?;
    match m.classes.field_slot(class, &name) {
        Some(slot) => finish_long(m, st, method, FIELD_BASE + 8 * slot as i64),
        None => throw(m, st, "java/lang/IllegalArgumentException", &name),
    }
}

fn static_base(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (class, _) = described(m, st, method)?;
    finish_mirror(m, st, method, class)
}

fn static_offset(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (class, name) = described(m, st, method)?;
    match m.classes.static_slot(class, &name) {
        Some(slot) => finish_long(m, st, method, STATIC_BASE + 8 * slot as i64),
        None => throw(m, st, "java/lang/IllegalArgumentException", &name),
    }
}

fn array_base(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    match &method.descriptor.ret {
        Some(ty) if ty.slots() == 2 => finish_long(m, st, method, ARRAY_BASE),
        _ => finish_int(m, st, method, ARRAY_BASE as i32),
    }
}

fn scale(m: &Machine, array: ClassId) -> Option<i64> {
    let element = m.classes.element(array)?;
    Some(match m.classes.get(element).kind {
        ClassKind::Primitive(Primitive::Boolean | Primitive::Byte) => 1,
        ClassKind::Primitive(Primitive::Char | Primitive::Short) => 2,
        ClassKind::Primitive(Primitive::Long | Primitive::Double) => 8,
        _ => 4,
    })
}

fn array_scale(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 1)?;
    let scale = scale(m, class).unwrap_or(0);
    finish_int(m, st, method, scale as i32)
}

fn address_size(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_int(m, st, method, 8)
}

fn no(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_bool(m, st, method, false)
}

fn yes(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_bool(m, st, method, true)
}

fn ensure_initialized(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 1)?;
    m.initialise(st, class)?;
    finish(m, st, method, None)
}

fn allocate_instance(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 1)?;
    m.initialise(st, class)?;
    let object = m.allocate(st, class);
    finish_ref(m, st, method, object)
}

fn uninitialized_array(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let element = class_arg(m, st, method, 1)?;
    let length = term_arg(st, method, 2)?;
    let class = m.classes.array_of(element)?;
    let array = m.allocate_array_of(st, class, length)?;
    finish_ref(m, st, method, array)
}

/// Where an object and an offset lead: a place, and for arrays the size of an element there.
fn place(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<(Place, Option<i64>)> {
    let Some(object) = object_arg(m, st, method, 1)? else {
        return unknown("memory outside the heap");
    };
    let offset = term_arg(st, method, 2)?;
    let class = st.object(object).types.bound(&m.classes);
    let Some(scale) = scale(m, class) else {
        let Some(offset) = m.terms.as_long(offset) else {
            return unknown("a field at an unknown offset");
        };
        if offset >= STATIC_BASE {
            let class = mirrored(st, object)?;
            return Ok((
                Place::Static(class, ((offset - STATIC_BASE) / 8) as usize),
                None,
            ));
        }
        return Ok((
            Place::Field(object, ((offset - FIELD_BASE) / 8) as usize),
            None,
        ));
    };
    let (base, size) = (m.terms.long(ARRAY_BASE), m.terms.long(scale));
    let index = m.terms.bv_sub(offset, base);
    let index = m.terms.sdiv(index, size);
    let index = m.terms.extract(index, 31, 0);
    let inside = m.in_bounds(st, object, index)?;
    if !m.branch(st, inside)? {
        return unknown("memory outside an array");
    }
    Ok((Place::Element(object, index), Some(scale)))
}

/// Bytes of the type an accessor moves; references count as their array scale.
fn width(ty: &proviso_classfile::FieldType) -> i64 {
    use proviso_classfile::FieldType;
    match ty {
        FieldType::Primitive(Primitive::Boolean | Primitive::Byte) => 1,
        FieldType::Primitive(Primitive::Char | Primitive::Short) => 2,
        FieldType::Primitive(Primitive::Long | Primitive::Double) => 8,
        _ => 4,
    }
}

fn get(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (place, size) = place(m, st, method)?;
    let Some(ty) = method.descriptor.ret.clone() else {
        return Err(Stop::Infeasible);
    };
    let value = match (place, size) {
        (Place::Element(array, index), Some(size)) if size != width(&ty) => {
            let bytes = bytes_at(m, st, array, index, size, width(&ty))?;
            let mut whole = bytes[bytes.len() - 1];
            for &byte in bytes.iter().rev().skip(1) {
                whole = m.terms.concat(whole, byte);
            }
            match &ty {
                proviso_classfile::FieldType::Primitive(Primitive::Long) => Value::Long(whole),
                proviso_classfile::FieldType::Primitive(Primitive::Char) => {
                    Value::Int(m.terms.zext(whole, 32))
                }
                _ => Value::Int(m.terms.sext(whole, 32)),
            }
        }
        _ => access::read(m, st, place)?,
    };
    finish(m, st, method, Some(value))
}

/// The bytes of a wide access to a byte array, lowest first, 8 bits each.
fn bytes_at(
    m: &mut Machine,
    st: &mut State,
    array: ObjectId,
    index: proviso_terms::Term,
    size: i64,
    width: i64,
) -> R<Vec<proviso_terms::Term>> {
    if size != 1 {
        return unknown("an access that is wider or narrower than the array's elements");
    }
    let mut bytes = Vec::new();
    for i in 0..width {
        let i = m.terms.int(i as i32);
        let at = m.terms.bv_add(index, i);
        let inside = m.in_bounds(st, array, at)?;
        if !m.branch(st, inside)? {
            return unknown("memory outside an array");
        }
        let Some(byte) = m.read_cell(st, array, at)?.term() else {
            return Err(Stop::Infeasible);
        };
        bytes.push(m.terms.extract(byte, 7, 0));
    }
    Ok(bytes)
}

fn put(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (place, size) = place(m, st, method)?;
    let value = arg(st, method, 3);
    let ty = &method.descriptor.params[2];
    match (place, size, value.term()) {
        (Place::Element(array, index), Some(size), Some(whole)) if size != width(ty) => {
            // Reading decides where the bytes are, before the first of them is written.
            bytes_at(m, st, array, index, size, width(ty))?;
            for i in 0..width(ty) {
                let byte = m.terms.extract(whole, 8 * i as u32 + 7, 8 * i as u32);
                let byte = m.terms.sext(byte, 32);
                let i = m.terms.int(i as i32);
                let at = m.terms.bv_add(index, i);
                m.write_cell(st, array, at, Value::Int(byte))?;
            }
        }
        _ => access::write(m, st, place, value)?,
    }
    finish(m, st, method, None)
}

fn compare_and_set(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (place, _) = place(m, st, method)?;
    let (expected, new) = (arg(st, method, 3), arg(st, method, 4));
    let (done, _) = access::compare_and_set(m, st, place, expected, new)?;
    finish_bool(m, st, method, done)
}

fn compare_and_exchange(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (place, _) = place(m, st, method)?;
    let (expected, new) = (arg(st, method, 3), arg(st, method, 4));
    let (_, held) = access::compare_and_set(m, st, place, expected, new)?;
    finish(m, st, method, Some(held))
}
