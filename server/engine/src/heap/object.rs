//! Heap objects. An input object keeps what it held at entry (`init`, written once) apart from what was written since.

use crate::classes::ClassId;
use crate::state::ThrowSite;
use crate::types::TypeSet;
use crate::value::{SymbolId, Value};
use proviso_terms::Term;
use std::rc::Rc;

#[derive(Debug, Clone)]
pub enum Origin {
    /// Part of the input heap, chosen for a symbolic location; `budget` is its remaining chain length m.
    Input { budget: i32, symbol: SymbolId },
    /// Created on the path, in the given epoch (`State::epoch`).
    Allocated { epoch: u32 },
    /// An object of other states of the search.
    Absent,
}

#[derive(Debug, Clone)]
pub struct Object {
    pub types: Rc<TypeSet>,
    pub origin: Origin,
    pub body: Body,
    pub native: Native,
    /// Its place in the order that unknown comparisons follow.
    pub rank: Option<Term>,
}

#[derive(Debug, Clone)]
pub enum Body {
    Fields(Fields),
    Array(Array),
}

/// Slots by the class's field layout. `None` everywhere is ↑: not yet materialised.
/// The vectors may be shorter than the layout: a symbolic object's class can become more specific.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    pub init: Vec<Option<Value>>,
    /// Values since the whole object was forgotten, where they have been asked for.
    pub base: Vec<Option<Value>>,
    pub now: Vec<Option<Value>>,
    /// Where references are guarded: the condition that the object itself was written to, not one that may be the same.
    pub written: Option<Term>,
    /// A callee that is known by its contract only may have written all fields, or made the object.
    pub forgotten: Option<Forgotten>,
}

/// A forgetting: the number of objects there were. What was forgotten may hold any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forgotten(pub u32);

#[derive(Debug, Clone)]
pub struct Array {
    pub length: Term,
    pub cells: Cells,
    /// Ranges (from, to) of indices whose cells were forgotten; all without a range.
    pub forgotten: Vec<(Option<(Term, Term)>, Forgotten)>,
}

#[derive(Debug, Clone)]
pub enum Cells {
    /// Allocated with a known length: all cells.
    Dense(Vec<Value>),
    /// An accumulator index → value; the indices are pairwise different on the path.
    Seen(Vec<Cell>),
}

#[derive(Debug, Clone, Copy)]
pub struct Cell {
    pub index: Term,
    pub init: Option<Value>,
    /// The value after the forgettings that came before the cell was first seen.
    pub base: Option<Value>,
    pub now: Option<Value>,
}

/// What an object is to the engine besides its fields.
#[derive(Debug, Clone, Default)]
pub enum Native {
    #[default]
    None,
    /// A `java.lang.Class`.
    Class(ClassId),
    /// A mathematical integer of the specification: a bit-vector wide enough to be exact.
    Big(Term),
    /// A throwable that has been thrown.
    Thrown(Rc<ThrowSite>),
    /// Data of an intrinsic class (method handles, …).
    Data(Rc<dyn std::any::Any>),
}

impl Object {
    /// Holds the place of an object that only other states have.
    pub(crate) fn absent() -> Object {
        Object {
            types: Rc::default(),
            origin: Origin::Absent,
            body: Body::Fields(Fields::default()),
            native: Native::None,
            rank: None,
        }
    }

    pub fn is_input(&self) -> bool {
        matches!(self.origin, Origin::Input { .. })
    }

    pub fn array(&self) -> Option<&Array> {
        match &self.body {
            Body::Array(a) => Some(a),
            Body::Fields(_) => None,
        }
    }

    pub fn array_mut(&mut self) -> Option<&mut Array> {
        match &mut self.body {
            Body::Array(a) => Some(a),
            Body::Fields(_) => None,
        }
    }

    /// The class, when it is known exactly.
    pub fn class(&self) -> Option<ClassId> {
        self.types.exact
    }
}

impl Fields {
    pub fn current(&self, slot: usize) -> Option<Value> {
        let now = self.now.get(slot).copied().flatten();
        now.or_else(|| match self.forgotten {
            None => self.initial(slot),
            Some(_) => self.base.get(slot).copied().flatten(),
        })
    }

    pub fn initial(&self, slot: usize) -> Option<Value> {
        self.init.get(slot).copied().flatten()
    }

    pub fn set_now(&mut self, slot: usize, value: Value) {
        set(&mut self.now, slot, value);
    }

    pub fn set_base(&mut self, slot: usize, value: Value) {
        set(&mut self.base, slot, value);
    }

    pub fn set_init(&mut self, slot: usize, value: Value) {
        set(&mut self.init, slot, value);
    }
}

fn set(slots: &mut Vec<Option<Value>>, slot: usize, value: Value) {
    if slots.len() <= slot {
        slots.resize(slot + 1, None);
    }
    slots[slot] = Some(value);
}
