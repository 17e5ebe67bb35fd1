//! From an engine state and a model to concrete heaps: the input as it was, and the heap as the path left it.
//!
//! What the path never looked at gets the least value: null (an object without content where null is not allowed), 0.
//! That is sound because nothing on the path depends on it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use proviso_classfile::{FieldType, Made, Primitive};
use proviso_engine::classes::{ClassId, ClassKind};
use proviso_engine::heap::object::{Array, Body as EngineBody, Cells, Native, Object, Origin};
use proviso_engine::intrinsics::is_unmade_text;
use proviso_engine::machine::Machine;
use proviso_engine::state::{Binding, State};
use proviso_engine::types::TypeSet;
use proviso_engine::value::{ObjectId as EngineId, Ref, SymbolId, Value as EngineValue};
use proviso_jvm_host::{Body, Field, HeapObject, ObjectId, StaticField, Value};
use proviso_terms::{Const, Model, Term};

use super::heap::{Answered, ConcreteHeap};
use super::ordered;

/// Longer arrays are not built: a witness nobody can look at.
const MAX_ARRAY: i128 = 100_000;

/// Ids of objects that stand for locations whose object was never chosen lie above all ids of the engine.
const UNCHOSEN: u32 = 1 << 22;
/// Above those: objects in non-null fields that were never read, by the id of their owner and the field.
const UNREAD: u32 = 1 << 30;
const MOST_FIELDS: u32 = 1 << 9;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Before,
    After,
}

/// A parameter or result: name, declared type, value.
pub struct Named {
    pub name: String,
    pub ty: FieldType,
    pub value: EngineValue,
}

/// Why a state has no concrete form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoWitness {
    /// There may be such an input, but it cannot be built: the violation stays, unreplayed.
    NotReplayable(String),
    /// The state rests on a value nobody can have: no violation.
    MadeUp(String),
}

pub struct Extraction {
    pub heap: ConcreteHeap,
    /// Why the heap cannot be built on a JVM as it is, though it is a fair picture.
    pub not_replayable: Option<String>,
    /// That is only because of interfaces, which a test can stub.
    pub stubbed: bool,
}

/// The heap at one moment, from the given roots and the statics that were touched.
pub fn extract(
    machine: &mut Machine,
    state: &State,
    model: &Model,
    moment: Moment,
    roots: &[Named],
) -> Result<Extraction, NoWitness> {
    let mut extractor = Extractor {
        machine,
        state,
        model,
        moment,
        objects: BTreeMap::new(),
        todo: Vec::new(),
        not_replayable: None,
        untouched: BTreeSet::new(),
        stubs: BTreeMap::new(),
        only_stubs: true,
    };
    let mut heap = ConcreteHeap::default();
    for root in roots {
        let value = extractor.value(root.value, &root.ty)?;
        heap.roots.push((root.name.clone(), value));
    }
    heap.statics = extractor.statics()?;
    extractor.drain()?;
    heap.objects = extractor.objects;
    heap.untouched = extractor.untouched;
    heap.stubs = extractor.stubs;
    let stubbed = extractor.only_stubs && !heap.stubs.is_empty();
    Ok(Extraction {
        heap,
        not_replayable: extractor.not_replayable,
        stubbed,
    })
}

/// Class (binary name) and message of an exception.
pub fn throwable(
    machine: &mut Machine,
    state: &State,
    model: &Model,
    id: EngineId,
) -> (String, Option<String>) {
    let object = state.object(id).clone();
    let Some(class) = object.class() else {
        return ("java.lang.Throwable".to_owned(), None);
    };
    let mut extractor = Extractor {
        machine,
        state,
        model,
        moment: Moment::After,
        objects: BTreeMap::new(),
        todo: Vec::new(),
        not_replayable: None,
        untouched: BTreeSet::new(),
        stubs: BTreeMap::new(),
        only_stubs: true,
    };
    let name = extractor.binary_name(class);
    let slot = extractor.machine.classes.field_slot(class, "detailMessage");
    let message = slot
        .and_then(|slot| extractor.slot(&object, slot))
        .and_then(EngineValue::reference)
        .map(|reference| state.deref(reference));
    let text = match message {
        Some(Ref::Object(id)) => extractor.string(&state.object(id).clone()).ok(),
        _ => None,
    };
    (name, text.map(|text| String::from_utf16_lossy(&text)))
}

enum Todo {
    Chosen(EngineId),
    Unchosen(SymbolId),
    /// Never read: a field of this class, with so many elements if it is an array.
    Unread(u32, ClassId, i32),
}

struct Extractor<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    model: &'a Model,
    moment: Moment,
    objects: BTreeMap<u32, HeapObject>,
    todo: Vec<Todo>,
    not_replayable: Option<String>,
    untouched: BTreeSet<(u32, String, String)>,
    stubs: BTreeMap<u32, Vec<Answered>>,
    only_stubs: bool,
}

impl Extractor<'_> {
    fn drain(&mut self) -> Result<(), NoWitness> {
        while let Some(next) = self.todo.pop() {
            let (id, object) = match next {
                Todo::Chosen(id) => (id.0, self.chosen(id)?),
                Todo::Unchosen(symbol) => {
                    let types = self.state.symbol(symbol).types.clone();
                    let id = UNCHOSEN + symbol.0;
                    let length = self.machine.made_length(self.state, symbol);
                    let rank = self.state.symbol(symbol).rank;
                    match self.ordered(id, &types, rank) {
                        Some(number) => (id, number),
                        None => (id, self.untouched(id, &types, length.unwrap_or(0))?),
                    }
                }
                Todo::Unread(id, class, length) => {
                    let types = self.machine.classes.types_below(class);
                    (id, self.untouched(id, &types, length)?)
                }
            };
            if self.moment == Moment::Before && self.is_stub(&object.class) {
                let answers = self.answers(id)?;
                self.stubs.insert(id, answers);
            }
            self.objects.insert(id, object);
        }
        Ok(())
    }

    fn is_interface(&self, class: ClassId) -> bool {
        self.machine.classes.get(class).access.is_interface()
    }

    /// An object whose class is an interface has no class we know.
    fn is_stub(&mut self, class: &str) -> bool {
        let name = class.replace('.', "/");
        let class = self.machine.classes.load(&name);
        class.is_ok_and(|class| self.is_interface(class))
    }

    /// What this object answered on the path.
    fn answers(&mut self, id: u32) -> Result<Vec<Answered>, NoWitness> {
        let mut found = Vec::new();
        for call in self.state.made_up.iter() {
            let receiver = call.arguments.first().and_then(|value| value.reference());
            let receiver = receiver.map(|receiver| self.reference(receiver));
            if receiver != Some(Value::Ref(ObjectId(id))) {
                continue;
            }
            let types = &call.method.descriptor.params;
            let mut arguments = Vec::new();
            for (value, ty) in call.arguments[1..].iter().zip(types) {
                arguments.push(self.value(*value, ty)?);
            }
            let answer = match (call.answer, &call.method.descriptor.ret) {
                (Some(value), Some(ty)) => Some(self.value(value, ty)?),
                _ => None,
            };
            found.push(Answered {
                method: call.method.name.to_string(),
                parameters: types.iter().map(FieldType::java_name).collect(),
                arguments,
                answer,
            });
        }
        Ok(found)
    }

    fn number(&self, term: Term) -> i128 {
        match self.machine.terms.eval(term, self.model) {
            Const::Bool(value) => value.into(),
            constant => constant.as_signed().unwrap_or(0),
        }
    }

    fn value(&mut self, value: EngineValue, ty: &FieldType) -> Result<Value, NoWitness> {
        Ok(match value {
            EngineValue::Int(term) => {
                let number = self.number(term);
                match ty {
                    FieldType::Primitive(Primitive::Boolean) => Value::Boolean(number & 1 != 0),
                    FieldType::Primitive(Primitive::Byte) => Value::Byte(number as i8),
                    FieldType::Primitive(Primitive::Char) => Value::Char(number as u16),
                    FieldType::Primitive(Primitive::Short) => Value::Short(number as i16),
                    _ => Value::Int(number as i32),
                }
            }
            EngineValue::Long(term) => Value::Long(self.number(term) as i64),
            EngineValue::Float(term) => {
                let constant = self.machine.terms.eval(term, self.model);
                Value::Float(constant.as_f32().unwrap_or(0.0))
            }
            EngineValue::Double(term) => {
                let constant = self.machine.terms.eval(term, self.model);
                Value::Double(constant.as_f64().unwrap_or(0.0))
            }
            EngineValue::Ref(reference) => self.reference(reference),
            EngineValue::Address(_) | EngineValue::Unset => default(ty),
        })
    }

    /// An object is described once; a placeholder keeps its seat until then.
    fn enqueue(&mut self, id: u32, todo: Todo) {
        if let Entry::Vacant(seat) = self.objects.entry(id) {
            seat.insert(placeholder(id));
            self.todo.push(todo);
        }
    }

    fn reference(&mut self, reference: Ref) -> Value {
        match self.state.deref(reference) {
            Ref::Null => Value::Null,
            Ref::Object(id) => {
                self.enqueue(id.0, Todo::Chosen(id));
                Value::Ref(ObjectId(id.0))
            }
            Ref::Symbol(symbol) => match self.state.symbol(symbol).binding {
                Binding::NonNull => {
                    let id = UNCHOSEN + symbol.0;
                    self.enqueue(id, Todo::Unchosen(symbol));
                    Value::Ref(ObjectId(id))
                }
                // Never tested, never followed: null is as good as any and needs no object.
                _ => Value::Null,
            },
            // Witnesses are made of paths by themselves, which have none.
            Ref::Choice(_) => Value::Null,
        }
    }

    /// A number for an object that was compared.
    fn ordered(&mut self, id: u32, types: &TypeSet, rank: Option<Term>) -> Option<HeapObject> {
        let rank = self.number(rank?) as i32;
        ordered::can_be_number(self.machine, types).then(|| HeapObject {
            id: ObjectId(id),
            class: ordered::NUMBER.to_owned(),
            body: Body::Boxed {
                value: Value::Int(rank),
                cached: false,
            },
        })
    }

    /// An object of which nothing but its type was asked.
    fn untouched(
        &mut self,
        id: u32,
        types: &TypeSet,
        length: i32,
    ) -> Result<HeapObject, NoWitness> {
        let class = self.class_for(types);
        let name = self.binary_name(class);
        let body = match self.machine.classes.get(class).kind {
            ClassKind::Array(element) => {
                let element = default(&self.type_of(element));
                let length = i128::from(length).clamp(0, MAX_ARRAY);
                Body::Array(vec![element; length as usize])
            }
            _ if name == "java.lang.String" => Body::Str {
                text: Vec::new(),
                interned: false,
            },
            _ if self.is_enum(class) => self.first_constant(class)?,
            _ => match box_default(&name) {
                Some(value) => Body::Boxed {
                    value,
                    cached: false,
                },
                None => Body::Fields(self.untouched_fields(id, class)),
            },
        };
        if let Body::Fields(fields) = &body {
            let fields = fields.iter();
            self.untouched
                .extend(fields.map(|f| (id, f.declaring.clone(), f.name.clone())));
        }
        Ok(HeapObject {
            id: ObjectId(id),
            class: name,
            body,
        })
    }

    /// A class an object with these constraints can have.
    fn class_for(&mut self, types: &TypeSet) -> ClassId {
        if let Some(exact) = types.exact {
            return exact;
        }
        if let Some((stand_in, _)) = self.machine.stand_in(types)
            && let Some(exact) = stand_in.exact
        {
            return exact;
        }
        let bound = types.bound(&self.machine.classes);
        let mut candidates = vec![bound];
        candidates.extend(
            types
                .within
                .iter()
                .flat_map(|within| within.iter().copied()),
        );
        // A nested class of a library is no class a user would think of, and may need an outer object.
        let below = self.machine.classes.subclasses(bound);
        let classes = &self.machine.classes;
        candidates.extend(
            below
                .into_iter()
                .filter(|c| classes.get(*c).project || !classes.name(*c).contains('$'))
                .filter(|c| !classes.name(*c).starts_with("proviso/runtime/")),
        );
        let fits = |class: &ClassId| {
            self.machine.classes.is_instantiable(*class)
                && self.machine.classes.contains(types, *class)
        };
        match candidates.into_iter().find(fits) {
            Some(class) => class,
            None => {
                // Some class the project does not know may implement it: a fair input, but not one we can build.
                let name = self.binary_name(bound);
                self.only_stubs &= self.is_interface(bound);
                self.not_replayable
                    .get_or_insert_with(|| format!("no class is known that implements {name}"));
                bound
            }
        }
    }

    fn chosen(&mut self, id: EngineId) -> Result<HeapObject, NoWitness> {
        let object = self.state.object(id).clone();
        if object.is_input()
            && let Some(number) = self.ordered(id.0, &object.types, object.rank)
        {
            return Ok(number);
        }
        let class = self.class_for(&object.types);
        let name = self.binary_name(class);
        let of_project =
            self.machine.classes.get(class).project || self.machine.classes.is_array(class);
        if self.moment == Moment::Before
            && matches!(object.origin, Origin::Allocated { epoch: 0 })
            && of_project
            && !self.is_enum(class)
        {
            return Err(NoWitness::NotReplayable(format!(
                "an input is the very {name} that a class initialiser made"
            )));
        }
        let body = self.body(id, &object, class, &name)?;
        Ok(HeapObject {
            id: ObjectId(id.0),
            class: name,
            body,
        })
    }

    fn body(
        &mut self,
        id: EngineId,
        object: &Object,
        class: ClassId,
        name: &str,
    ) -> Result<Body, NoWitness> {
        if let Native::Class(literal) = object.native {
            return Ok(Body::ClassLiteral(self.binary_name(literal)));
        }
        if name == "java.lang.String" {
            // Its characters are not worth making: nothing on the path depends on them, and the JVM knows them.
            if is_unmade_text(self.state, id) {
                return Ok(Body::Opaque);
            }
            let text = self.string(object)?;
            return Ok(Body::Str {
                text,
                interned: false,
            });
        }
        if let Some(default) = box_default(name) {
            let value = self.field_named(object, class, "value")?;
            return Ok(Body::Boxed {
                value: value.unwrap_or(default),
                cached: !object.is_input(),
            });
        }
        if self.is_enum(class) {
            return self.constant(object, class);
        }
        match &object.body {
            EngineBody::Array(array) => self.array(array, object.is_input(), class),
            EngineBody::Fields(_) if self.is_throwable(class) && !object.is_input() => {
                Ok(Body::Opaque)
            }
            EngineBody::Fields(_) => self.fields(id, object, class).map(Body::Fields),
        }
    }

    fn slot(&self, object: &Object, slot: usize) -> Option<EngineValue> {
        match &object.body {
            EngineBody::Fields(fields) if self.moment == Moment::Before && object.is_input() => {
                fields.initial(slot)
            }
            EngineBody::Fields(fields) => fields.current(slot),
            EngineBody::Array(_) => None,
        }
    }

    fn fields(
        &mut self,
        id: EngineId,
        object: &Object,
        class: ClassId,
    ) -> Result<Vec<Field>, NoWitness> {
        let layout = self.machine.classes.get(class).clone();
        let mut fields = Vec::new();
        for (slot, field) in layout.fields.iter().enumerate() {
            let declaring = self.machine.classes.get(field.class);
            let (project, declaring) = (declaring.project, dotted(&declaring.name));
            let known = self.slot(object, slot);
            if object.is_input() && known.is_none_or(|value| self.is_open(value)) {
                self.untouched
                    .insert((id.0, declaring.clone(), field.name.to_string()));
            }
            let value = match known {
                Some(value) => self.value(value, &field.ty)?,
                // Of library objects only what the path touched is of interest.
                None if project => self.unread(id.0, class, slot, &field.ty),
                None => continue,
            };
            fields.push(Field {
                declaring,
                name: field.name.to_string(),
                value,
            });
        }
        Ok(fields)
    }

    /// A reference that was read but never looked at.
    fn is_open(&self, value: EngineValue) -> bool {
        let symbol = value.reference().map(|r| self.state.deref(r));
        matches!(symbol, Some(Ref::Symbol(s)) if self.state.symbol(s).binding == Binding::Unknown)
    }

    /// The value of a field the path never read.
    fn unread(&mut self, owner: u32, class: ClassId, slot: usize, ty: &FieldType) -> Value {
        let number = slot as u32;
        if number >= MOST_FIELDS || owner >= (u32::MAX - UNREAD) / MOST_FIELDS {
            return default(ty);
        }
        let field = self.machine.classes.get(class).fields.get(slot).cloned();
        let made = field.map_or_else(Made::default, |field| self.machine.made(&field));
        if !ty.is_reference() {
            let number = self.machine.made_number(made, ty);
            return number
                .map_or_else(|| default(ty), |n| self.value(n, ty).unwrap_or(default(ty)));
        }
        if !made.non_null && !self.machine.is_non_null(class, slot, false) {
            return default(ty);
        }
        match self.machine.classes.load_type(ty) {
            Ok(class) => {
                let id = UNREAD + owner * MOST_FIELDS + number;
                self.enqueue(id, Todo::Unread(id, class, made.length.unwrap_or(0)));
                Value::Ref(ObjectId(id))
            }
            Err(_) => Value::Null,
        }
    }

    fn untouched_fields(&mut self, owner: u32, class: ClassId) -> Vec<Field> {
        let layout = self.machine.classes.get(class).clone();
        let mut fields = Vec::new();
        for (slot, field) in layout.fields.iter().enumerate() {
            let declaring = self.machine.classes.get(field.class);
            if declaring.project {
                fields.push(Field {
                    declaring: dotted(&declaring.name),
                    name: field.name.to_string(),
                    value: self.unread(owner, class, slot, &field.ty),
                });
            }
        }
        fields
    }

    fn field_named(
        &mut self,
        object: &Object,
        class: ClassId,
        name: &str,
    ) -> Result<Option<Value>, NoWitness> {
        let Some(slot) = self.machine.classes.field_slot(class, name) else {
            return Ok(None);
        };
        let ty = self.machine.classes.get(class).fields[slot].ty.clone();
        match self.slot(object, slot) {
            Some(value) => self.value(value, &ty).map(Some),
            None => Ok(None),
        }
    }

    fn array(&mut self, array: &Array, input: bool, class: ClassId) -> Result<Body, NoWitness> {
        let length = self.number(array.length);
        if !(0..=MAX_ARRAY).contains(&length) {
            return Err(NoWitness::NotReplayable(format!(
                "it needs an array of length {length}"
            )));
        }
        let ty = match self.machine.classes.element(class) {
            Some(element) => self.type_of(element),
            None => FieldType::object("java/lang/Object"),
        };
        let mut elements = vec![default(&ty); length as usize];
        match &array.cells {
            Cells::Dense(cells) => {
                for (element, cell) in elements.iter_mut().zip(cells) {
                    *element = self.value(*cell, &ty)?;
                }
            }
            Cells::Seen(cells) => {
                for cell in cells {
                    let value = match self.moment {
                        Moment::Before if input => cell.init,
                        _ => cell.now.or(cell.init),
                    };
                    let index = usize::try_from(self.number(cell.index)).ok();
                    if let (Some(value), Some(element)) =
                        (value, index.and_then(|index| elements.get_mut(index)))
                    {
                        *element = self.value(value, &ty)?;
                    }
                }
            }
        }
        Ok(Body::Array(elements))
    }

    /// A string's characters, out of its compact form (JEP 254): Latin-1 bytes or UTF-16 in the JDK's byte order.
    fn string(&mut self, object: &Object) -> Result<Vec<u16>, NoWitness> {
        let Some(class) = object.class() else {
            return Ok(Vec::new());
        };
        let coder = match self.field_named(object, class, "coder")? {
            Some(Value::Byte(coder)) => coder,
            _ => 0,
        };
        let Some(slot) = self.machine.classes.field_slot(class, "value") else {
            return Ok(Vec::new());
        };
        let reference = self
            .slot(object, slot)
            .and_then(EngineValue::reference)
            .map(|reference| self.state.deref(reference));
        let Some(Ref::Object(id)) = reference else {
            return Ok(Vec::new());
        };
        let bytes = self.state.object(id).clone();
        let (Some(array), Some(array_class)) = (bytes.array(), bytes.class()) else {
            return Ok(Vec::new());
        };
        let Body::Array(elements) = self.array(array, bytes.is_input(), array_class)? else {
            return Ok(Vec::new());
        };
        let bytes: Vec<u8> = elements
            .iter()
            .map(|element| match element {
                Value::Byte(byte) => *byte as u8,
                _ => 0,
            })
            .collect();
        Ok(if coder == 0 {
            bytes.into_iter().map(u16::from).collect()
        } else {
            bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect()
        })
    }

    /// The name of an enum constant, found as the static field that holds the object or in its `name` field.
    fn constant(&mut self, object: &Object, class: ClassId) -> Result<Body, NoWitness> {
        let slot = self.machine.classes.field_slot(class, "name");
        let name = slot
            .and_then(|slot| self.slot(object, slot))
            .and_then(EngineValue::reference)
            .map(|reference| self.state.deref(reference));
        if let Some(Ref::Object(id)) = name
            && !object.is_input()
        {
            let text = self.string(&self.state.object(id).clone())?;
            return Ok(Body::EnumConstant(String::from_utf16_lossy(&text)));
        }
        Err(NoWitness::MadeUp(format!(
            "it needs a {} that is none of the enum's constants",
            self.binary_name(class)
        )))
    }

    fn first_constant(&mut self, class: ClassId) -> Result<Body, NoWitness> {
        let statics = &self.machine.classes.get(class).statics;
        let first = statics.iter().find(|field| field.access.is_enum());
        match first {
            Some(field) => Ok(Body::EnumConstant(field.name.to_string())),
            None => Err(NoWitness::MadeUp(format!(
                "enum {} has no constants",
                self.binary_name(class)
            ))),
        }
    }

    fn statics(&mut self) -> Result<Vec<StaticField>, NoWitness> {
        let mut found = Vec::new();
        for index in 0..self.state.classes.len() {
            let id = ClassId(index as u32);
            let class = self.machine.classes.get(id).clone();
            if !class.project {
                continue;
            }
            let slots = self.state.classes[index].slots.clone();
            for (slot, field) in slots.iter().zip(&class.statics) {
                let generated = field.access.is_synthetic() || field.name.starts_with("$");
                // A final static has the value its initializer gave it, on the JVM too.
                if generated || field.access.is_final() {
                    continue;
                }
                let value = match self.moment {
                    Moment::Before => slot.init,
                    Moment::After => slot.now.or(slot.init),
                };
                if let Some(value) = value {
                    let value = self.value(value, &field.ty)?;
                    found.push(StaticField {
                        class: dotted(&class.name),
                        name: field.name.to_string(),
                        value,
                    });
                }
            }
        }
        Ok(found)
    }

    fn type_of(&self, class: ClassId) -> FieldType {
        let class = self.machine.classes.get(class);
        match &class.kind {
            ClassKind::Primitive(primitive) => FieldType::Primitive(*primitive),
            _ => FieldType::from_class_name(&class.name)
                .unwrap_or_else(|_| FieldType::object("java/lang/Object")),
        }
    }

    fn binary_name(&self, class: ClassId) -> String {
        dotted(&self.machine.classes.get(class).name)
    }

    fn is_enum(&self, class: ClassId) -> bool {
        let class = self.machine.classes.get(class);
        // A constant with a body has a class of its own below the enum.
        class.access.is_enum()
            || class
                .superclass
                .is_some_and(|above| self.machine.classes.get(above).access.is_enum())
    }

    fn is_throwable(&self, class: ClassId) -> bool {
        let chain = self.machine.classes.chain(class);
        chain
            .iter()
            .any(|class| &*self.machine.classes.get(*class).name == "java/lang/Throwable")
    }
}

fn placeholder(id: u32) -> HeapObject {
    HeapObject {
        id: ObjectId(id),
        class: String::new(),
        body: Body::Opaque,
    }
}

pub fn dotted(internal: &str) -> String {
    internal.replace('/', ".")
}

fn default(ty: &FieldType) -> Value {
    match ty {
        FieldType::Primitive(Primitive::Boolean) => Value::Boolean(false),
        FieldType::Primitive(Primitive::Byte) => Value::Byte(0),
        FieldType::Primitive(Primitive::Char) => Value::Char(0),
        FieldType::Primitive(Primitive::Short) => Value::Short(0),
        FieldType::Primitive(Primitive::Int) => Value::Int(0),
        FieldType::Primitive(Primitive::Long) => Value::Long(0),
        FieldType::Primitive(Primitive::Float) => Value::Float(0.0),
        FieldType::Primitive(Primitive::Double) => Value::Double(0.0),
        _ => Value::Null,
    }
}

/// The value of a box nobody looked into; none if the class is no box.
fn box_default(class: &str) -> Option<Value> {
    Some(match class {
        "java.lang.Boolean" => Value::Boolean(false),
        "java.lang.Byte" => Value::Byte(0),
        "java.lang.Character" => Value::Char(0),
        "java.lang.Short" => Value::Short(0),
        "java.lang.Integer" => Value::Int(0),
        "java.lang.Long" => Value::Long(0),
        "java.lang.Float" => Value::Float(0.0),
        "java.lang.Double" => Value::Double(0.0),
        _ => return None,
    })
}
