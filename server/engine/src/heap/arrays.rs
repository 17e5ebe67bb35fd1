//! Array cells. Arrays of known length are plain vectors; others are accumulators of the indices seen so far.

use crate::bounds::Bound;
use crate::classes::ClassId;
use crate::heap::object::{Array, Body, Cell, Cells, Forgotten, Origin};
use crate::machine::{Machine, R, Stop, unknown};
use crate::state::{Place, State};
use crate::value::{ObjectId, Value};
use proviso_classfile::FieldType;
use proviso_terms::Term;

/// Reads of longer vectors at an unknown index fork instead of building a chain of choices.
const LONGEST_CHAIN: usize = 64;
/// Elements of an input array of a fixed length up to this need no bound.
const LONGEST_FIXED: i32 = 1024;
/// Arrays up to this length are vectors even if most cells are never touched.
const LONGEST_VECTOR: i32 = 1 << 24;

/// Where an index leads.
enum Where {
    Cell(usize),
    /// Any cell of a vector of primitives.
    Somewhere,
}

impl Machine {
    /// Condition for an index to be inside. Lengths are never negative, so one unsigned comparison does.
    pub fn in_bounds(&mut self, st: &mut State, array: ObjectId, index: Term) -> R<Term> {
        let length = self.array_length(st, array)?;
        Ok(self.terms.ult(index, length))
    }

    pub fn array_length(&mut self, st: &mut State, array: ObjectId) -> R<Term> {
        self.ensure_array(st, array)?;
        match st.object(array).array() {
            Some(a) => Ok(a.length),
            None => Err(Stop::Infeasible),
        }
    }

    /// The element type, as far as the array's class is known.
    pub fn element_type(&self, st: &State, array: ObjectId) -> ClassId {
        let class = st.object(array).types.bound(&self.classes);
        self.classes.element(class).unwrap_or(self.classes.object)
    }

    pub(crate) fn type_of_class(&self, class: ClassId) -> FieldType {
        let c = self.classes.get(class);
        match &c.kind {
            crate::classes::ClassKind::Primitive(p) => FieldType::Primitive(*p),
            crate::classes::ClassKind::Instance => FieldType::Object(c.name.clone()),
            crate::classes::ClassKind::Array(e) => FieldType::array_of(self.type_of_class(*e)),
        }
    }

    fn element_field_type(&self, st: &State, array: ObjectId) -> FieldType {
        self.type_of_class(self.element_type(st, array))
    }

    /// An array of a length that need not be known (but is not negative).
    pub fn allocate_array_of(
        &mut self,
        st: &mut State,
        class: ClassId,
        length: Term,
    ) -> R<ObjectId> {
        let element = self.classes.element(class).unwrap_or(self.classes.object);
        let default = self.type_of_class(element);
        let default = self.default_value(&default);
        match self.terms.as_int(length) {
            Some(n) if n <= LONGEST_VECTOR => {
                Ok(self.allocate_array(st, class, vec![default; n.max(0) as usize]))
            }
            Some(n) => unknown(format!("an array of {n} elements")),
            None => {
                let body = Body::Array(Array {
                    length,
                    cells: Cells::Seen(Vec::new()),
                    forgotten: Vec::new(),
                });
                Ok(self.add_allocated(st, class, body))
            }
        }
    }

    /// The value at an index that is in bounds.
    pub fn read_cell(&mut self, st: &mut State, array: ObjectId, index: Term) -> R<Value> {
        let past = st.frames.last().and_then(|f| f.past);
        let primitive = !self.element_field_type(st, array).is_reference();
        let value = match self.locate(st, array, index, primitive)? {
            Where::Somewhere => self.choice(st, array, index, past),
            Where::Cell(i) => self.cell_value(st, array, i, past)?,
        };
        self.after_read(st, value)
    }

    fn cell_value(
        &mut self,
        st: &mut State,
        array: ObjectId,
        i: usize,
        past: Option<u16>,
    ) -> R<Value> {
        let then = past
            .and_then(|mark| st.jml.mark(mark))
            .and_then(|m| m.objects.get(array.0 as usize));
        let then_array = then.and_then(|o| o.array());
        let then = then_array.map(|a| &a.cells);
        let is_input = st.object(array).is_input();
        let Some(now) = st.object(array).array() else {
            return Err(Stop::Infeasible);
        };
        let known = match (&now.cells, then) {
            (Cells::Dense(_), Some(Cells::Dense(old))) => old.get(i).copied(),
            (Cells::Dense(cells), _) => cells.get(i).copied(),
            (Cells::Seen(cells), Some(Cells::Seen(old))) => match old.get(i) {
                Some(seen) => seen.now.or(seen.base).or(cells[i].init),
                None => match then_array.map_or(0, |a| a.forgotten.len()) {
                    0 => cells[i].init,
                    count if count == now.forgotten.len() => cells[i].base.or(cells[i].init),
                    _ => return unknown("an element between two calls that may have changed it"),
                },
            },
            (Cells::Seen(cells), _) if past.is_some() && is_input => cells[i].init,
            (Cells::Seen(cells), _) => cells[i].now.or(cells[i].base).or(cells[i].init),
        };
        match known {
            Some(value) => Ok(value),
            None => self.materialise_cell(st, array, i),
        }
    }

    fn materialise_cell(&mut self, st: &mut State, array: ObjectId, i: usize) -> R<Value> {
        let ty = self.element_field_type(st, array);
        let Some(Cells::Seen(cells)) = st.object(array).array().map(|a| &a.cells) else {
            return Err(Stop::Infeasible);
        };
        let index = cells[i].index;
        let value = match st.object(array).origin {
            Origin::Input { budget, .. } => {
                let what = format!("o{}[{i}]@", array.0);
                let place = Place::Cell { array, index };
                let non_null = self.runs_from_entry();
                self.fresh_value(st, &what, &ty, place, budget - 1, non_null)?
            }
            Origin::Allocated { .. } | Origin::Absent => self.default_value(&ty),
        };
        if let Some(Cells::Seen(cells)) = st.object_mut(array).array_mut().map(|a| &mut a.cells) {
            cells[i].init = Some(value);
        }
        Ok(value)
    }

    /// Writes at an index that is in bounds. All decisions are made before anything is written.
    pub fn write_cell(
        &mut self,
        st: &mut State,
        array: ObjectId,
        index: Term,
        value: Value,
    ) -> R<()> {
        match self.locate(st, array, index, value.term().is_some())? {
            Where::Cell(i) => {
                st.writes += 1;
                if let Some(a) = st.object_mut(array).array_mut() {
                    match &mut a.cells {
                        Cells::Dense(cells) => cells[i] = value,
                        Cells::Seen(cells) => cells[i].now = Some(value),
                    }
                }
            }
            Where::Somewhere => {
                st.writes += 1;
                self.write_somewhere(st, array, index, value);
            }
        }
        Ok(())
    }

    /// Every cell of a short vector of primitives becomes a choice: written here or not.
    fn write_somewhere(&mut self, st: &mut State, array: ObjectId, index: Term, value: Value) {
        let Some(Cells::Dense(cells)) = st.object(array).array().map(|a| a.cells.clone()) else {
            return;
        };
        let mut cells = cells;
        for (i, cell) in cells.iter_mut().enumerate() {
            let here = self.terms.int(i as i32);
            let here = self.terms.eq(index, here);
            *cell = self.either(here, value, *cell);
        }
        if let Some(a) = st.object_mut(array).array_mut() {
            a.cells = Cells::Dense(cells);
        }
    }

    fn choice(&mut self, st: &State, array: ObjectId, index: Term, past: Option<u16>) -> Value {
        let then = past
            .and_then(|mark| st.jml.mark(mark))
            .and_then(|m| m.objects.get(array.0 as usize));
        let source = then
            .and_then(|o| o.array())
            .or_else(|| st.object(array).array());
        let Some(Cells::Dense(cells)) = source.map(|a| a.cells.clone()) else {
            return Value::Unset;
        };
        let Some(mut value) = cells.last().copied() else {
            return Value::Unset;
        };
        for (i, &cell) in cells.iter().enumerate().rev().skip(1) {
            let here = self.terms.int(i as i32);
            let here = self.terms.eq(index, here);
            value = self.either(here, cell, value);
        }
        value
    }

    /// `condition ? a : b` on primitive values of one kind.
    pub fn either(&mut self, condition: Term, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Value::Int(self.terms.ite(condition, a, b)),
            (Value::Long(a), Value::Long(b)) => Value::Long(self.terms.ite(condition, a, b)),
            (Value::Float(a), Value::Float(b)) => Value::Float(self.terms.ite(condition, a, b)),
            (Value::Double(a), Value::Double(b)) => Value::Double(self.terms.ite(condition, a, b)),
            _ => a,
        }
    }

    /// Which cell an index means. An unknown index forks over the cells seen and a new one.
    fn locate(
        &mut self,
        st: &mut State,
        array: ObjectId,
        index: Term,
        primitive: bool,
    ) -> R<Where> {
        self.ensure_array(st, array)?;
        let Some(a) = st.object(array).array() else {
            return Err(Stop::Infeasible);
        };
        match &a.cells {
            Cells::Dense(cells) => {
                let count = cells.len();
                if let Some(i) = self.terms.as_int(index) {
                    return if (i as u32 as usize) < count {
                        Ok(Where::Cell(i as usize))
                    } else {
                        Err(Stop::Infeasible)
                    };
                }
                if primitive && count <= LONGEST_CHAIN {
                    return Ok(Where::Somewhere);
                }
                for i in 0..count {
                    let here = self.terms.int(i as i32);
                    let here = self.terms.eq(index, here);
                    if self.branch(st, here)? {
                        return Ok(Where::Cell(i));
                    }
                }
                Err(Stop::Infeasible)
            }
            Cells::Seen(cells) => {
                let indices: Vec<Term> = cells.iter().map(|c| c.index).collect();
                if let Some(i) = indices.iter().position(|&j| j == index) {
                    return Ok(Where::Cell(i));
                }
                for (i, &j) in indices.iter().enumerate() {
                    let same = self.terms.eq(index, j);
                    if self.branch(st, same)? {
                        return Ok(Where::Cell(i));
                    }
                }
                if indices.len() >= self.options.bounds.array_bound()
                    && self.bounded_cells(st, array, index)
                {
                    self.bound_together(st, Bound::Array);
                    return self.cut_path(st, Bound::Array);
                }
                let i = indices.len();
                let left = self.left_behind(st, array, index, primitive)?;
                if let Some(Cells::Seen(cells)) =
                    st.object_mut(array).array_mut().map(|a| &mut a.cells)
                {
                    cells.push(Cell {
                        index,
                        init: None,
                        base: None,
                        now: None,
                    });
                }
                st.materialised += 1;
                if let Some((inside, value)) = left {
                    let base = if self.terms.as_bool(inside) == Some(true) {
                        value
                    } else {
                        let before = self.materialise_cell(st, array, i)?;
                        self.either(inside, value, before)
                    };
                    if let Some(Cells::Seen(cells)) =
                        st.object_mut(array).array_mut().map(|a| &mut a.cells)
                    {
                        cells[i].base = Some(base);
                    }
                }
                Ok(Where::Cell(i))
            }
        }
    }

    /// What callees may have left at an index nobody had looked at, and the condition that they may have been there.
    fn left_behind(
        &mut self,
        st: &mut State,
        array: ObjectId,
        index: Term,
        primitive: bool,
    ) -> R<Option<(Term, Value)>> {
        let ranges = match st.object(array).array() {
            Some(a) if !a.forgotten.is_empty() => a.forgotten.clone(),
            _ => return Ok(None),
        };
        let mut latest = None;
        let mut inside = self.terms.fls();
        for (range, forgotten) in ranges {
            let here = self.within(range, index);
            inside = self.terms.or2(inside, here);
            latest = Some(forgotten);
        }
        if !primitive {
            // References are not chosen by a condition: the path has to know.
            inside = if self.branch(st, inside)? {
                self.terms.tru()
            } else {
                return Ok(None);
            };
        }
        let ty = self.element_field_type(st, array);
        match latest {
            Some(forgotten) => {
                let value = self.forgotten_value(st, "element", &ty, forgotten, false)?;
                Ok(Some((inside, value)))
            }
            None => Ok(None),
        }
    }

    fn within(&mut self, range: Option<(Term, Term)>, index: Term) -> Term {
        match range {
            None => self.terms.tru(),
            Some((from, to)) => {
                let low = self.terms.sle(from, index);
                let high = self.terms.slt(index, to);
                self.terms.and2(low, high)
            }
        }
    }

    /// A callee may have written the elements of a range (all without one).
    pub(crate) fn forget_elements(
        &mut self,
        st: &mut State,
        array: ObjectId,
        range: Option<(Term, Term)>,
    ) -> R<()> {
        self.ensure_array(st, array)?;
        let forgotten = Forgotten(st.objects.len() as u32);
        let ty = self.element_field_type(st, array);
        let Some(mut body) = st.object(array).array().cloned() else {
            return Ok(());
        };
        let forget = |m: &mut Machine, st: &mut State, index: Term, before: Option<Value>| {
            let inside = m.within(range, index);
            if m.terms.as_bool(inside) == Some(false) {
                return R::Ok(before);
            }
            let value = m.forgotten_value(st, "element", &ty, forgotten, false)?;
            Ok(Some(match (before, value.term()) {
                (Some(before), Some(_)) => m.either(inside, value, before),
                // A reference that may or may not have been written is unknown, which covers both.
                _ => value,
            }))
        };
        match &mut body.cells {
            Cells::Dense(cells) => {
                for (i, cell) in cells.iter_mut().enumerate() {
                    let index = self.terms.int(i as i32);
                    if let Some(value) = forget(self, st, index, Some(*cell))? {
                        *cell = value;
                    }
                }
            }
            Cells::Seen(cells) => {
                for (i, cell) in cells.iter_mut().enumerate() {
                    let before = match cell.now.or(cell.base).or(cell.init) {
                        Some(value) => value,
                        None => {
                            let initial = self.materialise_cell(st, array, i)?;
                            cell.init = Some(initial);
                            initial
                        }
                    };
                    cell.now = forget(self, st, cell.index, Some(before))?;
                }
                body.forgotten.push((range, forgotten));
            }
        }
        if let Some(a) = st.object_mut(array).array_mut() {
            *a = body;
        }
        Ok(())
    }

    /// The array bound is about unknown arrays; the characters of input strings have a bound of their own, and where the path
    /// fixes both length and index there is nothing to choose.
    fn bounded_cells(&mut self, st: &State, array: ObjectId, index: Term) -> bool {
        if self.fixed_int(st, index).is_none() {
            return !crate::intrinsics::is_string_storage(st, array);
        }
        let length = st.object(array).array().map(|a| a.length);
        let fixed = length.and_then(|length| self.fixed_int(st, length));
        !crate::intrinsics::is_string_storage(st, array) && fixed.is_none_or(|n| n > LONGEST_FIXED)
    }
}
