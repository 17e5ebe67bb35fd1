//! What source text can do with classes and methods: the facts that generated tests are written from.

use std::collections::BTreeMap;

use crate::Value;

/// What source text can do with a class from a test in the same package.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    /// As Java source names it: `Outer.Inner`.
    pub java_name: String,
    /// Not private, and not inside a private class.
    pub accessible: bool,
    /// A class of which objects can be made: no interface, not abstract, no enum.
    pub instantiable: bool,
    /// It has type parameters: naming it without them makes javac warn.
    pub generic: bool,
    /// The constructors and static factories that a test can call.
    pub makers: Vec<Maker>,
    /// The only method it leaves to others, if it is an interface a lambda can stand for.
    pub functional: bool,
    /// The abstract methods of an interface or abstract class: what a stub must have.
    pub abstract_methods: Vec<Signature>,
    pub is_interface: bool,
    /// Own and inherited fields by name.
    pub fields: BTreeMap<String, FieldShape>,
    /// Names of own and inherited methods that a test can call, and whether all of that name are static.
    pub methods: BTreeMap<String, bool>,
}

/// A way to make an object, and what it is known to do to the object's fields.
#[derive(Debug, Clone, Default)]
pub struct Maker {
    /// The static factory's name; none for a constructor.
    pub factory: Option<String>,
    /// The parameter types, as Java writes them.
    pub parameters: Vec<String>,
    pub sets: BTreeMap<String, Source>,
}

/// Where a field's value comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    Parameter(usize),
    Constant(Value),
    Unknown,
}

#[derive(Debug, Clone)]
pub struct Signature {
    pub name: String,
    /// Types as Java writes them.
    pub parameters: Vec<String>,
    pub returns: Option<String>,
    pub is_public: bool,
}

#[derive(Debug, Clone)]
pub struct FieldShape {
    pub type_name: String,
    pub readable: bool,
    pub writable: bool,
    pub is_static: bool,
    /// A method without parameters that a test can call and that only gives the field's value.
    pub getter: Option<String>,
    /// A method of one parameter that a test can call and that sets this field and no other.
    pub setter: Option<String>,
}

/// The method under test.
#[derive(Debug, Clone)]
pub struct Subject {
    pub package: Option<String>,
    /// As a report's heap names it: the key into the shapes.
    pub class: String,
    /// `<init>` for a constructor.
    pub method: String,
    pub is_static: bool,
    /// Reachable from the same package.
    pub accessible: bool,
    /// Names and types, as Java writes them.
    pub parameters: Vec<(String, String)>,
    /// None for `void` and constructors.
    pub returns: Option<String>,
}

pub type Shapes = BTreeMap<String, Shape>;
