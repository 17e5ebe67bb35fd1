//! Calls that a contract answers instead of a body: what a stub forgets, makes up and notes.

use crate::classes::{ClassId, Method};
use crate::heap::object::{Body, Fields, Forgotten, Native, Object, Origin};
use crate::intrinsics::Intrinsic;
use crate::jml::Mark;
use crate::jml::frame::Permission;
use crate::machine::{Doubt, Machine, R, unknown};
use crate::state::State;
use crate::step::ref_at;
use crate::value::{ObjectId, Ref, Value};
use std::rc::Rc;

/// How a contract answered a call on a path.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The stub.
    pub method: Rc<Method>,
    pub arguments: Vec<Value>,
    /// The heap it was asked in: `State::writes` then.
    pub version: u32,
    pub pure: bool,
    /// `None` for void.
    pub result: Option<Value>,
    pub thrown: Option<ObjectId>,
}

/// Locations to be forgotten.
#[derive(Debug, Clone, Default)]
pub struct Collected {
    pub(super) permissions: Vec<Permission>,
    everything: bool,
}

/// Stubs bear this mark in their names.
pub fn is_stub(method: &Method) -> bool {
    proviso_names::is_stub(&method.name)
}

pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "call" => call,
        "forgetting" => forgetting,
        "everything" => everything,
        "forget" => forget,
        "perhaps" => perhaps,
        "raise" => raise,
        "answerVoid" => answer_void,
        name if name.starts_with("answer") => answer,
        _ => return None,
    })
}

/// What the clauses of the stub call the pre-state is now (or the earlier state it is asked about).
fn call(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let pre = match st.top().past {
        Some(past) => past,
        None => {
            if st.jml.marks.is_empty() {
                st.jml.marks.push(None);
            }
            let Ok(number) = u16::try_from(st.jml.marks.len()) else {
                return unknown("too many calls answered by contracts");
            };
            let mark = Mark::now(st);
            st.jml.marks.push(Some(Rc::new(mark)));
            number
        }
    };
    st.top_mut().pre = pre;
    m.finish_call(st, method, None)
}

fn forgetting(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    st.jml.collecting = Some(Rc::default());
    m.finish_call(st, method, None)
}

fn everything(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if let Some(collecting) = &mut st.jml.collecting {
        Rc::make_mut(collecting).everything = true;
    }
    m.finish_call(st, method, None)
}

fn forget(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Some(collected) = st.jml.collecting.clone() else {
        return unknown("nothing was named that could be forgotten");
    };
    let writes = collected.everything || !collected.permissions.is_empty();
    if writes && st.top().past.is_some() {
        return unknown("a call in an earlier state that may change something");
    }
    if collected.everything {
        m.check_write_of_everything(st);
        m.forget_everything(st, true)?;
    } else {
        m.forget_permissions(st, &collected.permissions, true)?;
    }
    if writes {
        st.writes += 1;
    }
    st.jml.collecting = None;
    m.finish_call(st, method, None)
}

impl Machine {
    /// All decisions come first, then (when `framed`) the caller's own frame is asked, then the locations are forgotten.
    pub(super) fn forget_permissions(
        &mut self,
        st: &mut State,
        permissions: &[Permission],
        framed: bool,
    ) -> R<()> {
        let mut fields = Vec::new();
        let mut elements = Vec::new();
        for permission in permissions {
            match permission {
                Permission::Field(r, name) => {
                    let Some(object) = self.object_of(st, *r)? else {
                        continue;
                    };
                    fields.push((object, name.clone()));
                }
                Permission::Elements { array, range } => {
                    let Some(array) = self.object_of(st, *array)? else {
                        continue;
                    };
                    elements.push((array, *range));
                }
                Permission::Static(..) => {}
            }
        }
        if framed {
            for (object, name) in &fields {
                self.forget_fields(st, *object, name.as_deref(), false)?;
            }
            for (array, range) in &elements {
                self.check_range_write(st, *array, *range)?;
            }
        }
        for (object, name) in fields {
            self.forget_fields(st, object, name.as_deref(), true)?;
        }
        for (array, range) in elements {
            self.forget_elements(st, array, range)?;
        }
        for permission in permissions {
            if let Permission::Static(class, name) = permission {
                self.forget_statics(st, *class, name.as_deref(), framed)?;
            }
        }
        Ok(())
    }

    /// The field of that name, or all. Asks the caller's frame when nothing is to be changed yet.
    fn forget_fields(
        &mut self,
        st: &mut State,
        object: ObjectId,
        name: Option<&str>,
        change: bool,
    ) -> R<()> {
        let class = st.object(object).types.bound(&self.classes);
        let layout = self.classes.get(class).clone();
        if !layout.project {
            let name = layout.name.replace('/', ".");
            return unknown(format!("a callee that may change the inside of a {name}"));
        }
        let forgotten = Forgotten(st.objects.len() as u32);
        if name.is_none() && change {
            self.forget_object(st, object);
            return Ok(());
        }
        for (slot, field) in layout.fields.iter().enumerate() {
            if name.is_some_and(|name| *field.name != *name) || field.access.is_final() {
                continue;
            }
            if change {
                let non_null = field.ty.is_reference() && self.is_non_null(class, slot, false);
                let what = format!("o{}.{}", object.0, field.name);
                let value = self.forgotten_value(st, &what, &field.ty, forgotten, non_null)?;
                self.write_field(st, object, slot, value)?;
            } else {
                let Some(resolved) = self.classes.resolve_field(class, &field.name, &field.ty)
                else {
                    continue;
                };
                self.check_field_write(st, object, &resolved)?;
            }
        }
        Ok(())
    }

    fn forget_object(&mut self, st: &mut State, object: ObjectId) {
        let forgotten = Forgotten(st.objects.len() as u32);
        let class = st.object(object).types.bound(&self.classes);
        let layout = self.classes.get(class).clone();
        if let Body::Fields(fields) = &mut st.object_mut(object).body {
            let before = std::mem::take(&mut fields.now);
            fields.base.clear();
            fields.forgotten = Some(forgotten);
            for (slot, field) in layout.fields.iter().enumerate() {
                if let (true, Some(Some(value))) = (field.access.is_final(), before.get(slot)) {
                    fields.set_now(slot, *value);
                }
            }
        }
    }

    fn forget_statics(
        &mut self,
        st: &mut State,
        class: ClassId,
        name: Option<&str>,
        framed: bool,
    ) -> R<()> {
        let statics = self.classes.get(class).statics.clone();
        for (slot, field) in statics.iter().enumerate() {
            if name.is_none_or(|name| *field.name == *name) && self.unknown_static(class, field) {
                if let Some(resolved) = self.classes.resolve_field(class, &field.name, &field.ty)
                    && framed
                {
                    self.check_static_write(st, &resolved)?;
                }
                self.forget_static(st, class, slot)?;
            }
        }
        Ok(())
    }

    /// Whatever the project's code may write: its objects, arrays and statics, known or not.
    pub(super) fn forget_everything(&mut self, st: &mut State, framed: bool) -> R<()> {
        st.jml.forgot_all += 1;
        for id in (0..st.objects.len() as u32).map(ObjectId) {
            self.forget_any(st, id)?;
        }
        for class in (0..st.classes.len() as u32).map(ClassId) {
            if self.classes.get(class).project {
                self.forget_statics(st, class, None, framed)?;
            }
        }
        Ok(())
    }

    /// All that the project's code can change of an object.
    pub(super) fn forget_any(&mut self, st: &mut State, id: ObjectId) -> R<()> {
        let object = st.object(id);
        let bound = object.types.bound(&self.classes);
        let project = self.classes.get(bound).project;
        let array = object.array().is_some();
        let native = !matches!(object.native, Native::None);
        let initial = matches!(object.origin, Origin::Allocated { epoch: 0 });
        if array && !crate::intrinsics::is_string_storage(st, id) && !native {
            self.forget_elements(st, id, None)?;
        } else if project {
            self.forget_object(st, id);
        } else if !array && !initial {
            self.forgot_library_object(st, bound);
        }
        Ok(())
    }

    /// Objects of the library have an inside that only the library knows; those that never change do not matter.
    pub(crate) fn forgot_library_object(&mut self, st: &State, class: ClassId) {
        let name = self.classes.name(class).clone();
        let mutable = name.starts_with("java/util/")
            || name.starts_with("proviso/runtime/Input")
            || name.starts_with("java/lang/StringBu");
        if mutable {
            let name = name.replace('/', ".");
            let why = format!(
                "a callee or a loop without `assignable` may change the inside of a {name}"
            );
            self.note_unknown(st, Doubt::Unmodelled, &why);
        }
    }
}

/// In code under check both ways; clauses only ask what has a value.
fn perhaps(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let caller = st.frames.len().checked_sub(2).map(|at| &st.frames[at]);
    let in_clause = caller.is_none_or(|f| f.aside || f.past.is_some() || f.method.is_spec());
    let zero = Value::Int(m.terms.int(0));
    if in_clause || st.epoch != 1 {
        return m.finish_call(st, method, Some(zero));
    }
    let mut other = st.clone();
    let one = Value::Int(m.terms.int(1));
    m.finish_call(&mut other, method, Some(one))?;
    m.finish_call(st, method, Some(zero))?;
    let this = st.clone();
    m.fork(st, vec![this, other])
}

fn raise(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Ref::Object(mirror) = ref_at(st, 0)? else {
        return unknown("a class that is not a constant");
    };
    let Native::Class(class) = st.object(mirror).native else {
        return unknown("a class that is not a constant");
    };
    let fields = defaults(m, class);
    let types = m.types_below(class);
    let epoch = st.epoch;
    let made = Object {
        types,
        origin: Origin::Allocated { epoch },
        body: Body::Fields(fields),
        native: Native::None,
        rank: None,
    };
    let object = m.add_object(st, made);
    note(st, None, Some(object));
    m.finish_call(st, method, Some(Value::Ref(Ref::Object(object))))
}

fn defaults(m: &mut Machine, class: ClassId) -> Fields {
    let layout = m.classes.get(class).clone();
    let now = layout
        .fields
        .iter()
        .map(|field| Some(m.default_value(&field.ty)))
        .collect();
    Fields {
        now,
        ..Fields::default()
    }
}

fn answer_void(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    note(st, None, None);
    m.finish_call(st, method, None)
}

fn answer(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let stub = st.top().method.clone();
    let Some(ty) = stub.descriptor.ret.clone() else {
        return unknown("an answer of a method without result");
    };
    if let Some(known) = known_answer(st) {
        return m.finish_call(st, method, Some(known));
    }
    let forgotten = Forgotten(st.objects.len() as u32);
    let value = m.forgotten_value(st, "answer", &ty, forgotten, false)?;
    note(st, Some(value), None);
    m.finish_call(st, method, Some(value))
}

/// The same pure question in the same heap.
fn known_answer(st: &State) -> Option<Value> {
    let (stub, arguments, version) = question(st);
    let same = |a: &Value, b: &Value| match (a, b) {
        (Value::Ref(a), Value::Ref(b)) => st.deref(*a) == st.deref(*b),
        _ => a == b,
    };
    let known = st.jml.answers.iter().find(|answer| {
        answer.pure
            && answer.method.id == stub.id
            && answer.version == version
            && answer.arguments.len() == arguments.len()
            && answer
                .arguments
                .iter()
                .zip(&arguments)
                .all(|(a, b)| same(a, b))
    });
    known?.result
}

/// The stub that runs, its arguments, and the version of the heap it is asked about.
fn question(st: &State) -> (Rc<Method>, Vec<Value>, u32) {
    let frame = st.top();
    let slots: usize = usize::from(!frame.method.is_static())
        + frame
            .method
            .descriptor
            .params
            .iter()
            .map(|p| usize::from(p.slots()))
            .sum::<usize>();
    let arguments = frame.locals[..slots.min(frame.locals.len())].to_vec();
    let version = frame
        .past
        .and_then(|past| st.jml.mark(past))
        .map_or(st.writes, |mark| mark.writes);
    (frame.method.clone(), arguments, version)
}

fn note(st: &mut State, result: Option<Value>, thrown: Option<ObjectId>) {
    let (method, arguments, version) = question(st);
    let pure = st.top().pure_stub;
    Rc::make_mut(&mut st.jml.answers).push(Answer {
        method,
        arguments,
        version,
        pure,
        result,
        thrown,
    });
}
