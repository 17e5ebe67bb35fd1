//! Guarded references: a reference that is one of several, each under a guard. Guards exclude each other, and the path condition
//! implies that one of them holds. Targets are null, objects or symbols, never choices again.

use crate::machine::Machine;
use crate::state::State;
use crate::value::{ChoiceId, Ref, Value};
use proviso_terms::Term;
use std::collections::HashMap;
use std::rc::Rc;

pub(crate) type Targets = Rc<[(Term, Ref)]>;

#[derive(Default)]
pub(crate) struct Choices {
    lists: Vec<Targets>,
    known: HashMap<Targets, ChoiceId>,
}

impl Choices {
    fn intern(&mut self, targets: Vec<(Term, Ref)>) -> ChoiceId {
        let targets: Targets = targets.into();
        if let Some(&id) = self.known.get(&targets) {
            return id;
        }
        let id = ChoiceId(self.lists.len() as u32);
        self.lists.push(targets.clone());
        self.known.insert(targets, id);
        id
    }

    pub(crate) fn get(&self, id: ChoiceId) -> Targets {
        self.lists[id.0 as usize].clone()
    }
}

impl Machine {
    /// What a reference may be, with bindings followed.
    pub(crate) fn targets(&mut self, st: &State, r: Ref) -> Vec<(Term, Ref)> {
        match st.deref(r) {
            Ref::Choice(id) => {
                let listed = self.choices.get(id);
                let mut targets = Vec::with_capacity(listed.len());
                for &(guard, target) in listed.iter() {
                    self.add_target(&mut targets, guard, st.deref(target));
                }
                targets
            }
            one => vec![(self.terms.tru(), one)],
        }
    }

    /// `condition ? a : b`.
    pub(crate) fn choose(&mut self, st: &State, condition: Term, a: Ref, b: Ref) -> Ref {
        if a == b || self.terms.as_bool(condition) == Some(true) {
            return a;
        }
        if self.terms.as_bool(condition) == Some(false) {
            return b;
        }
        let (a, b) = (self.targets(st, a), self.targets(st, b));
        self.choose_among(condition, &a, &b)
    }

    pub(crate) fn choose_among(
        &mut self,
        condition: Term,
        a: &[(Term, Ref)],
        b: &[(Term, Ref)],
    ) -> Ref {
        let otherwise = self.terms.not(condition);
        let mut all = Vec::new();
        for (side, targets) in [(condition, a), (otherwise, b)] {
            for &(guard, target) in targets {
                let guard = self.terms.and2(side, guard);
                self.add_target(&mut all, guard, target);
            }
        }
        self.choice_of(all)
    }

    fn add_target(&mut self, targets: &mut Vec<(Term, Ref)>, guard: Term, target: Ref) {
        if self.terms.as_bool(guard) == Some(false) {
            return;
        }
        match targets.iter_mut().find(|(_, known)| *known == target) {
            Some((known, _)) => *known = self.terms.or2(*known, guard),
            None => targets.push((guard, target)),
        }
    }

    pub(crate) fn choice_of(&mut self, targets: Vec<(Term, Ref)>) -> Ref {
        match targets.as_slice() {
            [] => Ref::Null,
            [(_, only)] => *only,
            _ => Ref::Choice(self.choices.intern(targets)),
        }
    }

    /// `condition ? a : b` on values of one kind.
    pub(crate) fn either_value(
        &mut self,
        st: &State,
        condition: Term,
        a: Value,
        b: Value,
    ) -> Value {
        match (a, b) {
            (Value::Ref(a), Value::Ref(b)) => Value::Ref(self.choose(st, condition, a, b)),
            _ if a == b => a,
            _ => self.either(condition, a, b),
        }
    }

    /// The condition that a reference is null.
    pub(crate) fn null_term(&mut self, st: &State, r: Ref) -> Term {
        match st.deref(r) {
            Ref::Null => self.terms.tru(),
            Ref::Object(_) => self.terms.fls(),
            Ref::Symbol(s) if st.symbol(s).binding == crate::state::Binding::NonNull => {
                self.terms.fls()
            }
            Ref::Symbol(s) => {
                let location = self.location(s);
                let none = self.no_location();
                self.terms.eq(location, none)
            }
            choice @ Ref::Choice(_) => {
                let mut ways = Vec::new();
                for (guard, target) in self.targets(st, choice) {
                    let null = self.null_term(st, target);
                    ways.push(self.terms.and2(guard, null));
                }
                self.terms.or(&ways)
            }
        }
    }
}
