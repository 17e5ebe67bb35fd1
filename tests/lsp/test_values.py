"""Values on the witness: in the hover of the clause, at a variable, at the end of lines, in the counterexample."""
from lsprotocol import types

SUM = """\
class Sum {
    int total;
    //@ requires a.length == 1 && a[0] == -3;
    //@ ensures \\result >= 0 && total == \\result;
    int sum(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        total = s;
        return s;
    }
}
"""


async def shown(start):
    session = await start(options={"inlayHints": True})
    uri = session.open("Sum.java", SUM)
    await session.until("the violation", lambda: "ensures" in session.codes(uri))
    await session.idle()
    return session, uri


def column(line: int, word: str) -> int:
    return SUM.splitlines()[line].index(word)


async def test_the_hover_of_a_clause_has_the_values_of_its_parts(start):
    session, uri = await shown(start)
    hover = await session.hover(uri, 3, column(3, "ensures"))
    rows = [line for line in hover.contents.value.splitlines() if line.startswith("|")]
    assert "| `\\result >= 0` | `false` |" in rows, rows
    assert "| `total == \\result` | `true` |" in rows, rows
    assert "| `total` | `-3` |" in rows, rows


async def test_the_steps_that_matter_are_related_places(start):
    session, uri = await shown(start)
    [violation] = [d for d in session.client.diagnostics[uri] if d.code == "ensures"]
    places = [(r.location.range.start.line, r.message) for r in violation.related_information]
    assert places[0] == (10, "here the method returns -3")
    assert (7, "s = -3") in places and (9, "this.total = -3") in places, places


async def test_a_variable_has_its_value_at_the_line(start):
    session, uri = await shown(start)
    for line, word, value in [(7, "s ", "0"), (9, "s;", "-3"), (5, "s ", "0"), (10, "s;", "-3")]:
        hover = await session.hover(uri, line, column(line, word))
        assert f"`s` = `{value}` here" in hover.contents.value, (line, hover.contents.value)
    field = await session.hover(uri, 9, column(9, "total"))
    assert "`total` = `0` here" in field.contents.value


async def test_lines_end_with_what_they_changed(start):
    session, uri = await shown(start)
    whole = types.Range(types.Position(0, 0), types.Position(13, 0))
    params = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
    hints = await session.client.text_document_inlay_hint_async(params)
    assert [(hint.position.line, hint.label) for hint in hints] == [
        (5, "s = 0"), (6, "i = 0 | i = 1"), (7, "s = -3"), (9, "this.total = -3"),
    ]


async def test_the_counterexample_has_them_all(start):
    session, uri = await shown(start)
    answer = await session.request("proviso/counterexample", {"uri": uri})
    parts = {part["expression"]: part["text"] for part in answer["violation"]["clause_values"]}
    assert parts["\\result"] == "-3"
    assert [step["text"] for step in answer["steps"]][:3] == ["a = int[]#2", "s = 0", "i = 0"]
