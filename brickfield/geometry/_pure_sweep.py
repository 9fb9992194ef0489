"""A whole drive in one call, in plain Python: turn, go straight, turn again, until something is in the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fmod, sqrt

from brickfield.geometry._pure_pivot import pivot, polygon_turn_hits, turn_leaves
from brickfield.geometry._pure_sight import without
from brickfield.geometry._pure_slide import FREE, border, disc_to_polygon, polygon_contact, translate
from brickfield.geometry.grain import must_be_finite, unit
from brickfield.geometry.scene import Scene
from brickfield.geometry.shapes import EPS, Shape, circle, frame, outline

# Turn in degrees and signed distance along the new heading.
Leg = tuple[float, float]
# x, y, heading, the leg in which it stopped (their number if in none), the share of it covered, what stopped it.
Drive = tuple[float, float, float, int, float, int]


def sweep(
    scene: Scene, length: float, width: float, x: float, y: float, heading: float, legs: Iterable[Leg], /,
    skip: int = -1,
) -> Drive:  # fmt: skip
    """Drive a rectangle, or a disc of that diameter if it has no width, through legs of (turn in degrees, distance
    along the new heading; negative reverses).

    Each leg turns about the centre, then goes straight. A turn that hits anything is not made at all and ends the
    drive; a straight move is cut at contact and ends it there. Given back: x, y and heading reached, the number of
    the leg in which it stopped (or how many there are), the share of that leg's distance covered, and the number of
    the shape that stopped it: -1 none, -2 the border.
    """
    if not width:
        return _roll(scene, length * 0.5, x, y, heading, legs, skip)
    half_length, half_width = length * 0.5, width * 0.5
    reach = sqrt(half_length * half_length + half_width * half_width)
    end_x = x0 = x1 = x
    end_y = y0 = y1 = y
    end = heading
    path = []
    for turn, distance in legs:
        end += turn
        if end < 0.0 or end >= 360.0:
            end = fmod(end, 360.0)
            if end < 0.0:
                end += 360.0
        c, s = unit(end)
        dx = distance * c
        dy = distance * s
        path.append((turn, end, c, s, dx, dy))
        end_x += dx
        if end_x < x0:
            x0 = end_x
        elif end_x > x1:
            x1 = end_x
        end_y += dy
        if end_y < y0:
            y0 = end_y
        elif end_y > y1:
            y1 = end_y
    # What is not finite anywhere in the orders shows at the end.
    must_be_finite(end_x, end_y, end, reach)
    x0 -= reach
    y0 -= reach
    x1 += reach
    y1 += reach
    shapes: Sequence[Shape] = scene.shapes if skip < 0 else without(scene.shapes, skip, -1)
    near = []
    for other in shapes:
        if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0:
            near.append(other)
    bounds = scene.bounds
    if bounds is not None and x0 >= bounds[0] and y0 >= bounds[1] and x1 <= bounds[2] and y1 <= bounds[3]:
        bounds = None
    if not near and bounds is None:
        return end_x, end_y, end, len(path), 1.0, -1
    number = 0
    for turn, end, c, s, dx, dy in path:
        if turn != 0.0:
            x0 = x - reach
            x1 = x + reach
            y0 = y - reach
            y1 = y + reach
            for other in near:
                if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0:  # noqa: SIM102
                    if _turn_hits(other, x, y, heading, half_length, half_width, reach, turn):
                        return x, y, heading, number, 0.0, _number(shapes, other, skip)
            if bounds is not None and (x0 < bounds[0] or y0 < bounds[1] or x1 > bounds[2] or y1 > bounds[3]):
                points, _ = frame(x, y, *unit(heading), half_length, half_width)
                if turn_leaves(bounds, points, 0.0, x, y, turn):
                    return x, y, heading, number, 0.0, -2
        heading = end
        wide = half_length * (c if c > 0.0 else -c) + half_width * (s if s > 0.0 else -s)
        high = half_length * (s if s > 0.0 else -s) + half_width * (c if c > 0.0 else -c)
        x0 = x - wide
        x1 = x + wide
        y0 = y - high
        y1 = y + high
        share, hit = FREE, None
        edge = border(bounds, x0, y0, x1, y1, dx, dy) if bounds is not None else FREE
        if dx > 0.0:
            x1 += dx
        else:
            x0 += dx
        if dy > 0.0:
            y1 += dy
        else:
            y0 += dy
        points = ()
        for other in near:
            if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0:
                if not points:
                    points, axes = frame(x, y, c, s, half_length, half_width)
                if other.radius:
                    _, edges = outline(x, y, c, s, half_length, half_width)
                    at = disc_to_polygon(other.x, other.y, other.radius, points, edges, -dx, -dy)
                else:
                    at = polygon_contact(points, axes, other, dx, dy)
                if at < share:
                    share, hit = at, other
        if edge < share:
            return x + edge * dx, y + edge * dy, heading, number, edge, -2
        if hit is not None:
            return x + share * dx, y + share * dy, heading, number, share, _number(shapes, hit, skip)
        x += dx
        y += dy
        number += 1
    return x, y, heading, number, 1.0, -1


def _roll(scene: Scene, radius: float, x: float, y: float, heading: float, legs: Iterable[Leg], skip: int) -> Drive:
    """As `sweep` for a disc: turning on the spot it meets only what it is in already."""
    number = 0
    for turn, distance in legs:
        shape = circle(x, y, radius)
        hit = pivot(scene, shape, (x, y), turn, skip) if turn != 0.0 else -1
        if hit != -1:
            return x, y, heading, number, 0.0, hit
        heading = _folded(heading + turn)
        c, s = unit(heading)
        dx, dy = distance * c, distance * s
        share, hit = translate(scene, shape, dx, dy, skip)
        if hit != -1:
            return x + share * dx, y + share * dy, heading, number, share, hit
        x, y, number = x + dx, y + dy, number + 1
    return x, y, heading, number, 1.0, -1


def _folded(heading: float) -> float:
    """A heading from 0 up to a full turn."""
    if heading < 0.0 or heading >= 360.0:
        heading = fmod(heading, 360.0)
        if heading < 0.0:
            heading += 360.0
    return heading


def _number(shapes: Sequence[Shape], hit: Shape, skip: int) -> int:
    """The number in the scene of the shape that was hit, counting the one that was skipped."""
    number = shapes.index(hit)
    return number + 1 if 0 <= skip <= number else number


def _turn_hits(
    other: Shape,
    x: float, y: float, heading: float, half_length: float, half_width: float,
    reach: float, turn: float,
) -> bool:  # fmt: skip
    """Whether a turn on the spot hits a shape."""
    for nx, ny, offset in other.edges:
        if nx * x + ny * y - offset >= reach - EPS:
            return False
    points, edges = outline(x, y, *unit(heading), half_length, half_width)
    return polygon_turn_hits(points, edges, other, x, y, reach, turn)
