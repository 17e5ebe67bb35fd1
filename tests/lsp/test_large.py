"""A folder with very many files: the open one is served first, edits come before the rest, and the rest is read as well."""
import os
import pathlib

import pytest
from conftest import ABS, ABS_FIXED

# `./x hostile` takes 20 000; a part of that shows the order just as well.
FILES = int(os.environ.get("PROVISO_TEST_FILES", "1500"))


def fill(folder: pathlib.Path) -> None:
    for number in range(FILES):
        file = folder / f"p{number // 500}" / f"C{number}.java"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source(number))


def source(number: int) -> str:
    return f"""\
package p{number // 500};
class C{number} {{
    //@ requires 0 <= x && x < 9; ensures \\result == x + {number};
    static int f(int x) {{ return x + {number}; }}
}}
"""


def was_unread(session) -> bool:
    """Whether there was more to read when the newest state was sent."""
    return any("more files" in state["message"] for state in session.states[-1:])


@pytest.mark.asyncio
async def test_the_open_file_is_served_before_the_rest_is_read(start, tmp_path):
    folder = tmp_path / "many"
    fill(folder)
    session = await start(folder=folder)
    uri = session.open("Abs.java", ABS)
    await session.until("the finding", lambda: "ensures" in session.codes(uri))
    await session.until("word that there is more to read", lambda: was_unread(session))
    # An edit does not wait for the rest either.
    version = session.change(uri, ABS_FIXED)
    await session.published(uri, version)
    await session.until("no finding", lambda: session.codes(uri) == [])
    # Another file that is opened meanwhile comes next.
    other = session.open("p1/Other.java", "package p1;\n" + ABS.replace("Abs", "Other"))
    await session.until("the other finding", lambda: "ensures" in session.codes(other))
    if FILES > 10_000:
        await session.until("word that there is more to read", lambda: was_unread(session))
    # Then the rest: what is opened later is known at once, and the server comes to rest.
    await session.until("an idle server", lambda: idle(session), limit=600)
    left = [int(state["message"].split()[-3]) for state in session.states if "more files" in state["message"]]
    assert left == sorted(left, reverse=True), left
    assert left[-1] < FILES / 2, left
    last = session.open(f"p{(FILES - 1) // 500}/C{FILES - 1}.java", source(FILES - 1))
    await session.until("its verdict", lambda: verdict(session, last))


async def verdict(session, uri) -> bool:
    return any("✓" in title for title in await session.lenses(uri))


async def idle(session) -> bool:
    status = await session.request("proviso/status", {})
    return status["state"] == "idle"
