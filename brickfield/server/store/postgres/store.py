"""The store on a PostgreSQL server, as one of several workers sees it."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec
import psycopg

from brickfield.core.typed import from_json
from brickfield.server.rooms.retention import Terms
from brickfield.server.store.mixing import Mixed, Whole, row_of, text_of
from brickfield.server.store.postgres import rows, tidying
from brickfield.server.store.postgres.connecting import Line, connect, is_gone
from brickfield.server.store.postgres.leases import Leases, Taken
from brickfield.server.store.postgres.schema import migrate
from brickfield.server.store.postgres.writer import FencedAppend, Grip, PostgresWriter, Work
from brickfield.server.store.records import Held, MatchRow, Record, SeatRow, Snapshot, StandingRow, Written
from brickfield.server.store.store import NO_MODELS, Away, Conflict, Lost, Store, StoreBroken, Unreadable

# On this channel workers tell each other what has changed, from inside the transaction that changes it.
CHANNEL = "brickfield"
_WORKER_BYTES = 9


class PostgresStore(Store):
    """A worker's store. It writes only to matches that it has taken, and takes one itself when nobody else has it."""

    def __init__(
        self,
        url: str,
        address: str = "",
        *,
        clock: Callable[[], float] | None = None,
        make_line: Callable[[], Line] | None = None,
    ) -> None:
        self.url = url
        self.leases = Leases(secrets.token_hex(_WORKER_BYTES), address, os.getpid(), clock)
        self._make_line = make_line or (lambda: connect(url))
        # by match, what it was taken with
        self._fences: dict[str, int] = {}
        self._reader: Line | None = self._make_line()
        try:
            migrate(self._reader)
            self.lived = rows.lived(self._reader, self.leases.now)
            self.word: str = rows.word(self._reader)
            self.leases.renew(self._reader)
        except BaseException:
            self._reader.close()
            raise
        self._writer = PostgresWriter(self._make_line)
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._writer.start()

    def call_when_broken(self, gave_up: Callable[[str], None]) -> None:
        """Nobody has to be told: a database that is away comes back, and every write is looked up again."""

    # --- who has a match ---

    async def take(self, match: str) -> Taken:
        """Take a match, or find who has it. One that does not exist is nobody's."""
        taken: Taken = await self._writer.write(Work(lambda line: self.leases.take(line, match)))
        if taken.fence:
            self._fences[match] = taken.fence
        else:
            self._fences.pop(match, None)
        return taken

    async def is_there(self, match: str) -> bool:
        """Whether there is such a match."""
        return bool(await self._read(lambda line: rows.firsts(line, "SELECT 1 FROM match WHERE id = %s", match)))

    async def release(self, match: str) -> None:
        """A match is closed here."""
        fence = self._fences.pop(match, None)
        if fence is not None:
            await self._writer.write(Work(lambda line: self.leases.release(line, match, fence)))

    async def leave(self) -> None:
        """Give everything up at once: others may take it."""
        await self._writer.write(Work(self.leases.leave))

    async def _held(self, match: str) -> Grip:
        fence = self._fences.get(match) or (await self.take(match)).fence
        if not fence:
            raise Lost("another worker has this match")
        return Grip(match, self.leases.worker, fence)

    # --- writing ---

    async def _write(self, match: str, run: Callable[[Line], Any]) -> Any:
        """Write something about a match of ours. It says what is so from now on, so it may be said twice."""
        return await self._writer.write(Work(run, await self._held(match)))

    async def _read(self, work: Callable[[Line], Any]) -> Any:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, self._looked_up, work)
        except (psycopg.Error, msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError) as error:
            raise Unreadable(f"what was written cannot be read ({type(error).__name__})") from error

    def _looked_up(self, work: Callable[[Line], Any]) -> Any:
        """Look something up; a line that has broken meanwhile is opened once more."""
        for is_last in (False, True):
            try:
                if self._reader is None or self._reader.closed:
                    self._reader = self._make_line()
            except psycopg.OperationalError as error:
                raise Away(f"the database does not answer ({type(error).__name__})") from error
            try:
                return work(self._reader)
            except psycopg.OperationalError as error:
                # too slow, too full, just starting: that says nothing about what lies there
                if is_last or not is_gone(self._reader, error):
                    raise Away(f"the database does not answer ({type(error).__name__})") from error
                self._reader.close()
        raise AssertionError("the last attempt returns or raises")

    async def make(
        self,
        match: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record],
        standing: StandingRow,
        seed: bytes,
        models: Mapping[str, str] = NO_MODELS,
    ) -> None:
        """Write a new match down, with its first records, the seed of its dice and the models its players brought; it
        is ours."""
        whole = Whole(match.id, text_of(match), tuple(seats), tuple(records), standing, seed, models=dict(models))

        def make(line: Line) -> None:
            self.leases.renew(line)
            rows.insert(line, whole)
            self.leases.found(line, match.id)

        await self._writer.write(Work(make, is_done=lambda line: rows.is_there(line, match.id, seed)))
        self._fences[match.id] = 1

    async def append(self, match: str, record: Record, standing: StandingRow) -> None:
        """Add one record to a match."""
        row = (text_of(standing), standing.at, standing.bot_asked, standing.due)
        await self._writer.write(FencedAppend(await self._held(match), row_of(match, record)[1:], row))

    async def keep(self, match: str, snapshot: Snapshot) -> None:
        """Keep a match as it stands now, instead of as it stood before."""
        await self._write(match, lambda line: rows.keep(line, match, snapshot))

    async def sit(self, row: SeatRow, standing: StandingRow) -> None:
        """Somebody has taken a seat; from now on this secret opens it. New to the seat, it is new to the house."""
        await self._write(row.match, lambda line: rows.sit(line, row, standing))

    async def rekey(self, old_hash: str, new_hash: str) -> None:
        """A secret is exchanged at every seat it opens, whoever has those matches: they hear of it, and can write
        nothing before they have read it."""

        def rekey(line: Line) -> None:
            self.leases.fence_off(line, old_hash)
            line.execute("UPDATE seat SET secret_hash = %s WHERE secret_hash = %s", (new_hash, old_hash))
            rows.tell(line, CHANNEL, {"from": self.leases.worker, "old": old_hash, "new": new_hash})

        await self._writer.write(Work(rekey))

    async def reseat(self, row: SeatRow, standing: StandingRow) -> None:
        """A seat nobody has taken is given to somebody else: a bot, or whoever has its new invitation."""
        await self._write(row.match, lambda line: rows.reseat(line, row, standing))

    async def moved(self, match: str, to: str) -> None:
        """A rematch was set up."""
        await self._write(match, lambda line: rows.restand(line, match, moved_to=to, wanted=()))

    async def wants(self, match: str, seats: tuple[int, ...]) -> None:
        """These seats want a rematch."""
        await self._write(match, lambda line: rows.restand(line, match, wanted=seats))

    async def leave_orders(self, match: str, seat: int, orders: dict[str, str]) -> None:
        """A seat has left standing orders; they replace those it left before."""
        await self._write(match, lambda line: rows.leave_orders(line, match, seat, text_of(orders)))

    async def live_on(self, lived: float) -> None:
        """The house has been open for so long; of several workers the one who says the most is right."""
        now = self.leases.now
        words = f"UPDATE house SET lived = greatest(lived, %s), at = {now}".encode()
        await self._writer.write(Work(lambda line: line.execute(words, (lived,)) and None))

    async def count_hour(self, present: Sequence[str]) -> None:
        """An hour has passed for all tables at which nobody is present."""
        await self._writer.write(Work(lambda line: tidying.count_hour(line, present, self.leases.now)))

    async def clear(self, terms: Terms, present: Sequence[str], *, full: bool = False) -> Sequence[str]:
        """Clear a few tables away that nobody plays: which ones; none when all is tidy."""
        now = self.leases.now
        gone: list[str] | None = await self._writer.write(
            Work(lambda line: tidying.clear(line, terms, present, now, full=full))
        )
        return gone or []

    async def take_in(self, battles: Sequence[Whole]) -> Mixed:
        """Put battles of another database to those of this one, all or none."""
        for each in battles:
            taken = await self.take(each.id)
            if taken.address:
                raise Conflict("another worker has this match")
        mixed: Mixed = await self._writer.write(Work(lambda line: rows.mix(line, battles, self.leases.found)))
        for match in mixed.new:
            self._fences[match] = 1
        return mixed

    # --- reading ---

    async def matches(self) -> tuple[str, ...]:
        """The ids of all matches, the oldest first."""
        return tuple(await self._read(lambda line: rows.firsts(line, "SELECT id FROM match ORDER BY at, id")))

    async def tables(self) -> int:
        """How many matches are kept."""
        return int((await self._read(lambda line: rows.firsts(line, "SELECT count(*) FROM match")))[0])

    async def orders(self, match: str) -> dict[int, dict[str, str]]:
        """The standing orders of a match by seat."""

        def work(line: Line) -> dict[int, dict[str, str]]:
            found = line.execute("SELECT seat, orders FROM standing_orders WHERE match = %s", (match,))
            return {seat: from_json(orders, dict[str, str]) for seat, orders in found}

        orders: dict[int, dict[str, str]] = await self._read(work)
        return orders

    async def models(self, match: str) -> dict[str, str]:
        """The models its players brought, by name."""
        query = b"SELECT name, form FROM model JOIN match_model ON model = name WHERE match = %s ORDER BY name"
        found: dict[str, str] = await self._read(lambda line: dict(line.execute(query, (match,)).fetchall()))
        return found

    async def match(self, match: str) -> MatchRow | None:
        """The row of a match."""
        found = await self._read(lambda line: rows.firsts(line, 'SELECT "row" FROM match WHERE id = %s', match))
        return await self._read(lambda _line: from_json(found[0], MatchRow)) if found else None

    async def standing(self, match: str) -> StandingRow | None:
        """Where a match stands."""
        found = await self._read(lambda line: rows.firsts(line, "SELECT standing FROM match WHERE id = %s", match))
        return await self._read(lambda _line: from_json(found[0], StandingRow)) if found else None

    async def seats(self, match: str) -> tuple[SeatRow, ...]:
        """The seats of a match in order."""
        seats: tuple[SeatRow, ...] = await self._read(lambda line: rows.seats(line, match))
        return seats

    async def records(self, match: str) -> tuple[Written, ...]:
        """The records of a match in order, as they lie there. Whether they are sound is for the journal to say."""

        def work(line: Line) -> tuple[Written, ...]:
            words = "SELECT number, body, hash FROM record WHERE match = %s ORDER BY number"
            return tuple(Written(*row) for row in line.execute(words, (match,)))

        records: tuple[Written, ...] = await self._read(work)
        return records

    async def snapshot(self, match: str) -> Snapshot | None:
        """A match as it stood after one of its records, not believed yet."""
        words = "SELECT number, body, hash FROM snapshot WHERE match = %s"
        found = await self._read(lambda line: line.execute(words, (match,)).fetchone())
        return Snapshot(found[0], bytes(found[1]), found[2]) if found else None

    async def dice_seed(self, match: str) -> bytes:
        """The seed of the dice: the only function that reads it."""
        found = await self._read(lambda line: rows.firsts(line, "SELECT seed FROM dice_seed WHERE match = %s", match))
        return bytes(found[0])

    async def held(self, hashes: Sequence[str]) -> tuple[Held, ...]:
        """Every seat that one of these secrets opens, newest match first."""
        held: tuple[Held, ...] = await self._read(lambda line: rows.found(line, "secret_hash", hashes))
        return held

    async def invited(self, invite_hash: str) -> tuple[Held, ...]:
        """Every seat to which this invitation belongs, newest match first."""
        held: tuple[Held, ...] = await self._read(lambda line: rows.found(line, "invite_hash", [invite_hash]))
        return held

    async def waiting_for_bots(self) -> tuple[str, ...]:
        """The matches in which a person waits for an answer of the server, and that this worker should see to: those it
        has, and its part of those that nobody has."""
        people = "SELECT 1 FROM seat WHERE seat.match = match.id AND seat.kind <> 'bot' AND seat.taken"
        return await self._mine(f"bot_asked AND EXISTS ({people})", "at, id")

    async def due(self, moment: float) -> tuple[str, ...]:
        """The matches in which the time of an open question is over by then, and that this worker should see to."""
        return await self._mine("due > 0 AND due <= %s", "due, id", moment)

    async def _mine(self, which: str, order: str, *values: Any) -> tuple[str, ...]:
        ours = "EXISTS (SELECT 1 FROM owner o WHERE o.match = match.id AND o.worker = %s)"
        nobodys = f"{self.leases.unowned()} AND {self.leases.share()}"
        words = f"SELECT id FROM match WHERE {which} AND ({ours} OR ({nobodys})) ORDER BY {order}"
        return tuple(await self._read(lambda line: rows.firsts(line, words, *values, self.leases.worker)))

    async def ready(self) -> bool:
        """Whether something can be written now: a transaction that changes nothing goes all the way to the disk."""
        try:
            await self._writer.write(Work(self.leases.renew))
        except StoreBroken:
            return False
        return True

    def hang_up(self) -> None:
        """Let go of a store that was only tried, outside any loop."""
        asyncio.run(self.close())

    async def close(self) -> None:
        """Finish what is in hand, let others have what was ours, and hang up."""
        with suppress(StoreBroken):
            await self.leave()
        await self._writer.finish()
        self._reading.shutdown()
        if self._reader is not None:
            self._reader.close()
