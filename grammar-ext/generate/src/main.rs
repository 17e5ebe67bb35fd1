//! Generates `src/parser.c` from `grammar.js`. Run by `scripts/grammar.sh`.

use std::path::PathBuf;

fn main() {
    let grammar_folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    let mut diagnostics = Vec::new();
    let outcome = tree_sitter_generate::generate_parser_in_directory(
        grammar_folder,
        None::<PathBuf>,
        None::<PathBuf>,
        tree_sitter_generate::ABI_VERSION_MAX,
        None,
        None,
        true,
        tree_sitter_generate::OptLevel::default(),
        &mut diagnostics,
    );
    for diagnostic in diagnostics {
        eprintln!("{diagnostic:?}");
    }
    if let Err(error) = outcome {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
