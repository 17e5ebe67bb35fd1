//! Locals and the operand stack. A `long` or `double` is one entry of the stack and two local slots.

use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::step::{next, push};
use crate::value::Value;
use proviso_classfile::Insn;

impl Machine {
    /// An unknown parameter is read here for the first time: the strategy may want to decide what it is.
    pub(crate) fn load(&mut self, st: &mut State, slot: u16) -> R<()> {
        match st.top().locals.get(usize::from(slot)).copied() {
            Some(Value::Unset) | None => unknown("malformed bytecode: a local without value"),
            Some(value @ Value::Ref(_)) => {
                let value = self.after_read(st, value)?;
                push(st, value)
            }
            Some(value) => push(st, value),
        }
    }
}

pub(crate) fn store(st: &mut State, slot: u16) -> R<()> {
    let frame = st.top_mut();
    let value = frame.pop();
    let slot = usize::from(slot);
    if slot + usize::from(value.is_wide()) >= frame.locals.len() {
        return unknown("malformed bytecode: no such local");
    }
    frame.locals[slot] = value;
    if value.is_wide() {
        frame.locals[slot + 1] = Value::Unset;
    }
    st.note_local(slot as u16, value);
    next(st)
}

/// `pop` to `swap` (JVMS 6.5). What the forms with 2 do depends on whether a wide value is on top.
pub(crate) fn shuffle(st: &mut State, insn: &Insn) -> R<()> {
    let frame = st.top_mut();
    let needed = if matches!(insn, Insn::Pop | Insn::Dup | Insn::Pop2 | Insn::Dup2) {
        1
    } else {
        2
    };
    if frame.stack.len() < needed {
        return unknown("malformed bytecode: too few operands");
    }
    let top_is_wide = frame.peek(0).is_wide();
    match insn {
        Insn::Pop => frame.drop(1),
        Insn::Pop2 => frame.drop(if top_is_wide { 1 } else { 2 }),
        Insn::Dup => frame.push(frame.peek(0)),
        Insn::DupX1 => insert_below(&mut frame.stack, 1, 1),
        Insn::DupX2 => {
            let skip = if frame.peek(1).is_wide() { 1 } else { 2 };
            insert_below(&mut frame.stack, 1, skip);
        }
        Insn::Dup2 => insert_below(&mut frame.stack, if top_is_wide { 1 } else { 2 }, 0),
        Insn::Dup2X1 => insert_below(&mut frame.stack, if top_is_wide { 1 } else { 2 }, 1),
        Insn::Dup2X2 => {
            let count = if top_is_wide { 1 } else { 2 };
            let skip = if frame.peek(count).is_wide() { 1 } else { 2 };
            insert_below(&mut frame.stack, count, skip);
        }
        Insn::Swap => {
            let len = frame.stack.len();
            frame.stack.swap(len - 1, len - 2);
        }
        _ => return unknown("not a stack instruction"),
    }
    next(st)
}

/// Copies the top `count` entries below themselves and `skip` entries more.
fn insert_below(stack: &mut Vec<Value>, count: usize, skip: usize) {
    let len = stack.len();
    let copied: Vec<Value> = stack[len.saturating_sub(count)..].to_vec();
    let at = len.saturating_sub(count + skip);
    stack.splice(at..at, copied);
}
