#!/usr/bin/env python3
"""Checks a fixed shard of three libraries from Maven Central and says what came out (`./x real`, docs/real-code.md).

The sources are fetched with Maven into .deps/real; nothing of them is kept in the repository. Ends with status 1 when a
replay diverged or a method took longer than its limit: both are errors of ours."""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import zipfile

# Coordinates, and which part of the methods is looked at.
LIBRARIES = [
    ("org.apache.commons:commons-lang3:3.14.0", "1/24"),
    ("commons-codec:commons-codec:1.16.1", "1/6"),
    ("org.apache.commons:commons-csv:1.10.0", "1/2"),
]
LIMIT_SECONDS = 5
# One limit holds for everything a method costs, within a tenth or 200 ms.
ALLOWED_MS = LIMIT_SECONDS * 1000 + 500


def fetch(coordinates: str, folder: pathlib.Path) -> tuple:
    """The unpacked sources of a library, and its jar: the sources come without resources."""
    _, name, version = coordinates.split(":")
    unpacked = folder / f"{name}-{version}"
    jar = folder / f"{name}-{version}.jar"
    if unpacked.is_dir() and jar.is_file():
        return unpacked, jar
    print(f"setup: {coordinates} (from Maven Central) into {unpacked}", flush=True)
    for artifact in (f"{coordinates}:jar:sources", f"{coordinates}:jar"):
        subprocess.run(
            ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    if unpacked.is_dir():
        return unpacked, jar
    partial = folder / f"{name}-{version}.partial"
    with zipfile.ZipFile(folder / f"{name}-{version}-sources.jar") as sources:
        sources.extractall(partial)
    partial.rename(unpacked)
    return unpacked, jar


def check(program: str, sources: pathlib.Path, jar: pathlib.Path, shard: str) -> dict:
    arguments = ["check", str(sources), "--classpath", str(jar), "--format", "json", "--no-cache", "--shard", shard, "--timeout", str(LIMIT_SECONDS)]
    run = subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=False)
    if not run.stdout:
        sys.exit(f"real: no report on {sources} (status {run.returncode})")
    return json.loads(run.stdout)


def summary(name: str, methods: list) -> tuple:
    verdicts = collections.Counter(method["verdict"] for method in methods)
    reasons = collections.Counter(
        reason for method in methods if method["verdict"] == "unknown" for reason in {u["reason"] for u in method["unknowns"]}
    )
    diverged = [m["id"] for m in methods for v in m["violations"] if v["replay"] == "diverged"]
    late = [m["id"] for m in methods if m["stats"]["total_ms"] > ALLOWED_MS]
    print(f"{name}: {len(methods)} methods; " + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    print("  unknown by reason: " + (", ".join(f"{count} {reason}" for reason, count in reasons.most_common()) or "none"))
    for what, all_of_them in (("diverged", diverged), ("over the limit", late)):
        print(f"  {what}: {len(all_of_them)}" + "".join(f"\n    {method}" for method in all_of_them))
    return diverged, late


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("--findings", type=pathlib.Path, help="write every violation to this file, a line of JSON each")
    chosen = arguments.parse_args()
    folder = pathlib.Path(__file__).resolve().parent.parent / ".deps" / "real"
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    findings = []
    for coordinates, shard in LIBRARIES:
        report = check(chosen.program, *fetch(coordinates, folder), shard)
        diverged, late = summary(f"{coordinates} shard {shard}", report["methods"])
        wrong += len(diverged) + len(late)
        for method in report["methods"]:
            for violation in method["violations"]:
                findings.append({"library": coordinates, "method": method["id"], **violation})
    print(f"{len(findings)} findings")
    if chosen.findings:
        chosen.findings.write_text("".join(json.dumps(finding) + "\n" for finding in findings))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
