"""Kills at any moment and caches damaged at any place, again and again: no wrong verdict, no breakdown, nothing left behind.
A few rounds here; `./x hostile` makes two hundred of each."""
import json
import os
import pathlib
import random
import signal
import subprocess
import time

import pytest
from conftest import ABS
from raw import LIMIT, RawClient

ROUNDS = int(os.environ.get("PROVISO_TEST_ROUNDS", "3"))
EXPECTED = {"Abs.abs(I)I": "violated", "Abs.one()I": "holds"}
TEXT = ABS.replace("public class Abs {", "public class Abs {\n    //@ ensures \\result == 1;\n    static int one() { return 1; }\n")


class Place:
    """A project with a cache and a folder for temporary files of its own."""

    def __init__(self, folder: pathlib.Path):
        self.project = folder / "project"
        self.cache = folder / "cache"
        self.temporary = folder / "temporary"
        for each in (self.project, self.cache, self.temporary):
            each.mkdir()
        (self.project / "Abs.java").write_text(TEXT)
        self.verdicts_file = self.cache / "verdicts.redb"
        self.environment = {"PROVISO_CACHE_DIR": str(self.cache), "TMPDIR": str(self.temporary)}

    def start(self) -> subprocess.Popen:
        command = [os.environ["PROVISO"], "check", "--format", "json", str(self.project)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, env=os.environ | self.environment, text=True, **pipes)

    def check(self) -> tuple[dict, str]:
        """The verdicts, and what was said beside."""
        process = self.start()
        report, errors = process.communicate(timeout=LIMIT)
        assert process.returncode == 1, errors
        methods = json.loads(report)["methods"]
        return {m["id"]: m["verdict"] for m in methods if m["id"] in EXPECTED}, errors

    def serve(self) -> RawClient:
        client = RawClient(**self.environment)
        folders = [{"uri": self.project.as_uri(), "name": "p"}]
        client.request("initialize", {"capabilities": {}, "workspaceFolders": folders})
        client.notify("initialized")
        uri = (self.project / "Abs.java").as_uri()
        document = {"uri": uri, "languageId": "java", "version": 1, "text": TEXT}
        client.notify("textDocument/didOpen", {"textDocument": document})
        return client

    def processes(self) -> list[int]:
        """Side-cars of this place: their class path lies in its cache."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if str(self.cache).encode() in path.read_bytes():
                    found.append(int(path.parent.name))
            except OSError:
                pass  # gone by now
        return found

    def nothing_is_left(self):
        end = time.monotonic() + LIMIT
        while self.processes() and time.monotonic() < end:
            time.sleep(0.05)
        assert self.processes() == []
        assert list(self.temporary.iterdir()) == []
        kept = {path.name.split("-")[0] for path in self.cache.iterdir() if "unreadable" not in path.name}
        assert kept <= {"host", "runtime", "verdicts.redb", "diagnostics"}, kept


def findings(client: RawClient) -> list[str]:
    """Reads until the finding is there."""
    while True:
        message = client.read()
        if message.get("method") == "textDocument/publishDiagnostics":
            codes = [diagnostic.get("code") for diagnostic in message["params"]["diagnostics"]]
            if "ensures" in codes:
                return codes


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def test_the_command_line_may_be_killed_at_any_moment(place):
    chance = random.Random(1)
    began = time.monotonic()
    assert place.check()[0] == EXPECTED
    usual = time.monotonic() - began
    for _ in range(ROUNDS):
        process = place.start()
        time.sleep(chance.uniform(0, usual))
        process.kill()
        process.communicate(timeout=LIMIT)
        if chance.random() < 0.1:
            (place.project / "Abs.java").write_text(TEXT + "\n" * chance.randrange(9))
    found, errors = place.check()
    assert found == EXPECTED and "panicked" not in errors
    place.nothing_is_left()


def test_the_first_start_may_be_killed_at_any_moment(place):
    """While the side-car's own classes are being made, with nothing in the cache yet."""
    chance = random.Random(2)
    for _ in range(max(1, ROUNDS // 10)):
        process = place.start()
        time.sleep(chance.uniform(0, 2))
        process.kill()
        process.communicate(timeout=LIMIT)
    assert place.check()[0] == EXPECTED
    place.nothing_is_left()


def damage(data: bytes, chance: random.Random) -> bytes:
    match chance.randrange(3):
        case 0:
            return data[: chance.randrange(len(data))]
        case 1:
            place = chance.randrange(len(data))
            return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]
        case _:
            place = chance.randrange(len(data))
            return data[:place] + chance.randbytes(512) + data[place + 512 :]


def test_the_verdict_file_may_be_damaged_anywhere(place):
    chance = random.Random(3)
    assert place.check()[0] == EXPECTED
    good = place.verdicts_file.read_bytes()
    for number in range(ROUNDS):
        place.verdicts_file.write_bytes(damage(good, chance))
        found, errors = place.check()
        assert found == EXPECTED, f"round {number}"
        assert "panicked" not in errors and len(errors.splitlines()) <= 1, f"round {number}: {errors}"
    place.nothing_is_left()


def test_a_server_may_be_killed_at_any_moment(place):
    chance = random.Random(4)
    with place.serve() as client:
        began = time.monotonic()
        findings(client)
        usual = time.monotonic() - began
    for _ in range(ROUNDS):
        with place.serve() as client:
            time.sleep(chance.uniform(0, usual))
            client.server.kill()
    with place.serve() as client:
        assert "ensures" in findings(client)
        client.request("shutdown")
        client.notify("exit")
        assert client.exit_code() == 0
    place.check()
    place.nothing_is_left()


def test_a_server_survives_a_damaged_verdict_file_and_the_death_of_its_side_cars(place):
    chance = random.Random(5)
    assert place.check()[0] == EXPECTED
    good = place.verdicts_file.read_bytes()
    for _ in range(ROUNDS):
        place.verdicts_file.write_bytes(damage(good, chance))
        with place.serve() as client:
            if chance.random() < 0.5:
                time.sleep(chance.uniform(0, 1))
                for pid in place.processes():
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
            assert "ensures" in findings(client)
            client.request("shutdown")
            client.notify("exit")
            assert client.exit_code() == 0
    place.nothing_is_left()


def test_input_that_ends_anywhere_ends_the_server(place):
    chance = random.Random(6)
    uri = (place.project / "Abs.java").as_uri()
    texts = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "java", "version": 1, "text": TEXT}}},
    ]
    whole = b""
    for text in texts:
        body = json.dumps({"jsonrpc": "2.0"} | text).encode()
        whole += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    for _ in range(ROUNDS):
        with RawClient(**place.environment) as client:
            client.send_bytes(whole[: chance.randrange(len(whole))])
            client.server.stdin.close()
            client.server.stdin = None
            client.exit_code()
    place.check()
    place.nothing_is_left()
