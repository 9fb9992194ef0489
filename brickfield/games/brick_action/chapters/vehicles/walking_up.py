"""Walking up to a vehicle to get in: a way for each mini of a squad, worked out so that nobody has to draw it."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.formations import ranks
from brickfield.core.state import State
from brickfield.geometry import Point, Pose
from ...base.battlefield import GUN, describe, number, told
from ...base.measures import measures
from ...base.moving.moving import drawn_for_it
from ...base.moving.paths import Walk, Way, left_of_turn, longest, move_fault, rate, tracks_of
from .boarding import open_to
from .chapter import VEHICLES
from .vehicles import class_of

# How far from its side they stand; who stands so already takes the second place, for a move has to be one.
_AWAY = (1.5, 2.0)
_SIDES = (90.0, 270.0, 180.0, 0.0)
_GAP = 2.5


@rule("ba.veh.mount", "ba.geometry.path")
def ways_up(state: State, unit: Unit) -> Iterator[tuple[Unit, Walk, float]]:
    """Every vehicle that a squad can walk up to with this action to get in, with the shortest ways to one side."""
    if number(unit, GUN) or any(each.pose is None or each.level or each.inside for each in unit.standing):
        return
    studs, left = rate(state, unit), left_of_turn(unit)
    for vehicle in open_to(state, unit):
        walks = [_up_to(unit, places) for places in _beside(state, vehicle, len(unit.standing))]
        for walk in sorted(walks, key=lambda one: longest(unit, tracks_of(state, unit, one))):
            tracks = tracks_of(state, unit, walk)
            if move_fault(state, unit, tracks, studs, left) is None:
                yield vehicle, walk, longest(unit, tracks)
                break


def _beside(state: State, vehicle: Unit, count: int) -> Iterator[list[Point]]:
    """Places for so many in one rank along each side of a vehicle."""
    assert vehicle.pose is not None
    length, width, _ = class_of(state, vehicle).footprint
    (x, y), radius = vehicle.pose.place, measures().mini_radius
    for turn in _SIDES:
        half, turned = (length if turn % 180.0 == 0.0 else width) / 2, vehicle.pose.degrees + turn
        c, s = cos(radians(turned)), sin(radians(turned))
        for away in _AWAY:
            middle = Pose.at(x + c * (half + away), y + s * (half + away), turned)
            yield [each.place for each in ranks(middle, count, _GAP * radius, count)]


def _up_to(unit: Unit, places: list[Point]) -> Walk:
    """Each mini straight to a place: in the order in which they stand along the rank, so that no two ways cross."""
    ax, ay = places[-1][0] - places[0][0], places[-1][1] - places[0][1]
    poses = {each.id: each.pose.place for each in unit.standing if each.pose is not None}
    minis = sorted(poses, key=lambda name: poses[name][0] * ax + poses[name][1] * ay)
    return Walk(unit.id, tuple(Way(name, (spot,)) for name, spot in zip(minis, places, strict=True)))


@drawn_for_it.amended(VEHICLES)
def getting_in(state: State, unit: Unit, others: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What a table offers beside a way that is drawn; at its end the squad is asked whether it gets in."""
    return (
        *others,
        *(
            Choice(
                walk,
                f"Get in: {describe(state, vehicle.id)}",
                f"{told(studs)} studs to walk up to it",
                "ba.veh.mount",
                about=(vehicle.id,),
            )
            for vehicle, walk, studs in ways_up(state, unit)
        ),
    )
