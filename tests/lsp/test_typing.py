"""How it feels: somebody types, with half-written code on the way, and undoes it. What is published is looked at as a sequence."""
import asyncio

from conftest import ABS, ABS_FIXED
from lsprotocol import types
from test_features import command_of
from test_project import SLOW

HEAD = "public class Abs {\n"
SECOND = """\
    //@ ensures \\result > x;
    public static int more(int x) {
        return x + 1;
    }

"""


def insert(session, uri: str, line: int, column: int, text: str) -> int:
    at = types.Position(line, column)
    return session.change(uri, text, types.Range(at, at))


def delete(session, uri: str, line: int, column: int) -> int:
    return session.change(uri, "", types.Range(types.Position(line, column), types.Position(line, column + 1)))


async def test_a_method_typed_key_by_key_is_judged_when_it_is_written_and_never_before(start):
    session = await start()
    uri = session.open("Abs.java", ABS_FIXED)
    await session.published(uri, 1)
    await session.idle()
    texts, text = {1: ABS_FIXED}, ABS_FIXED
    at = len(HEAD)
    line = column = 0
    line = 1
    for number, letter in enumerate(SECOND):
        text = text[:at] + letter + text[at:]
        at += 1
        texts[insert(session, uri, line, column, letter)] = text
        line, column = (line + 1, 0) if letter == "\n" else (line, column + 1)
        # Quick fingers, with a pause here and there that lets half-written code be read.
        await asyncio.sleep(0.6 if number in (30, 70) else 0.02)
    last = session.versions[uri]
    await session.until("the violation of the new method", lambda: "ensures" in session.codes(uri))
    versions = [published.version for published in session.notifications]
    assert versions == sorted(versions), "never back to an older version"
    for published in session.notifications:
        for diagnostic in published.diagnostics:
            lines = texts[published.version].splitlines()
            assert diagnostic.range.end.line < max(1, len(lines)) + 1, "inside the text it speaks of"
            if diagnostic.code == "ensures":
                assert "\\result > x" in lines[diagnostic.range.start.line], "only the finished method is broken, on its own clause"
    # Undo, key by key from the end: what is left is what was there, with its verdict.
    for letter in reversed(SECOND):
        if letter == "\n":
            line -= 1
            column = len(text[:at - 1].rsplit("\n", 1)[-1])
            span = types.Range(types.Position(line, column), types.Position(line + 1, 0))
            texts[session.change(uri, "", span)] = text = text[: at - 1] + text[at:]
        else:
            column -= 1
            text = text[: at - 1] + text[at:]
            texts[delete(session, uri, line, column)] = text
        at -= 1
    assert text == ABS_FIXED
    assert session.versions[uri] > last
    await session.published(uri, session.versions[uri])
    await session.idle()
    assert session.codes(uri) == []


async def test_a_squiggle_that_stays_true_is_not_taken_away_and_put_back(start):
    session = await start()
    uri = session.open("Abs.java", ABS + "\n")
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.idle()
    seen = len(session.notifications)
    # Typing a comment behind the method changes no verdict.
    for column, letter in enumerate("// a remark"):
        insert(session, uri, 6, column, letter)
        await asyncio.sleep(0.05)
    await session.published(uri, session.versions[uri])
    await session.idle()
    for published in session.notifications[seen:]:
        assert "ensures" in [d.code for d in published.diagnostics], "no flicker"


async def test_the_lens_does_not_contradict_the_squiggle_beside_it(start):
    session = await start()
    uri = session.open("Abs.java", ABS + "\n")
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.idle()
    seen = []
    for number in range(30):
        # The method itself is edited, so that its verdict has to be found anew; it stays the same.
        version = session.change(uri, ABS.replace("x < 0", f"{number} + x < {number}") + "\n")
        while not [p for p in session.notifications if p.version == version]:
            titles = await session.lenses(uri)
            # What was asked for is on the screen when no newer text has been published meanwhile.
            if titles and not [p for p in session.notifications if p.version == version]:
                seen.append(titles[0])
            await asyncio.sleep(0.005)
    # Until the new version is read there is nothing to say of it; then the squiggle's verdict stays.
    assert set(seen) - {"… checking"}, seen
    assert all(title == "… checking" or title.startswith("✗ 1 violation") for title in seen), set(seen)


async def test_a_check_that_takes_long_does_not_keep_the_edited_method_waiting(start):
    session = await start(options={"timeout": 100, "k": 8, "loopBound": 60, "jobs": 1})
    slow = session.open("Slow.java", SLOW)

    async def checking():
        counts = (await session.request("proviso/status", {}))["checks"]
        return counts["started"] > counts["finished"] + counts["cancelled"] + counts["preempted"]

    await session.until("the slow check", checking)
    uri = session.open("Abs.java", ABS)
    # The only worker has a hundred seconds of other work; the limit is well below that.
    await session.until("the violation beside it", lambda: "ensures" in session.codes(uri), limit=60)
    counts = (await session.request("proviso/status", {}))["checks"]
    assert counts["preempted"] >= 1, counts
    # What was put off is not forgotten.
    await session.until("the slow check again", checking)
    session.close(slow)


async def test_a_method_that_takes_too_long_is_unknown_and_can_be_given_more_time(start):
    session = await start(options={"timeout": 1, "k": 2})
    uri = session.open("Slow.java", SLOW)
    await session.until("the verdict", lambda: "unknown" in session.codes(uri))
    await session.idle()
    [unknown] = [d for d in session.client.diagnostics[uri] if d.code == "unknown"][:1]
    assert unknown.severity == types.DiagnosticSeverity.Information and "time limit" in unknown.message
    context = types.CodeActionContext(diagnostics=[unknown])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri=uri), unknown.range, context)
    actions = await session.client.text_document_code_action_async(params)
    [action] = [action for action in actions if action.title.startswith("Check this method again, for up to")]
    command = command_of(action)
    seconds = command["arguments"][2]
    assert seconds >= 2
    await session.command(command["command"], command["arguments"])
    method = {"uri": uri, "method": "Slow.mix([J[J)J"}

    async def longer():
        stats = (await session.request("proviso/paths", method))["stats"]
        return stats["total_ms"] > 1000 * seconds * 0.9

    await session.until("a check with more time", longer)


async def test_a_check_that_takes_all_memory_is_unknown_and_the_others_go_on(start):
    # Less than any server has, so that whatever runs for long enough to be looked at is over the limit.
    session = await start(options={"timeout": 100, "k": 8, "loopBound": 60, "memory": 1})
    uri = session.open("Slow.java", SLOW)
    await session.until("the verdict", lambda: "unknown" in session.codes(uri))
    [unknown] = [d for d in session.client.diagnostics[uri] if d.code == "unknown"]
    assert "memory limit" in unknown.message
    other = session.open("Abs.java", ABS)
    await session.until("the violation beside it", lambda: "ensures" in session.codes(other))
