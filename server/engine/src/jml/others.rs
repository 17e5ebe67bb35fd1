//! Objects besides receiver and parameters: which of them the code under check has changed, so that their invariants
//! are owed.

use crate::classes::Method;
use crate::heap::object::{Body, Origin};
use crate::hooks::ViolationKind;
use crate::intrinsics::Intrinsic;
use crate::jml::literal;
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::step::{ref_at, term_at};
use crate::value::{ObjectId, Ref, Value};
use std::rc::Rc;

pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "changed" => changed,
        "changedAt" => changed_at,
        "shaken" => shaken,
        "suspect" => suspect,
        "checkAtCall" => check_at_call,
        _ => return None,
    })
}

/// Whether a field of an input object was written since `enter`. What a callee known by its contract may have written
/// is that callee's business.
fn is_changed(st: &State, id: ObjectId) -> bool {
    let Body::Fields(fields) = &st.object(id).body else {
        return false;
    };
    let mark = st.jml.mark(0);
    let before = mark.and_then(|mark| mark.objects.get(id.0 as usize));
    let before = before.and_then(|object| match &object.body {
        Body::Fields(fields) => Some(fields),
        Body::Array(_) => None,
    });
    fields.now.iter().enumerate().any(|(slot, now)| {
        let then = before.and_then(|fields| fields.current(slot));
        now.is_some() && *now != then.or_else(|| fields.initial(slot))
    })
}

fn changed_objects(m: &Machine, st: &State, except: Ref) -> Vec<ObjectId> {
    let except = st.deref(except);
    let inputs = st.inputs.iter().copied();
    inputs
        .filter(|id| {
            let bound = st.object(*id).types.bound(&m.classes);
            except != Ref::Object(*id) && m.classes.get(bound).project && is_changed(st, *id)
        })
        .collect()
}

fn changed(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let except = ref_at(st, 0)?;
    let count = changed_objects(m, st, except).len() as i32;
    let count = Value::Int(m.terms.int(count));
    m.finish_call(st, method, Some(count))
}

fn changed_at(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let except = ref_at(st, 1)?;
    let index = literal(m, st, 0)?;
    let found = changed_objects(m, st, except);
    let Some(id) = usize::try_from(index).ok().and_then(|i| found.get(i)) else {
        return unknown("a changed object that is not there any more");
    };
    m.finish_call(st, method, Some(Value::Ref(Ref::Object(*id))))
}

/// Whether an object nobody wrote to may have lost its invariants: something else (a static variable) was written
/// since `enter`. What a callee known by its contract may have written is that callee's business.
fn shaken(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let statics_only = literal(m, st, 0)? != 0;
    let shaken = if statics_only {
        statics_changed(st)
    } else {
        st.jml.mark(0).is_none_or(|mark| mark.writes != st.writes)
    };
    let shaken = Value::Int(m.terms.int(i32::from(shaken)));
    m.finish_call(st, method, Some(shaken))
}

fn statics_changed(st: &State) -> bool {
    let Some(mark) = st.jml.mark(0) else {
        return true;
    };
    st.classes.iter().enumerate().any(|(class, now)| {
        let before = mark.classes.get(class);
        now.slots.iter().enumerate().any(|(slot, now)| {
            let before = before.and_then(|class| class.slots.get(slot));
            now.now.is_some() && now.now != before.and_then(|slot| slot.now).or(now.init)
        })
    })
}

/// In a call check: the frame below is the caller's.
fn suspect(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let object = st.deref(ref_at(st, 1)?);
    let callee = st.deref(ref_at(st, 0)?);
    let caller = st.frames.len().checked_sub(2).map(|at| &st.frames[at]);
    let itself = caller.is_some_and(|frame| {
        let this = frame.locals.first().and_then(|value| value.reference());
        !frame.method.is_static() && this.is_some_and(|this| st.deref(this) == callee)
    });
    let targets = m.targets(st, object);
    let suspect = !itself && targets.iter().any(|&(_, target)| is_suspect(m, st, target));
    let suspect = Value::Int(m.terms.int(i32::from(suspect)));
    m.finish_call(st, method, Some(suspect))
}

/// What nobody has looked at may be any object that was changed.
fn is_suspect(m: &mut Machine, st: &State, target: Ref) -> bool {
    match target {
        Ref::Object(id) => match st.object(id).origin {
            Origin::Input { .. } => is_changed(st, id),
            Origin::Allocated { epoch } => epoch >= 1,
            Origin::Absent => false,
        },
        Ref::Symbol(s) => {
            let types = st.symbol(s).types.clone();
            let mut inputs = st.inputs.iter();
            inputs.any(|&id| {
                let others = st.object(id).types.clone();
                is_changed(st, id) && m.classes.meet(&types, &others).is_some()
            })
        }
        Ref::Null | Ref::Choice(_) => false,
    }
}

fn check_at_call(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 1)? as u32;
    let zero = m.terms.int(0);
    let value = term_at(st, 0)?;
    let holds = m.terms.ne(value, zero);
    m.obligation(st, holds, ViolationKind::InvariantAtCall, Some(clause))?;
    m.finish_call(st, method, None)
}
