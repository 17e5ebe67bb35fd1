//! `invokedynamic` and dynamic constants: each call site is linked once to a static method made of ordinary
//! instructions. Only the bootstrap methods javac uses are known; any other is `unknown` with its name.

mod assemble;
mod concat;
mod constant;
mod lambda;
mod polymorphic;
mod records;
mod switches;

use crate::classes::{ClassId, Method, MethodBody, Synthetic, SyntheticMethod};
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::value::{Ref, Value};
use proviso_classfile::{
    CallSite, Code, FieldRef, FieldType, Insn, MethodDescriptor, MethodHandle, Name, RefId, intern,
};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

pub use constant::constant;
pub(crate) use polymorphic::{Variable, var_handle};
pub use polymorphic::{invoke_polymorphic, is_polymorphic};

/// Name of the methods that join strings.
const CONCAT: &str = "concat";

/// What has been linked in this run.
#[derive(Default)]
pub struct IndyTables {
    linked: HashMap<RefId, Rc<Method>>,
    made: u32,
}

/// Executes an `invokedynamic` instruction.
pub fn invoke(machine: &mut Machine, st: &mut State, site: &Arc<CallSite>) -> R<()> {
    let caller = st.top().method.class_name.clone();
    let method = link(machine, site, &caller)?;
    if &*method.name == CONCAT
        && let Some(text) = crate::intrinsics::lazy_concat(machine, st, &method)?
    {
        return machine.finish_call(st, &method, Some(Value::Ref(Ref::Object(text))));
    }
    machine.call(st, &method, &method)
}

/// The static method that stands for a call site. It has the site's descriptor.
pub fn link(machine: &mut Machine, site: &Arc<CallSite>, caller: &Name) -> R<Rc<Method>> {
    if let Some(method) = machine.indy.linked.get(&site.id) {
        return Ok(method.clone());
    }
    let MethodHandle::Method {
        method: bootstrap, ..
    } = &*site.bootstrap.handle
    else {
        return unknown("a bootstrap method that is a field");
    };
    let method = match (&*bootstrap.class, &*bootstrap.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
            lambda::link(machine, site, caller)?
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
            concat::link(machine, site)?
        }
        ("java/lang/runtime/ObjectMethods", "bootstrap") => records::link(machine, site)?,
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
            switches::link(machine, site)?
        }
        (class, name) => {
            return unknown(format!(
                "bootstrap method {}.{name}",
                class.replace('/', ".")
            ));
        }
    };
    machine.indy.linked.insert(site.id, method.clone());
    Ok(method)
}

/// A class with one static method.
fn make_static(
    machine: &mut Machine,
    what: &str,
    descriptor: &Arc<MethodDescriptor>,
    code: Arc<Code>,
) -> R<Rc<Method>> {
    let methods = vec![SyntheticMethod {
        name: intern(what),
        descriptor: descriptor.clone(),
        is_static: true,
        body: MethodBody::Made(code),
    }];
    let name = fresh_name(machine, "proviso/made/Site");
    let superclass = machine.classes.object;
    let made = Synthetic {
        name,
        superclass,
        interfaces: vec![],
        fields: vec![],
        methods,
    };
    let class = machine.classes.define(made);
    find(machine, class, what, descriptor)
}

fn fresh_name(machine: &mut Machine, prefix: &str) -> Name {
    machine.indy.made += 1;
    intern(&format!("{prefix}${}", machine.indy.made))
}

fn find(
    machine: &Machine,
    class: ClassId,
    name: &str,
    descriptor: &MethodDescriptor,
) -> R<Rc<Method>> {
    match machine
        .classes
        .declared(class, &intern(name), &descriptor.text)
    {
        Some(method) => Ok(method.clone()),
        None => unknown(format!("linking {name}{descriptor}")),
    }
}

/// A static method that fills `System.props` with these pairs and returns it.
pub(crate) fn make_properties(machine: &mut Machine, pairs: &[(String, String)]) -> R<Rc<Method>> {
    const PROPERTIES: &str = "java/util/Properties";
    let ty = FieldType::object(PROPERTIES);
    let mut a = assemble::Assembler::default();
    a.new_object(&intern(PROPERTIES));
    a.emit(Insn::Dup);
    a.invoke_special(PROPERTIES, "<init>", "()V");
    for (key, value) in pairs {
        a.emit(Insn::Dup);
        a.string(&key.encode_utf16().collect::<Vec<_>>());
        a.string(&value.encode_utf16().collect::<Vec<_>>());
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
        a.invoke_virtual(PROPERTIES, "setProperty", descriptor);
        a.emit(Insn::Pop);
    }
    a.emit(Insn::Dup);
    a.emit(Insn::PutStatic(FieldRef::new(
        intern("java/lang/System"),
        intern("props"),
        ty.clone(),
    )));
    a.return_value(Some(&ty));
    let descriptor = Arc::new(MethodDescriptor::parse("()Ljava/util/Properties;")?);
    make_static(machine, "properties", &descriptor, a.finish(0))
}

/// The local variable slot of each parameter.
fn slots(descriptor: &MethodDescriptor, first: u16) -> Vec<u16> {
    let mut next = first;
    let step = |p: &proviso_classfile::FieldType| {
        let slot = next;
        next += p.slots();
        slot
    };
    descriptor.params.iter().map(step).collect()
}
