"""Forms: the outline of a thing worked out once in its own frame, then laid at any place and heading without checks."""

from __future__ import annotations

from math import inf, sqrt

from brickfield.geometry.shapes import Edge, Point, Shape, polygon


class Form:
    """A convex outline about its own origin, +x ahead. `at` lays it on the table."""

    __slots__ = ("centre", "edges", "points", "reach", "reach_from_origin")

    def __init__(self, points: tuple[Point, ...]) -> None:
        shape = polygon(points)
        self.points: tuple[Point, ...] = shape.points
        self.edges: tuple[Edge, ...] = shape.edges
        self.centre = shape.centre
        self.reach = shape.reach
        # how far any part of it can be from where it is laid
        self.reach_from_origin = max(sqrt(x * x + y * y) for x, y in shape.points)

    def inset(self, depth: float) -> Form:
        """The form with every side moved inwards."""
        corners = []
        sides = [(nx, ny, offset - depth) for nx, ny, offset in self.edges]
        for (ax, ay, a), (bx, by, b) in zip(sides[-1:] + sides[:-1], sides, strict=True):
            cross = ax * by - ay * bx
            corners.append(((a * by - b * ay) / cross, (b * ax - a * bx) / cross))
        return Form(tuple(corners))

    def at(self, x: float, y: float, c: float, s: float) -> Shape:
        """The shape with its origin at (x, y), turned to the heading of this cosine and sine."""
        shape = Shape()
        points = [(x + (px * c - py * s), y + (px * s + py * c)) for px, py in self.points]
        edges = []
        for nx, ny, offset in self.edges:
            ux, uy = nx * c - ny * s, nx * s + ny * c
            edges.append((ux, uy, offset + (ux * x + uy * y)))
        cx, cy = self.centre
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        shape.points, shape.edges = tuple(points), tuple(edges)
        shape.axes = tuple([(nx, ny, -inf, offset) for nx, ny, offset in edges])
        shape.corners = tuple([value for point in points for value in point])
        shape.radius = 0.0
        shape.x, shape.y = x + (cx * c - cy * s), y + (cx * s + cy * c)
        shape.reach = self.reach
        shape.x0, shape.x1 = min(xs), max(xs)
        shape.y0, shape.y1 = min(ys), max(ys)
        return shape
