//! Loadable constants: strings, classes, method handles and types, dynamic constants.

use crate::classes::ClassId;
use crate::heap::ids::Key;
use crate::heap::object::Native;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::Constant;

pub fn constant_value(m: &mut Machine, st: &mut State, constant: &Constant) -> R<Value> {
    Ok(match constant {
        Constant::Int(i) => Value::Int(m.terms.int(*i)),
        Constant::Long(l) => Value::Long(m.terms.long(*l)),
        Constant::Float(f) => Value::Float(m.terms.f32(*f)),
        Constant::Double(d) => Value::Double(m.terms.f64(*d)),
        Constant::String(text) => {
            Value::Ref(Ref::Object(crate::intrinsics::string_literal(m, st, text)?))
        }
        Constant::Class(class) => {
            let class = m.class_ref(class)?;
            Value::Ref(Ref::Object(m.mirror(st, class)?))
        }
        other => crate::indy::constant(m, st, other)?,
    })
}

impl Machine {
    /// The `java.lang.Class` object of a class; made once per state.
    pub fn mirror(&mut self, st: &mut State, class: ClassId) -> R<ObjectId> {
        if let Some(mirror) = st.class(class).and_then(|c| c.mirror) {
            return Ok(mirror);
        }
        let class_class = self.classes.load("java/lang/Class")?;
        let mirror = self.allocate(st, class_class);
        let object = st.object_mut(mirror);
        object.native = Native::Class(class);
        object.origin = crate::heap::object::Origin::Allocated { epoch: 0 };
        let mirror = self.rename(st, mirror, Key::Mirror(class));
        st.class_mut(class).mirror = Some(mirror);
        Ok(mirror)
    }
}
