//! Prints the tree of the JML text on standard input: `echo 'requires x > 0;' | cargo run -p tree-sitter-jml --example tree`.

use std::io::Read;

fn main() {
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("cannot read the text: {error}");
        std::process::exit(1);
    }
    let mut parser = tree_sitter::Parser::new();
    if let Err(error) = parser.set_language(&tree_sitter_jml::LANGUAGE.into()) {
        eprintln!("{error}");
        std::process::exit(1);
    }
    if let Some(tree) = parser.parse(&text, None) {
        println!("{}", tree.root_node());
    }
}
