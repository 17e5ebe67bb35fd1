"""The load test in small; the long one is `./x load`."""
import json
import pathlib
import subprocess
import sys

from conftest import LIMIT


def test_after_many_quick_edits_the_server_says_what_a_fresh_one_says():
    script = pathlib.Path(__file__).with_name("load.py")
    ran = subprocess.run([sys.executable, str(script), "300", "50"], capture_output=True, text=True, timeout=5 * LIMIT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert json.loads(ran.stdout)["different_files"] == 0
