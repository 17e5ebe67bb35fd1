//! Merging: states that meet with equal control become one, whose values are conditional (`algorithms.md`, §10).
//!
//! The search always runs the state that is furthest behind, up to the next place where ways join; there it waits for
//! the others. Two states are joined only where they agree on everything but numbers: which objects there are, what references point to,
//! what has been materialised. What forks over shapes of the heap therefore stays apart, as in enumeration.
//!
//! A merged state stands for a class of paths. What is told of one path (its lines, the values on them) is had by running once
//! more under a model, see [`Machine::run_under`].

mod flow;
mod join;
mod position;

use crate::bounds::Bound;
use crate::classes::{Method, MethodId};
use crate::machine::{Machine, R, Stop};
use crate::search::RunSummary;
use crate::state::{Binding, State};
use flow::Flow;
use proviso_terms::{Model, Term};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// So many states wait for each other; beyond that paths are followed to their ends one by one.
const MOST_WAITING: usize = 96;

/// What merging keeps for a whole run.
#[derive(Default)]
pub struct Merging {
    flows: HashMap<MethodId, Rc<Flow>>,
    /// Somebody waits: stop where ways join.
    pausing: bool,
    /// The run follows the input of this model, and the choices that this state has made about its heap.
    oracle: Option<Oracle>,
}

struct Oracle {
    model: Rc<Model>,
    bindings: Vec<Binding>,
}

impl Machine {
    fn flow(&mut self, method: &Rc<Method>, code: &proviso_classfile::Code) -> Rc<Flow> {
        let known = self.merging.flows.entry(method.id);
        known.or_insert_with(|| Rc::new(Flow::of(code))).clone()
    }

    /// Whether the state has come to a place where it should wait for others.
    pub(crate) fn waits_here(&mut self, st: &State) -> bool {
        if !self.waits_for_others() {
            return false;
        }
        let frame = st.top();
        let (method, code, at) = (frame.method.clone(), frame.code.clone(), frame.at);
        self.flow(&method, &code).joins_at(at)
    }

    /// After a return: the caller goes on when everybody is back.
    pub(crate) fn waits_for_others(&self) -> bool {
        self.options.merging && (self.merging.pausing || !self.pending.is_empty())
    }

    pub(crate) fn search_merging(&mut self, driver: bool) -> RunSummary {
        let mut cancelled = false;
        let mut waiting: Vec<State> = Vec::new();
        loop {
            waiting.append(&mut self.pending);
            let many = waiting.len() > MOST_WAITING;
            let next = if many {
                waiting.pop()
            } else {
                self.furthest_behind(&waiting)
                    .map(|i| waiting.swap_remove(i))
            };
            let Some(mut st) = next else {
                break;
            };
            if self.deadline.is_some_and(|d| Instant::now() > d) {
                self.cut(&st, Bound::Time);
                continue;
            }
            if !many {
                self.join_all(&mut st, &mut waiting);
            }
            self.stats.states += 1;
            self.merging.pausing = !waiting.is_empty() && !many;
            match self.run_state(&mut st) {
                Stop::Joining => waiting.push(st),
                stop => {
                    if matches!(stop, Stop::Cancelled) {
                        cancelled = true;
                        waiting.clear();
                        self.pending.clear();
                    }
                    self.finish_state(&st, stop, driver);
                }
            }
        }
        RunSummary {
            cancelled,
            ..self.summary()
        }
    }

    /// Takes in every waiting state that can be joined with this one.
    fn join_all(&mut self, st: &mut State, waiting: &mut Vec<State>) {
        let mut i = 0;
        while i < waiting.len() {
            if join::same_control(st, &waiting[i])
                && let Some(joined) = self.join(st, &waiting[i])
            {
                *st = joined;
                waiting.swap_remove(i);
                self.stats.merged += 1;
                // What did not fit before may fit now.
                i = 0;
            } else {
                i += 1;
            }
        }
    }

    fn furthest_behind(&mut self, waiting: &[State]) -> Option<usize> {
        if waiting.len() < 2 {
            return (!waiting.is_empty()).then_some(0);
        }
        let keys: Vec<_> = waiting.iter().map(|st| self.position(st)).collect();
        (0..keys.len()).min_by(|&a, &b| keys[a].cmp(&keys[b]))
    }

    /// Runs a method for the one input that a model of a merged state describes, so that what happens on that path can
    /// be told. Figures, cuts and coverage of the run stay as they are.
    pub fn run_under(&mut self, method: &Rc<Method>, merged: &State, limit: Duration) {
        let Some(model) = merged.path.model().cloned() else {
            return;
        };
        let bindings = merged.symbols.iter().map(|s| s.binding).collect();
        self.merging.oracle = Some(Oracle { model, bindings });
        let merging = std::mem::replace(&mut self.options.merging, false);
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
        self.merging.oracle = None;
    }

    /// Under a model every condition has one way.
    pub(crate) fn told_by_oracle(&self, condition: Term) -> Option<bool> {
        let oracle = self.merging.oracle.as_ref()?;
        Some(self.terms.holds(condition, &oracle.model))
    }

    /// Of the successors at a fork over the heap, the one that agrees with the merged state.
    pub(crate) fn chosen_by_oracle(&self, successors: &[&State]) -> Option<R<usize>> {
        let oracle = self.merging.oracle.as_ref()?;
        let agrees = |st: &&State| {
            st.symbols
                .iter()
                .zip(&oracle.bindings)
                .all(|(symbol, then)| {
                    match (symbol.binding, *then) {
                        // What nobody asked on the merged path may be anything.
                        (_, Binding::Unknown) | (Binding::Unknown, _) => true,
                        (Binding::NonNull, Binding::Object(_)) => true,
                        (Binding::Object(_), Binding::NonNull) => true,
                        (now, then) => now == then,
                    }
                })
        };
        Some(successors.iter().position(agrees).ok_or(Stop::Infeasible))
    }
}
