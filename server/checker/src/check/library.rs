//! Which of our specifications of the JDK answer a call of its methods.

use proviso_classfile::{ClassPath, FieldType, Name, intern};
use proviso_contracts::library::Library;
use proviso_engine::classes::Method;
use proviso_engine::hooks::{CallCheck, CallStub};

/// The stub for a method by the contract that `class` has for it.
///
/// Answers are values, arrays of values, and references that the contract picks among those there are. Strings,
/// `Optional`s and other objects of the library are executed: one that is made up is only ever in a state that an input
/// can have (a string of Latin-1), and where the promised one is no such, the path would be lost.
///
/// Methods in whose terms contracts are written (`size`, `get`) are executed: what one of them answers, the others'
/// contracts must see. So are those whose contract leaves open what they change or throw: a body knows, and to take the
/// contract's word would hide an exception that the caller is to blame for.
pub fn stub(path: &ClassPath, class: &str, method: &Method) -> Option<CallStub> {
    let found = Library::get().find(
        class,
        &method.name,
        &method.descriptor.text,
        method.is_static(),
    )?;
    let stub = found.method.stub.as_ref().filter(|stub| stub.closed)?;
    if found.observer || !can_be_made_up(method.descriptor.ret.as_ref()) {
        return None;
    }
    let stand_in = intern(&found.method.class.replace('.', "/"));
    let requires = found.method.requires.as_ref().and_then(|entry| {
        Some(CallCheck {
            clause: entry.clause.0,
            class: stand_in.clone(),
            method: intern(&entry.name),
            descriptor: descriptor(path, &stand_in, &entry.name)?,
        })
    });
    Some(CallStub {
        callee: format!(
            "{}.{}{}",
            found.stands_for, method.name, method.descriptor.text
        )
        .into(),
        method: intern(&stub.name),
        descriptor: descriptor(path, &stand_in, &stub.name)?,
        class: stand_in,
        pure: stub.pure,
        promises: stub.promises,
        requires,
    })
}

fn can_be_made_up(answer: Option<&FieldType>) -> bool {
    match answer {
        None | Some(FieldType::Primitive(_)) => true,
        Some(FieldType::Object(class)) => **class == *"java/lang/Object",
        Some(FieldType::Array(element)) => matches!(**element, FieldType::Primitive(_)),
    }
}

/// Of the only method of that name.
fn descriptor(path: &ClassPath, class: &str, name: &str) -> Option<Name> {
    let class = path.class(class).ok()?;
    let method = class.methods.iter().find(|m| *m.name == *name)?;
    Some(method.descriptor.text.clone())
}
