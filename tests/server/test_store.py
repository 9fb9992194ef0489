"""The store in a file: migrations, one writer, commits in groups, what happens when the disk refuses.

What every store does is in `test_stores.py`.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.match import Setup
from brickfield.server.store import db_lock, migrations
from brickfield.server.store.backups import back_up
from brickfield.server.store.db_lock import InUse
from brickfield.server.store.records import MatchRow, Record, SeatRow, StandingRow, Written
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import StoreBroken

STANDING = StandingRow(at=1.0, over=False, round=1, step="Move", asked=(0,), bot_asked=False)


def record(number: int, command_id: str = "", seat: int = 0) -> Record:
    return Record(number, seat, "move_units", {"answer": "end"}, (), "d", "p", "1", "b", 1.0, command_id)


def row(match: str) -> MatchRow:
    return MatchRow(match, Setup("toy", "duel"), "1", "", "Duel", "promise", False, 1.0)


def test_rows_of_tables_that_agreed_on_no_time_keep_the_root_their_records_are_chained_to() -> None:
    setup = Setup("toy", "duel", {"a": 1}, ((("x", 2),),), ("A", "B"))
    old = MatchRow("m1", setup, "1", "C", "Duel", "promise", True, 1.5, dice=2)
    assert old.root() == "aecca874da61939247d876db451d5c545eb7f38398d1aca5243af7a642eb7fc0"
    assert msgspec.structs.replace(old, secret_seconds=15).root() != old.root(), (
        "what was agreed on is part of the chain"
    )


def seat(match: str, number: int = 0, secret_hash: str = "") -> SeatRow:
    return SeatRow(match, number, "me", "", "Ann", True, secret_hash)


def in_store(path: Path, what: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        try:
            await what(store)
        finally:
            await store.close()

    asyncio.run(run())


async def make(store: SqliteStore, match: str = "m", **parts: Any) -> None:
    seats = parts.get("seats", [seat(match)])
    await store.make(row(match), seats, [record(0)], parts.get("standing", STANDING), b"seed of " + match.encode())


def test_records_that_wait_are_written_in_a_handful_of_statements(tmp_path: Path) -> None:
    """Each statement lets other threads run and waits for its turn; thirty records must not wait thirty times."""

    async def what(store: SqliteStore) -> None:
        names = [f"m{number}" for number in range(30)]
        for name in names:
            await make(store, name)
        said: list[str] = []
        held = threading.Event()
        slow = asyncio.create_task(store._write(lambda _connection: held.wait(10)))
        standing = [msgspec.structs.replace(STANDING, at=float(number), due=1.0) for number in range(30)]
        waiting = [
            asyncio.create_task(store.append(name, record(1, "one"), where))
            for name, where in zip(names, standing, strict=True)
        ]
        await asyncio.sleep(0)
        store._writer.connection.set_trace_callback(said.append)
        held.set()
        await asyncio.gather(slow, *waiting)
        store._writer.connection.set_trace_callback(None)
        assert len(said) <= 12
        for name, where in zip(names, standing, strict=True):
            assert (await store.records(name))[-1] == Written(1, record(1, "one").text(), record(1, "one").hash(name))
            assert await store.standing(name) == where
        assert set(await store.due(1.0)) == set(names)

    in_store(tmp_path / "a.sqlite", what)


def test_a_write_that_fails_by_our_mistake_shuts_the_store_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    def mistaken(_connection: sqlite3.Connection) -> None:
        raise TypeError("a mistake")

    async def what(store: SqliteStore) -> None:
        await make(store)
        told: list[str] = []
        store.call_when_broken(told.append)
        together = [store._write(mistaken), store.append("m", record(1), STANDING)]
        done = await asyncio.wait_for(asyncio.gather(*together, return_exceptions=True), 10)
        assert [type(each) for each in done] == [StoreBroken, StoreBroken]
        with pytest.raises(StoreBroken, match="TypeError"):
            await asyncio.wait_for(store.append("m", record(2), STANDING), 10)
        assert len(told) == 1
        assert len(await store.records("m")) == 1

    in_store(tmp_path / "a.sqlite", what)


def test_who_stops_waiting_leaves_the_writer_at_work(tmp_path: Path) -> None:
    async def what(store: SqliteStore) -> None:
        await make(store)
        held = threading.Event()
        slow = asyncio.create_task(store._write(lambda _connection: held.wait(10)))
        left = asyncio.create_task(store.append("m", record(1), STANDING))
        await asyncio.sleep(0)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        held.set()
        await slow
        # the writer lives on, and what was asked for is written
        await asyncio.wait_for(store.append("m", record(2), STANDING), 10)
        assert [each.number for each in await store.records("m")] == [0, 1, 2]

    in_store(tmp_path / "a.sqlite", what)


def test_the_settings_that_make_a_commit_durable(tmp_path: Path) -> None:
    async def what(store: SqliteStore) -> None:
        assert store._writer.connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert store._writer.connection.execute("PRAGMA synchronous").fetchone()[0] == 2
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store._reader.execute("DELETE FROM match")

    in_store(tmp_path / "a.sqlite", what)


def test_an_error_on_commit_stops_all_writing(tmp_path: Path) -> None:
    class Refusing:
        """A connection whose disk is full at every commit."""

        def __init__(self, real: sqlite3.Connection) -> None:
            self.real = real

        def execute(self, statement: str, *parts: Any) -> Any:
            if statement == "COMMIT":
                raise sqlite3.OperationalError("database or disk is full")
            return self.real.execute(statement, *parts)

        def close(self) -> None:
            self.real.close()

    async def what(store: SqliteStore) -> None:
        await make(store)
        assert await store.ready()
        real = store._writer.connection
        store._writer.connection = Refusing(real)  # type: ignore[assignment]
        with pytest.raises(StoreBroken, match="full"):
            await store.append("m", record(1), STANDING)
        real.execute("ROLLBACK")
        store._writer.connection = real
        with pytest.raises(StoreBroken):
            await store.append("m", record(1), STANDING)
        assert not await store.ready()
        assert len(await store.records("m")) == 1

    in_store(tmp_path / "a.sqlite", what)


def test_a_second_server_is_kept_away(tmp_path: Path) -> None:
    async def what(store: SqliteStore) -> None:
        with pytest.raises(InUse):
            SqliteStore(store.path)

    in_store(tmp_path / "a.sqlite", what)
    in_store(tmp_path / "a.sqlite", make)


def beside(path: Path, way: str) -> Path:
    """Another way to the same database."""
    other = path.parent.with_name("another")
    if way == "folder":
        other.symlink_to(path.parent)
        return other / path.name
    other.mkdir()
    if way == "file":
        (other / "b.sqlite").symlink_to(path)
    elif way == "hard":
        (other / "b.sqlite").hardlink_to(path)
    else:
        path.with_name(path.name + ".lock").unlink()
        return path
    return other / "b.sqlite"


@pytest.mark.parametrize("way", ["folder", "file", "hard", "deleted"])
def test_a_second_server_is_kept_away_whatever_it_calls_the_database(tmp_path: Path, way: str) -> None:
    """By a link to the folder or to the file, or when somebody has cleared the lock file away."""

    async def what(store: SqliteStore) -> None:
        path = beside(store.path, way)
        with pytest.raises(InUse):
            SqliteStore(path)
        # a process of its own knows nothing but the file
        script = (
            f"import pathlib; from brickfield.server.store import db_lock; db_lock.Hold(pathlib.Path({str(path)!r}))"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert "InUse" in done.stderr
        await make(store)

    in_store(tmp_path / "data" / "a.sqlite", what)


def test_a_lock_beside_the_file_alone_lets_a_second_server_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault, which was ours: who clears the lock file away has two servers."""
    monkeypatch.setattr(db_lock.sys, "platform", "elsewhere")
    monkeypatch.setattr(db_lock, "_held", set())
    path = tmp_path / "a.sqlite"
    first = db_lock.Hold(path)
    path.with_name(path.name + ".lock").unlink()
    db_lock._held.clear()
    second = db_lock.Hold(path)
    second.release()
    first.release()


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())}


def test_the_files_are_for_their_owner_only_whatever_the_process_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "data" / "a.sqlite"

    async def what(store: SqliteStore) -> None:
        await make(store)
        back_up(path, path.with_name("a.sqlite.copy"))
        found = modes(path.parent)
        assert set(found) == {"data", "a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "a.sqlite.lock", "a.sqlite.copy"}
        assert found.pop("data") == "0o700"
        assert set(found.values()) == {"0o600"}

    before = os.umask(0)
    try:
        in_store(path, what)
    finally:
        os.umask(before)


def test_files_of_an_earlier_version_are_taken_away_from_the_others(tmp_path: Path) -> None:
    path = tmp_path / "data" / "a.sqlite"
    in_store(path, make)
    path.with_name("a.sqlite.before-2").write_bytes(b"")
    for each in (*path.parent.iterdir(), path.parent):
        each.chmod(0o755)

    async def what(store: SqliteStore) -> None:
        assert set(modes(path.parent).values()) == {"0o600", "0o700"}

    in_store(path, what)
    # a folder with other things in it belongs to somebody else as well
    (path.parent / "notes.txt").touch()
    path.parent.chmod(0o755)
    in_store(path, make_second)
    assert modes(path.parent)["data"] == "0o755"


# --- migrations ------------------------------------------------------------------------------------------------------


def connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def test_missing_steps_are_taken_once_and_in_order(tmp_path: Path) -> None:
    base = connection(tmp_path / "a.sqlite")
    steps = ("CREATE TABLE one (a)", "INSERT INTO one VALUES (1); CREATE TABLE two (b)")
    migrations.migrate(base, steps[:1])
    assert migrations.version_of(base) == 1
    migrations.migrate(base, steps)
    migrations.migrate(base, steps)
    assert migrations.version_of(base) == 2
    assert base.execute("SELECT count(*) FROM one").fetchone() == (1,)
    base.close()


def test_a_step_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    base = connection(tmp_path / "a.sqlite")
    with pytest.raises(sqlite3.OperationalError):
        migrations.migrate(base, ("CREATE TABLE one (a); CREATE NONSENSE",))
    assert migrations.version_of(base) == 0
    assert base.execute("SELECT name FROM sqlite_master").fetchall() == []
    base.close()


def test_a_database_of_a_newer_server_is_left_alone(tmp_path: Path) -> None:
    in_store(tmp_path / "a.sqlite", make)
    base = connection(tmp_path / "a.sqlite")
    base.execute("PRAGMA user_version = 999")
    base.close()
    with pytest.raises(migrations.FromTheFuture):
        SqliteStore(tmp_path / "a.sqlite")
    # the refusal has let go of the lock
    base = connection(tmp_path / "a.sqlite")
    base.execute(f"PRAGMA user_version = {len(migrations.MIGRATIONS)}")
    base.close()
    in_store(tmp_path / "a.sqlite", make_second)


async def make_second(store: SqliteStore) -> None:
    await make(store, "second")
    assert await store.match("m") is not None
