"""The house: all rooms, the store, the bots and the limits together. Rooms are read when somebody needs them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.games import drawn_games, find_drawn
from brickfield.server.bots import Bots, Thinker, content_with_draw, note_draw, safe_answer
from brickfield.server.journal import Journal
from brickfield.server.limits import Doorkeeper, Limits
from brickfield.server.listening import RESTARTING, Listener
from brickfield.server.logs import log, log_fault
from brickfield.server.metrics import METRICS
from brickfield.server.records import MatchRow
from brickfield.server.room import Room
from brickfield.server.store import Store
from brickfield.server.windows import Pauses, Window

# A finished answer of a bot is held back so long after the last update, so that people can follow.
PACE_SECONDS = 0.35
IDLE_SECONDS = 300.0
_SWEEP_SECONDS = 30.0
_LAST_WORDS_SECONDS = 2.0
# How often the event loop is looked at, and how late it may be before a line is written about it.
_PULSE_SECONDS = 0.5
_LATE_SECONDS = 0.25


class Settings(Struct, frozen=True):
    """What can be set about a house."""

    pace: float = PACE_SECONDS
    idle: float = IDLE_SECONDS
    limits: Limits = Limits()
    pauses: Pauses = Pauses()
    # pages of these addresses may open sockets besides our own
    origins: tuple[str, ...] = ()


class Games(Struct, frozen=True):
    """The register of games a house plays."""

    find: Callable[[str], Game | None] = find_drawn
    every: Callable[[], tuple[Game, ...]] = drawn_games


class House:
    """Everything a request may need."""

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        *,
        bots: Thinker | None = None,
        games: Games | None = None,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.games = games or Games()
        self.bots: Thinker = bots or Bots()
        self.doorkeeper = Doorkeeper(self.settings.limits)
        self.rooms: dict[str, Room] = {}
        self.stopping = False
        # the tasks of open sockets, with or without a room
        self.guests: dict[asyncio.Task[Any], Listener] = {}
        # previews are worked out beside the event loop, so that a long one keeps nobody's answer waiting
        self.previewing = ThreadPoolExecutor(1, "previews")
        self._loading: dict[str, asyncio.Task[Room | Refusal]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        # the clocks of open reaction windows, and what is under way because one of them rang
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._chores: list[asyncio.Task[None]] = []

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

    async def _load(self, match_id: str) -> Room | Refusal:
        try:
            return await self._read(match_id)
        except Exception as error:
            # whatever is wrong with this match, the others play on
            METRICS.count("damaged_matches")
            log_fault("quarantined", error, match=match_id)
            return invalid("damaged_match", "This match is damaged: what was written down about it cannot be read.")

    async def _read(self, match_id: str) -> Room | Refusal:
        row = await self.store.match(match_id)
        if row is None:
            return invalid("no_match", "There is no such battle here.")
        seats = await self.store.seats(match_id)
        built = self.journal_of(row, await self.store.dice_seed(match_id))
        if isinstance(built, Refusal):
            return built
        written = await self.store.records(match_id)
        # playing a long match again takes a while, which the others should not notice
        fault = await asyncio.to_thread(built.load, written)
        if fault is not None:
            METRICS.count("damaged_matches")
            log("quarantined", match=match_id, code=fault.code, record=fault.data.get("record", -1))
            return fault
        room = Room(built, seats, self.store)
        standing = await self.store.standing(match_id)
        if standing is not None:
            room.moved_to, room.at = standing.moved_to, standing.at
        room.orders = await self.store.orders(match_id)
        self.open(room)
        return room

    def journal_of(self, row: MatchRow, seed: bytes) -> Journal | Refusal:
        """An empty journal for a match."""
        game = self.games.find(row.setup.game)
        if game is None:
            return invalid("unknown_game", "The game of this battle is not known here.")
        try:
            match = game.new_match(row.setup)
        except (ValueError, TypeError, msgspec.ValidationError):
            return invalid("other_rules", "The set-up of this battle cannot be read any more.")
        return match if isinstance(match, Refusal) else Journal(row, match, seed)

    def open(self, room: Room) -> None:
        """Put a room among the open ones and let its bots play."""
        room.rename()
        room.pauses = self.settings.pauses
        room.mind_window()
        room.changed = lambda: self.wake(room)
        self.rooms[room.id] = room
        METRICS.level("rooms", len(self.rooms))
        self.wake(room)

    # --- bots ---

    def wake(self, room: Room) -> None:
        """Set the clock of an open window; let the bots answer, if one is asked and none is at it already."""
        self._set_clock(room)
        if self.stopping or room.id in self._drivers or room.spoilt:
            return
        if room.bot_asked() is not None or content_with_draw(room) is not None:
            task = asyncio.create_task(self._drive(room))
            self._drivers[room.id] = task
            task.add_done_callback(lambda _: self._driven(room))

    def _driven(self, room: Room) -> None:
        self._drivers.pop(room.id, None)
        if not room.spoilt and not room.stopping and room.id in self.rooms:
            self.wake(room)

    async def _drive(self, room: Room) -> None:
        try:
            while not self.stopping and not room.spoilt:
                if (content := content_with_draw(room)) is not None:
                    await self._bot_takes_draw(room, content)
                elif (seat := room.bot_asked()) is not None:
                    await self._bot_answers(room, seat)
                else:
                    return
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # a bot that cannot go on must not be asked again and again: the room waits until it is opened anew
            room.spoil()
            log_fault("bot_stuck", error, match=room.id)

    async def _bot_answers(self, room: Room, seat: int) -> None:
        head = room.journal.last_shown
        reply = await self._bot_thinks(room, seat)
        refusal = await room.answer_for(seat, reply, head)
        if refusal is not None and not room.stopping and not room.spoilt:
            log("bot_refused", match=room.id, seat=seat, code=refusal.code, record=head)
            refusal = await room.answer_for(seat, safe_answer(room, seat), head)
            if refusal is not None:
                raise RuntimeError(f"the safe answer was refused: {refusal.code}")

    async def _bot_takes_draw(self, room: Room, seat: int) -> None:
        """A bot says that it is content with a draw, or gives up; if something happens meanwhile, it thinks again."""
        head = room.journal.head
        await asyncio.sleep(max(0.0, room.updated + self.settings.pace - time.monotonic()))
        if room.journal.head != head:
            return
        refusal = await room.answer_for(seat, note_draw(room, seat), head)
        if refusal is not None and not room.stopping and not room.spoilt:
            raise RuntimeError(f"an aside was refused: {refusal.code}")

    async def _bot_thinks(self, room: Room, seat: int) -> Any:
        """A bot's answer, not too fast to follow; in a window with a secret it comes exactly when the window closes."""
        window = room.window
        if window is None or window.ends is None or not window.decision.SECRET:
            reply = await self.bots.decide(room, seat)
            await asyncio.sleep(max(0.0, room.updated + self.settings.pace - time.monotonic()))
            return reply
        thinking = asyncio.ensure_future(self.bots.decide(room, seat))
        thinking.add_done_callback(lambda done: done.cancelled() or done.exception())
        # how long a bot thinks may depend on its secret, so nobody waits for it longer than for any other
        await asyncio.sleep(max(0.0, window.ends - time.monotonic()))
        return thinking.result() if thinking.done() else safe_answer(room, seat)

    # --- reaction windows ---

    def _set_clock(self, room: Room) -> None:
        """Let the server answer when an open window closes, or when a standing order does."""
        old = self._clocks.pop(room.id, None)
        if old is not None:
            old.cancel()
        moment, window = room.next_moment(), room.window
        if moment is None or window is None or self.stopping or room.spoilt:
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
            room.spoil()
            log_fault("window_stuck", error, match=room.id)

    async def go_on(self) -> None:
        """After a start: matches in which the server owes an answer go on by themselves, the others when needed."""
        for match in await self.store.waiting_for_bots():
            if self.stopping:
                return
            await self.room(match)

    # --- beginning and end ---

    def start(self) -> None:
        """Let bots go on where they owe an answer, and begin to sweep idle rooms away."""
        chores = (self._sweep(), self._feel_pulse(), self.go_on())
        self._chores = [asyncio.create_task(chore) for chore in chores]

    async def _feel_pulse(self) -> None:
        """Notice when something keeps the event loop, and with it everybody, waiting."""
        while True:
            due = time.monotonic() + _PULSE_SECONDS
            await asyncio.sleep(_PULSE_SECONDS)
            late = max(0.0, time.monotonic() - due)
            METRICS.observe("loop_late_seconds", late)
            METRICS.level("open_sockets", len(self.guests))
            if late > _LATE_SECONDS:
                log("loop_late", count=round(late * 1000))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.sweep(time.monotonic())

    def sweep(self, now: float) -> None:
        """Close rooms in which nothing has happened for long; they are read again when somebody comes."""
        for room in list(self.rooms.values()):
            if (room.idle and now - room.touched > self.settings.idle) or (room.spoilt and not room.listeners):
                del self.rooms[room.id]
        METRICS.level("rooms", len(self.rooms))

    async def stop(self) -> None:
        """Take no more commands, finish what is in hand, let everybody go."""
        if self.stopping:
            return
        self.stopping = True
        for clock in self._clocks.values():
            clock.cancel()
        tasks = [*self._chores, *self._drivers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*(room.stop() for room in list(self.rooms.values())))
        for guest in self.guests.values():
            guest.let_go(RESTARTING)
        if self.guests:
            # they say good bye themselves
            await asyncio.wait(set(self.guests), timeout=_LAST_WORDS_SECONDS)
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """Stop, then let go of the worker and the files."""
        await self.stop()
        self.previewing.shutdown(cancel_futures=True)
        await self.bots.close()
        await self.store.close()
