//! Dynamic constants, as far as javac emits them: enum constants, primitive classes, null, and the descriptions of
//! enum constants that label pattern switches.

use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::value::{Ref, Value};
use proviso_classfile::{
    Constant, DynamicConstant, FieldType, MethodHandle, Name, Primitive, intern,
};

const BOOTSTRAPS: &str = "java/lang/invoke/ConstantBootstraps";

/// The value `ldc` pushes for what is neither a number, a string nor a class.
pub fn constant(machine: &mut Machine, st: &mut State, constant: &Constant) -> R<Value> {
    match constant {
        Constant::Dynamic(dynamic) => dynamic_constant(machine, st, dynamic),
        Constant::MethodHandle(_) => unknown("a constant method handle"),
        Constant::MethodType(_) => unknown("a constant method type"),
        other => crate::step::constants::constant_value(machine, st, other),
    }
}

fn dynamic_constant(machine: &mut Machine, st: &mut State, constant: &DynamicConstant) -> R<Value> {
    let MethodHandle::Method { method, .. } = &*constant.bootstrap.handle else {
        return unknown("a dynamic constant whose bootstrap method is a field");
    };
    match (&*method.class, &*method.name) {
        (BOOTSTRAPS, "nullConstant") => Ok(Value::NULL),
        (BOOTSTRAPS, "primitiveClass") => {
            let mut letters = constant.name.chars();
            let class = match (letters.next(), letters.next()) {
                (Some('V'), None) => machine.classes.void(),
                (Some(c), None) if Primitive::from_char(c).is_some() => Primitive::from_char(c)
                    .map_or_else(|| machine.classes.void(), |p| machine.classes.primitive(p)),
                _ => return unknown("a primitive class that does not exist"),
            };
            Ok(Value::Ref(Ref::Object(machine.mirror(st, class)?)))
        }
        (BOOTSTRAPS, "enumConstant" | "getStaticFinal") => {
            let owner = match constant.bootstrap.args.first() {
                Some(Constant::Class(class)) => class.ty.clone(),
                _ => constant.ty.clone(),
            };
            let class = machine.classes.load_type(&owner)?;
            machine.initialise(st, class)?;
            match machine
                .classes
                .resolve_field(class, &constant.name, &constant.ty)
            {
                Some(field) if field.is_static => machine.read_static(st, field.class, field.slot),
                _ => unknown(format!("no field {owner}.{}", constant.name)),
            }
        }
        (class, name) => unknown(format!(
            "dynamic constant made by {}.{name}",
            class.replace('/', ".")
        )),
    }
}

/// `EnumDesc.of(ClassDesc.of("pkg.E"), "A")` as a dynamic constant → (`pkg/E`, `A`).
pub(super) fn enum_description(constant: &DynamicConstant) -> Option<(Name, String)> {
    let [
        Constant::MethodHandle(of),
        Constant::Dynamic(class),
        Constant::String(name),
    ] = &constant.bootstrap.args[..]
    else {
        return None;
    };
    let [
        Constant::MethodHandle(class_of),
        Constant::String(class_name),
    ] = &class.bootstrap.args[..]
    else {
        return None;
    };
    let calls = |handle: &MethodHandle, owner: &str| matches!(handle, MethodHandle::Method { method, .. } if &*method.class == owner && &*method.name == "of");
    if !calls(of, "java/lang/Enum$EnumDesc") || !calls(class_of, "java/lang/constant/ClassDesc") {
        return None;
    }
    Some((
        intern(&class_name.to_string().replace('.', "/")),
        name.to_string(),
    ))
}

/// The primitive type that a dynamic constant stands for, if it does.
pub(super) fn primitive_class(constant: &DynamicConstant) -> Option<FieldType> {
    let MethodHandle::Method { method, .. } = &*constant.bootstrap.handle else {
        return None;
    };
    if &*method.class != BOOTSTRAPS || &*method.name != "primitiveClass" {
        return None;
    }
    FieldType::parse(&constant.name)
        .ok()
        .filter(|ty| !ty.is_reference())
}
