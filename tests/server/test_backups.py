"""Backups while matches go on: all that was acknowledged before one began is in it, and it can be played on.

`BRICKFIELD_BACKUPS=20` runs the long version.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from brickfield.cli import main
from brickfield.core.refusal import Refusal
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store import sqlite as store_sqlite
from brickfield.server.store.backups import CannotBackUp, back_up
from brickfield.server.store.migrations import MIGRATIONS, migrate, version_of
from brickfield.server.store.sqlite import SqliteStore
from tests.server.tables import answered, joined, made, opened
from tests.server.test_fair_dice import ROLL

BACKUPS = int(os.environ.get("BRICKFIELD_BACKUPS", "3"))


async def roll_on(room: Room, acknowledged: list[str]) -> None:
    """Play as fast as the disk allows, and write down what was acknowledged."""
    client = await joined(room, 0, 1)
    for number in range(100_000):
        acknowledged.append((await answered(room, client, number % 2, ROLL, id=f"{room.id}-{number}")).id)


async def incomplete(folder: Path, copy: Callable[[Path, Path], object]) -> list[str]:
    """Backups under load, each restored elsewhere: what is missing in them of what was acknowledged before."""
    missing: list[str] = []
    async with opened(folder) as server:
        rooms = [(await made(server, "me", "here", game="toy", scenario="duel"))[0] for _ in range(4)]
        acknowledged: list[str] = []
        playing = [asyncio.create_task(roll_on(room, acknowledged)) for room in rooms]
        for number in range(BACKUPS):
            await asyncio.sleep(0.05)
            before, target = list(acknowledged), folder / f"restored{number}"
            target.mkdir()
            await asyncio.to_thread(copy, folder / "matches.sqlite", target / "matches.sqlite")
            async with opened(target) as restored:
                missing += await lost(restored, [room.id for room in rooms], before)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return missing


async def lost(restored: Server, matches: list[str], acknowledged: list[str]) -> list[str]:
    found: set[str] = set()
    for match in matches:
        room = await restored.room(match)
        if isinstance(room, Refusal):
            return [f"{match}: {room.code}"]
        found.update(step.record.command_id for step in room.journal.steps)
    return [each for each in acknowledged if each not in found]


def test_a_backup_under_load_restores_everything_acknowledged_before(tmp_path: Path) -> None:
    assert asyncio.run(incomplete(tmp_path, back_up)) == []


def test_a_copy_of_the_file_is_no_backup(tmp_path: Path) -> None:
    assert asyncio.run(incomplete(tmp_path, shutil.copyfile)) != []


def test_the_command_copies_and_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(SqliteStore(tmp_path / "a?b c.sqlite").close())
    words = ["backup", str(tmp_path / "copy.sqlite"), "--database", f"sqlite:///{tmp_path / 'a?b c.sqlite'}"]
    assert main(words) == 0
    assert "0 matches" in capsys.readouterr().out
    assert main(words) == 1
    assert "overwrites nothing" in capsys.readouterr().err
    assert main([*words[:1], str(tmp_path / "other"), "--database", f"sqlite:///{tmp_path / 'none'}"]) == 1
    with pytest.raises(CannotBackUp, match="no database"):
        back_up(tmp_path / "none", tmp_path / "other")
    (tmp_path / "text").write_text("no database " * 500, "utf-8")
    with pytest.raises(CannotBackUp, match="failed"):
        back_up(tmp_path / "text", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_database_is_copied_before_it_takes_a_new_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite"
    asyncio.run(SqliteStore(path).close())
    steps = (*MIGRATIONS, "CREATE TABLE more (a)")
    monkeypatch.setattr(store_sqlite, "MIGRATIONS", steps)
    monkeypatch.setattr(store_sqlite, "migrate", lambda base: migrate(base, steps))
    asyncio.run(SqliteStore(path).close())
    for file, version in ((path, len(steps)), (tmp_path / f"a.sqlite.before-{len(steps)}", len(MIGRATIONS))):
        base = sqlite3.connect(file)
        assert version_of(base) == version
        base.close()
