"""An interpreter at a table that lies elsewhere: what somebody types is understood by what his seat can see; answers
are tried on the imagined table before they go the way of every command.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brickfield.core.commands import Command, read_answer
from brickfield.core.match import Match
from brickfield.core.out_of_turn import is_aside
from brickfield.core.play import answer
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Entry
from brickfield.core.state import State
from brickfield.server.bots.jobs import Memory
from brickfield.server.text.manual import table_words
from brickfield.speech.interpreter import Interpreter, Reply, refuse
from brickfield.speech.local_game import Agreement, LocalGame, LocalPlayer, ToldStep
from brickfield.speech.manual import manual_of
from brickfield.speech.reading import Misread, read_line
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear

# What belongs to a terminal: files, and other battles.
_NOT_HERE = frozenset({"save", "load", "replay", "again", "quit"})


class Understood(Struct, frozen=True):
    """What came of a line: what there is to say, answers to be given, and what the interpreter keeps.

    `question` is what is asked now, or the whole situation where nothing was typed.
    """

    memory: Memory
    question: tuple[str, ...] = ()
    story: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    acted: bool = False
    given: list[Any] = field(default_factory=list)

    @property
    def reply(self) -> Reply:
        """As an interpreter says it."""
        return Reply(self.story, self.lines, self.refusal, self.acted)


class SeatGame(LocalGame):
    """The table of one seat as an interpreter knows a local game, and the answers given since it was last looked at."""

    def __init__(self, match: Match, seat: int, other: str, table: State, together: bool) -> None:
        self.match = match
        self.agreed = Agreement(seat, other, 0)
        self.players: Mapping[int, LocalPlayer] = {}
        self.entries: list[Entry] = []
        self.given: list[Any] = []
        self.together = together
        self._table = table

    @property
    def state(self) -> State:
        """The table as the seat sees it; an interpreter in a browser never holds the true one."""
        return self._table

    @property
    def seen(self) -> State:
        """The same."""
        return self._table

    def _answer(self, seat: int, reply: Any) -> ToldStep | Refusal:
        """Try an answer on the imagined table, without dice, and keep it to be given."""
        before = self._table
        if not is_aside(reply):
            refusal = self._refused(seat, reply)
            if refusal is not None:
                return refusal
        self.given.append(reply)
        return ToldStep(seat, before, ())

    def _refused(self, seat: int, reply: Any) -> Refusal | None:
        before = self._table
        asked = before.decision_of(seat)
        if self.together and asked is not None:
            # what comes of it depends on what the others seal, so it is judged alone and the table stays as it is
            read = read_answer(asked, reply)
            judged = read if isinstance(read, Refusal) else asked.settle(before, read)
            return judged if isinstance(judged, Refusal) else None
        tried = answer(before, Command(seat, before.version, reply))
        if isinstance(tried, Refusal):
            return tried
        self._table = tried.state
        return None

    def others_play(self) -> list[ToldStep]:
        """The others answer in their own time."""
        return []

    def why_no_undo(self) -> str:
        """Only the room knows that, and what has happened."""
        raise LookupError("only the room knows")

    def undo(self) -> Entry:
        """Only the room can."""
        raise LookupError("only the room knows")

    def history(self) -> list[ToldStep]:
        """Only the room knows what has happened."""
        raise LookupError("only the room knows")


def no_players(match: Match, agreed: Agreement) -> Mapping[int, LocalPlayer]:
    """Nobody plays at an interpreter."""
    return {}


def understood(match: Match, seat: int, table: State, line: str | None, memory: Memory, together: bool) -> Understood:
    """What comes of a line, or the question of now where there is none; an empty line asks for the whole situation."""
    local_game = SeatGame(match, seat, memory.other, table, together)
    interpreter = Interpreter(local_game, no_players, Path())
    interpreter.plan, interpreter.unit, interpreter.confirm = dict(memory.plan), memory.unit, memory.confirm
    if not line:
        return Understood(
            memory, situation(interpreter) if line is not None else plain(question_lines(interpreter, first=False))
        )
    reply = replied(interpreter, line)
    asks = reply.acted and not local_game.given
    kept = replace(memory, plan=interpreter.plan, unit=interpreter.unit, confirm=interpreter.confirm)
    question = plain(question_lines(interpreter, first=True)) if asks else ()
    return Understood(kept, question, reply.story, reply.lines, reply.refusal, reply.acted, local_game.given)


def replied(interpreter: Interpreter, line: str) -> Reply:
    """What an interpreter says to a line; what belongs to a terminal is not done here."""
    game = interpreter.local_game.match.game
    spoken = read_line(line, manual_of(game))
    verb = "" if isinstance(spoken, Misread) else spoken.verb
    if verb in _NOT_HERE or (verb == "pick" and interpreter.local_game.state.over):
        return refuse("not_here", "That is not done by words at this table; use the buttons of the page.")
    if verb == "help" and not isinstance(spoken, Misread):
        words = table_words(interpreter.local_game.match)
        return Reply(lines=manual_of(game).help_lines(spoken.rest, table=words, without=_NOT_HERE))
    return hear(interpreter, line)


def situation(interpreter: Interpreter) -> tuple[str, ...]:
    """Where the battle stands and what is asked."""
    return plain([*opening_lines(interpreter), *question_lines(interpreter, first=True)])


def plain(lines: list[tuple[str, str]]) -> tuple[str, ...]:
    """Lines without their colours."""
    return tuple(text for _, text in lines)
