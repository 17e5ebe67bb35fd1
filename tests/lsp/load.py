"""Ten thousand edits at fifty a second (in bursts and pauses, so that they meet work that is under way), with everything that can go wrong on the way; and at the end the server must say what a fresh one says.

Run with `python3 tests/lsp/load.py [edits] [per second]` and PROVISO set to the program (`./x load` does). Random content, kills of the JVMs,
cancellations, files deleted and written anew. Prints one JSON object with the figures and exits with 1 if a diagnostic was lost or stale, the memory did not
come back, or the server stopped answering.
"""
import json
import os
import pathlib
import queue
import random
import signal
import sys
import tempfile
import threading
import time

import psutil

from raw import RawClient, frame

EDITS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
RATE = float(sys.argv[2]) if len(sys.argv) > 2 else 50.0
FILES = 6
# Waiting longer than this for an answer is a deadlock.
PATIENCE = 300.0
SEED = 20_261_116

BODIES = [
    "return x < 0 ? -x : x;",
    "return x > 0 ? x : 0;",
    "return x / (x - 3);",
    "int[] a = new int[4]; return a[x & 7];",
    "int s = 0; for (int i = 0; i < 3; i++) s += i; return s;",
    "return C%d.step(x);",
    "return x +;",
    "return nowhere;",
    "String s = x > 5 ? null : \"y\"; return s.length();",
    # Many paths, so that edits meet a check that is under way.
    "int s = 0; for (int i = 0; i < 7; i++) if (((x >> i) & 1) == 1) s++; return s;",
]
CLAUSES = ["\\result >= 0", "\\result == x + 1", "\\result != 7", "\\result >", "\\result == nowhere", "true"]


def source(number: int, dice: random.Random) -> str:
    methods = []
    for m in range(3):
        body = dice.choice(BODIES)
        if "%d" in body:
            body = body % dice.randrange(FILES)
        methods.append(
            f"    //@ requires -100 <= x && x <= 100;\n    //@ ensures {dice.choice(CLAUSES)};\n"
            f"    public static int m{m}(int x) {{\n        {body}\n    }}\n"
        )
    step = f"    //@ requires -1000 <= y && y <= 1000;\n    //@ ensures \\result == y + 1;\n    public static int step(int y) {{\n        return y + {dice.choice([1, 1, 1, 2])};\n    }}\n"
    extra = "\n" * dice.randrange(3) + ("junk {" if dice.random() < 0.02 else "")
    return f"package p;\n{extra}\npublic class C{number} {{\n" + "\n".join(methods) + step + "}\n"


class Client(RawClient):
    """Reads in a thread of its own, so that the server never has to wait for us."""

    def __init__(self, **environment):
        super().__init__(**environment)
        self.guard.cancel()
        self.diagnostics: dict[str, tuple] = {}
        self.answers: dict[int, queue.Queue] = {}
        self.reader = threading.Thread(target=self.read_all, daemon=True)
        self.sending = threading.Lock()

    def begin(self, folder: pathlib.Path):
        self.reader.start()
        self.ask("initialize", {
            "capabilities": {}, "workspaceFolders": [{"uri": folder.as_uri(), "name": "load"}],
            "initializationOptions": {"k": 2, "cache": False, "timeout": 10},
        })
        self.notify("initialized")

    def send_bytes(self, data: bytes):
        with self.sending:
            super().send_bytes(data)

    def read_all(self):
        try:
            while True:
                message = self.read()
                if message.get("method") == "textDocument/publishDiagnostics":
                    params = message["params"]
                    self.diagnostics[params["uri"]] = (params.get("version"), params["diagnostics"])
                elif "method" in message and "id" in message:
                    self.send_bytes(frame(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": None}).encode()))
                elif message.get("id") in self.answers:
                    self.answers[message["id"]].put(message)
        except (AssertionError, ValueError, OSError):
            return  # the server is gone; whoever waits for an answer will notice

    def ask(self, method: str, params) -> dict:
        self.next_id += 1
        number = self.next_id
        self.answers[number] = queue.Queue()
        self.send_bytes(frame(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()))
        answer = self.answers[number].get(timeout=PATIENCE)
        del self.answers[number]
        return answer

    def status(self) -> dict:
        return self.ask("proviso/status", {})["result"]

    def settle(self, versions: dict[str, int]):
        """Until nothing is under way and every open file was published in its last version."""
        end = time.monotonic() + PATIENCE
        quiet = 0
        while quiet < 3:
            status = self.status()
            current = all(self.diagnostics.get(uri, (None, []))[0] == version for uri, version in versions.items())
            quiet = quiet + 1 if status["state"] == "idle" and current else 0
            if time.monotonic() > end:
                behind = {uri: (self.diagnostics.get(uri, (None,))[0], version) for uri, version in versions.items()}
                raise SystemExit(f"load: the server did not come to rest: {status}, published and sent: {behind}")
            time.sleep(0.3)

    def seen(self) -> dict[str, list]:
        """What the user sees, without what differs from run to run by right (the version)."""
        shown = {}
        for uri, (_, found) in self.diagnostics.items():
            plain = [json.dumps({k: v for k, v in d.items() if k != "data"}, sort_keys=True) for d in found]
            if plain:
                shown[uri] = sorted(plain)
        return shown

    def memory(self) -> int:
        return psutil.Process(self.server.pid).memory_info().rss

    def open(self, uri: str, version: int, text: str):
        item = {"uri": uri, "languageId": "java", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})


def kill_a_jvm(client: Client, dice: random.Random) -> bool:
    jvms = psutil.Process(client.server.pid).children(recursive=True)
    if not jvms:
        return False
    try:
        os.kill(dice.choice(jvms).pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def run(scratch: pathlib.Path) -> dict:
    dice = random.Random(SEED)
    folder = scratch / "p"
    folder.mkdir()
    paths = [folder / f"C{number}.java" for number in range(FILES)]
    uris = [path.as_uri() for path in paths]
    texts = [source(number, random.Random(number)) for number in range(FILES)]
    for path, text in zip(paths, texts):
        path.write_text(text)
    versions = {uri: 1 for uri in uris[: FILES - 1]}  # the last file stays on disk, to be deleted and written anew
    counts = {"kills": 0, "cancels": 0, "deletions": 0}
    cache = {"PROVISO_CACHE_DIR": str(scratch / "cache")}
    with Client(**cache) as client:
        client.begin(scratch)
        for uri in versions:
            client.open(uri, 1, texts[uris.index(uri)])
        client.settle(versions)
        warm_up(client, uris, texts, versions, dice)
        before = client.memory()
        begin = time.monotonic()
        pause_at = 0
        for edit in range(EDITS):
            number = dice.randrange(FILES - 1)
            texts[number] = source(number, dice)
            versions[uris[number]] += 1
            change(client, uris[number], versions[uris[number]], texts[number])
            if dice.random() < 0.002:
                counts["kills"] += kill_a_jvm(client, dice)
            if dice.random() < 0.01:
                counts["cancels"] += 1
                client.ask("workspace/executeCommand", {"command": "proviso.cancel", "arguments": []})
            if dice.random() < 0.004:
                counts["deletions"] += 1
                flip(client, paths[-1], texts[-1])
            if edit >= pause_at:
                # Twice the rate within a burst; the pause after it makes up for that.
                time.sleep(max(0.0, begin + (edit + 1) / RATE - time.monotonic()))
                pause_at = edit + dice.randrange(5, 100)
            else:
                time.sleep(0.5 / RATE)
        took = time.monotonic() - begin
        if not paths[-1].exists():
            flip(client, paths[-1], texts[-1])
        # A cancel may have been the last word on a file; an edit that changes nothing asks again.
        for uri in versions:
            versions[uri] += 1
            change(client, uri, versions[uri], texts[uris.index(uri)])
        begin = time.monotonic()
        client.settle(versions)
        settled = time.monotonic() - begin
        end = begin + PATIENCE
        while client.memory() > before * 1.1 and time.monotonic() < end:
            time.sleep(1)
        after, found, checks = client.memory(), client.seen(), client.status()["checks"]
    with Client(**cache) as fresh:
        fresh.begin(scratch)
        for uri in versions:
            fresh.open(uri, versions[uri], texts[uris.index(uri)])
        fresh.settle(versions)
        expected = fresh.seen()
    different = [uri for uri in set(found) | set(expected) if found.get(uri) != expected.get(uri)]
    for uri in different:
        print(json.dumps({"uri": uri, "after_load": found.get(uri), "fresh": expected.get(uri)}, indent=1), file=sys.stderr)
    return {
        "edits": EDITS, "per_second": round(EDITS / took, 1), "settled_s": round(settled, 1), **counts,
        "files_with_diagnostics": len(expected), "different_files": len(different),
        "memory_before_mb": before >> 20, "memory_after_mb": after >> 20, "memory_ratio": round(after / before, 2), "checks": checks,
    }


def warm_up(client: Client, uris: list[str], texts: list[str], versions: dict[str, int], dice: random.Random):
    """What any session reaches after some work is the measure, not the first minute of a process."""
    for _ in range(min(60, EDITS // 10)):
        number = dice.randrange(FILES - 1)
        texts[number] = source(number, dice)
        versions[uris[number]] += 1
        change(client, uris[number], versions[uris[number]], texts[number])
        time.sleep(0.3)
    client.settle(versions)


def change(client: Client, uri: str, version: int, text: str):
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})


def flip(client: Client, path: pathlib.Path, text: str):
    """Deletes a file that others need, or brings it back."""
    if path.exists():
        path.unlink()
        kind = 3
    else:
        path.write_text(text)
        kind = 1
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": kind}]})


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        figures = run(pathlib.Path(scratch).resolve())
    print(json.dumps(figures))
    # A short run ends before the process has all the memory that it works with.
    grown = EDITS >= 5000 and figures["memory_ratio"] > 1.1
    if figures["different_files"] or grown:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
