//! `ArrayStoreException`: a stored reference must be an instance of the array's *actual* element type, which for an
//! array that came as an argument may be more specific than its declared one.

use crate::classes::ClassId;
use crate::heap::object::{Cells, Origin};
use crate::machine::{Machine, R};
use crate::state::{Binding, Place, State};
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId, Value};

impl Machine {
    pub(crate) fn check_element(&mut self, st: &mut State, array: ObjectId, value: Value) -> R<()> {
        let Value::Ref(r) = value else { return Ok(()) };
        if self.known_null(st, r) == Some(true) {
            return Ok(());
        }
        let element = self.element_type(st, array);
        let Some(types) = self.types_of(st, r) else {
            return Ok(());
        };
        let fits = self.classes.subtype_of(&types, element) == Some(true);
        if st.object(array).class().is_none() && fits {
            return self.fix_element_type(st, array, element, r);
        }
        if fits || self.is_null(st, r)? || self.is_instance(st, r, element)? {
            return Ok(());
        }
        self.throw_new(st, "java/lang/ArrayStoreException", None)
    }

    /// Decides the class of an argument array before the first store: the declared one, or one whose elements the
    /// value is not. Arrays found in fields are taken to be what their field says: classes make their own arrays.
    fn fix_element_type(
        &mut self,
        st: &mut State,
        array: ObjectId,
        element: ClassId,
        value: Ref,
    ) -> R<()> {
        let Origin::Input { symbol, .. } = st.object(array).origin else {
            return Ok(());
        };
        let from_argument = matches!(st.symbol(symbol).place, Place::Param(_));
        if !from_argument || self.is_element_of(st, value, array) {
            return Ok(());
        }
        let Some(other) = self.other_element(st, element, value)? else {
            return Ok(());
        };
        let Some(cells) = self.unbound_cells(st, array) else {
            return Ok(());
        };
        if self.is_null(st, value)? {
            return Ok(());
        }
        let (declared, narrower) = (
            self.classes.array_of(element)?,
            self.classes.array_of(other)?,
        );
        let mut throwing = st.clone();
        self.set_types(
            &mut throwing,
            Ref::Object(array),
            TypeSet::exactly(narrower),
        );
        for cell in cells {
            let narrowed = self.classes.narrow(&st.symbol(cell).types.clone(), other);
            match (narrowed, throwing.symbol_mut(cell)) {
                (Some(types), Some(symbol)) => symbol.types = types,
                _ => return Ok(()),
            }
        }
        st.object_mut(array).types = TypeSet::exactly(declared);
        let passing = st.clone();
        self.fork(st, vec![passing, throwing])
    }

    /// What was read from an array may be stored there again.
    fn is_element_of(&self, st: &State, value: Ref, array: ObjectId) -> bool {
        let symbol = match value {
            Ref::Symbol(s) => Some(s),
            Ref::Object(o) => match st.object(o).origin {
                Origin::Input { symbol, .. } => Some(symbol),
                Origin::Allocated { .. } | Origin::Absent => None,
            },
            Ref::Null | Ref::Choice(_) => None,
        };
        symbol.is_some_and(
            |s| matches!(st.symbol(s).place, Place::Cell { array: a, .. } if a == array),
        )
    }

    /// A subclass of the element type that the value is not an instance of.
    fn other_element(&mut self, st: &State, element: ClassId, value: Ref) -> R<Option<ClassId>> {
        let Some(types) = self.types_of(st, value) else {
            return Ok(None);
        };
        let candidates = if element == self.classes.object {
            vec![
                self.classes.load("java/lang/String")?,
                self.classes.load("java/lang/Integer")?,
            ]
        } else {
            let below = self.classes.subclasses(element);
            below
                .into_iter()
                .filter(|&c| self.classes.get(c).project)
                .collect()
        };
        Ok(candidates.into_iter().find(|&c| {
            self.classes
                .exclude(&types, c)
                .is_some_and(|rest| *rest == *types || types.exact.is_none())
        }))
    }

    /// The symbols in the cells seen so far, if no cell holds a chosen object.
    fn unbound_cells(&self, st: &State, array: ObjectId) -> Option<Vec<SymbolId>> {
        let Cells::Seen(cells) = &st.object(array).array()?.cells else {
            return None;
        };
        let mut symbols = Vec::new();
        for value in cells.iter().flat_map(|c| [c.init, c.now]).flatten() {
            match st.deref(value.reference()?) {
                Ref::Null => {}
                Ref::Symbol(s) if st.symbol(s).binding != Binding::Null => symbols.push(s),
                _ => return None,
            }
        }
        Some(symbols)
    }
}
