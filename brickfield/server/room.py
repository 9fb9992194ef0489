"""A room: one match in memory, the sockets that follow it, and the one lock under which anything changes.

Every command takes the same way: authorised, known already, in order, allowed by the rules, written to the disk,
applied in memory, acknowledged, shown to everybody. Nothing leaves before it is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec

from brickfield.core.asides import in_the_game, is_aside, is_talk
from brickfield.core.decisions import React
from brickfield.core.draws import DrawTalk
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.core.views import imagine, view
from brickfield.server import protocol as wire
from brickfield.server.collecting import Bounds, too_many_asides, too_many_take_backs
from brickfield.server.journal import EVERYBODY, Journal, Step
from brickfield.server.listening import ANSWERED, NOT_IN_TIME, NOT_WRITTEN, RESTARTING, STOPPING, Listener, encoded
from brickfield.server.logs import log, log_fault
from brickfield.server.metrics import METRICS
from brickfield.server.records import SeatRow, StandingRow
from brickfield.server.seeing import (
    NOBODY,
    Audience,
    last_of,
    notices,
    seat_card,
    seq_at,
    update_of,
    welcome_to,
)
from brickfield.server.setting_up import guests_of, next_step
from brickfield.server.store import Conflict, Store, StoreBroken
from brickfield.server.windows import (
    Orders,
    Pauses,
    Window,
    closing_answer,
    next_moment,
    open_window,
    pace_of,
)
from brickfield.speech.tables import SeatCard, situation_of

# Who is at a table: somebody who plays, somebody who watches, nobody.
PLAYED, WATCHED, ALONE = range(3)
# A socket that missed more than this gets the present table instead of the way there.
MOST_MISSED = 32
_MOST_MISSED_BYTES = 128 * 1024
_T = TypeVar("_T")


class Room:
    """A match that is being played or watched."""

    def __init__(self, journal: Journal, seats: tuple[SeatRow, ...], store: Store) -> None:
        self.id = journal.row.id
        self.journal = journal
        self.seats = list(seats)
        self.store = store
        self.listeners: list[Listener] = []
        self.moved_to = ""
        self.stopping = False
        # memory and disk no longer agree: the room must be read again
        self.spoilt = False
        self.touched = self.updated = time.monotonic()
        # when something last happened that everybody may know of
        self.at = journal.steps[-1].record.at
        # the standing orders of the seats, and the reaction window that is open
        self.orders: dict[int, Orders] = {}
        self.pauses = Pauses()
        # how often a seat may say what nobody asked for
        self.bounds = Bounds()
        self.window: Window | None = None
        # what bots have said about a draw
        self.draws = DrawTalk()
        # called after every record; the house lets bots answer
        self.changed: Callable[[], None] = lambda: None
        self._lock = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._seen: dict[int, tuple[int, State]] = {}
        # what the server itself could not do, and how much everybody had seen by then
        self._stuck: tuple[int, str] | None = None

    # --- what a seat may know ---

    def seen_by(self, seat: int) -> State:
        """The table as this seat imagines it from its view: hints, previews and bots get nothing else."""
        known = self._seen.get(seat)
        if known is None or known[0] != self.journal.head:
            if known is not None:
                known[1].forget_workings()
            state = imagine(view(self.journal.state, seat), self.journal.match)
            known = self._seen[seat] = self.journal.head, state
        return known[1]

    def seq(self, audience: Audience) -> int:
        """The number of the last update of an audience."""
        return seq_at(self.journal, audience, self.journal.head)

    def seat_cards(self) -> tuple[SeatCard, ...]:
        """The seats as everybody sees them."""
        here = {seat for listener in self.listeners for seat in listener.audience}
        return tuple(seat_card(row, row.seat in here, self.journal.part_of(row.seat)) for row in self.seats)

    def welcome(self, audience: Audience) -> wire.Welcome:
        """What a newcomer is told."""
        orders = tuple(wire.SeatOrders(seat, self.orders.get(seat, {})) for seat in sorted(audience))
        return welcome_to(self.journal, audience, self.seat_cards(), self.pace, orders)

    # --- coming and going ---

    async def join(self, listener: Listener, last: int) -> None:
        """Welcome a listener and bring it up to date; reading and subscribing happen under one lock."""

        async def work() -> None:
            self._take_over(listener.audience)
            self.listeners.append(listener)
            # what it takes to come in is sent whatever its size; only what piles up afterwards is counted
            for message in (encoded(self.welcome(listener.audience)), *self._missed(listener.audience, last)):
                listener.send(message, entry=True)
            if self.moved_to:
                listener.send(encoded(wire.Moved(self.moved_to)))
            self.tell_presence()
            # bots that waited for somebody to come
            self.changed()

        await self.locked(work)

    def _missed(self, audience: Audience, last: int) -> list[bytes]:
        """The updates behind `last` if they are few, else one with the present table."""
        now = self.seq(audience)
        if 0 < now - last <= MOST_MISSED and last > 0:
            numbers = [step.record.number for step in self.journal.steps if notices(audience, step)][last - now :]
            updates: list[bytes] = []
            # the newest first: when they are too large together, the others need not be worked out
            while numbers and sum(map(len, updates)) <= _MOST_MISSED_BYTES:
                updates.insert(0, encoded(self._update(audience, numbers.pop())))
            if sum(map(len, updates)) <= _MOST_MISSED_BYTES:
                return updates
        METRICS.count("resyncs")
        # the present table without the way there
        return [encoded(self._update(audience, last_of(self.journal, audience), told=False))]

    def _update(self, audience: Audience, number: int, *, told: bool = True) -> wire.Update:
        """A record as this audience gets it; the last one tells how long an open window is open still."""
        update = update_of(self.journal, audience, number, told=told)
        window = self.window
        if number != last_of(self.journal, audience) or window is None or not window.seconds:
            return update
        clock = wire.Clock(window.seconds, round(window.left(time.monotonic()), 3))
        return msgspec.structs.replace(update, clock=clock)

    def _take_over(self, audience: Audience) -> None:
        """A seat has one socket: the newest one that knows its secret."""
        for older in [each for each in self.listeners if each.audience & audience]:
            self.listeners.remove(older)
            older.let_go(wire.Bye("taken_over", "This seat was opened in another window, so this one only rests."))

    def leave(self, listener: Listener) -> None:
        """A socket has closed. One that was replaced before is no longer known and changes nothing."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.touched = time.monotonic()
            self.tell_presence()

    def tell_presence(self) -> None:
        """Tell everybody who sits and who is here."""
        watching = sum(not listener.audience for listener in self.listeners)
        message = encoded(wire.Presence(self.seat_cards(), watching, self.fault, self.pace))
        for listener in list(self.listeners):
            listener.send(message)

    # --- answering ---

    async def command(
        self, listener: Listener, command: wire.Command, *, acknowledge: bool = True
    ) -> wire.Accepted | Refusal:
        """An answer of a seat. The sender hears of it before anybody sees the update."""

        def attempt() -> Step | Refusal:
            if not is_aside(command.answer) and not self._is_asked_since(command.seq, listener.audience):
                return self._late(command.seq, listener.audience)
            return too_many_asides(self.journal, command.seat, command.answer, self.bounds) or self._try(command)

        return await self._once(listener if acknowledge else None, listener.audience, command, attempt)

    def _try(self, command: wire.Command) -> Step | Refusal:
        """An answer of a person; one that declines in a window with a secret is kept until the window closes."""
        window, answer = self.window, command.answer
        if answer.get("late"):
            return NOT_IN_TIME
        waits = window is not None and window.holds and window.seat == command.seat
        if not waits or is_aside(answer) or answer.get("yes") is not False:
            return self.journal.try_answer(command.seat, answer, command.id)
        return ANSWERED if self.journal.held is not None else self.journal.try_hold(command.seat, answer, command.id)

    async def take_back(
        self, listener: Listener, wish: wire.TakeBack, *, acknowledge: bool = True
    ) -> wire.Accepted | Refusal:
        """Take the last answer of a seat back."""

        def attempt() -> Step | Refusal:
            if wish.seq != self.seq(listener.audience):
                return self._late(wish.seq, listener.audience)
            return too_many_take_backs(self.journal, wish.seat, self.bounds) or self.journal.try_take_back(
                wish.seat, wish.id
            )

        return await self._once(listener if acknowledge else None, listener.audience, wish, attempt)

    async def stir(self, listener: Listener, wish: wire.Stir) -> wire.Accepted | Refusal:
        """Add to the dice; everybody is told who has promised and who has opened."""

        def attempt() -> Step | Refusal:
            added = {"promise": wish.promise} if wish.promise else {"seed": wish.seed}
            return self.journal.try_stir(wish.seat, added, wish.id)

        done = await self._once(listener, listener.audience, wish, attempt)
        if isinstance(done, wire.Accepted):
            await self.begin_when_ready()
        # also who came too late sees there that a fresh part is wanted
        self.tell_presence()
        return done

    async def begin_when_ready(self) -> None:
        """Lay the table out when the last part has come that the dice have waited for."""

        async def work() -> None:
            journal = self.journal
            if journal.waits and journal.may_begin:
                await self._commit(journal.begin(), (None, wire.Accepted("", 0)))
            while journal.row.parts and journal.row.ready and journal.line and not self.spoilt:
                step = next_step(journal, guests_of(self.seats))
                if step is None:
                    return
                await self._commit(step, (None, wire.Accepted("", 0)))

        if not self.stopping and not self.spoilt:
            await self.locked(work)

    async def answer_for(self, seat: int, reply: Any, head: int) -> Refusal | None:
        """The answer of a bot, worked out when `head` was the last record; when it no longer is, nothing happens."""

        async def work() -> Refusal | None:
            if self.journal.last_shown != head:
                return None
            step = self.journal.try_answer(seat, reply)
            return step if isinstance(step, Refusal) else await self._commit(step, (None, wire.Accepted("", 0)))

        return STOPPING if self.stopping else await self.locked(work)

    async def _once(
        self,
        sender: Listener | None,
        audience: Audience,
        wish: wire.Command | wire.TakeBack | wire.Stir,
        attempt: Callable[[], Step | Refusal],
    ) -> wire.Accepted | Refusal:
        """Carry a wish out, or answer as before when it was carried out already."""

        async def work() -> wire.Accepted | Refusal:
            known = self.journal.number_of(wish.seat, wish.id)
            if known is not None:
                named = self.journal.first_roll(self.journal.steps[known])
                accepted = wire.Accepted(wish.id, seq_at(self.journal, audience, known), named)
                if sender is not None:
                    sender.send(encoded(accepted))
                return accepted
            step = attempt()
            if isinstance(step, Refusal):
                return step
            seq = self.seq(audience) + notices(audience, step)
            accepted = wire.Accepted(wish.id, seq, self.journal.first_roll(step))
            return await self._commit(step, (sender, accepted)) or accepted

        if self.stopping:
            return STOPPING
        if self.spoilt:
            return NOT_WRITTEN
        return await self.locked(work)

    def _is_asked_since(self, seq: int, audience: Audience) -> bool:
        """Whether an update's question is the one of now: an offered draw may come between, and makes nobody late."""
        seen = [step.record.answer for step in self.journal.steps if notices(audience, step)]
        return 0 < seq <= len(seen) and all(is_talk(each) for each in seen[seq:])

    def _late(self, seq: int, audience: Audience) -> Refusal:
        now = self.seq(audience)
        return invalid("old_version", f"This answers update {seq}, but the match now stands at update {now}.", seq=now)

    async def _commit(self, step: Step, acknowledge: tuple[Listener | None, wire.Accepted]) -> Refusal | None:
        """Write a record down; only then apply it, acknowledge it and show it."""
        began = time.monotonic()
        at = self.at if step.alone != EVERYBODY else step.record.at
        try:
            await self.store.append(self.id, step.record, self.standing(step.state, at))
        except (Conflict, StoreBroken) as error:
            log("not_written", match=self.id, record=step.record.number, reason=str(error))
            self.spoil()
            return NOT_WRITTEN
        if step.alone == EVERYBODY:
            # what nobody may notice is not counted either
            METRICS.observe("commit_seconds", time.monotonic() - began)
        self.journal.apply(step)
        self.at = at
        self.mind_window()
        sender, accepted = acknowledge
        if sender is not None:
            sender.send(encoded(accepted))
            # the acknowledgement is on its way before the updates are worked out
            await asyncio.sleep(0)
        self.touched = time.monotonic()
        if step.alone == EVERYBODY:
            # bots pause after what people have to look at; a pause for a sealed answer would tell of it
            self.updated = self.touched
        try:
            self._broadcast(step)
        except Exception as error:
            # the record stands whatever goes wrong in showing it; whoever misses the update asks for it again
            log_fault("not_shown", error, match=self.id, record=step.record.number)
        if self._stuck is not None and not self.fault:
            self._stuck = None
            self.tell_presence()
        self.changed()
        return None

    def spoil(self) -> None:
        """Memory is no longer believed: whoever comes back finds the room as the disk has it."""
        self.spoilt = True
        for listener in list(self.listeners):
            listener.let_go(wire.Bye("restarting", "This table is being laid out again."))
        self.listeners.clear()

    def _broadcast(self, step: Step) -> None:
        """Show a record to everybody who may notice it; each audience's update is worked out once."""
        updates: dict[Audience, bytes] = {}
        for listener in list(self.listeners):
            audience = listener.audience
            if not notices(audience, step):
                continue
            if audience not in updates:
                updates[audience] = encoded(self._update(audience, step.record.number))
            listener.send(updates[audience])

    async def locked(self, work: Callable[[], Awaitable[_T]]) -> _T:
        """Work under the lock. Whoever asked for it may go away meanwhile: what was begun is finished."""

        async def hold() -> _T:
            async with self._lock:
                return await work()

        task = asyncio.ensure_future(hold())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    # --- reaction windows ---

    @property
    def pace(self) -> str:
        """Whether people wait for each other at this table."""
        return pace_of(self.journal.row.slow, self.seats)

    def mind_window(self) -> None:
        """Notice the window the table waits in. Its clock begins once: asides and held answers leave it running."""
        if self.window is None or self.window.pending is not self.journal.state.pending:
            self.window = self._window_in(self.journal.state)
        held = self.journal.held
        if self.window is not None and held is not None:
            self.window.held = as_type(held, React)

    def _window_in(self, state: State) -> Window | None:
        asked = state.waiting_for()
        row = self.seats[asked[0]] if asked else None
        agreed = self.journal.row.secret_seconds
        return open_window(state, row, self.pace, time.monotonic(), self.pauses, agreed)

    def next_moment(self) -> float | None:
        """When the server has to answer for a person's seat, as the window stands now."""
        window = self.window
        if window is None or self.seats[window.seat].is_bot:
            return None
        return next_moment(window, self.seen_by(window.seat), self.orders.get(window.seat, {}))

    async def close_window(self, window: Window) -> None:
        """Answer for a seat whose window is over, or that has left orders; a record like any other."""

        async def work() -> None:
            if self.window is not window or self.spoilt:
                return
            seat, now = window.seat, time.monotonic()
            reply = closing_answer(window, self.seen_by(seat), self.orders.get(seat, {}), now)
            if reply is None:
                # too early by a hair, or the order was withdrawn meanwhile
                self.changed()
                return
            step = self.journal.try_answer(seat, msgspec.to_builtins(reply), auto=True)
            if isinstance(step, Refusal):
                raise RuntimeError(f"a closing answer was refused: {step.code}")
            await self._commit(step, (None, wire.Accepted("", 0)))

        if not self.stopping:
            await self.locked(work)

    # --- bots ---

    @property
    def company(self) -> int:
        """Who is here now."""
        if any(listener.audience for listener in self.listeners):
            return PLAYED
        return WATCHED if self.listeners else ALONE

    @property
    def bots_may_play(self) -> bool:
        """Whether anybody would miss a bot's answer: who is here, or a person whose next turn depends on it."""
        if self.listeners:
            return True
        people = [row.seat for row in self.seats if row.taken and not row.is_bot]
        return bool(people) and not set(people).isdisjoint(in_the_game(self.journal.state))

    @property
    def fault(self) -> str:
        """What the server itself cannot do here, in a sentence, until something happens that everybody may notice."""
        return self._stuck[1] if self._stuck is not None and self._stuck[0] == self.seq(NOBODY) else ""

    def stick(self, sentence: str) -> None:
        """The server cannot go on here by itself: it says so and tries no more until something else happens."""
        self._stuck = self.seq(NOBODY), sentence
        self.tell_presence()

    # --- standing and the end ---

    def bot_asked(self) -> int | None:
        """A bot that owes an answer."""
        return next((seat for seat in self.journal.state.waiting_for() if self.seats[seat].is_bot), None)

    def standing(self, state: State, at: float, seats: Sequence[SeatRow] | None = None) -> StandingRow:
        """Where the match stands in a state, for lists. An answer nobody else may notice leaves no trace in them."""
        seats = self.seats if seats is None else seats
        window = self._window_in(state)
        is_minded = window is not None and (window.ends is not None or window.order_at is not None)
        situation = situation_of(imagine(view(state, -1), self.journal.match))
        step = next((each.title for each in situation.steps if each.when == "now"), "")
        outcome = state.outcome
        return StandingRow(
            at=at,
            over=state.over,
            round=situation.round,
            step=step,
            asked=state.asked(),
            bot_asked=is_minded or any(seats[seat].is_bot for seat in state.waiting_for()),
            winners=outcome.winners if outcome is not None else (),
            reason=outcome.reason if outcome is not None else "",
            moved_to=self.moved_to,
        )

    def rename(self) -> None:
        """Names are told in the log but are no part of the rules, so they may change while a match goes on."""
        match = self.journal.match
        match.setup = msgspec.structs.replace(match.setup, names=tuple(row.name for row in self.seats))

    def close(self) -> None:
        """The room is closed: what holds it by way of itself is cut, so that its memory is free at once."""
        self.changed = lambda: None
        for _, state in self._seen.values():
            state.forget_workings()
        self._seen.clear()

    async def stop(self) -> None:
        """Finish what is in hand, then let everybody go."""
        self.stopping = True
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=3.0)
        for listener in list(self.listeners):
            listener.let_go(RESTARTING)
        self.listeners.clear()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this room."""
        if self.listeners or self._under_way:
            return False
        owes = self.bots_may_play and self.bot_asked() is not None
        return bool(self.fault) or not (owes or self.next_moment() is not None)
