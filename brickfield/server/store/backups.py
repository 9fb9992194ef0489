"""A copy of the database while matches go on: everything that was acknowledged before it began is in it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

from brickfield.server.store.db_lock import owners_file


class CannotBackUp(RuntimeError):
    """There is no good copy; the message says why."""


def back_up(database: Path, target: Path, *, replace: bool = False, through: sqlite3.Connection | None = None) -> int:
    """Copy a database that may be in use, check the copy, and only then give it its name: how many matches it holds.

    Copying the file itself would miss what still stands in the log beside it. The source is opened read-only, so that
    the server stays the only one who writes; whoever has the file to himself reads it `through` his own connection. To
    restore, put the copy in the place of the database.
    """
    if not database.is_file():
        raise CannotBackUp(f"there is no database {str(database)!r}")
    if target.exists() and not replace:
        raise CannotBackUp(f"{str(target)!r} exists already; a backup overwrites nothing")
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        os.close(owners_file(unfinished))
        readable = f"{database.absolute().as_uri()}?mode=ro"
        opened = nullcontext(through) if through is not None else closing(sqlite3.connect(readable, uri=True))
        with opened as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            fault = copy.execute("PRAGMA integrity_check").fetchone()[0]
            matches = int(copy.execute("SELECT count(*) FROM match").fetchone()[0])
        if fault != "ok":
            raise CannotBackUp(f"the copy is damaged ({fault})")
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise CannotBackUp(f"the backup failed: {error}") from error
    return matches
