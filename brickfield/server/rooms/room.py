"""A room: one match in memory, the sockets that follow it, and the one lock under which anything changes.

Every command takes the same way: authorised, known already, in order, allowed by the rules, written to the disk,
applied in memory, acknowledged, shown to everybody. Nothing leaves before it is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from brickfield.core.decisions import React
from brickfield.core.judging.draws import DrawTalk
from brickfield.core.late import is_late
from brickfield.core.out_of_turn import in_the_game, is_aside, is_talk
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.server.bots.bot_progress import Thoughts
from brickfield.server.bots.elsewhere import Elsewhere, Here
from brickfield.server.bots.fair_share import ALONE, PLAYED, WATCHED
from brickfield.server.logs import log, log_fault
from brickfield.server.metering import also_metered
from brickfield.server.metrics import METRICS
from brickfield.server.rooms import notices as listening
from brickfield.server.rooms.audiences import NOBODY, Audience, notices, seq_at, welcome_to
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.match_summary import standing_of
from brickfield.server.rooms.moving import tell_rematch
from brickfield.server.rooms.notices import Listener, encoded
from brickfield.server.rooms.quotas import Bounds, too_many_asides, too_many_take_backs
from brickfield.server.rooms.resync import missed, prepare, show_clock, update_for
from brickfield.server.rooms.setting_up import is_being_set_up, next_step
from brickfield.server.rooms.sights import Sights
from brickfield.server.rooms.snapshots import keep_if_due
from brickfield.server.rooms.steps import EVERYBODY, Step
from brickfield.server.rooms.substitutes import note_presence, proposals, seat_cards, sitting_after, who_sits
from brickfield.server.rooms.timing import FAR, answer_due, charged, moment_of, window_in
from brickfield.server.rooms.windows import Orders, Pauses, Window, pace_of
from brickfield.server.server_clock import ServerClock
from brickfield.server.store.records import STAND_IN, Record, SeatRow, StandingRow
from brickfield.server.store.store import Away, Conflict, Lost, Store, StoreBroken
from brickfield.server.web import protocol as wire
from brickfield.server.web.limits import Bucket
from brickfield.speech.tables import SeatCard

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
        # the seats that want a rematch
        self.wanted: frozenset[int] = frozenset()
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
        # the time of the server, and since when the open question is waited for
        self.time = ServerClock()
        self.since = 0.0
        # since when nobody is connected for a seat, and the bots that are proposed for it: by level, who wants it
        self.away: dict[int, float] = {}
        self.proposals: dict[int, dict[str, set[int]]] = {}
        # how much each seat has said lately
        self.voices: dict[int, Bucket] = {}
        # what bots have said about a draw
        self.draws = DrawTalk()
        # how bots think here, and why they did what they did
        self.thoughts = Thoughts(self)
        # the addresses of those who play here, else of those who watch; of the last ones when nobody is here
        self.payers: tuple[str, ...] = ()
        # works out what takes its time; the server has it done by workers
        self.elsewhere: Elsewhere = Here()
        # questions that took their time at this table: the next ones are worked out elsewhere
        self.slow: set[str] = set()
        # called after every record; the server lets bots answer
        self.changed: Callable[[], None] = lambda: None
        self._lock = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()
        # what each seat sees of the newest table, for whoever wants to know
        self.sights = Sights(journal.match)
        # what the server itself could not do, and how much everybody had seen by then
        self._stuck: tuple[int, str] | None = None

    # --- what a seat may know ---

    def seen_by(self, seat: int) -> State:
        """The table as this seat imagines it from its view: hints, previews and bots get nothing else."""
        return self.sights.of(self.journal.state, seat).imagined

    def seq(self, audience: Audience) -> int:
        """The number of the last update of an audience."""
        return seq_at(self.journal, audience, self.journal.head)

    def seat_cards(self) -> tuple[SeatCard, ...]:
        """The seats as everybody sees them."""
        return seat_cards(self)

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
            note_presence(self)
            await prepare(self, [listener])
            # what it takes to come in is sent whatever its size; only what piles up afterwards is counted
            for message in (encoded(self.welcome(listener.audience)), *missed(self, listener.audience, last)):
                listener.send(message, entry=True)
            self.thoughts.greet(listener)
            await tell_rematch(self, listener)
            self.tell_presence()
            # bots that waited for somebody to come
            self.changed()

        await self.locked(work)

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
        note_presence(self)
        watching = sum(not listener.audience for listener in self.listeners)
        message = encoded(wire.Presence(self.seat_cards(), watching, self.fault, self.pace, proposals(self)))
        for listener in list(self.listeners):
            listener.send(message)

    # --- answering ---

    async def command(
        self, listener: Listener, command: wire.AnswerMessage, *, acknowledge: bool = True
    ) -> wire.Accepted | Refusal:
        """An answer of a seat. The sender hears of it before anybody sees the update."""

        def attempt() -> Step | Refusal:
            if not is_aside(command.answer) and not self._is_asked_since(command.seq, listener.audience):
                return self._late(command.seq, listener.audience)
            return too_many_asides(self.journal, command.seat, command.answer, self.bounds) or self._try(command)

        done = await self._once(listener if acknowledge else None, listener.audience, command, attempt)
        await self._go_on_setting_up()
        return done

    def _try(self, command: wire.AnswerMessage) -> Step | Refusal:
        """An answer of a person; one that declines in a window with a secret is kept until the window closes."""
        window, answer = self.window, command.answer
        if is_late(answer):
            return listening.NOT_IN_TIME
        if command.seat in self.journal.stand_ins:
            return listening.BOT_PLAYS
        waits = window is not None and window.holds and window.seat == command.seat
        if not waits or is_aside(answer) or answer.get("yes") is not False:
            return self.journal.try_answer(command.seat, answer, command.id)
        if self.journal.held is not None:
            return listening.ANSWERED
        return self.journal.try_hold(command.seat, answer, command.id)

    async def take_back(
        self, listener: Listener, wish: wire.TakeBack, *, acknowledge: bool = True
    ) -> wire.Accepted | Refusal:
        """Take the last answer of a seat back."""

        def attempt() -> Step | Refusal:
            if wish.seq != self.seq(listener.audience):
                return self._late(wish.seq, listener.audience)
            too_many = too_many_take_backs(self.journal, wish.seat, self.bounds)
            return too_many or self.journal.try_take_back(wish.seat, wish.id)

        return await self._once(listener if acknowledge else None, listener.audience, wish, attempt)

    async def stir(self, listener: Listener, wish: wire.StirDice) -> wire.Accepted | Refusal:
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
        """Lay the table out when the last part has come that the dice have waited for, and go on with it when people
        have made the choices that are theirs."""

        async def work() -> None:
            journal = self.journal
            if journal.waits and journal.may_begin:
                await self.commit(journal.begin())
            while journal.row.ready and journal.line and not self.spoilt:
                step = await next_step(journal, self.seats, self.elsewhere.settle)
                if step is None:
                    return
                await self.commit(step)

        if not self.stopping and not self.spoilt:
            await self.locked(work)

    async def answer_for(self, seat: int, reply: Any, head: int) -> Refusal | None:
        """The answer of a bot, worked out when `head` was the last record; when it no longer is, nothing happens."""

        async def work() -> Refusal | None:
            if self.journal.last_shown != head:
                return None
            # what was answered for somebody who is away is not theirs to take back
            step = self.journal.try_answer(seat, reply, auto=seat in self.journal.stand_ins)
            return step if isinstance(step, Refusal) else await self.commit(step)

        if self.stopping:
            return listening.STOPPING
        refused = await self.locked(work)
        await self._go_on_setting_up()
        return refused

    async def _go_on_setting_up(self) -> None:
        """Behind a choice that people make for themselves the server goes on setting up what is wanted ready."""
        if is_being_set_up(self.journal):
            await self.begin_when_ready()

    async def _once(
        self,
        sender: Listener | None,
        audience: Audience,
        wish: wire.AnswerMessage | wire.TakeBack | wire.StirDice,
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
            return await self.commit(step, sender, accepted) or accepted

        if self.stopping:
            return listening.STOPPING
        if self.spoilt:
            return listening.NOT_WRITTEN
        return await self.locked(work)

    def _is_asked_since(self, seq: int, audience: Audience) -> bool:
        """Whether an update's question is the one of now: an offered draw may come between, and makes nobody late."""
        missed, since = self.seq(audience) - seq, list[Record]()
        steps = reversed(self.journal.steps)
        while seq > 0 and len(since) < missed:
            step = next(steps)
            since += [step.record] if notices(audience, step) else []
        return seq > 0 <= missed and all(each.kind == STAND_IN or is_talk(each.answer) for each in since)

    def _late(self, seq: int, audience: Audience) -> Refusal:
        now = self.seq(audience)
        return invalid("old_version", f"This answers update {seq}, but the match now stands at update {now}.", seq=now)

    async def commit(
        self, step: Step, sender: Listener | None = None, accepted: wire.Accepted | None = None
    ) -> Refusal | None:
        """Write a record down; only then apply it, acknowledge it and show it. Under the lock."""
        began, since = time.monotonic(), self.time.now()
        step = charged(self, step)
        at = self.at if step.alone != EVERYBODY else step.record.at
        standing = standing_of(self, [*self.journal.steps, step], at, sitting_after(self, step), since)
        try:
            await self.store.append(self.id, step.record, standing)
        except (Conflict, StoreBroken) as error:
            log("not_written", match=self.id, record=step.record.number, reason=str(error))
            self.spoil()
            return listening.NOT_WRITTEN
        if step.alone == EVERYBODY:
            # what nobody may notice is not counted either
            METRICS.observe("commit_seconds", time.monotonic() - began)
        self.journal.apply(step)
        self.at, self.since = at, since
        self.window = None if step.record.kind == STAND_IN else self.window
        self.mind_window()
        if sender is not None and accepted is not None:
            sender.send(encoded(accepted))
            # the acknowledgement is on its way before the updates are worked out
            await asyncio.sleep(0)
        self.touched = time.monotonic()
        if step.alone == EVERYBODY:
            # bots pause after what people have to look at; a pause for a sealed answer would tell of it
            self.updated = self.touched
        try:
            await prepare(self, self.listeners)
            self._broadcast(step)
        except Exception as error:
            # the record stands whatever goes wrong in showing it; whoever misses the update asks for it again
            log_fault("not_shown", error, match=self.id, record=step.record.number)
        if self._stuck is not None and not self.fault:
            self._stuck = None
            self.tell_presence()
        self.changed()
        await keep_if_due(self)
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
                updates[audience] = encoded(update_for(self, audience, step.record.number))
            listener.send(updates[audience])

    async def locked(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Work under the lock. Whoever asked for it may go away meanwhile: what was begun is finished."""

        async def hold() -> _T:
            try:
                async with self._lock:
                    return await also_metered(work())
            except (Lost, Away):
                # what is remembered here may not be so any more
                self.spoil()
                raise

        task = asyncio.ensure_future(hold())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    # --- reaction windows ---

    @property
    def pace(self) -> str:
        """Whether people wait for each other at this table."""
        return self.pace_with(self.who_sits)

    def pace_with(self, seats: Sequence[SeatRow]) -> str:
        """Whether people would wait for each other if these sat here."""
        return pace_of(self.journal.row.slow, seats)

    def mind_window(self) -> None:
        """Notice the window the table waits in. Its clock begins once: asides and held answers leave it running."""
        if self.window is None or self.window.pending is not self.journal.state.pending:
            self.window = window_in(self, self.journal.steps, self.who_sits)
        held = self.journal.held
        if self.window is not None and held is not None:
            self.window.held = as_type(held, React)

    def look_again(self) -> None:
        """Somebody else answers at a seat from now on: what the server minds begins anew."""
        self.window = None
        self.mind_window()
        show_clock(self)
        self.changed()

    def next_moment(self) -> float | None:
        """When the server has to answer for a person's seat, as the window stands now."""
        return moment_of(self)

    async def close_window(self, window: Window) -> None:
        """Answer for a seat whose time is over, or that has left orders; a record like any other."""

        async def work() -> None:
            if self.window is not window or self.spoilt:
                return
            # what a game suggests takes its time, which nobody else should notice
            waits = not window.is_reaction or window.ends is None
            answer = await asyncio.to_thread(answer_due, self, window) if waits else answer_due(self, window)
            if answer is None:
                # too early by a hair, or the order was withdrawn meanwhile
                self.changed()
                return
            seat, reply = answer
            step = self.journal.try_answer(seat, reply, auto=True)
            if isinstance(step, Refusal):
                raise RuntimeError(f"a closing answer was refused: {step.code}")
            await self.commit(step)

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
        return next((seat for seat in self.journal.state.waiting_for() if self.who_sits[seat].is_bot), None)

    @property
    def who_sits(self) -> list[SeatRow]:
        """Who answers at the seats: where a bot stands in for somebody, the bot."""
        return who_sits(self.seats, self.journal.stand_ins)

    def standing(self, seats: Sequence[SeatRow] | None = None) -> StandingRow:
        """Where the match stands now, with these at the seats."""
        return standing_of(self, self.journal.steps, self.at, self.who_sits if seats is None else seats, self.since)

    def rename(self) -> None:
        """People are called by what they call themselves now."""
        self.journal.call(row.name for row in self.seats)

    def close(self) -> None:
        """The room is closed: what holds it by way of itself is cut, so that its memory is free at once."""
        self.changed, self.elsewhere = (lambda: None), Here()
        self.sights.let_go()

    async def stop(self) -> None:
        """Finish what is in hand, then let everybody go."""
        self.stopping = True
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=3.0)
        for listener in list(self.listeners):
            listener.let_go(listening.RESTARTING)
        self.listeners.clear()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this room."""
        if self.listeners or self._under_way:
            return False
        # what is due in a long while is found in the store when its time has come
        moment = self.next_moment()
        is_near = moment is not None and moment - time.monotonic() < FAR
        return bool(self.fault) or not (is_near or (self.bots_may_play and self.bot_asked() is not None))
