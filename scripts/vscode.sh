#!/usr/bin/env bash
# Packages the VS Code extension with the program and the Z3 library it needs: editors/vscode/proviso-*.vsix.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${PROVISO_PROGRAM:-target/release/proviso}
[ -x "$program" ] || { echo "vscode.sh: $program is not there: run ./x build first" >&2; exit 2; }
program=$(realpath "$program")

scripts/editors.sh
cd editors/vscode
npm run --silent check
npm run --silent build

rm -rf server proviso-*.vsix
mkdir server
cp "$program" server/
# The program looks for Z3 beside itself first.
cp -L ../../.deps/z3/lib/libz3.so.* server/ 2>/dev/null || echo "vscode.sh: no Z3 library in .deps/z3; the program must find its own" >&2

cp ../../LICENSE .
trap 'rm -f LICENSE' EXIT
npx vsce package --no-dependencies --allow-missing-repository --out . >/dev/null
ls -1 proviso-*.vsix | sed 's|^|packaged editors/vscode/|'
