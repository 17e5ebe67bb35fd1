//! There is one thread: it can be asked who it is, but no other can be started.

use super::*;
use crate::value::{Ref, Value};

const THREAD: &str = "java/lang/Thread";

pub(super) const TABLE: &[Entry] = &[
    entry(
        THREAD,
        "currentThread",
        "()Ljava/lang/Thread;",
        current,
        "the one thread",
    ),
    entry(
        THREAD,
        "currentCarrierThread",
        "()Ljava/lang/Thread;",
        current,
        "the one thread",
    ),
    entry(THREAD, "isInterrupted", "()Z", no, "never interrupted"),
    entry(THREAD, "interrupted", "()Z", no, "never interrupted"),
    entry(
        THREAD,
        "onSpinWait",
        "()V",
        super::nothing,
        "nothing to wait for",
    ),
    entry(
        THREAD,
        "yield",
        "()V",
        super::nothing,
        "nothing to wait for",
    ),
    entry(THREAD, "sleep", "*", super::nothing, "time does not pass"),
    entry(
        THREAD,
        "getName",
        "()Ljava/lang/String;",
        name,
        "main, for the one thread",
    ),
    entry(
        THREAD,
        "isVirtual",
        "()Z",
        no,
        "the one thread is not virtual",
    ),
    entry(THREAD, "getId", "()J", id, "1, for the one thread"),
    entry(THREAD, "threadId", "()J", id, "1, for the one thread"),
];

fn current(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let thread = match st.natives.thread {
        Some(thread) => thread,
        None => {
            let thread = lang::preexisting(m, st, THREAD)?;
            st.natives.thread = Some(thread);
            thread
        }
    };
    finish_ref(m, st, method, thread)
}

fn is_main(st: &State, method: &Rc<Method>) -> R<bool> {
    let this = ref_arg(st, method, 0)?;
    Ok(matches!(this, Ref::Object(o) if st.natives.thread == Some(o)))
}

fn name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if is_main(st, method)? {
        finish_text(m, st, method, "main")
    } else {
        run_bytecode(m, st, method)
    }
}

fn id(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if is_main(st, method)? {
        finish_long(m, st, method, 1)
    } else {
        run_bytecode(m, st, method)
    }
}

fn no(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let zero = Value::Int(m.terms.int(0));
    finish(m, st, method, Some(zero))
}
