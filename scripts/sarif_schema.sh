#!/usr/bin/env bash
# The official SARIF 2.1.0 schema, for the tests only: the crate serde-sarif on crates.io ships it as OASIS published it.
# Prints where it is; fetched once, to .deps/sarif.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/.deps/sarif
version=0.8.0
if [ ! -f "$folder/schema-$version.json" ]; then
    echo "setup: serde-sarif $version from crates.io into .deps/sarif: the SARIF schema, to validate our output" >&2
    mkdir -p "$folder/src"
    printf '[package]\nname = "schema"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\nserde-sarif = "=%s"\n' \
        "$version" >"$folder/Cargo.toml"
    echo 'fn main() {}' >"$folder/src/main.rs"
    (cd "$folder" && cargo vendor --quiet vendor >/dev/null)
    cp "$folder/vendor/serde-sarif/src/schema.json" "$folder/schema-$version.json"
    rm -rf "$folder/vendor"
fi
echo "$folder/schema-$version.json"
