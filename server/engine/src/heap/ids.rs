//! Ids of objects and symbols. Where paths are followed one by one, each state numbers its own. Where references are guarded
//! the ids of the input go by place, so that all states of a search, and a run under a model, mean the same by them:
//! only then can two states be merged.

use crate::classes::ClassId;
use crate::heap::object::Object;
use crate::machine::Machine;
use crate::state::{Binding, Place, State, Symbol};
use crate::value::{ObjectId, SymbolId};
use proviso_terms::{Sort, Term};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What an object of the input is, whoever meets it first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// The object that a symbol has of its own.
    Own(SymbolId),
    /// A part that comes with another object: the storage of a list, the bytes of a string.
    Part(ObjectId, u16),
    /// The `java.lang.Class` of a class.
    Mirror(ClassId),
    /// A literal, and its bytes.
    Text(Rc<str>),
    Bytes(Rc<str>),
}

/// Bits of a location: so many references can an input have.
const LOCATION: u32 = 16;

pub(crate) struct Ids {
    /// Ids mean the same in all states.
    pub(crate) shared: bool,
    objects: HashMap<Key, ObjectId>,
    next_object: u32,
    symbols: HashMap<Place, SymbolId>,
    next_symbol: u32,
    /// Symbols that are not null wherever they are.
    never_null: HashSet<SymbolId>,
}

impl Ids {
    pub(crate) fn new(shared: bool) -> Ids {
        Ids {
            shared,
            objects: HashMap::new(),
            next_object: 0,
            symbols: HashMap::new(),
            next_symbol: 0,
            never_null: HashSet::new(),
        }
    }
}

impl Machine {
    pub(crate) fn add_object(&mut self, st: &mut State, object: Object) -> ObjectId {
        let id = self.new_object_id(st);
        st.put_object(id, object);
        id
    }

    /// An id for an object that is about to be made.
    pub(crate) fn new_object_id(&mut self, st: &State) -> ObjectId {
        if !self.ids.shared {
            return ObjectId(st.objects.len() as u32);
        }
        self.ids.next_object += 1;
        ObjectId(self.ids.next_object - 1)
    }

    /// The id that an object of the input will have.
    pub(crate) fn id_of_input(&mut self, st: &State, key: Key) -> ObjectId {
        if let Some(&id) = self.ids.objects.get(&key) {
            return id;
        }
        let id = self.new_object_id(st);
        if self.ids.shared {
            self.ids.objects.insert(key, id);
        }
        id
    }

    /// Gives an object that was just made the id that all states know it by.
    pub(crate) fn rename(&mut self, st: &mut State, made: ObjectId, key: Key) -> ObjectId {
        if !self.ids.shared {
            return made;
        }
        let id = *self.ids.objects.entry(key).or_insert(made);
        if id != made {
            let object = st.object(made).clone();
            st.put_object(id, object);
            st.put_object(made, Object::absent());
        }
        id
    }

    pub(crate) fn add_symbol(&mut self, st: &mut State, symbol: Symbol) -> SymbolId {
        if !self.ids.shared {
            let id = SymbolId(st.symbols.len() as u32);
            st.put_symbol(id, symbol);
            return id;
        }
        let place = match &symbol.place {
            // Calls of one method are told apart by where in the run they are made.
            Place::Result(what) => Place::Result(self.dynamic_name(st, what).into()),
            place => place.clone(),
        };
        let next = SymbolId(self.ids.next_symbol);
        let id = *self.ids.symbols.entry(place).or_insert(next);
        if id == next {
            self.ids.next_symbol += 1;
            if symbol.binding == Binding::NonNull {
                self.ids.never_null.insert(id);
            }
        }
        if !st.has_symbol(id) {
            st.put_symbol(id, symbol);
        }
        id
    }

    /// Which object a symbol is, as a number: 0 is null. Two symbols are the same object if their locations are equal.
    pub(crate) fn location(&mut self, s: SymbolId) -> Term {
        let location = self.location_symbol(s);
        if self.ids.never_null.contains(&s) {
            // Never 0, and no fact has to say so.
            let top = self.terms.bv_const(LOCATION, 1 << (LOCATION - 1));
            return self.terms.bv_or(location, top);
        }
        location
    }

    pub(crate) fn location_symbol(&mut self, s: SymbolId) -> Term {
        self.terms
            .symbol(&format!("loc{}@", s.0), Sort::Bv(LOCATION))
    }

    pub(crate) fn no_location(&mut self) -> Term {
        self.terms.bv_const(LOCATION, 0)
    }
}
