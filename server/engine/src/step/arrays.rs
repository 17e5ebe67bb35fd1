//! Array instructions and the exceptions they raise.

use crate::classes::ClassId;
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::step::{next, ref_at, replace, term_at};
use crate::trace::Target;
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::{ArrayKind, ClassRef, FieldType, Primitive};
use proviso_terms::Term;

impl Machine {
    pub(crate) fn new_primitive_array(&mut self, st: &mut State, p: Primitive) -> R<()> {
        let class = self
            .classes
            .load_type(&FieldType::array_of(FieldType::Primitive(p)))?;
        self.new_array(st, class)
    }

    pub(crate) fn new_reference_array(&mut self, st: &mut State, element: &ClassRef) -> R<()> {
        let element = self.class_ref(element)?;
        let class = self.classes.array_of(element)?;
        self.new_array(st, class)
    }

    fn new_array(&mut self, st: &mut State, class: ClassId) -> R<()> {
        let length = term_at(st, 0)?;
        self.check_size(st, length)?;
        let array = self.allocate_array_of(st, class, length)?;
        replace(st, 1, Value::Ref(Ref::Object(array)))
    }

    fn check_size(&mut self, st: &mut State, length: Term) -> R<()> {
        let zero = self.terms.int(0);
        let negative = self.terms.slt(length, zero);
        if self.branch(st, negative)? {
            let text = self.terms.as_int(length).map(|n| n.to_string());
            return self.throw_new(st, "java/lang/NegativeArraySizeException", text.as_deref());
        }
        Ok(())
    }

    pub(crate) fn new_multi_array(
        &mut self,
        st: &mut State,
        class: &ClassRef,
        dimensions: usize,
    ) -> R<()> {
        let class = self.class_ref(class)?;
        let mut lengths = Vec::new();
        for d in (0..dimensions).rev() {
            let length = term_at(st, d)?;
            self.check_size(st, length)?;
            lengths.push(length);
        }
        // The outer lengths must be known to make the inner arrays.
        let mut known = Vec::new();
        for &length in &lengths[..dimensions - 1] {
            known.push(self.concrete_length(st, length)?);
        }
        let array = self.nested_array(st, class, &lengths, &known)?;
        replace(st, dimensions, Value::Ref(Ref::Object(array)))
    }

    /// Forks over the values an unknown length can have, up to the array bound; more is a cut. A length that the path fixes
    /// needs no bound.
    pub(crate) fn concrete_length(&mut self, st: &mut State, length: Term) -> R<usize> {
        if let Some(n) = self.fixed_int(st, length) {
            return Ok(n.max(0) as usize);
        }
        for n in 0..=self.options.bounds.array_bound() {
            let this = self.terms.int(n as i32);
            let this = self.terms.eq(length, this);
            if self.branch(st, this)? {
                return Ok(n);
            }
        }
        self.cut_path(st, crate::bounds::Bound::Array)
    }

    fn nested_array(
        &mut self,
        st: &mut State,
        class: ClassId,
        lengths: &[Term],
        known: &[usize],
    ) -> R<ObjectId> {
        let (Some((&length, inner)), Some((&count, inner_known))) =
            (lengths.split_first(), known.split_first())
        else {
            return match lengths.first() {
                Some(&length) => self.allocate_array_of(st, class, length),
                None => unknown("an array without dimensions"),
            };
        };
        let _ = length;
        let Some(element) = self.classes.element(class) else {
            return unknown("an array class was expected");
        };
        let mut cells = Vec::with_capacity(count);
        for _ in 0..count {
            cells.push(Value::Ref(Ref::Object(self.nested_array(
                st,
                element,
                inner,
                inner_known,
            )?)));
        }
        Ok(self.allocate_array(st, class, cells))
    }

    pub(crate) fn arraylength(&mut self, st: &mut State) -> R<()> {
        let r = ref_at(st, 0)?;
        let Some(array) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        let length = self.array_length(st, array)?;
        replace(st, 1, Value::Int(length))
    }

    pub(crate) fn array_load(&mut self, st: &mut State, kind: ArrayKind) -> R<()> {
        let _ = kind;
        let (r, index) = (ref_at(st, 1)?, term_at(st, 0)?);
        let Some(array) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        self.check_index(st, array, index)?;
        self.apply_facts(st, index)?;
        let value = self.read_cell(st, array, index)?;
        replace(st, 2, value)
    }

    /// Throws `ArrayIndexOutOfBoundsException` where the index is outside.
    pub fn check_index(&mut self, st: &mut State, array: ObjectId, index: Term) -> R<()> {
        let inside = self.in_bounds(st, array, index)?;
        if self.branch(st, inside)? {
            return Ok(());
        }
        let length = self.array_length(st, array)?;
        let text = match (self.terms.as_int(index), self.terms.as_int(length)) {
            (Some(i), Some(n)) => Some(format!("Index {i} out of bounds for length {n}")),
            _ => None,
        };
        self.throw_new(
            st,
            "java/lang/ArrayIndexOutOfBoundsException",
            text.as_deref(),
        )
    }

    pub(crate) fn array_store(&mut self, st: &mut State, kind: ArrayKind) -> R<()> {
        let (r, index, value) = (ref_at(st, 2)?, term_at(st, 1)?, st.peek(0));
        let Some(array) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        self.check_index(st, array, index)?;
        if kind == ArrayKind::Ref {
            self.check_element(st, array, value)?;
        }
        let value = self.stored_cell(st, array, kind, value);
        self.check_element_write(st, array, index)?;
        self.write_cell(st, array, index, value)?;
        st.note_change(Target::Element { array, index }, value);
        st.top_mut().drop(3);
        next(st)
    }

    fn stored_cell(&mut self, st: &State, array: ObjectId, kind: ArrayKind, value: Value) -> Value {
        let p = match kind {
            ArrayKind::Byte => match self.type_of_class(self.element_type(st, array)) {
                FieldType::Primitive(p) => p,
                _ => Primitive::Byte,
            },
            ArrayKind::Char => Primitive::Char,
            ArrayKind::Short => Primitive::Short,
            _ => return value,
        };
        self.stored(&FieldType::Primitive(p), value)
    }
}
