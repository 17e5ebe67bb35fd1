//! Reading and writing instance and static fields, now and in an earlier state.

use crate::classes::{ClassId, Field};
use crate::heap::object::{Body, Fields, Origin};
use crate::machine::{Machine, R};
use crate::state::{InitStatus, Place, State, StaticSlot};
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::FieldType;
use std::rc::Rc;

impl Machine {
    /// The current value of a field (or the one in the frame's earlier state), materialised if it is unknown.
    pub fn read_field(&mut self, st: &mut State, object: ObjectId, slot: usize) -> R<Value> {
        let past = st.frames.last().and_then(|f| f.past);
        self.read_field_at(st, object, slot, past)
    }

    pub fn read_field_at(
        &mut self,
        st: &mut State,
        object: ObjectId,
        slot: usize,
        past: Option<u16>,
    ) -> R<Value> {
        let value = match past {
            None => fields_of(&st.object(object).body).current(slot),
            Some(mark) => {
                // Writes up to the mark, else the value at entry. What is newer than the mark reads as it is.
                let then = st
                    .jml
                    .mark(mark)
                    .and_then(|m| m.objects.get(object.0 as usize));
                match then {
                    Some(old) => fields_of(&old.body)
                        .now
                        .get(slot)
                        .copied()
                        .flatten()
                        .or_else(|| fields_of(&st.object(object).body).initial(slot)),
                    None if st.object(object).is_input() => {
                        fields_of(&st.object(object).body).initial(slot)
                    }
                    None => fields_of(&st.object(object).body).current(slot),
                }
            }
        };
        let value = match value {
            Some(value) => value,
            None => self.materialise_field(st, object, slot)?,
        };
        self.after_read(st, value)
    }

    /// The strategy may want to decide what an unknown reference is as soon as it is read.
    pub(crate) fn after_read(&mut self, st: &mut State, value: Value) -> R<Value> {
        match value {
            Value::Ref(r) => match st.deref(r) {
                Ref::Symbol(s) => Ok(Value::Ref(self.options.strategy.rules().read(self, st, s)?)),
                r => Ok(Value::Ref(r)),
            },
            other => Ok(other),
        }
    }

    fn materialise_field(&mut self, st: &mut State, object: ObjectId, slot: usize) -> R<Value> {
        let class = st.object(object).types.bound(&self.classes);
        let class_info = self.classes.get(class).clone();
        let Some(field) = class_info.fields.get(slot) else {
            return crate::machine::unknown("a field of an object whose class is not known");
        };
        // An object that has turned out to be a string gets a string's shape before its fields are looked at.
        if matches!(&st.object(object).body, Body::Fields(f) if f.init.is_empty())
            && st.object(object).class().is_some()
        {
            crate::intrinsics::materialised(self, st, object)?;
            if let Some(value) = fields_of(&st.object(object).body).initial(slot) {
                return Ok(value);
            }
        }
        let value = match st.object(object).origin {
            Origin::Input { budget, .. } => {
                let non_null = field.ty.is_reference() && self.is_non_null(class, slot, false);
                let place = Place::Field {
                    object,
                    slot: slot as u16,
                };
                let what = format!("o{}.{}", object.0, field.name);
                self.fresh_value(st, &what, &field.ty, place, budget - 1, non_null)?
            }
            // Cannot happen for exact classes; a slot without value has the default.
            Origin::Allocated { .. } => self.default_value(&field.ty),
        };
        if let Body::Fields(fields) = &mut st.object_mut(object).body {
            fields.set_init(slot, value);
        }
        Ok(value)
    }

    pub fn write_field(&mut self, st: &mut State, object: ObjectId, slot: usize, value: Value) {
        st.writes += 1;
        if let Body::Fields(fields) = &mut st.object_mut(object).body {
            fields.set_now(slot, value);
        }
    }

    /// By name, for intrinsics.
    pub fn read_named(&mut self, st: &mut State, object: ObjectId, name: &str) -> R<Value> {
        let class = st.object(object).types.bound(&self.classes);
        match self.classes.field_slot(class, name) {
            Some(slot) => self.read_field(st, object, slot),
            None => {
                crate::machine::unknown(format!("no field {}.{name}", self.classes.name(class)))
            }
        }
    }

    pub fn write_named(
        &mut self,
        st: &mut State,
        object: ObjectId,
        name: &str,
        value: Value,
    ) -> R<()> {
        let class = st.object(object).types.bound(&self.classes);
        match self.classes.field_slot(class, name) {
            Some(slot) => {
                self.write_field(st, object, slot, value);
                Ok(())
            }
            None => {
                crate::machine::unknown(format!("no field {}.{name}", self.classes.name(class)))
            }
        }
    }

    pub fn read_static(&mut self, st: &mut State, class: ClassId, slot: usize) -> R<Value> {
        let past = st.frames.last().and_then(|f| f.past);
        let now = st
            .class(class)
            .and_then(|c| c.slots.get(slot))
            .copied()
            .unwrap_or_default();
        let written = match past {
            None => now.now,
            Some(mark) => {
                let then = st
                    .jml
                    .mark(mark)
                    .and_then(|m| m.classes.get(class.0 as usize));
                then.and_then(|c| c.slots.get(slot)).and_then(|s| s.now)
            }
        };
        let value = match written.or(now.init) {
            Some(value) => value,
            None => self.materialise_static(st, class, slot)?,
        };
        self.after_read(st, value)
    }

    fn materialise_static(&mut self, st: &mut State, class: ClassId, slot: usize) -> R<Value> {
        let field = self.classes.get(class).statics[slot].clone();
        let value = if self.unknown_static(class, &field) && !self.initializing(st, class) {
            let non_null = field.ty.is_reference() && self.is_non_null(class, slot, true);
            let place = Place::Static {
                class,
                slot: slot as u16,
            };
            let what = format!("{}.{}", self.classes.name(class), field.name);
            let k = self.options.bounds.k as i32;
            self.fresh_value(st, &what, &field.ty, place, k, non_null)?
        } else {
            self.static_default(st, &field.ty, &field)?
        };
        set_static(self, st, class, slot, |s| s.init = Some(value));
        Ok(value)
    }

    fn initializing(&self, st: &State, class: ClassId) -> bool {
        st.init_status(class) == InitStatus::Running
    }

    /// Statics of the project that may have any value when the method under check is called.
    pub(crate) fn unknown_static(&self, class: ClassId, field: &Field) -> bool {
        self.options.symbolic_statics
            && self.classes.get(class).project
            && !field.access.is_final()
            && !field.access.is_synthetic()
    }

    fn static_default(&mut self, st: &mut State, ty: &FieldType, field: &Field) -> R<Value> {
        match &field.constant {
            Some(constant) => crate::step::constants::constant_value(self, st, constant),
            None => Ok(self.default_value(ty)),
        }
    }

    /// While its initializer runs a class sets up its values at entry; later writes go on top.
    pub fn write_static(&mut self, st: &mut State, class: ClassId, slot: usize, value: Value) {
        st.writes += 1;
        let initializing = self.initializing(st, class);
        set_static(self, st, class, slot, |s| {
            if initializing {
                s.init = Some(value)
            } else {
                s.now = Some(value)
            }
        });
    }

    /// After the initializer: forget what the program may have changed since.
    pub(crate) fn forget_initial_statics(&mut self, st: &mut State, class: ClassId) {
        let fields = self.classes.get(class).statics.clone();
        for (slot, field) in fields.iter().enumerate() {
            if self.unknown_static(class, field) {
                set_static(self, st, class, slot, |s| *s = StaticSlot::default());
            }
        }
    }
}

fn set_static(
    m: &Machine,
    st: &mut State,
    class: ClassId,
    slot: usize,
    f: impl FnOnce(&mut StaticSlot),
) {
    let count = m.classes.get(class).statics.len();
    let slots = Rc::make_mut(&mut st.class_mut(class).slots);
    slots.resize(count, StaticSlot::default());
    f(&mut slots[slot]);
}

fn fields_of(body: &Body) -> &Fields {
    static NONE: Fields = Fields {
        init: Vec::new(),
        now: Vec::new(),
    };
    match body {
        Body::Fields(fields) => fields,
        Body::Array(_) => &NONE,
    }
}
