//! What an object of an unknown class answered: the input holds an interface that no class of the project implements.

use serde::{Deserialize, Serialize};

use crate::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StubAnswer {
    pub method: String,
    /// Types as Java writes them.
    pub parameters: Vec<String>,
    pub arguments: Vec<Value>,
    /// None for `void`.
    pub answer: Option<Value>,
}
