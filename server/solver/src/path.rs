//! A path condition: its conjuncts, what is known from them, and a model.

use crate::divisions::simplify;
use crate::equalities::{Equalities, fixes};
use crate::facts::Facts;
use crate::propagate;
use proviso_terms::{Const, Model, Op, Term, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Conditions of more nodes than this are not looked at by the cheap layers when paths are compared.
const SMALL: usize = 40;

/// The condition of one execution path. Cloning is cheap; extending is [`crate::Solver::assume`]'s business.
#[derive(Clone)]
pub struct Path {
    conjuncts: Rc<Vec<Term>>,
    /// Together with the equalities these say the same as the conjuncts; no fixed symbol is left in them.
    reduced: Rc<Vec<Term>>,
    equalities: Rc<Equalities>,
    /// From the reduced conjuncts.
    pub(crate) facts: Rc<Facts>,
    /// Satisfies all conjuncts; `None` when feasibility is not known.
    pub(crate) model: Option<Rc<Model>>,
    /// The path this one parted from. Its conjuncts are the first ones of this path's.
    fork: Option<Rc<Path>>,
}

impl Default for Path {
    fn default() -> Path {
        Path::new()
    }
}

impl Path {
    /// The condition of every input: true.
    pub fn new() -> Path {
        Path {
            conjuncts: Rc::default(),
            reduced: Rc::default(),
            equalities: Rc::default(),
            facts: Rc::default(),
            model: Some(Rc::new(Model::new())),
            fork: None,
        }
    }

    /// Remembers that this path parted from another one, so that joining it with what also did has to look at the rest only.
    pub fn parted_from(&mut self, fork: &Rc<Path>) {
        self.fork = Some(fork.clone());
    }

    /// The last path that both have parted from.
    fn common_fork(&self, other: &Path) -> Option<Rc<Path>> {
        let forks = |path: &Path| std::iter::successors(path.fork.clone(), |at| at.fork.clone());
        let mine: FxHashSet<*const Path> = forks(self).map(|fork| Rc::as_ptr(&fork)).collect();
        forks(other).find(|fork| mine.contains(&Rc::as_ptr(fork)))
    }

    /// The conjuncts behind the first so many.
    fn since(&self, start: usize) -> &[Term] {
        self.conjuncts.get(start..).unwrap_or_default()
    }

    /// The conjuncts, oldest first. No conjunct is itself a conjunction.
    pub fn conjuncts(&self) -> &[Term] {
        &self.conjuncts
    }

    /// An input that takes this path, if one is known (it always is unless the solver said `Unknown` on the way).
    pub fn model(&self) -> Option<&Rc<Model>> {
        self.model.as_ref()
    }

    /// Whether the condition is known to have a solution.
    pub fn is_certain(&self) -> bool {
        self.model.is_some()
    }

    /// The conjuncts with fixed symbols replaced; what the layers work with.
    pub(crate) fn reduced(&self) -> &[Term] {
        &self.reduced
    }

    /// The term with what this path says symbols are equal to: a constant where the path fixes it.
    pub fn fixed(&self, terms: &mut Terms, term: Term) -> Term {
        self.equalities.apply(terms, term)
    }

    /// A condition that says the same on this path, in fewer symbols.
    pub(crate) fn reduce(&self, terms: &mut Terms, condition: Term) -> Term {
        let condition = self.equalities.apply(terms, condition);
        simplify(terms, &self.facts, condition)
    }

    /// Makes a model of the reduced conjuncts one of all conjuncts.
    pub(crate) fn complete(&self, terms: &Terms, model: &mut Model) {
        self.equalities.complete(terms, model);
    }

    /// Whether this very model is the path's own.
    pub(crate) fn has_model(&self, model: &Rc<Model>) -> bool {
        self.model
            .as_ref()
            .is_some_and(|own| Rc::ptr_eq(own, model))
    }

    pub(crate) fn satisfied_by(&self, terms: &Terms, model: &Model) -> bool {
        let holds = |&conjunct: &Term| terms.holds(conjunct, model);
        self.conjuncts.iter().rev().all(holds)
    }

    /// A short condition of this path that is false on the other, if there is one.
    pub fn told_apart(&self, terms: &mut Terms, other: &Path) -> Option<Term> {
        let first = false_on(terms, &self.only(other), other);
        first.or_else(|| {
            let condition = false_on(terms, &other.only(self), self)?;
            Some(terms.not(condition))
        })
    }

    /// The conjuncts that the other path has not.
    pub fn only(&self, other: &Path) -> Vec<Term> {
        let start = self
            .common_fork(other)
            .map_or(0, |fork| fork.conjuncts.len());
        let theirs: FxHashSet<Term> = other.since(start).iter().copied().collect();
        let new = self.since(start).iter().filter(|c| !theirs.contains(c));
        new.copied().collect()
    }

    /// The condition that one of two paths was taken. `first` says that it was this one: a condition that is true on this path and false on
    /// the other, or a symbol that neither mentions (`selected`).
    pub fn join(&self, terms: &mut Terms, other: &Path, first: Term, selected: bool) -> Joined {
        let fork = self.common_fork(other);
        let start = fork.as_ref().map_or(0, |fork| fork.conjuncts.len());
        let theirs: FxHashSet<Term> = other.since(start).iter().copied().collect();
        let (mut first_only, mut second_only) = (self.only(other), other.only(self));
        let not_first = terms.not(first);
        // What follows from which of the two it was need not be said again.
        let implied = |terms: &mut Terms, unless: Term, c: Term| {
            let clause = terms.or2(unless, c);
            clause == terms.tru()
        };
        first_only.retain(|&c| !implied(terms, not_first, c));
        second_only.retain(|&c| !implied(terms, first, c));
        let absorbed = !selected && first_only.is_empty() && second_only.is_empty();
        let model = match (&self.model, &other.model) {
            (Some(model), _) | (None, Some(model)) if !selected => Some(model.clone()),
            (Some(model), _) => Some(with_selector(model, first, true)),
            (None, Some(model)) => Some(with_selector(model, first, false)),
            (None, None) => None,
        };
        let mut path = fork.as_deref().cloned().unwrap_or_default();
        for &conjunct in self.since(start).iter().filter(|c| theirs.contains(c)) {
            path = path.extended(terms, conjunct, model.clone());
        }
        for (unless, rest) in [(not_first, first_only), (first, second_only)] {
            for conjunct in rest {
                let implied = terms.or2(unless, conjunct);
                path = path.extended(terms, implied, model.clone());
            }
        }
        path.model = model;
        path.fork = fork;
        Joined { path, absorbed }
    }

    /// Whether the condition is seen to be false without a search.
    pub fn refutes(&self, terms: &mut Terms, condition: Term) -> bool {
        let reduced = self.reduce(terms, condition);
        reduced == terms.fls()
            || is_small(terms, reduced) && self.facts.decide(terms, reduced) == Some(false)
    }

    /// The path with a value for a symbol that nothing on it mentions: any will do.
    pub fn with_free(&self, terms: &mut Terms, symbol: Term, value: Term) -> Path {
        let model = self.model.as_ref().map(|model| {
            let mut model = (**model).clone();
            let value = terms.eval(value, &model);
            model.set(symbol, value);
            Rc::new(model)
        });
        let fixed = terms.eq(symbol, value);
        self.extended(terms, fixed, model)
    }

    /// The path with equations that are false on it spelled out; what is asked on it from now on is asked without them.
    pub fn apart(&self, terms: &mut Terms, refuted: &[Term]) -> Path {
        let mut path = self.clone();
        for &equation in refuted {
            let apart = terms.not(equation);
            path = path.extended(terms, apart, self.model.clone());
        }
        Rc::make_mut(&mut path.equalities).learn_false(terms, refuted);
        let refuted: FxHashSet<Term> = refuted.iter().copied().collect();
        let mentions = |terms: &mut Terms, conjunct: Term| {
            !refuted.contains(&terms.literal(conjunct).0)
                && path.equalities.apply(terms, conjunct) != conjunct
        };
        let (changed, kept): (Vec<Term>, Vec<Term>) = path
            .reduced
            .iter()
            .partition(|&&conjunct| mentions(terms, conjunct));
        if !changed.is_empty() {
            path.reduced = Rc::new(kept);
            // What follows from the longer conditions follows from the shorter ones.
            path.take_in(terms, changed);
        }
        path
    }

    /// Whether the condition is seen to be false on this path by following what it implies, without any case distinction.
    pub(crate) fn refutes_deeply(&self, terms: &mut Terms, condition: Term) -> bool {
        propagate::contradicts(terms, self, condition)
    }

    /// The path with `condition` added and a model of the whole.
    pub(crate) fn extended(
        &self,
        terms: &mut Terms,
        condition: Term,
        model: Option<Rc<Model>>,
    ) -> Path {
        let mut path = self.clone();
        path.model = model;
        let parts = match terms.op(condition) {
            Op::And => terms.args(condition).to_vec(),
            _ => vec![condition],
        };
        let mut waiting = Vec::new();
        for part in parts {
            let reduced = path.reduce(terms, part);
            if reduced == terms.tru() || path.facts.knows(reduced) {
                continue;
            }
            Rc::make_mut(&mut path.conjuncts).push(part);
            waiting.push(reduced);
        }
        path.take_in(terms, waiting);
        path
    }

    /// Adds conditions to the reduced conjuncts. A symbol they fix is replaced in the older ones, which may say more then.
    fn take_in(&mut self, terms: &mut Terms, mut waiting: Vec<Term>) {
        // In the order they came: the facts of one help to understand the next.
        waiting.reverse();
        let mut stale = false;
        loop {
            while let Some(condition) = waiting.pop() {
                // Stale facts may come from this very condition: they must not help to simplify it.
                let condition = if stale {
                    self.equalities.apply(terms, condition)
                } else {
                    self.reduce(terms, condition)
                };
                if condition == terms.tru() || (!stale && self.facts.knows(condition)) {
                    continue;
                }
                if terms.op(condition) == Op::And {
                    waiting.extend(terms.args(condition).iter().rev());
                } else if let Some((symbol, value)) = fixes(terms, condition) {
                    stale |= self.fix(terms, symbol, value, &mut waiting);
                } else {
                    Rc::make_mut(&mut self.reduced).push(condition);
                    if !stale {
                        Rc::make_mut(&mut self.facts).add(terms, condition);
                    }
                }
            }
            if stale {
                let mut facts = Facts::default();
                for &conjunct in self.reduced.iter() {
                    facts.add(terms, conjunct);
                }
                self.facts = Rc::new(facts);
                stale = false;
            }
            // Bounds that leave one value fix a symbol too.
            let Some((symbol, value)) = self.facts.squeezed() else {
                break;
            };
            let value = terms.bv_const(terms.width(symbol), value);
            stale |= self.fix(terms, symbol, value, &mut waiting);
        }
    }

    /// Replaces a symbol; what mentioned it has to be taken in again. Whether there was any such conjunct.
    fn fix(
        &mut self,
        terms: &mut Terms,
        symbol: Term,
        value: Term,
        waiting: &mut Vec<Term>,
    ) -> bool {
        Rc::make_mut(&mut self.equalities).learn(terms, symbol, value);
        let (changed, kept): (Vec<Term>, Vec<Term>) = self
            .reduced
            .iter()
            .partition(|&&conjunct| terms.symbols_of(conjunct).binary_search(&symbol).is_ok());
        if changed.is_empty() {
            return false;
        }
        self.reduced = Rc::new(kept);
        waiting.extend(changed.into_iter().rev());
        true
    }
}

/// A condition that is false on the other path, as far as that is seen at once.
fn false_on(terms: &mut Terms, conditions: &[Term], other: &Path) -> Option<Term> {
    let negated = conditions.iter().copied().find(|&c| {
        let negated = terms.not(c);
        other.conjuncts.contains(&negated)
    });
    let small: Vec<Term> = conditions
        .iter()
        .copied()
        .filter(|&c| is_small(terms, c))
        .collect();
    negated.or_else(|| small.into_iter().find(|&c| other.refutes(terms, c)))
}

/// Whether looking at all of a condition costs next to nothing.
fn is_small(terms: &Terms, condition: Term) -> bool {
    let mut left = SMALL;
    let mut stack = vec![condition];
    while let Some(term) = stack.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        stack.extend_from_slice(terms.args(term));
    }
    true
}

/// Two paths as one.
pub struct Joined {
    pub path: Path,
    /// They differed in one decision only, and both of its ways are here.
    pub absorbed: bool,
}

fn with_selector(model: &Rc<Model>, selector: Term, first: bool) -> Rc<Model> {
    let mut model = (**model).clone();
    model.set(selector, Const::Bool(first));
    Rc::new(model)
}

/// What becomes of a path when a condition is added.
#[derive(Clone)]
pub enum Extended {
    Feasible(Path),
    Infeasible,
    /// The path goes on without a known model; the reason belongs in the report.
    Unknown(Path, String),
}

impl Extended {
    /// The path to go on with, unless it is infeasible.
    pub fn path(self) -> Option<Path> {
        match self {
            Extended::Feasible(path) | Extended::Unknown(path, _) => Some(path),
            Extended::Infeasible => None,
        }
    }

    pub fn is_infeasible(&self) -> bool {
        matches!(self, Extended::Infeasible)
    }
}

/// The two sides of a condition.
#[derive(Clone)]
pub struct Branch {
    pub yes: Extended,
    pub no: Extended,
}
