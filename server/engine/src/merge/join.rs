//! Joining two states with equal control: the path condition says which of the two it was, values become conditional.

use crate::heap::object::{Array, Body, Cell, Cells, Fields, Native, Object, Origin};
use crate::machine::Machine;
use crate::merge::flow::Flow;
use crate::persistent::SharedVec;
use crate::state::{ClassState, Frame, State, StaticSlot, Symbol, Then};
use crate::value::{Ref, Value};
use proviso_terms::{Sort, Term};
use std::rc::Rc;

/// Whether both are at the same place, called from the same places for the same reasons.
pub(crate) fn same_control(a: &State, b: &State) -> bool {
    a.frames.len() == b.frames.len()
        && a.unwinding == b.unwinding
        && a.epoch == b.epoch
        && a.frames
            .iter()
            .rev()
            .zip(b.frames.iter().rev())
            .all(|(x, y)| {
                Rc::ptr_eq(x, y)
                    || x.at == y.at
                        && x.method.id == y.method.id
                        && x.stack.len() == y.stack.len()
                        && x.locals.len() == y.locals.len()
                        && (x.past, x.pre, x.aside, x.pure_stub, x.call_checked)
                            == (y.past, y.pre, y.aside, y.pure_stub, y.call_checked)
                        && same_then(&x.then, &y.then)
            })
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

/// Joins values: `true` says that it was the first state.
struct Joiner<'m> {
    machine: &'m mut Machine,
    first: Term,
    /// Objects and symbols that only one of the states has made: nothing that stays may refer to them.
    objects: u32,
    symbols: u32,
}

impl Machine {
    /// One state for both, or none where they differ in more than numbers.
    pub(crate) fn join(&mut self, a: &State, b: &State) -> Option<State> {
        if !same_surroundings(a, b) {
            return None;
        }
        let name = format!("first#{}", a.fresh.max(b.fresh));
        let selector = self.terms.symbol(&name, Sort::Bool);
        let joined = a.path.join(&mut self.terms, &b.path, selector);
        let flows: Vec<Rc<Flow>> = a
            .frames
            .iter()
            .map(|frame| self.flow(&frame.method, &frame.code))
            .collect();
        let mut joiner = Joiner {
            machine: self,
            first: joined.first,
            objects: a.objects.len().min(b.objects.len()) as u32,
            symbols: a.symbols.len().min(b.symbols.len()) as u32,
        };
        let frames = joiner.frames(a, b, &flows)?;
        let classes = joiner.classes(a, b)?;
        let objects = joiner.objects(a, b)?;
        let longer = if a.symbols.len() >= b.symbols.len() {
            a
        } else {
            b
        };
        // A decision that both ways of which are here again has been taken back.
        let absorbed = u32::from(joined.absorbed);
        let mut state = State {
            frames,
            path: joined.path,
            objects,
            symbols: longer.symbols.clone(),
            classes,
            fresh: a.fresh.max(b.fresh) + u32::from(joined.selected),
            materialised: a.materialised.max(b.materialised),
            decisions: a.decisions.max(b.decisions).saturating_sub(absorbed),
            // The heap is neither of the two.
            writes: a.writes.max(b.writes) + 1,
            steps: a.steps.max(b.steps),
            merged: true,
            uncertain: a.uncertain.clone().or_else(|| b.uncertain.clone()),
            ..a.clone()
        };
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
}

/// What is not joined must be the same.
fn same_surroundings(a: &State, b: &State) -> bool {
    let (x, y) = (&a.jml, &b.jml);
    let marks = x.marks.len() == y.marks.len()
        && x.marks.iter().zip(&y.marks).all(|pair| match pair {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        });
    marks
        && (x.forgot_all, x.passing_over, x.method) == (y.forgot_all, y.passing_over, y.method)
        && (&x.too_deep, &x.cut_loop) == (&y.too_deep, &y.cut_loop)
        && Rc::ptr_eq(&x.frames, &y.frames)
        && Rc::ptr_eq(&x.answers, &y.answers)
        && !x.is_collecting()
        && !y.is_collecting()
        && !a.impossible
        && !b.impossible
        && Rc::ptr_eq(&a.made_up, &b.made_up)
        && (Rc::ptr_eq(&a.inputs, &b.inputs) || a.inputs == b.inputs)
        && (Rc::ptr_eq(&a.strings, &b.strings) || a.strings == b.strings)
        && (Rc::ptr_eq(&a.variables, &b.variables) || a.variables == b.variables)
        && a.result == b.result
        && a.natives.is_same(&b.natives)
        && a.symbols
            .iter()
            .zip(b.symbols.iter())
            .all(|(x, y)| same_symbol(x, y))
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
                *value = self.value(a, b, *value, y.stack[i])?;
            }
            for (slot, value) in frame.locals.iter_mut().enumerate() {
                *value = match self.value(a, b, *value, y.locals[slot]) {
                    Some(value) => value,
                    // The second half of a wide value is never read by itself.
                    None if !flow.is_live(x.at, slot) => Value::Unset,
                    None => return None,
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
                    }
                    None => frame.loops.push(other.clone()),
                }
            }
            frames.push(Rc::new(frame));
        }
        Some(frames)
    }

    fn value(&mut self, a: &State, b: &State, x: Value, y: Value) -> Option<Value> {
        match (x, y) {
            (Value::Ref(x), Value::Ref(y)) => {
                let (x, y) = (a.deref(x), b.deref(y));
                let stays = match x {
                    Ref::Null => true,
                    Ref::Object(o) => o.0 < self.objects,
                    Ref::Symbol(s) => s.0 < self.symbols,
                };
                (x == y && stays).then_some(Value::Ref(x))
            }
            _ if x == y => Some(x),
            (Value::Int(_), Value::Int(_))
            | (Value::Long(_), Value::Long(_))
            | (Value::Float(_), Value::Float(_))
            | (Value::Double(_), Value::Double(_)) => Some(self.machine.either(self.first, x, y)),
            _ => None,
        }
    }

    fn classes(&mut self, a: &State, b: &State) -> Option<SharedVec<ClassState>> {
        let mut classes = a.classes.clone();
        for i in 0..a.classes.len().max(b.classes.len()) {
            let (x, y) = (a.classes.get(i), b.classes.get(i));
            let (Some(x), Some(y)) = (x, y) else {
                // One of them has looked at a class and done nothing with it.
                let only = x.or(y)?;
                if only.status != Default::default()
                    || !only.slots.is_empty()
                    || only.mirror.is_some()
                {
                    return None;
                }
                if classes.len() <= i {
                    classes.push(only.clone());
                }
                continue;
            };
            if x.status != y.status || x.mirror != y.mirror {
                return None;
            }
            if Rc::ptr_eq(&x.slots, &y.slots) {
                continue;
            }
            let slots = self.statics(a, b, &x.slots, &y.slots)?;
            classes.get_mut(i)?.slots = Rc::new(slots);
        }
        Some(classes)
    }

    fn statics(
        &mut self,
        a: &State,
        b: &State,
        x: &[StaticSlot],
        y: &[StaticSlot],
    ) -> Option<Vec<StaticSlot>> {
        let mut slots = Vec::new();
        for i in 0..x.len().max(y.len()) {
            let at = |all: &[StaticSlot]| all.get(i).copied().unwrap_or_default();
            let (init, now) =
                self.written(a, b, (at(x).init, at(x).now), (at(y).init, at(y).now))?;
            slots.push(StaticSlot { init, now });
        }
        Some(slots)
    }

    /// A place with a value at entry and one that was written since. A number that one side has not looked at yet is the same
    /// unknown for both; a reference is not, because its symbol would mean something else on the other side.
    fn written(
        &mut self,
        a: &State,
        b: &State,
        x: (Option<Value>, Option<Value>),
        y: (Option<Value>, Option<Value>),
    ) -> Option<(Option<Value>, Option<Value>)> {
        let init = match (x.0, y.0) {
            (Some(x), Some(y)) => Some(self.value(a, b, x, y)?),
            (None, None) => None,
            (Some(only), None) | (None, Some(only)) => {
                only.term()?;
                Some(only)
            }
        };
        let now = match (x.1, y.1) {
            (None, None) => None,
            (x, y) => Some(self.value(a, b, x.or(init)?, y.or(init)?)?),
        };
        Some((init, now))
    }

    fn objects(&mut self, a: &State, b: &State) -> Option<SharedVec<Rc<Object>>> {
        let longer = if a.objects.len() >= b.objects.len() {
            a
        } else {
            b
        };
        let mut objects = longer.objects.clone();
        for i in 0..self.objects as usize {
            let (x, y) = (&a.objects[i], &b.objects[i]);
            if Rc::ptr_eq(x, y) {
                continue;
            }
            let joined = self.object(a, b, x, y)?;
            *objects.get_mut(i)? = Rc::new(joined);
        }
        Some(objects)
    }

    fn object(&mut self, a: &State, b: &State, x: &Object, y: &Object) -> Option<Object> {
        let same_origin = match (&x.origin, &y.origin) {
            (
                Origin::Input { budget, symbol },
                Origin::Input {
                    budget: other,
                    symbol: same,
                },
            ) => budget == other && symbol == same,
            (Origin::Allocated { epoch }, Origin::Allocated { epoch: other }) => epoch == other,
            _ => false,
        };
        if !same_origin || x.types != y.types || x.rank != y.rank {
            return None;
        }
        let native = match (&x.native, &y.native) {
            (Native::None, Native::None) => Native::None,
            (Native::Class(x), Native::Class(y)) if x == y => Native::Class(*x),
            (Native::Big(x), Native::Big(y)) if x == y => Native::Big(*x),
            (Native::Big(x), Native::Big(y)) => {
                let terms = &mut self.machine.terms;
                let wide = terms.width(*x).max(terms.width(*y));
                let (x, y) = (terms.sext(*x, wide), terms.sext(*y, wide));
                Native::Big(terms.ite(self.first, x, y))
            }
            (Native::Thrown(x), Native::Thrown(y)) if Rc::ptr_eq(x, y) || x == y => {
                Native::Thrown(x.clone())
            }
            (Native::Data(x), Native::Data(y)) if Rc::ptr_eq(x, y) => Native::Data(x.clone()),
            _ => return None,
        };
        let body = match (&x.body, &y.body) {
            (Body::Fields(x), Body::Fields(y)) => Body::Fields(self.fields(a, b, x, y)?),
            (Body::Array(x), Body::Array(y)) => Body::Array(self.array(a, b, x, y)?),
            _ => return None,
        };
        Some(Object {
            types: x.types.clone(),
            origin: x.origin.clone(),
            body,
            native,
            rank: x.rank,
        })
    }

    fn fields(&mut self, a: &State, b: &State, x: &Fields, y: &Fields) -> Option<Fields> {
        if x.forgotten != y.forgotten || x.base != y.base {
            return None;
        }
        let mut joined = Fields {
            forgotten: x.forgotten,
            base: x.base.clone(),
            ..Fields::default()
        };
        let at = |slots: &[Option<Value>], i: usize| slots.get(i).copied().flatten();
        let lengths = [&x.init, &y.init, &x.now, &y.now].map(|slots| slots.len());
        for slot in 0..lengths.into_iter().max().unwrap_or(0) {
            let (x, y) = (
                (at(&x.init, slot), at(&x.now, slot)),
                (at(&y.init, slot), at(&y.now, slot)),
            );
            // What was forgotten is no longer as it was at entry.
            if joined.forgotten.is_some() && x.1.is_some() != y.1.is_some() {
                return None;
            }
            let (init, now) = self.written(a, b, x, y)?;
            if let Some(init) = init {
                joined.set_init(slot, init);
            }
            if let Some(now) = now {
                joined.set_now(slot, now);
            }
        }
        Some(joined)
    }

    fn array(&mut self, a: &State, b: &State, x: &Array, y: &Array) -> Option<Array> {
        if x.length != y.length || x.forgotten != y.forgotten {
            return None;
        }
        let cells = match (&x.cells, &y.cells) {
            (Cells::Dense(x), Cells::Dense(y)) if x.len() == y.len() => {
                let mut cells = Vec::with_capacity(x.len());
                for (x, y) in x.iter().zip(y) {
                    cells.push(self.value(a, b, *x, *y)?);
                }
                Cells::Dense(cells)
            }
            (Cells::Seen(x), Cells::Seen(y)) if x.len() == y.len() => {
                let mut cells = Vec::with_capacity(x.len());
                for (x, y) in x.iter().zip(y) {
                    if x.index != y.index || x.base != y.base {
                        return None;
                    }
                    if x.base.is_some() && x.now.is_some() != y.now.is_some() {
                        return None;
                    }
                    let (init, now) = self.written(a, b, (x.init, x.now), (y.init, y.now))?;
                    cells.push(Cell {
                        index: x.index,
                        init,
                        base: x.base,
                        now,
                    });
                }
                Cells::Seen(cells)
            }
            _ => return None,
        };
        Some(Array {
            length: x.length,
            cells,
            forgotten: x.forgotten.clone(),
        })
    }
}
