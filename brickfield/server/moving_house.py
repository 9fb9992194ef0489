"""Moving a house: which databases the words name, and that nobody plays in either meanwhile."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from brickfield.server.serving import CannotServe, database_path, is_postgres
from brickfield.server.store.copying import CannotCopy, Copied, FileHouse, MovableHouse, copy_house
from brickfield.server.store.db_lock import InUse
from brickfield.server.store.migrations import FromTheFuture

__all__ = ["CannotCopy", "move"]


def move(source: str, target: str) -> Copied:
    """Copy everything of one database into another, empty one."""
    if not is_postgres(source) and not database_path(source).is_file():
        raise CannotCopy(f"there is no database {str(database_path(source))!r}")
    with closing(_house(source, "the house to be moved")) as old, closing(_house(target, "the new house")) as new:
        try:
            return copy_house(old, new)
        except CannotCopy as error:
            raise CannotCopy(f"nothing was moved: {error}") from error


def _house(url: str, what: str) -> MovableHouse:
    try:
        return _postgres(url) if is_postgres(url) else FileHouse(database_path(url))
    except (InUse, FromTheFuture, CannotCopy) as error:
        raise CannotCopy(f"{what} cannot be opened: {error}") from error
    except (sqlite3.Error, OSError) as error:
        raise CannotCopy(f"{what} cannot be opened ({type(error).__name__})") from error


def _postgres(url: str) -> MovableHouse:
    try:
        import psycopg

        from brickfield.server.store.postgres.copied import PostgresHouse
    except ImportError as error:
        raise CannotServe("a house on PostgreSQL needs one package more: pip install 'brickfield[postgres]'") from error
    try:
        return PostgresHouse(url)
    except psycopg.Error as error:
        raise CannotCopy(type(error).__name__) from error
