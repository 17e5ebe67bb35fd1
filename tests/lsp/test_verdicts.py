"""What the user sees while editing: squiggles, hovers, lenses, counterexamples — always of the version on the screen."""
import asyncio
import pathlib
import urllib.parse
import urllib.request

from conftest import ABS, ABS_FIXED, plain
from lsprotocol import types
from pygls.exceptions import JsonRpcException

LIST = """\
public class Node {
    int value;
    /*@ nullable @*/ Node next;

    //@ requires n != null;
    //@ ensures \\result.next != \\result;
    public static Node second(Node n) {
        return n.next;
    }

    //@ ensures \\result > 0;
    public int next() {
        return value + 1;
    }
}
"""


async def test_a_violation_appears_vanishes_with_the_fix_and_comes_back(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    assert violation.severity == types.DiagnosticSeverity.Error
    assert violation.source == "proviso"
    assert "-2147483648" in violation.message
    assert violation.range.start.line == 1, "on the clause"
    assert "ensures \\result >= 0" in text_at(ABS, violation.range)
    assert [r.location.range.start.line for r in violation.related_information][0] == 3, "the line that broke it"
    assert violation.data["method"] == "Abs.abs(I)I"

    version = session.change(uri, ABS_FIXED)
    await session.published(uri, version)
    await session.until("no violation", lambda: session.codes(uri) == [])

    session.change(uri, ABS)
    await session.until("the violation again", lambda: "ensures" in session.codes(uri))


async def test_incremental_edits_in_a_row_end_in_the_right_verdict(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    wanted = "    //@ requires x != Integer.MIN_VALUE;\n"
    for column, letter in enumerate(wanted):
        at = types.Position(1, column) if letter != "\n" else types.Position(1, len(wanted) - 1)
        session.change(uri, letter, types.Range(at, at))
        await asyncio.sleep(0.01)
    await session.published(uri, session.versions[uri])
    await session.idle()
    assert "ensures" not in session.codes(uri)
    hover = await session.hover(uri, 3, 23)
    assert "for all inputs" in hover.contents.value


async def test_diagnostics_never_speak_of_another_version(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    texts = {1: ABS}
    for number in range(12):
        text = ABS_FIXED if number % 2 == 0 else ABS
        texts[session.change(uri, text)] = text
        await asyncio.sleep(0.03 * (number % 4))
    last = session.versions[uri]
    await session.published(uri, last)
    await session.idle()
    for published in session.notifications:
        assert published.version in texts
        if "ensures" in [d.code for d in published.diagnostics]:
            assert texts[published.version] == ABS, f"version {published.version} is right"
    versions = [published.version for published in session.notifications]
    assert versions == sorted(versions)
    assert "ensures" in session.codes(uri)


async def test_the_hover_shows_the_witness_once(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    hover = await session.hover(uri, 1, 20)
    text = hover.contents.value
    assert "breaks its contract" in text
    assert "Integer.MIN_VALUE" in text and "returns -2147483648" in text
    assert violation.message not in text, "the editor shows the message itself"
    on_name = await session.hover(uri, 2, 23)
    assert "breaks its contract" in on_name.contents.value


async def test_heaps_are_drawn_in_the_form_the_client_can_show(start):
    session = await start(options={"diagram": "unicode"})
    uri = session.open("Node.java", LIST)
    await session.until("a violation", lambda: "ensures" in session.codes(uri) or "undefined" in session.codes(uri))
    answer = await session.request("proviso/counterexample", {"uri": uri, "method": "Node.second(LNode;)LNode;"})
    assert answer["svgBefore"].startswith("<svg") and "Node" in answer["unicodeBefore"]
    assert answer["violation"]["replay"] == "confirmed"
    assert answer["stale"] is False
    heap = await session.request("proviso/heap", {"uri": uri, "method": "Node.second(LNode;)LNode;", "when": "before"})
    assert heap["svg"] == answer["svgBefore"]
    line = answer["violation"]["clause"]["range"]["start"]["line"] - 1
    hover = await session.hover(uri, line, 20)
    assert "┌ Node#" in hover.contents.value and "data:image" not in hover.contents.value


async def test_vs_code_gets_a_picture(start):
    session = await start(options={"diagram": "svg"})
    uri = session.open("Node.java", LIST)
    await session.until("a violation", lambda: [d for d in session.client.diagnostics.get(uri, []) if d.severity == 1])
    answer = await session.request("proviso/counterexample", {"uri": uri, "method": "Node.second(LNode;)LNode;"})
    hover = await session.hover(uri, answer["violation"]["clause"]["range"]["start"]["line"] - 1, 20)
    assert "data:image/svg+xml;base64," in hover.contents.value


async def test_lenses_say_the_verdict_and_the_bound(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.idle()
    assert "✗ 1 violation" in await session.lenses(uri)
    version = session.change(uri, ABS_FIXED)
    await session.published(uri, version)
    await session.idle()
    assert "✓ all inputs" in await session.lenses(uri)


async def test_what_is_not_known_is_said_with_its_reason(start):
    session = await start()
    text = "public class Far {\n    //@ ensures \\result > 0;\n    public static int f() { return g(); }\n\n    private static native int g();\n}\n"
    uri = session.open("Far.java", text)
    await session.until("the information", lambda: "unknown" in session.codes(uri))
    await session.idle()
    [unknown] = [d for d in session.client.diagnostics[uri] if d.code == "unknown"]
    assert unknown.severity == types.DiagnosticSeverity.Information and "native" in unknown.message
    assert [title for title in await session.lenses(uri) if title.startswith("? unknown: native")], await session.lenses(uri)


async def test_a_lens_of_an_edited_text_does_not_show_the_old_verdict(start):
    session = await start(options={"checkOn": "save"})
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    session.change(uri, ABS_FIXED)
    assert all("violation" not in title for title in await session.lenses(uri))
    answer = await session.request("proviso/counterexample", {"uri": uri})
    assert answer["stale"] is True


async def test_paths_and_status_say_what_was_done(start):
    session = await start()
    uri = session.open("Abs.java", ABS_FIXED)
    await session.published(uri, 1)
    status = await session.idle()
    assert status["state"] == "idle" and status["sidecar"] == "up"
    assert status["workspace"]["holds"] == 1
    paths = await session.request("proviso/paths", {"uri": uri, "position": {"line": 3, "character": 23}})
    assert paths["verdict"] == "holds"
    assert paths["stats"]["paths"] == 2


async def test_errors_of_javac_and_of_jml_stand_where_they_are(start):
    session = await start()
    text = ABS.replace("return x < 0", "return y < 0")
    uri = session.open("Abs.java", text)
    await session.until("javac's error", lambda: "javac" in session.codes(uri))
    [error] = [d for d in session.client.diagnostics[uri] if d.code == "javac"]
    assert error.range.start.line == 3 and text_at(text, error.range).startswith("y")
    text = ABS.replace("\\result >= 0", "\\result >= zero")
    session.change(uri, text)
    await session.until("the error in the clause", lambda: "spec-error" in session.codes(uri) and "javac" not in session.codes(uri))
    [error] = [d for d in session.client.diagnostics[uri] if d.code == "spec-error"]
    assert error.range.start.line == 1
    session.change(uri, ABS)
    await session.until("the violation", lambda: session.codes(uri) and "spec-error" not in session.codes(uri))


async def test_javac_errors_can_be_left_to_another_server(start):
    session = await start(options={"javacDiagnostics": False})
    uri = session.open("Abs.java", ABS.replace("return x < 0", "return y < 0"))
    await session.published(uri, 1)
    await session.idle()
    assert "javac" not in session.codes(uri)


async def test_one_broken_file_does_not_stop_the_others(start):
    session = await start()
    session.write("Broken.java", "class Broken { int f( { }")
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))


async def test_columns_are_counted_in_the_agreed_units(start):
    text = ABS.replace("    //@ ensures", '    /* 😀ü */ /*@ ensures').replace(">= 0;", ">= 0; @*/")
    for encodings, units in [(["utf-16"], lambda c: len(c.encode("utf-16-le")) // 2), (["utf-8"], lambda c: len(c.encode()))]:
        general = types.GeneralClientCapabilities(position_encodings=encodings)
        session = await start(capabilities=types.ClientCapabilities(general=general))
        uri = session.open("Abs.java", text)
        await session.until("the violation", lambda: "ensures" in session.codes(uri))
        [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
        line = text.splitlines()[1]
        assert violation.range.start.character == units(line[: line.index("ensures")])


async def test_pull_gives_the_list_of_the_text_on_the_screen_and_of_no_other(start):
    document = types.TextDocumentClientCapabilities(diagnostic=types.DiagnosticClientCapabilities())
    session = await start(options={"pullDiagnostics": True}, capabilities=types.ClientCapabilities(text_document=document))
    assert session.server.capabilities.diagnostic_provider
    uri = session.open("Abs.java", ABS)

    async def pulled():
        params = types.DocumentDiagnosticParams(text_document=types.TextDocumentIdentifier(uri=uri))
        try:
            return await session.client.text_document_diagnostic_async(params)
        except JsonRpcException as error:
            # ServerCancelled: this version is not read yet; a client without refresh asks again.
            assert error.code == -32802 and plain(error.data)["retriggerRequest"] is True
            return None

    async def violated():
        report = await pulled()
        return report and "ensures" in [d.code for d in report.items]

    await session.until("the pulled violation", violated)
    session.change(uri, ABS_FIXED)
    assert await pulled() is None, "the old list is not given for the new text"

    async def clean():
        report = await pulled()
        return report and len(report.items) == 0

    await session.until("the list of the new text", clean)
    assert session.notifications == [], "nothing is shown twice"


async def test_a_code_leads_to_its_explanation(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    page, _, anchor = violation.code_description.href.partition("#")
    path = pathlib.Path(urllib.request.url2pathname(urllib.parse.urlparse(page).path))
    assert f"### {anchor}\n" in path.read_text(), "the link leads to a page that is there"


async def test_lenses_offer_what_can_be_done(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.idle()
    commands = await session.lens_commands(uri)
    assert commands["generate a test"].command == "proviso.generateTest"
    how = next(command for title, command in commands.items() if title.endswith("paths") or title.endswith("path"))
    answer = await session.command(how.command, how.arguments)
    assert "branches reached" in plain(answer)["text"]
    await session.until("the message", lambda: [m for m in session.messages() if "branches reached" in m])


def text_at(text: str, range: types.Range) -> str:
    line = text.splitlines()[range.start.line]
    end = range.end.character if range.end.line == range.start.line else len(line)
    return line[range.start.character : end]


# Quick at k = 1, and no end to it beyond.
TREES = """\
class Trees {
    /*@ nullable @*/ Trees left;
    /*@ nullable @*/ Trees right;
    int value;

    //@ ensures \\result >= 1;
    static int walk(Trees t) {
        int count = t.value > 3 ? 1 : 2;
        Trees left = t.left;
        if (left != null) count = Math.min(100, count + walk(left));
        Trees right = t.right;
        if (right != null) count = Math.min(100, count + walk(right));
        return count;
    }
}
"""


async def test_a_limit_that_was_met_is_shown_beside_what_a_smaller_bound_gave(start):
    options = {"k": 3, "timeout": 1, "calls": "inline", "strategy": "lazier-sharp"}
    session = await start(options=options)
    uri = session.open("Trees.java", TREES)

    async def limit():
        return [title for title in await session.lenses(uri) if "the time limit was met" in title]

    [title] = await session.until("a lens that says so", limit)
    assert title == "✓ up to k=1 · k=2: the time limit was met"
    line = TREES.splitlines().index("    static int walk(Trees t) {")
    hover = await session.hover(uri, line, 16)
    assert "up to k = 1" in hover.contents.value and "k=2: the time limit was met" in hover.contents.value
    assert [title for title in await session.lenses(uri) if title.startswith("check for up to ")]
