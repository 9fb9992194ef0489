"""Turning: what a heading costs a ship that cannot bend its way at will, and whether it has the room to come about."""

from __future__ import annotations

from math import hypot

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import Point, bearing, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import unit as cosine_and_sine
from ..base.measures import inches, measures
from ..base.moving_the_vessels import agreed_bend
from ..base.waters import sea_of
from .suggestions_ways import Way

# How much of the leg between two bends is lost for each of the sharpest sort; a little off the course costs nothing.
_LOST, _LITTLE = 0.9, 15.0
# Water a ship wants before its bow after it has come about.
_LEAD = 1.5


def turns_freely(state: State) -> bool:
    """Whether any bend may be sailed."""
    return sea_of(state).options.turning == "free"


def lost_by_turning(state: State, unit: Unit, way: Way, bow: Point, heading: float) -> float:
    """Inches a ship loses by coming round into the way it wants to go; nothing where any bend may be sailed."""
    bend = agreed_bend(state, unit)
    if bend is None or not way.goals:
        return 0.0
    x, y = way.next_mark(*bow)
    if hypot(x - bow[0], y - bow[1]) < bend.leg:
        return 0.0
    off = abs(wrapped(bearing(*bow, x, y) - heading))
    return _LOST * bend.leg * max(0.0, off - _LITTLE) / bend.degrees


def hemmed_in(state: State, bow: Point, heading: float, length: int, *, on_the_way: bool = True) -> float:
    """How many of the two ways to come about are shut, 0 to 1: the stern would leave the table, or land lies ahead.

    `on_the_way`: what it meets before it has come about counts, too, where the whole swing must be clear.
    """
    most, swept = measures().limited_turn_degrees, on_the_way and sea_of(state).options.turning == "by_length"
    # where the whole swing counts the stern may be stopped on its way
    tried, far = (most, most / 2) if swept else (most,), inches(length)
    ways = [[_is_shut(state, bow, heading + side * bend, far) for bend in tried] for side in (1, -1)]
    return added(0.5 for way in ways if any(way))


def _is_shut(state: State, bow: Point, heading: float, far: float) -> bool:
    """Whether a hull that lies behind its bow so would be off the table or on land, or just before it."""
    c, s = cosine_and_sine(heading)
    stern = (bow[0] - far * c, bow[1] - far * s)
    lead = (bow[0] + _LEAD * c, bow[1] + _LEAD * s)
    return not (_on_table(state, stern) and _on_table(state, lead)) or _meets_land(state, stern, lead)


def _on_table(state: State, point: Point) -> bool:
    return 0.0 <= point[0] <= state.match.width and 0.0 <= point[1] <= state.match.height


def _meets_land(state: State, one: Point, other: Point) -> bool:
    return bool(kernel.crossed_by(sea_of(state).waters.solid, *one, *other))
