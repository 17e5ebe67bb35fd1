#!/usr/bin/env bash
# Puts the official Z3 (PyPI wheel z3-solver) under .deps/z3: shared library, headers, and the
# pkg-config file by which the z3-sys crate finds them. Does nothing when it is already there.
set -euo pipefail
cd "$(dirname "$0")/.."
version=5.4.0
if [ -f ".deps/z3/$version.done" ]; then exit 0; fi
echo "setup: Z3 $version (wheel z3-solver, from PyPI) into .deps/z3: the SMT solver Proviso links to"
rm -rf .deps/z3 && mkdir -p .deps/z3/pkgconfig .deps/z3/wheel
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    -d .deps/z3/wheel "z3-solver==$version.0" 2>/dev/null ||
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        -d .deps/z3/wheel "z3-solver==$version"
python3 - <<'PY'
import glob, zipfile
wheel, = glob.glob(".deps/z3/wheel/*.whl")
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if name.startswith(("z3/lib/", "z3/include/")):
            archive.extract(name, ".deps/z3/unpacked")
PY
mv .deps/z3/unpacked/z3/lib .deps/z3/lib
mv .deps/z3/unpacked/z3/include .deps/z3/include
rm -rf .deps/z3/unpacked .deps/z3/wheel
cat > .deps/z3/pkgconfig/z3.pc <<PC
prefix=\${pcfiledir}/..
Name: z3
Description: the Z3 theorem prover
Version: $version
Libs: -L\${prefix}/lib -lz3
Cflags: -I\${prefix}/include
PC
touch ".deps/z3/$version.done"
