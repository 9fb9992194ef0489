"""The edge of a table as a solid thing: four walls around it.

So there is one rule for touching and overlapping, whatever is touched: whoever may stand a hair deep in a house may
stand a hair over the edge.
"""

from __future__ import annotations

from functools import lru_cache

from brickfield.geometry.scene import Bounds
from brickfield.geometry.shapes import Shape, rectangle

# Thicker than any place on a table is far from its edge, so that nothing can be put down beyond a wall.
_THICK = 10_000.0


@lru_cache(maxsize=256)
def fence(table: Bounds) -> tuple[Shape, Shape, Shape, Shape]:
    """The walls around a table: left, lower, right and upper one."""
    x0, y0, x1, y1 = table
    x, y, half = (x0 + x1) / 2, (y0 + y1) / 2, _THICK / 2
    wide, high = x1 - x0 + 2 * _THICK, y1 - y0 + 2 * _THICK
    return (
        rectangle(x0 - half, y, 0.0, _THICK, high),
        rectangle(x, y0 - half, 0.0, wide, _THICK),
        rectangle(x1 + half, y, 0.0, _THICK, high),
        rectangle(x, y1 + half, 0.0, wide, _THICK),
    )
