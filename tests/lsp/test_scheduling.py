"""What is checked when: the method at the cursor first, bounds one after another, no more at a time than allowed, and what the client
hears of it."""
import asyncio
import re
import time

from conftest import ABS, ABS_FIXED
from lsprotocol import types
from raw import RawClient
from test_features import CHAIN, document
from test_incremental import checks, running
from test_project import SLOW

METHOD = """\
    //@ ensures \\result == x + {number};
    public static long f{number}(int x) {{
        return {number}L + x;
    }}
"""
MANY = "public class Many {\n" + "".join(METHOD.format(number=number) for number in range(12)) + "}\n"


def explored(log) -> list[tuple[str, int]]:
    """Methods and bounds in the order in which they were explored."""
    found = re.findall(r"explore\{method=(\S+) k=(\d+)\}: .*close", log.read_text())
    return [(method, int(k)) for method, k in found]


def until_idle(client: RawClient):
    while True:
        status = client.request("proviso/status", {})["result"]
        if status["state"] == "idle" and status["message"] != "starting" and status["total"]:
            return status
        time.sleep(0.05)


def started(tmp_path, name: str, text: str, options: dict):
    """A server with a log of its stages, and one open file."""
    folder = (tmp_path / "project").resolve()
    folder.mkdir()
    (folder / f"{name}.java").write_text(text)
    uri = (folder / f"{name}.java").as_uri()
    client = RawClient(options=["--log", str(tmp_path / "log")], PROVISO_LOG="debug")
    client.request("initialize", {"capabilities": {}, "workspaceFolders": [{"uri": folder.as_uri(), "name": "p"}], "initializationOptions": {"cache": False, "jobs": 1} | options})
    client.notify("initialized")
    client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "java", "version": 1, "text": text}})
    return client, uri, tmp_path / "log"


def test_the_method_at_the_cursor_comes_first_and_the_others_are_not_checked_again(tmp_path):
    client, uri, log = started(tmp_path, "Many", MANY, {})
    with client:
        until_idle(client)
        seen = explored(log)
        assert [method for method, _ in seen] == [f"Many.f{n}(I)J" for n in range(12)], "at first in the order of the text"
        # In the middle of the last method, and a change that moves nothing else.
        for version, edited in [(2, 11), (3, 7)]:
            before = client.request("proviso/status", {})["result"]["checks"]
            line = MANY.splitlines().index(f"        return {edited}L + x;")
            span = {"start": {"line": line, "character": 15}, "end": {"line": line, "character": 15}}
            change = {"range": span, "text": "0L + "}
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
            while client.request("proviso/status", {})["result"]["checks"]["started"] == before["started"]:
                time.sleep(0.05)
            after = until_idle(client)["checks"]
            new = explored(log)[len(seen):]
            seen += new
            assert {method for method, _ in new} == {f"Many.f{edited}(I)J"}, new
            assert after["remembered"] - before["remembered"] == 11


def test_an_edit_that_touches_all_is_checked_from_the_cursor_on(tmp_path):
    client, uri, log = started(tmp_path, "Many", MANY, {})
    with client:
        until_idle(client)
        seen = len(explored(log))
        # A field more: every method is another one, and the cursor is in the eighth.
        line = MANY.splitlines().index("        return 7L + x;")
        spots = [({"line": 1, "character": 0}, "    static int field;\n"), ({"line": line + 1, "character": 15}, "0L + ")]
        changes = [{"range": {"start": at, "end": at}, "text": text} for at, text in spots]
        client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})
        while len(explored(log)) < seen + 12:
            time.sleep(0.05)
        assert explored(log)[seen][0] == "Many.f7(I)J"


def test_the_bound_grows_and_results_stream(tmp_path):
    client, uri, log = started(tmp_path, "Chain", CHAIN, {"k": 3})
    with client:
        titles = set()
        while True:
            lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})["result"] or []
            titles.update(lens["command"]["title"] for lens in lenses)
            if "✓ all inputs" in titles:
                break
            time.sleep(0.05)
        assert [k for method, k in explored(log) if "length" in method] == [1, 2, 3]


async def test_no_more_checks_run_at_a_time_than_allowed(start):
    session = await start(options={"jobs": 1, "timeout": 100, "k": 8, "loopBound": 60})
    session.open("Slow.java", SLOW)
    session.open("Other.java", SLOW.replace("class Slow", "class Other"))
    await session.until("a check", lambda: running(session))
    for _ in range(100):
        counts = await checks(session)
        assert counts["started"] - counts["finished"] - counts["cancelled"] - counts["preempted"] <= 1, counts
        await asyncio.sleep(0.03)


async def test_the_client_hears_what_is_going_on(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.until("rest", lambda: session.states and session.states[-1]["state"] == "idle")
    assert "preparing" in [state["state"] for state in session.states]
    assert session.states[-1]["workspace"]["violated"] == 1 and session.states[-1]["sidecar"] == "up"


async def test_a_request_sees_the_text_as_it_was_last_sent(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    asked = []
    # Nothing is waited for in between: what arrives later must not be read earlier, or the other way round.
    for number in range(60):
        session.change(uri, ABS.replace("abs(", f"name{number}("))
        params = types.DocumentSymbolParams(document(uri))
        asked.append(session.client.protocol.send_request("textDocument/documentSymbol", params))
    for number, answer in enumerate([await asyncio.wrap_future(future) for future in asked]):
        assert [child.name for child in answer[0].children] == [f"name{number}"]


async def test_folders_come_and_go(start, tmp_path):
    session = await start()
    first = session.open("Abs.java", ABS_FIXED)
    await session.published(first, 1)
    more = (tmp_path / "more").resolve()
    more.mkdir()
    (more / "Other.java").write_text(ABS.replace("class Abs", "class Other"))
    folder = types.WorkspaceFolder(uri=more.as_uri(), name="more")

    def changed(added, removed):
        event = types.WorkspaceFoldersChangeEvent(added=added, removed=removed)
        session.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))

    changed([folder], [])
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings={"proviso": {"scope": "workspace", "cache": False}}))
    other = (more / "Other.java").as_uri()
    await session.until("the violation in the new folder", lambda: "ensures" in session.codes(other))
    changed([], [folder])
    await session.until("nothing of a folder that is gone", lambda: session.codes(other) == [])
