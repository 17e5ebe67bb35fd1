//! The JML grammar for tree-sitter: the text of annotation comments as a flat list of items.
//!
//! Business: tokens and shapes. Not its business: which comments are JML, spec cases, what is allowed where
//! (crate `proviso-syntax`). `parser.c` is generated from `grammar.js` by `scripts/grammar.sh`.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_jml() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language(&LANGUAGE.into())`.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_jml) };

/// Colours for JML text.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../queries/highlights.scm");

/// For Java trees: which comments to hand to this grammar.
pub const INJECTIONS_QUERY: &str = include_str!("../queries/injections.scm");
