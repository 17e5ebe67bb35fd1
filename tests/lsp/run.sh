#!/usr/bin/env bash
# Protocol tests of the language server with an independent client (pytest-lsp). Sets up its Python packages once.
# The program under test is $PROVISO, else target/release/proviso. Arguments go to pytest.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
venv=$root/.deps/lsp-venv
wanted=$(sha256sum "$here/requirements.txt" | cut -d' ' -f1)
if [ "$(cat "$venv/.done" 2>/dev/null || true)" != "$wanted" ]; then
    echo "setup: pytest-lsp from PyPI into .deps/lsp-venv: an independent LSP client for the protocol tests"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    echo "$wanted" >"$venv/.done"
fi
export PROVISO=${PROVISO:-$root/target/release/proviso}
[ -x "$PROVISO" ] || { echo "tests/lsp: $PROVISO is not there; run ./x build first" >&2; exit 2; }
cd "$here"
exec "$venv/bin/python" -m pytest -p no:cacheprovider "$@"
