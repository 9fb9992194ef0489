"""The process bots think in: questions come in by standard input, answers go out, one JSON object a line.

A question holds the set-up, the version of the rules, the level, a seed and the bytes of one seat's view. Nothing else
of a match ever gets here. A bot that looks ahead says on lines of their own how far it is, and why with its answer.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
import traceback
from functools import lru_cache
from typing import Any, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

from brickfield.core.board import Token, Unit
from brickfield.core.frames import Frame
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.piles import PileView
from brickfield.core.refusal import Refusal
from brickfield.core.state import Outcome
from brickfield.core.sweeping import seldom_swept
from brickfield.core.typed import as_type, from_json
from brickfield.core.views import FrameView, View
from brickfield.games import find_game
from brickfield.players.levels import make_player
from brickfield.players.search import Tell
from brickfield.players.searching_seat import SearchSeat
from brickfield.players.seat import Player
from brickfield.players.thoughts import Thought, thought_of

# How much a worker stands back for the server's own process.
_NICE = 5
# Seconds between two lines about how far a bot is.
_SAID_EVERY = 0.3


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot is asked."""

    setup: Setup
    rules: str
    level: str
    seed: str
    view: msgspec.Raw


class _Shown(Struct, frozen=True):
    """A view as it comes out of JSON: what has no type of its own is still plain."""

    seat: int
    version: int
    units: tuple[Unit, ...]
    tokens: tuple[Token, ...]
    facts: dict[str, int | str]
    frames: tuple[FrameView, ...]
    waiting_for: tuple[int, ...]
    decision: Any
    into: str
    secrets: dict[str, Any]
    sealed: dict[str, int]
    outcome: Outcome | None
    piles: dict[str, PileView] | UnsetType = UNSET


def read_view(data: bytes, game: Game) -> View:
    """The view behind its bytes: questions and slots of frames get their types back."""
    shown = from_json(data, _Shown)
    fields = {name: getattr(shown, name) for name in shown.__struct_fields__}
    kinds = {kind.__name__: kind for kind in game.all_frames}
    fields["frames"] = tuple([_typed(frame, kinds[frame.frame]) for frame in shown.frames])
    if shown.decision is not None:
        asked: Any = Union[game.decisions]
        fields["decision"] = as_type(shown.decision, asked)
    return View(**fields)


def _typed(shown: FrameView, kind: type[Frame]) -> FrameView:
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    slots = {name: as_type(value, types[name]) for name, value in shown.slots.items()}
    return FrameView(shown.frame, shown.at, slots)


@lru_cache(maxsize=64)
def _match(setup: bytes, rules: str) -> Match:
    """A match is worked out once for many questions."""
    agreed = from_json(setup, Setup)
    game = find_game(agreed.game)
    played = game.by_rules(rules) if game is not None else None
    match = played.new_match(agreed) if played is not None else None
    if match is None or isinstance(match, Refusal):
        raise ValueError("this set-up is no match")
    return match


class Share(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of its budget a bot has spent on the question so far."""

    share: float


class Thoughtful(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer with why."""

    reply: Any
    why: Thought


def think(line: bytes, tell: Tell | None = None) -> bytes:
    """The answer to one question. `tell` hears now and then how far the bot is."""
    question = from_json(line, Question)
    match = _match(msgspec.json.encode(question.setup, order="sorted"), question.rules)
    seen = read_view(bytes(question.view), match.game)
    player = _player(question.level, match.game, question.seed)
    if not isinstance(player, SearchSeat):
        return msgspec.json.encode(player.decide(match, seen))
    player.tell = tell
    answer = player.decide(match, seen)
    if player.verdict is None:
        return msgspec.json.encode(answer)
    return msgspec.json.encode(Thoughtful(answer, thought_of(player.verdict)))


def answer_to(line: bytes, tell: Tell | None = None) -> bytes:
    """The answer to one question, or the type and place of what went wrong: a bot that fails ends no process."""
    try:
        return think(line, tell)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
        return msgspec.json.encode({"fault": f"{type(error).__name__} at {place}"})


@lru_cache(maxsize=64)
def _player(level: str, game: Game, seed: str) -> Player:
    """A player goes on with its plan at the next question; one that is forgotten makes a new plan."""
    return make_player(level, game, seed, watchdog=True)


class Teller:
    """Says on a line of its own how far a bot is, not more often than somebody could see."""

    def __init__(self) -> None:
        self._last = -_SAID_EVERY

    def __call__(self, share: float) -> None:
        """Say it, unless it was said a moment ago."""
        now = time.monotonic()
        if now - self._last >= _SAID_EVERY:
            self._last = now
            _write(msgspec.json.encode(Share(round(share, 2))))


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Answer question after question until the input ends."""
    # people's commands go before bots' thoughts
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    gc.freeze()
    with seldom_swept():
        for line in sys.stdin.buffer:
            _write(answer_to(line, Teller()))


if __name__ == "__main__":
    main()
