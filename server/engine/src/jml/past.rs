//! Earlier states: marking them, evaluating in them (`\old`), and telling what did not exist yet (`\fresh`).

use crate::classes::Method;
use crate::heap::object::Origin;
use crate::intrinsics::Intrinsic;
use crate::jml::{Mark, lambda_method, literal};
use crate::machine::{Machine, R};
use crate::state::{State, Then};
use crate::step::ref_at;
use crate::value::{Ref, Value};
use std::rc::Rc;

const UNDEFINED: &str = "proviso/runtime/Jml$Undefined";

pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "mark" => mark,
        "old" => old,
        "fresh" => fresh,
        _ => return None,
    })
}

fn mark(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if st.jml.marks.is_empty() {
        st.jml.marks.push(None);
    }
    let number = m.terms.int(st.jml.marks.len() as i32);
    let mark = Mark::now(st);
    st.jml.marks.push(Some(Rc::new(mark)));
    m.finish_call(st, method, Some(Value::Int(number)))
}

/// The number of an earlier state; 0 is the pre-state of whatever the clause speaks of.
fn state_at(m: &Machine, st: &State, depth: usize) -> R<i32> {
    Ok(match literal(m, st, depth)? {
        0 => i32::from(st.top().pre),
        number => number,
    })
}

/// Runs the lambda with reads that see the earlier state.
fn old(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let state = state_at(m, st, 1)?;
    if !u16::try_from(state).is_ok_and(|n| st.jml.mark(n).is_some()) {
        return m.throw_new(st, UNDEFINED, Some("there is no such earlier state"));
    }
    let lambda = ref_at(st, 0)?;
    let target = lambda_method(m, st, method.descriptor.params.get(1), "get", lambda)?;
    m.enter_method(st, &target, vec![Value::Ref(lambda)], Then::Return, 2)?;
    st.top_mut().past = Some(state as u16);
    st.top_mut().aside = true;
    Ok(())
}

fn fresh(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let state = state_at(m, st, 1)?;
    let r = ref_at(st, 0)?;
    if m.is_null(st, r)? {
        return m.throw_new(st, UNDEFINED, Some("\\fresh(null)"));
    }
    let Some(existing) = u16::try_from(state)
        .ok()
        .and_then(|n| st.jml.mark(n))
        .map(|k| k.objects.len())
    else {
        return m.throw_new(st, UNDEFINED, Some("there is no such earlier state"));
    };
    // A library object that a callee answered with, or a location never looked into: it may be new or not.
    let answered = match st.deref(r) {
        Ref::Symbol(s) => st.symbol(s).forgotten.is_some(),
        Ref::Object(o) => match st.object(o).origin {
            Origin::Input { symbol, .. } => st.symbol(symbol).forgotten.is_some(),
            Origin::Allocated { .. } | Origin::Absent => false,
        },
        Ref::Null | Ref::Choice(_) => false,
    };
    if answered
        && let Some(object) = m.object_of(st, r)?
        && st.object(object).is_input()
        && !m.may_be_made(st, object)
    {
        let any = m.fresh_primitive(st, "fresh", proviso_classfile::Primitive::Boolean);
        return m.finish_call(st, method, Some(any));
    }
    let is_new = match st.deref(r) {
        // What class initializers create (epoch 0) was there before.
        Ref::Object(o) => {
            matches!(st.object(o).origin, Origin::Allocated { epoch } if epoch > 0)
                && o.0 as usize >= existing
        }
        // Symbols stand for the input.
        _ => false,
    };
    let is_new = m.terms.int(i32::from(is_new));
    m.finish_call(st, method, Some(Value::Int(is_new)))
}
