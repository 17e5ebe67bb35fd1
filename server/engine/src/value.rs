//! What locals, operand stacks, fields and array cells hold.

use proviso_terms::Term;

/// An object of a state's heap; ids are never reused within a state and its descendants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// A symbolic reference or location; what it stands for is kept in the state (`State::symbols`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// A guarded reference: an interned list of (guard, target), see `heap/choice.rs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChoiceId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ref {
    Null,
    Object(ObjectId),
    /// r̂ or l̂. May be bound by now: read it through `State::deref`.
    Symbol(SymbolId),
    /// One of several, each under its guard.
    Choice(ChoiceId),
}

/// A Java value. `boolean`, `byte`, `short`, `char` and `int` are `Int` (32 bits), as on the operand stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    Int(Term),
    Long(Term),
    Float(Term),
    Double(Term),
    Ref(Ref),
    /// The address `jsr` pushes, as an instruction index.
    Address(u32),
    /// A local that holds nothing, or the second half of a `long` or `double`.
    Unset,
}

impl Value {
    pub const NULL: Value = Value::Ref(Ref::Null);

    pub fn is_wide(self) -> bool {
        matches!(self, Value::Long(_) | Value::Double(_))
    }

    /// The term of a primitive value.
    pub fn term(self) -> Option<Term> {
        match self {
            Value::Int(t) | Value::Long(t) | Value::Float(t) | Value::Double(t) => Some(t),
            _ => None,
        }
    }

    pub fn reference(self) -> Option<Ref> {
        match self {
            Value::Ref(r) => Some(r),
            _ => None,
        }
    }
}
