"""Hills: who is on one, what it hides from whom, and who looks past it."""

from __future__ import annotations

from brickfield.core.board import TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import describe, place_of, terrain
from ...base.grounds import NO_PIECES, pieces_under
from ...base.views import hides_alone, in_view, seen_past, too_low_to_see
from .chapter import TERRAIN

Point = tuple[float, float]


@rule("mbb.terrain.hill.border", "mbb.terrain.hill.shape")
def hill_under(state: State, place: Point) -> frozenset[TokenId]:
    """The hill a point is on, with all its parts; empty for the plain. Its border belongs to it."""
    return _hills_under(state, place) if terrain(state).grounds.hills else NO_PIECES


@kept
def _hills_under(state: State, place: Point) -> frozenset[TokenId]:
    """A unit is looked at, and looks, many times from where it is: known until somebody moves."""
    return pieces_under(terrain(state).grounds.hills, *place)


@rule("mbb.terrain.hill.at", "mbb.geometry.hill_los")
def hill_hides(state: State, eye: Point, place: Point) -> bool:
    """Whether a target is out of sight because it is on a hill and who looks is on none."""
    return bool(terrain(state).grounds.hills) and bool(hill_under(state, place)) and not hill_under(state, eye)


@rule("mbb.terrain.hill.from", "mbb.terrain.hill.through", "mbb.geometry.hill_los", "mbb.obst.bridge.high")
def looked_past(state: State, eye: Point, place: Point) -> frozenset[TokenId]:
    """What is no hindrance between two places: the hills both are on, seen from a hill, and high bridges under them."""
    grounds = terrain(state).grounds
    past = pieces_under(grounds.high_decks, *eye) | pieces_under(grounds.high_decks, *place)
    own = hill_under(state, eye)
    return past | own | hill_under(state, place) if own else past


@in_view.amended(TERRAIN)
@rule("mbb.terrain.hill.at", "mbb.geometry.hill_los")
def seen_from_the_plain(state: State, eye: Point, place: Point, seen: bool) -> bool:
    """Nobody on the plain sees who is on a hill."""
    return seen and not hill_hides(state, eye, place)


@seen_past.amended(TERRAIN)
@rule("mbb.terrain.hill.from", "mbb.terrain.hill.through", "mbb.geometry.hill_los", "mbb.obst.bridge.high")
def hills_seen_past(state: State, eye: Point, place: Point, past: frozenset[TokenId]) -> frozenset[TokenId]:
    """Hills and high bridges that hide nothing from who is on them."""
    return past | looked_past(state, eye, place)


@too_low_to_see.amended(TERRAIN)
@rule("mbb.terrain.hill.at")
def on_a_hill(state: State, looker: Unit, aim: str, place: Point) -> Refusal | None:
    """It is on a hill, and who looks is on none."""
    if not hill_hides(state, place_of(looker), place):
        return None
    name = describe(state, looker.id)
    sentence = f"{name} has no line of sight to {aim}: it is on a hill, and the shooter is on none."
    return illegal("no_line_of_sight", "mbb.terrain.hill.at", sentence)


@hides_alone.amended(TERRAIN)
@rule("mbb.terrain.hill.at")
def hidden_by_its_hill(state: State, place: Point, pieces: frozenset[TokenId]) -> frozenset[TokenId]:
    """A hill hides who is on it from the plain."""
    return pieces | hill_under(state, place)
