//! Lambdas and method references: a class with one field per captured value and one method per interface method
//! (the functional one and its bridges), made as `LambdaMetafactory` makes it.

use super::assemble::Assembler;
use super::{find, fresh_name, slots};
use crate::classes::{Method, MethodBody, Synthetic, SyntheticMethod};
use crate::machine::{Machine, R, unknown};
use proviso_classfile::{
    CallSite, ClassRef, Constant, FieldType, HandleKind, Insn, MethodDescriptor, MethodHandle,
    MethodRef, Name, intern,
};
use proviso_names::MAKE;
use std::rc::Rc;
use std::sync::Arc;

const FLAG_SERIALIZABLE: i32 = 1;
const FLAG_MARKERS: i32 = 2;
const FLAG_BRIDGES: i32 = 4;

/// The arguments of the bootstrap method.
struct Shape<'s> {
    erased: &'s Arc<MethodDescriptor>,
    body: (HandleKind, &'s Arc<MethodRef>),
    instantiated: &'s Arc<MethodDescriptor>,
    serializable: bool,
    markers: Vec<&'s Arc<ClassRef>>,
    bridges: Vec<&'s Arc<MethodDescriptor>>,
}

fn shape(args: &[Constant]) -> Option<Shape<'_>> {
    let [
        Constant::MethodType(erased),
        Constant::MethodHandle(body),
        Constant::MethodType(instantiated),
        rest @ ..,
    ] = args
    else {
        return None;
    };
    let MethodHandle::Method { kind, method } = &**body else {
        return None;
    };
    let mut shape = Shape {
        erased,
        body: (*kind, method),
        instantiated,
        serializable: false,
        markers: vec![],
        bridges: vec![],
    };
    let mut rest = rest.iter();
    let Some(Constant::Int(flags)) = rest.next() else {
        return Some(shape);
    };
    shape.serializable = flags & FLAG_SERIALIZABLE != 0;
    if flags & FLAG_MARKERS != 0 {
        let Some(Constant::Int(count)) = rest.next() else {
            return None;
        };
        for _ in 0..*count {
            let Some(Constant::Class(marker)) = rest.next() else {
                return None;
            };
            shape.markers.push(marker);
        }
    }
    if flags & FLAG_BRIDGES != 0 {
        let Some(Constant::Int(count)) = rest.next() else {
            return None;
        };
        for _ in 0..*count {
            let Some(Constant::MethodType(bridge)) = rest.next() else {
                return None;
            };
            shape.bridges.push(bridge);
        }
    }
    Some(shape)
}

pub(super) fn link(machine: &mut Machine, site: &CallSite, caller: &Name) -> R<Rc<Method>> {
    let (Some(shape), Some(interface)) = (shape(&site.bootstrap.args), &site.descriptor.ret) else {
        return unknown("a lambda with arguments that are not javac's");
    };
    let name = fresh_name(machine, &format!("{caller}$$Lambda"));
    let fields: Vec<(Name, FieldType)> = site
        .descriptor
        .params
        .iter()
        .enumerate()
        .map(|(i, ty)| (intern(&format!("arg${}", i + 1)), ty.clone()))
        .collect();
    let mut methods = vec![SyntheticMethod {
        name: intern(MAKE),
        descriptor: site.descriptor.clone(),
        is_static: true,
        body: MethodBody::Made(maker(site, &name, &fields)),
    }];
    for erased in std::iter::once(shape.erased).chain(shape.bridges.iter().copied()) {
        methods.push(SyntheticMethod {
            name: site.name.clone(),
            descriptor: erased.clone(),
            is_static: false,
            body: MethodBody::Made(forwarder(&shape, erased, &name, &fields)?),
        });
    }
    let mut interfaces = vec![machine.classes.load_type(interface)?];
    let serializable = shape
        .serializable
        .then(|| FieldType::object("java/io/Serializable"));
    for marker in shape.markers.iter().map(|m| &m.ty).chain(&serializable) {
        let marker = machine.classes.load_type(marker)?;
        if !interfaces.contains(&marker) {
            interfaces.push(marker);
        }
    }
    let superclass = machine.classes.object;
    let class = machine.classes.define(Synthetic {
        name,
        superclass,
        interfaces,
        fields,
        methods,
    });
    find(machine, class, MAKE, &site.descriptor)
}

/// Makes the object and fills its fields. `Object` has an empty constructor, so none is called.
fn maker(
    site: &CallSite,
    class: &Name,
    fields: &[(Name, FieldType)],
) -> Arc<proviso_classfile::Code> {
    let mut a = Assembler::default();
    a.new_object(class);
    for ((name, ty), slot) in fields.iter().zip(slots(&site.descriptor, 0)) {
        a.emit(Insn::Dup);
        a.load(ty, slot);
        a.put_field(class, name, ty);
    }
    a.return_value(site.descriptor.ret.as_ref());
    a.finish(site.descriptor.param_slots())
}

/// The interface method: captured values and arguments, adapted, go to the lambda's body.
fn forwarder(
    shape: &Shape<'_>,
    erased: &MethodDescriptor,
    class: &Name,
    fields: &[(Name, FieldType)],
) -> R<Arc<proviso_classfile::Code>> {
    let (kind, method) = shape.body;
    let mut a = Assembler::default();
    let owner = FieldType::from_class_name(&method.class)?;
    let constructs = kind == HandleKind::NewInvokeSpecial;
    if constructs {
        a.new_object(&method.class);
        a.emit(Insn::Dup);
    }
    let mut wanted: Vec<&FieldType> = method.descriptor.params.iter().collect();
    if !constructs && kind != HandleKind::InvokeStatic {
        wanted.insert(0, &owner);
    }
    if wanted.len() != fields.len() + erased.params.len()
        || erased.params.len() != shape.instantiated.params.len()
    {
        return unknown(format!(
            "a lambda whose body takes other arguments: {}.{}",
            method.class, method.name
        ));
    }
    let (captured, passed) = wanted.split_at(fields.len());
    for ((name, ty), wanted) in fields.iter().zip(captured) {
        a.load(&owner, 0);
        a.get_field(class, name, ty);
        // A captured receiver may be declared as a subtype of the method's class: no cast is needed, ever.
        if ty.is_reference() != wanted.is_reference() {
            a.adapt(ty, wanted);
        }
    }
    let arguments = erased
        .params
        .iter()
        .zip(slots(erased, 1))
        .zip(&shape.instantiated.params);
    for (((declared, slot), actual), wanted) in arguments.zip(passed) {
        a.load(declared, slot);
        a.adapt(declared, actual);
        // What javac has checked to be a subtype is not cast again.
        if !(actual.is_reference() && wanted.is_reference()) {
            a.adapt(actual, wanted);
        }
    }
    let call = method.clone();
    match kind {
        HandleKind::InvokeStatic => a.emit(Insn::InvokeStatic(call)),
        HandleKind::InvokeVirtual => a.emit(Insn::InvokeVirtual(call)),
        HandleKind::InvokeInterface => a.emit(Insn::InvokeInterface(call)),
        HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => {
            a.emit(Insn::InvokeSpecial(call))
        }
        _ => return unknown("a lambda whose body is a field"),
    }
    let produced = if constructs {
        Some(&owner)
    } else {
        method.descriptor.ret.as_ref()
    };
    match (produced, &erased.ret) {
        (Some(from), Some(to)) => {
            // A generic method's result is erased: it is cast to what the interface instance promises before unboxing.
            let promised = shape.instantiated.ret.as_ref().unwrap_or(to);
            if from.is_reference() && !promised.is_reference() || !from.is_reference() {
                a.adapt(from, promised);
            }
            if promised.is_reference() != to.is_reference() {
                a.adapt(promised, to);
            }
            a.return_value(Some(to));
        }
        (_, None) => a.return_value(None),
        (None, Some(_)) => {
            return unknown("a lambda whose body returns nothing where a value is needed");
        }
    }
    Ok(a.finish(erased.param_slots() + 1))
}
