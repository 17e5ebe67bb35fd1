//! A sequence of calls that makes an object as it is wanted.

use crate::Value;

/// The first call is a constructor or a static factory, the others are methods of the object.
#[derive(Debug, Clone, PartialEq)]
pub struct Construction {
    pub calls: Vec<ConstructionCall>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ConstructionCall {
    /// None for a constructor.
    pub method: Option<String>,
    /// References are ids of the wanted heap.
    pub arguments: Vec<Value>,
}
