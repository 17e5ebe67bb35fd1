//! Joining two states with equal control: the path condition says which of the two it was, values become conditional and references
//! choices. What only one of them has met of the input the other gets first, as unknown as it is there.

use crate::jml::Mark;
use crate::machine::Machine;
use crate::merge::flow::Flow;
use crate::persistent::SharedVec;
use crate::state::{Frame, State, Symbol, Then};
use crate::value::{ObjectId, Ref, SymbolId, Value};
use proviso_solver::Answer;
use proviso_terms::{Sort, Term};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

/// A reference with more targets than this is not made by joining.
const MOST_TARGETS: usize = 80;

/// Milliseconds to find out that two paths exclude each other.
const QUICK_QUESTION: u32 = 40;

/// Joins values: `first` says that it was the first state.
pub(super) struct Joiner<'m> {
    pub(super) machine: &'m mut Machine,
    pub(super) first: Term,
}

impl Machine {
    /// Whether both are at the same place, in the same round of each loop, called from the same places for the same reasons.
    pub(crate) fn same_control(&mut self, a: &State, b: &State) -> bool {
        a.frames.len() == b.frames.len()
            && a.unwinding == b.unwinding
            && a.epoch == b.epoch
            && a.frames
                .iter()
                .rev()
                .zip(b.frames.iter().rev())
                .all(|(x, y)| Rc::ptr_eq(x, y) || self.same_frame(x, y))
    }

    fn same_frame(&mut self, x: &Frame, y: &Frame) -> bool {
        x.at == y.at
            && x.method.id == y.method.id
            && x.stack.len() == y.stack.len()
            && x.locals.len() == y.locals.len()
            && (x.past, x.pre, x.aside, x.pure_stub, x.call_checked)
                == (y.past, y.pre, y.aside, y.pure_stub, y.call_checked)
            && same_then(&x.then, &y.then)
            && self.rounds(x) == self.rounds(y)
    }

    /// One state for both, or none where they differ in more than a condition can say.
    pub(crate) fn join(&mut self, a: &State, b: &State) -> Option<State> {
        if !same_surroundings(a, b) || !self.same_symbols(a, b) {
            return None;
        }
        let (mut a, mut b) = (a.clone(), b.clone());
        self.even_out(&mut a, &mut b)?;
        let (first, selected) = self.which_of(&a, &b);
        let joined = a.path.join(&mut self.terms, &b.path, first, selected);
        let flows: Vec<Rc<Flow>> = a
            .frames
            .iter()
            .map(|frame| self.flow(&frame.method, &frame.code))
            .collect();
        let mut joiner = Joiner {
            machine: self,
            first,
        };
        let frames = joiner.frames(&a, &b, &flows)?;
        let classes = joiner.classes(&a, &b, &a.classes, &b.classes)?;
        let objects = joiner.objects(&a, &b)?;
        let marks = joiner.marks(&a, &b)?;
        // A decision that both ways of which are here again has been taken back.
        let absorbed = u32::from(joined.absorbed);
        let mut state = State {
            frames,
            path: joined.path,
            objects,
            inputs: inputs(&a, &b),
            symbols: symbols(&a, &b),
            strings: literals(&a, &b)?,
            classes,
            fresh: a.fresh.max(b.fresh),
            fresh_before: a.fresh_before.max(b.fresh_before),
            materialised: a.materialised.max(b.materialised),
            decisions: a.decisions.max(b.decisions).saturating_sub(absorbed),
            // The heap is neither of the two.
            writes: a.writes.max(b.writes) + 1,
            steps: a.steps.max(b.steps),
            merged: true,
            joined: true,
            uncertain: a.uncertain.clone().or_else(|| b.uncertain.clone()),
            ..a.clone()
        };
        state.jml.marks = marks;
        for what in b.assumptions.iter() {
            state.note_assumption(what);
        }
        for what in b.restrictions.iter() {
            state.note_restriction(what);
        }
        state.jml.gave_clause_up |= b.jml.gave_clause_up;
        state.jml.met_nondet |= b.jml.met_nondet;
        Some(state)
    }

    /// A condition that says which of two states it was: one that the paths differ in, all that the first does not share with the second, or,
    /// where they do not exclude each other, a symbol of its own.
    fn which_of(&mut self, a: &State, b: &State) -> (Term, bool) {
        if let Some(condition) = a.path.told_apart(&mut self.terms, &b.path) {
            return (condition, false);
        }
        let (mine, theirs) = (a.path.only(&b.path), b.path.only(&a.path));
        let (mine, theirs) = (self.terms.and(&mine), self.terms.and(&theirs));
        let limit = std::mem::replace(&mut self.options.solver_ms, QUICK_QUESTION);
        self.set_query_time(Duration::from_millis(QUICK_QUESTION.into()));
        let both = self.solver.check(&mut self.terms, &a.path, theirs);
        self.options.solver_ms = limit;
        self.set_query_time(Duration::from_millis(limit.into()));
        if let Answer::Unsat = both {
            return (mine, false);
        }
        let name = format!("first{}@", self.merging.next_selector());
        (self.terms.symbol(&name, Sort::Bool), true)
    }

    fn same_symbols(&self, a: &State, b: &State) -> bool {
        let pairs = a.symbols.iter().zip(b.symbols.iter()).enumerate();
        pairs
            .filter(|(i, _)| {
                let id = SymbolId(*i as u32);
                a.has_symbol(id) && b.has_symbol(id)
            })
            .all(|(_, (x, y))| same_symbol(x, y))
    }
}

fn same_then(a: &Then, b: &Then) -> bool {
    match (a, b) {
        (Then::Return, Then::Return) | (Then::End, Then::End) => true,
        (Then::ClassInit(a), Then::ClassInit(b)) => a == b,
        (Then::Throw(a), Then::Throw(b)) => a == b,
        (Then::CheckedCall(a), Then::CheckedCall(b)) => a == b,
        (Then::Native(a), Then::Native(b)) => {
            std::ptr::fn_addr_eq(a.run, b.run)
                && a.data == b.data
                && a.caught.is_some() == b.caught.is_some()
                && a.caught
                    .zip(b.caught)
                    .is_none_or(|(a, b)| std::ptr::fn_addr_eq(a, b))
        }
        _ => false,
    }
}

/// What is not joined must be the same.
fn same_surroundings(a: &State, b: &State) -> bool {
    let (x, y) = (&a.jml, &b.jml);
    x.marks.len() == y.marks.len()
        && (x.forgot_all, x.passing_over, x.method) == (y.forgot_all, y.passing_over, y.method)
        && (&x.too_deep, &x.cut_loop) == (&y.too_deep, &y.cut_loop)
        && (Rc::ptr_eq(&x.frames, &y.frames) || x.frames == y.frames)
        && Rc::ptr_eq(&x.answers, &y.answers)
        && !x.is_collecting()
        && !y.is_collecting()
        && !a.impossible
        && !b.impossible
        && Rc::ptr_eq(&a.made_up, &b.made_up)
        && (Rc::ptr_eq(&a.strings, &b.strings) || literals(a, b).is_some())
        && (Rc::ptr_eq(&a.variables, &b.variables) || a.variables == b.variables)
        && a.result == b.result
        && a.natives.is_same(&b.natives)
}

fn same_symbol(a: &Symbol, b: &Symbol) -> bool {
    a.binding == b.binding
        && a.budget == b.budget
        && a.rank == b.rank
        && a.forgotten == b.forgotten
        && (Rc::ptr_eq(&a.types, &b.types) || a.types == b.types)
        && (Rc::ptr_eq(&a.distinct, &b.distinct) || a.distinct == b.distinct)
        && a.place == b.place
}

fn symbols(a: &State, b: &State) -> SharedVec<Symbol> {
    let (longer, other) = if a.symbols.len() >= b.symbols.len() {
        (a, b)
    } else {
        (b, a)
    };
    let mut all = longer.clone();
    for id in (0..other.symbols.len() as u32).map(SymbolId) {
        if other.has_symbol(id) && !longer.has_symbol(id) {
            all.put_symbol(id, other.symbol(id).clone());
        }
    }
    all.symbols
}

/// The literals of both; none where one text is two objects.
fn literals(a: &State, b: &State) -> Option<Rc<HashMap<Rc<str>, ObjectId>>> {
    if Rc::ptr_eq(&a.strings, &b.strings) {
        return Some(a.strings.clone());
    }
    let mut all = (*a.strings).clone();
    for (text, id) in b.strings.iter() {
        if *all.entry(text.clone()).or_insert(*id) != *id {
            return None;
        }
    }
    Some(Rc::new(all))
}

fn inputs(a: &State, b: &State) -> Rc<Vec<ObjectId>> {
    if Rc::ptr_eq(&a.inputs, &b.inputs) || a.inputs == b.inputs {
        return a.inputs.clone();
    }
    let mut all = (*a.inputs).clone();
    all.extend(b.inputs.iter().filter(|id| !a.inputs.contains(id)));
    Rc::new(all)
}

impl Joiner<'_> {
    fn frames(&mut self, a: &State, b: &State, flows: &[Rc<Flow>]) -> Option<Vec<Rc<Frame>>> {
        let mut frames = Vec::with_capacity(a.frames.len());
        for ((x, y), flow) in a.frames.iter().zip(&b.frames).zip(flows) {
            if Rc::ptr_eq(x, y) {
                frames.push(x.clone());
                continue;
            }
            let mut frame = (**x).clone();
            for (i, value) in frame.stack.iter_mut().enumerate() {
                // What an expression has just come to decides mostly where to go: two answers stay two states.
                if self.both_known(*value, y.stack[i]) && *value != y.stack[i] {
                    return None;
                }
                *value = self.value(a, b, *value, y.stack[i])?;
            }
            for (slot, value) in frame.locals.iter_mut().enumerate() {
                *value = if flow.is_live(x.at, slot) {
                    // What a driver or a clause has found out so far decides what it does next.
                    let decides = x.method.is_spec() && self.both_known(*value, y.locals[slot]);
                    if decides && *value != y.locals[slot] {
                        return None;
                    }
                    self.value(a, b, *value, y.locals[slot])?
                } else if *value == y.locals[slot] {
                    *value
                } else {
                    // The second half of a wide value is never read by itself.
                    Value::Unset
                };
            }
            for other in &y.loops {
                match frame.loops.iter_mut().find(|l| l.head == other.head) {
                    Some(own) => {
                        own.count = own.count.max(other.count);
                        own.iterations = own.iterations.max(other.iterations);
                        own.materialised = own.materialised.max(other.materialised);
                        own.decisions = own.decisions.max(other.decisions);
                        own.snapshot = None;
                        (own.kept, own.last) = (None, None);
                    }
                    None => frame.loops.push(other.clone()),
                }
            }
            frames.push(Rc::new(frame));
        }
        Some(frames)
    }

    pub(super) fn value(&mut self, a: &State, b: &State, x: Value, y: Value) -> Option<Value> {
        match (x, y) {
            (Value::Ref(x), Value::Ref(y)) => self.reference(a, b, x, y).map(Value::Ref),
            _ if x == y => Some(x),
            (Value::Int(_), Value::Int(_))
            | (Value::Long(_), Value::Long(_))
            | (Value::Float(_), Value::Float(_))
            | (Value::Double(_), Value::Double(_)) => Some(self.machine.either(self.first, x, y)),
            _ => None,
        }
    }

    fn both_known(&self, x: Value, y: Value) -> bool {
        let known = |value: Value| value.term().is_some_and(|t| self.machine.terms.is_const(t));
        known(x) && known(y)
    }

    fn reference(&mut self, a: &State, b: &State, x: Ref, y: Ref) -> Option<Ref> {
        let (x, y) = (a.deref(x), b.deref(y));
        if x == y {
            return Some(x);
        }
        if !self.machine.guards() {
            return None;
        }
        let (left, right) = (self.machine.targets(a, x), self.machine.targets(b, y));
        if left.len() + right.len() > MOST_TARGETS {
            return None;
        }
        Some(self.machine.choose_among(self.first, &left, &right))
    }

    fn marks(&mut self, a: &State, b: &State) -> Option<Vec<Option<Rc<Mark>>>> {
        let mut marks = Vec::with_capacity(a.jml.marks.len());
        for pair in a.jml.marks.iter().zip(&b.jml.marks) {
            marks.push(match pair {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => Some(x.clone()),
                (Some(x), Some(y)) => Some(Rc::new(self.mark(a, b, x, y)?)),
                (None, None) => None,
                _ => return None,
            });
        }
        Some(marks)
    }
}
