//! Joining the heaps of two states.

use crate::heap::ids::Key;
use crate::heap::object::{Array, Body, Cell, Cells, Fields, Native, Object, Origin};
use crate::jml::Mark;
use crate::machine::Machine;
use crate::merge::join::Joiner;
use crate::persistent::SharedVec;
use crate::state::{Binding, ClassState, InitStatus, Place, State, StaticSlot};
use crate::value::{ObjectId, SymbolId, Value};
use std::rc::Rc;

type Slot = (Option<Value>, Option<Value>);

impl Machine {
    /// Objects and fields of the input that only one state has met are met by the other too. Nothing is decided by that.
    pub(super) fn even_out(&mut self, a: &mut State, b: &mut State) -> Option<()> {
        self.null_what_is_not_there(a, b);
        self.null_what_is_not_there(b, a);
        let count = a.objects.len().max(b.objects.len());
        for id in (0..count as u32).map(ObjectId) {
            let same = match (a.objects.get(id.0 as usize), b.objects.get(id.0 as usize)) {
                (Some(x), Some(y)) => Rc::ptr_eq(x, y),
                _ => false,
            };
            if same {
                continue;
            }
            match (a.has_object(id), b.has_object(id)) {
                (true, true) => {
                    self.learn_fields_of(a, b, id)?;
                    self.learn_fields_of(b, a, id)?;
                }
                (true, false) => self.meet_object_of(a, b, id)?,
                (false, true) => self.meet_object_of(b, a, id)?,
                (false, false) => {}
            }
        }
        Some(())
    }

    /// Fields of a reference that is null in `to` are nothing: they are said to be null, so that nobody takes them for an object.
    fn null_what_is_not_there(&mut self, from: &State, to: &mut State) {
        for id in (0..from.symbols.len() as u32).map(SymbolId) {
            if !from.has_symbol(id) || to.has_symbol(id) {
                continue;
            }
            let Place::Field { object, .. } = from.symbol(id).place else {
                continue;
            };
            let Origin::Input { symbol, .. } = from.object(object).origin else {
                continue;
            };
            let owner = self.location(symbol);
            let none = self.no_location();
            let null = self.terms.eq(owner, none);
            let there = self.terms.not(null);
            if to.path.refutes(&mut self.terms, there) {
                let location = self.location_symbol(id);
                to.path = to.path.with_free(&mut self.terms, location, none);
            }
        }
    }

    /// An object that `from` has and `to` has not.
    fn meet_object_of(&mut self, from: &State, to: &mut State, id: ObjectId) -> Option<()> {
        let object = from.object(id);
        let Origin::Input { symbol, .. } = object.origin else {
            // Made on one side: nothing on the other refers to it.
            return Some(());
        };
        if self.id_of_input(from, Key::Own(symbol)) != id {
            return None;
        }
        if !to.has_symbol(symbol) {
            to.put_symbol(symbol, from.symbol(symbol).clone());
        }
        if self.is_posed(from, id) {
            if !self.is_plain(to, symbol) {
                return None;
            }
            self.add_own(to, symbol);
            return self.learn_fields_of(from, to, id);
        }
        // An array that can be no other: it is there for both.
        let free = matches!(
            to.symbol(symbol).binding,
            Binding::Unknown | Binding::NonNull
        );
        let plain_array = object.array().is_some_and(|a| a.forgotten.is_empty())
            && matches!(object.native, Native::None);
        if !free || !plain_array || !self.possible_aliases(to, symbol).is_empty() {
            return None;
        }
        let mut unseen = object.clone();
        if let Some(array) = unseen.array_mut() {
            array.cells = Cells::Seen(Vec::new());
        }
        to.put_object(id, unseen);
        Rc::make_mut(&mut to.inputs).push(id);
        Some(())
    }

    /// Fields that `from` knows of an object which both have.
    fn learn_fields_of(&mut self, from: &State, to: &mut State, id: ObjectId) -> Option<()> {
        if !self.is_posed(from, id) || !self.is_posed(to, id) {
            return Some(());
        }
        let Body::Fields(known) = &from.object(id).body else {
            return None;
        };
        for slot in 0..known.init.len() {
            if known.initial(slot).is_some() {
                self.learn_field_blindly(to, id, slot).ok()?;
            }
        }
        Some(())
    }
}

impl Joiner<'_> {
    pub(super) fn classes(
        &mut self,
        a: &State,
        b: &State,
        left: &SharedVec<ClassState>,
        right: &SharedVec<ClassState>,
    ) -> Option<SharedVec<ClassState>> {
        let mut classes = left.clone();
        for i in 0..left.len().max(right.len()) {
            let nothing = ClassState::default();
            let x = left.get(i).unwrap_or(&nothing);
            let y = right.get(i).unwrap_or(&nothing);
            let joined =
                if Rc::ptr_eq(&x.slots, &y.slots) && x.status == y.status && x.mirror == y.mirror {
                    x.clone()
                } else {
                    self.class(a, b, i, x, y)?
                };
            match classes.get_mut(i) {
                Some(class) => *class = joined,
                None => classes.push(joined),
            }
        }
        Some(classes)
    }

    fn class(
        &mut self,
        a: &State,
        b: &State,
        number: usize,
        x: &ClassState,
        y: &ClassState,
    ) -> Option<ClassState> {
        let mirror = match (x.mirror, y.mirror) {
            (x, y) if x == y => x,
            (Some(one), None) | (None, Some(one)) => Some(one),
            _ => return None,
        };
        if x.status != y.status {
            // That a class of the library has been initialised is not seen by anybody.
            let class = self
                .machine
                .classes
                .get(crate::classes::ClassId(number as u32));
            let done = match (x.status, y.status) {
                (InitStatus::Done, InitStatus::NotStarted) => x,
                (InitStatus::NotStarted, InitStatus::Done) => y,
                _ => return None,
            };
            if class.project {
                return None;
            }
            return Some(ClassState {
                mirror,
                ..done.clone()
            });
        }
        let mut slots = Vec::new();
        for i in 0..x.slots.len().max(y.slots.len()) {
            let at = |all: &[StaticSlot]| all.get(i).copied().unwrap_or_default();
            let (x, y) = (at(&x.slots), at(&y.slots));
            let (init, now) = self.written(a, b, (x.init, x.now), (y.init, y.now))?;
            slots.push(StaticSlot { init, now });
        }
        Some(ClassState {
            status: x.status,
            slots: Rc::new(slots),
            mirror,
        })
    }

    /// A place with a value at entry and one that was written since. What one side has not looked at yet is the same unknown for both:
    /// symbols go by place.
    fn written(&mut self, a: &State, b: &State, x: Slot, y: Slot) -> Option<Slot> {
        let init = match (x.0, y.0) {
            (Some(x), Some(y)) => Some(self.value(a, b, x, y)?),
            (None, None) => None,
            (Some(only), None) | (None, Some(only)) => Some(only),
        };
        let now = match (x.1, y.1) {
            (None, None) => None,
            (left, right) => {
                let left = left.or(x.0).or(init)?;
                let right = right.or(y.0).or(init)?;
                Some(self.value(a, b, left, right)?)
            }
        };
        Some((init, now))
    }

    pub(super) fn objects(&mut self, a: &State, b: &State) -> Option<SharedVec<Rc<Object>>> {
        let mut all = if a.objects.len() >= b.objects.len() {
            a.clone()
        } else {
            b.clone()
        };
        for id in (0..all.objects.len() as u32).map(ObjectId) {
            let joined = match (a.has_object(id), b.has_object(id)) {
                (true, true) => {
                    let (x, y) = (&a.objects[id.0 as usize], &b.objects[id.0 as usize]);
                    if Rc::ptr_eq(x, y) {
                        continue;
                    }
                    self.object(a, b, x, y)?
                }
                (true, false) => a.object(id).clone(),
                (false, true) => b.object(id).clone(),
                (false, false) => continue,
            };
            all.put_object(id, joined);
        }
        Some(all.objects)
    }

    /// An earlier state. Of what was not written up to then nothing has to be kept: it is as it was at entry.
    pub(super) fn mark(&mut self, a: &State, b: &State, x: &Mark, y: &Mark) -> Option<Mark> {
        if x.forgot_all != y.forgot_all {
            return None;
        }
        let mut all = State::new();
        for i in 0..x.objects.len().max(y.objects.len()) {
            let there = |objects: &SharedVec<Rc<Object>>| {
                let object = objects.get(i).cloned();
                object.filter(|o| !matches!(o.origin, Origin::Absent))
            };
            let joined = match (there(&x.objects), there(&y.objects)) {
                (Some(x), Some(y)) if Rc::ptr_eq(&x, &y) => (*x).clone(),
                (Some(x), Some(y)) if is_as_at_entry(&x) && is_as_at_entry(&y) => unlooked(&x),
                (Some(x), Some(y)) => self.object(a, b, &x, &y)?,
                (Some(one), None) | (None, Some(one)) => {
                    if one.is_input() && !is_as_at_entry(&one) {
                        return None;
                    }
                    if one.is_input() {
                        unlooked(&one)
                    } else {
                        (*one).clone()
                    }
                }
                (None, None) => continue,
            };
            all.put_object(ObjectId(i as u32), joined);
        }
        Some(Mark {
            objects: all.objects,
            classes: self.classes(a, b, &x.classes, &y.classes)?,
            writes: x.writes.max(y.writes),
            forgot_all: x.forgot_all,
        })
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
            written: self.written_to(x, y),
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

    fn written_to(&mut self, x: &Fields, y: &Fields) -> Option<proviso_terms::Term> {
        if x.written == y.written {
            return x.written;
        }
        let terms = &mut self.machine.terms;
        let never = terms.fls();
        let (x, y) = (x.written.unwrap_or(never), y.written.unwrap_or(never));
        Some(terms.ite(self.first, x, y))
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
            (Cells::Seen(x), Cells::Seen(y)) => Cells::Seen(self.seen(a, b, x, y)?),
            _ => return None,
        };
        Some(Array {
            length: x.length,
            cells,
            forgotten: x.forgotten.clone(),
        })
    }

    /// Cells that only one side has seen are added where their index is a number: then it is none of the others.
    fn seen(&mut self, a: &State, b: &State, x: &[Cell], y: &[Cell]) -> Option<Vec<Cell>> {
        let shared = x.iter().zip(y).take_while(|(x, y)| x.index == y.index);
        let shared = shared.count();
        let rest = || x[shared..].iter().chain(&y[shared..]);
        if rest().next().is_some() {
            let known = |cell: &Cell| self.machine.terms.as_int(cell.index).is_some();
            if !x.iter().chain(y).all(known) {
                return None;
            }
        }
        let mut indices: Vec<_> = x[..shared].iter().map(|cell| cell.index).collect();
        for cell in rest() {
            if !indices.contains(&cell.index) {
                indices.push(cell.index);
            }
        }
        let unseen = |index| Cell {
            index,
            init: None,
            base: None,
            now: None,
        };
        let find = |cells: &[Cell], index| {
            let cell = cells.iter().find(|cell| cell.index == index);
            cell.copied().unwrap_or_else(|| unseen(index))
        };
        let mut cells = Vec::with_capacity(indices.len());
        for index in indices {
            let (x, y) = (find(x, index), find(y, index));
            if x.base != y.base || x.base.is_some() && x.now.is_some() != y.now.is_some() {
                return None;
            }
            // Written without having been read, beside not written: what it held has no name yet.
            let nameless =
                x.now.is_some() != y.now.is_some() && x.init.is_none() && y.init.is_none();
            if nameless {
                return None;
            }
            let (init, now) = self.written(a, b, (x.init, x.now), (y.init, y.now))?;
            cells.push(Cell {
                index,
                init,
                base: x.base,
                now,
            });
        }
        Some(cells)
    }
}

/// Nothing was written to an object of the input.
fn is_as_at_entry(object: &Object) -> bool {
    object.is_input()
        && match &object.body {
            Body::Fields(fields) => {
                fields.forgotten.is_none() && fields.now.iter().all(Option::is_none)
            }
            Body::Array(array) => {
                array.forgotten.is_empty()
                    && matches!(&array.cells, Cells::Seen(cells) if cells.iter().all(|c| c.now.is_none() && c.base.is_none()))
            }
        }
}

/// The object before anybody looked at what it holds.
fn unlooked(object: &Object) -> Object {
    let mut object = object.clone();
    match &mut object.body {
        Body::Fields(fields) => *fields = Fields::default(),
        Body::Array(array) => array.cells = Cells::Seen(Vec::new()),
    }
    object
}
