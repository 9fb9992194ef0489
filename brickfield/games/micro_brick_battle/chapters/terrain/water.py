"""Water: who is in it, and what that does to a shot."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from ...base.battlefield import terrain
from ...base.grounds import under
from ...base.measures import modifiers, printed
from ...base.modifiers import ground_hinders
from .chapter import TERRAIN

Point = tuple[float, float]


@rule("mbb.geometry.bridge_path")
def on_bridge(state: State, place: Point) -> bool:
    """Whether a place is on the deck of a bridge."""
    return under(terrain(state).grounds.decks, *place) is not None


@rule("mbb.terrain.water.attack", "mbb.geometry.bridge_path")
def in_large_water(state: State, place: Point) -> bool:
    """Whether a place is in large water and on no bridge."""
    return under(terrain(state).grounds.large_water, *place) is not None and not on_bridge(state, place)


def in_water(state: State, place: Point) -> bool:
    """Whether a place is in large or shallow water, border included, and on no bridge."""
    shallow = under(terrain(state).grounds.shallow_water, *place) is not None and not on_bridge(state, place)
    return shallow or in_large_water(state, place)


@ground_hinders.amended(TERRAIN)
@rule("mbb.terrain.water.attack", "mbb.terrain.mud")
def shot_at_water(state: State, target: Unit, before: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """A target in large water is harder to hit; in shallow water or on a bridge it is not."""
    if not terrain(state).grounds.large_water or target.pose is None or not in_large_water(state, target.pose.place):
        return before
    return (*before, printed(modifiers().large_water, "", ()))
