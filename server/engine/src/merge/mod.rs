//! Merging: states that meet with equal control become one, whose values are conditional (`algorithms.md`, §10).
//!
//! The search always runs the state that is furthest behind, up to the next place where ways join; there it waits for
//! the others. Numbers become conditional terms and references choices; what one has met of the input and the other has not is as unknown for that one.
//!
//! A merged state stands for a class of paths. What is told of one path (its lines, the values on them) is had by running once
//! more under a model, see [`Machine::run_under`].

mod flow;
mod heap;
mod join;
mod oracle;
mod position;

use crate::bounds::Bound;
use crate::classes::{Method, MethodId};
use crate::machine::{Machine, Stop};
use crate::search::RunSummary;
use crate::state::State;
use flow::Flow;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

/// So many states wait for each other; beyond that paths are followed to their ends one by one.
const MOST_WAITING: usize = 96;

/// What merging keeps for a whole run.
#[derive(Default)]
pub struct Merging {
    flows: HashMap<MethodId, Rc<Flow>>,
    /// Names of joins that no condition of the program tells apart.
    selectors: u32,
    /// Somebody waits: stop where ways join.
    pausing: bool,
    /// The run follows one input of this state.
    oracle: Option<oracle::Oracle>,
}

impl Merging {
    fn next_selector(&mut self) -> u32 {
        self.selectors += 1;
        self.selectors
    }
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

    /// Joins this state and those that wait at the same place, closest relatives first: what forked last meets first, so that a
    /// decision both ways of which are here is gone before others are looked at.
    fn join_all(&mut self, st: &mut State, waiting: &mut Vec<State>) {
        let mut group = vec![std::mem::take(st)];
        let mut i = 0;
        while i < waiting.len() {
            if self.same_control(&group[0], &waiting[i]) {
                group.push(waiting.remove(i));
            } else {
                i += 1;
            }
        }
        while let Some((a, b, joined)) = self.closest_pair(&group) {
            group.remove(b);
            group[a] = joined;
            self.stats.merged += 1;
        }
        *st = group.remove(0);
        waiting.append(&mut group);
    }

    /// Two states that can be joined and share as much of their paths as any.
    fn closest_pair(&mut self, group: &[State]) -> Option<(usize, usize, State)> {
        let mut pairs = Vec::new();
        for a in 0..group.len() {
            for b in a + 1..group.len() {
                pairs.push((std::cmp::Reverse(shared(&group[a], &group[b])), a, b));
            }
        }
        pairs.sort_unstable();
        pairs.into_iter().find_map(|(_, a, b)| {
            let joined = self.join(&group[a], &group[b])?;
            Some((a, b, joined))
        })
    }

    fn furthest_behind(&mut self, waiting: &[State]) -> Option<usize> {
        if waiting.len() < 2 {
            return (!waiting.is_empty()).then_some(0);
        }
        let keys: Vec<_> = waiting.iter().map(|st| self.position(st)).collect();
        (0..keys.len()).min_by(|&a, &b| keys[a].cmp(&keys[b]))
    }
}

/// How many conditions two paths have in common from their start.
fn shared(a: &State, b: &State) -> usize {
    let pairs = a.path.conjuncts().iter().zip(b.path.conjuncts());
    pairs.take_while(|(x, y)| x == y).count()
}
