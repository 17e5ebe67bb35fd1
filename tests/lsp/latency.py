"""From a keystroke to its verdict, in a project of 200 classes with 2 000 methods, beside a cold javac and a warm one of the same file.

Run with `python3 tests/lsp/latency.py [edits] [classes]` and PROVISO set to the program. Prints one JSON object; the figures to compare are
ratios of one run, because machines differ and are busy. It is a measurement, not a test: nothing passes or fails here.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import raw
from raw import RawClient

CLASSES = int(sys.argv[2]) if len(sys.argv) > 2 else 200
METHODS = 10
EDITS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
# A verdict of k=2 that k=1 cannot give: the value that breaks the contract lies too many references away, and the nodes before it are
# others (a ring of one node would do otherwise).
DEEP = """    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    //@ ensures \\result != %s;
    public static int deep(/*@ nullable @*/ Node n) {
        if (n == null || n.next == null || n.next.next == null) return 0;
        return n.next == n || n.next.next == n || n.next.next == n.next ? 0 : n.next.next.value;
    }
"""
WARM = """import java.util.*;
import javax.tools.*;
public class Warm {
    public static void main(String[] options) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            long start = System.nanoTime();
            if (javac.run(null, null, null, options) != 0) throw new AssertionError();
            times.add((System.nanoTime() - start) / 1e9);
        }
        Collections.sort(times.subList(10, 21));
        System.out.println(times.get(15));
    }
}
"""


def source(number: int, limit: str = "0", deep: str = "77") -> str:
    other = (number + 1) % CLASSES
    methods = [
        f"""    //@ requires -1000 <= x && x <= 1000;
    //@ ensures \\result >= {limit if m == 0 else 0};
    public static int m{m}(int x) {{
        int r = x < 0 ? -x : x;
        return r > {m} ? r : C{other}.step(r);
    }}
"""
        for m in range(METHODS - 2)
    ]
    methods.append(DEEP % deep)
    methods.append("""    //@ requires 0 <= y && y < 100000;
    //@ ensures \\result == y + 1;
    public static int step(int y) {
        return y + 1;
    }
""")
    return f"package p;\n\npublic class C{number} {{\n" + "\n".join(methods) + "}\n"


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    raw.LIMIT = 3600.0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch).resolve() / "p"
        folder.mkdir()
        for number in range(CLASSES):
            (folder / f"C{number}.java").write_text(source(number))
        uri = (folder / "C0.java").as_uri()
        version = 1
        times: dict[int, list[float]] = {1: [], 2: []}
        with RawClient(PROVISO_CACHE_DIR=str(pathlib.Path(scratch) / "cache")) as client:

            def edit(text: str, line: str) -> float:
                """Until it is published that the clause in this line is broken."""
                nonlocal version
                version += 1
                number = text[: text.index(line)].count("\n")
                start = time.monotonic()
                client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})
                while True:
                    params = published(client, uri, version)
                    if any(d["code"] == "ensures" and d["range"]["start"]["line"] == number for d in params["diagnostics"]):
                        return time.monotonic() - start

            begin = time.monotonic()
            client.request("initialize", {
                "capabilities": {}, "workspaceFolders": [{"uri": folder.parent.as_uri(), "name": "project"}], "initializationOptions": {"k": 2},
            })
            client.notify("initialized")
            client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "java", "version": 1, "text": source(0)}})
            published(client, uri, 1)
            idle(client)
            first = time.monotonic() - begin
            # The hardest comparison: javac gets the classes of all other files and has only this one to compile. Taken in between, so
            # that both are measured under the same load.
            javac = Javac(pathlib.Path(scratch), folder)
            deep = "77"
            for number in range(EDITS):
                if number % max(1, EDITS // 20) == 0:
                    javac.cold()
                # Each edit breaks a method in a way never seen before: no cache can answer, and only the new verdict is red there.
                # One place is different each time, as after a keystroke.
                limit = str(5000 + number)
                times[1].append(edit(source(0, limit, deep), f"ensures \\result >= {limit};"))
                idle(client)
                deep = str(100_000 + number)
                times[2].append(edit(source(0, limit, deep), f"ensures \\result != {deep};"))
                idle(client)
            cold, warm = statistics.median(javac.times), javac.warm()
        print(json.dumps(figures(times, first, cold, warm)))


class Javac:
    def __init__(self, scratch: pathlib.Path, folder: pathlib.Path):
        self.scratch = scratch
        self.times: list[float] = []
        classes = scratch / "classes"
        subprocess.run(["javac", "-g", "-proc:none", "-d", str(classes), *map(str, folder.glob("*.java"))], check=True, timeout=600)
        self.options = ["-g", "-proc:none", "-d", str(scratch / "out"), "-cp", str(classes), str(folder / "C0.java")]
        (scratch / "Warm.java").write_text(WARM)

    def cold(self):
        start = time.monotonic()
        subprocess.run(["javac", *self.options], check=True, timeout=600)
        self.times.append(time.monotonic() - start)

    def warm(self) -> float:
        ran = subprocess.run(["java", str(self.scratch / "Warm.java"), *self.options], check=True, timeout=600, capture_output=True, text=True)
        return float(ran.stdout)


def figures(times: dict[int, list[float]], first: float, javac: float, warm: float) -> dict:
    result = {
        "classes": CLASSES, "methods": CLASSES * METHODS, "edits": EDITS, "load": round(os.getloadavg()[0], 1),
        "open_to_idle_s": round(first, 3), "cold_javac_s": round(javac, 3), "warm_javac_s": round(warm, 3),
    }
    for k, seen in times.items():
        p50, p95 = statistics.median(seen), percentile(seen, 0.95)
        result |= {
            f"k{k}_p50_s": round(p50, 3), f"k{k}_p95_s": round(p95, 3),
            f"k{k}_p50_over_cold": round(p50 / javac, 2), f"k{k}_p95_over_cold": round(p95 / javac, 2),
            f"k{k}_p50_over_warm": round(p50 / warm, 1),
        }
    return result


def published(client: RawClient, uri: str, version: int) -> dict:
    while True:
        message = client.read()
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            if params["uri"] == uri and params.get("version") == version:
                return params


def idle(client: RawClient) -> None:
    while client.request("proviso/status", {})["result"]["state"] != "idle":
        time.sleep(0.02)


if __name__ == "__main__":
    main()
