//! Text to trees: Java and JML.
//!
//! Business: find the annotation comments of a Java file, parse both languages incrementally with tree-sitter and
//! give one typed tree ([`ast::SourceFile`]) with byte ranges. Parsing never fails: it returns a tree and problems.
//! Not its business: what JML means, names and types, LSP.

pub mod ast;
