"""The server: all rooms, the store, the bots and the limits together. Rooms are read when somebody needs them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Hashable
from typing import Any, TypeVar

from msgspec import Struct

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.games import drawn_games, find_drawn
from brickfield.server.bots.bot_scheduler import Drivers
from brickfield.server.bots.bots import Bots, Thinker
from brickfield.server.bots.elsewhere import ByWorkers, CachedReply
from brickfield.server.bots.fair_share import ALONE, Claim
from brickfield.server.bots.jobs import AnyJob, cost_of
from brickfield.server.bots.work_queue import Queue, Turn
from brickfield.server.bots.worker_pool import JobRunner, Worked, Workers
from brickfield.server.logs import log, log_fault
from brickfield.server.memory import Broom
from brickfield.server.metering import beside
from brickfield.server.metrics import METRICS
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.notices import RESTARTING, Listener
from brickfield.server.rooms.owners import OwnedElsewhere, Owners, SoleOwner
from brickfield.server.rooms.quotas import Bounds
from brickfield.server.rooms.retention import Terms
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.substitutes import note_presence
from brickfield.server.rooms.teaching import journal_of
from brickfield.server.rooms.windows import Pauses, Window
from brickfield.server.server_clock import ServerClock
from brickfield.server.store.records import MatchRow
from brickfield.server.store.store import Away, Store, StoreBroken, Unreadable
from brickfield.server.web.host_check import Network
from brickfield.server.web.limits import Limits, RateLimiter

_T = TypeVar("_T")

# A finished answer of a bot is held back so long after the last update, so that people can follow.
PACE_SECONDS = 0.35
IDLE_SECONDS = 300.0
INVITATION_DAYS = 14.0
_SWEEP_SECONDS = 30.0
_LAST_WORDS_SECONDS = 2.0
# What a typed line probably costs, in seconds of a processor.
_TYPED = 0.05
# How often the event loop is looked at, and how late it may be before a line is written about it.
_PULSE_SECONDS = 0.5
_LATE_SECONDS = 0.25
# How often tables are looked at that nobody plays, and the pause between two handfuls of them.
_TIDY_SECONDS = 3600.0
# How often the time of the server is written down: so much of it a server that is killed may lose.
_CLOCK_SECONDS = 10.0
_LITTLE_SECONDS = 1.0
# How often what is new in memory is looked at, and how long nothing was answered when a moment is quiet.
_BRUSH_SECONDS = 1.0
_QUIET_SECONDS = 10.0


class Settings(Struct, frozen=True):
    """What can be set about a server."""

    pace: float = PACE_SECONDS
    # processes in which bots think and heavy work is done, at least two; 0: as many as there are processors
    workers: int = 0
    idle: float = IDLE_SECONDS
    # rooms in memory; beyond it those are closed in which nothing happens
    rooms: int = 2_000
    # how many tables are kept, and how long
    terms: Terms = Terms()
    limits: Limits = Limits()
    pauses: Pauses = Pauses()
    bounds: Bounds = Bounds()
    # pages of these addresses may open sockets besides our own
    origins: tuple[str, ...] = ()
    # whoever shows it may read counters and readiness; empty: nobody may
    operator_token: str = ""
    # names besides this machine's own under which pages may be asked for, `*` for any; None: nobody looks
    hosts: tuple[str, ...] | None = None
    # addresses that are believed about whom they ask for (`X-Forwarded-For`)
    proxies: tuple[Network, ...] = ()
    # how long an invitation can be used
    invitation_days: float = INVITATION_DAYS


class Games(Struct, frozen=True):
    """The register of games a server plays."""

    find: Callable[[str], Game | None] = find_drawn
    every: Callable[[], tuple[Game, ...]] = drawn_games
    # made ready before the first request
    early: Callable[[], tuple[Game, ...]] = drawn_games


class Server:
    """Everything a request may need."""

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        *,
        bots: Thinker | None = None,
        games: Games | None = None,
        work: JobRunner | None = None,
        owners: Owners | None = None,
    ) -> None:
        self.store = store
        # the other workers of this house, if there are any
        self.owners: Owners = owners or SoleOwner()
        self.settings = settings or Settings()
        self.games = games or Games()
        # whatever takes its time is done there, bots' thoughts and what people ask for
        self.work: JobRunner = work or Workers(count=max(2, self.settings.workers) if self.settings.workers else 0)
        self.bots: Thinker = bots or Bots(self.work)
        self.drivers = Drivers(self.bots, self.settings.pace)
        self.rate_limiter = RateLimiter(self.settings.limits)
        # how long the server has been open, all times together: the time of clocks that are agreed on
        self.time = ServerClock(store.lived)
        self.rooms: dict[str, Room] = {}
        self.stopping = False
        # the tasks of open sockets, with or without a room
        self.sessions: dict[asyncio.Task[Any], Listener] = {}
        self.kept = CachedReply()
        # typed lines are worked out in a thread beside the event loop, and share with what is done by workers
        self.threads = Queue(["beside"], self.work.shares if isinstance(self.work, Workers) else None)
        # a server process of its own cares for its memory; sockets and rooms that have gone, for its sake
        self.broom: Broom | None = None
        self.gone = 0
        self._loading: dict[str, asyncio.Task[Room | Refusal]] = {}
        # the clocks of open reaction windows, and what is under way because one of them rang
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        # addresses for which bots try a table out
        self._tried: set[str] = set()
        self._ringing: set[asyncio.Task[None]] = set()
        self._chores: list[asyncio.Task[None]] = []
        # matches in which somebody's time is over, but which cannot be read
        self._unreadable: set[str] = set()

    # --- rooms ---

    async def room(self, match: str) -> Room | Refusal:
        """The room of a match, read from the store if it is not open yet."""
        room = self.rooms.get(match)
        if room is not None and not room.spoilt:
            room.touched = time.monotonic()
            return room
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = asyncio.create_task(self._load(match))
            loading.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(loading)

    async def in_memory(self) -> tuple[Room, ...]:
        """All rooms that are open, once those being opened are."""
        if self._loading:
            await asyncio.wait(set(self._loading.values()))
        return tuple(self.rooms.values())

    async def _load(self, match_id: str) -> Room | Refusal:
        try:
            return await self._read(match_id)
        except (OwnedElsewhere, Away):
            # nothing is wrong with it
            raise
        except Exception as error:
            # whatever is wrong with this match, the others play on
            METRICS.count("damaged_matches")
            log_fault("quarantined", error, match=match_id)
            return invalid("damaged_match", "This match is damaged: what was written down about it cannot be read.")

    async def _read(self, match_id: str) -> Room | Refusal:
        await self.owners.take(match_id)
        row = await self.store.match(match_id)
        if row is None:
            return invalid("no_match", "There is no such battle here.")
        seats = await self.store.seats(match_id)
        built = self.journal_of(row, await self.store.dice_seed(match_id))
        if isinstance(built, Refusal):
            return built
        snapshot = await self.store.snapshot(match_id)
        written = await self.store.records(match_id)
        # playing a long match again takes a while, which the others should not notice
        fault = await asyncio.to_thread(beside(lambda: built.load(written, snapshot)))
        if fault is not None:
            METRICS.count("damaged_matches")
            log("quarantined", match=match_id, code=fault.code, record=fault.data.get("record", -1))
            return fault
        room = Room(built, seats, self.store)
        standing = await self.store.standing(match_id)
        if standing is not None:
            room.moved_to, room.at, room.since = standing.moved_to, standing.at, standing.since
            room.wanted = frozenset(standing.wanted)
        room.time = self.time
        room.orders = await self.store.orders(match_id)
        self.open(room)
        await room.begin_when_ready()
        return room

    def journal_of(self, row: MatchRow, seed: bytes) -> Journal | Refusal:
        """An empty journal for a match."""
        return journal_of(row, seed, self.games.find)

    def open(self, room: Room) -> None:
        """Put a room among the open ones and let its bots play."""
        room.rename()
        room.pauses, room.bounds, room.time = self.settings.pauses, self.settings.bounds, self.time
        note_presence(room)
        room.mind_window()
        room.elsewhere = self.elsewhere(lambda: room.payers)
        room.changed = lambda: self.wake(room)
        self.rooms[room.id] = room
        METRICS.level("rooms", len(self.rooms))
        if len(self.rooms) > self.settings.rooms:
            self._close_some(room)
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Set the clock of an open window, and let the bots answer if one is asked."""
        self._set_clock(room)
        if not self.stopping and self.rooms.get(room.id) is room:
            self.drivers.wake(room)

    # --- what takes its time ---

    async def worked(self, address: str, table: Hashable, job: AnyJob) -> Worked:
        """What comes of something that somebody asks for, as soon as his address may use a worker again."""
        if address:
            await asyncio.sleep(self.rate_limiter.owe("work", address, 0.0))
        worked = await self.work.do(Claim(lambda: (address,), table, cost_of(job)), job)
        self._charge(address, worked)
        return worked

    def _charge(self, address: str, worked: Worked) -> None:
        if address:
            self.rate_limiter.owe("work", address, 1000.0 * worked.cost)

    async def tried(self, address: str, job: AnyJob) -> Worked | None:
        """What comes of a battle at which only bots play, for this address; None while another one is under way."""
        if address in self._tried:
            return None
        self._tried.add(address)
        try:
            await asyncio.sleep(self.rate_limiter.owe("work", address, 0.0) if address else 0.0)
            claim = Claim(lambda: (address,), "a trial", cost_of(job), company=lambda: ALONE, long=True)
            worked = await self.work.do(claim, job)
        finally:
            self._tried.discard(address)
        self._charge(address, worked)
        return worked

    async def aside(self, address: str, table: Hashable, work: Callable[[], _T]) -> _T:
        """What needs more of a room than a worker may know is worked out in a thread, by one after the other."""
        async with self.threads.one(Turn(Claim(lambda: (address,), table, _TYPED))):
            return await asyncio.to_thread(beside(work))

    def elsewhere(self, payers: Callable[[], Collection[str]]) -> ByWorkers:
        """Workers, for a room of which these pay."""

        async def does(table: str, job: AnyJob, waits: bool) -> Worked:
            address = next(iter(payers()), "")
            if waits:
                return await self.worked(address, table, job)
            worked = await self.work.do(Claim(payers, table, cost_of(job)), job)
            self._charge(address, worked)
            return worked

        return ByWorkers(does, self.store.records, self.kept)

    # --- reaction windows ---

    def _set_clock(self, room: Room) -> None:
        """Let the server answer when an open window closes, or when a standing order does."""
        old = self._clocks.pop(room.id, None)
        if old is not None:
            old.cancel()
        moment, window = room.next_moment(), room.window
        if moment is None or window is None or self.stopping or room.spoilt or room.fault:
            return
        wait = max(0.0, moment - time.monotonic())
        self._clocks[room.id] = asyncio.get_running_loop().call_later(wait, self._ring, room, window)

    def _ring(self, room: Room, window: Window) -> None:
        task = asyncio.create_task(self._close_window(room, window))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _close_window(self, room: Room, window: Window) -> None:
        try:
            await room.close_window(window)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # nothing was changed, and whoever is asked may still answer
            log_fault("window_stuck", error, match=room.id)
            room.stick("A window of this table did not close: the answer that closes it could not be given.")

    async def go_on(self) -> None:
        """After a start: matches in which a person waits for the server go on by themselves, the others when needed."""
        for match in await self.store.waiting_for_bots():
            if self.stopping:
                return
            if match not in self.rooms:
                await self._look_after(match)

    async def _look_after(self, match: str) -> None:
        """Open a room for which nobody has asked, unless another worker has been faster."""
        try:
            found = await self.room(match)
        except (OwnedElsewhere, Away):
            return
        if isinstance(found, Refusal):
            # damaged, or of other rules: it is not read again and again
            self._unreadable.add(match)

    async def _live_on(self) -> None:
        while True:
            await asyncio.sleep(_CLOCK_SECONDS)
            try:
                await self.live_on()
            except (StoreBroken, Unreadable) as error:
                log_fault("clock_stands", error)

    async def live_on(self) -> None:
        """Write down how long the server has been open, and open the rooms in which somebody's time is over."""
        now = self.time.now()
        await self.store.live_on(round(now, 3))
        for match in await self.store.due(now):
            if match in self.rooms or match in self._unreadable or self.stopping:
                continue
            await self._look_after(match)

    # --- beginning and end ---

    def start(self) -> None:
        """Let bots go on where they owe an answer, and begin to sweep idle rooms away."""
        chores = (self._sweep(), self._feel_pulse(), self._brush(), self._tidy(), self._live_on(), self.go_on())
        self._chores = [asyncio.ensure_future(chore) for chore in (*chores, *self.owners.chores(self))]

    async def _feel_pulse(self) -> None:
        """Notice when something keeps the event loop, and with it everybody, waiting."""
        while True:
            due = time.monotonic() + _PULSE_SECONDS
            await asyncio.sleep(_PULSE_SECONDS)
            late = max(0.0, time.monotonic() - due)
            METRICS.observe("loop_late_seconds", late)
            METRICS.level("open_sockets", len(self.sessions))
            if late > _LATE_SECONDS:
                log("loop_late", count=round(late * 1000))

    async def _brush(self) -> None:
        while self.broom is not None:
            await asyncio.sleep(_BRUSH_SECONDS)
            self.broom.brush()
            now = time.monotonic()
            quiet = all(now - room.touched > _QUIET_SECONDS for room in self.rooms.values())
            self.broom.sweep(now, self.gone, quiet=quiet)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.sweep(time.monotonic())

    def sweep(self, now: float) -> None:
        """Close rooms in which nothing has happened for long; they are read again when somebody comes."""
        for room in list(self.rooms.values()):
            if (room.idle and now - room.touched > self.settings.idle) or (room.spoilt and not room.listeners):
                self._close_room(room)
        METRICS.level("rooms", len(self.rooms))

    def _close_some(self, but: Room) -> None:
        """Close a tenth of the rooms, of those nobody would miss the longest untouched ones."""
        idle = sorted((room.touched, room.id) for room in self.rooms.values() if room is not but and room.idle)
        for _, match in idle[: self.settings.rooms // 10 + 1]:
            self._close_room(self.rooms[match])

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(_TIDY_SECONDS)
            try:
                if self.owners.leads:
                    await self.tidy()
            except (StoreBroken, Unreadable) as error:
                log_fault("not_tidied", error)

    async def tidy(self) -> None:
        """Another hour has passed: clear away what nobody plays, a little at a time."""
        await self.store.count_hour([room.id for room in self.rooms.values() if room.listeners])
        while await self.clear():
            await asyncio.sleep(_LITTLE_SECONDS)

    async def clear(self, *, full: bool = False) -> bool:
        """Clear a few tables away; whether there were any."""
        gone = await self.store.clear(self.settings.terms, [*self.rooms, *self._loading], full=full)
        for match in gone:
            # read in the very moment it was cleared away
            if match in self.rooms:
                self.rooms[match].spoil()
            log("cleared_away", match=match)
        return bool(gone)

    async def is_full(self) -> bool:
        """Whether no more tables can be kept; tables nobody has begun to play make place first."""
        most = self.settings.terms.most
        if not most or await self.store.tables() < most:
            return False
        return not await self.clear(full=True) or await self.store.tables() >= most

    def _close_room(self, room: Room) -> None:
        clock = self._clocks.pop(room.id, None)
        if clock is not None:
            clock.cancel()
        del self.rooms[room.id]
        room.close()
        if room.id not in self._loading:
            self.owners.release(room.id)
        self.gone += 1

    async def stop(self) -> None:
        """Take no more commands, finish what is in hand, let everybody go."""
        if self.stopping:
            return
        self.stopping = True
        for clock in self._clocks.values():
            clock.cancel()
        self.drivers.stop()
        for task in self._chores:
            task.cancel()
        await asyncio.gather(*(room.stop() for room in list(self.rooms.values())))
        # whoever comes to another worker now need not wait for us
        await self.owners.leave()
        for guest in self.sessions.values():
            guest.let_go(RESTARTING)
        if self.sessions:
            # they say good bye themselves
            await asyncio.wait(set(self.sessions), timeout=_LAST_WORDS_SECONDS)
        await self.drivers.ended()
        for task in self._chores:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """Stop, then let go of the worker and the files."""
        await self.stop()
        await self.bots.close()
        await self.work.stop()
        with contextlib.suppress(StoreBroken):
            await self.store.live_on(round(self.time.now(), 3))
        await self.store.close()
