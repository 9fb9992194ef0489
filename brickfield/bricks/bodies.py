"""Bodies of parts: boxes, slopes and rounds, and whether two of them are in each other's way."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from brickfield.bricks.placing import Box, Placing, Point

Shape = Literal["box", "ramp", "under", "rod", "cone"]

# Bodies are made this much smaller on every side before they are compared: parts touch, and are rounded in the table.
SLACK = 0.7
# Slices of a slope or a cone, each a box that lies inside the body.
_SLICES = 4
# Half widths of boxes inside a circle of radius 1.
_CHORDS = tuple((math.cos(angle), math.sin(angle)) for angle in map(math.radians, (18, 36, 54, 72)))
_AXES = {"x": 0, "y": 1, "z": 2}
# Two directions are one where they differ by less than this.
_PARALLEL = 1e-6


class PartSolid(NamedTuple):
    """A body or a piece of one: a shape that fills a box. `way` is a direction or an axis, `share` a lip or a top."""

    shape: Shape
    box: Box
    way: str = ""
    share: float = 0.0


class Turned(NamedTuple):
    """A box that may lie askew: its middle, the directions of its sides, and half their lengths."""

    middle: Point
    sides: tuple[Point, Point, Point]
    halves: Point


def inner_boxes(solid: PartSolid) -> list[Box]:
    """Boxes that lie inside a body and nearly fill it."""
    if solid.shape == "rod":
        return [_chord(solid.box, _AXES[solid.way], *chord) for chord in _CHORDS]
    if solid.shape == "cone":
        return _cone(solid.box, solid.share)
    if solid.shape == "box":
        return [solid.box]
    return _ramp(solid)


def _chord(box: Box, axis: int, one: float, other: float) -> Box:
    """A box inside a cylinder along an axis, as wide as a chord."""
    low, high = list(box[:3]), list(box[3:])
    shares = iter((one, other))
    for side in {0, 1, 2} - {axis}:
        middle, half = (low[side] + high[side]) / 2, (high[side] - low[side]) / 2 * next(shares)
        low[side], high[side] = middle - half, middle + half
    return (low[0], low[1], low[2], high[0], high[1], high[2])


def _cone(box: Box, top: float) -> list[Box]:
    """Slices of a cone; each is as wide as its upper end."""
    x0, y0, z0, x1, y1, z1 = box
    found = []
    for slice_ in range(_SLICES):
        share = top + (1 - top) * slice_ / _SLICES
        low, high = y0 + (y1 - y0) * slice_ / _SLICES, y0 + (y1 - y0) * (slice_ + 1) / _SLICES
        wide, deep = (x1 - x0) / 2 * share, (z1 - z0) / 2 * share
        x, z = (x0 + x1) / 2, (z0 + z1) / 2
        found += [_chord((x - wide, low, z - deep, x + wide, high, z + deep), 1, *chord) for chord in _CHORDS]
    return found


def _ramp(solid: PartSolid) -> list[Box]:
    """Slices of a slope: each as high as its lower end."""
    axis, falls_up = _AXES[solid.way[-1]], solid.way[0] == "+"
    low, high = solid.box[axis], solid.box[axis + 3]
    tall = solid.box[4] - solid.box[1]
    found = []
    for slice_ in range(_SLICES):
        near, far = slice_ / _SLICES, (slice_ + 1) / _SLICES
        if not falls_up:
            near, far = 1 - far, 1 - near
        box = list(solid.box)
        box[axis], box[axis + 3] = low + (high - low) * near, low + (high - low) * far
        lost = (tall - solid.share) * (slice_ + 1) / _SLICES
        if solid.shape == "ramp":
            box[1] += lost
        else:
            box[4] -= lost
        found.append((box[0], box[1], box[2], box[3], box[4], box[5]))
    return found


def turned(box: Box, placing: Placing, slack: float = SLACK) -> Turned:
    """A box of a part where it lies, made smaller by the slack."""
    middle = ((box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2)
    halves = tuple(max(0.05, (box[axis + 3] - box[axis]) / 2 - slack) for axis in range(3))
    sides = (placing.turned((1.0, 0.0, 0.0)), placing.turned((0.0, 1.0, 0.0)), placing.turned((0.0, 0.0, 1.0)))
    return Turned(placing.moved(middle), sides, (halves[0], halves[1], halves[2]))


def overlap(one: Turned, other: Turned) -> bool:
    """Whether two boxes share room: no plane along a side, or along two edges, lies between them."""
    gap = (
        other.middle[0] - one.middle[0],
        other.middle[1] - one.middle[1],
        other.middle[2] - one.middle[2],
    )
    faces = (*one.sides, *other.sides)
    if any(_apart(way, gap, one, other) for way in faces):
        return False
    edges = (_cross(mine, theirs) for mine in one.sides for theirs in other.sides)
    return not any(_apart(way, gap, one, other) for way in edges if dot(way, way) > _PARALLEL)


def _apart(way: Point, gap: Point, one: Turned, other: Turned) -> bool:
    reach = sum(
        abs(dot(way, side)) * half for box in (one, other) for side, half in zip(box.sides, box.halves, strict=True)
    )
    return abs(dot(way, gap)) > reach


def dot(one: Point, other: Point) -> float:
    """How far one direction goes along the other."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _cross(one: Point, other: Point) -> Point:
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )
