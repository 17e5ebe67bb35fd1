//! Reading and writing instance and static fields, now and in an earlier state.

use crate::classes::{ClassId, Field};
use crate::heap::object::{Body, Fields, Forgotten, Origin};
use crate::machine::{Machine, R, unknown};
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
        if self.is_posed(st, object) {
            let value = self.read_posed(st, object, slot, past)?;
            return self.after_read(st, value);
        }
        let now = fields_of(&st.object(object).body);
        // The value, and which forgetting it comes after when there is none yet.
        let (value, forgotten) = match past {
            None => (now.current(slot), now.forgotten),
            Some(number) => {
                // Writes up to the mark, else the value at entry. What is newer than the mark reads as it is.
                let mark = st.jml.mark(number);
                let then = mark.and_then(|m| m.objects.get(object.0 as usize));
                let then_forgotten = match then {
                    Some(old) => fields_of(&old.body).forgotten,
                    None if mark.is_some_and(|m| m.forgot_all == 0) => None,
                    None => now.forgotten,
                };
                match then {
                    None if !st.object(object).is_input() => (now.current(slot), now.forgotten),
                    _ => {
                        let old = then.map(|old| fields_of(&old.body));
                        let written = old.and_then(|old| old.now.get(slot).copied().flatten());
                        let since = match then_forgotten {
                            None => now.initial(slot),
                            Some(f) if now.forgotten == Some(f) => {
                                now.base.get(slot).copied().flatten()
                            }
                            Some(_) => {
                                match old.and_then(|o| o.base.get(slot).copied().flatten()) {
                                    None if written.is_none() => {
                                        return unknown(
                                            "a value between two calls that may have changed it",
                                        );
                                    }
                                    known => known,
                                }
                            }
                        };
                        (written.or(since), then_forgotten)
                    }
                }
            }
        };
        let value = match (value, forgotten) {
            (Some(value), _) => value,
            (None, Some(f)) if self.may_change(st, object, slot) => {
                self.materialise_base(st, object, slot, f)?
            }
            (None, Some(_)) => match fields_of(&st.object(object).body).initial(slot) {
                Some(value) => value,
                None => self.materialise_field(st, object, slot)?,
            },
            (None, None) => self.materialise_field(st, object, slot)?,
        };
        self.after_read(st, value)
    }

    /// Final fields of input objects are as they were, whatever a callee may write.
    fn may_change(&self, st: &State, object: ObjectId, slot: usize) -> bool {
        let object = st.object(object);
        let class = object.types.bound(&self.classes);
        let field = self.classes.get(class).fields.get(slot);
        !object.is_input() || !field.is_some_and(|f| f.access.is_final())
    }

    /// The value a callee left in a field of an object it may have changed altogether.
    fn materialise_base(
        &mut self,
        st: &mut State,
        object: ObjectId,
        slot: usize,
        forgotten: Forgotten,
    ) -> R<Value> {
        let class = st.object(object).types.bound(&self.classes);
        let Some(field) = self.classes.get(class).fields.get(slot).cloned() else {
            return unknown("a field of an object whose class is not known");
        };
        let non_null = field.ty.is_reference() && self.is_non_null(class, slot, false);
        let what = format!("o{}.{}", object.0, field.name);
        let value = self.forgotten_value(st, &what, &field.ty, forgotten, non_null)?;
        if let Body::Fields(fields) = &mut st.object_mut(object).body {
            fields.set_base(slot, value);
        }
        Ok(value)
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
                let made = self.made(field);
                let non_null = field.ty.is_reference()
                    && (made.non_null || self.is_non_null(class, slot, false));
                let place = Place::Field {
                    object,
                    slot: slot as u16,
                };
                let what = format!("o{}.{}.{slot}@", object.0, field.name);
                match self.made_number(made, &field.ty) {
                    Some(value) => value,
                    None => self.fresh_value(st, &what, &field.ty, place, budget - 1, non_null)?,
                }
            }
            // Cannot happen for exact classes; a slot without value has the default.
            Origin::Allocated { .. } | Origin::Absent => self.default_value(&field.ty),
        };
        if let Body::Fields(fields) = &mut st.object_mut(object).body {
            fields.set_init(slot, value);
        }
        Ok(value)
    }

    pub fn write_field(
        &mut self,
        st: &mut State,
        object: ObjectId,
        slot: usize,
        value: Value,
    ) -> R<()> {
        if self.guards() {
            let always = self.terms.tru();
            return self.write_guarded(st, &[(always, object)], slot, value);
        }
        st.writes += 1;
        if let Body::Fields(fields) = &mut st.object_mut(object).body {
            fields.set_now(slot, value);
        }
        Ok(())
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
            Some(slot) => self.write_field(st, object, slot, value),
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
        let (written, forgot_all) = match past {
            None => (now.now, st.jml.forgot_all),
            Some(number) => {
                let mark = st.jml.mark(number);
                let then = mark.and_then(|m| m.classes.get(class.0 as usize));
                let written = then.and_then(|c| c.slots.get(slot)).and_then(|s| s.now);
                (written, mark.map_or(0, |m| m.forgot_all))
            }
        };
        if written.is_none() && forgot_all > 0 {
            // A static nobody had looked at when everything was forgotten.
            let field = self.classes.get(class).statics[slot].clone();
            if self.unknown_static(class, &field) {
                if past.is_some() {
                    return unknown("a static between two calls that may have changed it");
                }
                let value = self.forget_static(st, class, slot)?;
                return self.after_read(st, value);
            }
        }
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
            let what = format!("{}.{}.{slot}@", self.classes.name(class), field.name);
            let k = self.options.bounds.k as i32;
            self.fresh_value(st, &what, &field.ty, place, k, non_null)?
        } else {
            self.static_default(st, &field.ty, &field)?
        };
        set_static(self, st, class, slot, |s| s.init = Some(value));
        Ok(value)
    }

    /// A static that a callee may have written.
    pub(crate) fn forget_static(
        &mut self,
        st: &mut State,
        class: ClassId,
        slot: usize,
    ) -> R<Value> {
        let field = self.classes.get(class).statics[slot].clone();
        let non_null = field.ty.is_reference() && self.is_non_null(class, slot, true);
        let what = format!("{}.{}", self.classes.name(class), field.name);
        let forgotten = Forgotten(st.objects.len() as u32);
        let value = self.forgotten_value(st, &what, &field.ty, forgotten, non_null)?;
        set_static(self, st, class, slot, |s| s.now = Some(value));
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
        base: Vec::new(),
        now: Vec::new(),
        written: None,
        forgotten: None,
    };
    match body {
        Body::Fields(fields) => fields,
        Body::Array(_) => &NONE,
    }
}
