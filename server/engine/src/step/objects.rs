//! Creation, casts, type tests, throwing and monitors.

use crate::machine::{Machine, R};
use crate::state::State;
use crate::step::{next, push, ref_at, replace};
use crate::value::{Ref, Value};
use proviso_classfile::ClassRef;

impl Machine {
    pub(crate) fn new_object(&mut self, st: &mut State, class: &ClassRef) -> R<()> {
        let class = self.class_ref(class)?;
        self.initialise(st, class)?;
        let object = self.allocate(st, class);
        push(st, Value::Ref(Ref::Object(object)))
    }

    pub(crate) fn checkcast(&mut self, st: &mut State, class: &ClassRef) -> R<()> {
        let class = self.class_ref(class)?;
        let r = ref_at(st, 0)?;
        let passes = match self.types_of(st, r) {
            None => true,
            Some(types) if self.classes.subtype_of(&types, class) == Some(true) => true,
            // Null passes every cast, so an unknown reference has to say first whether it is null.
            Some(_) => self.is_null(st, r)? || self.is_instance(st, r, class)?,
        };
        if passes {
            next(st)
        } else {
            self.throw_new(st, "java/lang/ClassCastException", None)
        }
    }

    pub(crate) fn instanceof(&mut self, st: &mut State, class: &ClassRef) -> R<()> {
        let class = self.class_ref(class)?;
        let r = ref_at(st, 0)?;
        // `null instanceof T` is false (JLS 15.20.2).
        let answer = !self.is_null(st, r)? && self.is_instance(st, r, class)?;
        let answer = self.terms.int(i32::from(answer));
        replace(st, 1, Value::Int(answer))
    }

    pub(crate) fn athrow(&mut self, st: &mut State) -> R<()> {
        let r = ref_at(st, 0)?;
        let Some(object) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        self.throw_object(st, object, false);
        Ok(())
    }

    /// One thread runs, so a monitor only has to exist.
    pub(crate) fn monitor(&mut self, st: &mut State) -> R<()> {
        let r = ref_at(st, 0)?;
        if self.is_null(st, r)? {
            return self.throw_null(st);
        }
        st.top_mut().drop(1);
        next(st)
    }
}
