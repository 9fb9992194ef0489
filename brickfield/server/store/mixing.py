"""Whole battles of one database put to those of another."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.server.store.records import Record, SeatRow, StandingRow

# the columns of a seat in the order of the fields of its row
COLUMNS = SeatRow.__struct_fields__
SEAT = ", ".join(COLUMNS)


class Whole(Struct, frozen=True):
    """Everything that is written down about a match; its row as the text it is, so that no later version changes it."""

    id: str
    row: str
    seats: tuple[SeatRow, ...]
    records: tuple[Record, ...]
    standing: StandingRow
    seed: bytes
    orders: dict[int, dict[str, str]] = {}
    # the models its players brought, by name
    models: dict[str, str] = {}


class Mixed(Struct, frozen=True):
    """What became of battles from elsewhere: the ids of those that are new here, that have gone on, and how many were
    here already."""

    new: tuple[str, ...]
    longer: tuple[str, ...]
    known: int


def mix(connection: sqlite3.Connection, battles: Sequence[Whole]) -> Mixed:
    """Put them in, inside one transaction."""
    new, longer, known = [], [], 0
    for each in battles:
        hashes = [record.hash(each.id) for record in each.records]
        rows = connection.execute("SELECT hash FROM record WHERE match = ? ORDER BY number", (each.id,)).fetchall()
        ours = [row[0] for row in rows]
        if connection.execute("SELECT 1 FROM match WHERE id = ?", (each.id,)).fetchone() is None:
            insert(connection, each)
            new.append(each.id)
        elif len(ours) < len(hashes) and hashes[: len(ours)] == ours:
            _go_on(connection, each, len(ours))
            longer.append(each.id)
        else:
            # what was played here stays, also where the two went different ways
            known += 1
    return Mixed(tuple(new), tuple(longer), known)


def insert(connection: sqlite3.Connection, whole: Whole) -> None:
    """Write a match down that is not there."""
    standing = whole.standing
    row = (whole.id, whole.row, text_of(standing), standing.at, standing.bot_asked, standing.due)
    connection.execute("INSERT INTO match (id, row, standing, at, bot_asked, due) VALUES (?, ?, ?, ?, ?, ?)", row)
    connection.executemany(
        f"INSERT INTO seat ({SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [msgspec.structs.astuple(each) for each in whole.seats],
    )
    connection.execute("INSERT INTO dice_seed VALUES (?, ?)", (whole.id, whole.seed))
    connection.executemany("INSERT OR IGNORE INTO model VALUES (?, ?)", whole.models.items())
    connection.executemany("INSERT INTO match_model VALUES (?, ?)", [(whole.id, name) for name in whole.models])
    _add(connection, whole, 0)


def _go_on(connection: sqlite3.Connection, whole: Whole, there: int) -> None:
    """The records of a match from a number on, and where it stands then."""
    standing = whole.standing
    row = (text_of(standing), standing.at, standing.bot_asked, standing.due, whole.id)
    connection.execute("UPDATE match SET standing = ?, at = ?, bot_asked = ?, due = ? WHERE id = ?", row)
    _add(connection, whole, there)


def _add(connection: sqlite3.Connection, whole: Whole, start: int) -> None:
    connection.executemany(
        "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", [row_of(whole.id, each) for each in whole.records[start:]]
    )
    connection.executemany(
        "INSERT OR REPLACE INTO standing_orders VALUES (?, ?, ?)",
        [(whole.id, seat, text_of(orders)) for seat, orders in whole.orders.items()],
    )


def row_of(match: str, record: Record) -> tuple[Any, ...]:
    """A record as the database keeps it."""
    return (match, record.number, record.seat, record.command_id or None, record.text(), record.hash(match))


def text_of(row: Any) -> str:
    """A row as the text it is written as."""
    return msgspec.json.encode(row, order="sorted").decode()
