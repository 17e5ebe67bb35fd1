//! Compiles the generated parser.

fn main() {
    let mut build = cc::Build::new();
    // -O1: the parser is one huge table, more costs build time and gains nothing.
    build
        .std("c11")
        .include("src")
        .opt_level(1)
        .debug(false)
        .warnings(false)
        .file("src/parser.c");
    build.compile("tree-sitter-jml");
    println!("cargo:rerun-if-changed=src/parser.c");
}
