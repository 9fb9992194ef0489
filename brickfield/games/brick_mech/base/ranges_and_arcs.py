"""Ranges and firing arcs: how far it is between two bases, and in which arc of a unit another one lies."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.shown.showing import Outline
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, kernel, relative_bearing
from .battlefield import base_of, card_of, match_of
from .measures import LONG, MELEE, SHORT, Limits, measures
from .record_sheet import AIM, write

OUT = "out"
PRIMARY, LEFT, RIGHT, REAR = "primary", "left", "right", "rear"
# The arcs a Mech may fire in, the better one first.
FIRING_ARCS = (PRIMARY, LEFT, RIGHT)
SECONDARY = (LEFT, RIGHT)
# Degrees from one corner of a drawn outline to the next.
_STEP = 6.0


@rule("bm.attack.range.measure", "bm.geometry.distance")
def distance(state: State, one: Unit, other: Unit) -> float:
    """Range is measured between the closest points of the two bases; 0 if they touch."""
    return kernel.distance(base_of(state, one), base_of(state, other))


@rule("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long", "bm.attack.range.out",
      "bm.geometry.distance")  # fmt: skip
def range_at(limits: Limits, bricks: float) -> str:
    """Melee, Short, Long or out of range; on a limit the shorter one."""
    tolerance = measures().tolerance_bricks
    if bricks <= limits.melee + tolerance:
        return MELEE
    if bricks <= limits.short + tolerance:
        return SHORT
    return LONG if bricks <= limits.long + tolerance else OUT


def range_between(state: State, one: Unit, other: Unit) -> str:
    """The range from one unit to another."""
    return range_at(match_of(state).limits, distance(state, one, other))


@rule("bm.geometry.frame")
def bearing(unit: Unit, other: Unit) -> float:
    """Where the base centre of another unit lies: degrees off the facing, to the left positive, in (-180, 180]."""
    return relative_bearing(*unit.here.place, unit.here.degrees, *other.here.place)


@rule("bm.geometry.arcs", "bm.attack.arc.main", "bm.attack.arc.secondary")
def arc_at(degrees: float) -> str:
    """Four quadrants through the corners of the base; on a limit the better arc."""
    numbers = measures()
    off, tolerance = abs(degrees), numbers.tolerance_degrees
    if off <= numbers.primary_degrees + tolerance:
        return PRIMARY
    if off > numbers.secondary_degrees + tolerance:
        return REAR
    return LEFT if degrees > 0 else RIGHT


@rule("bm.attack.arc.turret", "bm.attack.arc.main")
def firing_arc(state: State, attacker: Unit, target: Unit) -> str:
    """The arc a target is attacked in. For a turret every direction is primary."""
    if card_of(state, attacker.id).turret:
        return PRIMARY
    return arc_at(bearing(attacker, target))


@rule("bm.attack.arc.turret", "bm.unit.vehicle")
def turn_turret(t: Table, attacker: str, target: str) -> None:
    """A vehicle leaves its turret pointing at what it attacked."""
    unit = t.units[attacker]
    if card_of(t, attacker).is_vehicle:
        write(t, attacker, AIM, round(bearing(unit, t.units[target])), "bm.attack.arc.turret")


@rule("bm.geometry.rear", "bm.mod.defense.rear", "bm.attack.arc.turret")
def is_attacked_from_behind(attacker: Unit, target: Unit) -> bool:
    """The attacker's base centre lies in none of the defender's arcs; a turret does not change that."""
    return arc_at(bearing(target, attacker)) == REAR


@rule("bm.attack.range.measure", "bm.geometry.arcs", "bm.attack.arc.turret")
def ground_of(state: State, unit: Unit, band: str, arc: str) -> Outline:
    """The ground in one range and one arc of a unit, as an outline on the table."""
    limits = match_of(state).limits
    ends = {MELEE: (0.0, limits.melee), SHORT: (limits.melee, limits.short), LONG: (limits.short, limits.long)}
    inner, outer = ends[band]
    front, side = measures().primary_degrees, measures().secondary_degrees
    turret = card_of(state, unit.id).turret
    start, end = (
        (-180.0, 180.0) if turret else {PRIMARY: (-front, front), LEFT: (front, side), RIGHT: (-side, -front)}[arc]
    )
    steps = max(2, round((end - start) / _STEP))
    bearings = [start + (end - start) * number / steps for number in range(steps + 1)]
    corners = [_ahead(state, unit, outer, each) for each in bearings]
    corners += [_ahead(state, unit, inner, each) for each in reversed(bearings)]
    return tuple([round(part * GRAIN) for corner in corners for part in corner])


def _ahead(state: State, unit: Unit, bricks: float, bearing: float) -> tuple[float, float]:
    """The point at a bearing off the facing that is so far from the base."""
    far = _from_middle(card_of(state, unit.id).base_side / 2, bricks, bearing)
    angle, (x, y) = radians(unit.here.degrees + bearing), unit.here.place
    return x + far * cos(angle), y + far * sin(angle)


def _from_middle(half: float, bricks: float, bearing: float) -> float:
    """How far from the middle of a base a line is so far from its edge: beside a side, or at a corner."""
    long, short = sorted((abs(cos(radians(bearing))), abs(sin(radians(bearing)))), reverse=True)
    straight = (half + bricks) / long
    if straight * short <= half:
        return straight
    along = half * (long + short)
    return along + sqrt(max(0.0, along * along - 2 * half * half + bricks * bricks))
