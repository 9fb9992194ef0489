"""How many rows of the columns of an upright target are hidden behind bodies that stand on the ground."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import inf

from brickfield.geometry.shapes import EPS, Shape
from brickfield.geometry.solids import passage

# An outline and the height it reaches.
Prism = tuple[Shape, float]


def hidden_rows(
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    lx: float,
    ly: float,
    width: float,
    heights: Sequence[float],
    bodies: Iterable[Prism],
) -> tuple[int, ...]:
    """For each column of a target, the left one first, how many of its rows an eye does not see; there are as many
    columns as `heights`, which ascend.

    The target is so wide and stands at a point, square to the line from the eye, left of which is (lx, ly).
    """
    half, count = width / 2, len(heights)
    x0, y0, x1, y1 = min(ex, x - half), min(ey, y - half), max(ex, x + half), max(ey, y + half)
    near = [body for body in bodies if body[0].x0 < x1 and body[0].x1 > x0 and body[0].y0 < y1 and body[0].y1 > y0]
    if not near:
        return (0,) * count
    dx, dy, columns = x - ex, y - ey, []
    for column in range(count):
        aside = half - (column + 0.5) * width / count
        tx, ty = dx + lx * aside, dy + ly * aside
        tallest = -inf
        for shape, height in near:
            cut = passage(shape, ex, ey, tx, ty)
            if cut is not None:
                tallest = max(tallest, _hides_up_to(ez, height - EPS, *cut))
        columns.append(bisect_right(heights, tallest))
    return tuple(columns)


def _hides_up_to(eye: float, top: float, enters: float, leaves: float) -> float:
    """The greatest height at the target that a line from the eye reaches only through a body of this height."""
    if enters == 0.0:
        return inf if eye <= top else eye + (top - eye) / leaves
    return max(eye + (top - eye) / enters, eye + (top - eye) / leaves)
