"""A table turned by quarters or seen in a mirror gives the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brickfield.geometry import Point, Scene, Shape, circle, polygon
from tests.geometry import tables
from tests.geometry.tables import KERNELS

shapes = tables.any_shapes


class View(NamedTuple):
    """Another way to look at the table: what becomes of a point, and whether left becomes right."""

    point: Callable[[float, float], Point]
    mirrored: bool = False

    def way(self, dx: float, dy: float) -> Point:
        (x, y), (ox, oy) = self.point(dx, dy), self.point(0.0, 0.0)
        return x - ox, y - oy

    def shape(self, shape: Shape) -> Shape:
        if shape.radius:
            return circle(*self.point(shape.x, shape.y), shape.radius)
        points = [self.point(x, y) for x, y in shape.points]
        return polygon(points[::-1] if self.mirrored else points)

    def side(self, shape: Shape, side: int) -> int:
        count = len(shape.points)
        return (2 * count - 2 - side) % count if self.mirrored else side

    def scene(self, scene: Scene) -> Scene:
        return Scene([self.shape(shape) for shape in scene.shapes], scene.bounds)


VIEWS = {
    "quarter": View(lambda x, y: (12.0 - y, x)),
    "half": View(lambda x, y: (12.0 - x, 12.0 - y)),
    "three quarters": View(lambda x, y: (y, 12.0 - x)),
    "mirror": View(lambda x, y: (12.0 - x, y), mirrored=True),
    "diagonal": View(lambda x, y: (y, x), mirrored=True),
}
views = st.sampled_from(sorted(VIEWS)).map(VIEWS.__getitem__)


@given(st.data(), views, tables.scenes(shapes, 4), tables.any_points, shapes)
@settings(max_examples=150)
def test_sight_does_not_depend_on_how_the_table_lies(
    data: st.DataObject, view: View, scene: Scene, eye: Point, target: Shape
) -> None:
    # From the very centre of a disc no diameter lies across the line of sight.
    assume(not target.radius or eye != target.centre)
    side = data.draw(st.sampled_from(tables.sides(target)))
    turned, there, other = view.scene(scene), view.point(*eye), view.shape(target)
    for kernel in KERNELS:
        hidden, seen = kernel.sight(scene, *eye, target, side)
        again, still = kernel.sight(turned, *there, other, view.side(target, side))
        assert again == pytest.approx(hidden, abs=2e-6)
        assert still is seen or abs(hidden - 1.0) < 2e-6


@given(views, tables.scenes(shapes, 4, border=True), shapes, tables.grid_points)
@settings(max_examples=150)
def test_moves_do_not_depend_on_how_the_table_lies(view: View, scene: Scene, mover: Shape, end: Point) -> None:
    move = end[0] - 6.0, end[1] - 6.0
    turned, other = view.scene(scene), view.shape(mover)
    for kernel in KERNELS:
        share, hit = kernel.translate(scene, mover, *move)
        again, still = kernel.translate(turned, other, *view.way(*move))
        assert again == pytest.approx(share, abs=1e-9)
        assert still == hit or again == pytest.approx(share, abs=1e-9)
        assert kernel.overlapped(turned, other) == kernel.overlapped(scene, mover)


@given(views, tables.scenes(tables.free_shapes, 4, border=True), tables.free_shapes, st.floats(-400.0, 400.0))
@settings(max_examples=150)
def test_turns_do_not_depend_on_how_the_table_lies(view: View, scene: Scene, mover: Shape, degrees: float) -> None:
    turned, other = view.scene(scene), view.shape(mover)
    back = -degrees if view.mirrored else degrees
    for kernel in KERNELS:
        assert kernel.pivot(turned, other, view.point(*mover.centre), back) == kernel.pivot(
            scene, mover, mover.centre, degrees
        )
