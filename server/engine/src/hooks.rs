//! What the engine asks its client, and what it tells it. The client knows contracts; the engine does not.

use crate::bounds::Site;
use crate::classes::Method;
use crate::machine::Machine;
use crate::state::State;
use crate::value::ObjectId;
use proviso_classfile::Name;
use std::rc::Rc;

/// A clause to evaluate before a call, with the call's receiver and arguments.
#[derive(Debug, Clone)]
pub struct CallCheck {
    /// Clause that is violated when the method returns false or throws.
    pub clause: u32,
    /// A boolean method in the callee's class (or the given one) with the callee's parameters.
    pub class: Name,
    pub method: Name,
    pub descriptor: Name,
}

/// A method that does what the callee's contract says. It takes what the callee takes: of a class of the library, whose
/// stubs are static, the receiver first.
#[derive(Debug, Clone)]
pub struct CallStub {
    /// Whose contract it is, as reports name it.
    pub callee: Rc<str>,
    pub class: Name,
    pub method: Name,
    pub descriptor: Name,
    /// The same question in the same heap has the same answer.
    pub pure: bool,
    /// It says something about the result.
    pub promises: bool,
    /// What must hold before the contract answers, for callees outside of the project; they have no other check.
    pub requires: Option<CallCheck>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViolationKind {
    /// `Jml.check(clause, …)` can be false.
    Check,
    /// Evaluating the clause threw.
    Undefined,
    /// The precondition of a callee can be false.
    RequiresAtCall,
    /// An invariant that a callee relies on can be false when it is called.
    InvariantAtCall,
    /// A write outside the frame of the clause; what was written, in words.
    Frame { target: String },
    /// Null written to a non-null field.
    NullWrite { class: Name, field: Name },
    /// Integer overflow in code whose arithmetic is checked (a warning).
    Overflow { operation: &'static str },
    /// The execution never ends: it has come back to a state it was in, or the condition of the loop cannot become false. With the lines of
    /// the loop; without, it is a recursion.
    Diverges {
        lines: Option<(u16, u16)>,
        back: bool,
    },
    /// The method under check ended by an exception it must not throw. `implicit`: raised by an instruction.
    Thrown { class: Name, implicit: bool },
    /// The run ended by an exception nobody caught.
    Uncaught { class: Name, implicit: bool },
}

#[derive(Debug, Clone)]
pub struct Violation {
    pub kind: ViolationKind,
    pub clause: Option<u32>,
    /// Where it happened; for `Thrown` and `Uncaught` where the exception was first thrown.
    pub site: Site,
    /// The exception, for `Undefined`, `Thrown` and `Uncaught`.
    pub exception: Option<ObjectId>,
}

/// How a path ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The bottom frame returned; the value is in `State::result`.
    Returned,
    /// By an exception nobody caught.
    Threw(ObjectId),
    /// A bound cut it.
    Cut(crate::bounds::Bound),
    /// Something is not modelled.
    Unknown(Rc<str>),
    /// It never ends, which its contract allows.
    Endless,
    /// An assumption was false.
    Dropped,
}

/// All methods have a harmless default.
#[allow(unused_variables)]
pub trait Hooks {
    /// Classes below its own that the receiver of the method under check may have, too. Names are internal.
    fn heirs(&self, method: &Method) -> Vec<String> {
        Vec::new()
    }

    /// Is this field declared non-null? Names are internal.
    fn field_non_null(&self, class: &str, field: &str) -> bool {
        false
    }

    /// What must hold before this method (the one named by the call, before dispatch) is called by checked code.
    fn requires_at_call(&self, method: &Method) -> Option<CallCheck> {
        None
    }

    /// Whether a clause that is evaluated before the body has to have a value (a precondition), rather than being assumed.
    fn must_have_value(&self, clause: u32) -> bool {
        false
    }

    /// The method of the same class that stands for this one when its contract answers.
    fn stub(&self, method: &Method) -> Option<CallStub> {
        None
    }

    /// What stands for a method outside of the project by the contract that `class`, its own or a supertype, has for it.
    fn library_stub(&self, class: &str, method: &Method) -> Option<CallStub> {
        None
    }

    /// Is `int`/`long` overflow in this method's body reported?
    fn overflow_checked(&self, method: &Method) -> bool {
        false
    }

    /// Does a call of this method return a fresh symbol instead of running?
    fn nondeterministic(&self, method: &Method) -> bool {
        false
    }

    /// Did the user write this cast? javac adds others where generic types promise the class; the promise is kept by
    /// what the input holds. `target` is the simple name of the class.
    fn written_cast(&self, method: &Method, line: Option<u16>, target: &str) -> bool {
        true
    }

    /// Can be asked for a witness: `state.path` includes the violating condition. Exploration goes on afterwards.
    fn violation(&mut self, machine: &mut Machine, state: &State, violation: &Violation) {}

    /// The body under check has ended (`Jml.leave`): a path is counted.
    fn left(&mut self, machine: &mut Machine, state: &State) {}

    fn path_end(&mut self, machine: &mut Machine, state: &State, outcome: &Outcome) {}
}

/// A client that asks for nothing.
pub struct NoHooks;

impl Hooks for NoHooks {}
