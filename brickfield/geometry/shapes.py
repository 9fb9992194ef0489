"""Shapes on the table: convex polygons and discs, with everything the kernels ask for worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, isfinite, sqrt
from struct import Struct as Layout
from typing import Any

from brickfield.geometry.grain import GRAIN, Pose, direction, must_be_finite, unit

EPS = 1e-6
MOST_CORNERS = 64

Point = tuple[float, float]
# Outward unit normal of a side and how far its line lies from the origin along it.
Edge = tuple[float, float, float]
# A normal, and the lowest and highest offset of the shape along it: opposite sides of a rectangle share one.
Axis = tuple[float, float, float, float]

# The whole that a part was cut from (the middle, length and width), and how far from its rear and from its right side
# the part begins.
Cut = tuple[int, int, int, int, int, int]
_TWICE = 2 * GRAIN

# Numbers before the corners of a packed shape.
HEAD = 9
_LAYOUTS = {n: Layout(f"{HEAD + 5 * n}d").pack for n in (0, *range(3, MOST_CORNERS + 1))}
_pack_disc = _LAYOUTS[0]
_unpack_rectangle = Layout(f"{HEAD + 20}d").unpack


class Shape:
    """A convex polygon (corners counter-clockwise) or a disc. Never changed after it is made.

    `corners` is flat (x, y, x, y ...), `points` holds the same in pairs; a disc has its centre there and a radius.
    Side number i runs from corner i to the next; `edges` holds its outward normal and offset. `packed` is the same
    for the compiled kernel: corner count, radius, centre, reach and box, then x, y, normal and offset per corner.
    It may be missing; whoever wants it calls `pack`.
    """

    __slots__ = ("axes", "corners", "edges", "packed", "points", "radius", "reach", "x", "x0", "x1", "y", "y0", "y1")

    corners: tuple[float, ...]
    points: tuple[Point, ...]
    edges: tuple[Edge, ...]
    axes: tuple[Axis, ...]
    radius: float
    x: float
    y: float
    reach: float
    x0: float
    y0: float
    x1: float
    y1: float
    packed: bytes

    def pack(self) -> bytes:
        """The packed form, made on first asking."""
        if hasattr(self, "packed"):
            return self.packed
        if self.radius:
            radius, x, y = self.radius, self.x, self.y
            self.packed = packed = _pack_disc(0.0, radius, x, y, radius, self.x0, self.y0, self.x1, self.y1)
            return packed
        rows = [number for point, edge in zip(self.points, self.edges, strict=False) for number in (*point, *edge)]
        head = (len(self.edges), self.radius, self.x, self.y, self.reach, *self.box)
        self.packed = packed = _LAYOUTS[len(self.edges)](*head, *rows)
        return packed

    @property
    def centre(self) -> Point:
        """The middle of a rectangle or disc, the centre of gravity of any other polygon."""
        return self.x, self.y

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The upright rectangle around the shape: left, lower, right and upper edge."""
        return self.x0, self.y0, self.x1, self.y1

    def side(self, number: int) -> tuple[float, float, float, float]:
        """The two ends of a side, counter-clockwise."""
        ax, ay = self.points[number]
        bx, by = self.points[(number + 1) % len(self.points)]
        return ax, ay, bx, by

    def __repr__(self) -> str:
        if self.radius:
            return f"circle({self.x!r}, {self.y!r}, {self.radius!r})"
        return f"polygon({list(self.points)!r})"


class _Packed(Shape):
    """A rectangle that the compiled kernel made: only its packed form is there, until Python code looks at it.

    Then it becomes a plain shape for good. A plain shape must not look for missing parts itself: that would make every
    look at one several times dearer.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name == "packed" or name not in Shape.__slots__:
            raise AttributeError(name)
        values = _unpack_rectangle(self.packed)
        _, self.radius, self.x, self.y, self.reach, self.x0, self.y0, self.x1, self.y1 = values[:HEAD]
        ax, ay, anx, any_, a, bx, by, bnx, bny, b, cx, cy, cnx, cny, c, dx, dy, dnx, dny, d = values[HEAD:]
        self.corners = (ax, ay, bx, by, cx, cy, dx, dy)
        self.points = ((ax, ay), (bx, by), (cx, cy), (dx, dy))
        self.edges = ((anx, any_, a), (bnx, bny, b), (cnx, cny, c), (dnx, dny, d))
        self.axes = rectangle_axes(self.edges)
        object.__setattr__(self, "__class__", Shape)
        return getattr(self, name)


def rectangle(x: float, y: float, heading: float, length: float, width: float) -> Shape:
    """A rectangle by its centre, its length along the heading (degrees) and its width across.

    Corners: front-left, rear-left, rear-right, front-right; so side 0 is left, 1 rear, 2 right, 3 front.
    """
    must_be_finite(x, y, heading, length, width)
    if length <= EPS or width <= EPS:
        raise ValueError(f"a rectangle of {length!r} by {width!r} has no area")
    c, s = unit(heading)
    return _rectangle(float(x), float(y), c, s, length, width)


@lru_cache(maxsize=8192)
def rectangle_at(pose: Pose, length: float, width: float) -> Shape:
    """The footprint of something of this size at a pose. Remembered, since most things stand still most of the time."""
    if not (length > EPS and width > EPS and isfinite(length) and isfinite(width)):
        raise ValueError(f"a rectangle of {length!r} by {width!r} has no area")
    c, s = direction(pose.heading)
    return _rectangle(pose.x / GRAIN, pose.y / GRAIN, c, s, length, width)


def outline(
    x: float, y: float, c: float, s: float, half_length: float, half_width: float
) -> tuple[tuple[Point, ...], tuple[Edge, ...]]:
    """Corners and edges of a rectangle by its centre, the cosine and sine of its heading and its half sizes."""
    fx, fy, lx, ly = half_length * c, half_length * s, 0.0 - half_width * s, half_width * c
    ax, ay = x + (fx + lx), y + (fy + ly)
    bx, by = x - (fx - lx), y - (fy - ly)
    cx, cy = x - (fx + lx), y - (fy + ly)
    dx, dy = x + (fx - lx), y + (fy - ly)
    back, right = 0.0 - c, 0.0 - s
    return ((ax, ay), (bx, by), (cx, cy), (dx, dy)), (
        (right, c, right * ax + c * ay),
        (back, right, back * bx + right * by),
        (s, back, s * cx + back * cy),
        (c, s, c * dx + s * dy),
    )


def frame(
    x: float, y: float, c: float, s: float, half_length: float, half_width: float
) -> tuple[tuple[Point, ...], tuple[Axis, ...]]:
    """Corners and axes of a rectangle, as `outline`: its left and right side share one axis, its front and rear one."""
    fx, fy, lx, ly = half_length * c, half_length * s, 0.0 - half_width * s, half_width * c
    ax, ay = x + (fx + lx), y + (fy + ly)
    bx, by = x - (fx - lx), y - (fy - ly)
    cx, cy = x - (fx + lx), y - (fy + ly)
    dx, dy = x + (fx - lx), y + (fy - ly)
    right = 0.0 - s
    return ((ax, ay), (bx, by), (cx, cy), (dx, dy)), (
        (right, c, right * cx + c * cy, right * ax + c * ay),
        (c, s, c * bx + s * by, c * dx + s * dy),
    )


# Set by the choice of kernel: makes the packed form of a rectangle at once, for shapes that no Python code looks at.
compiled_rectangle: Callable[[float, float, float, float, float, float], bytes] | None = None


def _rectangle(x: float, y: float, c: float, s: float, length: float, width: float) -> Shape:
    half_length, half_width = length * 0.5, width * 0.5
    if compiled_rectangle is not None:
        made = _Packed()
        made.packed = compiled_rectangle(x, y, c, s, half_length, half_width)
        return made
    shape = Shape()
    shape.points, shape.edges = points, edges = outline(x, y, c, s, half_length, half_width)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    wide, high = half_length * abs(c) + half_width * abs(s), half_length * abs(s) + half_width * abs(c)
    shape.corners = (ax, ay, bx, by, cx, cy, dx, dy)
    shape.axes = rectangle_axes(edges)
    shape.radius = 0.0
    shape.x, shape.y = x, y
    shape.reach = sqrt(half_length * half_length + half_width * half_width)
    shape.x0, shape.y0, shape.x1, shape.y1 = x - wide, y - high, x + wide, y + high
    return shape


@lru_cache(maxsize=8192)
def part_at(heading: int, cut: Cut, length: int, width: int) -> Shape:
    """A part of a rectangle that was cut along its own directions, all in grain; `cut` says where it lies in it.

    A corner is worked out from its place in the whole and from nothing else, so parts that meet have the same corners
    to the last bit, and those on the outside are the corners of the whole: no joint lets a line of sight through.
    """
    x, y, whole_length, whole_width, along, across = cut
    c, s = direction(heading)
    rear, front = (2 * along - whole_length) / _TWICE, (2 * (along + length) - whole_length) / _TWICE
    right, left = (2 * across - whole_width) / _TWICE, (2 * (across + width) - whole_width) / _TWICE
    ox, oy = x / GRAIN, y / GRAIN
    points = tuple(
        (ox + (ahead * c + (0.0 - aside * s)), oy + (ahead * s + aside * c))
        for ahead, aside in ((front, left), (rear, left), (rear, right), (front, right))
    )
    normals = ((0.0 - s, c), (0.0 - c, 0.0 - s), (s, 0.0 - c), (c, s))
    edges = tuple((nx, ny, nx * px + ny * py) for (nx, ny), (px, py) in zip(normals, points, strict=True))
    shape = _polygon(list(points), list(edges))
    shape.axes = rectangle_axes(edges)
    return shape


def rectangle_axes(edges: tuple[Edge, ...]) -> tuple[Axis, ...]:
    """Left and right side of a rectangle share one axis, front and rear the other."""
    left, rear, right, front = edges
    return (left[0], left[1], -right[2], left[2]), (front[0], front[1], -rear[2], front[2])


def circle(x: float, y: float, radius: float) -> Shape:
    """A disc by its centre and radius."""
    if not (isfinite(x) and isfinite(y) and isfinite(radius)) or radius <= EPS:
        raise ValueError(f"no disc of radius {radius!r} at ({x!r}, {y!r})")
    x, y, radius = float(x), float(y), float(radius)
    shape = Shape()
    shape.corners, shape.points, shape.edges, shape.axes = (x, y), ((x, y),), (), ()
    shape.radius = shape.reach = radius
    shape.x, shape.y = x, y
    shape.x0, shape.y0, shape.x1, shape.y1 = x - radius, y - radius, x + radius, y + radius
    return shape


def polygon(points: Sequence[Point]) -> Shape:
    """A convex polygon by its corners, counter-clockwise and without corners on a straight side.

    Anything else is refused: clockwise, bent inwards, winding round twice, thinner than the tolerance, not finite.
    """
    corners = [(float(x), float(y)) for x, y in points]
    if not 3 <= len(corners) <= MOST_CORNERS:
        raise ValueError(f"a polygon has 3 to {MOST_CORNERS} corners, not {len(corners)}")
    if not all(isfinite(x) and isfinite(y) for x, y in corners):
        raise ValueError("a polygon's corners must be finite numbers")
    edges = _edges(corners)
    for nx, ny, offset in edges:
        depths = [offset - (nx * x + ny * y) for x, y in corners]
        if min(depths) < -EPS or max(depths) <= EPS or sum(depth <= EPS for depth in depths) > 2:
            raise ValueError(f"not a convex polygon with area, counter-clockwise: {corners!r}")
    return _polygon(corners, edges)


def _edges(corners: list[Point]) -> list[Edge]:
    edges = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        if length <= EPS:
            raise ValueError(f"two corners of a polygon meet at ({ax!r}, {ay!r})")
        nx, ny = (by - ay) / length, (ax - bx) / length
        edges.append((nx, ny, nx * ax + ny * ay))
    return edges


def _polygon(corners: list[Point], edges: list[Edge]) -> Shape:
    shape = Shape()
    shape.points, shape.edges = tuple(corners), tuple(edges)
    shape.axes = tuple((nx, ny, -inf, offset) for nx, ny, offset in edges)
    shape.corners = tuple(value for point in corners for value in point)
    shape.radius = 0.0
    shape.x, shape.y = _centre_of_gravity(corners)
    shape.reach = sqrt(max((x - shape.x) ** 2 + (y - shape.y) ** 2 for x, y in corners))
    shape.x0, shape.x1 = min(shape.corners[::2]), max(shape.corners[::2])
    shape.y0, shape.y1 = min(shape.corners[1::2]), max(shape.corners[1::2])
    return shape


def _centre_of_gravity(corners: list[Point]) -> Point:
    # Measured from the first corner: far from the origin the products would swallow small shapes.
    ox, oy = corners[0]
    area = sum_x = sum_y = 0.0
    for (ax, ay), (bx, by) in pairwise(corners[1:]):
        twice = (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
        area += twice
        sum_x += twice * ((ax - ox) + (bx - ox))
        sum_y += twice * ((ay - oy) + (by - oy))
    return ox + sum_x / (3.0 * area), oy + sum_y / (3.0 * area)


def point_in(shape: Shape, x: float, y: float, strict: bool) -> bool:
    """Whether a point is inside a shape: strictly (deeper than the tolerance), or else inside or on its border."""
    slack = -EPS if strict else EPS
    if shape.radius:
        dx, dy = x - shape.x, y - shape.y
        limit = shape.radius + slack
        return dx * dx + dy * dy < limit * limit if strict else dx * dx + dy * dy <= limit * limit
    for nx, ny, offset in shape.edges:
        depth = nx * x + ny * y - offset
        if depth > slack or (strict and depth == slack):
            return False
    return True
