//! Running once more for one input of a state that stands for many: a model says what every unknown of the input is, so that each branch has
//! one way. The run itself follows its path like any other, and can be told, drawn, replayed and made a test of.

use crate::classes::{ClassId, Method};
use crate::heap::object::{Body, Cells, Origin};
use crate::heap::strategy::Strategy;
use crate::machine::{Machine, R, Stop};
use crate::state::{Binding, Place, State};
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId, Value};
use proviso_terms::{Const, Model, Op, Term};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// The input of a run: what the state and its model say of every place.
pub(super) struct Oracle {
    merged: State,
    model: Rc<Model>,
    /// The model of the run itself: its symbols stand for places that the state may know by other names.
    own: Model,
    /// The state's objects are canonical.
    summary: bool,
}

impl Machine {
    /// Runs a method for the one input that a model of a guarded state describes, so that what happens on that path can
    /// be told. Figures, cuts and coverage of the run stay as they are.
    pub fn run_under(&mut self, method: &Rc<Method>, merged: &State, limit: Duration) {
        let Some(model) = merged.path.model().cloned() else {
            return;
        };
        self.merging.oracle = Some(Oracle {
            merged: merged.clone(),
            own: (*model).clone(),
            model,
            summary: self.summarises(),
        });
        let merging = std::mem::replace(&mut self.options.merging, false);
        let strategy = std::mem::replace(&mut self.options.strategy, Strategy::LazierSharp);
        self.aside(limit, |machine| {
            let deadline = machine.deadline;
            let mut st = State::new();
            if let Ok(()) | Err(Stop::Again) = machine.set_up(&mut st, method) {
                machine.deadline = deadline;
                let stop = machine.run_state(&mut st);
                machine.finish_state(&st, stop, method.is_spec());
            }
        });
        self.options.merging = merging;
        self.options.strategy = strategy;
        self.merging.oracle = None;
    }

    /// From here on only paths by themselves are asked about.
    pub fn stop_guarding(&mut self) {
        self.options.merging = false;
        if self.options.strategy.is_guarded() {
            self.options.strategy = Strategy::LazierSharp;
        }
    }

    /// Under a model every condition has one way.
    pub(crate) fn told_by_oracle(&self, condition: Term) -> Option<bool> {
        let oracle = self.merging.oracle.as_ref()?;
        Some(self.terms.holds(condition, &oracle.own))
    }

    /// The run has met a place of the input: its symbol gets the value that the state has there.
    pub(crate) fn tell_oracle(&mut self, st: &State, place: &Place, met: Value) {
        let Some(mut oracle) = self.merging.oracle.take() else {
            return;
        };
        if let Some(held) = self.held_at(st, &oracle, place) {
            let told = match (met, held) {
                (Value::Ref(Ref::Symbol(s)), Value::Ref(held)) => {
                    let location = self.location_of_target(&oracle, held);
                    Some((self.location_symbol(s), location))
                }
                (met, held) => match (met.term(), held.term()) {
                    (Some(met), Some(held)) => {
                        self.symbol_for(met, self.terms.eval(held, &oracle.model))
                    }
                    _ => None,
                },
            };
            if let Some((symbol, value)) = told {
                oracle.own.set(symbol, value);
            }
        }
        self.merging.oracle = Some(oracle);
    }

    /// The run has met an array of the input.
    pub(crate) fn tell_length(&mut self, array: ObjectId, met: Term) {
        let Some(oracle) = &mut self.merging.oracle else {
            return;
        };
        let known = oracle.merged.objects.get(array.0 as usize);
        if let Some(array) = known.and_then(|object| object.array()) {
            let length = self.terms.eval(array.length, &oracle.model);
            oracle.own.set(met, length);
        }
    }

    /// The symbol that makes an unknown number this value. Narrow numbers are narrow symbols, extended.
    fn symbol_for(&self, met: Term, value: Const) -> Option<(Term, Const)> {
        if self.terms.is_symbol(met) {
            return Some((met, value));
        }
        let inner = *self.terms.args(met).first()?;
        let value = match (self.terms.op(met), &value) {
            (Op::Ite, Const::Bv(bits)) => Const::Bool(!bits.is_zero()),
            (_, Const::Bv(bits)) => Const::Bv(bits.extract(self.terms.width(inner) - 1, 0)),
            _ => return None,
        };
        self.terms.is_symbol(inner).then_some((inner, value))
    }

    /// Where the target of a reference of the input is, as the state's model has it.
    fn location_of_target(&mut self, oracle: &Oracle, held: Ref) -> Const {
        let targets = self.targets(&oracle.merged, held);
        let chosen = targets
            .iter()
            .find(|(guard, _)| self.terms.holds(*guard, &oracle.model));
        let symbol = chosen.and_then(|(_, target)| match *target {
            Ref::Symbol(s) => Some(s),
            target => oracle.merged.input_symbol(target),
        });
        let location = match symbol {
            Some(symbol) => self.location(symbol),
            None => self.no_location(),
        };
        self.terms.eval(location, &oracle.model)
    }

    /// What the state holds at a place at entry.
    fn held_at(&mut self, st: &State, oracle: &Oracle, place: &Place) -> Option<Value> {
        let merged = &oracle.merged;
        match place {
            Place::Field { object, slot } => {
                let slot = usize::from(*slot);
                let same = self.same_objects(st, oracle, *object);
                same.into_iter().find_map(|o| match &merged.object(o).body {
                    Body::Fields(fields) => fields.initial(slot),
                    Body::Array(_) => None,
                })
            }
            Place::Cell { array, index } => {
                let index = self.terms.eval(*index, &oracle.own);
                let at = |cell: Term| self.terms.eval(cell, &oracle.model) == index;
                let object = merged.objects.get(array.0 as usize)?;
                match &object.array()?.cells {
                    Cells::Seen(cells) => cells.iter().find(|c| at(c.index)).and_then(|c| c.init),
                    Cells::Dense(_) => None,
                }
            }
            Place::Static { class, slot } => {
                let slots = &merged.class(*class)?.slots;
                slots.get(usize::from(*slot)).and_then(|s| s.init)
            }
            // They have the same names in both.
            Place::This | Place::Param(_) | Place::Result(_) | Place::Absent => None,
        }
    }

    /// The objects of the state that are where an object of the run is.
    fn same_objects(&mut self, st: &State, oracle: &Oracle, object: ObjectId) -> Vec<ObjectId> {
        let mut same: Vec<ObjectId> = Vec::new();
        // Where objects are canonical the first one that is there counts. Arrays are chosen, and so canonical all of them.
        let merged = &oracle.merged;
        let chosen = |o| merged.object(o).array().is_some();
        if merged.has_object(object) && (!oracle.summary || chosen(object)) {
            same.push(object);
        }
        let Origin::Input { symbol, .. } = st.object(object).origin else {
            return same;
        };
        let types = st.object(object).types.clone();
        let here = self.location(symbol);
        let here = self.terms.eval(here, &oracle.own);
        for &other in oracle.merged.inputs.iter() {
            let object = oracle.merged.object(other);
            if let Origin::Input { symbol, .. } = object.origin
                && !same.contains(&other)
            {
                let there = self.location(symbol);
                let there = self.terms.eval(there, &oracle.model);
                if here == there && self.classes.meet(&types, &object.types).is_some() {
                    same.push(other);
                }
            }
        }
        same
    }

    /// Of the successors at a fork over the heap, the one that agrees with the input.
    pub(crate) fn chosen_by_oracle(&mut self, successors: &[&State]) -> Option<R<usize>> {
        let oracle = self.merging.oracle.take()?;
        let chosen = self.agreeing(&oracle, successors);
        self.merging.oracle = Some(oracle);
        Some(chosen.ok_or(Stop::Infeasible))
    }

    fn agreeing(&mut self, oracle: &Oracle, successors: &[&State]) -> Option<usize> {
        let first = *successors.first()?;
        let ids = (0..first.symbols.len() as u32).map(SymbolId);
        // What they do not differ in does not decide.
        let asked: Vec<SymbolId> = ids
            .filter(|&s| {
                let here = first.symbol(s);
                let others = successors.iter().filter(|next| next.has_symbol(s));
                let mut others = others.map(|next| next.symbol(s));
                others.any(|there| here.binding != there.binding || here.types != there.types)
            })
            .collect();
        let objects: Vec<ObjectId> = (0..first.objects.len() as u32)
            .map(ObjectId)
            .filter(|&o| {
                let others = successors.iter().filter(|next| next.has_object(o));
                let mut others = others.map(|next| next.object(o));
                others.any(|there| there.types != first.object(o).types)
            })
            .collect();
        (0..successors.len()).find(|&i| {
            let next = successors[i];
            asked.iter().all(|&s| self.symbol_agrees(oracle, next, s))
                && objects
                    .iter()
                    .all(|&o| !next.has_object(o) || self.object_agrees(oracle, next, o))
        })
    }

    fn symbol_agrees(&mut self, oracle: &Oracle, next: &State, s: SymbolId) -> bool {
        let location = self.location(s);
        let none = self.no_location();
        let here = self.terms.eval(location, &oracle.own);
        let is_null = here == self.terms.eval(none, &oracle.own);
        if !self.types_agree_with(oracle, s, &next.symbol(s).types) {
            return is_null;
        }
        match next.symbol(s).binding {
            Binding::Null => is_null,
            Binding::Unknown | Binding::NonNull => {
                let known = &next.symbol(s).distinct;
                let excluded = known.iter().any(|&o| self.is_chosen(oracle, next, s, o));
                !excluded && (!is_null || next.symbol(s).binding == Binding::Unknown)
            }
            Binding::Object(_) if is_null => false,
            Binding::Object(o) => match next.object(o).origin {
                Origin::Input { symbol, .. } if symbol != s => {
                    let there = self.location(symbol);
                    self.terms.eval(there, &oracle.own) == here
                }
                // An object of its own: no other is there.
                Origin::Input { .. } => !self.is_taken(oracle, next, o, &here),
                _ => self.is_constant(oracle, next, s, o),
            },
        }
    }

    fn is_taken(&mut self, oracle: &Oracle, next: &State, o: ObjectId, here: &Const) -> bool {
        let types = next.object(o).types.clone();
        next.inputs.iter().any(|&other| {
            let Origin::Input { symbol, .. } = next.object(other).origin else {
                return false;
            };
            let there = self.location(symbol);
            other != o
                && self.terms.eval(there, &oracle.own) == *here
                && self
                    .classes
                    .meet(&types, &next.object(other).types)
                    .is_some()
        })
    }

    /// An object that a class made: the state has chosen the one that the same static field holds, or none.
    fn is_constant(&self, oracle: &Oracle, next: &State, s: SymbolId, o: ObjectId) -> bool {
        let merged = &oracle.merged;
        let has_chosen =
            merged.has_symbol(s) && matches!(merged.symbol(s).binding, Binding::Object(_));
        !has_chosen || self.is_chosen(oracle, next, s, o)
    }

    fn is_chosen(&self, oracle: &Oracle, next: &State, s: SymbolId, o: ObjectId) -> bool {
        let merged = &oracle.merged;
        if !merged.has_symbol(s) {
            return false;
        }
        match merged.symbol(s).binding {
            Binding::Object(chosen) => held_by(next, o) == held_by(merged, chosen),
            _ => false,
        }
    }

    /// What the state knows of the class of whatever is there.
    fn types_agree_with(&mut self, oracle: &Oracle, s: SymbolId, types: &TypeSet) -> bool {
        let merged = &oracle.merged;
        if !merged.has_symbol(s) {
            return true;
        }
        let known = self.types_of(merged, Ref::Symbol(s));
        known.is_none_or(|known| self.classes.meet(&known, types).is_some())
    }

    fn object_agrees(&mut self, oracle: &Oracle, next: &State, o: ObjectId) -> bool {
        let types = next.object(o).types.clone();
        let same = self.same_objects(next, oracle, o);
        same.into_iter().all(|other| {
            let known = oracle.merged.object(other).types.clone();
            self.classes.meet(&known, &types).is_some()
        })
    }
}

/// The static fields that hold an object.
fn held_by(st: &State, o: ObjectId) -> BTreeSet<(ClassId, usize)> {
    let classes = st.classes.iter().enumerate();
    let slots = classes.flat_map(|(class, state)| {
        let slots = state.slots.iter().enumerate();
        slots.map(move |(slot, value)| (ClassId(class as u32), slot, value))
    });
    slots
        .filter(|(_, _, value)| {
            let held = value.now.or(value.init).and_then(|v| v.reference());
            held.is_some_and(|r| st.deref(r) == Ref::Object(o))
        })
        .map(|(class, slot, _)| (class, slot))
        .collect()
}
