"""Positions: tables laid out in the middle of a game, as far as reading them is the same in all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from brickfield.core.match import Match, Setup
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.scenarios import ScenarioEntry
from brickfield.core.typed import as_type

if TYPE_CHECKING:
    from brickfield.core.game import Game

# A place or a heading of a position.
Number = Annotated[float, Meta(ge=-1440, le=1440)]

_Position = TypeVar("_Position")
_Placed = TypeVar("_Placed", bound="UnitOfPosition")
_Match = TypeVar("_Match", bound=Match)
_Scenario = TypeVar("_Scenario", bound=ScenarioEntry)


class UnitOfPosition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit of a position: whose it is, its card as an army list names it, where it is, and what is otherwise with it
    than the card says; a game says which ids, seats, `status` and changes there are."""

    id: str
    seat: int
    card: str
    x: Number = 0.0
    y: Number = 0.0
    heading: Number = 90.0
    changes: dict[str, Any] = {}


class PieceOfPosition(Protocol):
    """A piece of terrain of a position."""

    @property
    def feature(self) -> str:
        """What it is."""
        ...


def from_position(
    setup: Setup, game: Game, kind: type[_Position], lay_out: Callable[[_Position, Any], _Match | Refusal]
) -> _Match | Refusal:
    """The match of a set-up that states a position; `lay_out` makes it of the position and the options, and may raise a
    ValueError for what cannot be read."""
    options = game.agreement.of(setup.options)
    if isinstance(options, Refusal):
        return options
    try:
        position = as_type(setup.position, kind, strict=False)
        match = lay_out(position, options)
    except (msgspec.ValidationError, ValueError, TypeError, KeyError) as error:
        return invalid("bad_position", f"The position cannot be read: {error}.")
    if isinstance(match, Match):
        match.start = position
    return match


def scenario_of(setup: Setup, kind: type[_Scenario], **states: Any) -> _Scenario:
    """A position as a scenario of its own."""
    return kind(game=setup.game, version=1, id=setup.scenario or "position", title="A position", **states)


def enlist(match: Match, units: Iterable[_Placed], card_of: Callable[[_Placed], Any]) -> Refusal | None:
    """Give the units of a position their cards, or say which of them there is none for."""
    for placed in units:
        card = card_of(placed)
        if isinstance(card, Refusal):
            return card
        if placed.id in match.cards:
            raise ValueError(f"two units are called {placed.id}")
        match.enlist(placed.id, placed.seat, card)
    return None


def unknown_feature(pieces: Iterable[PieceOfPosition], known: Iterable[str]) -> Refusal | None:
    """Why a piece of terrain cannot lie there: nothing is called so."""
    features = list(known)
    name = next((piece.feature for piece in pieces if piece.feature not in features), None)
    if name is None:
        return None
    return invalid("unknown_feature", f"No piece of terrain is called {name[:60]!r}; {known_names(name, features)}")
