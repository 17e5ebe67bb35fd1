//! Answers kept: by the exact set of constraints, and contradictions by their core.

use proviso_terms::{Model, Term};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

const MAX_ANSWERS: usize = 50_000;
const MAX_CORES: usize = 256;
const MAX_MODELS: usize = 6;

#[derive(Clone)]
pub(crate) enum Kept {
    Sat(Rc<Model>),
    Unsat,
}

#[derive(Default)]
pub(crate) struct Cache {
    answers: FxHashMap<Box<[Term]>, Kept>,
    /// Each sorted.
    cores: VecDeque<Box<[Term]>>,
    models: VecDeque<Rc<Model>>,
}

impl Cache {
    /// `constraints` are sorted.
    pub(crate) fn find(&self, constraints: &[Term]) -> Option<Kept> {
        if let Some(kept) = self.answers.get(constraints) {
            return Some(kept.clone());
        }
        self.cores
            .iter()
            .any(|core| is_subset(core, constraints))
            .then_some(Kept::Unsat)
    }

    pub(crate) fn keep_sat(&mut self, constraints: &[Term], model: Rc<Model>) {
        self.make_room();
        self.answers.insert(constraints.into(), Kept::Sat(model));
    }

    pub(crate) fn keep_unsat(&mut self, constraints: &[Term], mut core: Vec<Term>) {
        self.make_room();
        self.answers.insert(constraints.into(), Kept::Unsat);
        core.sort_unstable();
        if self.cores.len() == MAX_CORES {
            self.cores.pop_back();
        }
        self.cores.push_front(core.into());
    }

    fn make_room(&mut self) {
        if self.answers.len() >= MAX_ANSWERS {
            self.answers.clear();
        }
    }

    pub(crate) fn keep_model(&mut self, model: Rc<Model>) {
        if self.models.len() == MAX_MODELS {
            self.models.pop_back();
        }
        self.models.push_front(model);
    }

    /// The models found last, newest first.
    pub(crate) fn models(&self) -> impl Iterator<Item = &Rc<Model>> {
        self.models.iter()
    }
}

fn is_subset(small: &[Term], large: &[Term]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small
        .iter()
        .all(|wanted| rest.by_ref().any(|have| have == wanted))
}
