//! What generic types promise of the input: a `Box<String>` holds a string, the keys of a `Map<String, Integer>` are
//! strings. Bytecode has forgotten it; the `Signature` attributes (JVMS 4.7.9.1) have not. A program that compiles without
//! unchecked warnings keeps these promises, so an input that breaks one is none.

use crate::classes::ClassId;
use crate::machine::Machine;
use crate::state::{Place, State};
use crate::types::TypeSet;
use crate::value::{ObjectId, SymbolId};
use proviso_classfile::Name;
use std::rc::Rc;

use super::object::{Native, Origin};

/// A type as it was declared, as far as it restricts what an object may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Generic {
    /// Internal name and type arguments.
    Class(Rc<str>, Vec<Generic>),
    Variable(Rc<str>),
    Array(Box<Generic>),
    /// `? extends …`
    Below(Box<Generic>),
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
            Generic::Variable(_) | Generic::Any => None,
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
            Place::This | Place::Result(_) => None,
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

    /// The type arguments of an input object of a generic class, where its declaration names that very class.
    fn arguments(&self, st: &State, object: ObjectId, class: ClassId) -> Vec<(Rc<str>, Generic)> {
        let Origin::Input { symbol, .. } = st.object(object).origin else {
            return Vec::new();
        };
        let Some(Generic::Class(name, arguments)) = st.symbol(symbol).generic.as_deref() else {
            return Vec::new();
        };
        let info = self.classes.get(class);
        if **name != *info.name {
            return Vec::new();
        }
        let signature = info.file.as_ref().and_then(|file| file.signature.clone());
        let variables = signature
            .and_then(|signature| Reader::new(&signature).variables())
            .unwrap_or_default();
        variables
            .into_iter()
            .zip(arguments.iter().cloned())
            .collect()
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

    /// Notes what is declared of a new symbol.
    pub(crate) fn learn_declared_type(&mut self, st: &mut State, s: SymbolId) {
        let place = st.symbol(s).place.clone();
        let Some(generic) = self.declared_type(st, &place) else {
            return;
        };
        let types = self.promised(st.symbol(s).types.clone(), &generic);
        if let Some(symbol) = st.symbol_mut(s) {
            symbol.types = types;
            symbol.generic = Some(generic);
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

/// Reads signatures. Anything malformed gives `None`: the promise is lost, nothing else.
struct Reader<'a> {
    rest: &'a str,
}

/// Deeper nesting than this comes from no program.
const DEEPEST: usize = 40;

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn until(&mut self, ends: &[char]) -> Option<&'a str> {
        let at = self.rest.find(ends)?;
        let (word, rest) = self.rest.split_at(at);
        self.rest = rest;
        Some(word)
    }

    fn field(&mut self) -> Option<Generic> {
        self.ty(0)
    }

    fn ty(&mut self, depth: usize) -> Option<Generic> {
        if depth > DEEPEST {
            return None;
        }
        match self.next()? {
            'L' => self.class(depth),
            'T' => {
                let name = self.until(&[';'])?;
                self.next();
                Some(Generic::Variable(name.into()))
            }
            '[' => Some(Generic::Array(Box::new(self.ty(depth + 1)?))),
            _ => Some(Generic::Any),
        }
    }

    /// Behind the `L`. Of a class inside a generic one only its own arguments count.
    fn class(&mut self, depth: usize) -> Option<Generic> {
        let mut name = String::new();
        let mut arguments = Vec::new();
        loop {
            name.push_str(self.until(&['<', ';', '.'])?);
            match self.next()? {
                ';' => return Some(Generic::Class(name.into(), arguments)),
                '.' => {
                    name.push('$');
                    arguments.clear();
                }
                _ => {
                    while !self.eat('>') {
                        arguments.push(self.argument(depth + 1)?);
                    }
                }
            }
        }
    }

    fn argument(&mut self, depth: usize) -> Option<Generic> {
        if self.eat('*') {
            Some(Generic::Any)
        } else if self.eat('-') {
            self.ty(depth)?;
            Some(Generic::Any)
        } else {
            let below = self.eat('+');
            let ty = self.ty(depth)?;
            Some(if below {
                Generic::Below(Box::new(ty))
            } else {
                ty
            })
        }
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>`: the names.
    fn variables(&mut self) -> Option<Vec<Rc<str>>> {
        let mut names = Vec::new();
        if self.eat('<') {
            while !self.eat('>') {
                names.push(self.until(&[':'])?.into());
                while self.eat(':') {
                    // An interface bound follows an empty class bound.
                    if !self.rest.starts_with(':') {
                        self.ty(0)?;
                    }
                }
            }
        }
        Some(names)
    }

    /// The parameters of a method.
    fn parameters(&mut self) -> Option<Vec<Generic>> {
        self.variables()?;
        if !self.eat('(') {
            return None;
        }
        let mut parameters = Vec::new();
        while !self.eat(')') {
            parameters.push(self.ty(0)?);
        }
        Some(parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, arguments: Vec<Generic>) -> Generic {
        Generic::Class(name.into(), arguments)
    }

    #[test]
    fn signatures_are_read() {
        let string = class("java/lang/String", vec![]);
        let map = "Ljava/util/Map<Ljava/lang/String;[TV;>;";
        assert_eq!(
            Reader::new(map).field(),
            Some(class(
                "java/util/Map",
                vec![
                    string.clone(),
                    Generic::Array(Box::new(Generic::Variable("V".into())))
                ]
            ))
        );
        let method = "<T::Ljava/lang/Comparable<TT;>;>(ILjava/util/List<+TT;>;Lp/A<*>.B<-TT;>;)V";
        assert_eq!(
            Reader::new(method).parameters(),
            Some(vec![
                Generic::Any,
                class(
                    "java/util/List",
                    vec![Generic::Below(Box::new(Generic::Variable("T".into())))]
                ),
                class("p/A$B", vec![Generic::Any]),
            ])
        );
        let variables = Reader::new("<K:Ljava/lang/Object;V:Ljava/lang/Object;>Ljava/lang/Object;");
        assert_eq!(
            { variables }.variables(),
            Some(vec!["K".into(), "V".into()])
        );
    }

    #[test]
    fn malformed_signatures_promise_nothing() {
        for text in ["", "L", "Lp/A", "Lp/A<", "Lp/A<Lq", "T", "[", "(", "<T"] {
            assert_eq!(
                Reader::new(text).field().filter(|g| *g != Generic::Any),
                None,
                "{text}"
            );
            assert_eq!(Reader::new(text).parameters(), None, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(Reader::new(&deep).field(), None);
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
