"""How long a check goes on after an edit has made it stale, over real stdio.

    cancelling.py [stops]

Three methods that take for ever in different ways are checked again and again; an edit comes when a check has been under way for a
while. Prints the figures as JSON; the server measures, from the wish to stop to the end of the check.
"""
import json
import os
import pathlib
import random
import sys
import tempfile
import time

from raw import RawClient

# One query of the solver each: factoring a 64-bit number, a product of doubles. And many paths with queries between.
SUBJECTS = {
    "product": """\
public class Product {
    //@ requires 1 < a && a < b && b < 2000000000L;
    //@ ensures \\result != 1000000016000000063L;
    public static long product(long a, long b) { return a * b; }
}
""",
    "doubles": """\
public class Doubles {
    //@ requires 1.0 < a && a < 2.0 && 1.0 < b && b < 2.0 && 1.0 < c && c < 2.0;
    //@ ensures \\result != 1.2345678901234567 || a * c * c != b * 1.9;
    public static double doubles(double a, double b, double c) { return a * b * c; }
}
""",
    "paths": """\
public class Paths {
    //@ requires a != null && b != null && a.length == b.length;
    //@ ensures \\result != 7919;
    public static long paths(long[] a, long[] b) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                if (a[i] * b[j] % 7919 == sum % 104729) sum += a[i] / (b[j] | 1); else sum ^= b[j] * 31 + a[j];
            }
        }
        return sum;
    }
}
""",
}
OPTIONS = {"timeout": 600, "k": 3, "loopBound": 60, "jobs": 1, "cache": False, "debounce": 10, "arithmetic": "java"}


class Editor(RawClient):
    def open(self, folder: pathlib.Path, name: str, text: str) -> str:
        path = folder / f"{name.capitalize()}.java"
        path.write_text(text)
        self.notify("textDocument/didOpen", {"textDocument": {"uri": path.as_uri(), "languageId": "java", "version": 1, "text": text}})
        return path.as_uri()

    def checks(self) -> dict:
        return self.request("proviso/status", {})["result"]["checks"]

    def under_way(self, limit: float = 100.0) -> dict:
        """Waits until a check is under way."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            counts = self.checks()
            if counts["started"] > counts["finished"] + counts["cancelled"] + counts["preempted"]:
                return counts
            time.sleep(0.01)
        raise AssertionError(f"nothing is being checked: {counts}")


def stops_of(name: str, text: str, stops: int) -> dict:
    random.seed(7)
    with tempfile.TemporaryDirectory() as scratch, Editor() as client:
        client.guard.cancel()
        folder = pathlib.Path(scratch).resolve()
        client.request("initialize", {"capabilities": {}, "workspaceFolders": [{"uri": folder.as_uri(), "name": "p"}], "initializationOptions": OPTIONS})
        client.notify("initialized")
        uri = client.open(folder, name, text)
        for version in range(2, stops + 2):
            before = client.under_way()["cancelled"]
            time.sleep(random.uniform(0.05, 0.4))
            client.under_way()
            change = {"text": text.replace("class", " " * (version % 2 + 1) + "class")}
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
            end = time.monotonic() + 60
            while client.checks()["cancelled"] == before:
                assert time.monotonic() < end, f"{name}: the edit stopped nothing"
                time.sleep(0.005)
        counts = client.checks()
        return {key: counts[key] for key in ("cancelled", "stoppedInSolver", "medianCancelMs", "slowestCancelMs")}


if __name__ == "__main__":
    stops = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    figures = {name: stops_of(name, text, stops // len(SUBJECTS)) for name, text in SUBJECTS.items()}
    print(json.dumps({"load": os.getloadavg()[0], **figures}, indent=1))
