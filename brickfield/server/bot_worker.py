"""The process bots think in: questions come in by standard input, answers go out, one JSON object a line.

A question holds the set-up, the version of the rules, the level, a seed and the bytes of one seat's view. Nothing else
of a match ever gets here.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import traceback
from functools import lru_cache
from typing import Any, Union

import msgspec
from msgspec import Struct

from brickfield.core.board import Token, Unit
from brickfield.core.frames import Frame
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import Outcome
from brickfield.core.typed import as_type, from_json
from brickfield.core.views import FrameView, View
from brickfield.games import find_game
from brickfield.players.levels import make_player
from brickfield.players.seat import Player

# How much a worker stands back for the server's own process.
_NICE = 5


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


def think(line: bytes) -> bytes:
    """The answer to one question."""
    question = from_json(line, Question)
    match = _match(msgspec.json.encode(question.setup, order="sorted"), question.rules)
    seen = read_view(bytes(question.view), match.game)
    player = _player(question.level, match.game, question.seed)
    return msgspec.json.encode(player.decide(match, seen))


def answer_to(line: bytes) -> bytes:
    """The answer to one question, or the type and place of what went wrong: a bot that fails ends no process."""
    try:
        return think(line)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
        return msgspec.json.encode({"fault": f"{type(error).__name__} at {place}"})


@lru_cache(maxsize=64)
def _player(level: str, game: Game, seed: str) -> Player:
    """A player goes on with its plan at the next question; one that is forgotten makes a new plan."""
    return make_player(level, game, seed)


def main() -> None:
    """Answer question after question until the input ends."""
    # people's commands go before bots' thoughts
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    gc.freeze()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer_to(line) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
