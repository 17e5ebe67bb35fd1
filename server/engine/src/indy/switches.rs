//! Pattern switches (`java.lang.runtime.SwitchBootstraps`): the number of the first label that matches, from a
//! given label on; -1 for null, the number of labels if none matches.

use super::assemble::Assembler;
use super::constant::{enum_description, primitive_class};
use super::make_static;
use crate::classes::Method;
use crate::machine::{Machine, R, unknown};
use proviso_classfile::{
    CallSite, Cond, Constant, FieldRef, FieldType, Insn, Name, Primitive, intern,
};
use std::rc::Rc;

pub(super) fn link(machine: &mut Machine, site: &CallSite) -> R<Rc<Method>> {
    let [target, FieldType::Primitive(Primitive::Int)] = &site.descriptor.params[..] else {
        return unknown("a switch over something else than a reference");
    };
    let is_enum = &*site.name == "enumSwitch"
        || matches!(&*site.bootstrap.handle,
        proviso_classfile::MethodHandle::Method { method, .. } if &*method.name == "enumSwitch");
    let mut a = Assembler::default();
    let null = a.label();
    // The label to begin with, after a value of one or two slots.
    let from = match target {
        FieldType::Primitive(Primitive::Long | Primitive::Double) => 2,
        _ => 1,
    };
    if target.is_reference() {
        a.load(target, 0);
        a.if_null(null);
    }
    for (i, label) in site.bootstrap.args.iter().enumerate() {
        let next = a.label();
        a.emit(Insn::IConst(i as i32));
        a.emit(Insn::Load(proviso_classfile::Kind::Int, from));
        a.if_compare(Cond::Lt, next);
        test(machine, &mut a, target, label, is_enum, next)?;
        answer(&mut a, i as i32);
        a.place(next);
    }
    answer(&mut a, site.bootstrap.args.len() as i32);
    a.place(null);
    answer(&mut a, -1);
    let code = a.finish(from + 1);
    make_static(machine, "typeSwitch", &site.descriptor, code)
}

fn answer(a: &mut Assembler, value: i32) {
    a.emit(Insn::IConst(value));
    a.return_value(Some(&FieldType::Primitive(Primitive::Int)));
}

/// Goes to `next` if the label does not match.
fn test(
    machine: &mut Machine,
    a: &mut Assembler,
    target: &FieldType,
    label: &Constant,
    is_enum: bool,
    next: super::assemble::Label,
) -> R<()> {
    match label {
        Constant::Class(class) => {
            a.load(target, 0);
            a.instance_of(&class.ty);
            a.if_int(Cond::Eq, next);
        }
        Constant::String(name) if is_enum => {
            same_enum_constant(
                machine,
                a,
                target,
                &target.class_name(),
                &name.to_string(),
                next,
            )?;
        }
        Constant::String(text) => {
            a.string(&text.0);
            a.load(target, 0);
            a.invoke_virtual("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            a.if_int(Cond::Eq, next);
        }
        Constant::Int(value) => same_number(a, target, *value, next),
        // The component of a record pattern: its own type is the only label without preview features.
        Constant::Dynamic(dynamic) if !target.is_reference() => {
            if primitive_class(dynamic).as_ref() != Some(target) {
                return unknown("a pattern switch that converts a primitive value");
            }
        }
        _ if !target.is_reference() => {
            return unknown("a switch label for a primitive value that is not its type");
        }
        Constant::Dynamic(dynamic) => match enum_description(dynamic) {
            Some((class, name)) => same_enum_constant(machine, a, target, &class, &name, next)?,
            None => {
                return unknown(
                    "a switch label that is neither a type, a constant nor an enum constant",
                );
            }
        },
        _ => {
            return unknown(
                "a switch label that is neither a type, a constant nor an enum constant",
            );
        }
    }
    Ok(())
}

/// An `Integer` label matches an `Integer` or a `Character` of that value.
fn same_number(a: &mut Assembler, target: &FieldType, value: i32, next: super::assemble::Label) {
    let (integer, character) = (
        FieldType::object("java/lang/Integer"),
        FieldType::object("java/lang/Character"),
    );
    let (no_integer, found) = (a.label(), a.label());
    a.load(target, 0);
    a.instance_of(&integer);
    a.if_int(Cond::Eq, no_integer);
    a.load(target, 0);
    a.adapt(
        &FieldType::object("java/lang/Object"),
        &FieldType::Primitive(Primitive::Int),
    );
    a.emit(Insn::IConst(value));
    a.if_compare(Cond::Eq, found);
    a.place(no_integer);
    a.load(target, 0);
    a.instance_of(&character);
    a.if_int(Cond::Eq, next);
    a.load(target, 0);
    a.adapt(
        &FieldType::object("java/lang/Object"),
        &FieldType::Primitive(Primitive::Char),
    );
    a.emit(Insn::IConst(value));
    a.if_compare(Cond::Ne, next);
    a.place(found);
}

/// A constant the enum no longer has never matches.
fn same_enum_constant(
    machine: &mut Machine,
    a: &mut Assembler,
    target: &FieldType,
    class: &Name,
    name: &str,
    next: super::assemble::Label,
) -> R<()> {
    let id = machine.classes.load(class)?;
    let ty = FieldType::Object(class.clone());
    if machine.classes.resolve_field(id, name, &ty).is_none() {
        a.emit(Insn::IConst(0));
        a.if_int(Cond::Eq, next);
        return Ok(());
    }
    a.emit(Insn::GetStatic(FieldRef::new(
        class.clone(),
        intern(name),
        ty,
    )));
    a.load(target, 0);
    a.if_not_same(next);
    Ok(())
}
