"""Text mode over a room: the same interpreter as in a terminal, working from what its seat can see.

A line may ask, or give answers. Answers are tried on the imagined table first, and then go the way of every command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Entry
from brickfield.players.levels import bot_words
from brickfield.server.bots.jobs import Memory, Typed
from brickfield.server.bots.remote_views import seen_of
from brickfield.server.bots.worker_pool import WorkerFailed
from brickfield.server.rooms.audiences import last_of
from brickfield.server.rooms.notices import Listener
from brickfield.server.rooms.phrases import hear_phrase, is_said
from brickfield.server.rooms.room import Room
from brickfield.server.store.records import TAKE_BACK
from brickfield.server.text.absence import absence_lines, hear_absence, is_about_absence
from brickfield.server.text.interpreter import SeatGame, Understood, no_players, plain, replied, situation
from brickfield.server.text.windows import hear_orders, is_about_orders, is_kept, window_lines
from brickfield.server.web import protocol as wire
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import ToldStep
from brickfield.speech.rule_names import by_title
from brickfield.text.question import question_lines

_T = TypeVar("_T")

# Has something worked out beside the event loop.
Aside: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]


# Has a line understood by a worker; WorkerFailed where none can.
Far: TypeAlias = Callable[[Typed], Awaitable[Understood]]


async def no_worker(job: Typed) -> Understood:
    """There is none."""
    raise WorkerFailed("there is none")


async def in_a_thread(work: Callable[[], Any]) -> Any:
    """The plain way."""
    return await asyncio.to_thread(work)


class RoomSitting(SeatGame):
    """The same, of a room that is at hand."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room = room
        others = [row for row in room.seats if row.seat != seat]
        other = (bot_words(others[0].level) if others else "") or "a person"
        super().__init__(room.journal.match, seat, other, room.seen_by(seat), together=False)
        self.head = -1
        self.refresh()

    def refresh(self) -> bool:
        """Look at the table again; true when it has changed since."""
        self.given = []
        # what others have sealed changes nothing here, so a plan at this interpreter outlives it
        last = last_of(self.room.journal, frozenset({self.seat}))
        changed, self.head = self.head != last, last
        pending = self.room.journal.state.pending
        self.together = pending is not None and pending.together
        self._table = self.room.seen_by(self.seat)
        self.entries = self.room.journal.entries() if self._table.over else []
        return changed

    def why_no_undo(self) -> str:
        """Why the last answer stands."""
        return self.room.journal.why_no_take_back(self.seat)

    def undo(self) -> Entry:
        """Take the last answer back, once the room agrees."""
        self.given.append(TAKE_BACK)
        last = self.room.journal.undone_by(frozenset({self.seat}))
        assert last is not None, "an interpreter asks why not before"
        return Entry(last.seat, last.kind, last.answer, (), (), "", ())

    def history(self) -> list[ToldStep]:
        """Everything that happened so far."""
        journal = self.room.journal
        steps = [journal.steps[number] for number in journal.line]
        return [ToldStep(step.record.seat, journal.before(step.record.number), step.events) for step in steps]


class TextSeat:
    """One seat in text mode: an interpreter that stays between lines, so that a fire plan can be made line by line."""

    def __init__(self, room: Room, seat: int, aside: Aside = in_a_thread, far: Far = no_worker) -> None:
        self.room = room
        self._far = far
        # hints, odds and paths take their time, which nobody else should notice
        self._beside = aside
        self.local_game = RoomSitting(room, seat)
        self.interpreter = Interpreter(self.local_game, no_players, Path())

    async def hear(self, listener: Listener, said: wire.Say) -> wire.Spoken | Refusal:
        """Understand a line; what it answers is given as a command of the room."""
        if self.room.journal.number_of(said.seat, said.id) is not None:
            return wire.Spoken((), answered=True)
        if self.local_game.refresh():
            self.interpreter.plan.clear()
            self.interpreter.confirm = ""
        if is_about_orders(said.line):
            return await hear_orders(self.room, said)
        if is_said(said.line):
            return hear_phrase(self.room, said)
        if is_about_absence(said.line):
            return await hear_absence(self.room, listener, said)
        if not said.line.strip():
            asked = await self._understood("", self._whole_situation)
            return wire.Spoken(self._by_title((*asked.question, *self._window())))
        found = await self._understood(said.line, self._heard)
        answers = found.given
        for number, each in enumerate(answers):
            refusal = await self._give(listener, said, each, number)
            if refusal is not None:
                self.local_game.refresh()
                return refusal
        if answers:
            self.local_game.refresh()
            found = msgspec.structs.replace(found, question=(await self._understood(None, self._asked)).question)
        return self._spoken(found, bool(answers))

    async def _understood(self, line: str | None, here: Callable[[str | None], Understood]) -> Understood:
        """What comes of a line. A worker knows what the seat sees; what only the room knows is worked out beside the
        loop. A socket's lines come one by one, so the interpreter is never shared."""
        interpreter = self.interpreter
        seen = seen_of(self.room.journal, self.room.journal.state, self.local_game.seat)
        try:
            found = await self._far(Typed(seen, line, self._memory(), self.local_game.together))
        except WorkerFailed:
            found = await self._beside(lambda: here(line))
        interpreter.plan, interpreter.unit, interpreter.confirm = (
            dict(found.memory.plan),
            found.memory.unit,
            found.memory.confirm,
        )
        return found

    def _whole_situation(self, line: str | None) -> Understood:
        return Understood(self._memory(), situation(self.interpreter))

    def _asked(self, line: str | None) -> Understood:
        return Understood(self._memory(), plain(question_lines(self.interpreter, first=False)))

    def _heard(self, line: str | None) -> Understood:
        reply = replied(self.interpreter, line or "")
        given, self.local_game.given = self.local_game.given, []
        question = plain(question_lines(self.interpreter, first=True)) if reply.acted and not given else ()
        return Understood(self._memory(), question, reply.story, reply.lines, reply.refusal, reply.acted, given)

    def _memory(self) -> Memory:
        return Memory(
            self.local_game.agreed.level, self.interpreter.plan, self.interpreter.unit, self.interpreter.confirm
        )

    def _by_title(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Rules go by their titles: nobody listens to ids."""
        return tuple(by_title(line, self.local_game.match.game) for line in lines)

    def _window(self) -> tuple[str, ...]:
        seat = self.local_game.seat
        return (*window_lines(self.room, seat), *absence_lines(self.room, seat))

    async def _give(self, listener: Listener, said: wire.Say, each: Any, number: int) -> Refusal | None:
        """One answer of a line; the first has the id of the line, so that a repeat of the line is noticed."""
        command_id = f"{said.id}.{number}" if number else said.id
        seq = said.seq + number
        if each == TAKE_BACK:
            done = await self.room.take_back(listener, wire.TakeBack(command_id, said.seat, seq), acknowledge=False)
        else:
            command = wire.AnswerMessage(command_id, said.seat, seq, msgspec.to_builtins(each))
            done = await self.room.command(listener, command, acknowledge=False)
        return done if isinstance(done, Refusal) else None

    def _spoken(self, found: Understood, answered: bool) -> wire.Spoken:
        lines = [*found.story, *found.lines]
        if found.refusal is not None:
            word = "Not understood" if found.refusal.code == "not_understood" else "Not possible"
            lines.insert(0, f"{word}: {found.refusal}")
        if answered or found.acted:
            if not is_kept(self.room, self.local_game.seat):
                lines.extend(found.question)
            lines.extend(self._window())
        return wire.Spoken(self._by_title(lines), answered)
