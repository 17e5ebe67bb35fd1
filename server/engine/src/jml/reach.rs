//! `\reach`: the objects that can be reached from one by following references, all of them. Whatever lies on the way and is
//! still unknown is made known first, so that a set is never smaller than it is on a JVM.

use crate::classes::{ClassId, ClassKind, Method};
use crate::intrinsics::Intrinsic;
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::step::ref_at;
use crate::value::{ObjectId, Ref, Value};
use std::rc::Rc;

pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    (name == "reached").then_some(reached as Intrinsic)
}

fn reached(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let root = ref_at(st, 0)?;
    let mut found: Vec<ObjectId> = Vec::new();
    let mut todo = vec![root];
    while let Some(next) = todo.pop() {
        let Some(object) = m.object_of(st, next)? else {
            continue;
        };
        if found.contains(&object) {
            continue;
        }
        found.push(object);
        m.settle_fields(st, object)?;
        let class = st.object(object).types.bound(&m.classes);
        if m.classes.is_array(class) {
            todo.extend(elements(m, st, object, class)?);
        } else if !is_leaf(m, class) {
            todo.extend(fields(m, st, object, class)?);
        }
    }
    let cells = found.into_iter().map(|o| Value::Ref(Ref::Object(o)));
    let class = m.classes.array_of(m.classes.object)?;
    let array = m.allocate_array(st, class, cells.collect());
    m.finish_call(st, method, Some(Value::Ref(Ref::Object(array))))
}

/// Values of the library: they hold nothing that a contract could speak of.
fn is_leaf(m: &Machine, class: ClassId) -> bool {
    m.is_enum_class(class) || m.classes.name(class).starts_with("java/lang/")
}

fn fields(m: &mut Machine, st: &mut State, object: ObjectId, class: ClassId) -> R<Vec<Ref>> {
    if !m.classes.get(class).project {
        let name = m.classes.name(class).replace('/', ".");
        return unknown(format!("\\reach goes through the inside of a {name}"));
    }
    let fields = m.classes.get(class).fields.clone();
    let mut next = Vec::new();
    for (slot, field) in fields.iter().enumerate() {
        if field.ty.is_reference()
            && let Value::Ref(r) = m.read_field(st, object, slot)?
        {
            next.push(r);
        }
    }
    Ok(next)
}

fn elements(m: &mut Machine, st: &mut State, array: ObjectId, class: ClassId) -> R<Vec<Ref>> {
    let element = m.classes.element(class).unwrap_or(m.classes.object);
    if matches!(m.classes.get(element).kind, ClassKind::Primitive(_)) {
        return Ok(Vec::new());
    }
    let length = m.array_length(st, array)?;
    let mut next = Vec::new();
    for i in 0..m.concrete_length(st, length)? {
        let index = m.terms.int(i as i32);
        if let Value::Ref(r) = m.read_cell(st, array, index)? {
            next.push(r);
        }
    }
    Ok(next)
}

impl Machine {
    /// Finds out of which class of the project an object is, as far as subclasses have further references.
    fn settle_fields(&mut self, st: &mut State, object: ObjectId) -> R<()> {
        if st.object(object).class().is_some() {
            return Ok(());
        }
        let bound = st.object(object).types.bound(&self.classes);
        let known = self.classes.get(bound).fields.len();
        for below in self.classes.subclasses(bound) {
            let class = self.classes.get(below);
            let more = class.fields[known.min(class.fields.len())..]
                .iter()
                .any(|field| field.ty.is_reference());
            if class.project && more {
                self.is_instance(st, Ref::Object(object), below)?;
            }
        }
        Ok(())
    }
}
