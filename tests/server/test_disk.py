"""The disk at its worst: it is full, or the power goes. Nothing acknowledged is lost, and play goes on.

`BRICKFIELD_FULL=20` and `BRICKFIELD_CUTS=1000` run the long versions. Planted faults show that the checks can fail.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.server.server import Server
from brickfield.server.store import sqlite as store_sqlite
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import StoreBroken
from brickfield.server.store.writer import Writer
from brickfield.server.web import protocol as wire
from tests.server import power_cuts
from tests.server.tables import joined, made, opened
from tests.server.test_store import STANDING, make, record

FULL = int(os.environ.get("BRICKFIELD_FULL", "3"))
CUTS = int(os.environ.get("BRICKFIELD_CUTS", "60"))
RECORDS = 60
ROLL = {"answer": "roll_off", "question": "Who is right?" + " Really?" * 20, "method": "high"}


# --- a full disk -----------------------------------------------------------------------------------------------------


class SmallDisk:
    """How many pages every new connection may fill; what is open already is told as well."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.pages = 1_000_000
        connect = store_sqlite._connect

        def limited(path: Path) -> sqlite3.Connection:
            connection = connect(path)
            connection.execute(f"PRAGMA max_page_count = {self.pages}")
            return connection

        patch.setattr(store_sqlite, "_connect", limited)

    def fill(self, store: SqliteStore, is_full: bool) -> None:
        """No page more than there are now, or as many as one likes."""
        used = store._writer.connection.execute("PRAGMA page_count").fetchone()[0]
        self.pages = used if is_full else 1_000_000
        store._writer.connection.execute(f"PRAGMA max_page_count = {self.pages}")


async def said(server: Server, match: str, number: int) -> wire.Accepted | Refusal:
    """A command through a fresh listener, as a page that comes back sends it."""
    room = await server.room(match)
    assert not isinstance(room, Refusal), room
    client = await joined(room, 0, 1)
    return await room.command(client, wire.AnswerMessage(f"c{number}", 0, client.seq, ROLL))


async def fill_again_and_again(folder: Path, disk: SmallDisk, times: int) -> list[str]:
    """Play on a disk that is full now and then: whatever was acknowledged must be there in the end, once."""
    acknowledged: dict[str, int] = {}
    refused = number = 0
    async with opened(folder) as server:
        store = server.store
        assert isinstance(store, SqliteStore)
        match = (await made(server, "me", "here", game="toy", scenario="duel"))[1].match
        for _ in range(times):
            disk.fill(store, True)
            for _ in range(60):
                done = await said(server, match, number)
                if isinstance(done, Refusal):
                    break
                acknowledged[done.id] = done.seq
                number += 1
            else:
                return ["a full disk refuses nothing"]
            refused += done.code == "not_written"
            # reading works all the time
            assert not isinstance(await server.room(match), Refusal)
            disk.fill(store, False)
            assert await store.ready() is True
            done = await said(server, match, number)
            assert isinstance(done, wire.Accepted), done
            acknowledged[done.id] = done.seq
            number += 1
    async with opened(folder) as server:
        room = await server.room(match)
        assert not isinstance(room, Refusal), room
        written = [step.record.command_id for step in room.journal.steps if step.record.command_id]
    assert refused == times
    faults = [f"lost: {each}" for each in acknowledged if each not in written]
    return faults + (["doubled"] if len(set(written)) != len(written) else [])


def test_a_full_disk_costs_what_was_not_acknowledged_and_play_goes_on_when_there_is_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asyncio.run(fill_again_and_again(tmp_path, SmallDisk(monkeypatch), FULL)) == []


def test_a_swallowed_error_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Writer._commit

    def swallow(self: Writer, batch: list[tuple[Any, Future[Any]]]) -> None:
        silent = [(work, Future[Any]()) for work, _ in batch]
        real(self, silent)
        for _, done in batch:
            done.set_result(None)

    disk = SmallDisk(monkeypatch)
    monkeypatch.setattr(Writer, "_commit", swallow)
    assert asyncio.run(fill_again_and_again(tmp_path, disk, 1)) == ["a full disk refuses nothing"]


def test_any_other_failure_leaves_the_store_shut(tmp_path: Path) -> None:
    class Failing:
        """A connection whose flush fails."""

        def execute(self, statement: str, *parts: Any) -> Any:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error

        def close(self) -> None:
            """Nothing to close."""

    async def what() -> None:
        store = SqliteStore(tmp_path / "a.sqlite")
        told: list[str] = []
        store.call_when_broken(told.append)
        writer = store._writer
        real, writer.connection = writer.connection, Failing()  # type: ignore[assignment]
        for _ in range(2):
            with pytest.raises(StoreBroken, match="I/O"):
                await make(store)
        # whoever runs the server is told once
        assert len(told) == 1
        assert "I/O" in told[0]
        writer.connection = real
        assert not await store.ready()
        await store.close()

    asyncio.run(what())


# --- power cuts ------------------------------------------------------------------------------------------------------


def played(folder: Path, log: list[power_cuts.Happened], synchronous: str) -> None:
    """Records written one after the other and in groups, with checkpoints between them."""

    async def run() -> None:
        store = SqliteStore(folder / "a.sqlite")
        store._writer.connection.execute("PRAGMA wal_autocheckpoint = 25")
        if synchronous != "FULL":
            store._writer.connection.execute(f"PRAGMA synchronous = {synchronous}")
        await make(store)
        log.append(power_cuts.Happened("ack", offset=0))
        for first in range(1, RECORDS, 3):
            for number in range(first, first + 2):
                await acknowledged(number, store.append("m", record(number), STANDING))
            await acknowledged(first + 2, store.append("m", record(first + 2), STANDING))
        await store.close()

    async def acknowledged(number: int, write: Awaitable[None]) -> None:
        await write
        log.append(power_cuts.Happened("ack", offset=number))

    asyncio.run(run())


def numbers(base: sqlite3.Connection) -> set[int]:
    try:
        return {row[0] for row in base.execute("SELECT number FROM record WHERE match = 'm'")}
    except sqlite3.OperationalError:
        # a cut before the first migration
        return set()


def cut(folder: Path, cuts: int, synchronous: str, find: Callable[[], Any] = power_cuts.library) -> list[str] | None:
    """What the cuts have cost; None where writes cannot be recorded."""
    lib = find()
    if lib is None:
        return None
    with power_cuts.recorded(lib) as log:
        played(folder, log, synchronous)
    rng = random.Random(2)
    return power_cuts.cut_often(log, folder, cuts, rng, numbers)


def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    faults = cut(tmp_path, CUTS, "FULL")
    print(f"{CUTS} cuts, faults: {faults}")
    assert not faults


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_less_than_a_full_flush_is_found(tmp_path: Path, synchronous: str) -> None:
    faults = cut(tmp_path, 50, synchronous)
    # where writes cannot be recorded, the settings themselves are compared in test_store
    assert faults is None or any(fault.startswith("lost") for fault in faults)
