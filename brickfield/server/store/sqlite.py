"""The store in one SQLite file: one connection that writes, commits in groups, reads beside it.

Every SQLite before 3.51.3 can damage a database when two connections write or checkpoint at the same instant. Here only
the writer does either, the reader is opened read-only, and a lock on the file keeps a second server away.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from brickfield.core.typed import as_type, from_json
from brickfield.server.rooms import retention as tidying
from brickfield.server.rooms.retention import Terms
from brickfield.server.store import mixing
from brickfield.server.store.backups import back_up
from brickfield.server.store.db_lock import Hold
from brickfield.server.store.migrations import MIGRATIONS, migrate, version_of
from brickfield.server.store.mixing import COLUMNS, SEAT, Mixed, Whole, text_of
from brickfield.server.store.records import Held, MatchRow, Record, SeatRow, Snapshot, StandingRow, Written
from brickfield.server.store.store import NO_MODELS, Conflict, StoreBroken, Unreadable
from brickfield.server.store.writer import Append, Connect, ThreadWriter, Work, Writer


class SqliteStore:
    """A store in a file. `open` first, `close` in the end."""

    def __init__(self, path: Path, make_writer: Callable[[Connect], Writer] = ThreadWriter) -> None:
        self.path = path
        self._lock = Hold(path)
        try:
            self._writer = make_writer(lambda beside: _connected(path, beside))
        except BaseException:
            self._lock.release()
            raise
        try:
            # a file that was just made must exist before it can be opened read-only
            self._reader = _readable(path) if self._writer.BESIDE else None
            self.lived = float(self._writer.connection.execute("SELECT lived FROM house").fetchone()[0])
        except BaseException:
            self._writer.connection.close()
            self._lock.release()
            raise
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._writer.start()

    def call_when_broken(self, gave_up: Callable[[str], None]) -> None:
        """Whom to tell, perhaps from another thread, when nothing will ever be written again."""
        self._writer.gave_up = gave_up

    async def _write(self, work: Work | Append) -> None:
        await self._writer.write(work)

    async def _read(self, work: Work) -> Any:
        try:
            return await self._looked_up(work)
        except (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError) as error:
            raise Unreadable(f"what was written cannot be read ({type(error).__name__})") from error

    async def _looked_up(self, work: Work) -> Any:
        if self._reader is None:
            return work(self._writer.connection)
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, self._reader)

    # --- writing ---

    async def make(
        self,
        match: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record],
        standing: StandingRow,
        seed: bytes,
        models: Mapping[str, str] = NO_MODELS,
    ) -> None:
        """Write a new match down, with its first records, the seed of its dice and the models its players brought."""

        whole = Whole(match.id, text_of(match), tuple(seats), tuple(records), standing, seed, models=dict(models))
        await self._write(lambda c: mixing.insert(c, whole))

    async def append(self, match: str, record: Record, standing: StandingRow) -> None:
        """Add one record to a match."""
        row = (text_of(standing), standing.at, standing.bot_asked, standing.due, match)
        await self._write(Append(mixing.row_of(match, record), row))

    async def keep(self, match: str, snapshot: Snapshot) -> None:
        """Keep a match as it stands now, instead of as it stood before."""
        row = (match, snapshot.number, snapshot.body, snapshot.hash)
        await self._write(lambda c: c.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", row))

    async def sit(self, row: SeatRow, standing: StandingRow) -> None:
        """Somebody has taken a seat; from now on this secret opens it. New to the seat, it is new to the server."""

        def work(connection: sqlite3.Connection) -> None:
            if row.secret_hash != _secret_of(connection, row) and _is_known(connection, row.secret_hash):
                raise Conflict("this secret opens a seat already, or is an invitation")
            where = (row.name, row.secret_hash, row.match, row.seat)
            words = "UPDATE seat SET taken = 1, name = ?, secret_hash = ? WHERE match = ? AND seat = ?"
            connection.execute(words, where)
            _stands(connection, row.match, standing)

        await self._write(work)

    async def rekey(self, old_hash: str, new_hash: str) -> None:
        """A secret is exchanged for another one at every seat it opens; the old one opens nothing any more."""
        where = (new_hash, old_hash)
        await self._write(lambda c: c.execute("UPDATE seat SET secret_hash = ? WHERE secret_hash = ?", where))

    async def reseat(self, row: SeatRow, standing: StandingRow) -> None:
        """A seat nobody has taken is given to somebody else: a bot, or whoever has its new invitation."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                f"INSERT OR REPLACE INTO seat ({SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                msgspec.structs.astuple(row),
            )
            _stands(connection, row.match, standing)

        await self._write(work)

    async def moved(self, match: str, to: str) -> None:
        """A rematch was set up."""
        await self._write(lambda c: _restand(c, match, moved_to=to, wanted=()))

    async def wants(self, match: str, seats: tuple[int, ...]) -> None:
        """These seats want a rematch."""
        await self._write(lambda c: _restand(c, match, wanted=seats))

    async def leave_orders(self, match: str, seat: int, orders: dict[str, str]) -> None:
        """A seat has left standing orders; they replace those it left before."""
        row = (match, seat, text_of(orders))
        await self._write(lambda c: c.execute("INSERT OR REPLACE INTO standing_orders VALUES (?, ?, ?)", row))

    async def live_on(self, lived: float) -> None:
        """The server has been open for so long."""
        await self._write(lambda c: c.execute("UPDATE house SET lived = ?", (lived,)))

    async def count_hour(self, present: Sequence[str]) -> None:
        """An hour has passed for all tables at which nobody is present."""
        await self._write(lambda c: tidying.count_hour(c, present))

    async def clear(self, terms: Terms, present: Sequence[str], *, full: bool = False) -> Sequence[str]:
        """Clear a few tables away that nobody plays: which ones; none when all is tidy."""
        gone: list[str] = []
        await self._write(lambda c: gone.extend(tidying.clear(c, terms, present, full=full)))
        return gone

    async def take_in(self, battles: Sequence[Whole]) -> Mixed:
        """Put battles of another database to those of this one, all or none."""
        found: list[Mixed] = []
        await self._write(lambda c: found.append(mixing.mix(c, battles)))
        return found[0]

    # --- reading ---

    async def matches(self) -> tuple[str, ...]:
        """The ids of all matches, the oldest first."""
        rows = await self._read(lambda c: c.execute("SELECT id FROM match ORDER BY at, id").fetchall())
        return tuple(row[0] for row in rows)

    async def tables(self) -> int:
        """How many matches are kept."""
        return int(await self._read(lambda c: c.execute("SELECT count(*) FROM match").fetchone()[0]))

    async def orders(self, match: str) -> dict[int, dict[str, str]]:
        """The standing orders of a match by seat."""

        def work(connection: sqlite3.Connection) -> dict[int, dict[str, str]]:
            rows = connection.execute("SELECT seat, orders FROM standing_orders WHERE match = ?", (match,))
            return {seat: from_json(orders, dict[str, str]) for seat, orders in rows}

        orders: dict[int, dict[str, str]] = await self._read(work)
        return orders

    async def match(self, match: str) -> MatchRow | None:
        """The row of a match."""
        found = await self._read(lambda c: c.execute("SELECT row FROM match WHERE id = ?", (match,)).fetchone())
        return from_json(found[0], MatchRow) if found else None

    async def standing(self, match: str) -> StandingRow | None:
        """Where a match stands."""
        found = await self._read(lambda c: c.execute("SELECT standing FROM match WHERE id = ?", (match,)).fetchone())
        return _standing(found[0]) if found else None

    async def seats(self, match: str) -> tuple[SeatRow, ...]:
        """The seats of a match in order."""
        seats: tuple[SeatRow, ...] = await self._read(lambda c: _seats(c, match))
        return seats

    async def records(self, match: str) -> tuple[Written, ...]:
        """The records of a match in order, as they lie there. Whether they are sound is for the journal to say."""

        def work(connection: sqlite3.Connection) -> tuple[Written, ...]:
            rows = connection.execute("SELECT number, body, hash FROM record WHERE match = ? ORDER BY number", (match,))
            return tuple(Written(*row) for row in rows)

        records: tuple[Written, ...] = await self._read(work)
        return records

    async def snapshot(self, match: str) -> Snapshot | None:
        """A match as it stood after one of its records, not believed yet."""
        query = "SELECT number, body, hash FROM snapshot WHERE match = ?"
        found = await self._read(lambda c: c.execute(query, (match,)).fetchone())
        return Snapshot(*found) if found else None

    async def models(self, match: str) -> dict[str, str]:
        """The models its players brought, by name."""
        query = "SELECT name, form FROM model JOIN match_model ON model = name WHERE match = ? ORDER BY name"
        found: dict[str, str] = await self._read(lambda c: dict(c.execute(query, (match,)).fetchall()))
        return found

    async def dice_seed(self, match: str) -> bytes:
        """The seed of the dice: the only function that reads it."""
        found = await self._read(lambda c: c.execute("SELECT seed FROM dice_seed WHERE match = ?", (match,)).fetchone())
        return bytes(found[0])

    async def held(self, hashes: Sequence[str]) -> tuple[Held, ...]:
        """Every seat that one of these secrets opens, newest match first."""
        held: tuple[Held, ...] = await self._read(lambda c: _found(c, "secret_hash", hashes))
        return held

    async def invited(self, invite_hash: str) -> tuple[Held, ...]:
        """Every seat to which this invitation belongs, newest match first."""
        held: tuple[Held, ...] = await self._read(lambda c: _found(c, "invite_hash", [invite_hash]))
        return held

    async def waiting_for_bots(self) -> tuple[str, ...]:
        """The matches in which a person waits for an answer of the server."""
        people = "SELECT 1 FROM seat WHERE seat.match = match.id AND seat.kind != 'bot' AND seat.taken = 1"
        query = f"SELECT id FROM match WHERE bot_asked = 1 AND EXISTS ({people}) ORDER BY at"
        rows = await self._read(lambda c: c.execute(query).fetchall())
        return tuple(row[0] for row in rows)

    async def due(self, moment: float) -> tuple[str, ...]:
        """The matches in which the time of an open question is over by then."""
        query = "SELECT id FROM match WHERE due > 0 AND due <= ? ORDER BY due"
        rows = await self._read(lambda c: c.execute(query, (moment,)).fetchall())
        return tuple(row[0] for row in rows)

    async def ready(self) -> bool:
        """Whether something can be written now: a write that changes nothing goes all the way to the disk."""
        try:
            await self._write(lambda c: c.execute(f"PRAGMA user_version = {version_of(c)}"))
        except StoreBroken:
            return False
        return True

    async def close(self) -> None:
        """Finish what is in hand and let go of the files."""
        await self._writer.finish()
        self._reading.shutdown()
        if self._reader is not None:
            self._reader.close()
        self._writer.connection.close()
        self._lock.release()


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=5.0)


def _readable(path: Path) -> sqlite3.Connection:
    """A connection that only reads."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)


def _connected(path: Path, beside: bool) -> sqlite3.Connection:
    """A connection that may write; alone at its file it needs no memory that is shared with others."""
    connection = _connect(path)
    try:
        if not beside:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _set_up(connection, path, beside)
    except BaseException:
        connection.close()
        raise
    return connection


def opened_to_write(path: Path) -> sqlite3.Connection:
    """A connection to a file that is held already, brought to the shape of today."""
    return _connected(path, True)


def _set_up(connection: sqlite3.Connection, path: Path, beside: bool) -> None:
    """Durable before fast: WAL with a full flush at every commit, then the missing migrations."""
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise sqlite3.OperationalError(f"the file system does not support a write-ahead log (mode {mode})")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # a file that is mapped can be damaged by a stray pointer, and I/O errors become crashes
    connection.execute("PRAGMA mmap_size = 0")
    version = version_of(connection)
    if 0 < version < len(MIGRATIONS):
        # nobody else gets in where the file is ours alone
        through = None if beside else connection
        back_up(path, path.with_name(f"{path.name}.before-{version + 1}"), replace=True, through=through)
    migrate(connection)


def _standing(text: str) -> StandingRow:
    return from_json(text, StandingRow)


def _stands(connection: sqlite3.Connection, match: str, standing: StandingRow) -> None:
    """Where a match stands after something happened that is no record of it."""
    row = (text_of(standing), standing.bot_asked, standing.due, match)
    connection.execute("UPDATE match SET standing = ?, bot_asked = ?, due = ? WHERE id = ?", row)


def _restand(connection: sqlite3.Connection, match: str, **changes: Any) -> None:
    """Something about where a match stands is another now."""
    found = connection.execute("SELECT standing FROM match WHERE id = ?", (match,)).fetchone()
    standing = msgspec.structs.replace(_standing(found[0]), **changes)
    connection.execute("UPDATE match SET standing = ? WHERE id = ?", (text_of(standing), match))


def _secret_of(connection: sqlite3.Connection, row: SeatRow) -> str:
    """The hash of what opens a seat now."""
    found = connection.execute("SELECT secret_hash FROM seat WHERE match = ? AND seat = ?", (row.match, row.seat))
    return str(found.fetchone()[0])


def _is_known(connection: sqlite3.Connection, secret_hash: str) -> bool:
    """Whether a secret opens a seat anywhere, or invites to one."""
    columns = ("secret_hash", "invite_hash")
    queries = [f"SELECT 1 FROM seat WHERE {column} = ? AND {column} != ''" for column in columns]
    return any(connection.execute(query, (secret_hash,)).fetchone() is not None for query in queries)


def _seats(connection: sqlite3.Connection, match: str) -> tuple[SeatRow, ...]:
    rows = connection.execute(f"SELECT {SEAT} FROM seat WHERE match = ? ORDER BY seat", (match,)).fetchall()
    return tuple(as_type(dict(zip(COLUMNS, row, strict=True)), SeatRow, strict=False) for row in rows)


def _found(connection: sqlite3.Connection, column: str, hashes: Sequence[str]) -> tuple[Held, ...]:
    """The seats with one of these hashes in a column, newest match first."""
    marks = ", ".join("?" * len(hashes))
    rows = connection.execute(
        "SELECT seat.seat, match.row, match.standing FROM seat JOIN match ON match.id = seat.match "
        f"WHERE seat.{column} != '' AND seat.{column} IN ({marks}) ORDER BY match.at DESC, seat.seat",
        list(hashes),
    ).fetchall()
    return tuple(held for row in rows if (held := _held(connection, *row)) is not None)


def _held(connection: sqlite3.Connection, seat: int, row: str, standing: str) -> Held | None:
    """A seat with its match; None when that match is damaged, which must not cost somebody the list of the others."""
    try:
        match = from_json(row, MatchRow)
        seats = _seats(connection, match.id)
        return Held(seats[seat], match, _standing(standing), seats)
    except (msgspec.DecodeError, LookupError):
        return None
