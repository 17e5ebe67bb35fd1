"""Start, odd input, and end: the server answers or ignores, and never exits by itself."""
import pytest
from conftest import ABS
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from raw import RawClient, frame


async def test_the_server_says_who_it_is_and_what_it_offers(start):
    session = await start()
    assert session.server.server_info.name == "proviso"
    capabilities = session.server.capabilities
    assert capabilities.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    assert capabilities.hover_provider and capabilities.code_lens_provider
    assert capabilities.position_encoding == "utf-16"


async def test_a_client_that_prefers_utf8_gets_it(start):
    general = types.GeneralClientCapabilities(position_encodings=["utf-8", "utf-16"])
    session = await start(capabilities=types.ClientCapabilities(general=general))
    assert session.server.capabilities.position_encoding == "utf-8"


async def test_unknown_uris_and_schemes_are_answered_with_nothing(start):
    session = await start()
    for uri in ["file:///no/such/File.java", "untitled:Untitled-1", "jdt://contents/String.class", "file:relative"]:
        assert await session.hover(uri, 0, 0) is None
        assert await session.request("proviso/counterexample", {"uri": uri}) is None
        item = types.TextDocumentItem(uri=uri, language_id="java", version=1, text="class X {}")
        if not uri.startswith("file"):
            session.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        session.close(uri)
    assert (await session.request("proviso/status", {}))["version"]


async def test_positions_outside_the_text_do_no_harm(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    assert await session.hover(uri, 2_000_000_000, 2_000_000_000) is None
    everything = types.Range(types.Position(0, 0), types.Position(9999, 9999))
    session.change(uri, "class Abs { // 😀\n}", everything)
    inside_a_surrogate_pair = types.Position(0, 16)
    session.change(uri, "x", types.Range(inside_a_surrogate_pair, inside_a_surrogate_pair))
    assert await session.hover(uri, 0, 16) is None


async def test_unknown_requests_and_bad_parameters_are_errors(start):
    session = await start()
    for method, params in [("no/such", {}), ("proviso/heap", {"uri": 3}), ("proviso/paths", {"uri": "not a uri"})]:
        with pytest.raises(JsonRpcException):
            await session.request(method, params)
    with pytest.raises(JsonRpcException):
        await session.command("no.such", [])
    assert (await session.request("proviso/status", {}))["version"]


async def test_a_jml_word_is_explained(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    hover = await session.hover(uri, 1, 10)
    assert "true when the method returns" in hover.contents.value
    assert (await session.hover(uri, 2, 12)) is None or "static" not in (await session.hover(uri, 2, 12)).contents.value


def test_malformed_messages_are_answered_with_an_error_and_the_server_goes_on():
    with RawClient() as client:
        client.start()
        client.send_bytes(frame(b"{ not json"))
        assert client.read()["error"]["code"] == -32700
        client.send_bytes(frame(b"[]"))
        client.send_bytes(frame(b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"nonsense": 1}}'))
        client.send_bytes(b"Content-Length: oops\r\n\r\n")
        assert client.request("proviso/status", {})["result"]["version"]


def test_requests_before_initialize_are_refused_and_a_second_initialize_too():
    where = {"textDocument": {"uri": "file:///x"}, "position": {"line": 0, "character": 0}}
    with RawClient() as client:
        assert client.request("textDocument/hover", where)["error"]["code"] == -32002
        assert client.start()["result"]["serverInfo"]["name"] == "proviso"
        assert client.request("initialize", {"capabilities": {}})["error"]["code"] == -32600
        assert client.request("textDocument/hover", where)["result"] is None


def test_after_shutdown_requests_are_refused_and_exit_ends_the_server_although_the_pipe_is_open():
    with RawClient() as client:
        client.start()
        assert client.request("shutdown")["result"] is None
        assert client.request("proviso/status", {})["error"]["code"] == -32600
        client.notify("exit")
        assert client.exit_code() == 0


def test_the_end_of_input_ends_the_server():
    with RawClient() as client:
        client.start()
        client.server.stdin.close()
        client.server.stdin = None
        assert client.exit_code() in (0, 1)
