"""Winds: eight directions, a gain or loss of an inch for ships under way, and drift for ships that cannot move."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.battle_of_the_sea.base.measures import measures, stored
from brickfield.games.battle_of_the_sea.base.ship_card import FORT, SPEED
from brickfield.games.battle_of_the_sea.base.waters import NOBODY, card_of, hull, obstacles, what_is_there
from brickfield.geometry import kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import unit as cosine_and_sine

_FULL_CIRCLE = 360
WIND = "the wind"


def _point_degrees() -> int:
    return _FULL_CIRCLE // measures().wind_directions


@rule("sea.wind.direction")
def first_wind_pool() -> Pool:
    """The wind is drawn before the first round."""
    return Pool(1, WIND, measures().wind_directions)


@rule("sea.wind.direction")
def new_wind_pool() -> Pool:
    """At the end of each round a die says whether it turns."""
    return Pool(1, WIND, measures().wind_die_faces)


@rule("sea.wind.direction")
def draw_wind(t: Table, face: int) -> None:
    """The wind blows toward one of eight directions."""
    _blows(t, (face - 1) * _point_degrees(), face)


@rule("sea.wind.direction")
def turn_wind(t: Table, face: int) -> None:
    """A 1 turns the wind one point to the left, a 6 one point to the right."""
    numbers = measures()
    turn = (face == numbers.wind_turns_left_on) - (face == numbers.wind_turns_right_on)
    if turn:
        _blows(t, (wind(t) + turn * _point_degrees()) % _FULL_CIRCLE, face)


def _blows(t: Table, value: int, face: int) -> None:
    throws = (happened.Throw(WIND, NOBODY, (face,)),)
    t.emit(happened.FactChanged(name="wind", value=value, clause="sea.wind.direction", throws=throws))


def wind(state: State) -> int:
    """Where the wind blows to, in degrees."""
    return int(state.facts.get("wind", 0))


@rule("sea.wind.effect", "sea.move.extra_rules", "sea.monster.fleet_limits")
def speed_in_the_wind(state: State, unit: Unit, speed: int) -> int:
    """Speed with the wind: one inch more before it, one less against it, judged by the heading before the move."""
    if not state.match.options.wind or not speed or card_of(state, unit.id).oars:
        return speed
    assert unit.pose is not None
    numbers = measures()
    off = abs(wrapped(unit.pose.degrees - wind(state)))
    if off <= numbers.wind_abaft_degrees + numbers.angle_tolerance:
        return speed + numbers.wind_gain_inches
    if off >= numbers.wind_ahead_degrees - numbers.angle_tolerance:
        return max(numbers.wind_least_speed, speed - numbers.wind_loss_inches)
    return speed


@rule("sea.wind.drift", "sea.damage.speed0", "sea.geometry.edge")
def drift(t: Table, unit: Unit, inches: float, direction: float, clause: str) -> None:
    """Carry a ship along, heading unchanged, until it first touches land, a reef, a hull or the edge."""
    found = obstacles(t)
    c, s = cosine_and_sine(direction)
    assert unit.pose is not None
    share, hit = kernel.translate(found.scene, hull(t, unit), inches * c, inches * s, found.place[unit.id])
    x, y = unit.pose.place
    pose = stored(x + share * inches * c, y + share * inches * s, unit.pose.degrees)
    if pose != unit.pose:
        step = "current" if clause == "sea.current.area" else "drift"
        stopped = what_is_there(found, hit)
        t.emit(
            happened.UnitMoved(
                unit=unit.id, pose=pose, step=step, amount=share * inches, stopped_by=stopped, clause=clause
            )
        )


@rule("sea.wind.drift")
def drift_all(t: Table) -> None:
    """Ships with no speed left drift an inch before the wind, in order of ship id."""
    for unit in list(t.units.values()):
        if unit.pose is not None and not unit.marks.get(SPEED) and card_of(t, unit.id).kind != FORT:
            drift(t, unit, measures().wind_drift_inches, wind(t), "sea.wind.drift")
