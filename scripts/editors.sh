#!/usr/bin/env bash
# Sets up what the editor tests and the VS Code extension need: npm packages of editors/vscode and
# tests/editors, and Debian packages where they are missing. Quick when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup: $*"; }

# Debian packages -------------------------------------------------------------------------------
missing=()
want() { # package, how to know that it is there
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; }
want chromium command -v chromium
want neovim command -v nvim
want emacs-nox command -v emacs
want ripgrep command -v rg
want elpa-eglot installed elpa-eglot
want elpa-lsp-mode installed elpa-lsp-mode
want libkrb5-dev installed libkrb5-dev
want g++ command -v g++
want make command -v make
want junit5 installed junit5
if [ ${#missing[@]} != 0 ]; then
    say "${missing[*]} (system packages): the browser that shows VS Code, the other editors under test, JUnit to run generated tests," \
        "and what code-server's native modules are built with"
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
command -v npm >/dev/null || { echo "editors.sh: npm is missing: install Node.js 20 or newer" >&2; exit 2; }

# npm packages ----------------------------------------------------------------------------------
# A folder is done when the lock file it was installed from is the one that is there now.
npm_ci() { # folder, why
    local stamp=$1/node_modules/.proviso-lock
    if ! cmp -s "$1/package-lock.json" "$stamp"; then
        say "npm packages of $1: $2"
        (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
        cp "$1/package-lock.json" "$stamp"
    fi
}
npm_ci editors/vscode "to build the extension"
npm_ci tests/editors "code-server (VS Code in a browser) and Playwright that drives it"

# code-server's own second step downloads a ripgrep; these are its parts that do not.
code_server=tests/editors/node_modules/code-server
if [ ! -e "$code_server/.proviso-done" ]; then
    say "code-server: its dependencies and native modules"
    (
        cd "$code_server/lib/vscode"
        npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
        mkdir -p node_modules/@vscode/ripgrep/bin
        ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
    )
    (cd tests/editors && npm rebuild argon2 --loglevel=error >/dev/null)
    touch "$code_server/.proviso-done"
fi
