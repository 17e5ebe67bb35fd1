//! The layers, in order, and the two ways to extend a path.

use crate::answer::{Answer, Limits, Stats};
use crate::backend::{Backend, FIRST_TRY, NARROW_TRY, Z3Answer};
use crate::cache::{Cache, Kept};
use crate::path::{Branch, Extended, Path};
use crate::repair::repair;
use crate::shrink::shrink;
use crate::slice::connected;
use crate::watchdog::InterruptHandle;
use proviso_terms::{Model, Op, Term, Terms};
use std::rc::Rc;
use std::time::Instant;

/// Questions about so many constraints are worth a look at what they imply before Z3 gets them.
const FOLLOWED: usize = 30;

/// Decides path conditions. One per worker thread.
pub struct Solver {
    limits: Limits,
    /// After this moment every question is answered with `Unknown`.
    deadline: Option<Instant>,
    backend: Option<Backend>,
    cache: Cache,
    stats: Stats,
    interrupt: InterruptHandle,
    /// The arena the kept answers speak of.
    arena: Option<u64>,
    only_z3: bool,
}

impl Solver {
    /// Z3 itself is started by the first question that needs it.
    pub fn new(limits: Limits) -> Solver {
        Solver {
            limits,
            deadline: None,
            backend: None,
            cache: Cache::default(),
            stats: Stats::default(),
            interrupt: InterruptHandle::new(),
            arena: None,
            only_z3: false,
        }
    }

    /// A solver that asks Z3 every question, to compare the layers with.
    pub fn only_z3(limits: Limits) -> Solver {
        Solver {
            only_z3: true,
            ..Solver::new(limits)
        }
    }

    /// For the questions from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        if let Some(backend) = &mut self.backend {
            backend.set_limits(limits);
        }
    }

    /// No question is looked into after this moment, and a running one ends then.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// For other threads: stops the running question and all later ones.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.interrupt.clone()
    }

    /// The path with `condition` added.
    pub fn assume(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Extended {
        match self.check(terms, path, condition) {
            Answer::Sat(model) => Extended::Feasible(path.extended(terms, condition, Some(model))),
            Answer::Unsat => Extended::Infeasible,
            Answer::Unknown(reason) => {
                Extended::Unknown(path.extended(terms, condition, None), reason)
            }
        }
    }

    /// Both sides of `condition`. On a path that is known to be feasible one side's model is already there.
    pub fn branch(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Branch {
        let opposite = terms.not(condition);
        let yes = self.assume(terms, path, condition);
        // If one side is impossible the other is the path itself; no new conjunct is needed.
        if yes.is_infeasible() && path.is_certain() {
            return Branch {
                yes,
                no: Extended::Feasible(path.clone()),
            };
        }
        let no = self.assume(terms, path, opposite);
        if no.is_infeasible() && path.is_certain() {
            return Branch {
                yes: Extended::Feasible(path.clone()),
                no,
            };
        }
        Branch { yes, no }
    }

    /// Whether the condition is seen to be false on the path without a search. Nothing is said of what is not seen.
    pub fn refutes(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> bool {
        let refuted = path.refutes(terms, condition) || path.refutes_deeply(terms, condition);
        self.stats.by_propagation += u64::from(refuted);
        refuted
    }

    /// Whether `conditions` have a common solution, without a path.
    pub fn check_all(&mut self, terms: &mut Terms, conditions: &[Term]) -> Answer {
        let all = terms.and(conditions);
        self.check(terms, &Path::new(), all)
    }

    /// Whether `condition` can hold on `path`.
    pub fn check(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Answer {
        self.stats.queries += 1;
        if self.arena != Some(terms.id()) {
            self.arena = Some(terms.id());
            self.cache = Cache::default();
            self.backend = None;
        }
        if self.interrupt.is_interrupted() {
            self.stats.unknowns += 1;
            return Answer::Unknown("interrupted".to_owned());
        }
        let answer = if self.only_z3 {
            self.check_slice(terms, path, path.conjuncts(), condition)
        } else {
            let reduced = path.reduce(terms, condition);
            match self.check_cheaply(terms, path, reduced) {
                Some(answer) => answer,
                None => self.check_slice(terms, path, path.reduced(), reduced),
            }
        };
        self.believe(terms, path, condition, answer)
    }

    /// A model that is not the path's own counts only when every constraint is true under it, as it was given.
    fn believe(&mut self, terms: &Terms, path: &Path, condition: Term, answer: Answer) -> Answer {
        let answer = match answer {
            Answer::Sat(model)
                if !terms.holds(condition, &model)
                    || (!path.has_model(&model) && !path.satisfied_by(terms, &model)) =>
            {
                Answer::Unknown("internal error: a model that does not satisfy the path".to_owned())
            }
            answer => answer,
        };
        if let Answer::Unknown(_) = answer {
            self.stats.unknowns += 1;
        }
        answer
    }

    /// The layers that need no search.
    fn check_cheaply(&mut self, terms: &mut Terms, path: &Path, condition: Term) -> Option<Answer> {
        if condition == terms.fls() {
            self.stats.by_constant += 1;
            return Some(Answer::Unsat);
        }
        let decided = if condition == terms.tru() {
            Some(true)
        } else {
            path.facts.decide(terms, condition)
        };
        if decided == Some(false) {
            self.stats.by_facts += 1;
            return Some(Answer::Unsat);
        }
        // Without a model of the path nothing else is cheap.
        let model = path.model.as_ref()?;
        if decided == Some(true) {
            self.stats.by_facts += 1;
            return Some(Answer::Sat(model.clone()));
        }
        if terms.holds(condition, model) {
            self.stats.by_path_model += 1;
            return Some(Answer::Sat(model.clone()));
        }
        let mut repaired = repair(terms, path, model, condition)?;
        path.complete(terms, &mut repaired);
        self.stats.by_repair += 1;
        Some(Answer::Sat(Rc::new(repaired)))
    }

    /// The question reduced to the constraints that matter: recent models, kept answers, Z3.
    fn check_slice(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        conjuncts: &[Term],
        condition: Term,
    ) -> Answer {
        let (mut constraints, symbols) = match &path.model {
            Some(_) => connected(terms, conjuncts, condition),
            // Feasibility of the rest is not known either, so everything matters.
            None => {
                let mut everything = conjuncts.to_vec();
                everything.push(condition);
                let all = terms.and(&everything);
                (conjuncts.to_vec(), terms.symbols_of(all).to_vec())
            }
        };
        match terms.op(condition) {
            Op::And => constraints.extend_from_slice(terms.args(condition)),
            _ => constraints.push(condition),
        }
        constraints.sort_unstable();
        constraints.dedup();

        if !self.only_z3
            && let Some(answer) = self.look_up(terms, path, &constraints, &symbols)
        {
            return answer;
        }
        if !self.only_z3 && constraints.len() >= FOLLOWED && path.refutes_deeply(terms, condition) {
            self.stats.by_propagation += 1;
            return Answer::Unsat;
        }
        match self.ask_z3(terms, &constraints, &symbols) {
            Z3Answer::Sat(found) => {
                let found = Rc::new(found);
                self.cache.keep_sat(&constraints, found.clone());
                let merged = self.merge(terms, path, &found, &symbols);
                self.cache.keep_model(merged.clone());
                Answer::Sat(merged)
            }
            Z3Answer::Unsat(core) => {
                self.cache.keep_unsat(&constraints, core);
                Answer::Unsat
            }
            Z3Answer::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    /// Models found lately that fit here too, and answers kept.
    fn look_up(
        &mut self,
        terms: &Terms,
        path: &Path,
        constraints: &[Term],
        symbols: &[Term],
    ) -> Option<Answer> {
        let fits = |model: &&Rc<Model>| {
            constraints
                .iter()
                .all(|&constraint| terms.holds(constraint, model))
        };
        if let Some(found) = self.cache.models().find(fits) {
            self.stats.by_recent_model += 1;
            return Some(Answer::Sat(self.merge(terms, path, found, symbols)));
        }
        let kept = self.cache.find(constraints)?;
        self.stats.by_cache += 1;
        Some(match kept {
            Kept::Sat(found) => Answer::Sat(self.merge(terms, path, &found, symbols)),
            Kept::Unsat => Answer::Unsat,
        })
    }

    /// Z3, with its model evaluated before it is believed.
    fn ask_z3(&mut self, terms: &mut Terms, constraints: &[Term], symbols: &[Term]) -> Z3Answer {
        let start = Instant::now();
        if self.deadline.is_some_and(|deadline| start >= deadline) {
            return Z3Answer::Unknown("the time limit was met".to_owned());
        }
        self.stats.z3_calls += 1;
        let deadline = self.deadline;
        let shrunk = (!self.only_z3)
            .then(|| shrink(terms, constraints))
            .flatten();
        let answer = match (self.backend(), &shrunk) {
            (Err(reason), _) => Z3Answer::Unknown(reason),
            (Ok(backend), None) => backend.check(terms, constraints, symbols, deadline, FIRST_TRY),
            (Ok(backend), Some(shrunk)) => {
                let symbols = shrunk.symbols(symbols);
                match backend.check(terms, &shrunk.constraints, &symbols, deadline, NARROW_TRY) {
                    Z3Answer::Sat(model) => Z3Answer::Sat(shrunk.widen(model)),
                    Z3Answer::Unsat(_) => Z3Answer::Unsat(constraints.to_vec()),
                    unknown => unknown,
                }
            }
        };
        self.stats.z3_micros += start.elapsed().as_micros() as u64;
        if let Z3Answer::Sat(model) = &answer
            && let Some(&wrong) = constraints
                .iter()
                .find(|&&constraint| !terms.holds(constraint, model))
        {
            // Not the constraint itself: written out, what is shared in it may fill the memory.
            return Z3Answer::Unknown(format!(
                "internal error: Z3's model does not satisfy a constraint ({wrong:?})"
            ));
        }
        answer
    }

    fn backend(&mut self) -> Result<&mut Backend, String> {
        if self.backend.is_none() {
            self.backend = Some(Backend::new(self.limits, self.interrupt.clone())?);
        }
        self.backend
            .as_mut()
            .ok_or_else(|| "Z3 could not be started".to_owned())
    }

    /// The path's model with the values of `symbols` from `found`; independent parts keep theirs.
    fn merge(&self, terms: &Terms, path: &Path, found: &Model, symbols: &[Term]) -> Rc<Model> {
        let mut model = match &path.model {
            Some(model) => (**model).clone(),
            None => Model::new(),
        };
        for &symbol in symbols {
            match found.get(symbol) {
                Some(value) => model.set(symbol, value.clone()),
                None => model.unset(symbol),
            }
        }
        if !self.only_z3 {
            path.complete(terms, &mut model);
        }
        Rc::new(model)
    }
}
