//! Depth-first exploration: a run takes the states put aside, one after the other, until none is left.

use crate::bounds::{Bound, Cuts, Site};
use crate::classes::Method;
use crate::hooks::{Outcome, ViolationKind};
use crate::machine::{Machine, R, Stats, Stop, unknown};
use crate::state::{Binding, Place, State, Symbol, Then};
use crate::types::TypeSet;
use crate::value::{Ref, SymbolId, Value};
use proviso_classfile::intern;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a run found out about coverage of the inputs. Violations went to the hooks.
#[derive(Debug, Clone)]
pub struct RunSummary {
    pub stats: Stats,
    pub cuts: Cuts,
    /// Reasons and places of what could not be decided, with counts.
    pub unknowns: BTreeMap<(Rc<str>, Option<Site>), u64>,
    /// What was assumed rather than executed.
    pub assumptions: BTreeSet<Rc<str>>,
    /// Inputs that were left out.
    pub restrictions: BTreeSet<Rc<str>>,
    pub cancelled: bool,
}

impl RunSummary {
    /// Every input was explored to its end.
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.unknowns.is_empty() && !self.cancelled
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
        let mut st = State::new();
        match self.set_up(&mut st, method) {
            Ok(()) | Err(Stop::Again) => self.pending.push(st),
            Err(stop) => self.finish_state(&st, stop, method.is_spec()),
        }
        self.search(method.is_spec())
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
        self.search(false)
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

    fn set_up(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        let k = self.options.bounds.k as i32;
        let mut arguments = Vec::new();
        if !method.is_static() {
            // The class itself when it can have objects: methods that subclasses override are checked there.
            let class = method.class;
            let instantiable = self.classes.is_instantiable(class);
            let types = if instantiable {
                TypeSet::exactly(class)
            } else {
                self.types_below(class)
            };
            let this = Symbol {
                binding: Binding::NonNull,
                types,
                budget: k,
                place: Place::This,
                rank: None,
                generic: None,
                forgotten: None,
            };
            arguments.push(Value::Ref(Ref::Symbol(st.add_symbol(this))));
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

    fn start(&mut self, st: &mut State, method: &Rc<Method>, arguments: Vec<Value>) -> R<()> {
        st.arguments = Rc::new(arguments.clone());
        self.set_query_time(Duration::from_millis(self.options.solver_ms.into()));
        self.deadline = self.options.bounds.time.map(|t| Instant::now() + t);
        let symbols: Vec<SymbolId> = arguments.iter().filter_map(unknown_reference).collect();
        self.enter_method(st, method, arguments, Then::End, 0)?;
        // The declared types of parameters are those of the bottom frame's method.
        for symbol in symbols {
            self.learn_declared_type(st, symbol);
        }
        self.initialise(st, method.class)
    }

    fn search(&mut self, driver: bool) -> RunSummary {
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
        }
        RunSummary {
            stats: self.stats.clone(),
            cuts: self.cuts.clone(),
            unknowns: self.unknowns.clone(),
            assumptions: self.assumptions.clone(),
            restrictions: self.restrictions.clone(),
            cancelled,
        }
    }

    fn finish_state(&mut self, st: &State, stop: Stop, driver: bool) {
        self.assumptions.extend(st.assumptions.iter().cloned());
        self.restrictions.extend(st.restrictions.iter().cloned());
        let outcome = match stop {
            Stop::Ended(outcome) => {
                self.stats.completed += 1;
                if !driver {
                    self.stats.paths += 1;
                }
                outcome
            }
            Stop::Cut(bound) => Outcome::Cut(bound),
            Stop::Unknown(why) => {
                self.note_unknown(st, &why);
                Outcome::Unknown(why)
            }
            Stop::Infeasible | Stop::Again => {
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
