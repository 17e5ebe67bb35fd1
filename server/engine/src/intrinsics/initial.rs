//! Class initializers of the JDK that would start the whole platform (threads, properties, class loaders): what the
//! rest of the JDK needs of them is done here instead.

use super::*;
use crate::classes::ClassId;
use crate::heap::object::Native;
use crate::machine::Stop;
use crate::state::{InitStatus, Then};
use crate::value::{Ref, Value};

/// Whether the initializer has been taken care of.
pub(crate) fn skip_initializer(m: &mut Machine, st: &mut State, class: ClassId) -> R<bool> {
    let name = m.classes.name(class).clone();
    match &*name {
        "java/lang/System" => system(m, st, class),
        // They start threads, and look for native libraries.
        "java/lang/ref/Reference"
        | "java/lang/ref/Finalizer"
        | "java/lang/ClassLoader"
        | "java/lang/Shutdown" => Ok(true),
        // They ask for properties; of method handles only fences and made handles are used.
        "java/lang/invoke/VarHandle" | "java/lang/invoke/MethodHandleStatics" => Ok(true),
        // Class loaders and modules: only their presence is asked for.
        "jdk/internal/loader/ClassLoaders"
        | "jdk/internal/loader/BootLoader"
        | "java/lang/Module" => Ok(true),
        _ => Ok(false),
    }
}

/// Streams, line separator and the door for other JDK packages (`SharedSecrets`), as `initPhase1` sets them up.
fn system(m: &mut Machine, st: &mut State, class: ClassId) -> R<bool> {
    let open_door = find_method(m, "java/lang/System", "setJavaLangAccess", "()V")?;
    let streams = [("out", output::Stream::Out), ("err", output::Stream::Err)];
    let newline = strings::interned(m, st, &[10])?;
    st.class_mut(class).status = InitStatus::Running;
    for (field, stream) in streams {
        let object = lang::preexisting(m, st, "java/io/PrintStream")?;
        st.object_mut(object).native = Native::Data(Rc::new(stream));
        set_static(m, st, class, field, Value::Ref(Ref::Object(object)));
    }
    set_static(
        m,
        st,
        class,
        "lineSeparator",
        Value::Ref(Ref::Object(newline)),
    );
    m.enter_method(st, &open_door, Vec::new(), Then::ClassInit(class), 0)?;
    Err(Stop::Again)
}

fn set_static(m: &mut Machine, st: &mut State, class: ClassId, field: &str, value: Value) {
    if let Some(slot) = m.classes.static_slot(class, field) {
        m.write_static(st, class, slot, value);
    }
}
