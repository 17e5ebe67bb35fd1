#!/usr/bin/env python3
"""Covering tests for all subjects: made by Proviso, compiled with all lints and run by JUnit outside of it.

usage: roundtrip.py PROGRAM [catalogue|papers]...
Prints the figures of docs/tests.md: tests, branches covered and coverable, share built without reflection, lines per test,
and for the published subjects the branches and the number of tests beside the published ones.
"""

import collections
import csv
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAUNCHER = os.environ.get("PROVISO_JUNIT", "/usr/share/java/junit-platform-console-standalone.jar")


def generate(program, subject, output, k):
    command = [program, "generate-tests", "--select", "cover", "--no-cache", "--timeout", "20", "-k", str(k),
               "--format", "json", "--output", output, subject]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode != 0:
        sys.exit(f"roundtrip: {' '.join(command)}: {ended.stderr}")
    return [json.loads(line) for line in ended.stdout.splitlines()]


def run_outside(subject, output):
    """Number of tests that passed and failed under JUnit, started by us, and of the warnings of javac about them."""
    tests = glob.glob(output + "/**/*.java", recursive=True)
    if not tests:
        return 0, 0, 0
    sources = glob.glob(subject + "/**/*.java", recursive=True) if os.path.isdir(subject) else [subject]
    classes = output + "/classes"
    warnings = 0
    # The subjects are compiled first: only the tests should be free of warnings.
    for lint, files, path in [(["-nowarn"], sources, ""), (["-Xlint:all"], tests, classes)]:
        command = ["javac", *lint, "-proc:none", "-d", classes, "-cp", f"{LAUNCHER}:{path}", *files]
        compiled = subprocess.run(command, capture_output=True, text=True)
        if compiled.returncode != 0:
            sys.exit(f"roundtrip: {subject}: {compiled.stderr}")
        if path:
            warnings = compiled.stderr.count(": warning: ")
            sys.stderr.write(compiled.stderr)
    command = ["java", "-ea", "-cp", f"{LAUNCHER}:{classes}", "org.junit.platform.console.ConsoleLauncher",
               "--disable-ansi-colors", f"--scan-class-path={classes}", "--details=summary"]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    count = lambda word: int(re.search(rf"(\d+) tests {word}", said).group(1))
    return count("successful"), count("failed"), warnings


def measure(program, subjects, k):
    figures = collections.Counter()
    offers = []
    for subject in subjects:
        with tempfile.TemporaryDirectory() as output:
            found = generate(program, subject, output, k)
            offers += found
            passed, failed, warnings = run_outside(subject, output)
            figures["passed"] += passed
            figures["failed"] += failed
            figures["warnings"] += warnings
    for offer in offers:
        if offer.get("coverage"):
            for key in ("covered", "coverable", "total", "paths"):
                figures[key] += offer["coverage"][key]
            figures["methods"] += 1
        elif offer.get("test"):
            figures["inputs"] += 1
            figures["plain"] += offer["built_without_reflection"]
            figures["lines"] += offer["lines"] / offer.get("rows", 1)
        elif offer["kind"] == "path":
            figures["refused"] += 1
    return figures, offers


def show(name, figures):
    inputs = max(1, figures["inputs"])
    print(f"| {name} | {figures['methods']} | {figures['paths']} | {figures['inputs']} | {figures['refused']} "
          f"| {figures['covered']} of {figures['coverable']} ({figures['total']}) "
          f"| {100 * figures['plain'] / inputs:.1f} % | {figures['lines'] / inputs:.1f} "
          f"| {figures['passed']} / {figures['failed']} / {figures['warnings']} |", flush=True)


def header():
    print("| subjects | methods | paths | tests | without a test | branches covered of coverable (all) | built without reflection "
          "| lines per test | outside: passed / failed / warnings |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")


def published(all_offers):
    print("\n| class | method | k | tests there | tests here | branches there | branches here |")
    print("|---|---|---:|---:|---:|---:|---:|")
    totals = collections.Counter()
    with open(os.path.join(ROOT, "tests/papers/kunit-tables-9.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            start = f"{row['class']}.{row['method']}("
            own = [o for o in all_offers.get(int(row["k"]), []) if o["method"].startswith(start)]
            lines = [o for o in own if o.get("coverage")]
            if not lines:
                continue
            coverage = lines[0]["coverage"]
            tests = sum(1 for o in own if o.get("test"))
            print(f"| {row['class']} | {row['method']} | {row['k']} | {row['tests_lazier_sharp']} | {tests} "
                  f"| {row['branches_covered']} of {row['branches']} | {coverage['covered']} of {coverage['total']} |")
            totals["there"] += int(row["tests_lazier_sharp"] or 0)
            totals["here"] += tests
            totals["rows"] += 1
    print(f"\n{totals['rows']} rows: {totals['there']} tests there, {totals['here']} here.")


def main():
    program, *what = sys.argv[1:]
    what = what or ["catalogue", "papers"]
    header()
    if "catalogue" in what:
        folders = sorted(glob.glob(os.path.join(ROOT, "tests/subjects/catalogue/*/")))
        show("catalogue, k = 3", measure(program, [folder.rstrip("/") for folder in folders], 3)[0])
    if "papers" in what:
        all_offers = {}
        files = sorted(glob.glob(os.path.join(ROOT, "tests/subjects/papers/*.java")))
        for k in (1, 2, 3):
            figures, all_offers[k] = measure(program, files, k)
            show(f"papers, k = {k}", figures)
        published(all_offers)


main()
