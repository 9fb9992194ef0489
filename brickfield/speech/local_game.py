"""A sitting: one match with a person at one seat and players of the engine at the others, kept so that it can be
undone, saved, loaded and written as a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct

from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.events import TOLD, Event
from brickfield.core.judging.draws import Contented, DrawTalk
from brickfield.core.match import Match
from brickfield.core.play import Progress, answer, begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.replay import Entry, Replayed, entry_of, question_kind, read_replay, write_replay
from brickfield.core.state import State
from brickfield.core.typed import from_json
from brickfield.core.views import View, imagine, view

if TYPE_CHECKING:
    from brickfield.core.game import Game

FORMAT = 1


class LocalPlayer(Protocol):
    """Somebody who answers for a seat and is shown only that seat's view."""

    def decide(self, match: Match, view: View) -> Any:
        """The answer to the question in the view."""
        ...


class ToldStep(Struct, frozen=True):
    """What happened after one input, and the state before it."""

    seat: int
    before: Any
    events: tuple[Event, ...]


class Agreement(Struct, frozen=True):
    """Who sits where, how strong the others are, and the seed of the dice."""

    seat: int
    level: str
    seed: int


class LocalGame:
    """A match, its dice, every state so far and the log of inputs."""

    def __init__(self, match: Match, agreed: Agreement, players: Mapping[int, LocalPlayer]) -> None:
        self.match = match
        self.agreed = agreed
        self.players = players
        self.dice = SeededDice(agreed.seed)
        # answers of the engine's players that the rules refused: always a fault of the player
        self.illegal_answers = 0
        self.draws = DrawTalk()
        self._seen: tuple[State, State] | None = None
        progress = begin(match, self.dice)
        self.states: list[State] = [progress.state]
        self.entries: list[Entry] = [entry_of(-1, "begin", None, progress)]

    @property
    def seat(self) -> int:
        """The seat of the person."""
        return self.agreed.seat

    @property
    def state(self) -> State:
        """The state now. For what the person may know, use `seen`."""
        return self.states[-1]

    @property
    def seen(self) -> State:
        """The state as the person's seat sees it; everything said at this table is worked out from it."""
        state = self.state
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, imagine(view(state, self.seat), self.match)
        return self._seen[1]

    def answer(self, reply: Any) -> ToldStep | Refusal:
        """Give the person's answer; a refusal leaves everything as it was."""
        return self._answer(self.seat, reply)

    def shown(self) -> Any:
        """An answer that somebody beside the table shows; None where nobody does."""
        return None

    def _outcome_of(self, seat: int, reply: Any) -> Progress | Refusal:
        return answer(self.state, Command(seat, self.state.version, reply), self.dice)

    def _answer(self, seat: int, reply: Any) -> ToldStep | Refusal:
        before = self.state
        progress = self._outcome_of(seat, reply)
        if isinstance(progress, Refusal):
            return progress
        self.entries.append(entry_of(seat, question_kind(before, seat, reply), reply, progress))
        self.states.append(progress.state)
        return ToldStep(seat, before, progress.events)

    def preview(self, reply: Any) -> Progress | Refusal:
        """Where an answer would lead, without giving it and without dice."""
        return answer(self.seen, Command(self.seat, self.seen.version, reply))

    def others_play(self) -> list[ToldStep]:
        """Let the other seats answer until the person is asked again or the match is over."""
        told: list[ToldStep] = []
        bots = {seat: player for seat, player in self.players.items() if isinstance(player, Contented)}
        while not self.state.over:
            content = self.draws.speaker(self.state, bots)
            if content is not None:
                done = self._answer(content, self.draws.note(self.state, bots, content))
                assert not isinstance(done, Refusal), done
                told.append(done)
                continue
            waiting = [seat for seat in self.state.waiting_for() if seat != self.seat]
            if not waiting:
                break
            told.append(self._other_plays(waiting[0]))
        return told

    def _other_plays(self, seat: int) -> ToldStep:
        player = self.players[seat]
        done = self._answer(seat, player.decide(self.match, view(self.state, seat)))
        if isinstance(done, Refusal):
            self.illegal_answers += 1
            decision = self.state.decision_of(seat)
            assert decision is not None
            done = self._answer(seat, decision.suggest(self.state, 1)[0].answer)
        if isinstance(done, Refusal):
            raise RuntimeError(f"seat {seat} has no answer at version {self.state.version}: {done}")
        return done

    def why_no_undo(self) -> str:
        """Why the last input stands; empty when it can be taken back."""
        last = self.entries[-1]
        if last.seat < 0:
            return "Nothing has been done yet."
        if last.dice:
            return "Dice have been thrown since, and dice stay as they fall."
        if any(isinstance(event, TOLD) for event in last.events):
            return "Something was shown or drawn since, so your last answer stands."
        if last.seat != self.seat:
            return f"{self.match.seat_name(last.seat)} has answered since, so your last answer stands."
        return ""

    def undo(self) -> Entry:
        """Take the person's last input back; ask `why_no_undo` first."""
        self.states.pop()
        return self.entries.pop()

    def replay(self) -> str:
        """The whole sitting as a replay."""
        return write_replay(self.match, self.entries)

    def history(self) -> list[ToldStep]:
        """Everything that happened so far, with the state before each input."""
        befores = [self.states[0], *self.states]
        return [
            ToldStep(entry.seat, before, entry.events) for entry, before in zip(self.entries, befores, strict=False)
        ]

    def go_on_from(self, replayed: Replayed, rolled: int) -> None:
        """Take over a match that was played before; `rolled` is how often its dice were thrown."""
        self.states = list(replayed.states)
        self.entries = list(replayed.entries)
        self.dice = SeededDice(self.agreed.seed, rolled)


class Save(Struct, frozen=True, forbid_unknown_fields=True, tag_field="file", tag="brickfield text table"):
    """A sitting on disk: its inputs as a checked replay, and what the dice and the other seats need to go on."""

    format: int
    agreed: Agreement
    rolled: int
    replay: str


def write_save(local_game: LocalGame) -> bytes:
    """A sitting as one JSON document."""
    save = Save(FORMAT, local_game.agreed, local_game.dice.rolled, local_game.replay())
    return msgspec.json.format(msgspec.json.encode(save))


def read_save(data: bytes, find_game: Callable[[str], Game | None]) -> tuple[Save, Replayed] | Refusal:
    """A saved sitting, played again and checked; or a refusal that says where it is damaged."""
    try:
        save = from_json(data, Save)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return invalid("damaged_save", f"The save is damaged or no save of this table: {error}.")
    if save.format != FORMAT:
        return invalid("other_format", f"The save has format {save.format}; this table reads format {FORMAT}.")
    replayed = read_replay(save.replay, find_game)
    if isinstance(replayed, Refusal):
        return replayed
    if not 0 <= save.agreed.seat < replayed.match.seats or save.rolled < 0:
        return invalid("damaged_save", "The save is damaged: its seat or its count of rolls is out of bounds.")
    return save, replayed
