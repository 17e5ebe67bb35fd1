//! What source text can do with classes and methods: the facts that generated tests are written from.

use std::collections::BTreeMap;

/// What source text can do with a class from a test in the same package.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    /// As Java source names it: `Outer.Inner`.
    pub java_name: String,
    /// Not private, and not inside a private class.
    pub accessible: bool,
    /// A class of which objects can be made: no interface, not abstract, no enum.
    pub instantiable: bool,
    /// The parameter types, as Java writes them, of each constructor that a test can call.
    pub constructors: Vec<Vec<String>>,
    /// Own and inherited fields by name.
    pub fields: BTreeMap<String, FieldShape>,
    /// Names of own and inherited methods that a test can call.
    pub methods: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct FieldShape {
    pub type_name: String,
    pub readable: bool,
    pub writable: bool,
    pub is_static: bool,
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
