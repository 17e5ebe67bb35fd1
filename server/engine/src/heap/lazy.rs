//! Lazy initialisation: an unknown reference that is read is null, an input object, or a fresh one — decided at once.

use crate::heap::strategy::HeapStrategy;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{Ref, SymbolId};

pub struct Lazy;

impl HeapStrategy for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn read(&self, machine: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref> {
        let object = machine.object_of(st, Ref::Symbol(symbol))?;
        Ok(object.map_or(Ref::Null, Ref::Object))
    }
}
