"""Names inside JML, across the files of the workspace: where they are declared, where they are used, what can be renamed."""
import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from test_features import document, place

NODE = """\
package p;

public class Node {
    public int value;
    public /*@ nullable @*/ Node next;

    //@ ensures \\result == (next == null);
    public /*@ pure @*/ boolean isLast() { return next == null; }
}
"""
USER = """\
package q;

import p.Node;

public class User {
    int value;

    //@ requires n.value > 0 && n.isLast();
    //@ ensures \\result > value || n.next == null;
    public int f(Node n) { return n.value; }
}
"""


async def project(start):
    session = await start()
    # Not open: it is read from disk like any other file of the project.
    node = session.write("p/Node.java", NODE)
    user = session.open("q/User.java", USER)
    await session.published(user, 1)
    await session.idle()
    return session, node, user


async def definition(session, uri: str, at: types.Position):
    return await session.client.text_document_definition_async(types.DefinitionParams(document(uri), at))


async def references(session, uri: str, at: types.Position, declared: bool = True):
    context = types.ReferenceContext(include_declaration=declared)
    found = await session.client.text_document_references_async(types.ReferenceParams(context, document(uri), at))
    return sorted((location.uri.rsplit("/", 1)[-1], location.range.start.line, location.range.start.character) for location in found)


async def test_a_name_leads_to_its_declaration_in_another_file(start):
    session, node, user = await project(start)
    for needle, offset, wanted in [("n.value", 2, "int value"), ("n.isLast", 2, "boolean isLast"), ("n.next", 2, "Node next")]:
        location = await definition(session, user, place(USER, needle, offset))
        name = wanted.split()[1]
        assert (location.uri, location.range.start) == (node, place(NODE, wanted, wanted.index(name))), needle
    own = await definition(session, user, place(USER, "> value", 2))
    assert (own.uri, own.range.start) == (user, place(USER, "int value", 4))


async def test_uses_are_found_in_the_jml_of_other_files(start):
    session, node, user = await project(start)
    session.open("p/Node.java", NODE)
    at = place(NODE, "Node next", 5)
    spot = lambda text, needle, offset: (lambda p: (p.line, p.character))(place(text, needle, offset))
    wanted = sorted([
        ("Node.java", *spot(NODE, "Node next", 5)),
        ("Node.java", *spot(NODE, "(next ==", 1)),
        ("User.java", *spot(USER, "n.next", 2)),
    ])
    assert await references(session, node, at) == wanted
    # From a use in another file it is the same list, and another field of the same name is not in it.
    assert await references(session, user, place(USER, "n.next", 2)) == wanted
    assert await references(session, user, place(USER, "n.value", 2), False) == [("User.java", *spot(USER, "n.value", 2))]
    assert await references(session, user, place(USER, "> value", 2), False) == [("User.java", *spot(USER, "> value", 2))]


async def test_an_unsaved_edit_counts(start):
    session, node, user = await project(start)
    session.open("p/Node.java", NODE)
    session.change(node, "\n\n" + NODE)
    location = await definition(session, user, place(USER, "n.value", 2))
    assert location.range.start.line == place(NODE, "int value").line + 2


async def test_what_is_not_ours_to_rename_says_where_to_do_it(start):
    session, node, user = await project(start)
    params = types.PrepareRenameParams(document(user), place(USER, "n.value", 2))
    with pytest.raises(JsonRpcException, match="declared in Node.java line 4"):
        await session.client.text_document_prepare_rename_async(params)
    params = types.PrepareRenameParams(document(user), place(USER, "requires n", 9))
    assert await session.client.text_document_prepare_rename_async(params)
