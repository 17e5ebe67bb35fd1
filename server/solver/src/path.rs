//! A path condition: its conjuncts, what is known from them, and a model.

use crate::divisions::simplify;
use crate::equalities::{Equalities, fixes};
use crate::facts::Facts;
use proviso_terms::{Const, Model, Op, Term, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

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
        }
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
        let theirs: FxHashSet<Term> = other.conjuncts.iter().copied().collect();
        let new = self.conjuncts.iter().filter(|c| !theirs.contains(c));
        new.copied().collect()
    }

    /// The condition that one of two paths was taken. `first` says that it was this one: a condition that is true on this path and false on
    /// the other, or a symbol that neither mentions (`selected`).
    pub fn join(&self, terms: &mut Terms, other: &Path, first: Term, selected: bool) -> Joined {
        let theirs: FxHashSet<Term> = other.conjuncts.iter().copied().collect();
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
        let mut path = Path::new();
        for &conjunct in self.conjuncts.iter().filter(|c| theirs.contains(c)) {
            path = path.extended(terms, conjunct, model.clone());
        }
        for (unless, rest) in [(not_first, first_only), (first, second_only)] {
            for conjunct in rest {
                let implied = terms.or2(unless, conjunct);
                path = path.extended(terms, implied, model.clone());
            }
        }
        path.model = model;
        Joined { path, absorbed }
    }

    /// Whether the condition is seen to be false without a search.
    pub fn refutes(&self, terms: &mut Terms, condition: Term) -> bool {
        let reduced = self.reduce(terms, condition);
        reduced == terms.fls() || self.facts.decide(terms, reduced) == Some(false)
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

    /// The path with conditions that are false on it spelled out, and left out wherever they stand.
    pub fn without(&self, terms: &mut Terms, refuted: &[Term]) -> Path {
        let no = terms.fls();
        let replacement = refuted.iter().map(|&condition| (condition, no)).collect();
        let mut path = Path::new();
        for &conjunct in self.conjuncts.iter() {
            let simpler = terms.substitute(conjunct, &replacement);
            path = path.extended(terms, simpler, self.model.clone());
        }
        for &condition in refuted {
            let apart = terms.not(condition);
            path = path.extended(terms, apart, self.model.clone());
        }
        path.model = self.model.clone();
        path
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
            let Some((symbol, value)) = self.facts.order.squeezed() else {
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
        Rc::make_mut(&mut self.equalities).learn(symbol, value);
        let (changed, kept): (Vec<Term>, Vec<Term>) = self
            .reduced
            .iter()
            .partition(|&&conjunct| terms.symbols_of(conjunct).contains(&symbol));
        if changed.is_empty() {
            return false;
        }
        self.reduced = Rc::new(kept);
        waiting.extend(changed.into_iter().rev());
        true
    }
}

/// The shortest of these conditions that is false on the other path.
fn false_on(terms: &mut Terms, conditions: &[Term], other: &Path) -> Option<Term> {
    let literal = conditions
        .iter()
        .find(|&&c| terms.op(terms.literal(c).0) != Op::And && other.refutes(terms, c));
    let literal = literal.copied();
    literal.or_else(|| {
        conditions
            .iter()
            .copied()
            .find(|&c| other.refutes(terms, c))
    })
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
