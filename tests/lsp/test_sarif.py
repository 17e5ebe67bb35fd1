"""`proviso check --format sarif` against the official schema, with an independent validator."""

import json
import os
import pathlib
import subprocess

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def schema():
    script = ROOT / "scripts" / "sarif_schema.sh"
    path = subprocess.run([script], check=True, capture_output=True, text=True).stdout.strip()
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    assert found["$id"].endswith("sarif-schema-2.1.0.json")
    return found


def sarif(path, tmp_path):
    out = tmp_path / "out.sarif"
    command = [os.environ["PROVISO"], "check", "--no-cache", "--format", "sarif", "--output", out, path]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ended.returncode in (0, 1, 2), ended.stderr
    return json.loads(out.read_text(encoding="utf-8"))


@pytest.mark.timeout(400)
def test_violations_validate_and_traces_are_code_flows(schema, tmp_path):
    log = sarif(ROOT / "examples", tmp_path)
    jsonschema.Draft7Validator(schema).validate(log)
    results = log["runs"][0]["results"]
    flows = [r for r in results if r.get("codeFlows")]
    assert flows, "a violation has a trace"
    steps = flows[0]["codeFlows"][0]["threadFlows"][0]["locations"]
    assert all("physicalLocation" in step["location"] for step in steps)


@pytest.mark.timeout(400)
def test_problems_validate(schema, tmp_path):
    (tmp_path / "Bad.java").write_text(
        "class Bad {\n    //@ ensures nobody == 1;\n    int m() { return 1; }\n    int n() { return true; }\n}\n"
    )
    log = sarif(tmp_path / "Bad.java", tmp_path)
    jsonschema.Draft7Validator(schema).validate(log)
    assert log["runs"][0]["results"]


def test_the_validator_is_not_blind(schema):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft7Validator(schema).validate({"version": "2.1.0", "runs": [{"results": []}]})
