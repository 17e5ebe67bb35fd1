//! Executions that never end: a loop or a recursion that comes back to a state with everything it depends on unchanged.
//!
//! Code is deterministic once the input is fixed, so one round that changes nothing of what the next one reads is followed by the
//! same round, for ever. Two visits are compared term by term; where they may be equal for some input of the path, that input
//! is the witness. What a round made up (an answer, an unknown) or heard from outside (a monitor, a volatile field) excuses it.

use super::forever::Guard;
use super::loops::{loop_body, only_counts};
use crate::bounds::Bound;
use crate::classes::{Method, MethodId};
use crate::heap::object::{Array, Body, Cells, Fields, Native, Object};
use crate::hooks::{Outcome, ViolationKind};
use crate::machine::{Feasible, Machine, R, Stop};
use crate::persistent::SharedVec;
use crate::state::{ClassState, State};
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::{Code, Insn};
use proviso_terms::Term;
use std::collections::HashMap;
use std::rc::Rc;

/// In so many rounds of a loop, or calls of a method within each other, an input is looked for that brings the state back.
const ASKED: u32 = 6;

/// A moment in the execution of a frame.
#[derive(Debug)]
pub struct Visit {
    pub locals: Vec<Value>,
    stack: Vec<Value>,
    objects: SharedVec<Rc<Object>>,
    classes: SharedVec<ClassState>,
    heard: Heard,
}

/// What a round can have been told that the state does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Heard {
    materialised: u32,
    fresh: u32,
    made_up: usize,
    answers: usize,
    outside: u32,
}

impl Heard {
    fn of(st: &State) -> Heard {
        Heard {
            materialised: st.materialised,
            fresh: st.fresh,
            made_up: st.made_up.len(),
            answers: st.jml.answers.len(),
            outside: st.outside,
        }
    }
}

impl Visit {
    pub(crate) fn now(st: &State) -> Visit {
        let frame = st.top();
        Visit {
            locals: frame.locals.clone(),
            stack: frame.stack.clone(),
            objects: st.objects.clone(),
            classes: st.classes.clone(),
            heard: Heard::of(st),
        }
    }
}

/// What is known of a loop from its code.
#[derive(Debug)]
pub(crate) struct LoopFacts {
    /// Variables that some round reads before it has written them; what is merely counted up is not among them.
    read: Vec<bool>,
    /// First and last line.
    lines: Option<(u16, u16)>,
    /// The one way out, where that is a comparison at the head.
    guard: Option<Guard>,
}

pub(crate) type KnownLoops = HashMap<(MethodId, u32), Rc<LoopFacts>>;

/// Whether the execution goes on for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returns {
    /// For all inputs of the path.
    Always,
    /// Not, or only for some of them, which have been reported.
    NotAlways,
}

impl Machine {
    /// At the head of a loop, for the `round`-th time: whether it is where it was at one of the visits.
    pub(crate) fn lasso(
        &mut self,
        st: &mut State,
        head: u32,
        round: u32,
        visits: &[Rc<Visit>],
    ) -> R<Returns> {
        let facts = self.loop_facts(st, head);
        for visit in visits {
            let read = |slot: usize| facts.read.get(slot).copied().unwrap_or(false);
            let Some(conditions) = self.same_state(st, visit, &read) else {
                continue;
            };
            let lines = facts.lines;
            if self.comes_back(
                st,
                &conditions,
                round,
                ViolationKind::Diverges { lines, back: true },
            )? {
                return Ok(Returns::Always);
            }
        }
        Ok(Returns::NotAlways)
    }

    /// The first time at the head of a loop: for which inputs its condition never becomes false.
    pub(crate) fn ask_for_ever(&mut self, st: &mut State, head: u32) -> R<()> {
        let facts = self.loop_facts(st, head);
        let Some(guard) = &facts.guard else {
            return Ok(());
        };
        let Some(for_ever) = guard.never_false(self, st) else {
            return Ok(());
        };
        let lines = facts.lines;
        let kind = ViolationKind::Diverges { lines, back: false };
        self.comes_back(st, &[for_ever], 1, kind).map(|_| ())
    }

    /// A method has been entered: whether it runs already, with the same arguments in the same heap.
    pub(crate) fn recursion(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        if !self.watches_for_ends(st) {
            return Ok(());
        }
        let below = st.frames.len() - 1;
        let outer = st.frames[..below].iter().rev();
        let outer = outer.filter(|frame| frame.method.id == method.id);
        let visits: Vec<Rc<Visit>> = outer.filter_map(|frame| frame.entry.clone()).collect();
        let depth = visits.len() as u32 + 1;
        for visit in visits.iter().take(2) {
            let Some(conditions) = self.same_state(st, visit, &|_| true) else {
                continue;
            };
            let kind = ViolationKind::Diverges {
                lines: None,
                back: true,
            };
            if self.comes_back(st, &conditions, depth, kind)? {
                return Err(endless(st));
            }
        }
        let visit = Visit::now(st);
        st.top_mut().entry = Some(Rc::new(visit));
        Ok(())
    }

    /// Only executions that rest on nothing but the input and the code can be shown never to end.
    pub(crate) fn watches_for_ends(&self, st: &State) -> bool {
        st.in_body()
            && !self.guards()
            && !self.options.merging
            && !self.options.closing
            && st.jml.cut_loop.is_none()
            && st.jml.answers.is_empty()
            && !st.jml.met_nondet
            && st.assumptions.is_empty()
            && st.uncertain.is_none()
    }

    /// Reports the inputs of the path for which all of the conditions hold; true if these are all of them.
    fn comes_back(
        &mut self,
        st: &mut State,
        conditions: &[Term],
        round: u32,
        kind: ViolationKind,
    ) -> R<bool> {
        let same = self.terms.and(conditions);
        match self.terms.as_bool(same) {
            Some(false) => return Ok(false),
            // Who walks along a list says nothing of rings and has mostly none: that stays a question.
            Some(true) if self.has_a_ring(st) => return self.cut_path(st, Bound::Loop),
            Some(true) => {
                self.report_endless(st, kind);
                return Ok(true);
            }
            None => {}
        }
        if round > ASKED
            || self.has_a_ring(st)
            || self.feasible_in_passing(st, same)? != Feasible::Yes
        {
            return Ok(false);
        }
        let mut endless = st.clone();
        self.assume(&mut endless, same)?;
        self.report_endless(&endless, kind);
        Ok(false)
    }

    /// Whether objects of the input are known to lead to each other in a ring.
    fn has_a_ring(&self, st: &State) -> bool {
        let mut links: HashMap<ObjectId, Vec<ObjectId>> = HashMap::new();
        for &id in st.inputs.iter() {
            let Body::Fields(fields) = &st.object(id).body else {
                continue;
            };
            for value in fields.init.iter().flatten() {
                if let Value::Ref(to) = value
                    && let Ref::Object(to) = st.deref(*to)
                {
                    links.entry(id).or_default().push(to);
                }
            }
        }
        // What no chain leads out of any more is on no ring.
        let mut left = links.len() + 1;
        while links.len() < left {
            left = links.len();
            let from: Vec<ObjectId> = links.keys().copied().collect();
            links.retain(|_, to| to.iter().any(|to| from.contains(to)));
        }
        !links.is_empty()
    }

    fn report_endless(&mut self, st: &State, kind: ViolationKind) {
        if !st.jml.may_diverge {
            self.report(st, kind, None, None);
        }
    }

    /// What has to be equal for the rest of the execution to be as it was from that visit on; `None`: it cannot be.
    fn same_state(
        &mut self,
        st: &State,
        before: &Visit,
        reads: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<Term>> {
        let frame = st.top();
        if before.heard != Heard::of(st)
            || before.locals.len() != frame.locals.len()
            || before.stack.len() != frame.stack.len()
        {
            return None;
        }
        let mut conditions = Vec::new();
        let locals = before.locals.iter().zip(&frame.locals).enumerate();
        let locals = locals
            .filter(|(slot, _)| reads(*slot))
            .map(|(_, pair)| pair);
        for (a, b) in locals.chain(before.stack.iter().zip(&frame.stack)) {
            self.same_value(st, *a, *b, &mut conditions)?;
        }
        // What the round made is reached from nothing that was there before, if all that was holds what it held.
        for at in 0..before.objects.len() {
            let (a, b) = (&before.objects[at], &st.objects[at]);
            if !Rc::ptr_eq(a, b) {
                self.same_object(st, a, b, &mut conditions)?;
            }
        }
        for at in 0..st.classes.len() {
            let b = &st.classes[at];
            let Some(a) = before.classes.get(at) else {
                // A class that was looked at for the first time has told nothing before.
                if b.slots.iter().any(|slot| slot.now.is_some()) {
                    return None;
                }
                continue;
            };
            if a.status != b.status {
                return None;
            }
            if Rc::ptr_eq(&a.slots, &b.slots) {
                continue;
            }
            for slot in 0..b.slots.len() {
                let held = |class: &ClassState| {
                    let slot = class.slots.get(slot).copied().unwrap_or_default();
                    slot.now.or(slot.init)
                };
                self.same_slot(st, held(a), held(b), &mut conditions)?;
            }
        }
        Some(conditions)
    }

    fn same_object(
        &mut self,
        st: &State,
        a: &Object,
        b: &Object,
        same: &mut Vec<Term>,
    ) -> Option<()> {
        match (&a.native, &b.native) {
            (Native::None, Native::None) => {}
            (Native::Class(x), Native::Class(y)) if x == y => {}
            (Native::Thrown(x), Native::Thrown(y)) if Rc::ptr_eq(x, y) => {}
            (Native::Data(x), Native::Data(y)) if Rc::ptr_eq(x, y) => {}
            _ => return None,
        }
        match (&a.body, &b.body) {
            (Body::Fields(x), Body::Fields(y)) => self.same_fields(st, x, y, same),
            (Body::Array(x), Body::Array(y)) => self.same_array(st, x, y, same),
            _ => None,
        }
    }

    fn same_fields(
        &mut self,
        st: &State,
        a: &Fields,
        b: &Fields,
        same: &mut Vec<Term>,
    ) -> Option<()> {
        if a.forgotten != b.forgotten {
            return None;
        }
        let slots = [a, b].map(|f| f.init.len().max(f.base.len()).max(f.now.len()));
        for slot in 0..slots[0].max(slots[1]) {
            self.same_slot(st, a.current(slot), b.current(slot), same)?;
        }
        Some(())
    }

    fn same_array(&mut self, st: &State, a: &Array, b: &Array, same: &mut Vec<Term>) -> Option<()> {
        if a.forgotten.len() != b.forgotten.len() || a.length != b.length {
            return None;
        }
        match (&a.cells, &b.cells) {
            (Cells::Dense(x), Cells::Dense(y)) if x.len() == y.len() => {
                for (x, y) in x.iter().zip(y) {
                    self.same_value(st, *x, *y, same)?;
                }
                Some(())
            }
            (Cells::Seen(x), Cells::Seen(y)) if x.len() == y.len() => {
                for (x, y) in x.iter().zip(y) {
                    if x.index != y.index {
                        return None;
                    }
                    let held = [x, y].map(|cell| cell.now.or(cell.base).or(cell.init));
                    self.same_slot(st, held[0], held[1], same)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn same_slot(
        &mut self,
        st: &State,
        a: Option<Value>,
        b: Option<Value>,
        same: &mut Vec<Term>,
    ) -> Option<()> {
        match (a, b) {
            (None, None) => Some(()),
            (Some(a), Some(b)) => self.same_value(st, a, b, same),
            _ => None,
        }
    }

    fn same_value(&mut self, st: &State, a: Value, b: Value, same: &mut Vec<Term>) -> Option<()> {
        match (a, b) {
            _ if a == b => {}
            (Value::Ref(a), Value::Ref(b)) if st.deref(a) == st.deref(b) => {}
            (Value::Int(a), Value::Int(b)) | (Value::Long(a), Value::Long(b)) => {
                let equal = self.terms.eq(a, b);
                if self.terms.as_bool(equal) == Some(false) {
                    return None;
                }
                same.push(equal);
            }
            _ => return None,
        }
        Some(())
    }

    fn loop_facts(&mut self, st: &State, head: u32) -> Rc<LoopFacts> {
        let frame = st.top();
        let (method, code) = (frame.method.id, frame.code.clone());
        let known = self.known_loops.entry((method, head));
        known
            .or_insert_with(|| Rc::new(LoopFacts::of(&code, head)))
            .clone()
    }
}

impl LoopFacts {
    fn of(code: &Code, head: u32) -> LoopFacts {
        let body = loop_body(code, head);
        let lines = body.iter().filter_map(|at| code.line(*at as u32));
        let lines = lines.fold(None, |range: Option<(u16, u16)>, line| {
            let (first, last) = range.unwrap_or((line, line));
            Some((first.min(line), last.max(line)))
        });
        let mut read = read_first(code, &body, head as usize);
        for (slot, read) in read.iter_mut().enumerate() {
            *read = *read && !only_counts(code, &body, slot);
        }
        let guard = Guard::of(code, &body, head as usize);
        LoopFacts { read, lines, guard }
    }
}

/// How a path ends that has been seen to go on for ever.
pub(crate) fn endless(st: &State) -> Stop {
    Stop::Ended(if st.jml.may_diverge {
        Outcome::Endless
    } else {
        Outcome::Dropped
    })
}

/// The variables that are read before they are written on some way through the loop, from its head on. Ways out of it count for nothing:
/// what is asked is whether it is ever left.
fn read_first(code: &Code, body: &[usize], head: usize) -> Vec<bool> {
    let slots = usize::from(code.max_locals);
    let index: HashMap<usize, usize> = body.iter().enumerate().map(|(i, at)| (*at, i)).collect();
    let mut live = vec![vec![false; slots]; body.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (i, &at) in body.iter().enumerate().rev() {
            let insn = &code.insns[at];
            let mut next = vec![false; slots];
            let mut flows = |to: usize| {
                if let Some(successor) = index.get(&to) {
                    for (slot, live) in live[*successor].iter().enumerate() {
                        next[slot] |= live;
                    }
                }
            };
            insn.for_each_target(|target| flows(target as usize));
            if !insn.ends_block() {
                flows(at + 1);
            }
            let mut caught = vec![false; slots];
            for handler in code.handlers_at(at as u32) {
                if let Some(successor) = index.get(&(handler.target as usize)) {
                    for (slot, live) in live[*successor].iter().enumerate() {
                        caught[slot] |= live;
                    }
                }
            }
            match insn {
                Insn::Store(_, slot) => next[usize::from(*slot)] = false,
                Insn::Load(_, slot) | Insn::Ret(slot) => next[usize::from(*slot)] = true,
                _ => {}
            }
            for (slot, caught) in caught.into_iter().enumerate() {
                next[slot] |= caught;
            }
            if next != live[i] {
                live[i] = next;
                changed = true;
            }
        }
    }
    match index.get(&head) {
        Some(head) => live.swap_remove(*head),
        None => vec![true; slots],
    }
}
