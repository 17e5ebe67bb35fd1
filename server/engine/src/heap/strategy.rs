//! When an unknown reference that is read gets a value: the three strategies of lazy initialisation.
//! They differ only here; dereferencing, null tests and comparisons resolve whatever is still open.

use crate::machine::{Machine, R};
use crate::state::State;
use crate::value::{Ref, SymbolId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    /// Choose null, an existing object or a fresh one at once.
    Lazy,
    /// Choose null or a location at once, the object when it is dereferenced.
    Lazier,
    /// Choose nothing until the program does.
    #[default]
    LazierSharp,
}

impl Strategy {
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Lazy => "lazy",
            Strategy::Lazier => "lazier",
            Strategy::LazierSharp => "lazier-sharp",
        }
    }

    /// An unknown reference has just been read (again).
    pub(crate) fn read(self, machine: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref> {
        match self {
            Strategy::Lazy => match machine.object_of(st, Ref::Symbol(symbol))? {
                Some(object) => Ok(Ref::Object(object)),
                None => Ok(Ref::Null),
            },
            Strategy::Lazier => {
                machine.is_null(st, Ref::Symbol(symbol))?;
                Ok(st.deref(Ref::Symbol(symbol)))
            }
            Strategy::LazierSharp => Ok(st.deref(Ref::Symbol(symbol))),
        }
    }
}
