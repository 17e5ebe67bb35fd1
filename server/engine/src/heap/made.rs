//! Inputs that constructors can make: a field that every constructor sets alike, and nobody writes later, has no other
//! value in an object of the input.

use crate::classes::Field;
use crate::machine::{Machine, R, Stop};
use crate::state::{Place, State};
use crate::value::{ObjectId, SymbolId, Value};
use proviso_classfile::{FieldType, Made, Primitive};
use std::rc::Rc;

impl Machine {
    /// What constructors leave in a field. Of classes outside of the project nothing is said: they have models.
    pub fn made(&mut self, field: &Field) -> Made {
        let class = self.classes.get(field.class).clone();
        if !class.project {
            return Made::default();
        }
        let made = self.made.entry(field.class).or_insert_with(|| {
            let file = class.file.as_ref();
            Rc::new(file.map_or_else(Vec::new, |file| file.made_fields()))
        });
        let found = made.iter().find(|(name, _)| *name == field.name);
        found.map_or_else(Made::default, |(_, made)| *made)
    }

    pub fn made_number(&mut self, made: Made, ty: &FieldType) -> Option<Value> {
        let number = made.number?;
        match ty {
            FieldType::Primitive(Primitive::Long) => Some(Value::Long(self.terms.long(number))),
            FieldType::Primitive(Primitive::Float | Primitive::Double) => None,
            FieldType::Primitive(_) => {
                let number = i32::try_from(number).ok()?;
                Some(Value::Int(self.terms.int(number)))
            }
            _ => None,
        }
    }

    /// The length of the array that constructors put into the field that the symbol is read from.
    pub fn made_length(&mut self, st: &State, s: SymbolId) -> Option<i32> {
        let Place::Field { object, slot } = st.symbol(s).place else {
            return None;
        };
        let class = st.object(object).types.bound(&self.classes);
        let field = self.classes.get(class).fields.get(usize::from(slot));
        let field = field.cloned()?;
        self.made(&field).length
    }

    /// Whether an array can be what a constructor put there; from now on it has that length.
    pub(crate) fn has_made_length(
        &mut self,
        st: &mut State,
        s: SymbolId,
        object: ObjectId,
    ) -> R<bool> {
        let Some(actual) = st.object(object).array().map(|array| array.length) else {
            return Ok(true);
        };
        let Some(length) = self.made_length(st, s) else {
            return Ok(true);
        };
        let wanted = self.terms.int(length);
        let same = self.terms.eq(actual, wanted);
        match self.assume(st, same) {
            Ok(()) => Ok(true),
            Err(Stop::Infeasible) => Ok(false),
            Err(stop) => Err(stop),
        }
    }
}
