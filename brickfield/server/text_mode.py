"""Text mode over a room: the same desk as in a terminal, working from what its seat can see.

A line may ask, or give answers. Answers are tried on the imagined table first, and then go the way of every command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from brickfield.core.asides import is_aside
from brickfield.core.commands import Command, read_answer
from brickfield.core.match import Match
from brickfield.core.play import answer
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Entry
from brickfield.core.state import State
from brickfield.players.levels import bot_words
from brickfield.server import protocol as wire
from brickfield.server.listening import Listener
from brickfield.server.phrases import hear_phrase, is_said
from brickfield.server.records import TAKE_BACK
from brickfield.server.room import Room
from brickfield.server.seeing import last_of
from brickfield.server.text_absence import absence_lines, hear_absence, is_about_absence
from brickfield.server.text_manual import table_words
from brickfield.server.text_windows import hear_orders, is_about_orders, is_kept, window_lines
from brickfield.speech.desk import Desk, Reply, refuse
from brickfield.speech.manual import manual_of
from brickfield.speech.reading import Misread, read_line
from brickfield.speech.rule_names import by_title
from brickfield.speech.sitting import Agreement, Player, Sitting, Told
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear

_T = TypeVar("_T")

# What belongs to a terminal: files, and other battles.
_NOT_HERE = frozenset({"save", "load", "replay", "again", "quit"})


# Has something worked out beside the event loop.
Aside: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]


async def in_a_thread(work: Callable[[], Any]) -> Any:
    """The plain way."""
    return await asyncio.to_thread(work)


class RoomSitting(Sitting):
    """A room as a desk knows a sitting: the table of one seat, and the answers given since it was last looked at."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room = room
        self.match = room.journal.match
        others = [row for row in room.seats if row.seat != seat]
        self.agreed = Agreement(seat, (bot_words(others[0].level) if others else "") or "a person", 0)
        self.players: Mapping[int, Player] = {}
        self.entries: list[Entry] = []
        self.given: list[Any] = []
        self.head = -1
        self.refresh()

    def refresh(self) -> bool:
        """Look at the table again; true when it has changed since."""
        self.given = []
        # what others have sealed changes nothing here, so a plan at this desk outlives it
        last = last_of(self.room.journal, frozenset({self.seat}))
        changed, self.head = self.head != last, last
        self._table = self.room.seen_by(self.seat)
        self.entries = self.room.journal.entries() if self._table.over else []
        return changed

    @property
    def state(self) -> State:
        """The table as the seat sees it; a desk in a browser never holds the true one."""
        return self._table

    @property
    def seen(self) -> State:
        """The same."""
        return self._table

    def _answer(self, seat: int, reply: Any) -> Told | Refusal:
        """Try an answer on the imagined table, without dice, and keep it to be given."""
        before = self._table
        if not is_aside(reply):
            refusal = self._refused(seat, reply)
            if refusal is not None:
                return refusal
        self.given.append(reply)
        return Told(seat, before, ())

    def _refused(self, seat: int, reply: Any) -> Refusal | None:
        before, pending = self._table, self.room.journal.state.pending
        asked = before.decision_of(seat)
        if pending is not None and pending.together and asked is not None:
            # what comes of it depends on what the others seal, so it is judged alone and the table stays as it is
            read = read_answer(asked, reply)
            judged = read if isinstance(read, Refusal) else asked.settle(before, read)
            return judged if isinstance(judged, Refusal) else None
        tried = answer(before, Command(seat, before.version, reply))
        if isinstance(tried, Refusal):
            return tried
        self._table = tried.state
        return None

    def others_play(self) -> list[Told]:
        """The others answer in their own time."""
        return []

    def why_no_undo(self) -> str:
        """Why the last answer stands."""
        return self.room.journal.why_no_take_back(self.seat)

    def undo(self) -> Entry:
        """Take the last answer back, once the room agrees."""
        self.given.append(TAKE_BACK)
        last = self.room.journal.undone_by(frozenset({self.seat}))
        assert last is not None, "a desk asks why not before"
        return Entry(last.seat, last.kind, last.answer, (), (), "", ())

    def history(self) -> list[Told]:
        """Everything that happened so far."""
        journal = self.room.journal
        steps = [journal.steps[number] for number in journal.line]
        return [Told(step.record.seat, journal.before(step.record.number), step.events) for step in steps]


def _no_players(match: Match, agreed: Agreement) -> Mapping[int, Player]:
    return {}


class TextSeat:
    """One seat in text mode: a desk that stays between lines, so that a fire plan can be made line by line."""

    def __init__(self, room: Room, seat: int, aside: Aside = in_a_thread) -> None:
        self.room = room
        # hints, odds and paths take their time, which nobody else should notice
        self._beside = aside
        self.sitting = RoomSitting(room, seat)
        self.desk = Desk(self.sitting, _no_players, Path())

    async def hear(self, listener: Listener, said: wire.Say) -> wire.Spoken | Refusal:
        """Understand a line; what it answers is given as a command of the room."""
        if self.room.journal.number_of(said.seat, said.id) is not None:
            return wire.Spoken((), answered=True)
        if self.sitting.refresh():
            self.desk.plan.clear()
            self.desk.confirm = ""
        if is_about_orders(said.line):
            return await hear_orders(self.room, said)
        if is_said(said.line):
            return hear_phrase(self.room, said)
        if is_about_absence(said.line):
            return await hear_absence(self.room, listener, said)
        if not said.line.strip():
            return wire.Spoken(await self._aside(self._whole_situation))
        reply = await self._aside(self._reply, said.line)
        answers, self.sitting.given = self.sitting.given, []
        for number, each in enumerate(answers):
            refusal = await self._give(listener, said, each, number)
            if refusal is not None:
                self.sitting.refresh()
                return refusal
        if answers:
            self.sitting.refresh()
        return await self._aside(self._spoken, reply, bool(answers))

    async def _aside(self, work: Callable[..., _T], *about: Any) -> _T:
        """Work something out beside the event loop. A socket's lines come one by one, so the desk is never shared."""
        found: _T = await self._beside(lambda: work(*about))
        return found

    def _whole_situation(self) -> tuple[str, ...]:
        lines = _plain([*opening_lines(self.desk), *question_lines(self.desk, first=True)])
        return self._by_title((*lines, *self._window()))

    def _by_title(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Rules go by their titles: nobody listens to ids."""
        return tuple(by_title(line, self.sitting.match.game) for line in lines)

    def _window(self) -> tuple[str, ...]:
        seat = self.sitting.seat
        return (*window_lines(self.room, seat), *absence_lines(self.room, seat))

    def _reply(self, line: str) -> Reply:
        spoken = read_line(line, manual_of(self.sitting.match.game))
        verb = "" if isinstance(spoken, Misread) else spoken.verb
        if verb in _NOT_HERE or (verb == "pick" and self.sitting.state.over):
            return refuse("not_here", "That is not done by words at this table; use the buttons of the page.")
        if verb == "help" and not isinstance(spoken, Misread):
            manual = manual_of(self.sitting.match.game)
            return Reply(lines=manual.help_lines(spoken.rest, table=table_words(self.room), without=_NOT_HERE))
        return hear(self.desk, line)

    async def _give(self, listener: Listener, said: wire.Say, each: Any, number: int) -> Refusal | None:
        """One answer of a line; the first has the id of the line, so that a repeat of the line is noticed."""
        command_id = f"{said.id}.{number}" if number else said.id
        seq = said.seq + number
        if each == TAKE_BACK:
            done = await self.room.take_back(listener, wire.TakeBack(command_id, said.seat, seq), acknowledge=False)
        else:
            command = wire.Command(command_id, said.seat, seq, msgspec.to_builtins(each))
            done = await self.room.command(listener, command, acknowledge=False)
        return done if isinstance(done, Refusal) else None

    def _spoken(self, reply: Reply, answered: bool) -> wire.Spoken:
        lines = [*reply.story, *reply.lines]
        if reply.refusal is not None:
            word = "Not understood" if reply.refusal.code == "not_understood" else "Not possible"
            lines.insert(0, f"{word}: {reply.refusal}")
        if answered or reply.acted:
            if not is_kept(self.room, self.sitting.seat):
                lines.extend(_plain(question_lines(self.desk, first=not answered)))
            lines.extend(self._window())
        return wire.Spoken(self._by_title(lines), answered)


def _plain(lines: list[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(text for _, text in lines)
