//! Depth-first exploration: a run takes the states put aside, one after the other, until none is left.

use crate::bounds::{Bound, Cuts};
use crate::classes::Method;
use crate::coverage::MethodCoverage;
use crate::hooks::{Outcome, ViolationKind};
use crate::machine::{Doubt, Doubts, Machine, R, Stats, Stop, earlier, unknown};
use crate::split::Sharing;
use crate::state::{Binding, Place, State, Symbol, Then};
use crate::types::TypeSet;
use crate::value::{Ref, SymbolId, Value};
use proviso_classfile::{Name, intern};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Of the time of a run, the share after which nothing more is looked for when something has been found.
const SHARE_WHEN_FOUND: f64 = 0.6;

/// A method as class files name it: class, name and descriptor.
pub type MethodName = (Name, Name, Name);

/// What a run found out about coverage of the inputs, in words that do not depend on the machine that ran it.
/// Violations went to the hooks.
#[derive(Debug, Clone, Default)]
pub struct RunSummary {
    pub stats: Stats,
    pub solver: proviso_solver::Stats,
    pub cuts: Cuts,
    /// Reasons and places of what could not be decided, with counts.
    pub unknowns: Doubts<Arc<str>>,
    /// What was assumed rather than executed.
    pub assumptions: BTreeSet<Arc<str>>,
    /// Inputs that were left out.
    pub restrictions: BTreeSet<Arc<str>>,
    pub coverage: BTreeMap<MethodName, MethodCoverage>,
    /// Methods whose code was run, for whatever reason.
    pub entered: BTreeSet<MethodName>,
    /// Spec cases that applied on some path, by their first clause.
    pub applied: BTreeSet<u32>,
    /// Clauses that were evaluated to their end on some path, and those passed over on some path.
    pub evaluated: BTreeSet<u32>,
    pub given_up: BTreeSet<u32>,
    /// Assumptions that were looked at, and whether some path kept them.
    pub assumed: BTreeMap<u32, bool>,
    /// Non-null fields (class, name) for which no further object was allowed.
    pub endless: BTreeSet<(Name, Name)>,
    /// Callees that contracts answered, and whether some answer satisfied the contract.
    pub answered: BTreeMap<Arc<str>, bool>,
    /// Some loop was cut at its invariants.
    pub cut_a_loop: bool,
    pub cancelled: bool,
}

impl RunSummary {
    /// Every input was explored to its end.
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.unknowns.is_empty() && !self.cancelled
    }

    /// Takes in what another part of the same search found out.
    pub fn absorb(&mut self, other: RunSummary) {
        self.stats += other.stats;
        self.solver += other.solver;
        for (place, count) in other.cuts.0 {
            *self.cuts.0.entry(place).or_default() += count;
        }
        for (reason, count) in other.unknowns {
            *self.unknowns.entry(reason).or_default() += count;
        }
        self.assumptions.extend(other.assumptions);
        self.restrictions.extend(other.restrictions);
        for (method, covered) in other.coverage {
            self.coverage.entry(method).or_default().absorb(covered);
        }
        self.entered.extend(other.entered);
        self.applied.extend(other.applied);
        self.evaluated.extend(other.evaluated);
        self.given_up.extend(other.given_up);
        for (clause, kept) in other.assumed {
            *self.assumed.entry(clause).or_default() |= kept;
        }
        self.endless.extend(other.endless);
        for (callee, satisfied) in other.answered {
            *self.answered.entry(callee).or_default() |= satisfied;
        }
        self.cut_a_loop |= other.cut_a_loop;
        self.cancelled |= other.cancelled;
    }
}

impl Machine {
    /// Finds a method by internal class name, name and descriptor.
    pub fn find_method(&mut self, class: &str, name: &str, descriptor: &str) -> R<Rc<Method>> {
        let id = self.classes.load(class)?;
        match self
            .classes
            .resolve_method(id, &intern(name), &intern(descriptor))
        {
            Some(method) => Ok(method),
            None => unknown(format!("no method {class}.{name}{descriptor}")),
        }
    }

    /// Explores a method for all inputs: every parameter, and `this`, is unknown.
    /// A driver (a method that calls `Jml.begin`) sets up its own checks; any other method is run as it is.
    pub fn explore(&mut self, method: &Rc<Method>) -> RunSummary {
        self.explore_sharing(method, &mut Sharing::nothing())
    }

    /// As [`Machine::explore`]; of a long search pieces are given away.
    pub fn explore_sharing(&mut self, method: &Rc<Method>, sharing: &mut Sharing) -> RunSummary {
        let mut st = State::new();
        match self.set_up(&mut st, method) {
            Ok(()) | Err(Stop::Again) => self.pending.push(st),
            Err(stop) => self.finish_state(&st, stop, method.is_spec()),
        }
        self.search(method.is_spec(), sharing)
    }

    /// The method is where a program begins: what a launcher passes is never null, nor are its elements.
    pub(crate) fn runs_from_entry(&self) -> bool {
        !self.options.symbolic_statics
    }

    /// Runs a static method with given values; the state may have been prepared.
    pub fn run_with(
        &mut self,
        mut st: State,
        method: &Rc<Method>,
        arguments: Vec<Value>,
    ) -> RunSummary {
        st.epoch = 1;
        match self.start(&mut st, method, arguments) {
            Ok(()) | Err(Stop::Again) => self.pending.push(st),
            Err(stop) => self.finish_state(&st, stop, false),
        }
        self.search(false, &mut Sharing::nothing())
    }

    /// Up to `count` states on the way through a method, as the search meets them: to look at, and to measure.
    pub fn some_states(&mut self, method: &Rc<Method>, count: usize) -> Vec<State> {
        let mut st = State::new();
        let mut states = Vec::new();
        if let Ok(()) | Err(Stop::Again) = self.set_up(&mut st, method) {
            self.pending.push(st);
        }
        while let Some(mut st) = self.pending.pop() {
            if states.len() >= count {
                self.pending.clear();
                break;
            }
            states.push(st.clone());
            self.run_state(&mut st);
        }
        states
    }

    pub(crate) fn set_up(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        let k = self.options.bounds.k as i32;
        // What is told of one path is had by running under a model.
        st.merged = self.guards();
        let mut arguments = Vec::new();
        if !method.is_static() {
            // The class itself when it can have objects: methods that subclasses override are checked there.
            let class = method.class;
            let instantiable = self.classes.is_instantiable(class);
            let types = if instantiable {
                self.receivers(method)?
            } else {
                self.types_below(class)
            };
            let this = Symbol {
                binding: Binding::NonNull,
                types,
                budget: k,
                place: Place::This,
                rank: None,
                generic: self.own_type(class),
                forgotten: None,
                distinct: Rc::default(),
            };
            arguments.push(Value::Ref(Ref::Symbol(self.add_symbol(st, this))));
        }
        let names = parameter_names(method);
        for (i, ty) in method.descriptor.params.clone().iter().enumerate() {
            let name = names
                .get(i)
                .cloned()
                .flatten()
                .unwrap_or_else(|| format!("p{i}"));
            let (place, non_null) = (Place::Param(i as u16), self.runs_from_entry());
            arguments.push(self.fresh_value(st, &name, ty, place, k, non_null)?);
        }
        st.epoch = if method.is_spec() { 0 } else { 1 };
        self.start(st, method, arguments)
    }

    /// The class itself, and those that have to be looked at with it.
    fn receivers(&mut self, method: &Rc<Method>) -> R<Rc<TypeSet>> {
        let class = method.class;
        let heirs = self.with_hooks(|_, hooks| hooks.heirs(method));
        let mut within = vec![class];
        for heir in heirs {
            within.push(self.classes.load(&heir)?);
        }
        if within.len() == 1 {
            return Ok(TypeSet::exactly(class));
        }
        Ok(Rc::new(TypeSet {
            upper: vec![class],
            within: Some(within.into()),
            ..TypeSet::default()
        }))
    }

    fn start(&mut self, st: &mut State, method: &Rc<Method>, arguments: Vec<Value>) -> R<()> {
        st.arguments = Rc::new(arguments.clone());
        self.set_query_time(Duration::from_millis(self.options.solver_ms.into()));
        let now = Instant::now();
        let after = |share: f64| self.options.bounds.time.map(|t| now + t.mul_f64(share));
        self.deadline_when_found = after(SHARE_WHEN_FOUND);
        self.deadline = earlier(after(1.0), self.options.end);
        let symbols: Vec<SymbolId> = arguments.iter().filter_map(unknown_reference).collect();
        self.find_self_bounded(method);
        self.enter_method(st, method, arguments, Then::End, 0)?;
        // The declared types of parameters are those of the bottom frame's method.
        for symbol in symbols {
            self.learn_declared_type(st, symbol);
        }
        self.initialise(st, method.class)
    }

    pub(crate) fn search(&mut self, driver: bool, sharing: &mut Sharing) -> RunSummary {
        if self.options.merging {
            return self.search_merging(driver);
        }
        let mut cancelled = false;
        while let Some(mut st) = self.pending.pop() {
            self.stats.states += 1;
            if self.deadline.is_some_and(|d| Instant::now() > d) {
                self.cut(&st, Bound::Time);
                continue;
            }
            let stop = self.run_state(&mut st);
            if matches!(stop, Stop::Cancelled) {
                cancelled = true;
                self.pending.clear();
            }
            self.finish_state(&st, stop, driver);
            // Something is left for this search itself: else it would only pass its work on.
            if !self.guards() && self.pending.len() > 1 && sharing.is_due(self.work_done()) {
                sharing.give(self.give_away(sharing.size));
            }
        }
        RunSummary {
            cancelled,
            ..self.summary()
        }
    }

    /// What has been found out so far.
    pub(crate) fn summary(&self) -> RunSummary {
        let shared = |texts: &BTreeSet<Rc<str>>| texts.iter().map(|t| Arc::from(&**t)).collect();
        let unknowns = self.unknowns.iter();
        let answered = self.answered.iter();
        let coverage = self.coverage.methods.iter();
        RunSummary {
            stats: self.stats.clone(),
            solver: self.solver.stats(),
            cuts: self.cuts.clone(),
            unknowns: unknowns
                .map(|((doubt, why, site), count)| {
                    ((*doubt, Arc::from(&**why), site.clone()), *count)
                })
                .collect(),
            assumptions: shared(&self.assumptions),
            restrictions: shared(&self.restrictions),
            coverage: coverage
                .map(|(id, covered)| (self.classes.method(*id).full_name(), covered.clone()))
                .collect(),
            entered: self
                .entered
                .iter()
                .map(|id| self.classes.method(*id).full_name())
                .collect(),
            applied: self.applied.clone(),
            evaluated: self.evaluated.clone(),
            given_up: self.given_up.clone(),
            assumed: self.assumed.clone(),
            endless: self.endless.clone(),
            answered: answered
                .map(|(callee, satisfied)| (Arc::from(&**callee), *satisfied))
                .collect(),
            cut_a_loop: self.cut_a_loop,
            cancelled: false,
        }
    }

    pub(crate) fn finish_state(&mut self, st: &State, stop: Stop, driver: bool) {
        self.assumptions.extend(st.assumptions.iter().cloned());
        self.restrictions.extend(st.restrictions.iter().cloned());
        let outcome = match stop {
            Stop::Ended(outcome) => {
                self.stats.completed += 1;
                // What never ends is no complete path.
                if !driver && !matches!(outcome, Outcome::Endless | Outcome::Dropped) {
                    self.stats.paths += 1;
                }
                if matches!(outcome, Outcome::Returned | Outcome::Endless) {
                    self.stats.through += 1;
                }
                outcome
            }
            Stop::Cut(bound) => Outcome::Cut(bound),
            Stop::Unknown(why) => {
                self.note_unknown(st, Doubt::Unmodelled, &why);
                Outcome::Unknown(why)
            }
            Stop::Infeasible | Stop::Again | Stop::PutAside | Stop::Joining => {
                self.stats.dropped += 1;
                Outcome::Dropped
            }
            Stop::Cancelled => return,
        };
        if let Outcome::Threw(exception) = outcome {
            let bound = st.object(exception).types.bound(&self.classes);
            let class = self.classes.name(bound).clone();
            let implicit = crate::exceptions::throw_site(st, exception).is_some_and(|s| s.implicit);
            self.report(
                st,
                ViolationKind::Uncaught { class, implicit },
                None,
                Some(exception),
            );
        }
        self.with_hooks(|machine, hooks| hooks.path_end(machine, st, &outcome));
    }
}

/// Names from the class file's debug information.
pub fn parameter_names(method: &Method) -> Vec<Option<String>> {
    let Ok(Some(code)) = method.code() else {
        return Vec::new();
    };
    let mut slot = u16::from(!method.is_static());
    let mut names = Vec::new();
    for ty in &method.descriptor.params {
        names.push(code.local_at(slot, 0).map(|v| v.name.to_string()));
        slot += ty.slots();
    }
    names
}

fn unknown_reference(value: &Value) -> Option<SymbolId> {
    match value {
        Value::Ref(Ref::Symbol(s)) => Some(*s),
        _ => None,
    }
}
