"""From a keystroke to its verdict, in a project of 200 classes with 2 000 methods, beside one cold javac of the same file.

Run with `python3 tests/lsp/latency.py [edits] [classes]` and PROVISO set to the program. Prints one JSON object; the figures to compare are
ratios of one run, because machines differ and are busy. It is a measurement, not a test: nothing passes or fails here.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from raw import RawClient

CLASSES = int(sys.argv[2]) if len(sys.argv) > 2 else 200
METHODS = 10
EDITS = int(sys.argv[1]) if len(sys.argv) > 1 else 200


def source(number: int, limit: str = "0") -> str:
    other = (number + 1) % CLASSES
    methods = [
        f"""    //@ requires -1000 <= x && x <= 1000;
    //@ ensures \\result >= {limit if m == 0 else 0};
    public static int m{m}(int x) {{
        int r = x < 0 ? -x : x;
        return r > {m} ? r : C{other}.step(r);
    }}
"""
        for m in range(METHODS - 1)
    ]
    step = """    //@ requires 0 <= y && y < 100000;
    //@ ensures \\result == y + 1;
    public static int step(int y) {
        return y + 1;
    }
"""
    return f"package p;\n\npublic class C{number} {{\n" + "\n".join(methods + [step]) + "}\n"


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch).resolve() / "p"
        folder.mkdir()
        for number in range(CLASSES):
            (folder / f"C{number}.java").write_text(source(number))
        uri = (folder / "C0.java").as_uri()
        times = []
        import raw
        raw.LIMIT = 3600.0
        with RawClient(PROVISO_CACHE_DIR=str(pathlib.Path(scratch) / "cache")) as client:
            begin = time.monotonic()
            client.request("initialize", {"capabilities": {}, "workspaceFolders": [{"uri": folder.parent.as_uri(), "name": "project"}]})
            client.notify("initialized")
            item = {"uri": uri, "languageId": "java", "version": 1, "text": source(0)}
            client.notify("textDocument/didOpen", {"textDocument": item})
            until(client, uri, 1, lambda codes: True)
            idle(client)
            first = time.monotonic() - begin
            for edit in range(EDITS):
                version = edit + 2
                # Each edit makes a method red or green again, with a text that was never seen before: no cache can answer.
                red = edit % 2 == 0
                limit = f"{5000 + edit}" if red else f"-{edit}"
                start = time.monotonic()
                client.notify(
                    "textDocument/didChange",
                    {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": source(0, limit)}]},
                )
                until(client, uri, version, lambda codes: ("ensures" in codes) == red)
                times.append(time.monotonic() - start)
                idle(client)
        cold = []
        for _ in range(5):
            start = time.monotonic()
            subprocess.run(["javac", "-g", "-proc:none", "-d", scratch, "-cp", scratch, "-sourcepath", str(folder.parent), str(folder / "C0.java")], check=True, timeout=600)
            cold.append(time.monotonic() - start)
        javac = statistics.median(cold)
        p50, p95 = statistics.median(times), percentile(times, 0.95)
        print(json.dumps({
            "classes": CLASSES, "methods": CLASSES * METHODS, "edits": EDITS, "open_to_idle_s": round(first, 3),
            "verdict_p50_s": round(p50, 3), "verdict_p95_s": round(p95, 3), "cold_javac_s": round(javac, 3),
            "p50_over_javac": round(p50 / javac, 2), "p95_over_javac": round(p95 / javac, 2),
        }))


def until(client: RawClient, uri: str, version: int, wanted) -> None:
    while True:
        message = client.read()
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            if params["uri"] == uri and params.get("version") == version and wanted([d["code"] for d in params["diagnostics"]]):
                return


def idle(client: RawClient) -> None:
    while client.request("proviso/status", {})["result"]["state"] != "idle":
        time.sleep(0.02)


if __name__ == "__main__":
    main()
