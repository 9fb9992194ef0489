"""Forms: the outline of a thing worked out once in its own frame, then laid at any place and heading without checks."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from struct import Struct as Layout
from typing import Any

from brickfield.geometry.shapes import HEAD, Edge, Point, Shape, polygon

# Numbers for each corner of a packed shape, and the bytes of a number.
_ROW = 5
_DOUBLE = 8

# Set by the choice of kernel: the packed form of a form laid at a place with a cosine and sine, and its box.
compiled_form: Callable[[bytes, float, float, float, float], tuple[bytes, float, float, float, float]] | None = None


class Form:
    """A convex outline about its own origin, +x ahead. `at` lays it on the table."""

    __slots__ = (
        *("_pack", "_sides", "ahead", "aside", "centre", "edges", "packed", "points", "reach", "reach_from_origin"),
    )

    def __init__(self, points: tuple[Point, ...]) -> None:
        shape = polygon(points)
        self.points: tuple[Point, ...] = shape.points
        self.edges: tuple[Edge, ...] = shape.edges
        self._sides = tuple([(*point, *edge) for point, edge in zip(shape.points, shape.edges, strict=True)])
        self._pack = Layout(f"{HEAD + _ROW * len(shape.points)}d").pack
        self.packed = shape.pack()
        self.centre = shape.centre
        self.reach = shape.reach
        # how far any part of it can be from where it is laid
        self.reach_from_origin = max(sqrt(x * x + y * y) for x, y in shape.points)
        # and how far along its heading and across it
        self.ahead = max(abs(x) for x, _y in shape.points)
        self.aside = max(abs(y) for _x, y in shape.points)

    def inset(self, depth: float) -> Form:
        """The form with every side moved inwards."""
        corners = []
        sides = [(nx, ny, offset - depth) for nx, ny, offset in self.edges]
        for (ax, ay, a), (bx, by, b) in zip(sides[-1:] + sides[:-1], sides, strict=True):
            cross = ax * by - ay * bx
            corners.append(((a * by - b * ay) / cross, (b * ax - a * bx) / cross))
        return Form(tuple(corners))

    def box(self, x: float, y: float, c: float, s: float) -> tuple[float, float, float, float]:
        """An upright rectangle that holds the form laid there; quick to work out, but not the smallest one."""
        wide = self.ahead * abs(c) + self.aside * abs(s)
        high = self.ahead * abs(s) + self.aside * abs(c)
        return x - wide, y - high, x + wide, y + high

    def at(self, x: float, y: float, c: float, s: float) -> Shape:
        """The shape with its origin at (x, y), turned to the heading of this cosine and sine."""
        if compiled_form is not None:
            laid = _Laid()
            laid.packed, laid.x0, laid.y0, laid.x1, laid.y1 = compiled_form(self.packed, x, y, c, s)
            return laid
        rows: list[float] = []
        for px, py, nx, ny, offset in self._sides:
            ux, uy = nx * c - ny * s, nx * s + ny * c
            rows += (x + (px * c - py * s), y + (px * s + py * c), ux, uy, offset + (ux * x + uy * y))
        xs, ys = rows[0::_ROW], rows[1::_ROW]
        box = min(xs), min(ys), max(xs), max(ys)
        mx, my = self.centre
        middle = (x + (mx * c - my * s), y + (mx * s + my * c))
        shape = _Laid()
        shape.packed = self._pack(len(self._sides), 0.0, *middle, self.reach, *box, *rows)
        # asked for far more often than anything else
        shape.x0, shape.y0, shape.x1, shape.y1 = box
        return shape


class _Laid(Shape):
    """A form on the table: only its packed form and its box are there, until Python code looks at more of it."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name == "packed" or name not in Shape.__slots__:
            raise AttributeError(name)
        values = Layout(f"{len(self.packed) // _DOUBLE}d").unpack(self.packed)
        _, self.radius, self.x, self.y, self.reach, self.x0, self.y0, self.x1, self.y1 = values[:HEAD]
        rows = [values[at : at + _ROW] for at in range(HEAD, len(values), _ROW)]
        self.points = tuple([(row[0], row[1]) for row in rows])
        self.edges = tuple([(row[2], row[3], row[4]) for row in rows])
        self.axes = tuple([(nx, ny, -inf, offset) for nx, ny, offset in self.edges])
        self.corners = tuple([value for point in self.points for value in point])
        object.__setattr__(self, "__class__", Shape)
        return getattr(self, name)
