//! Text to trees: Java and JML.
//!
//! Business: find the annotation comments of a Java file, parse both languages incrementally with tree-sitter and
//! give one typed tree ([`ast::SourceFile`]) with byte ranges. Parsing never fails: it returns a tree and problems.
//! Not its business: what JML means, names and types, LSP.
//!
//! Start with [`parse`] for a file read once, [`Document`] for one that is edited.

pub mod ast;
mod bodiless;
mod casts;
mod changes;
mod comments;
mod document;
pub mod fuzz;
mod lines;
pub mod pinpoint;
pub mod print;
mod read;
mod words;

pub use changes::{Changes, MethodKey};
pub use comments::Keys;
pub use document::{Document, Options, parse};
