//! The generated tree-sitter parser for JML.
