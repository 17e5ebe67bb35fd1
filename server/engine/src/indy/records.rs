//! The `equals`, `hashCode` and `toString` of records (`java.lang.runtime.ObjectMethods`).

use super::assemble::{Assembler, wrapper};
use super::concat::append;
use super::make_static;
use crate::classes::Method;
use crate::machine::{Machine, R, unknown};
use proviso_classfile::{
    BinaryOp, CallSite, Cond, Constant, FieldRef, FieldType, Insn, MethodHandle, NumKind, Primitive,
};
use std::rc::Rc;
use std::sync::Arc;

const BUILDER: &str = "java/lang/StringBuilder";

pub(super) fn link(machine: &mut Machine, site: &CallSite) -> R<Rc<Method>> {
    let [
        Constant::Class(record),
        Constant::String(names),
        getters @ ..,
    ] = &site.bootstrap.args[..]
    else {
        return unknown("a record method with arguments that are not javac's");
    };
    let mut fields = Vec::new();
    for getter in getters {
        let Constant::MethodHandle(handle) = getter else {
            return unknown("a record component without a getter");
        };
        let MethodHandle::Field { field, .. } = &**handle else {
            return unknown("a record component that is no field");
        };
        fields.push(field.clone());
    }
    let (code, name) = match &*site.name {
        "toString" => (
            to_string(&record.ty, &names.to_string(), &fields, machine),
            "toString",
        ),
        "hashCode" => (hash_code(&fields), "hashCode"),
        "equals" => (equals(&record.ty, &fields), "equals"),
        other => return unknown(format!("record method {other}")),
    };
    make_static(machine, name, &site.descriptor, code)
}

fn load_field(a: &mut Assembler, slot: u16, field: &Arc<FieldRef>) {
    a.load(&FieldType::Object(field.class.clone()), slot);
    a.emit(Insn::GetField(field.clone()));
}

/// `31 * … + hash`, starting from 0.
fn hash_code(fields: &[Arc<FieldRef>]) -> Arc<proviso_classfile::Code> {
    let mut a = Assembler::default();
    a.emit(Insn::IConst(0));
    for field in fields {
        a.emit(Insn::IConst(31));
        a.emit(Insn::Arith(NumKind::Int, BinaryOp::Mul));
        load_field(&mut a, 0, field);
        match &field.ty {
            FieldType::Primitive(p) => a.invoke_static(
                wrapper(*p),
                "hashCode",
                &format!("({})I", p.descriptor_char()),
            ),
            _ => a.invoke_static("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
        }
        a.emit(Insn::Arith(NumKind::Int, BinaryOp::Add));
    }
    a.return_value(Some(&FieldType::Primitive(Primitive::Int)));
    a.finish(1)
}

fn equals(record: &FieldType, fields: &[Arc<FieldRef>]) -> Arc<proviso_classfile::Code> {
    let mut a = Assembler::default();
    let differ = a.label();
    let boolean = FieldType::Primitive(Primitive::Boolean);
    a.load(record, 1);
    a.instance_of(record);
    a.if_int(Cond::Eq, differ);
    a.load(record, 1);
    a.cast(record);
    a.emit(Insn::Store(proviso_classfile::Kind::Ref, 1));
    for field in fields {
        load_field(&mut a, 0, field);
        load_field(&mut a, 1, field);
        match &field.ty {
            FieldType::Primitive(p @ (Primitive::Long | Primitive::Float | Primitive::Double)) => {
                let c = p.descriptor_char();
                a.invoke_static(wrapper(*p), "compare", &format!("({c}{c})I"));
                a.if_int(Cond::Ne, differ);
            }
            FieldType::Primitive(_) => a.if_compare(Cond::Ne, differ),
            _ => {
                a.invoke_static(
                    "java/util/Objects",
                    "equals",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                );
                a.if_int(Cond::Eq, differ);
            }
        }
    }
    a.emit(Insn::IConst(1));
    a.return_value(Some(&boolean));
    a.place(differ);
    a.emit(Insn::IConst(0));
    a.return_value(Some(&boolean));
    a.finish(2)
}

fn to_string(
    record: &FieldType,
    names: &str,
    fields: &[Arc<FieldRef>],
    machine: &mut Machine,
) -> Arc<proviso_classfile::Code> {
    let mut a = Assembler::default();
    let text = |a: &mut Assembler, text: &str| {
        a.string(&text.encode_utf16().collect::<Vec<_>>());
        append(a, &FieldType::object("java/lang/String"));
    };
    a.emit(Insn::New(proviso_classfile::ClassRef::new(
        FieldType::object(BUILDER),
    )));
    a.emit(Insn::Dup);
    a.invoke_special(BUILDER, "<init>", "()V");
    text(
        &mut a,
        &format!(
            "{}[",
            crate::intrinsics::simple_name(machine, &record.class_name())
        ),
    );
    for (i, (name, field)) in names.split(';').zip(fields).enumerate() {
        text(&mut a, &format!("{}{name}=", if i > 0 { ", " } else { "" }));
        load_field(&mut a, 0, field);
        append(&mut a, &field.ty);
    }
    text(&mut a, "]");
    a.invoke_virtual(BUILDER, "toString", "()Ljava/lang/String;");
    a.return_value(Some(&FieldType::object("java/lang/String")));
    a.finish(1)
}
