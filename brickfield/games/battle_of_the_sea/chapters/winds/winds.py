"""Winds: eight directions, a gain or loss of an inch for ships under way, and drift for ships that cannot move."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.dice import Pool
from brickfield.core.frames import Roll
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import unit as cosine_and_sine
from ...base.measures import measures, stored
from ...base.moving_the_vessels import effective_speed
from ...base.odds import speed_tally, with_change
from ...base.ship_card import FORT, SPEED
from ...base.the_game import Battle, RoundEnd
from ...base.waters import NOBODY, card_of, hull, obstacles, what_is_there
from .chapter import WINDS

_FULL_CIRCLE = 360
WIND = "the wind"


class WindNumbers(TableRow, frozen=True):
    """The numbers of the wind: dice, degrees, inches."""

    directions: int
    die_faces: int
    turns_left_on: int
    turns_right_on: int
    abaft_degrees: float
    ahead_degrees: float
    gain_inches: int
    loss_inches: int
    least_speed: int
    drift_inches: float
    clauses: dict[str, str]


@cache
def wind_numbers() -> WindNumbers:
    """The table `winds.toml`."""
    return read_numbers("winds.toml", WindNumbers, Path(__file__).parent)


def _point_degrees() -> int:
    return _FULL_CIRCLE // wind_numbers().directions


@step(Battle, WINDS)
@rule("sea.wind.direction")
def first_wind(battle: Battle, t: Table) -> Any:
    """The wind is drawn before the first round."""
    return Roll((Pool(1, WIND, wind_numbers().directions),), into="faces")


@step(Battle, WINDS)
@rule("sea.wind.direction")
def wind_blows(battle: Battle, t: Table) -> None:
    """The wind blows toward one of eight directions."""
    face = battle.faces[0][0]
    _blows(t, (face - 1) * _point_degrees(), face)


@step(RoundEnd, WINDS)
@rule("sea.wind.direction", "sea.geometry.round_end")
def new_wind(end: RoundEnd, t: Table) -> Any:
    """At the end of each round a die says whether it turns."""
    return Roll((Pool(1, WIND, wind_numbers().die_faces),), into="faces")


@step(RoundEnd, WINDS)
@rule("sea.wind.direction")
def wind_turns(end: RoundEnd, t: Table) -> None:
    """A 1 turns the wind one point to the left, a 6 one point to the right."""
    numbers, face = wind_numbers(), end.faces[0][0]
    turn = (face == numbers.turns_left_on) - (face == numbers.turns_right_on)
    if turn:
        _blows(t, (wind(t) + turn * _point_degrees()) % _FULL_CIRCLE, face)


def _blows(t: Table, value: int, face: int) -> None:
    throws = (happened.Throw(WIND, NOBODY, (face,)),)
    t.emit(happened.FactChanged(name="wind", value=value, clause="sea.wind.direction", throws=throws))


def wind(state: State) -> int:
    """Where the wind blows to, in degrees."""
    return int(state.facts.get("wind", 0))


@effective_speed.amended(WINDS)
@rule("sea.wind.effect", "sea.move.extra_rules", "sea.monster.fleet_limits")
def speed_in_the_wind(state: State, unit: Unit, speed: int) -> int:
    """Speed with the wind: one inch more before it, one less against it, judged by the heading before the move."""
    if not speed or card_of(state, unit.id).oars:
        return speed
    numbers, slack = wind_numbers(), measures().angle_tolerance
    off = abs(wrapped(unit.here.degrees - wind(state)))
    if off <= numbers.abaft_degrees + slack:
        return speed + numbers.gain_inches
    if off >= numbers.ahead_degrees - slack:
        return max(numbers.least_speed, speed - numbers.loss_inches)
    return speed


@speed_tally.amended(WINDS)
@rule("sea.wind.effect")
def wind_in_the_sum(state: State, unit: Unit, tally: Tally) -> Tally:
    """A line for what the wind gives or takes."""
    now = speed_in_the_wind(state, unit, tally.total)
    return with_change(tally, Modifier("speed", now - tally.total, "wind", "sea.wind.effect"))


@rule("sea.wind.drift", "sea.damage.speed0", "sea.geometry.edge")
def carry_along(t: Table, unit: Unit, inches: float, direction: float, clause: str) -> None:
    """Shift a ship, heading unchanged, until it first touches land, a reef, a hull or the edge."""
    found = obstacles(t)
    c, s = cosine_and_sine(direction)
    share, hit = kernel.translate(found.scene, hull(t, unit), inches * c, inches * s, found.place[unit.id])
    x, y = unit.here.place
    pose = stored(x + share * inches * c, y + share * inches * s, unit.here.degrees)
    if pose != unit.here:
        step = "current" if clause == "sea.current.area" else "drift"
        stopped = what_is_there(found, hit)
        t.emit(
            happened.UnitMoved(
                unit=unit.id, pose=pose, step=step, amount=share * inches, stopped_by=stopped, clause=clause
            )
        )


@step(RoundEnd, WINDS)
@rule("sea.wind.drift", "sea.geometry.round_end")
def drift(end: RoundEnd, t: Table) -> None:
    """Ships with no speed left drift an inch before the wind, in order of ship id."""
    for unit in list(t.units.values()):
        if unit.pose is not None and not unit.marks.get(SPEED) and card_of(t, unit.id).kind != FORT:
            carry_along(t, unit, wind_numbers().drift_inches, wind(t), "sea.wind.drift")
