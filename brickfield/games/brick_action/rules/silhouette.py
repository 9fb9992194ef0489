"""Seeing a vehicle: eleven points of its silhouette, how much of it is visible, the one wall an AP gun beats."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from brickfield.core.clauses import rule
from brickfield.games.brick_action.rules.line_of_sight import (
    HARD,
    NONE,
    SOFT,
    Crossed,
    Landscape,
    blocks,
    crossed,
    effective_height,
    in_smoke,
)
from brickfield.games.brick_action.rules.vehicles import armour
from brickfield.geometry import Point, Shape

_EPS = 1e-6


@rule("ba.geometry.vehicle_visible")
def silhouette(hull: Shape, eye: Point) -> tuple[Point, ...]:
    """Points on the line through the centre of a hull across the line of fire, from one extreme extent to the other."""
    cx, cy = hull.centre
    dx, dy = cx - eye[0], cy - eye[1]
    away = hypot(dx, dy)
    nx, ny = (-dy / away, dx / away) if away > _EPS else (0.0, 1.0)
    across = [(x - cx) * nx + (y - cy) * ny for x, y in hull.points]
    low, high = min(across), max(across)
    last = armour().silhouette_points - 1
    return tuple(
        (cx + nx * at, cy + ny * at) for at in (low + (high - low) * place / last for place in range(last + 1))
    )


@rule("ba.geometry.vehicle_visible")
def _counts(at: Crossed, start: float, end: float, height: float) -> float:
    """What a point behind an obstacle counts: nothing, half or all."""
    numbers, rises = armour(), effective_height(at, start, end)
    if at.obstacle.tag in (NONE, SOFT) or rises < numbers.partly_hidden_blocks - _EPS:
        return 1.0
    hides = rises >= height - _EPS and at.obstacle.tag != HARD
    return 0.0 if hides else numbers.partly_hidden_counts


@rule("ba.geometry.vehicle_visible", "ba.iva.range")
def visible_points(
    land: Landscape, eye: Point, level: float, hull: Shape, ground: float, height: float, ignored: Sequence[str] = ()
) -> tuple[float, ...]:
    """What each point of a silhouette counts to somebody: 1 seen, 0.5 in part, 0 hidden or in smoke."""
    found = []
    for point in silhouette(hull, eye):
        if land.smoke and in_smoke(land, eye, point):
            found.append(0.0)
            continue
        met = [_counts(at, level, ground, height) for at in crossed(land, eye, point, ignored)]
        found.append(min(met, default=1.0))
    return tuple(found)


@rule("ba.geometry.vehicle_visible")
def visible_share(points: Sequence[float]) -> float:
    """The visible share of a vehicle; 0: it cannot be a target."""
    return sum(points) / len(points)


@rule("ba.veh.ap_wall")
def walls_between(
    land: Landscape,
    eye: Point,
    level: float,
    spot: Point,
    ground: float,
    *,
    inside: str = "",
    hollow: Sequence[str] = (),
    ignored: Sequence[str] = (),
) -> int:
    """How many walls of 5 blocks and more are on a line: an obstacle is one, a building that is passed through two."""
    walls = 0
    for at in crossed(land, eye, spot, ignored):
        if blocks(at, level, ground):
            walls += 2 if at.obstacle.id in hollow and at.obstacle.id != inside else 1
    return walls
