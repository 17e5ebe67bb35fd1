"""The demo: checks the examples, shows the verdicts, and compares them with what the sources promise.

An example says what it expects in lines `//? method(types) verdict [kind]`. The text report is
printed for the reader; the JSON report is what is compared.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def promised(folder):
    for path in sorted(folder.glob("**/*.java")):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = re.match(r"\s*//\? (\w+)(\(.*?\)) (\S+)(?: (\S+))?$", line)
            if match:
                name, parameters, verdict, kind = match.groups()
                yield path, name, parameters.count(",") + (parameters != "()"), verdict, kind


def parameter_count(descriptor):
    inside = descriptor[descriptor.index("(") + 1:descriptor.index(")")]
    return len(re.findall(r"\[*(?:L[^;]+;|[BCDFIJSZ])", inside))


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    text = subprocess.run([program, "check", str(folder)])
    if text.returncode not in (0, 1):
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "report.json"
        subprocess.run([program, "check", "--format", "json", "--output", str(output), str(folder)])
        methods = json.loads(output.read_text(encoding="utf-8"))["methods"]
    wrong = total = 0
    for path, name, count, verdict, kind in promised(folder):
        total += 1
        class_name = path.stem
        wanted = "<init>" if name == class_name else name
        found = [
            m for m in methods
            if re.fullmatch(rf"(?:.*[.$])?{class_name}\.{re.escape(wanted)}\(.*", m["id"])
            and parameter_count(m["id"]) == count
        ]
        if len(found) != 1:
            print(f"demo: {class_name}.{name}: {len(found)} reports, expected one")
            wrong += 1
            continue
        errors = [v for v in found[0]["violations"] if v["severity"] == "error"]
        problem = None
        if found[0]["verdict"] != verdict:
            problem = f"verdict {found[0]['verdict']}, promised {verdict}"
        elif kind and kind not in [v["kind"] for v in errors]:
            problem = f"violations {[v['kind'] for v in errors]}, promised {kind}"
        elif any(v["replay"] not in ("confirmed", "run") for v in errors):
            problem = "a violation that the JVM did not confirm"
        if problem:
            print(f"demo: {class_name}.{name}: {problem}")
            wrong += 1
    print(f"\ndemo: {total - wrong} of {total} verdicts as the examples promise")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
