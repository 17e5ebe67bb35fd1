"""Checks that every Rust package Proviso is built from has a licence we may use.

Works from `cargo metadata` alone, so it needs no network and no database. A package whose licence
expression cannot be met by the allowed licences is named, and the check fails.
"""
import json
import re
import subprocess
import sys

ALLOWED = {
    "MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-1-Clause", "BSD-2-Clause",
    "BSD-3-Clause", "ISC", "Zlib", "0BSD", "Unicode-3.0", "Unicode-DFS-2016", "CC0-1.0", "BSL-1.0",
    "Unlicense", "MPL-2.0",
}


def satisfied(expression):
    """Whether an SPDX expression can be met: OR needs one side, AND both."""
    tokens = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))
    position = 0

    def alternatives():
        nonlocal position
        value = conjunction()
        while position < len(tokens) and tokens[position] == "OR":
            position += 1
            right = conjunction()
            value = value or right
        return value

    def conjunction():
        nonlocal position
        value = single()
        while position < len(tokens) and tokens[position] == "AND":
            position += 1
            right = single()
            value = value and right
        return value

    def single():
        nonlocal position
        token = tokens[position]
        position += 1
        if token == "(":
            value = alternatives()
            position += 1
            return value
        if position + 1 < len(tokens) and tokens[position] == "WITH":
            token = f"{token} WITH {tokens[position + 1]}"
            position += 2
        return token in ALLOWED

    return alternatives()


def main():
    metadata = json.loads(subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked"],
        check=True, stdout=subprocess.PIPE).stdout)
    refused = [
        f"{package['name']} {package['version']}: {package['license'] or 'no licence given'}"
        for package in metadata["packages"]
        if not package["license"] or not satisfied(package["license"])
    ]
    total = len(metadata["packages"])
    print(f"licences: {total - len(refused)} of {total} packages allowed")
    for line in refused:
        print("licences: not allowed:", line)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
