"""Code actions that change a contract, and what else JML gets from the server: references, formatting, signature help."""
import asyncio

import pytest
from conftest import ABS, ABS_FIXED, plain
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from test_features import CHAIN, STACK, code_actions, command_of, document, place

COUNTER = """\
public class Counter {
    public int count;
    public int other;

    //@ assignable count;
    public void both() {
        count = 1;
        other = 2;
    }

    public int get() {
        return count;
    }
}
"""


async def remedies(session, uri: str, code: str):
    """The actions that were tried and help, as soon as the trial is over."""
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == code]

    async def ask():
        found = await code_actions(session, uri, violation.range, [violation])
        return [action for action in found if "checked" in action.title]

    return await session.until("a remedy", ask)


def applied(text: str, edit: types.TextEdit) -> str:
    lines = text.splitlines(keepends=True)
    offset = lambda p: sum(len(line) for line in lines[: p.line]) + p.character
    return text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]


async def test_a_precondition_that_excludes_the_witness_is_offered_after_it_was_checked(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    action = (await remedies(session, uri, "ensures"))[0]
    [edit] = action.edit.changes[uri]
    assert applied(ABS, edit) == ABS_FIXED
    version = session.change(uri, applied(ABS, edit))
    await session.published(uri, version)
    await session.idle()
    assert session.codes(uri) == []


async def test_a_null_that_breaks_it_can_be_excluded(start):
    session = await start()
    text = "public class Text {\n    public static int size(/*@ nullable @*/ String s) {\n        return s.length();\n    }\n}\n"
    uri = session.open("Text.java", text)
    await session.until("the violation", lambda: "null" in session.codes(uri))
    action = (await remedies(session, uri, "null"))[0]
    [edit] = action.edit.changes[uri]
    version = session.change(uri, applied(text, edit))
    await session.published(uri, version)
    await session.idle()
    assert "null" not in session.codes(uri) and "s != null" in edit.new_text


async def test_a_condition_that_does_not_help_is_not_offered(start):
    session = await start()
    # No single condition on x helps: two values break it, and the candidates exclude one each.
    text = ABS.replace("x < 0 ? -x : x", "x == 7 || x == -7 ? -1 : 1")
    uri = session.open("Abs.java", text)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    await code_actions(session, uri, violation.range, [violation])
    # The trial of another violation that is asked for later is over later.
    session.change(uri, ABS)
    await session.until("the other violation", lambda: "2147483648" in session.client.diagnostics[uri][0].message)
    await remedies(session, uri, "ensures")
    session.change(uri, text)
    await session.until("the first one", lambda: "2147483648" not in session.client.diagnostics[uri][0].message)
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    for _ in range(3):
        titles = [action.title for action in await code_actions(session, uri, violation.range, [violation])]
        assert not [title for title in titles if "x >= 0" in title and "x < 7" in title]


async def test_a_broken_frame_is_widened_to_what_was_written(start):
    session = await start()
    uri = session.open("Counter.java", COUNTER)
    await session.until("the violation", lambda: "assignable" in session.codes(uri))
    action = (await remedies(session, uri, "assignable"))[0]
    [edit] = action.edit.changes[uri]
    assert "assignable count, other;" in applied(COUNTER, edit)


async def test_a_frame_is_made_of_what_was_seen_to_be_written(start):
    session = await start()
    text = COUNTER.replace("    //@ assignable count;\n", "    //@ ensures count == 1;\n")
    uri = session.open("Counter.java", text)
    await session.published(uri, 1)
    await session.idle()
    at = place(text, "both")

    async def offered():
        actions = await code_actions(session, uri, types.Range(at, at), [])
        return [action for action in actions if "assignable" in action.title]

    [action] = await session.until("a frame", offered)
    [edit] = action.edit.changes[uri]
    changed = applied(text, edit)
    assert "    //@ assignable count, other;\n    public void both()" in changed, changed
    version = session.change(uri, changed)
    await session.published(uri, version)
    await session.idle()
    assert session.codes(uri) == []


async def test_the_bound_can_be_raised_where_there_is_no_squiggle(start):
    session = await start(options={"k": 1})
    uri = session.open("Chain.java", CHAIN)
    at = place(CHAIN, "length(")

    async def offered():
        actions = await code_actions(session, uri, types.Range(at, at), [])
        return [action for action in actions if action.title == "Check this method with k=2"]

    [action] = await session.until("the offer", offered)
    command = command_of(action)
    await session.command(command["command"], command["arguments"])

    async def deeper():
        paths = await session.request("proviso/paths", {"uri": uri, "method": "Chain.length(LChain;)I"})
        return paths["bounds"]["k"] == 2

    await session.until("the deeper verdict", deeper)


async def test_a_parameter_is_renamed_from_jml_and_other_names_are_not(start):
    session = await start()
    uri = session.open("Abs.java", ABS_FIXED)
    at = place(ABS_FIXED, "requires x", 9)
    params = types.PrepareRenameParams(document(uri), at)
    found = await session.client.text_document_prepare_rename_async(params)
    assert (found.start, found.end.character) == (at, at.character + 1)
    renamed = await session.client.text_document_rename_async(types.RenameParams(document(uri), at, "value"))
    changed = ABS_FIXED
    for edit in sorted(renamed.changes[uri], key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        changed = applied(changed, edit)
    assert "requires value != Integer.MIN_VALUE" in changed and "return value < 0 ? -value : value;" in changed
    in_code = place(ABS_FIXED, "return x", 7)
    assert await session.client.text_document_prepare_rename_async(types.PrepareRenameParams(document(uri), in_code)) is None
    with pytest.raises(JsonRpcException):
        await session.client.text_document_rename_async(types.RenameParams(document(uri), at, "no name"))


async def test_other_messages_are_answered_while_a_test_is_made(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    making = asyncio.create_task(session.command("proviso.generateTest", [uri, "Abs.abs(I)I", 0]))
    await asyncio.sleep(0)
    assert (await session.request("proviso/status", {}))["version"]
    assert not making.done(), "compiling and running a test takes longer than a question"
    made = plain(await making)
    assert made["class"] == "AbsProvisoTest"


async def test_a_method_can_be_declared_pure_or_left_out_with_a_reason(start):
    session = await start()
    uri = session.open("Counter.java", COUNTER)
    at = place(COUNTER, "get")
    actions = {action.title: action for action in await code_actions(session, uri, types.Range(at, at), [])}
    [edit] = actions["Declare it pure"].edit.changes[uri]
    assert "public /*@ pure @*/ int get()" in applied(COUNTER, edit)
    at = place(COUNTER, "both")
    actions = {action.title: action for action in await code_actions(session, uri, types.Range(at, at), [])}
    assert "Declare it pure" not in actions, "a void method cannot be pure"
    await session.until("the violation", lambda: "assignable" in session.codes(uri))
    [edit] = actions["Do not check this method (say why)"].edit.changes[uri]
    session.change(uri, applied(COUNTER, edit))
    await session.until("no violation", lambda: session.codes(uri) == [])


async def test_names_in_jml_are_found_where_they_are_used(start):
    session = await start()
    uri = session.open("Stack.java", STACK)
    params = types.ReferenceParams(types.ReferenceContext(include_declaration=True), document(uri), place(STACK, "requires size", 9))
    found = await session.client.text_document_references_async(params)
    lines = sorted(location.range.start.line for location in found)
    assert lines == [1, 2, 4, 5, 5], lines


async def test_formatting_touches_jml_only(start):
    session = await start()
    text = STACK.replace("    //@ requires size", "  //@requires size").replace("size--;", "size  --;   ")
    uri = session.open("Stack.java", text)
    params = types.DocumentFormattingParams(document(uri), types.FormattingOptions(tab_size=4, insert_spaces=True))
    [edit] = await session.client.text_document_formatting_async(params)
    assert applied(text, edit) == text.replace("  //@requires size", "    //@ requires size")


async def test_an_open_operator_shows_its_parts(start):
    session = await start()
    text = STACK.replace("size == \\old(size) - 1;", "(\\forall int i; 0 <= i; ")
    uri = session.open("Stack.java", text)
    params = types.SignatureHelpParams(document(uri), place(text, "0 <= i; ", len("0 <= i; ")))
    help = await session.client.text_document_signature_help_async(params)
    assert "\\forall" in help.signatures[0].label and help.active_parameter == 2


async def test_a_counterexample_can_be_copied_as_java(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    answer = await session.request("proviso/counterexample", {"uri": uri})
    assert "int x = -2147483648;" in answer["java"] or "int x = Integer.MIN_VALUE;" in answer["java"], answer["java"]
    assert "Abs.abs(x);" in answer["java"]


COUNT = """\
public class Count {
    //@ requires n >= 0;
    //@ ensures \\result == n;
    public static int up(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }
}
"""


async def test_facts_that_close_a_loop_are_shown_and_can_be_written_before_it(start):
    session = await start()
    uri = session.open("Count.java", COUNT)

    async def proved():
        return "✓ all inputs" in await session.lenses(uri)

    await session.until("the proof", proved)
    head = place(COUNT, "up(")
    hover = await session.hover(uri, head.line, head.character)
    assert "the loop on line 6 by loop\\_invariant" in hover.contents.value, hover.contents.value
    found = await code_actions(session, uri, types.Range(head, head), [])
    [action] = [action for action in found if action.title.startswith("Write the")]
    text = COUNT
    for edit in reversed(action.edit.changes[uri]):
        text = applied(text, edit)
    lines = text.splitlines()
    assert lines[5].startswith("        //@ ") and any(line.startswith("        //@ decreases ") for line in lines), text
    version = session.change(uri, text)
    await session.published(uri, version)
    await session.idle()
    assert await proved(), await session.lenses(uri)
    assert session.codes(uri) == []
