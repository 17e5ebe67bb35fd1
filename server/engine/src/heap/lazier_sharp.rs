//! Lazier# initialisation: reading decides nothing; a reference is moved, stored and passed as the symbol it is.

use crate::heap::strategy::HeapStrategy;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{Ref, SymbolId};

pub struct LazierSharp;

impl HeapStrategy for LazierSharp {
    fn name(&self) -> &'static str {
        "lazier-sharp"
    }

    fn read(&self, _: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref> {
        Ok(st.deref(Ref::Symbol(symbol)))
    }
}
