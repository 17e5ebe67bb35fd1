"""What no client should send and no disk should hold: an LSP error or a log line, never an exit."""
import json
import os
import pathlib
import tempfile

import pytest
from conftest import ABS
from lsprotocol import types
from raw import RawClient, frame


def still_there(client: RawClient) -> bool:
    return bool(client.request("proviso/status", {})["result"]["version"])


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"3", b'"text"', b"{}", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"1.0","id":1,"method":"x"}', b"\xff\xfe\x00", b'{"id":1,"method":' + b"[" * 5000],
    ids=lambda body: repr(body[:20]),
)
def test_a_message_that_is_none_does_no_harm(body):
    with RawClient() as client:
        client.start()
        client.send_bytes(frame(body))
        assert still_there(client)


@pytest.mark.parametrize("method", ["textDocument/didOpen", "textDocument/didChange", "textDocument/hover", "workspace/executeCommand", "proviso/paths"])
@pytest.mark.parametrize("params", [[], 3, {"textDocument": None}, {"textDocument": {"uri": "", "version": "x"}}], ids=repr)
def test_parameters_of_another_shape_do_no_harm(method, params):
    with RawClient() as client:
        client.start()
        body = f'{{"jsonrpc":"2.0","id":77,"method":"{method}","params":{json.dumps(params)}}}'
        client.send_bytes(frame(body.encode()))
        assert still_there(client)


def test_lifecycle_messages_in_any_order_do_no_harm():
    with RawClient() as client:
        client.notify("initialized")
        client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a/A.java", "languageId": "java", "version": 1, "text": ABS}})
        assert client.request("shutdown")["error"]["code"] == -32002
        client.start()
        client.notify("initialized")
        assert still_there(client)


def test_exit_without_shutdown_ends_the_server():
    with RawClient() as client:
        client.start()
        client.notify("exit")
        assert client.exit_code() in (0, 1)


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "jdt://contents/String.class", "git:/a/A.java?x", "vscode-notebook-cell:/a#1", "file:///no/such/folder/A.java", "file://host/share/A.java", "file:///%00.java"])
async def test_files_that_are_not_there_can_be_opened_edited_and_closed(start, uri):
    session = await start()
    item = types.TextDocumentItem(uri=uri, language_id="java", version=1, text=ABS)
    session.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    session.versions[uri] = 1
    session.change(uri, ABS + "\n")
    await session.hover(uri, 1, 10)
    assert await session.request("proviso/heap", {"uri": uri}) is None
    session.close(uri)
    assert (await session.request("proviso/status", {}))["version"]


async def test_a_change_of_a_file_that_is_not_open_is_ignored(start):
    session = await start()
    uri = session.uri("Abs.java")
    session.versions[uri] = 1
    session.change(uri, ABS)
    session.close(uri)
    session.close(uri)
    assert (await session.request("proviso/status", {}))["version"]


async def test_positions_that_split_characters_or_lie_outside_do_no_harm(start):
    session = await start()
    text = "class A { // 😀é\n}\n"
    uri = session.open("A.java", text)
    for line, character in [(0, 14), (0, 10_000), (10_000, 0), (2**31 - 1, 2**31 - 1), (0, 15)]:
        at = types.Position(line, character)
        session.change(uri, "", types.Range(at, at))
        await session.hover(uri, line, character)
    backwards = types.Range(types.Position(1, 0), types.Position(0, 0))
    session.change(uri, "", backwards)
    await session.published(uri, session.versions[uri])


def test_a_negative_position_is_refused():
    # Straight to the wire: the client library does not let one send it.
    with RawClient() as client:
        client.start()
        position = {"textDocument": {"uri": "file:///a/A.java"}, "position": {"line": -1, "character": 0}}
        assert "error" in client.request("textDocument/hover", position)
        assert still_there(client)


async def test_a_file_of_fifty_thousand_lines_is_read_and_the_others_are_checked(start):
    session = await start(options={"debounce": 10})
    filler = "".join(f"    // line {number}\n" for number in range(50_000))
    long = session.open("Long.java", "public class Long50 {\n" + filler + "}\n")
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    at = types.Position(40_000, 0)
    session.change(long, "// typed\n", types.Range(at, at))
    await session.published(long, session.versions[long])


async def test_links_that_lead_nowhere_or_back_do_no_harm(start):
    session = await start()
    (session.folder / "nowhere").symlink_to(session.folder / "gone")
    (session.folder / "loop").symlink_to(session.folder)
    (session.folder / "Broken.java").symlink_to(session.folder / "gone.java")
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


def test_a_folder_that_may_not_be_read_does_not_keep_the_rest_from_being_checked():
    # Root may read everything: then the server runs as somebody else.
    user = {"user": 65534} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory() as scratch:
        os.chmod(scratch, 0o755)
        folder = pathlib.Path(scratch).resolve()
        (folder / "cache").mkdir()
        os.chmod(folder / "cache", 0o777)
        secret = folder / "project" / "secret"
        secret.mkdir(parents=True)
        (secret / "Hidden.java").write_text("class Hidden { }")
        (folder / "project" / "Abs.java").write_text(ABS)
        os.chmod(secret, 0)
        uri = (folder / "project" / "Abs.java").as_uri()
        with RawClient(process=user, PROVISO_CACHE_DIR=str(folder / "cache"), HOME=scratch) as client:
            client.request("initialize", {"capabilities": {}, "workspaceFolders": [{"uri": (folder / "project").as_uri(), "name": "p"}]})
            client.notify("initialized")
            client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "java", "version": 1, "text": ABS}})
            while True:
                message = client.read()
                if message.get("method") == "textDocument/publishDiagnostics" and [d for d in message["params"]["diagnostics"] if d["code"] == "ensures"]:
                    break
        os.chmod(secret, 0o755)


async def test_a_source_that_is_no_text_is_shown_as_such(start):
    session = await start()
    (session.folder / "Bytes.java").write_bytes(bytes(range(256)))
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
