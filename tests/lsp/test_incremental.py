"""An edit costs what it touches: checks that do not depend on it go on, verdicts outlive the process, files come and go."""
import os

from conftest import ABS, ABS_FIXED
from lsprotocol import types
from test_project import SLOW


async def checks(session) -> dict:
    return (await session.request("proviso/status", {}))["checks"]


async def test_an_edit_elsewhere_leaves_a_running_check_alone_and_one_here_cancels_it(start):
    session = await start(options={"timeout": 100, "k": 8, "loopBound": 60, "jobs": 2})
    slow = session.open("Slow.java", SLOW)
    await session.until("the slow check", lambda: running(session))
    other = session.open("Abs.java", ABS)
    await session.until("the violation beside it", lambda: "ensures" in session.codes(other))
    for text in (ABS_FIXED, ABS):
        # A violation is shown before its clause is explained, and an edit of its method would stop that.
        await session.until("the end of the check beside it", lambda: running(session, 1))
        version = session.change(other, text)
        await session.published(other, version)
    await session.until("both verdicts", lambda: "ensures" in session.codes(other))
    counts = await checks(session)
    assert counts["carried"] >= 3 and counts["cancelled"] == 0, counts
    session.change(slow, SLOW.replace("long sum = 0;", "long sum = 1;"))

    async def cancelled():
        counts = await checks(session)
        return counts if counts["cancelled"] == 1 else None

    counts = await session.until("the cancellation", cancelled)
    # Said, not judged: the machine may be busy.
    print("from the wish to the end of the check:", counts["slowestCancelMs"], "ms")


async def running(session, most: int = 99) -> bool:
    counts = await checks(session)
    return 0 < counts["started"] - counts["finished"] - counts["cancelled"] <= most


HELPER = """\
public class Helper {
    //@ ensures 0 < \\result && \\result < 9;
    //@ signals_only \\nothing;
    public /*@ pure @*/ static int one() { return %s; }
}
"""
USER = """\
public class User {
    //@ ensures \\result == 1 || 0 < \\result;
    public static int f() { return Helper.one(); }

    public static int g() { return 3; }
}
"""


async def rechecked(start, calls: str, edit) -> int:
    """How many checks an edit of the helper costs, where its caller executes it or believes its contract."""
    session = await start(options={"jobs": 1, "calls": calls})
    helper = session.open("Helper.java", HELPER % "1")
    uri = session.open("User.java", USER)
    await session.published(uri, 1)
    await session.idle()
    before = await checks(session)
    version = session.change(helper, edit(HELPER % "1"))
    await session.published(helper, version)
    await session.idle()
    after = await checks(session)
    # All three are looked at; those that are not checked again are remembered.
    assert after["started"] + after["remembered"] - before["started"] - before["remembered"] == 3, (before, after)
    return after["started"] - before["started"]


async def test_a_body_that_a_caller_executes_makes_the_caller_stale_and_no_other(start):
    assert await rechecked(start, "inline", lambda text: text.replace("return 1", "return 2")) == 2
    assert await rechecked(start, "auto", lambda text: text.replace("return 1", "return 2")) == 2


async def test_a_body_behind_a_contract_that_a_caller_believes_costs_one_check(start):
    assert await rechecked(start, "contract", lambda text: text.replace("return 1", "return 2")) == 1
    assert await rechecked(start, "contract", lambda text: text.replace("< 9", "< 8")) == 2


async def test_verdicts_survive_a_restart(start, tmp_path):
    project = tmp_path / "kept"
    env = {"PROVISO_CACHE_DIR": str(tmp_path / "verdicts")}
    first = await start(folder=project, options={"cache": True}, env=env)
    uri = first.open("Abs.java", ABS)
    await first.until("the violation", lambda: "ensures" in first.codes(uri))
    await first.idle()
    method = {"uri": uri, "method": "Abs.abs(I)I"}
    took = (await first.request("proviso/paths", method))["stats"]
    await first.client.shutdown_session()
    first.client.protocol.notify("exit", None)
    second = await start(folder=project, options={"cache": True}, env=env)
    uri = second.open("Abs.java", ABS)
    await second.until("the violation", lambda: "ensures" in second.codes(uri))
    # The very report of the first process, down to the time it took; nothing was checked for it.
    assert (await second.request("proviso/paths", method))["stats"] == took
    await second.idle()
    counts = await checks(second)
    assert counts["started"] == 0 and counts["remembered"] >= 1, counts


async def test_the_whole_workspace_is_checked_if_asked_for(start):
    session = await start(options={"scope": "workspace"})
    closed = session.write("Abs.java", ABS)
    session.open("Other.java", ABS_FIXED.replace("Abs", "Other"))
    change = types.FileEvent(uri=closed, type=types.FileChangeType.Created)
    session.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[change]))
    await session.until("the violation in the closed file", lambda: "ensures" in session.codes(closed))
    os.remove(session.folder / "Abs.java")
    change = types.FileEvent(uri=closed, type=types.FileChangeType.Deleted)
    session.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[change]))
    await session.until("no diagnostics of a file that is gone", lambda: session.codes(closed) == [])


async def test_code_that_no_input_reaches_is_shown_as_unneeded(start):
    session = await start()
    text = ABS_FIXED.replace("return x < 0 ? -x : x;", "if (x > 0 && x < 0) {\n            return 5;\n        }\n        return x < 0 ? -x : x;")
    uri = session.open("Abs.java", text)
    await session.until("the hint", lambda: "unreachable" in session.codes(uri))
    [hint] = [d for d in session.client.diagnostics[uri] if d.code == "unreachable"]
    assert list(hint.tags) == [types.DiagnosticTag.Unnecessary] and hint.severity == types.DiagnosticSeverity.Hint
