"""A whole house moved from one database to another, of either kind: row by row, and every row read again and compared.

The rows go over as they lie there, so a damaged match arrives as damaged as it was, and is named. The house that is
filled must be empty, and is filled in one transaction: what does not arrive whole does not arrive at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from brickfield.core.typed import from_json
from brickfield.server.store.db_lock import Hold
from brickfield.server.store.records import MatchRow, Record
from brickfield.server.store.sqlite import opened_to_write

Row: TypeAlias = tuple[Any, ...]


class CannotCopy(RuntimeError):
    """The house was not moved, and the other one is as it was; the message says why."""


class KeptTable(Struct, frozen=True):
    """A table: its columns, those its rows are ordered by, and which of them say yes or no."""

    name: str
    columns: tuple[str, ...]
    order: str
    yes_or_no: frozenset[str] = frozenset()

    @property
    def named(self) -> str:
        """The columns as a statement names them."""
        return ", ".join(f'"{column}"' for column in self.columns)

    def plain(self, row: Row) -> Row:
        """A row in the form both kinds of database agree on."""
        return tuple(
            bool(value) if column in self.yes_or_no else bytes(value) if isinstance(value, memoryview) else value
            for column, value in zip(self.columns, row, strict=True)
        )


_SEAT = ("match", "seat", "kind", "level", "name", "taken", "secret_hash", "invite_hash", "invited")
RECORD = KeptTable("record", ("match", "number", "seat", "command_id", "body", "hash"), "match, number")
MATCH = KeptTable("match", ("id", "row", "standing", "at", "bot_asked", "due"), "id", frozenset({"bot_asked"}))
# what the rows of a table refer to comes before it
TABLES = (
    MATCH,
    KeptTable("seat", _SEAT, "match, seat", frozenset({"taken"})),
    RECORD,
    KeptTable("dice_seed", ("match", "seed"), "match"),
    KeptTable("standing_orders", ("match", "seat", "orders"), "match, seat"),
    KeptTable("unused", ("match", "at", "hours", "played"), "match", frozenset({"played"})),
    KeptTable("snapshot", ("match", "number", "body", "hash"), "match"),
    KeptTable("model", ("name", "form"), "name"),
    KeptTable("match_model", ("match", "model"), "match, model"),
)


class MovableHouse(Protocol):
    """A database whose house nobody plays in meanwhile."""

    def rows(self, table: KeptTable) -> Iterator[Row]:
        """The rows of a table in order."""
        ...

    def put(self, table: KeptTable, rows: Iterable[Row]) -> None:
        """Write rows."""
        ...

    def lived(self) -> float:
        """How long the house has been open."""
        ...

    def live(self, lived: float) -> None:
        """It has been open for so long."""
        ...

    def keep(self) -> None:
        """Everything that was written stays."""
        ...

    def close(self) -> None:
        """Let go of it; what was not kept is gone."""
        ...


class FileHouse:
    """A house in a file."""

    def __init__(self, path: Path) -> None:
        self._lock = Hold(path)
        try:
            self._connection = opened_to_write(path)
            self._connection.execute("BEGIN IMMEDIATE")
        except BaseException:
            self._lock.release()
            raise

    def rows(self, table: KeptTable) -> Iterator[Row]:
        """The rows of a table in order."""
        found = self._connection.execute(f"SELECT {table.named} FROM {table.name} ORDER BY {table.order}")
        return (table.plain(row) for row in found)

    def put(self, table: KeptTable, rows: Iterable[Row]) -> None:
        """Write rows."""
        marks = ", ".join("?" * len(table.columns))
        self._connection.executemany(f"INSERT INTO {table.name} ({table.named}) VALUES ({marks})", rows)

    def lived(self) -> float:
        """How long the house has been open."""
        return float(self._connection.execute("SELECT lived FROM house").fetchone()[0])

    def live(self, lived: float) -> None:
        """It has been open for so long."""
        self._connection.execute("UPDATE house SET lived = ?", (lived,))

    def keep(self) -> None:
        """Everything that was written stays."""
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()
        self._lock.release()


class Copied(Struct, frozen=True):
    """How much was moved, and the matches in it whose records are damaged."""

    matches: int
    records: int
    damaged: tuple[str, ...]


def copy_house(source: MovableHouse, target: MovableHouse) -> Copied:
    """Move everything, compare everything, and only then keep it."""
    if next(target.rows(MATCH), None) is not None:
        raise CannotCopy("there are matches in it already, and only an empty house is filled")
    try:
        for table in TABLES:
            target.put(table, source.rows(table))
        target.live(source.lived())
    except sqlite3.Error as error:
        raise CannotCopy(f"it cannot be written ({error})") from error
    counts = {table.name: _compared(table, source, target) for table in TABLES}
    damaged = tuple(_damaged(target))
    target.keep()
    return Copied(counts["match"], counts["record"], damaged)


def _compared(table: KeptTable, source: MovableHouse, target: MovableHouse) -> int:
    """How many rows of a table have arrived, each of them looked at."""
    count = 0
    for here, there in zip_longest(source.rows(table), target.rows(table)):
        if here != there:
            raise CannotCopy(f"a row of {table.name!r} did not arrive as it was ({(here or there)[0]})")
        count += 1
    return count


def _damaged(house: MovableHouse) -> Iterator[str]:
    """The matches whose chain of records does not hold."""
    roots = {row[0]: row[1] for row in house.rows(MATCH)}
    match, last = "", -1
    head: str | None = None
    for row in house.rows(RECORD):
        if row[0] != match:
            match, head, last = row[0], _root(roots.get(row[0], "")), -1
        if head is None:
            continue
        head = _next(match, head, last, row)
        last += 1
        if head is None:
            yield match


def _root(row: str) -> str | None:
    try:
        return from_json(row, MatchRow).root()
    except (msgspec.DecodeError, LookupError):
        return None


def _next(match: str, head: str, last: int, row: Row) -> str | None:
    """The hash of a record that follows; None when it does not."""
    _, number, _, _, body, written = row
    try:
        record = from_json(body, Record)
    except (msgspec.DecodeError, LookupError):
        return None
    follows = number == record.number == last + 1 and record.previous == head and record.text() == body
    return written if follows and record.hash(match) == written else None
