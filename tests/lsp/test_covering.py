"""Covering tests from the editor: made off the server's threads, shown as progress, cancelled when nobody wants them, and run here
by JUnit itself."""
import asyncio
import os
import pathlib
import subprocess

import pytest
from conftest import ABS, ABS_FIXED, LIMIT, plain
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from test_features import code_actions, command_of, place
from test_project import SLOW

JUNIT = pathlib.Path(os.environ.get("PROVISO_JUNIT", "/usr/share/java/junit-platform-console-standalone.jar"))

SIGN = """\
public class Sign {
    //@ ensures \\result == (x > 0 ? 1 : x < 0 ? -1 : 0);
    public static int sign(int x) {
        if (x > 0) {
            return 1;
        }
        return x < 0 ? -1 : 0;
    }
}
"""


def run_by_junit(folder: pathlib.Path, sources: list[pathlib.Path], name: str) -> str:
    """What the console launcher says of the class, outside of Proviso."""
    classes = folder / "classes"
    subprocess.run(["javac", "-cp", JUNIT, "-d", classes, *sources], check=True, timeout=LIMIT)
    command = ["java", "-jar", JUNIT, "execute", "--class-path", classes, "--select-class", name, "--disable-banner"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if ran.returncode not in (0, 1):  # older launchers have no subcommands
        ran = subprocess.run(command[:3] + command[4:], capture_output=True, text=True, timeout=LIMIT)
    return ran.stdout


async def offered(session, uri: str, text: str, needle: str):
    at = place(text, needle)

    async def ask():
        found = await code_actions(session, uri, types.Range(at, at), [])
        return [action for action in found if action.title == "Generate covering tests for this method"]

    [action] = await session.until("the action", ask)
    return command_of(action)


async def test_a_method_that_keeps_its_contract_gets_tests_that_take_every_branch(start, tmp_path):
    session = await start()
    uri = session.open("Sign.java", SIGN)
    command = await offered(session, uri, SIGN, "sign(")
    made = plain(await session.command(command["command"], command["arguments"]))
    assert (made["covered"], made["coverable"]) == (4, 4), made
    assert made["tried"] is True and made["refused"] == []
    file = session.folder / "SignProvisoTest.java"
    assert made["uri"] == file.as_uri()
    shown = run_by_junit(tmp_path, [session.folder / "Sign.java", file], "SignProvisoTest")
    assert "0 tests failed" in shown and " 0 tests successful" not in shown, shown
    await session.until("the message", lambda: [m for m in session.messages() if "4 of the 4 branches" in m])


async def test_the_lens_offers_it_beside_the_test_of_the_violation(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.idle()
    lens = (await session.lens_commands(uri))["generate tests"]
    made = plain(await session.command(lens.command, lens.arguments))
    # Both ways through the method keep the contract for some input, and neither test is the violation's.
    assert made["covered"] == 2, made
    text = (session.folder / "AbsProvisoTest.java").read_text()
    assert "MIN_VALUE" not in text and "-2147483648" not in text


async def test_the_text_on_the_screen_is_tested_and_not_the_one_on_disk(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    session.change(uri, ABS.replace("x < 0 ? -x : x", "x == 3 ? -1 : 0"))
    await session.until("the other violation", lambda: "3" in session.client.diagnostics[uri][0].message and "2147" not in session.client.diagnostics[uri][0].message)
    await session.idle()
    # On disk f(3) is 3 and the test would pass; on the screen it fails, as it promises.
    made = plain(await session.command("proviso.generateTest", [uri, "Abs.abs(I)I", 0]))
    assert made["tried"] is True


async def test_where_no_code_may_be_run_there_are_none(start):
    session = await start(options={"trusted": False})
    uri = session.open("Abs.java", ABS_FIXED)
    await session.published(uri, 1)
    await session.idle()
    with pytest.raises(JsonRpcException, match="switched off"):
        await session.command("proviso.generateTests", [uri, "Abs.abs(I)I"])
    with pytest.raises(JsonRpcException, match="not there"):
        await session.command("proviso.generateTests", [uri, "Abs.gone()V"])


async def with_slow_method(start):
    """A method whose paths take for ever; nothing is being checked."""
    window = types.WindowClientCapabilities(work_done_progress=True)
    options = {"timeout": 100, "k": 8, "loopBound": 60}
    session = await start(capabilities=types.ClientCapabilities(window=window), options=options)
    uri = session.open("Slow.java", SLOW)
    await session.until("the project", lambda: session.notifications)
    await session.command("proviso.cancel", [])
    return session, uri


async def test_long_work_shows_progress_and_ends_with_it(start):
    session, uri = await with_slow_method(start)
    asked = asyncio.create_task(session.command("proviso.generateTests", [uri, "Slow.mix([J[J)J"]))

    def bar():
        reports = session.client.progress_reports.items()
        return next(((t, r) for t, r in reports if r and "covering" in getattr(r[0], "title", "")), None)

    token, reports = await session.until("the progress", bar)
    assert reports[0].cancellable
    # The server answers others meanwhile.
    assert (await session.request("proviso/status", {}))["version"]
    assert not asked.done()
    session.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token=token))
    with pytest.raises(JsonRpcException):
        await asyncio.wait_for(asked, 30)
    await session.until("the end of the progress", lambda: isinstance(reports[-1], types.WorkDoneProgressEnd))
    assert not (session.folder / "SlowProvisoTest.java").exists()


async def test_a_cancelled_request_ends_the_work(start):
    session, uri = await with_slow_method(start)
    params = types.ExecuteCommandParams("proviso.generateTests", [uri, "Slow.mix([J[J)J"], work_done_token="mine")
    session.client.progress_reports["mine"] = reports = []
    asked = session.client.protocol.send_request("workspace/executeCommand", params, msg_id="long")
    await session.until("the progress", lambda: reports)
    session.client.cancel_request(types.CancelParams(id="long"))
    # The work itself ends: its progress does.
    await session.until("the end of the work", lambda: isinstance(reports[-1], types.WorkDoneProgressEnd), limit=30)
    assert asked.done()
