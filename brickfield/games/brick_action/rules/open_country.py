"""Open country: where nothing at all stands near a field of view, so that whoever moves in it is seen and uncovered.

It only spares rays: what is found clear here every ray would find clear too. All else is looked at ray by ray.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from brickfield.games.brick_action.rules.line_of_sight import Landscape, Stander
from brickfield.geometry import Point, Shape, circle, kernel, polygon

# Nearer than this a thing may touch a ray beside the middle, or a mini may stand against its wall; and to a trunk.
_NEAR, _NEAR_TREE = 1.75, 3.25
_THIN = 0.05


class Country:
    """The things of a landscape that could matter in some part of the board."""

    __slots__ = ("things",)

    def __init__(self, land: Landscape, points: Sequence[Point]) -> None:
        x0, x1 = min(x for x, _ in points), max(x for x, _ in points)
        y0, y1 = min(y for _, y in points), max(y for _, y in points)

        def is_near(shape: Shape, near: float) -> bool:
            across = shape.x0 - near <= x1 and shape.x1 + near >= x0
            return across and shape.y0 - near <= y1 and shape.y1 + near >= y0

        solid = [each.shape for each in land.obstacles]
        found = [(shape, _NEAR) for shape in (*solid, *land.soft, *land.smoke) if is_near(shape, _NEAR)]
        trunks = [circle(each.x, each.y, each.radius) for each in land.trees]
        found += [(shape, _NEAR_TREE) for shape in trunks if is_near(shape, _NEAR_TREE)]
        self.things = tuple(found)

    def is_clear(self, eye: Point, a: Point, b: Point) -> bool:
        """Whether nothing is near the triangle from an eye to a straight way."""
        return all(_is_apart(shape, near, eye, a, b) for shape, near in self.things)


def is_open(land: Landscape, standers: Sequence[Stander]) -> bool:
    """Whether nothing at all is near anybody of these nor between them, and nobody is indoors or a vehicle."""
    if any(each.inside or each.faces or each.corner or each.body is not None for each in standers):
        return False
    return not Country(land, [(each.x, each.y) for each in standers]).things


def _is_apart(shape: Shape, near: float, eye: Point, a: Point, b: Point) -> bool:
    x, y = shape.centre
    reach = shape.reach + near
    if _point_apart(x, y, eye, a, b) > reach:
        return True
    return kernel.distance(shape, _triangle(eye, a, b)) > near


def _point_apart(x: float, y: float, eye: Point, a: Point, b: Point) -> float:
    """How far a point is from a triangle; 0 inside it."""
    first, second, third = _side(x, y, eye, a), _side(x, y, a, b), _side(x, y, b, eye)
    if (first >= 0 and second >= 0 and third >= 0) or (first <= 0 and second <= 0 and third <= 0):
        return 0.0
    return min(_to_line(x, y, eye, a), _to_line(x, y, a, b), _to_line(x, y, b, eye))


def _side(x: float, y: float, a: Point, b: Point) -> float:
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])


def _to_line(x: float, y: float, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(x - a[0] - dx * along, y - a[1] - dy * along)


def _triangle(eye: Point, a: Point, b: Point) -> Shape:
    """The triangle as a shape; one that is as good as a line as a thin strip."""
    turn = _side(*b, eye, a)
    longest = max(hypot(a[0] - eye[0], a[1] - eye[1]), hypot(b[0] - eye[0], b[1] - eye[1]), 1.0)
    if abs(turn) > _THIN * longest:
        return polygon([eye, a, b] if turn > 0 else [eye, b, a])
    points = sorted((eye, a, b))
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = hypot(x1 - x0, y1 - y0) or 1.0
    nx, ny = -(y1 - y0) / length * _THIN * 2, (x1 - x0) / length * _THIN * 2
    if length < 1.0:
        nx, ny, x1 = 0.0, _THIN * 2, x0 + 1.0
    return polygon([(x0 - nx, y0 - ny), (x1 - nx, y1 - ny), (x1 + nx, y1 + ny), (x0 + nx, y0 + ny)])
