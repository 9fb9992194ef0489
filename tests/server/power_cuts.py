"""Power cuts: every write and flush of SQLite is recorded, and disks are rebuilt as a cut might have left them.

What was flushed is there. What was not may be there, be missing, or be torn in the middle of a write.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

_SECTOR = 512
# places of the functions in the tables of SQLite's file layer
_X_WRITE, _X_TRUNCATE, _X_SYNC = 2, 3, 4
_METHODS, _CALLS = 18, 16
_WAL, _MAIN = 0x80000, 0x100


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("calls", ctypes.c_void_p * _CALLS),
    )


class _IoMethods(ctypes.Structure):
    _fields_ = (("version", ctypes.c_int), ("calls", ctypes.c_void_p * _METHODS))


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_IoMethods)),)


_FILE = ctypes.POINTER(_File)
_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, _FILE, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, _FILE, ctypes.c_int)


class Happened(Struct, frozen=True):
    """A write, a change of length or a flush of a file; or that a record was acknowledged (`offset` is its number)."""

    what: Literal["write", "truncate", "sync", "ack"]
    file: str = ""
    offset: int = 0
    data: bytes = b""


def library() -> ctypes.CDLL | None:
    """The SQLite this Python uses; None where it is built in and cannot be reached."""
    try:
        found = ctypes.CDLL(_sqlite3.__file__)
        found.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    except (AttributeError, OSError):
        return None
    return found


@contextmanager
def recorded(lib: ctypes.CDLL) -> Iterator[list[Happened]]:
    """Everything that SQLite does to its files meanwhile, in order."""
    log: list[Happened] = []
    usual = lib.sqlite3_vfs_find(None)
    ours = _Vfs.from_buffer_copy(usual.contents)
    ours.name = b"recorded"
    kept = _watch(ours, usual, log)
    lib.sqlite3_vfs_register(ctypes.byref(ours), 1)
    try:
        yield log
    finally:
        lib.sqlite3_vfs_register(usual, 1)
        lib.sqlite3_vfs_unregister(ctypes.byref(ours))
        kept.clear()


def _watch(ours: _Vfs, usual: Any, log: list[Happened]) -> list[Any]:
    """Put our functions in the place of those that open, write, shorten and flush; they do what they did, and tell."""
    names: dict[int, str] = {}
    really_open = _OPEN(usual.contents.calls[0])
    # what C holds a pointer to must not be collected
    kept: list[Any] = [names]
    watched: dict[int, _IoMethods] = {}

    def watch(methods: _IoMethods) -> _IoMethods:
        really_write = _WRITE(methods.calls[_X_WRITE])
        really_truncate = _TRUNCATE(methods.calls[_X_TRUNCATE])
        really_sync = _SYNC(methods.calls[_X_SYNC])

        def write(file: Any, data: int, size: int, offset: int) -> int:
            log.append(Happened("write", names[_place(file)], offset, ctypes.string_at(data, size)))
            return int(really_write(file, data, size, offset))

        def truncate(file: Any, size: int) -> int:
            log.append(Happened("truncate", names[_place(file)], size))
            return int(really_truncate(file, size))

        def sync(file: Any, flags: int) -> int:
            done = int(really_sync(file, flags))
            log.append(Happened("sync", names[_place(file)]))
            return done

        new = _IoMethods.from_buffer_copy(methods)
        functions = (_WRITE(write), _TRUNCATE(truncate), _SYNC(sync))
        for place, function in zip((_X_WRITE, _X_TRUNCATE, _X_SYNC), functions, strict=True):
            new.calls[place] = ctypes.cast(function, ctypes.c_void_p).value
        kept.extend([new, *functions])
        return new

    def opens(vfs: int, name: int, file: Any, flags: int, out: Any) -> int:
        code = int(really_open(ctypes.cast(usual, ctypes.c_void_p).value, name, file, flags, out))
        if code == 0 and flags & (_WAL | _MAIN):
            names[_place(file)] = "-wal" if flags & _WAL else ""
            place = ctypes.addressof(file.contents.methods.contents)
            if place not in watched:
                watched[place] = watch(file.contents.methods.contents)
            file.contents.methods = ctypes.pointer(watched[place])
        return code

    function = _OPEN(opens)
    ours.calls[0] = ctypes.cast(function, ctypes.c_void_p).value
    kept.extend([function, watched])
    return kept


def _place(file: Any) -> int:
    return ctypes.addressof(file.contents)


class Disk(Struct):
    """What is for good in the files, and what has been written to each since its last flush."""

    durable: dict[str, bytearray] = field(default_factory=lambda: {"": bytearray(), "-wal": bytearray()})
    loose: dict[str, list[Happened]] = field(default_factory=lambda: {"": [], "-wal": []})
    acknowledged: set[int] = field(default_factory=set)

    def take(self, event: Happened) -> None:
        """One more thing has happened."""
        if event.what == "ack":
            self.acknowledged.add(event.offset)
        elif event.what == "sync":
            for each in self.loose[event.file]:
                _apply(self.durable[event.file], each)
            self.loose[event.file].clear()
        else:
            self.loose[event.file].append(event)

    def cut(self, folder: Path, rng: random.Random) -> Path:
        """The files as a cut at this moment might leave them."""
        path = folder / "cut.sqlite"
        for name, durable in self.durable.items():
            content = bytearray(durable)
            for event in self.loose[name]:
                fate = rng.random()
                if fate < 0.4:
                    _apply(content, event)
                elif fate < 0.7 and event.what == "write":
                    whole = rng.randrange(len(event.data) // _SECTOR + 1) * _SECTOR
                    _apply(content, Happened("write", name, event.offset, event.data[:whole]))
            (folder / f"cut.sqlite{name}").write_bytes(content)
        (folder / "cut.sqlite-shm").unlink(missing_ok=True)
        return path


def _apply(content: bytearray, event: Happened) -> None:
    if event.what == "truncate":
        del content[event.offset :]
        return
    if not event.data:
        return
    content.extend(bytes(max(0, event.offset + len(event.data) - len(content))))
    content[event.offset : event.offset + len(event.data)] = event.data


def cut_often(
    log: list[Happened], folder: Path, cuts: int, rng: random.Random, numbers: Callable[[sqlite3.Connection], set[int]]
) -> list[str]:
    """What was lost or damaged in so many cuts, each at a moment of its own."""
    faults: list[str] = []
    moments = sorted(rng.randrange(len(log)) for _ in range(cuts))
    disk, done = Disk(), 0
    for moment in moments:
        while done <= moment:
            disk.take(log[done])
            done += 1
        path = disk.cut(folder, rng)
        try:
            with closing(sqlite3.connect(path)) as base:
                fault = base.execute("PRAGMA integrity_check").fetchone()[0]
                lost = disk.acknowledged - numbers(base)
        except sqlite3.DatabaseError as error:
            fault, lost = str(error), set()
        if fault != "ok":
            faults.append(f"damaged at {moment}: {fault}")
        elif lost:
            faults.append(f"lost at {moment}: {sorted(lost)}")
    return faults
