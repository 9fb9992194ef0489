"""The battles of a device whose database is damaged: the file is put aside as it is, and what can be read goes on."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET

from brickfield.core.typed import as_type
from brickfield.pocket.bridge import Tell
from brickfield.pocket.luggage import whole_of
from brickfield.server.logs import log_fault
from brickfield.server.store.migrations import FromTheFuture
from brickfield.server.store.mixing import COLUMNS, SEAT, Whole
from brickfield.server.store.records import SeatRow
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.writer import InlineWriter
from brickfield.server.web import http_types as bodies

Keep: TypeAlias = Callable[[], Awaitable[None]]
# How the file is called that is put aside; there is one, the last.
ASIDE = ".damaged"
NEWER = (
    "The battles that are kept here were written by a newer Brickfield. Load this page again while there is a network; "
    "nothing was changed."
)


async def opened(path: Path, keep: Keep, tell: Tell) -> SqliteStore:
    """The store of a device; `tell` hears `saved` with how many battles were saved and lost where it was damaged."""

    def store() -> SqliteStore:
        return SqliteStore(path, lambda connect: InlineWriter(connect, keep))

    try:
        if _is_sound(path):
            return store()
    except FromTheFuture as error:
        raise FromTheFuture(NEWER) from error
    except sqlite3.DatabaseError as error:
        # a full disk and the like are errors of their own, after which the file is as good as before
        if type(error) is not sqlite3.DatabaseError:
            raise
        log_fault("damaged_store", error)
    aside = path.with_name(path.name + ASIDE)
    _put_aside(path, aside)
    fresh = store()
    saved, lost = _found(aside)
    await fresh.take_in(saved)
    tell("saved", 0, len(saved), lost)
    return fresh


def _is_sound(path: Path) -> bool:
    """Whether every page of the database fits the others; what is not there yet is sound."""
    if not path.exists():
        return True
    with closing(_alone(path)) as connection:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def _alone(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    return connection


def _put_aside(path: Path, aside: Path) -> None:
    """The file with the log beside it, as they are; then their places are free."""
    for end in ("", "-wal"):
        source = path.with_name(path.name + end)
        if source.exists():
            shutil.copyfile(source, aside.with_name(aside.name + end))
            source.unlink()


def _found(aside: Path) -> tuple[list[Whole], int]:
    """The battles of a damaged file that are whole, and how many are not."""
    saved: list[Whole] = []
    lost = 0
    try:
        with closing(_alone(aside)) as connection:
            for match in _ids(connection):
                try:
                    whole = whole_of(_read(connection, match), 0.0)
                except (sqlite3.DatabaseError, msgspec.DecodeError, LookupError, TypeError, UnicodeDecodeError):
                    whole = None
                if whole is None:
                    lost += 1
                else:
                    saved.append(whole)
    except sqlite3.DatabaseError as error:
        log_fault("nothing_saved", error)
    return saved, lost


def _ids(connection: sqlite3.Connection) -> list[str]:
    """The ids of all matches that are named anywhere."""
    found: dict[str, None] = {}
    for table, column in (("match", "id"), ("seat", "match"), ("dice_seed", "match")):
        try:
            for row in connection.execute(f"SELECT {column} FROM {table}"):
                found[str(row[0])] = None
        except sqlite3.DatabaseError:
            # what came before the damaged page is found
            continue
    return list(found)


def _read(connection: sqlite3.Connection, match: str) -> bodies.Carried:
    def all_of(query: str) -> list[Any]:
        return connection.execute(query, (match,)).fetchall()

    row, standing = all_of("SELECT row, standing FROM match WHERE id = ?")[0]
    seats = all_of(f"SELECT {SEAT} FROM seat WHERE match = ? ORDER BY seat")
    return bodies.Carried(
        row,
        tuple(as_type(dict(zip(COLUMNS, each, strict=True)), SeatRow, strict=False) for each in seats),
        tuple(each[0] for each in all_of("SELECT body FROM record WHERE match = ? ORDER BY number")),
        bytes(all_of("SELECT seed FROM dice_seed WHERE match = ?")[0][0]).hex(),
        standing,
        {
            str(seat): msgspec.json.decode(orders)
            for seat, orders in all_of("SELECT seat, orders FROM standing_orders WHERE match = ?")
        },
        _models(all_of) or UNSET,
    )


def _models(all_of: Callable[[str], list[Any]]) -> dict[str, str]:
    """The models its players brought; a battle is worth saving without them, and older files have none."""
    try:
        return dict(all_of("SELECT name, form FROM model JOIN match_model ON model = name WHERE match = ?"))
    except sqlite3.DatabaseError:
        return {}
