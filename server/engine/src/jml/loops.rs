//! Loops cut at their invariants: instead of round after round, one round from any state the invariants allow.
//!
//! Lowering asks `Jml.cut` at the head of a loop that has invariants, after they have been checked. The first time, what
//! a round may change is forgotten (and the lowered code then assumes the invariants of it); the second time one round
//! has been followed and the path is at its end.

use crate::classes::Method;
use crate::heap::object::{Forgotten, Origin};
use crate::hooks::Outcome;
use crate::intrinsics::Intrinsic;
use crate::machine::{Machine, R, Stop};
use crate::state::State;
use crate::step::loops::loop_body;
use crate::step::term_at;
use crate::value::{ObjectId, Value};
use proviso_classfile::{Code, FieldType, Insn, MethodRef};
use std::collections::BTreeSet;
use std::rc::Rc;

pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "cut" => cut,
        "given" => given,
        _ => return None,
    })
}

fn cut(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let zero = m.terms.int(0);
    if !m.options.cut_loops || !crate::step::calls::under_check(st) {
        return m.finish_call(st, method, Some(Value::Int(zero)));
    }
    let seen = term_at(st, 0)?;
    if seen != zero {
        return Err(Stop::Ended(Outcome::Dropped));
    }
    let frame = st.top();
    let (code, at) = (frame.code.clone(), frame.at);
    let body = innermost_loop(&code, at);
    // Decisions about the heap come first: they may fork, and the call is then made again.
    if m.may_write(&code, &body)? {
        m.forget_what_may_be_written(st)?;
    }
    for slot in assigned(&code, &body) {
        let live = code
            .locals
            .iter()
            .find(|v| v.slot == slot && (v.start..v.end).contains(&at));
        let Some(variable) = live.filter(|v| !proviso_names::is_generated(&v.name)) else {
            continue;
        };
        let ty = FieldType::parse(&variable.descriptor)?;
        let forgotten = Forgotten(st.objects.len() as u32);
        let value = m.forgotten_value(st, &variable.name, &ty, forgotten, false)?;
        st.top_mut().locals[usize::from(slot)] = value;
    }
    st.jml.cut_loop = m.site(st);
    m.cut_a_loop = true;
    let one = m.terms.int(1);
    m.finish_call(st, method, Some(Value::Int(one)))
}

/// An invariant of a state that was made up.
fn given(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let zero = m.terms.int(0);
    let value = term_at(st, 0)?;
    let holds = m.terms.ne(value, zero);
    m.assume(st, holds)?;
    let one = m.terms.int(1);
    m.finish_call(st, method, Some(Value::Int(one)))
}

/// The instructions of the innermost loop around an instruction.
fn innermost_loop(code: &Code, at: u32) -> Vec<usize> {
    let mut heads = BTreeSet::new();
    for (from, insn) in code.insns.iter().enumerate() {
        insn.for_each_target(|target| {
            if target as usize <= from && target <= at {
                heads.insert(target);
            }
        });
    }
    let around = heads.into_iter().rev().map(|head| loop_body(code, head));
    let mut around = around.filter(|body| body.binary_search(&(at as usize)).is_ok());
    around.next().unwrap_or_default()
}

fn assigned(code: &Code, body: &[usize]) -> BTreeSet<u16> {
    let slot = |at: &usize| match code.insns[*at] {
        Insn::Store(_, slot) | Insn::IInc(slot, _) => Some(slot),
        _ => None,
    };
    body.iter().filter_map(slot).collect()
}

/// Library classes whose methods change nothing.
fn is_value_class(class: &str) -> bool {
    let name = class.strip_prefix("java/lang/").unwrap_or("");
    let values = [
        "Math",
        "StrictMath",
        "String",
        "Integer",
        "Long",
        "Short",
        "Byte",
        "Character",
        "Boolean",
        "Double",
        "Float",
    ];
    values.contains(&name)
}

impl Machine {
    /// Whether a round can change anything but local variables.
    fn may_write(&mut self, code: &Code, body: &[usize]) -> R<bool> {
        for at in body {
            let writes = match &code.insns[*at] {
                Insn::PutField(_)
                | Insn::PutStatic(_)
                | Insn::ArrayStore(_)
                | Insn::InvokeDynamic(_) => true,
                Insn::InvokeVirtual(r)
                | Insn::InvokeSpecial(r)
                | Insn::InvokeStatic(r)
                | Insn::InvokeInterface(r) => self.may_change_something(r)?,
                _ => false,
            };
            if writes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn may_change_something(&mut self, r: &MethodRef) -> R<bool> {
        if proviso_names::is_generated(&r.name)
            || r.class.starts_with("proviso/runtime/")
            || is_value_class(&r.class)
        {
            return Ok(false);
        }
        let method = self.method_ref(r)?;
        Ok(!self.stub_of(&method).is_some_and(|stub| stub.pure))
    }

    /// The innermost open frame bounds what rounds may have written, besides objects that are new to it.
    fn forget_what_may_be_written(&mut self, st: &mut State) -> R<()> {
        let innermost = st.jml.frames.last().cloned();
        let Some(frame) = innermost.filter(|frame| !frame.is_exception()) else {
            self.forget_everything(st, false)?;
            st.writes += 1;
            return Ok(());
        };
        self.forget_permissions(st, frame.permissions(), false)?;
        for id in (0..st.objects.len() as u32).map(ObjectId) {
            let made = matches!(st.object(id).origin, Origin::Allocated { epoch } if epoch > 0);
            if made && self.is_new_to(st, id, &frame) {
                self.forget_any(st, id)?;
            }
        }
        st.writes += 1;
        Ok(())
    }
}
