"""A store without a thread: whoever asks writes, and hears of it when somebody else's disk has kept it."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import Conflict, StoreBroken
from brickfield.server.store.writer import InlineWriter
from tests.server.test_store import STANDING, make, record


class Disk:
    """Keeps what was written when the test lets it, or refuses to."""

    def __init__(self) -> None:
        self.asked = 0
        self.fault: OSError | None = None
        self.open = asyncio.Event()
        self.open.set()

    async def keep(self) -> None:
        self.asked += 1
        await self.open.wait()
        if self.fault is not None:
            raise self.fault


def with_disk(path: Path, what: Callable[[SqliteStore, Disk], Awaitable[None]]) -> None:
    async def run() -> None:
        disk = Disk()
        store = SqliteStore(path, lambda connect: InlineWriter(connect, disk.keep))
        try:
            await what(store, disk)
        finally:
            await store.close()

    asyncio.run(run())


def test_nothing_is_acknowledged_before_it_is_kept(tmp_path: Path) -> None:
    async def what(store: SqliteStore, disk: Disk) -> None:
        await make(store)
        disk.open.clear()
        writing = asyncio.ensure_future(store.append("m", record(1), STANDING))
        while disk.asked < 2:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert not writing.done()
        disk.open.set()
        await writing
        assert [each.number for each in await store.records("m")] == [0, 1]

    with_disk(tmp_path / "a.sqlite", what)


def test_what_is_not_kept_is_not_acknowledged_and_nothing_is_written_any_more(tmp_path: Path) -> None:
    async def what(store: SqliteStore, disk: Disk) -> None:
        await make(store)
        told: list[str] = []
        store.call_when_broken(told.append)
        disk.fault = OSError(errno.ENOSPC, "no space")
        with pytest.raises(StoreBroken, match="not kept"):
            await store.append("m", record(1), STANDING)
        disk.fault = None
        asked = disk.asked
        with pytest.raises(StoreBroken):
            await store.append("m", record(2), STANDING)
        assert disk.asked == asked
        assert len(told) == 1
        assert not await store.ready()

    with_disk(tmp_path / "a.sqlite", what)


def test_what_stands_on_something_that_was_not_kept_is_not_acknowledged_either(tmp_path: Path) -> None:
    async def what(store: SqliteStore, disk: Disk) -> None:
        await make(store)
        disk.open.clear()
        first, second = (asyncio.ensure_future(store.append("m", record(n), STANDING)) for n in (1, 2))
        while disk.asked < 3:
            await asyncio.sleep(0)
        disk.fault = OSError(errno.EIO, "gone")
        disk.open.set()
        found = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(each) for each in found] == [StoreBroken, StoreBroken]

    with_disk(tmp_path / "a.sqlite", what)


def test_who_stops_waiting_calls_nothing_off_and_the_end_waits_until_it_is_kept(tmp_path: Path) -> None:
    async def what(store: SqliteStore, disk: Disk) -> None:
        await make(store)
        disk.open.clear()
        writing = asyncio.ensure_future(store.append("m", record(1), STANDING))
        while disk.asked < 2:
            await asyncio.sleep(0)
        writing.cancel()
        ending = asyncio.ensure_future(store._writer.finish())
        await asyncio.sleep(0.01)
        assert not ending.done()
        disk.open.set()
        await ending
        assert len(await store.records("m")) == 2

    with_disk(tmp_path / "a.sqlite", what)


def test_a_conflict_costs_only_its_own_write(tmp_path: Path) -> None:
    async def what(store: SqliteStore, disk: Disk) -> None:
        await make(store)
        with pytest.raises(Conflict):
            await store.append("m", record(0), STANDING)
        await store.append("m", record(1), STANDING)
        assert len(await store.records("m")) == 2

    with_disk(tmp_path / "a.sqlite", what)


async def fill(store: SqliteStore) -> None:
    """Write until there is no space."""
    for number in range(1, 200):
        await store.append("m", record(number), STANDING)


def test_after_a_full_disk_it_goes_on_when_there_is_space(tmp_path: Path) -> None:
    async def what(store: SqliteStore, disk: Disk) -> None:
        await make(store)
        connection = store._writer.connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreBroken, match="full"):
            await fill(store)
        kept = len(await store.records("m"))
        # a fresh connection has no such bound
        await store.append("m", record(kept), STANDING)
        assert len(await store.records("m")) == kept + 1

    with_disk(tmp_path / "a.sqlite", what)
