"""Turning: what a heading costs a ship that cannot bend its way at will, and whether it has the room to come about."""

from __future__ import annotations

from math import hypot

from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.mind.suggestions_ways import Way
from brickfield.games.battle_of_the_sea.rules.measures import inches, measures
from brickfield.games.battle_of_the_sea.rules.waters import sea_of
from brickfield.geometry import Point, bearing, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import unit as cosine_and_sine

# Inches of way that are lost for each bend of the sharpest sort; a little off the course costs nothing.
_LOST, _LITTLE = 0.9, 15.0
# Water a ship wants before its bow after it has come about.
_LEAD = 1.5


@rule("sea.move.free_path")
def turns_freely(state: State) -> bool:
    """Whether any bend may be sailed."""
    return sea_of(state).options.turning == "free"


@rule("sea.move.free_path", "sea.move.no_turn_in_place")
def lost_by_turning(state: State, way: Way, bow: Point, heading: float) -> float:
    """Inches a ship loses by coming round into the way it wants to go; nothing where any bend may be sailed."""
    if turns_freely(state) or not way.goals:
        return 0.0
    x, y = way.next_mark(*bow)
    if hypot(x - bow[0], y - bow[1]) < measures().limited_leg_inches:
        return 0.0
    off = abs(wrapped(bearing(*bow, x, y) - heading))
    return _LOST * max(0.0, off - _LITTLE) / measures().limited_turn_degrees


@rule("sea.geometry.follow", "sea.geometry.edge", "sea.move.no_turn_in_place")
def hemmed_in(state: State, bow: Point, heading: float, length: int) -> float:
    """How many of the two ways to come about are shut, 0 to 1: the stern would leave the table, or land lies ahead."""
    shut = 0.0
    most = measures().limited_turn_degrees
    for bend in (most, -most):
        c, s = cosine_and_sine(heading + bend)
        far = inches(length)
        stern = (bow[0] - far * c, bow[1] - far * s)
        lead = (bow[0] + _LEAD * c, bow[1] + _LEAD * s)
        if not (_on_table(state, stern) and _on_table(state, lead)) or _meets_land(state, stern, lead):
            shut += 0.5
    return shut


def _on_table(state: State, point: Point) -> bool:
    return 0.0 <= point[0] <= state.match.width and 0.0 <= point[1] <= state.match.height


def _meets_land(state: State, one: Point, other: Point) -> bool:
    return bool(kernel.crossed_by(sea_of(state).waters.solid, *one, *other))
