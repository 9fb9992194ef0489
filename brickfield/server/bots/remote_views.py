"""A seat's view that comes as bytes, in a process that knows nothing else of the match."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

from brickfield.core.board import Token, Unit
from brickfield.core.frames import Frame
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.piles import PileView
from brickfield.core.refusal import Refusal
from brickfield.core.saves import read_slot
from brickfield.core.state import Outcome, State
from brickfield.core.typed import as_type, from_json
from brickfield.core.views import FrameView, View, view
from brickfield.server.rooms.journal import Journal

Find: TypeAlias = Callable[[str], Game | None]


class RemoteView(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat sees of a match, and what was agreed on: all that may be known where somebody thinks about it."""

    setup: Setup
    rules: str
    view: msgspec.Raw


def seen_of(journal: Journal, state: State, seat: int) -> RemoteView:
    """What a seat sees in one of the states of a match."""
    match = journal.match
    return RemoteView(match.setup, match.game.rules_version, msgspec.Raw(view(state, seat).encode()))


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
    fields["frames"] = tuple([_typed(frame, kinds[frame.frame], game) for frame in shown.frames])
    if shown.decision is not None:
        asked: Any = Union[game.decisions]
        fields["decision"] = as_type(shown.decision, asked)
    return View(**fields)


def _typed(shown: FrameView, kind: type[Frame], game: Game) -> FrameView:
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    slots = {name: read_slot(game, value, types[name]) for name, value in shown.slots.items()}
    return FrameView(shown.frame, shown.at, slots)


def read_seen(seen: RemoteView, find: Find) -> tuple[Match, View]:
    """The match and the view of it."""
    match = _match(msgspec.json.encode(seen.setup, order="sorted"), seen.rules, find)
    return match, read_view(bytes(seen.view), match.game)


@lru_cache(maxsize=64)
def _match(setup: bytes, rules: str, find: Find) -> Match:
    """A match is worked out once for many questions."""
    agreed = from_json(setup, Setup)
    game = find(agreed.game)
    played = game.by_rules(rules) if game is not None else None
    match = played.new_match(agreed) if played is not None else None
    if match is None or isinstance(match, Refusal):
        raise ValueError("this set-up is no match")
    return match
