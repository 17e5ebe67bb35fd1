"""What the syntax tree gives: outline, folding, colours, completion, definitions, actions. No JVM is needed for these."""
import ast
import asyncio

from conftest import ABS, LIMIT, plain
from lsprotocol import types

STACK = """\
class Stack {
    //@ public invariant 0 <= size;
    private /*@ spec_public @*/ int size;

    //@ requires size > 0;
    //@ ensures size == \\old(size) - 1;
    void pop(int unused) {
        size--;
    }

    void clear() {
        size = 0;
    }
}
"""


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri=uri)


def place(text: str, needle: str, offset: int = 0) -> types.Position:
    before = text[: text.index(needle) + offset]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


async def test_the_outline_has_clauses_below_their_method(start):
    session = await start()
    uri = session.open("Stack.java", STACK)
    [stack] = await session.client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri)))
    assert [child.name for child in stack.children] == ["public invariant 0 <= size;", "size", "pop", "clear"]
    assert [clause.name for clause in stack.children[2].children] == ["requires size > 0;", "ensures size == \\old(size) - 1;"]


async def test_contracts_fold(start):
    session = await start()
    uri = session.open("Stack.java", STACK)
    ranges = await session.client.text_document_folding_range_async(types.FoldingRangeParams(document(uri)))
    assert [(r.start_line, r.end_line) for r in ranges] == [(4, 5)]


async def test_jml_words_have_colours(start):
    session = await start()
    uri = session.open("Stack.java", STACK)
    legend = session.server.capabilities.semantic_tokens_provider.legend.token_types
    tokens = await session.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
    lines, words, line, column = STACK.splitlines(), [], 0, 0
    for at in range(0, len(tokens.data), 5):
        down, right, length, kind, _ = tokens.data[at : at + 5]
        line, column = line + down, right if down else column + right
        words.append((lines[line][column : column + length], legend[kind]))
    assert ("requires", "keyword") in words and ("\\old", "macro") in words and ("size", "property") in words


async def test_completion_knows_the_place(start):
    session = await start()
    text = STACK.replace("//@ requires size > 0;", "//@ requires \\")
    uri = session.open("Stack.java", text)
    params = types.CompletionParams(document(uri), place(text, "requires \\", len("requires \\")))
    items = await session.client.text_document_completion_async(params)
    items = getattr(items, "items", items)
    assert "\\result" in [item.label for item in items] and "size" not in [item.label for item in items]


async def test_completion_offers_clauses_names_and_snippets_where_they_belong(start):
    session = await start()

    async def labels(text: str, needle: str):
        uri = session.open("Stack.java", text)
        params = types.CompletionParams(document(uri), place(text, needle, len(needle)))
        items = await session.client.text_document_completion_async(params)
        return {item.label: item for item in getattr(items, "items", items)}

    clause = await labels(STACK.replace("//@ requires size > 0;", "//@ "), "//@ \n".rstrip("\n"))
    # Before the method: words that begin a clause, one of them with places to fill in.
    assert "ensures" in clause and "assert" not in clause and "loop_invariant" not in clause
    assert [item for item in clause.values() if item.insert_text_format == types.InsertTextFormat.Snippet]
    inside = await labels(STACK.replace("requires size > 0;", "requires "), "requires ")
    assert "size" in inside and "unused" in inside
    body = await labels(STACK.replace("size--;", "//@ \n        size--;"), "        //@ ")
    assert "assert" in body and "requires" not in body


async def test_names_in_jml_lead_to_their_declaration(start):
    session = await start()
    uri = session.open("Stack.java", STACK)
    params = types.DefinitionParams(document(uri), place(STACK, "\\old(size)", 6))
    location = await session.client.text_document_definition_async(params)
    assert location.range.start == place(STACK, "int size", 4)


async def test_a_method_without_contract_is_offered_one(start):
    session = await start()
    uri = session.open("Stack.java", STACK)
    at = place(STACK, "clear")
    actions = await code_actions(session, uri, types.Range(at, at), [])
    [action] = [action for action in actions if action.title == "Insert a contract"]
    [edit] = action.edit.changes[uri]
    assert edit.range.start == types.Position(place(STACK, "void clear").line, 0)
    assert edit.new_text.startswith("    //@ requires")


async def test_switched_off_jml_is_mended_by_an_action(start):
    session = await start()
    text = STACK.replace("//@ requires", "// @ requires")
    uri = session.open("Stack.java", text)
    at = place(text, "// @ requires", 3)
    actions = await code_actions(session, uri, types.Range(at, at), [])
    edits = [edit for action in actions if action.edit for edit in action.edit.changes[uri]]
    assert any("//@" in edit.new_text or edit.new_text == "" for edit in edits), [action.title for action in actions]


CHAIN = """\
public class Chain {
    /*@ nullable @*/ Chain next;

    //@ ensures \\result >= 0;
    public static int length(/*@ nullable @*/ Chain c) {
        if (c == null) return 0;
        if (c.next == null) return 1;
        if (c.next.next == null) return 2;
        if (c.next.next.next == null) return 3;
        return c.next.next.next.next == null ? 4 : 5;
    }
}
"""


async def test_a_bounded_verdict_says_its_bound_and_can_be_checked_deeper(start):
    session = await start(options={"k": 1})
    uri = session.open("Chain.java", CHAIN)

    async def lens(title: str):
        return title in await session.lenses(uri)

    await session.until("the bounded verdict", lambda: lens("✓ up to k=1"))
    await session.until("the offer to go deeper", lambda: lens("check k=2"))
    await session.command("proviso.checkDeeper", [uri, "Chain.length(LChain;)I"])
    await session.until("the deeper verdict", lambda: lens("✓ up to k=2"))
    hover = await session.hover(uri, place(CHAIN, "length(").line, place(CHAIN, "length(").character)
    assert "up to k = 2" in hover.contents.value and "k cut" in hover.contents.value, hover.contents.value
    paths = await session.request("proviso/paths", {"uri": uri, "method": "Chain.length(LChain;)I"})
    assert paths["bounds"]["k"] == 2 and "k" in [cut["bound"] for cut in paths["cuts"]]


async def test_a_violation_offers_actions(start):
    session = await start()
    uri = session.open("Abs.java", ABS)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    titles = [action.title for action in await code_actions(session, uri, violation.range, [violation])]
    assert titles.count("Check this method again") == 1
    assert "Generate a test for this violation" in titles


async def test_a_file_of_many_lines_is_answered(start):
    session = await start()
    methods = "".join(f"    //@ ensures \\result == {n};\n    static int f{n}() {{ return {n}; }}\n" for n in range(4_000))
    text = "class Big {\n" + methods + "}\n"
    # Not below the project, so that only the syntax is asked for.
    uri = session.open("Big.txt", text, on_disk=False)
    [big] = await asyncio.wait_for(
        session.client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri))), LIMIT
    )
    assert len(big.children) == 4_000


def command_of(action) -> dict:
    """The client library takes an action that carries a command for a bare command, and its command for a text."""
    return ast.literal_eval(action.command) if isinstance(action.command, str) else plain(action.command)


async def code_actions(session, uri, range, diagnostics):
    params = types.CodeActionParams(document(uri), range, types.CodeActionContext(diagnostics=diagnostics))
    return await asyncio.wait_for(session.client.text_document_code_action_async(params), LIMIT) or []
