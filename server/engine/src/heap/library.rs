//! Input objects of library classes. Their fields obey rules nobody wrote down as a contract: a list whose size is
//! negative is no input. For a few classes the rules are known here; of all others a client must not believe what rests
//! on their inner state (`Machine::opaque_input`).

use crate::classes::{ClassId, Method};
use crate::heap::generics::Storage;
use crate::heap::ids::Key;
use crate::heap::object::{Array, Body, Cells, Fields, Native, Object, Origin};
use crate::machine::{Machine, R};
use crate::state::State;
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId, Value};
use proviso_terms::Sort;
use std::rc::Rc;

/// Library classes without rules between their fields; a subclass of the project may be in any state, too.
const ANY: &[&str] = &[
    "java/lang/Object",
    "java/lang/Throwable",
    "java/util/Optional",
    "java/util/AbstractList",
    "java/util/concurrent/atomic/AtomicBoolean",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/concurrent/atomic/AtomicReference",
    "java/util/AbstractMap$SimpleEntry",
    "java/util/AbstractMap$SimpleImmutableEntry",
];

/// Library classes whose inputs are made in a possible state, here or by another intrinsic.
const SHAPED: &[&str] = &[
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    LIST,
    MAP,
    SET,
    QUEUE,
    BUILDER,
    BUFFER,
    "java/lang/AbstractStringBuilder",
];

/// Free places at the end of the arrays of an input list.
const SPARE: i32 = 4;

/// The most elements of an input collection: with the free places it still has an array.
const ROOM: i32 = i32::MAX - SPARE;

const LIST: &str = "java/util/ArrayList";
const MAP: &str = "proviso/runtime/InputMap";
const SET: &str = "proviso/runtime/InputSet";
const QUEUE: &str = "proviso/runtime/InputQueue";
const BUILDER: &str = "java/lang/StringBuilder";
const BUFFER: &str = "java/lang/StringBuffer";

/// Types whose objects in the input are of one class that stands for all; what is lost by that, if anything is.
const STAND_INS: &[(&str, &str, Option<&str>)] = &[
    (LIST, LIST, None),
    (
        "java/util/AbstractList",
        LIST,
        Some("a list is an ArrayList"),
    ),
    ("java/util/List", LIST, Some("a list is an ArrayList")),
    (
        "java/util/Collection",
        LIST,
        Some("a collection is an ArrayList"),
    ),
    (
        "java/util/AbstractCollection",
        LIST,
        Some("a collection is an ArrayList"),
    ),
    (
        "java/util/SequencedCollection",
        LIST,
        Some("a collection is an ArrayList"),
    ),
    (
        "java/lang/Iterable",
        LIST,
        Some("an Iterable is an ArrayList"),
    ),
    ("java/util/LinkedHashMap", MAP, None),
    (
        "java/util/HashMap",
        MAP,
        Some("a map keeps the order of insertion"),
    ),
    (
        "java/util/AbstractMap",
        MAP,
        Some("a map is a LinkedHashMap"),
    ),
    ("java/util/Map", MAP, Some("a map is a LinkedHashMap")),
    (
        "java/util/SequencedMap",
        MAP,
        Some("a map is a LinkedHashMap"),
    ),
    ("java/util/LinkedHashSet", SET, None),
    (
        "java/util/HashSet",
        SET,
        Some("a set keeps the order of insertion"),
    ),
    (
        "java/util/AbstractSet",
        SET,
        Some("a set is a LinkedHashSet"),
    ),
    ("java/util/Set", SET, Some("a set is a LinkedHashSet")),
    (
        "java/util/SequencedSet",
        SET,
        Some("a set is a LinkedHashSet"),
    ),
    ("java/util/LinkedList", QUEUE, None),
    ("java/util/Deque", QUEUE, Some("a queue is a LinkedList")),
    ("java/util/Queue", QUEUE, Some("a queue is a LinkedList")),
    (
        "java/util/AbstractSequentialList",
        QUEUE,
        Some("a list is a LinkedList"),
    ),
    (
        "java/lang/CharSequence",
        "java/lang/String",
        Some("a CharSequence is a String"),
    ),
];

impl Machine {
    /// The class of a library object in the input whose inner state the path has looked at, although only the library
    /// knows which states there are: what was found may rest on one that cannot be.
    pub fn opaque_input(&self, st: &State) -> Option<ClassId> {
        st.inputs.iter().find_map(|&id| {
            let object = st.object(id);
            let class = object.types.bound(&self.classes);
            let Body::Fields(fields) = &object.body else {
                return None;
            };
            let layout = &self.classes.get(class).fields;
            let opaque = layout
                .iter()
                .enumerate()
                .any(|(slot, field)| fields.initial(slot).is_some() && self.is_opaque(field.class));
            opaque.then_some(class)
        })
    }

    fn is_opaque(&self, class: ClassId) -> bool {
        let name = &**self.classes.name(class);
        !self.classes.get(class).project && !ANY.contains(&name) && !SHAPED.contains(&name)
    }

    /// The method that says whether an input object of a class made here is a possible one; asked after the fact.
    pub fn properness(&mut self, st: &State, object: ObjectId) -> Option<Rc<Method>> {
        let class = st.object(object).class()?;
        let name = self.classes.name(class).clone();
        let asked = [MAP, SET].contains(&&*name);
        if asked {
            self.find_method(&name, "proper", "()Z").ok()
        } else {
            None
        }
    }

    /// The class an unknown input object of these types is taken to have, where the library has many.
    pub fn stand_in(&mut self, types: &TypeSet) -> Option<(Rc<TypeSet>, Option<&'static str>)> {
        if types.exact.is_some() || types.within.is_some() {
            return None;
        }
        let bound = types.bound(&self.classes);
        let name = self.classes.name(bound).clone();
        let (_, class, lost) = STAND_INS.iter().find(|(from, _, _)| *from == &*name)?;
        // Without the runtime library (the engine on its own) there are no models.
        let class = self.classes.load(class).ok()?;
        let checked = self.classes.get(bound).project || self.classes.get(class).project;
        (!checked && self.classes.contains(types, class)).then(|| (TypeSet::exactly(class), *lost))
    }

    /// Decides the class of a fresh input object where one class stands for all of the library's.
    pub(crate) fn take_stand_in(&mut self, st: &mut State, s: SymbolId) {
        let types = st.symbol(s).types.clone();
        if let Some((exact, lost)) = self.stand_in(&types) {
            self.set_types(st, Ref::Symbol(s), exact);
            if let Some(lost) = lost {
                st.note_restriction(lost);
            }
        }
    }

    /// Gives an input object whose class has turned out to be a known one the shape its class promises.
    pub(crate) fn shape_library_object(&mut self, st: &mut State, object: ObjectId) -> R<()> {
        let Some(class) = st.object(object).class() else {
            return Ok(());
        };
        // A class of the JDK whose source is checked has its own contract.
        if !st.object(object).is_input() || self.classes.get(class).project {
            return Ok(());
        }
        match &**self.classes.name(class) {
            LIST => self.counted(st, object, class, "size", &["elementData"], ROOM),
            QUEUE | SET => self.counted(st, object, class, "count", &["items"], ROOM),
            MAP => self.counted(st, object, class, "count", &["keys", "values"], ROOM),
            BUILDER | BUFFER => {
                // Latin-1 text of such a length that the JDK never has to complain about it, as for strings.
                let longest = crate::intrinsics::LONGEST_INPUT - 1;
                self.counted(st, object, class, "count", &["value"], longest)?;
                st.note_restriction(crate::intrinsics::TEXTS);
                let zero = Value::Int(self.terms.int(0));
                self.set_initial(st, object, class, "coder", zero);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A count between zero and `most`, and arrays with room for so many.
    fn counted(
        &mut self,
        st: &mut State,
        object: ObjectId,
        class: ClassId,
        count: &str,
        arrays: &[&str],
        most: i32,
    ) -> R<()> {
        let Origin::Input { budget, symbol } = st.object(object).origin else {
            return Ok(());
        };
        let size = self.fresh(st, &format!("o{}.{count}@", object.0), Sort::Bv(32));
        let zero = self.terms.int(0);
        let sensible = self.terms.sle(zero, size);
        self.assume(st, sensible)?;
        self.set_initial(st, object, class, count, Value::Int(size));
        // Room for a few more, so that adding does not begin with copying an array of unknown length.
        let spare = self.terms.int(SPARE);
        let most = self.terms.int(most);
        let fits = self.terms.sle(size, most);
        self.assume(st, fits)?;
        let length = self.terms.bv_add(size, spare);
        for (argument, name) in arrays.iter().enumerate() {
            let Some(slot) = self.classes.field_slot(class, name) else {
                continue;
            };
            let ty = self.classes.get(class).fields[slot].ty.clone();
            let array_class = self.classes.load_type(&ty)?;
            let storage = Object {
                types: TypeSet::exactly(array_class),
                origin: Origin::Input { budget, symbol },
                body: Body::Array(Array {
                    length,
                    cells: Cells::Seen(Vec::new()),
                    forgotten: Vec::new(),
                }),
                native: Native::Data(Rc::new(Storage { argument })),
                rank: None,
            };
            let array = self.id_of_input(st, Key::Part(object, argument as u16));
            st.put_object(array, storage);
            self.set_initial(st, object, class, name, Value::Ref(Ref::Object(array)));
        }
        Ok(())
    }

    fn set_initial(
        &mut self,
        st: &mut State,
        object: ObjectId,
        class: ClassId,
        field: &str,
        value: Value,
    ) {
        let Some(slot) = self.classes.field_slot(class, field) else {
            return;
        };
        match &mut st.object_mut(object).body {
            Body::Fields(fields) => fields.set_init(slot, value),
            body => {
                let mut fields = Fields::default();
                fields.set_init(slot, value);
                *body = Body::Fields(fields);
            }
        }
    }
}
