#!/usr/bin/env bash
# Runs the editor tests: VS Code (code-server seen through Chromium), Neovim, Emacs.
# Arguments are test files; none = all. PROVISO_PROGRAM names the program under test.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/vscode.sh
# Installed from the package, as a user would.
rm -rf tests/editors/.extensions
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
node tests/editors/node_modules/code-server/out/node/entry.js --extensions-dir "$PWD/tests/editors/.extensions" \
    --user-data-dir "$scratch" --install-extension "$(ls editors/vscode/proviso-*.vsix)" --force >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" >&2; exit 1; }
(cd editors/vscode && npm test --silent)

cd tests/editors
if [ $# = 0 ]; then
    set -- report/*.test.mjs vscode/*.test.mjs neovim/*.test.mjs emacs/*.test.mjs
fi
# One file at a time: the machine is small, and each starts a browser.
timeout --foreground --kill-after=20 1400 node --test --test-force-exit --test-concurrency=1 --test-reporter=spec "$@"
