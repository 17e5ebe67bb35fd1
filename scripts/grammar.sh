#!/bin/sh
# Regenerates grammar-ext/src/parser.c from grammar-ext/grammar.js.
# Needs node; tree-sitter-java's grammar.js and the generator come from the package registry.
set -eu
cd "$(dirname "$0")/.."
manifest=grammar-ext/generate/Cargo.toml
TREE_SITTER_JAVA=$(cargo metadata --manifest-path "$manifest" --format-version 1 |
    node -e '
        const packages = JSON.parse(require("fs").readFileSync(0, "utf8")).packages;
        const java = packages.find(p => p.name === "tree-sitter-java");
        console.log(require("path").dirname(java.manifest_path));')
export TREE_SITTER_JAVA
cargo run --quiet --manifest-path "$manifest" -- grammar-ext
# Only the parser is kept: the other outputs can be made again.
rm -f grammar-ext/src/grammar.json grammar-ext/src/node-types.json
