//! Model fields have no storage: a read becomes a call of a method that a `represents` clause gives its body.

use crate::index::Index;

pub use proviso_names::model_method as reader;

/// Whether fields of that name are model fields wherever the project declares them: then `x.f` is one, whatever x is.
pub fn only_model(index: &Index, name: &str) -> bool {
    let mut any = false;
    for ty in &index.types {
        for field in ty.decl.fields().filter(|f| f.name.text == name) {
            if !field.is_model() {
                return false;
            }
            any = true;
        }
    }
    any
}
