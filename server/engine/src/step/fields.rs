//! Field access.

use crate::classes::ResolvedField;
use crate::heap::object::Origin;
use crate::hooks::ViolationKind;
use crate::machine::{Machine, R, unknown};
use crate::state::{InitStatus, State};
use crate::step::{next, push, ref_at, replace};
use crate::trace::Target;
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::{FieldRef, FieldType, Primitive};
use proviso_terms::Term;

impl Machine {
    pub(crate) fn getstatic(&mut self, st: &mut State, f: &FieldRef) -> R<()> {
        let field = self.field_ref(f)?;
        self.initialise(st, field.class)?;
        let value = self.read_static(st, field.class, field.slot)?;
        st.outside += u32::from(field.is_volatile);
        push(st, value)
    }

    pub(crate) fn putstatic(&mut self, st: &mut State, f: &FieldRef) -> R<()> {
        let field = self.field_ref(f)?;
        self.initialise(st, field.class)?;
        let value = self.stored(&field.ty, st.peek(0));
        self.check_pure_write(st, None, &field)?;
        self.check_static_write(st, &field)?;
        self.check_null_write(st, &field, value)?;
        self.write_static(st, field.class, field.slot, value);
        let (class, slot) = (field.class, field.slot as u16);
        st.note_change(Target::Static { class, slot }, value);
        st.top_mut().drop(1);
        next(st)
    }

    pub(crate) fn getfield(&mut self, st: &mut State, f: &FieldRef) -> R<()> {
        let field = self.field_ref(f)?;
        let r = ref_at(st, 0)?;
        if self.guards() {
            let Some(objects) = self.objects_of(st, r)? else {
                return self.throw_null(st);
            };
            let value = self.read_guarded(st, &objects, &field)?;
            return replace(st, 1, value);
        }
        let Some(object) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        self.fit_class(st, r, &field)?;
        let value = self.read_field(st, object, field.slot)?;
        st.outside += u32::from(field.is_volatile);
        replace(st, 1, value)
    }

    pub(crate) fn putfield(&mut self, st: &mut State, f: &FieldRef) -> R<()> {
        let field = self.field_ref(f)?;
        let r = ref_at(st, 1)?;
        if self.guards()
            && self.may_write_any(st, &field)
            && (matches!(r, Ref::Choice(_)) || self.summarises())
        {
            let Some(objects) = self.objects_of(st, r)? else {
                return self.throw_null(st);
            };
            return self.put_guarded(st, &objects, &field);
        }
        let Some(object) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        self.fit_class(st, r, &field)?;
        let value = self.stored(&field.ty, st.peek(0));
        self.check_pure_write(st, Some(object), &field)?;
        self.check_field_write(st, object, &field)?;
        self.check_null_write(st, &field, value)?;
        self.write_field(st, object, field.slot, value)?;
        let target = Target::Field {
            object,
            class: field.class,
            slot: field.slot as u16,
        };
        st.note_change(target, value);
        st.top_mut().drop(2);
        next(st)
    }

    /// The value in whichever of the objects is meant.
    fn read_guarded(
        &mut self,
        st: &mut State,
        objects: &[(Term, ObjectId)],
        field: &ResolvedField,
    ) -> R<Value> {
        let mut value = None;
        for &(guard, object) in objects.iter().rev() {
            self.fit_class(st, Ref::Object(object), field)?;
            let held = self.read_field(st, object, field.slot)?;
            value = Some(match value {
                Some(other) => self.either_value(st, guard, held, other),
                None => held,
            });
        }
        value.map_or_else(|| unknown("a field of no object"), Ok)
    }

    /// Whether no clause has to know which of several objects is written.
    fn may_write_any(&self, st: &State, field: &ResolvedField) -> bool {
        !self.is_framed(st) && (st.in_body() || !self.classes.get(field.class).project)
    }

    fn put_guarded(
        &mut self,
        st: &mut State,
        objects: &[(Term, ObjectId)],
        field: &ResolvedField,
    ) -> R<()> {
        for &(_, object) in objects {
            self.fit_class(st, Ref::Object(object), field)?;
        }
        let value = self.stored(&field.ty, st.peek(0));
        self.check_null_write(st, field, value)?;
        self.write_guarded(st, objects, field.slot, value)?;
        st.top_mut().drop(2);
        next(st)
    }

    /// What a clause calls must not change what was there before it: such a clause has no meaning.
    fn check_pure_write(
        &self,
        st: &State,
        object: Option<ObjectId>,
        field: &ResolvedField,
    ) -> R<()> {
        if st.epoch == 1 && !st.top().aside || !self.classes.get(field.class).project {
            return Ok(());
        }
        let Some(clause) = st.frames.iter().skip(1).position(|f| f.method.is_spec()) else {
            return Ok(());
        };
        let old = match object {
            None => st.init_status(field.class) == InitStatus::Done,
            Some(object) => match st.object(object).origin {
                Origin::Input { .. } => true,
                Origin::Allocated { epoch } => epoch == 1 && st.epoch == 2,
                Origin::Absent => false,
            },
        };
        let mut above = st.frames.iter().skip(clause + 2);
        match above.find(|f| !f.method.is_spec()) {
            Some(callee) if old => {
                let class = callee.method.class_name.replace('/', ".");
                unknown(format!(
                    "a clause calls {class}.{}, which is not pure: it assigns {}",
                    callee.method.name, field.name
                ))
            }
            _ => Ok(()),
        }
    }

    /// The verifier has shown that the object has the field's class; a symbolic type learns it here.
    fn fit_class(&mut self, st: &mut State, r: Ref, field: &ResolvedField) -> R<()> {
        let Some(types) = self.types_of(st, r) else {
            return Ok(());
        };
        if types.exact.is_none() && self.classes.subtype_of(&types, field.class) != Some(true) {
            match self.classes.narrow(&types, field.class) {
                Some(narrowed) => self.set_types(st, r, narrowed),
                None => return Err(crate::machine::Stop::Infeasible),
            }
        }
        Ok(())
    }

    /// Narrow fields keep the low bits of an int (JVMS 6.5, putfield).
    pub(crate) fn stored(&mut self, ty: &FieldType, value: Value) -> Value {
        match (ty, value) {
            (FieldType::Primitive(Primitive::Boolean), Value::Int(t)) => {
                let one = self.terms.int(1);
                Value::Int(self.terms.bv_and(t, one))
            }
            (FieldType::Primitive(Primitive::Byte), Value::Int(t)) => {
                Value::Int(self.narrow_int(t, 8, true))
            }
            (FieldType::Primitive(Primitive::Short), Value::Int(t)) => {
                Value::Int(self.narrow_int(t, 16, true))
            }
            (FieldType::Primitive(Primitive::Char), Value::Int(t)) => {
                Value::Int(self.narrow_int(t, 16, false))
            }
            _ => value,
        }
    }

    /// Null written to a non-null field by checked code.
    fn check_null_write(&mut self, st: &mut State, field: &ResolvedField, value: Value) -> R<()> {
        let Value::Ref(r) = value else { return Ok(()) };
        let frame = st.top();
        if frame.aside || !frame.method.project || self.known_null(st, r) == Some(false) {
            return Ok(());
        }
        if self.is_non_null(field.class, field.slot, field.is_static) && self.is_null(st, r)? {
            let class = self.classes.name(field.class).clone();
            let kind = ViolationKind::NullWrite {
                class,
                field: field.name.clone(),
            };
            self.report(st, kind, None, None);
        }
        Ok(())
    }
}
