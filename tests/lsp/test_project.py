"""The project around the document: files on disk, several roots, settings, trust, a JVM that dies, no JDK at all."""
import os
import signal
import subprocess

import psutil
import pytest
from conftest import ABS, ABS_FIXED, LIMIT, plain
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from raw import RawClient


async def test_without_a_jdk_the_server_stays_up_and_says_so(start, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    session = await start(env={"PATH": str(empty), "JAVA_HOME": None})
    uri = session.open("Abs.java", ABS)
    await session.until("the message", lambda: [m for m in session.messages() if "JDK" in m])
    [message] = [m for m in session.messages() if "JDK" in m]
    assert "JAVA_HOME" in message and "proviso.jdk" in message
    status = await session.idle()
    assert status["state"] == "down" and status["sidecar"] == "down"
    hover = await session.hover(uri, 1, 10)
    assert "true when the method returns" in hover.contents.value


async def test_a_jdk_named_later_brings_the_server_to_life(start, tmp_path):
    session = await start(options={"jdk": str(tmp_path / "nothing")})
    uri = session.open("Abs.java", ABS)
    await session.until("the message", lambda: [m for m in session.messages() if "is not a JDK" in m])
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings={"proviso": {}}))
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


async def test_settings_are_pulled_from_a_client_that_has_them(start):
    workspace = types.WorkspaceClientCapabilities(configuration=True)
    session = await start(capabilities=types.ClientCapabilities(workspace=workspace))
    session.client.set_configuration({"proviso": {"k": 1, "strategy": "no-such"}})
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    uri = session.open("Abs.java", ABS_FIXED)

    async def bound():
        paths = await session.request("proviso/paths", {"uri": uri, "position": {"line": 3, "character": 23}})
        return paths and paths["bounds"]["k"] == 1

    await session.until("a verdict with k=1", bound)


async def test_in_an_untrusted_workspace_user_code_is_never_run(start):
    session = await start(options={"trusted": False})
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    # A workspace setting must not be able to grant trust.
    session.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams(settings={"proviso": {"trusted": True, "k": 2}})
    )
    await session.idle()
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    answer = await session.request("proviso/counterexample", {"uri": uri})
    assert answer["violation"]["replay"] == "not-replayable"


async def test_a_file_that_was_never_saved_is_checked(start):
    session = await start()
    uri = session.open("Abs.java", ABS, on_disk=False)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


async def test_a_text_without_a_name_is_checked_and_its_class_may_be_called_anything(start):
    session = await start(roots=[])
    uri = "untitled:Untitled-1"
    session.versions[uri] = 1
    item = types.TextDocumentItem(uri=uri, language_id="java", version=1, text=ABS)
    session.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    answer = await session.request("proviso/counterexample", {"uri": uri})
    assert answer["uri"] == uri and {step["uri"] for step in answer["steps"]} == {uri}
    session.change(uri, ABS_FIXED)
    await session.until("no violation", lambda: session.codes(uri) == [])
    with pytest.raises(JsonRpcException):
        await session.command("proviso.generateTest", [uri, "Abs.abs(I)I", 0])


async def test_files_are_watched_once_the_client_is_ready(start):
    watched = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    workspace = types.WorkspaceClientCapabilities(did_change_watched_files=watched)
    session = await start(capabilities=types.ClientCapabilities(workspace=workspace))
    [registration] = await session.until("the registration", lambda: session.registrations)
    assert registration.method == "workspace/didChangeWatchedFiles"
    globs = [watcher["globPattern"] for watcher in plain(registration.register_options)["watchers"]]
    assert "**/*.java" in globs and "**/*.jml" in globs


async def test_the_log_goes_to_the_output_and_to_a_file(start, tmp_path):
    log = tmp_path / "proviso.log"
    with RawClient(options=["--log", str(log)], process={"stderr": subprocess.PIPE}) as client:
        client.request("initialize", {"capabilities": {}, "initializationOptions": {"k": "many"}})
        client.notify("initialized")
        assert client.request("proviso/status", {})["result"]["version"]
        client.server.kill()
        shown = client.server.stderr.read().decode()
    assert "proviso.k is ignored" in shown and "proviso.k is ignored" in log.read_text()


def test_the_log_says_how_long_every_stage_took(tmp_path):
    log = tmp_path / "proviso.log"
    (tmp_path / "Abs.java").write_text(ABS)
    uri = (tmp_path / "Abs.java").as_uri()
    with RawClient(options=["--log", str(log)], process={"stderr": subprocess.PIPE}, PROVISO_LOG="debug") as client:
        client.request("initialize", {"capabilities": {}, "workspaceFolders": [{"uri": tmp_path.as_uri(), "name": "p"}], "initializationOptions": {"cache": False}})
        client.notify("initialized")
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "java", "version": 1, "text": ABS}})
        while not [d for d in client.read().get("params", {}).get("diagnostics", []) if d["code"] == "ensures"]:
            pass
        client.request("proviso/status", {})
        client.server.kill()
        shown = client.server.stderr.read().decode()
    for text in (shown, log.read_text()):
        closed = [line for line in text.splitlines() if "close" in line and "time.busy=" in line]
        for stage in ("parse{", "lower{", "compile{", "explore{method=Abs.abs(I)I", "replay", "publish{"):
            assert any(stage in line for line in closed), (stage, closed[:20])


async def test_a_file_outside_every_folder_is_checked(start, tmp_path):
    session = await start(roots=[])
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


async def test_two_roots_are_both_checked(start, tmp_path):
    roots = [(tmp_path / name).resolve() for name in ("one", "two")]
    for root in roots:
        root.mkdir()
    session = await start(folder=roots[0], roots=roots)
    first = session.open("Abs.java", ABS)
    session.folder = roots[1]
    second = session.open("Other.java", ABS.replace("class Abs", "class Other"))
    await session.until("both violations", lambda: "ensures" in session.codes(first) and "ensures" in session.codes(second))


async def test_a_file_changed_on_disk_changes_what_rests_on_it(start):
    session = await start()
    limit = "public class Limit {\n    public static final int[] BOX = new int[1];\n    public static int least() { return %s; }\n}\n"
    user = "public class User {\n    //@ ensures \\result > 0;\n    public static int f() { return Limit.least(); }\n}\n"
    other = session.write("Limit.java", limit % "0")
    uri = session.open("User.java", user)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    session.write("Limit.java", limit % "1")
    change = types.FileEvent(uri=other, type=types.FileChangeType.Changed)
    session.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[change]))
    await session.until("no violation", lambda: session.codes(uri) == [])
    os.remove(session.folder / "Limit.java")
    change = types.FileEvent(uri=other, type=types.FileChangeType.Deleted)
    session.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[change]))
    await session.until("javac's error", lambda: "javac" in session.codes(uri))


async def test_an_unsaved_edit_in_one_file_changes_the_verdict_in_another(start):
    session = await start()
    helper = session.open("Helper.java", "public class Helper {\n    public static int one() { return 1; }\n}\n")
    uri = session.open("User.java", "public class User {\n    //@ ensures \\result == 1;\n    public static int f() { return Helper.one(); }\n}\n")
    await session.published(uri, 1)
    await session.idle()
    assert session.codes(uri) == []
    session.change(helper, "public class Helper {\n    public static int one() { return 2; }\n}\n")
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


async def test_closing_a_file_takes_its_diagnostics_away(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    session.close(uri)
    await session.until("no diagnostics", lambda: session.codes(uri) == [])


async def test_killed_jvms_are_replaced_and_nothing_is_lost(start):
    session = await start(options={"cache": False})
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    server = psutil.Process(session.client._server.pid)
    for text, wanted in [(ABS_FIXED, False), (ABS, True), (ABS_FIXED, False), (ABS, True)]:
        for jvm in server.children(recursive=True):
            try:
                os.kill(jvm.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        version = session.change(uri, text)
        await session.published(uri, version)
        await session.idle()
        assert ("ensures" in session.codes(uri)) == wanted, session.messages()
    answer = await session.request("proviso/counterexample", {"uri": uri})
    assert answer["violation"]["replay"] == "confirmed"


async def test_no_process_outlives_the_server(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    children = psutil.Process(session.client._server.pid).children(recursive=True)
    assert children, "the side-car is a process"
    await session.client.shutdown_session()
    _, alive = psutil.wait_procs(children, timeout=LIMIT)
    assert alive == []


async def test_long_work_is_shown_with_a_progress_bar_that_can_be_cancelled(start):
    window = types.WindowClientCapabilities(work_done_progress=True)
    session = await start(capabilities=types.ClientCapabilities(window=window), options={"cache": False, "timeout": 120, "k": 8, "loopBound": 60})
    uri = session.open("Slow.java", SLOW)
    token, reports = await session.until("progress", lambda: next(((t, r) for t, r in session.client.progress_reports.items() if r), None))
    assert reports[0].cancellable
    session.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token=token))
    await session.until("the end of the progress", lambda: isinstance(reports[-1], types.WorkDoneProgressEnd))
    assert (await session.idle())["message"] == "cancelled"
    session.change(uri, ABS.replace("Abs", "Slow"))
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


SLOW = """\
public class Slow {
    //@ requires a != null && b != null && a.length == b.length;
    //@ ensures (\\forall int i; 0 <= i && i < a.length; a[i] * b[i] != 1234577 * 7654321L + i);
    public static long mix(long[] a, long[] b) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                if (a[i] * b[j] % 7919 == sum % 104729) sum += a[i] / (b[j] | 1); else sum ^= b[j] * 31 + a[j];
            }
        }
        return sum;
    }
}
"""


def test_the_doctor_looks_at_everything_that_is_needed(tmp_path):
    environment = dict(os.environ, PROVISO_CACHE_DIR=str(tmp_path / "cache"))
    ran = subprocess.run([os.environ["PROVISO"], "doctor"], env=environment, capture_output=True, text=True, timeout=LIMIT)
    found = {line.split()[1]: line.split()[0] for line in ran.stdout.splitlines() if line}
    assert ran.returncode == 0, ran.stdout
    assert {name: found.get(name) for name in ("proviso", "Z3", "JDK", "side-car", "cache")} == dict.fromkeys(("proviso", "Z3", "JDK", "side-car", "cache"), "ok")
