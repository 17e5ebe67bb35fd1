"""What the protocol tests share: a server per test, a small project, and waiting with a limit."""
import asyncio
import os
import pathlib

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

# Generous, because the machine may be busy; it is only ever used up by a failure.
LIMIT = 120.0

ABS = """\
public class Abs {
    //@ ensures \\result >= 0;
    public static int abs(int x) {
        return x < 0 ? -x : x;
    }
}
"""
ABS_FIXED = ABS.replace("    //@ ensures", "    //@ requires x != Integer.MIN_VALUE;\n    //@ ensures")


class Session:
    """A running server with a client, and the questions the tests ask."""

    def __init__(self, client: LanguageClient, folder: pathlib.Path):
        self.client = client
        self.folder = folder
        self.notifications = []
        self.states = []
        self.registrations = []
        self.versions = {}

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path.as_uri()

    def open(self, name: str, text: str, on_disk: bool = True) -> str:
        uri = self.write(name, text) if on_disk else self.uri(name)
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri=uri, language_id="java", version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return uri

    def change(self, uri: str, text: str, range: types.Range | None = None) -> int:
        self.versions[uri] += 1
        if range is None:
            event = types.TextDocumentContentChangeWholeDocument(text=text)
        else:
            event = types.TextDocumentContentChangePartial(range=range, text=text)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri]),
                content_changes=[event],
            )
        )
        return self.versions[uri]

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
        )

    async def until(self, what: str, question, limit: float = LIMIT):
        """Asks again and again until the answer is true; fails with the last answer."""
        end = asyncio.get_running_loop().time() + limit
        while True:
            answer = question()
            if asyncio.iscoroutine(answer):
                answer = await answer
            if answer:
                return answer
            if asyncio.get_running_loop().time() > end:
                seen = {uri: [d.message for d in found] for uri, found in self.client.diagnostics.items()}
                pytest.fail(f"waited {limit} s for {what}; diagnostics now: {seen}; messages: {self.messages()}")
            await asyncio.sleep(0.05)

    def codes(self, uri: str) -> list[str]:
        return sorted(d.code for d in self.client.diagnostics.get(uri, []))

    def messages(self) -> list[str]:
        return [message.message for message in self.client.messages]

    async def published(self, uri: str, version: int):
        """Waits until diagnostics of this version have been published."""
        return await self.until(
            f"diagnostics of version {version}",
            lambda: [p for p in self.notifications if p.uri == uri and p.version == version],
        )

    async def idle(self):
        """Waits until nothing is being checked."""
        async def ask():
            status = await self.request("proviso/status", {})
            return status if status["state"] in ("idle", "down") and status["message"] != "starting" else None
        return await self.until("an idle server", ask)

    async def request(self, method: str, params):
        answer = await asyncio.wait_for(self.client.protocol.send_request_async(method, params), LIMIT)
        return plain(answer)

    async def command(self, command: str, arguments: list):
        params = types.ExecuteCommandParams(command=command, arguments=arguments)
        return await asyncio.wait_for(self.client.workspace_execute_command_async(params), LIMIT)

    async def hover(self, uri: str, line: int, character: int):
        params = types.HoverParams(
            text_document=types.TextDocumentIdentifier(uri=uri),
            position=types.Position(line=line, character=character),
        )
        return await asyncio.wait_for(self.client.text_document_hover_async(params), LIMIT)

    async def lenses(self, uri: str) -> list[str]:
        return list(await self.lens_commands(uri))

    async def lens_commands(self, uri: str) -> dict[str, types.Command]:
        """By title, in the order of the text."""
        params = types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=uri))
        found = await asyncio.wait_for(self.client.text_document_code_lens_async(params), LIMIT)
        return {lens.command.title: lens.command for lens in found or []}


def plain(value):
    """Answers to our own requests come as objects; the tests read them as dictionaries."""
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if hasattr(value, "_asdict"):
        return {key: plain(inner) for key, inner in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if hasattr(value, "__dict__"):
        return {key: plain(inner) for key, inner in vars(value).items()}
    return value


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory):
    """The side-car is compiled once for all tests, as for a user; verdicts are not kept, so that no test sees another's."""
    return tmp_path_factory.mktemp("cache")


@pytest_asyncio.fixture
async def start(tmp_path, cache_folder):
    """Starts servers; all of them are stopped when the test ends, whatever happened."""
    clients = []

    async def start_one(folder=None, options=None, capabilities=None, env=None, roots=None) -> Session:
        folder = folder or tmp_path / "project"
        folder.mkdir(parents=True, exist_ok=True)
        client = LanguageClient(converter_factory=default_converter)
        session = Session(client, folder.resolve())

        def remember(client: LanguageClient, params: types.PublishDiagnosticsParams):
            session.notifications.append(params)
            client.diagnostics[params.uri] = list(params.diagnostics)

        def status_changed(client: LanguageClient, params):
            session.states.append(plain(params))

        def register(client: LanguageClient, params: types.RegistrationParams):
            session.registrations.extend(params.registrations)

        register_lsp_features(
            client,
            DEFAULT_CLIENT_FEATURES
            | {
                types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: remember,
                types.CLIENT_REGISTER_CAPABILITY: register,
                "proviso/statusChanged": status_changed,
            },
        )

        environment = dict(os.environ) | {"PROVISO_CACHE_DIR": str(cache_folder)} | (env or {})
        environment = {key: value for key, value in environment.items() if value is not None}
        await asyncio.wait_for(client.start_io(os.environ["PROVISO"], "lsp", env=environment), LIMIT)
        clients.append(client)
        roots = roots if roots is not None else [session.folder]
        session.server = await asyncio.wait_for(
            client.initialize_session(
                types.InitializeParams(
                    capabilities=capabilities or types.ClientCapabilities(),
                    workspace_folders=[types.WorkspaceFolder(uri=r.as_uri(), name=r.name) for r in roots],
                    initialization_options={"cache": False} | (options or {}),
                )
            ),
            LIMIT,
        )
        return session

    yield start_one
    for client in clients:
        try:
            await asyncio.wait_for(client.shutdown_session(), 10)
        except Exception as error:  # a server that died is reported by the test itself
            print("shutdown:", repr(error))
        try:
            await asyncio.wait_for(client.stop(), 10)
        except Exception as error:
            print("stop:", repr(error))
