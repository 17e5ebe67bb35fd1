//! Heap summaries (`algorithms.md` §6 and §10): a reference stands for a guarded set of objects, and nothing forks over which of them is meant.
//!
//! Of several references to one object of the input the one that was looked at first gives the object: only such *canonical* objects are
//! ever read or written. So a reference is the first canonical object that is where the reference is, or, where there is none, the object of its own.
//! Guards exclude each other and leave nothing out by the way they are built, and a write reaches the one object that is meant. `pose` makes the
//! other choice: an object per reference, and writes that reach all aliases.

use crate::heap::pose::Guarded;
use crate::heap::strategy::{HeapStrategy, Strategy};
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{Ref, SymbolId};
use proviso_solver::Extended;
use proviso_terms::Term;

pub struct Summary;

impl HeapStrategy for Summary {
    fn name(&self) -> &'static str {
        "summary"
    }

    fn read(&self, _: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref> {
        Ok(st.deref(Ref::Symbol(symbol)))
    }
}

impl Machine {
    /// Whether objects are canonical: no two of those that are read and written are the same.
    pub(crate) fn summarises(&self) -> bool {
        self.options.strategy == Strategy::Summary
    }

    /// The objects that an unknown reference may be where `used` holds; it is not null there.
    pub(crate) fn summary_of(&mut self, st: &mut State, s: SymbolId, used: Term) -> R<Guarded> {
        let own = self.own(st, s);
        let met_before = |st: &State, o| {
            let place = |wanted| st.inputs.iter().position(|&known| known == wanted);
            own.is_none_or(|own| place(o) < place(own))
        };
        let mut objects = Guarded::new();
        let mut rest = used;
        for (same, other) in self.possible_aliases(st, s) {
            if !met_before(st, other) {
                continue;
            }
            let meant = self.terms.and2(rest, same);
            if self.is_meant(st, meant)? {
                objects.push((meant, other));
                let apart = self.terms.not(same);
                rest = self.terms.and2(rest, apart);
            }
        }
        if own.is_some() || self.is_meant(st, rest)? {
            let within_budget = st.symbol(s).budget >= 0;
            // Cuts what lies beyond the bound.
            let own = self.use_own(st, s, used)?;
            if within_budget {
                objects.push((rest, own));
            }
        }
        if self.options.check_guards {
            self.assert_guards(st, used, &objects);
        }
        Ok(objects)
    }

    fn is_meant(&mut self, st: &State, condition: Term) -> R<bool> {
        if self.solver.refutes(&mut self.terms, &st.path, condition) {
            return Ok(false);
        }
        Ok(!matches!(
            self.solver_says(st, condition)?,
            Extended::Infeasible
        ))
    }

    /// Guards exclude each other, and one of them holds wherever the reference is used.
    fn assert_guards(&mut self, st: &State, used: Term, objects: &Guarded) {
        let mut questions = Vec::new();
        for (i, &(guard, _)) in objects.iter().enumerate() {
            for &(other, _) in &objects[i + 1..] {
                questions.push(self.terms.and2(guard, other));
            }
        }
        let guards: Vec<Term> = objects.iter().map(|(guard, _)| *guard).collect();
        let any = self.terms.or(&guards);
        let none = self.terms.not(any);
        questions.push(self.terms.and2(used, none));
        for question in questions {
            let answer = self.solver.check(&mut self.terms, &st.path, question);
            assert!(
                !answer.is_sat(),
                "guards of a reference overlap or leave something out"
            );
        }
    }
}
