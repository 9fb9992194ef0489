"""Silhouettes: which points of an upright target an eye sees past the bodies on the table.

A body that stands on the ground and has no openings is a prism: an outline and a height; what it hides it hides from
below, and `hidden_rows` counts how far. Any other body is a `Solid`, and `hidden_cells` looks at every sample. A body
hides a point when the line from the eye enters it by more than the tolerance; grazing hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from brickfield.geometry import kernel
from brickfield.geometry._pure_silhouette import Prism
from brickfield.geometry.shapes import Point
from brickfield.geometry.solids import Solid, Spot, sees

Eye = Spot


def hidden_rows(
    eye: Eye, centre: Point, width: float, heights: Sequence[float], bodies: Iterable[Prism]
) -> tuple[int, ...]:
    """How many rows of each column of a target are hidden, the left column (as the eye sees it) first.

    The target is an upright rectangle through `centre`, square to the line from the eye; it has as many columns as
    `heights` has rows, sampled at the middle of each cell. `heights` ascend, and what hides a point hides all below it.
    """
    return kernel.hidden_rows(*eye, *centre, *_left_of(eye[0], eye[1], centre), width, heights, bodies)


def hidden_cells(
    eye: Eye, centre: Point, width: float, heights: Sequence[float], solids: Iterable[Solid]
) -> tuple[tuple[bool, ...], ...]:
    """Which samples of a target are hidden, column by column as in `hidden_rows`, the lowest row of each first.

    The heights are those above the table: of a target on an upper floor the floor's own height is in them.
    """
    ex, ey, _ = eye
    x0, y0, x1, y1 = _box(ex, ey, centre, width / 2)
    near = [
        each
        for each in solids
        if each.shape.x0 < x1 and each.shape.x1 > x0 and each.shape.y0 < y1 and each.shape.y1 > y0
    ]
    return tuple(
        tuple(not sees(eye, (ex + tx, ey + ty, height), near) for height in heights)
        for tx, ty in _columns(ex, ey, centre, width, len(heights))
    )


def hidden_part(eye: Eye, centre: Point, width: float, heights: Sequence[float], solids: Iterable[Solid]) -> float:
    """The share of the samples of a target that is hidden."""
    cells = hidden_cells(eye, centre, width, heights, solids)
    return sum(map(sum, cells)) / (len(heights) * len(heights))


def _columns(ex: float, ey: float, centre: Point, width: float, count: int) -> list[Point]:
    """The ways from the eye to the middles of the columns of a target, the left one first."""
    dx, dy = centre[0] - ex, centre[1] - ey
    lx, ly = _left_of(ex, ey, centre)
    asides = [width / 2 - (column + 0.5) * width / count for column in range(count)]
    return [(dx + lx * aside, dy + ly * aside) for aside in asides]


def _left_of(ex: float, ey: float, centre: Point) -> Point:
    """The direction to the left of the line of sight."""
    dx, dy = centre[0] - ex, centre[1] - ey
    away = hypot(dx, dy)
    return (-dy / away, dx / away) if away else (0.0, 1.0)


def _box(ex: float, ey: float, centre: Point, half: float) -> tuple[float, float, float, float]:
    """The upright box around the eye and the target."""
    x, y = centre
    return min(ex, x - half), min(ey, y - half), max(ex, x + half), max(ey, y + half)


__all__ = ["Eye", "Prism", "hidden_cells", "hidden_part", "hidden_rows"]
