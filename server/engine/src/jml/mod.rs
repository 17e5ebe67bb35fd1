//! The engine's meaning of `proviso.runtime.Jml` and `proviso.runtime.BigInt`, the classes that lowered contracts call.
//! Their Java bodies, which run on a JVM, are the other meaning of the same calls.

mod answer;
mod bigint;
mod course;
mod frame;
mod loops;
mod others;
mod past;
mod quantify;
mod reach;
mod spec;

use crate::classes::Method;
use crate::intrinsics::Intrinsic;
use crate::machine::{Machine, R, unknown};
use crate::persistent::SharedVec;
use crate::state::{ClassState, State};
use crate::step::term_at;
use crate::value::Ref;
use proviso_classfile::{FieldType, intern};
use std::rc::Rc;

pub use answer::{Answer, is_stub};
pub use frame::OpenFrame;

/// An earlier state: what had been written up to then.
#[derive(Debug)]
pub struct Mark {
    pub objects: SharedVec<Rc<crate::heap::object::Object>>,
    pub classes: SharedVec<ClassState>,
    /// `State::writes` then: the version of the heap.
    pub writes: u32,
    /// `JmlState::forgot_all` then.
    pub forgot_all: u32,
}

impl Mark {
    pub fn now(st: &State) -> Mark {
        Mark {
            objects: st.objects.clone(),
            classes: st.classes.clone(),
            writes: st.writes,
            forgot_all: st.jml.forgot_all,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct JmlState {
    /// 0 is the state at `enter`.
    pub marks: Vec<Option<Rc<Mark>>>,
    pub frames: Rc<Vec<OpenFrame>>,
    /// Callees that their contracts answered on this path, and how.
    pub answers: Rc<Vec<answer::Answer>>,
    /// Calls after which everything was forgotten.
    pub forgot_all: u32,
    /// A clause could not be evaluated and was passed over.
    pub gave_clause_up: bool,
    /// A call that has no fixed result answered on this path.
    pub met_nondet: bool,
    /// The contract does not ask for an end.
    pub may_diverge: bool,
    /// The clause that is checked next is the one passed over.
    pub passing_over: bool,
    /// A call was answered by contract because its body lay too deep.
    pub too_deep: Option<crate::bounds::Site>,
    /// A loop that was cut at its invariants: from there on the state is any that they allow.
    pub cut_loop: Option<crate::bounds::Site>,
    /// What is known of whole ranges of indices.
    pub(crate) ranges: quantify::Facts,
    /// What the stub that runs now is about to forget.
    collecting: Option<Rc<answer::Collected>>,
    /// The number given to `begin`.
    pub method: Option<i32>,
}

impl JmlState {
    /// A stub is about to say what it forgets.
    pub(crate) fn is_collecting(&self) -> bool {
        self.collecting.is_some()
    }

    pub fn mark(&self, number: u16) -> Option<&Mark> {
        self.marks
            .get(usize::from(number))
            .and_then(|m| m.as_deref())
    }
}

/// The Rust code for a method of the runtime classes.
pub fn lookup(class: &str, name: &str, descriptor: &str) -> Option<Intrinsic> {
    match class {
        "proviso/runtime/Jml" => course::lookup(name)
            .or_else(|| past::lookup(name))
            .or_else(|| frame::lookup(name, descriptor))
            .or_else(|| answer::lookup(name))
            .or_else(|| others::lookup(name))
            .or_else(|| loops::lookup(name)),
        "proviso/runtime/Quant" => quantify::lookup(name, descriptor),
        "proviso/runtime/QuantIn" => reach::lookup(name),
        "proviso/runtime/BigInt" => bigint::lookup(name, descriptor),
        "proviso/runtime/Spec" => spec::lookup(name, descriptor),
        _ => None,
    }
}

/// A number that lowering wrote as a literal.
fn literal(m: &Machine, st: &State, depth: usize) -> R<i32> {
    match m.terms.as_int(term_at(st, depth)?) {
        Some(n) => Ok(n),
        None => unknown("a clause number that is not a constant"),
    }
}

/// The method of a lambda that stands for the one of this name in its interface.
fn lambda_method(
    m: &mut Machine,
    st: &mut State,
    interface: Option<&FieldType>,
    name: &str,
    lambda: Ref,
) -> R<Rc<Method>> {
    let Some(FieldType::Object(interface)) = interface else {
        return unknown("a lambda was expected");
    };
    let interface = m.classes.load(interface)?;
    let name = intern(name);
    let mut methods = m.classes.get(interface).methods.iter();
    let Some(declared) = methods.find(|f| f.name == name).cloned() else {
        return unknown("a lambda of an unknown shape");
    };
    let Some(object) = m.object_of(st, lambda)? else {
        return m.throw_null(st);
    };
    let class = st.object(object).class();
    match class.and_then(|class| m.classes.select(class, &declared)) {
        Some(target) => Ok(target),
        None => unknown("a lambda of unknown class"),
    }
}
