"""Ranges and firing arcs: how far it is between two bases, and in which arc of a unit another one lies."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.brick_mech.rules.adapting_ranges import Limits
from brickfield.games.brick_mech.rules.battlefield import base_of, card_of, match_of
from brickfield.games.brick_mech.rules.measures import LONG, MELEE, SHORT, measures
from brickfield.games.brick_mech.rules.record_sheet import AIM, write
from brickfield.geometry import kernel, relative_bearing

OUT = "out"
PRIMARY, LEFT, RIGHT, REAR = "primary", "left", "right", "rear"
# The arcs a Mech may fire in, the better one first.
FIRING_ARCS = (PRIMARY, LEFT, RIGHT)
SECONDARY = (LEFT, RIGHT)


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
    assert unit.pose is not None
    assert other.pose is not None
    return relative_bearing(*unit.pose.place, unit.pose.degrees, *other.pose.place)


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
