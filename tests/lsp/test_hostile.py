"""Workspaces that want to run something as soon as a file is opened, and a cache that is damaged. A script that leaves a
mark stands for harm."""
import os
import pathlib

import pytest
from conftest import ABS
from lsprotocol import types


def marking_jdk(folder: pathlib.Path, mark: pathlib.Path) -> pathlib.Path:
    for program in ("java", "javac"):
        path = folder / "jdk" / "bin" / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
        os.chmod(path, 0o755)
    return folder / "jdk"


@pytest.mark.asyncio
@pytest.mark.parametrize("trusted", [False, True, None])
async def test_a_jdk_in_the_workspace_is_not_started(start, tmp_path, trusted):
    mark = tmp_path / "mark"
    folder = tmp_path / "project"
    jdk = marking_jdk(folder, mark)
    (folder / "proviso.toml").write_text('jdk = "jdk"\n')
    session = await start(folder=folder, options={"trusted": trusted, "jdk": str(jdk)})
    uri = session.open("Abs.java", ABS)
    await session.until("the finding", lambda: "ensures" in session.codes(uri))
    # Settings that come later do not start it either, nor do they grant trust.
    settings = {"proviso": {"jdk": str(jdk), "trusted": True, "userJdk": str(jdk), "cache": False, "k": 2}}
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=settings))
    await session.idle()
    session.change(uri, ABS + "\n")
    await session.published(uri, 2)
    await session.until("the finding", lambda: "ensures" in session.codes(uri))
    assert not mark.exists()


@pytest.mark.asyncio
async def test_the_users_own_jdk_is_used_wherever_it_lies(start, tmp_path):
    mark = tmp_path / "mark"
    folder = tmp_path / "project"
    jdk = marking_jdk(folder, mark)
    session = await start(folder=folder, options={"trusted": False, "userJdk": str(jdk)})
    session.open("Abs.java", ABS)
    await session.until("the mark of the script", mark.exists)


@pytest.mark.asyncio
async def test_a_cut_cache_is_said_and_made_anew(start, tmp_path):
    cache = tmp_path / "own-cache"
    cache.mkdir()
    # The length at which the database used to break down, with the beginning of a real file.
    first = await start(folder=tmp_path / "a", options={"cache": True}, env={"PROVISO_CACHE_DIR": str(cache)})
    uri = first.open("Abs.java", ABS)
    await first.until("the finding", lambda: "ensures" in first.codes(uri))
    await first.idle()
    await first.client.shutdown_session()
    file = cache / "verdicts.redb"
    file.write_bytes(file.read_bytes()[:320])
    second = await start(folder=tmp_path / "b", options={"cache": True}, env={"PROVISO_CACHE_DIR": str(cache)})
    uri = second.open("Abs.java", ABS)
    await second.until("the finding", lambda: "ensures" in second.codes(uri))
    await second.until("a word about it", lambda: [m for m in second.messages() if "verdicts.redb.unreadable" in m])
