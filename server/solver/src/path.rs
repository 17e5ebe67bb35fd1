//! A path condition: its conjuncts, what is known from them, and a model.

use crate::facts::Facts;
use proviso_terms::{Model, Op, Term, Terms};
use std::rc::Rc;

/// The condition of one execution path. Cloning is cheap; extending is [`crate::Solver::assume`]'s business.
#[derive(Clone)]
pub struct Path {
    conjuncts: Rc<Vec<Term>>,
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

    /// The path with `condition` added and a model of the whole.
    pub(crate) fn extended(
        &self,
        terms: &Terms,
        condition: Term,
        model: Option<Rc<Model>>,
    ) -> Path {
        let mut path = self.clone();
        path.model = model;
        let single = [condition];
        let parts = match terms.op(condition) {
            Op::And => terms.args(condition),
            _ => &single[..],
        };
        for &part in parts {
            if part == terms.tru() || path.facts.knows(part) {
                continue;
            }
            Rc::make_mut(&mut path.conjuncts).push(part);
            Rc::make_mut(&mut path.facts).add(terms, part);
        }
        path
    }
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
