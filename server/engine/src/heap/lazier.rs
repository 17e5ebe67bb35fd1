//! Lazier initialisation: an unknown reference that is read is null or a location; which object it is, is decided when
//! it is dereferenced or compared.

use crate::heap::strategy::HeapStrategy;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{Ref, SymbolId};

pub struct Lazier;

impl HeapStrategy for Lazier {
    fn name(&self) -> &'static str {
        "lazier"
    }

    fn read(&self, machine: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref> {
        machine.is_null(st, Ref::Symbol(symbol))?;
        Ok(st.deref(Ref::Symbol(symbol)))
    }
}
