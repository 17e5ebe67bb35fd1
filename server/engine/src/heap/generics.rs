//! What generic types promise of the input: a `Box<String>` holds a string, the keys of a `Map<String, Integer>` are
//! strings. Bytecode has forgotten it; the `Signature` attributes (JVMS 4.7.9.1) have not. A program that compiles without
//! unchecked warnings keeps these promises, so an input that breaks one is none.

use crate::classes::{ClassId, Method};
use crate::machine::Machine;
use crate::state::{Binding, Place, State};
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId};
use proviso_classfile::Name;
use std::rc::Rc;

use super::object::{Native, Origin};
use super::signature::{DEEPEST, Reader};

/// A type as it was declared, as far as it restricts what an object may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Generic {
    /// Internal name and type arguments.
    Class(Rc<str>, Vec<Generic>),
    Variable(Rc<str>),
    Array(Box<Generic>),
    /// `? extends …`
    Below(Box<Generic>),
    /// `? super …`
    Above(Box<Generic>),
    /// Another wildcard, a primitive: nothing to learn.
    Any,
}

/// Marks an array that is the storage of a collection: its elements are what this type argument says.
pub(crate) struct Storage {
    pub argument: usize,
}

impl Generic {
    /// Replaces the variables by what they stand for; those without a meaning promise nothing.
    fn with(&self, variables: &[(Rc<str>, Generic)]) -> Generic {
        match self {
            Generic::Class(name, arguments) => {
                let arguments = arguments.iter().map(|a| a.with(variables)).collect();
                Generic::Class(name.clone(), arguments)
            }
            Generic::Variable(name) => variables
                .iter()
                .find(|(known, _)| known == name)
                .map_or(Generic::Any, |(_, meaning)| meaning.clone()),
            Generic::Array(element) => Generic::Array(Box::new(element.with(variables))),
            Generic::Below(bound) => Generic::Below(Box::new(bound.with(variables))),
            Generic::Above(bound) => Generic::Above(Box::new(bound.with(variables))),
            Generic::Any => Generic::Any,
        }
    }

    /// The class every such object is an instance of.
    fn class_name(&self) -> Option<String> {
        match self {
            Generic::Class(name, _) => Some(name.to_string()),
            Generic::Array(element) => match &**element {
                Generic::Class(name, _) => Some(format!("[L{name};")),
                Generic::Array(_) => element.class_name().map(|inner| format!("[{inner}")),
                _ => None,
            },
            Generic::Below(bound) => bound.class_name(),
            Generic::Variable(_) | Generic::Above(_) | Generic::Any => None,
        }
    }

    /// Whether one object can have both types: a `Box<String>` is no `Box<Integer>` (JLS 4.5.1).
    pub(crate) fn may_be(&self, other: &Generic) -> bool {
        match (self, other) {
            (Generic::Class(a, of_a), Generic::Class(b, of_b)) => {
                a != b || of_a.iter().zip(of_b).all(|(x, y)| x.may_equal(y))
            }
            (Generic::Array(a), Generic::Array(b)) => a.may_be(b),
            _ => true,
        }
    }

    /// Whether two type arguments can be the same type.
    fn may_equal(&self, other: &Generic) -> bool {
        match (self, other) {
            (Generic::Class(a, of_a), Generic::Class(b, of_b)) => {
                a == b && of_a.iter().zip(of_b).all(|(x, y)| x.may_equal(y))
            }
            (Generic::Array(a), Generic::Array(b)) => a.may_equal(b),
            (Generic::Class(..), Generic::Array(_)) | (Generic::Array(_), Generic::Class(..)) => {
                false
            }
            _ => true,
        }
    }
}

impl Machine {
    /// What the declaration of a place says of the objects there.
    pub(crate) fn declared_type(&mut self, st: &State, place: &Place) -> Option<Rc<Generic>> {
        let found = match place {
            Place::Param(index) => self.parameter_type(st, usize::from(*index)),
            Place::Field { object, slot } => self.field_type(st, *object, usize::from(*slot)),
            Place::Static { class, slot } => {
                let field = &self.classes.get(*class).statics[usize::from(*slot)];
                let signature = self.field_signature(field.class, &field.name)?;
                Some(Reader::new(&signature).field()?.with(&[]))
            }
            Place::Cell { array, .. } => element_type(st, *array),
            Place::This | Place::Result(_) | Place::Absent => None,
        }?;
        (found != Generic::Any).then(|| Rc::new(found))
    }

    /// Narrows a set of classes to what a declared type promises; an impossible promise is none.
    pub(crate) fn promised(&mut self, types: Rc<TypeSet>, generic: &Generic) -> Rc<TypeSet> {
        let class = generic
            .class_name()
            .and_then(|name| self.classes.load(&name).ok());
        match class {
            Some(class) => self.classes.narrow(&types, class).unwrap_or(types),
            None => types,
        }
    }

    fn parameter_type(&mut self, st: &State, index: usize) -> Option<Generic> {
        let method = &st.frames.first()?.method;
        let file = self.classes.get(method.class).file.clone()?;
        let declared = file.method(&method.name, &method.descriptor.text)?;
        let mut parameters = Reader::new(declared.signature.as_ref()?).parameters()?;
        // Type variables stay: they are the same type wherever they stand.
        (index < parameters.len()).then(|| parameters.swap_remove(index))
    }

    fn field_type(&mut self, st: &State, object: ObjectId, slot: usize) -> Option<Generic> {
        let class = st.object(object).types.bound(&self.classes);
        let field = self.classes.get(class).fields.get(slot)?.clone();
        let signature = self.field_signature(field.class, &field.name)?;
        let declared = Reader::new(&signature).field()?;
        Some(declared.with(&self.arguments(st, object, field.class)))
    }

    fn field_signature(&self, class: ClassId, field: &str) -> Option<Name> {
        let file = self.classes.get(class).file.as_ref()?;
        let declared = file.fields.iter().find(|f| &*f.name == field)?;
        declared.signature.clone()
    }

    /// What the variables of `class` stand for in an input object of it or of a subclass, as far as its declaration says.
    fn arguments(
        &mut self,
        st: &State,
        object: ObjectId,
        class: ClassId,
    ) -> Vec<(Rc<str>, Generic)> {
        let Origin::Input { symbol, .. } = st.object(object).origin else {
            return Vec::new();
        };
        let Some(declared) = st.symbol(symbol).generic.clone() else {
            return Vec::new();
        };
        let Some(arguments) = self.as_supertype(&declared, class, 0) else {
            return Vec::new();
        };
        let variables = self.variables_of(class).into_iter().map(|(name, _)| name);
        variables.zip(arguments).collect()
    }

    /// The type variables of a class with their bounds.
    pub(crate) fn variables_of(&self, class: ClassId) -> Vec<(Rc<str>, Vec<Generic>)> {
        let file = self.classes.get(class).file.as_ref();
        let signature = file.and_then(|file| file.signature.clone());
        signature
            .and_then(|signature| Reader::new(&signature).variables())
            .unwrap_or_default()
    }

    /// The arguments with which a type is a subtype of `target`: an `Ev implements Comparable<Ev>` is a `Comparable` of `Ev`.
    /// `None` where it is none, or a raw one.
    fn as_supertype(
        &mut self,
        generic: &Generic,
        target: ClassId,
        depth: usize,
    ) -> Option<Vec<Generic>> {
        let Generic::Class(name, arguments) = generic else {
            return None;
        };
        if **name == **self.classes.name(target) {
            return (!arguments.is_empty()).then(|| arguments.clone());
        }
        let class = self.classes.load(name).ok()?;
        if depth > DEEPEST || !self.classes.is_subtype(class, target) {
            return None;
        }
        let file = self.classes.get(class).file.clone()?;
        let signature = file.signature.clone()?;
        let mut reader = Reader::new(&signature);
        let variables = reader.variables()?.into_iter().map(|(name, _)| name);
        let known: Vec<(Rc<str>, Generic)> = variables.zip(arguments.iter().cloned()).collect();
        let mut supertypes = Vec::new();
        while !reader.rest.is_empty() {
            supertypes.push(reader.ty(0)?.with(&known));
        }
        supertypes
            .iter()
            .find_map(|supertype| self.as_supertype(supertype, target, depth + 1))
    }

    /// The arguments with which a class, of whose own variables nothing is known, is a subtype of `target`.
    fn arguments_of_class(&mut self, class: ClassId, target: ClassId) -> Option<Vec<Generic>> {
        let name = Rc::from(&**self.classes.name(class));
        self.as_supertype(&Generic::Class(name, Vec::new()), target, 0)
    }

    /// Whether a type argument that a class has fixed is one that a declaration allows.
    fn allows(&mut self, declared: &Generic, fixed: &Generic) -> bool {
        let class_of = |m: &mut Machine, generic: &Generic| match generic {
            Generic::Class(name, _) => m.classes.load(name).ok(),
            _ => None,
        };
        let (bound, below) = match declared {
            Generic::Below(bound) => (bound, true),
            Generic::Above(bound) => (bound, false),
            other => return other.may_equal(fixed),
        };
        match (class_of(self, bound), class_of(self, fixed)) {
            (Some(bound), Some(fixed)) if below => self.classes.is_subtype(fixed, bound),
            (Some(bound), Some(fixed)) => self.classes.is_subtype(bound, fixed),
            _ => true,
        }
    }

    /// Takes away the classes that are subtypes with other arguments: a `Comparator<Integer>` is no
    /// `ByLength implements Comparator<String>`.
    fn without_other_arguments(
        &mut self,
        mut types: Rc<TypeSet>,
        generic: &Generic,
    ) -> Rc<TypeSet> {
        let Generic::Class(name, declared) = generic else {
            return types;
        };
        let says_something = |a: &Generic| !matches!(a, Generic::Any | Generic::Variable(_));
        if types.exact.is_some() || !declared.iter().any(says_something) {
            return types;
        }
        let Ok(class) = self.classes.load(name) else {
            return types;
        };
        for below in self.classes.subclasses(class) {
            let Some(fixed) = self.arguments_of_class(below, class) else {
                continue;
            };
            let agree = declared.iter().zip(&fixed).all(|(d, f)| self.allows(d, f));
            if !agree && let Some(rest) = self.classes.exclude(&types, below) {
                types = rest;
            }
        }
        types
    }

    /// A class with its own variables as arguments: the type of `this` in it.
    pub(crate) fn own_type(&self, class: ClassId) -> Option<Rc<Generic>> {
        let variables = self.variables_of(class);
        let arguments: Vec<Generic> = variables
            .into_iter()
            .map(|(name, _)| Generic::Variable(name))
            .collect();
        let name = Rc::from(&**self.classes.name(class));
        (!arguments.is_empty()).then(|| Rc::new(Generic::Class(name, arguments)))
    }

    /// The variables `T extends B<T>` of the method that is run and of its class, with their `B`.
    pub(crate) fn find_self_bounded(&mut self, method: &Method) {
        self.self_bounded.clear();
        let file = self.classes.get(method.class).file.clone();
        let own = file
            .as_ref()
            .and_then(|file| file.method(&method.name, &method.descriptor.text))
            .and_then(|declared| declared.signature.as_ref())
            .and_then(|signature| Reader::new(signature).variables());
        let mut variables = self.variables_of(method.class);
        variables.extend(own.unwrap_or_default());
        for (name, bounds) in variables {
            self.self_bounded.remove(&name);
            for bound in bounds {
                let Generic::Class(class, arguments) = &bound else {
                    continue;
                };
                let of_itself = match arguments.first() {
                    Some(Generic::Variable(of)) => *of == name,
                    // `T extends Comparable<? super T>`
                    Some(Generic::Above(of)) => **of == Generic::Variable(name.clone()),
                    _ => false,
                };
                if of_itself && let Ok(class) = self.classes.load(class) {
                    self.self_bounded.insert(name.clone(), class);
                }
            }
        }
    }

    /// A reference declared as `T extends B<T>` has turned out to be of this class, which says what `T` is; all else that is
    /// declared as `T` is of that type too. A state in which it is not is marked as impossible.
    pub(crate) fn settle(&mut self, st: &mut State, s: SymbolId) {
        let Some(generic) = st.symbol(s).generic.clone() else {
            return;
        };
        let Some(types) = self.types_of(st, Ref::Symbol(s)) else {
            return;
        };
        let mut class = types.bound(&self.classes);
        let mut inner = &*generic;
        while let Generic::Array(element) = inner {
            let Some(of) = self.classes.element(class) else {
                return;
            };
            (class, inner) = (of, element);
        }
        let Generic::Variable(variable) = inner else {
            return;
        };
        let Some(&bound) = self.self_bounded.get(variable) else {
            return;
        };
        let fixed = self.arguments_of_class(class, bound);
        let Some(Generic::Class(name, _)) = fixed.as_ref().and_then(|f| f.first()) else {
            return;
        };
        let Ok(meaning) = self.classes.load(name) else {
            return;
        };
        match st.variables.iter().find(|(known, _)| known == variable) {
            Some((_, known)) if *known == meaning => {}
            Some(_) => st.impossible = true,
            None => {
                Rc::make_mut(&mut st.variables).push((variable.clone(), meaning));
                for id in (0..st.symbols.len() as u32).map(SymbolId) {
                    self.apply_meaning(st, id, variable, meaning);
                }
            }
        }
    }

    /// Narrows a symbol that is declared by means of a variable whose meaning is known.
    fn apply_meaning(&mut self, st: &mut State, s: SymbolId, variable: &str, meaning: ClassId) {
        let Some(generic) = st.symbol(s).generic.clone() else {
            return;
        };
        let mut class = meaning;
        let mut inner = &*generic;
        while let Generic::Array(element) = inner {
            match self.classes.array_of(class) {
                Ok(array) => (class, inner) = (array, element),
                Err(_) => return,
            }
        }
        if !matches!(inner, Generic::Variable(of) if **of == *variable) {
            return;
        }
        let r = st.deref(Ref::Symbol(s));
        let Some(types) = self.types_of(st, r) else {
            return;
        };
        match (self.classes.narrow(&types, class), st.symbol(s).binding) {
            (Some(narrowed), _) => {
                if *narrowed != *types {
                    self.put_types(st, r, narrowed);
                }
            }
            (None, Binding::Unknown) => {
                if let Some(symbol) = st.symbol_mut(s) {
                    symbol.binding = Binding::Null;
                }
            }
            (None, _) => st.impossible = true,
        }
    }

    /// Whether the declared types let a symbol be this input object.
    pub(crate) fn types_agree(&self, st: &State, s: SymbolId, object: ObjectId) -> bool {
        let Origin::Input { symbol, .. } = st.object(object).origin else {
            return true;
        };
        match (&st.symbol(s).generic, &st.symbol(symbol).generic) {
            (Some(a), Some(b)) => a.may_be(b),
            _ => true,
        }
    }

    /// Notes what is declared of the answer of a call on an input object: a `Supplier<Integer>` gives an `Integer`.
    pub(crate) fn learn_returned_type(
        &mut self,
        st: &mut State,
        s: SymbolId,
        method: &Method,
        receiver: Ref,
    ) {
        let Some(receiver) = st.input_symbol(receiver) else {
            return;
        };
        let Some(declared) = st.symbol(receiver).generic.clone() else {
            return;
        };
        let file = self.classes.get(method.class).file.clone();
        let signature = file
            .as_ref()
            .and_then(|file| file.method(&method.name, &method.descriptor.text))
            .and_then(|declared| declared.signature.clone());
        let Some(signature) = signature else {
            return;
        };
        let own = Reader::new(&signature).variables().unwrap_or_default();
        let (Some(returned), Some(arguments)) = (
            Reader::new(&signature).returned(),
            self.as_supertype(&declared, method.class, 0),
        ) else {
            return;
        };
        let variables = self.variables_of(method.class).into_iter();
        let mut known: Vec<(Rc<str>, Generic)> =
            variables.map(|(name, _)| name).zip(arguments).collect();
        // A variable of the method hides one of the class.
        known.retain(|(name, _)| own.iter().all(|(hidden, _)| hidden != name));
        self.learn_type(st, s, Rc::new(returned.with(&known)));
    }

    /// Notes what is declared of a new symbol.
    pub(crate) fn learn_declared_type(&mut self, st: &mut State, s: SymbolId) {
        let place = st.symbol(s).place.clone();
        if let Some(generic) = self.declared_type(st, &place) {
            self.learn_type(st, s, generic);
        }
    }

    fn learn_type(&mut self, st: &mut State, s: SymbolId, generic: Rc<Generic>) {
        let types = self.promised(st.symbol(s).types.clone(), &generic);
        let types = self.without_other_arguments(types, &generic);
        if let Some(symbol) = st.symbol_mut(s) {
            symbol.types = types;
            symbol.generic = Some(generic);
        }
        for (variable, meaning) in st.variables.clone().iter() {
            self.apply_meaning(st, s, variable, *meaning);
        }
    }
}

/// The element type of an input array: of its own declaration, or of the collection it is the storage of.
fn element_type(st: &State, array: ObjectId) -> Option<Generic> {
    let Origin::Input { symbol, .. } = st.object(array).origin else {
        return None;
    };
    let declared = st.symbol(symbol).generic.as_deref()?;
    let storage = match &st.object(array).native {
        Native::Data(data) => data.downcast_ref::<Storage>(),
        _ => None,
    };
    match (declared, storage) {
        (Generic::Class(_, arguments), Some(storage)) => arguments.get(storage.argument).cloned(),
        (Generic::Array(element), None) => Some((**element).clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, arguments: Vec<Generic>) -> Generic {
        Generic::Class(name.into(), arguments)
    }

    #[test]
    fn different_arguments_are_different_types() {
        let of = |argument: &str| class("L", vec![class(argument, vec![])]);
        assert!(of("S").may_be(&of("S")));
        assert!(!of("S").may_be(&of("I")));
        assert!(of("S").may_be(&class("L", vec![Generic::Any])));
        let below = Generic::Below(Box::new(class("N", vec![])));
        assert!(of("I").may_be(&class("L", vec![below])));
        assert!(of("S").may_be(&class("M", vec![class("I", vec![])])));
    }

    #[test]
    fn variables_are_replaced() {
        let list = class("L", vec![Generic::Variable("T".into())]);
        let string = class("S", vec![]);
        assert_eq!(
            list.with(&[("T".into(), string.clone())]),
            class("L", vec![string])
        );
        assert_eq!(list.with(&[]), class("L", vec![Generic::Any]));
    }
}
