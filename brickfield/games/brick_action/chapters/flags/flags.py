"""Capture the flag: a flag in each zone, minis that carry one, and where it lies when its carrier falls.

A flag on the ground is a token of the kind "flag" of its side; a mini who carries one has the mark "flag" with the
number of that side and one more.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose
from brickfield.core.board import Model, Token, Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, grains
from ...base.actions import Deed, Name
from ...base.battlefield import (
    describe,
    inward,
    is_vehicle,
    living,
    match_of,
    mini_name,
    mini_number,
    number,
    told,
    zone_area,
)
from ...base.casualties import mini_falls
from ...base.measures import measures
from ...base.objective import Ending, decided
from ...base.turns import Battle
from ..vehicles.boarding import cannot_ride
from .chapter import FLAGS

FLAG = "flag"


class FlagNumbers(TableRow, frozen=True):
    """Where flags stand and how large they are, in studs."""

    studs_in: float
    radius: float
    clauses: dict[str, str]


@cache
def flag_numbers() -> FlagNumbers:
    """The table `flags.toml`."""
    return read_numbers("flags.toml", FlagNumbers, Path(__file__).parent)


class TakeFlag(Answer, frozen=True):
    """A mini in contact with a flag takes it; of the own side it goes back to its start."""

    unit: Name
    figure: Name
    flag: Name


@rule("ba.obj.flag")
def flag_start(state: State, side: int) -> Pose:
    """The middle of the edge of a side, 8 studs in."""
    seat = state.match.seats_of({side})[0]
    x0, y0, x1, y1 = zone_area(state, seat)
    deep = flag_numbers().studs_in
    heading = inward(state, seat)
    return Pose.at((x0 + x1) / 2, y0 + deep if heading == 90.0 else y1 - deep, heading)


def _flag(state: State, side: int, pose: Pose) -> Token:
    size = grains(2 * flag_numbers().radius)
    return Token(f"flag{side}", FLAG, pose, size, size, seat=state.match.seats_of({side})[0], round=True)


def _lay(t: Table, side: int, pose: Pose) -> None:
    t.emit(happened.TokenPlaced(token=_flag(t, side, pose), clause="ba.obj.flag"))


@rule("ba.obj.flag")
def first_flags(state: State) -> list[Token]:
    """Each side has a flag in its zone, if flags are what a battle is about; one that is carried is no token."""
    if match_of(state).objective.kind != FLAG:
        return []
    carried = {carried_flag(each) for unit in living(state) for each in unit.standing}
    sides = [side for side in sorted(set(state.match.sides)) if side not in carried]
    return [_flag(state, side, flag_start(state, side)) for side in sides]


@step(Battle, FLAGS)
@rule("ba.obj.flag")
def flags(battle: Battle, t: Table) -> None:
    """Flags are set up before the first turn."""
    for token in first_flags(t):
        t.emit(happened.TokenPlaced(token=token, clause="ba.obj.flag"))


def carried_flag(figure: Model) -> int | None:
    """The side whose flag a mini carries, or None."""
    value = number(figure, FLAG)
    return value - 1 if value else None


@cannot_ride.amended(FLAGS)
@rule("ba.obj.flag")
def keeps_off_vehicles(state: State, unit: Unit) -> Refusal | None:
    """Who carries a flag rides in no vehicle."""
    if not carries_flag(unit):
        return None
    return illegal("carries_flag", "ba.obj.flag", f"{describe(state, unit.id)} carries a flag and rides in no vehicle.")


def carries_flag(unit: Unit) -> bool:
    """Whether somebody in a unit carries a flag: then it neither runs 24 studs nor rides in a vehicle."""
    return any(carried_flag(each) is not None for each in unit.standing)


@mini_falls.amended(FLAGS)
@rule("ba.obj.flag")
def drop_flag(t: Table, unit: Unit, figure: Model) -> None:
    """The flag of a removed carrier stays at his spot."""
    side = carried_flag(figure)
    if side is not None and figure.pose is not None:
        _lay(t, side, figure.pose)


@rule("ba.obj.flag")
def flag_home(state: State) -> int | None:
    """The side whose carrier stands with his whole footprint inside the own zone, or None."""
    if match_of(state).objective.kind != FLAG:
        return None
    radius, slack = measures().mini_radius, measures().tolerance
    for unit in living(state):
        x0, y0, x1, y1 = zone_area(state, unit.seat)
        for figure in unit.standing:
            if carried_flag(figure) is None or figure.pose is None:
                continue
            x, y = figure.pose.place
            inside = x0 + radius <= x + slack and x - slack <= x1 - radius
            if inside and y0 + radius <= y + slack and y - slack <= y1 - radius:
                return int(state.match.sides[unit.seat])
    return None


@rule("ba.obj.flag", "ba.geometry.contact")
def flag_fault(state: State, unit: Unit, figure_id: str, flag_id: str) -> Refusal | None:
    """Why a mini may not take a flag: he does not touch it, rides in a vehicle, or carries one already."""
    flag = state.tokens.get(flag_id)
    figure = next((each for each in unit.standing if each.id == figure_id), None)
    if flag is None or flag.kind != FLAG or figure is None or figure.pose is None:
        return illegal(
            "no_flag", "ba.obj.flag", f"{mini_name(unit, figure_id[:16])} has no flag {flag_id[:16]} to take."
        )
    if unit.container in state.units or carried_flag(figure) is not None:
        return illegal("hands_full", "ba.obj.flag", f"{mini_name(unit, figure.id)} cannot take a flag now.")
    reach = measures().mini_radius + flag_numbers().radius
    gap = _apart(figure.pose, flag.pose) - reach
    most = measures().contact
    if gap <= most + measures().tolerance:
        return None
    sentence = f"{mini_name(unit, figure.id)} is {told(gap)} studs from the flag; {most:g} is contact."
    return illegal("no_contact", "ba.geometry.contact", sentence, gap=gap, most=most)


def _apart(one: Pose, other: Pose) -> float:
    (ax, ay), (bx, by) = one.place, other.place
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)


class TakingFlag(Frame):
    """A flag changes hands, or goes back to where it started."""

    unit: str = ""
    figure: str = ""
    flag: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("take",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "figure", "flag")

    @rule("ba.obj.flag")
    def take(self, t: Table) -> Any:
        """The enemy's is carried, the own one returned."""
        side = t.match.sides[t.tokens[self.flag].seat]
        t.emit(happened.TokenRemoved(token=self.flag, clause="ba.obj.flag"))
        if side == t.match.sides[t.units[self.unit].seat]:
            _lay(t, side, flag_start(t, side))
            return
        t.emit(
            happened.FigureMarked(unit=self.unit, figure=self.figure, mark=FLAG, value=side + 1, clause="ba.obj.flag")
        )


def _offer(state: State, unit: Unit) -> Action | None:
    flags = [each for each in state.tokens.values() if each.kind == FLAG]
    if not flags or is_vehicle(state, unit):
        return None
    choices = []
    for flag in flags:
        home = not state.match.allied(flag.seat, unit.seat)
        at_start = flag.pose == flag_start(state, state.match.sides[flag.seat])
        for figure in unit.standing:
            if (home or not at_start) and flag_fault(state, unit, figure.id, flag.id) is None:
                words = "Take their flag" if home else "Return our flag"
                choices.append(
                    Choice(
                        TakeFlag(unit.id, figure.id, flag.id),
                        words,
                        f"mini {mini_number(figure.id)} carries it",
                        "ba.obj.flag",
                    )
                )
    if not choices:
        return None
    return Action("take_flag", "Take a flag", Choose(tuple(choices)), "ba.obj.flag")


def _fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    if is_vehicle(state, unit):
        return illegal("not_infantry", "ba.obj.flag", f"{describe(state, unit.id)} carries no flag.")
    return flag_fault(state, unit, order.figure, order.flag)


TAKE_FLAG = Deed(
    (TakeFlag,),
    _offer,
    _fault,
    lambda state, order: TakingFlag(unit=order.unit, figure=order.figure, flag=order.flag),
)


@decided.amended(FLAGS)
@rule("ba.obj.flag")
def home_with_it(state: State, before: Ending | None) -> Ending | None:
    """The flag that is home wins."""
    home = flag_home(state) if before is None else None
    return before if home is None else Ending({home}, "flag_home", "ba.obj.flag")
