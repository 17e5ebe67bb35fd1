//! The concrete input, outcome and trace behind a violation.

pub mod extract;
pub mod heap;
mod ordered;
pub mod steps;
pub mod text;
