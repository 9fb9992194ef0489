"""Driving: the legs of a vehicle's move, what they cost, where they lead and what the vehicle drives over.

A vehicle goes straight along its facing, ahead or in reverse, and turns about its centre. Everything here is worked
out from numbers and shapes; which things are in the way of which vehicle is said in `vehicle_moves.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Union

from msgspec import Meta, Struct

from brickfield.core.clauses import rule
from brickfield.geometry import GRAIN, Pose, Scene, Shape, kernel, rectangle_at
from .vehicles import armour

Studs = Annotated[float, Meta(ge=0, le=200)]


class Ahead(Struct, frozen=True, tag_field="step", tag="ahead"):
    """Straight on along the facing."""

    studs: Studs


class Reverse(Struct, frozen=True, tag_field="step", tag="reverse"):
    """Straight back."""

    studs: Studs


class Pivot(Struct, frozen=True, tag_field="step", tag="pivot"):
    """Turn about the centre, counter-clockwise if positive."""

    degrees: Annotated[float, Meta(ge=-360, le=360)]


AnyLeg = Union[Ahead, Reverse, Pivot]
Legs = tuple[AnyLeg, ...]
# the length and width of a vehicle in studs
Size = tuple[float, float]


@rule("ba.geometry.vehicle_path")
def drive_cost(legs: Sequence[AnyLeg]) -> float:
    """The speed that a way takes: a stud ahead one, a stud in reverse two, pivots nothing."""
    back = armour().reverse_cost
    ahead = sum(leg.studs for leg in legs if isinstance(leg, Ahead))
    return ahead + back * sum(leg.studs for leg in legs if isinstance(leg, Reverse))


@rule("ba.geometry.vehicle_path")
def pivoted(legs: Sequence[AnyLeg]) -> float:
    """How far a way turns altogether, to whichever side."""
    return sum(abs(leg.degrees) for leg in legs if isinstance(leg, Pivot))


def driven(legs: Sequence[AnyLeg]) -> float:
    """How long a way is, in studs of the centre."""
    return sum(leg.studs for leg in legs if not isinstance(leg, Pivot))


def after(pose: Pose, leg: AnyLeg, share: float = 1.0) -> Pose:
    """Where a vehicle stands after a leg, or after a share of a straight one."""
    if isinstance(leg, Pivot):
        return pose.turned(leg.degrees)
    return pose.ahead(leg.studs * share if isinstance(leg, Ahead) else -leg.studs * share)


def end_of(start: Pose, legs: Sequence[AnyLeg]) -> Pose:
    """Where a way leads."""
    for leg in legs:
        start = after(start, leg)
    return start


def pose_at(start: Pose, legs: Sequence[AnyLeg], studs: float) -> Pose:
    """Where a vehicle is after so many studs of its way; pivots are made when the leg behind them begins."""
    pose = start
    for leg in legs:
        if isinstance(leg, Pivot):
            pose = after(pose, leg)
        elif studs <= leg.studs:
            return after(pose, leg, studs / leg.studs) if leg.studs else pose
        else:
            studs -= leg.studs
            pose = after(pose, leg)
    return pose


def until(legs: Sequence[AnyLeg], studs: float) -> Legs:
    """The part of a way up to so many studs of it; pivots that follow the last of them are not made."""
    found: list[AnyLeg] = []
    for leg in legs:
        if studs <= 0.0:
            break
        if isinstance(leg, Pivot):
            found.append(leg)
            continue
        part = min(leg.studs, studs)
        found.append(type(leg)(part))
        studs -= part
    return tuple(found)


@rule("ba.geometry.vehicle_path", "ba.roadkill")
def met_by(shapes: Sequence[Shape], start: Pose, legs: Sequence[AnyLeg], size: Size) -> tuple[int, ...]:
    """Which of these shapes the footprint overlaps anywhere on its way, its start and end included."""
    return tuple(
        number for number, shape in enumerate(shapes) if first_met(Scene([shape]), start, legs, size) is not None
    )


@rule("ba.geometry.vehicle_path")
def first_met(scene: Scene, start: Pose, legs: Sequence[AnyLeg], size: Size) -> tuple[int, float, int] | None:
    """The first leg in which the footprint would overlap a thing of the scene or leave its bounds, the share of the
    leg before that, and the number of the thing (-2: the edge)."""
    pose = start
    hit = kernel.overlapped(scene, rectangle_at(pose, *size))
    if hit != -1:
        return 0, 0.0, hit
    for number, leg in enumerate(legs):
        shape = rectangle_at(pose, *size)
        if isinstance(leg, Pivot):
            hit, share = kernel.pivot(scene, shape, pose.place, leg.degrees), 0.0
        else:
            ahead = after(pose, leg)
            way = (ahead.x - pose.x) / GRAIN, (ahead.y - pose.y) / GRAIN
            share, hit = kernel.translate(scene, shape, *way)
        if hit != -1:
            return number, share, hit
        pose = after(pose, leg)
    return None
