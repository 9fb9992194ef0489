"""The files of the database: readable for their owner only, and held by one server at a time.

The lock lies on the database file itself, so that neither another name for it nor a deleted lock file lets a second
server in. Only Linux keeps such a lock apart from those the database takes on its own file; elsewhere the lock file
beside it must do.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

_OWNER_ONLY, _OWNERS_FOLDER = 0o600, 0o700
# Files held in this process. Opening one of them again would be harmless, but closing it would drop the locks that the
# database has on it.
_held: set[tuple[int, int]] = set()


class InUse(RuntimeError):
    """Another server has this database open."""


class Hold:
    """A database that is ours until `release`."""

    def __init__(self, path: Path) -> None:
        real = path.resolve()
        _make_folder(real)
        self._files: list[int] = []
        self._known: tuple[int, int] | None = None
        try:
            self._hold(real)
        except BlockingIOError as error:
            self.release()
            raise InUse(f"{path} is in use by another server") from error
        except OSError:
            self.release()
            raise
        _tighten(real)

    def _hold(self, real: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            if _identity(real.stat()) in _held:
                raise BlockingIOError
        database = owners_file(real)
        self._files.append(database)
        if sys.platform == "linux":
            _lock(database)
        beside = owners_file(real.with_name(real.name + ".lock"))
        self._files.append(beside)
        _lock(beside)
        self._known = _identity(os.fstat(database))
        _held.add(self._known)

    def release(self) -> None:
        """Let another server have it; the database must be closed before."""
        for file in self._files:
            os.close(file)
        self._files.clear()
        if self._known is not None:
            _held.discard(self._known)


def owners_file(path: Path) -> int:
    """A file open for reading and writing; a new one is for its owner only."""
    return os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY)


def _tighten(database: Path) -> None:
    """Take the database, its log and the copies beside it away from everybody else, however they were made."""
    for file in database.parent.iterdir():
        if file.name.startswith(database.name) and file.is_file():
            with contextlib.suppress(OSError):
                file.chmod(_OWNER_ONLY)


def _make_folder(database: Path) -> None:
    """The folder of a database; one that holds nothing else is for its owner only."""
    folder = database.parent
    folder.mkdir(_OWNERS_FOLDER, parents=True, exist_ok=True)
    if all(file.name.startswith(database.name) for file in folder.iterdir()):
        with contextlib.suppress(OSError):
            folder.chmod(_OWNERS_FOLDER)


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _lock(file: int) -> None:
    try:
        import fcntl
    except ImportError:
        # no such lock on this system; the unique keys still keep a second writer from doing harm unnoticed
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
