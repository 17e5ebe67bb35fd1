//! A heap as the user sees it: objects with fields, arrays with elements, and the roots that reach them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Construction, StubAnswer};

/// A picture of the objects that matter at one moment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Heap {
    /// `this`, parameters, statics that were read, `\result`: in the order in which they are shown.
    pub roots: Vec<Root>,
    /// In the order in which the roots reach them, breadth first.
    pub objects: Vec<HeapObject>,
    /// Objects of interfaces that no known class implements, by id: what they answered on the path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stubs: BTreeMap<u32, Vec<StubAnswer>>,
    /// Calls that make an object as it is here, by its id; filled in by whoever looked for them.
    #[serde(skip)]
    pub made_by: BTreeMap<u32, Construction>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub name: String,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeapObject {
    /// The same object has the same id in `heap_before` and `heap_after`.
    pub id: u32,
    /// The class as Java writes it: `pkg.Node`, `int[]`.
    pub class: String,
    pub kind: ObjectKind,
    /// Not part of the input: allocated while the method ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum ObjectKind {
    Object {
        fields: Vec<Field>,
    },
    /// `elements` holds the elements that are known; indices between them have the default value.
    Array {
        length: i32,
        elements: Vec<Field>,
    },
    /// A string, box, enum constant or class literal: shown by its text instead of its fields.
    Atom {
        text: String,
    },
}

/// A field or, in an array, an element whose name is its index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    /// The class that declares the field, when it is not the object's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared_in: Option<String>,
    pub value: Value,
    #[serde(default, skip_serializing_if = "Change::is_none")]
    pub change: Change,
    /// Nothing on the path depends on its value: shown is the least one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untouched: bool,
}

/// Whether the method changed the field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    #[default]
    None,
    Changed,
}

impl Change {
    fn is_none(&self) -> bool {
        *self == Change::None
    }
}

/// A Java value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type", content = "value")]
pub enum Value {
    Null,
    /// The object with this id.
    Ref(u32),
    Boolean(bool),
    Char(u16),
    Byte(i8),
    Short(i16),
    Int(i32),
    /// As text: JSON numbers lose digits of a long.
    Long(#[serde(with = "as_text")] i64),
    /// As text: JSON has neither NaN nor infinities nor a negative zero that survives.
    Float(#[serde(with = "as_text")] f32),
    Double(#[serde(with = "as_text")] f64),
    /// A value without a Java literal, such as a mathematical integer: as text.
    Other(String),
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<T: ToString, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.to_string())
    }

    pub fn deserialize<'de, T: std::str::FromStr, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse()
            .map_err(|_| D::Error::custom(format!("not a number: {text}")))
    }
}
