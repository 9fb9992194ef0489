"""Seeing a vehicle: eleven points of its silhouette, how much of it is visible, the one wall an AP gun beats."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from struct import pack

from brickfield.core.clauses import rule
from brickfield.geometry import Point, Shape, fields, kernel
from brickfield.geometry.solids import passage
from ...base.sight.line_of_sight import Landscape, Stander, blocks, crossed
from .vehicles import armour

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


@rule("ba.geometry.vehicle_visible", "ba.iva.range", "ba.weapon.smoke.effect")
def visible_points(
    land: Landscape, who: Stander, hull: Shape, ground: float, height: float, target: str = ""
) -> tuple[float, ...]:
    """What each point of a silhouette counts to somebody: 1 seen, 0.5 in part, 0 hidden or in smoke."""
    numbers, points = armour(), silhouette(hull, (who.x, who.y))
    packed = pack(f"{2 * len(points)}d", *[part for point in points for part in point])
    own = land.numbers.get(target, fields.NOBODY)
    seen = kernel.points_seen(
        land.field, land.posts((who,)), packed, own, ground, numbers.partly_hidden_blocks, float(height)
    )
    counts = (0.0, numbers.partly_hidden_counts, 1.0)
    return tuple([counts[each] for each in seen])


@rule("ba.geometry.vehicle_visible")
def visible_share(points: Sequence[float]) -> float:
    """The visible share of a vehicle; 0: it cannot be a target."""
    return sum(points) / len(points)


@rule("ba.weapon.smoke.effect")
def touches(smoke: Sequence[Shape], eye: Point, spot: Point) -> bool:
    """Whether a ray touches smoke."""
    return any(passage(each, *eye, spot[0] - eye[0], spot[1] - eye[1], -_EPS) is not None for each in smoke)


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
