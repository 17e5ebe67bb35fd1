//! String concatenation: a `StringBuilder` chain, as javac wrote it before there was `invokedynamic`.

use super::assemble::Assembler;
use super::{make_static, slots};
use crate::classes::Method;
use crate::machine::{Machine, R, unknown};
use proviso_classfile::{CallSite, Constant, FieldType, Insn, Primitive};
use std::rc::Rc;

const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;
const BUILDER: &str = "java/lang/StringBuilder";

pub(super) fn link(machine: &mut Machine, site: &CallSite) -> R<Rc<Method>> {
    let mut constants = site.bootstrap.args.iter();
    let recipe = match constants.next() {
        Some(Constant::String(recipe)) => recipe.0.clone(),
        // `makeConcat`: the arguments one after the other.
        None => vec![ARGUMENT; site.descriptor.params.len()],
        Some(_) => return unknown("a string concatenation without a recipe"),
    };
    let mut a = Assembler::default();
    a.emit(Insn::New(proviso_classfile::ClassRef::new(
        FieldType::object(BUILDER),
    )));
    a.emit(Insn::Dup);
    a.invoke_special(BUILDER, "<init>", "()V");
    let mut arguments = site
        .descriptor
        .params
        .iter()
        .zip(slots(&site.descriptor, 0));
    let mut literal: Vec<u16> = Vec::new();
    for unit in recipe {
        match unit {
            ARGUMENT => {
                append_literal(&mut a, &mut literal);
                let Some((ty, slot)) = arguments.next() else {
                    return unknown("a string concatenation with too few arguments");
                };
                a.load(ty, slot);
                append(&mut a, ty);
            }
            CONSTANT => {
                let Some(constant) = constants.next() else {
                    return unknown("a string concatenation with too few constants");
                };
                match constant {
                    Constant::String(text) => literal.extend(&text.0),
                    other => {
                        append_literal(&mut a, &mut literal);
                        a.emit(Insn::Ldc(std::sync::Arc::new(other.clone())));
                        append(&mut a, &FieldType::object("java/lang/Object"));
                    }
                }
            }
            unit => literal.push(unit),
        }
    }
    append_literal(&mut a, &mut literal);
    a.invoke_virtual(BUILDER, "toString", "()Ljava/lang/String;");
    a.return_value(site.descriptor.ret.as_ref());
    let code = a.finish(site.descriptor.param_slots());
    make_static(machine, super::CONCAT, &site.descriptor, code)
}

fn append_literal(a: &mut Assembler, literal: &mut Vec<u16>) {
    if !literal.is_empty() {
        a.string(literal);
        append(a, &FieldType::object("java/lang/String"));
        literal.clear();
    }
}

pub(super) fn append(a: &mut Assembler, ty: &FieldType) {
    let parameter = match ty {
        FieldType::Primitive(Primitive::Byte | Primitive::Short) => "I".to_owned(),
        FieldType::Primitive(p) => p.descriptor_char().to_string(),
        FieldType::Object(name) if &**name == "java/lang/String" => "Ljava/lang/String;".to_owned(),
        _ => "Ljava/lang/Object;".to_owned(),
    };
    a.invoke_virtual(BUILDER, "append", &format!("({parameter})L{BUILDER};"));
}
