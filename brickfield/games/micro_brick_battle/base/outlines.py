"""Outlines: edges and areas of the table, and the ground that units cover."""

from __future__ import annotations

from functools import lru_cache

from brickfield.core.clauses import rule
from brickfield.geometry import Pose, Shape, circle, rectangle_at
from brickfield.geometry.grain import GRAIN
from .unit_cards import UnitCard

_EDGES = {"y": ("south", "north"), "x": ("west", "east")}
# x0, y0, x1, y1
Area = tuple[float, float, float, float]


def edge_name(edge: str) -> str:
    """An edge as it is called on a map: south, north, west or east."""
    return _EDGES[edge[0]][edge != f"{edge[0]}=0"]


def outline(area: Area) -> tuple[int, ...]:
    """The corners of an upright rectangle, counter-clockwise, in grain."""
    x0, y0, x1, y1 = area
    return tuple(round(value * GRAIN) for value in (x0, y0, x1, y0, x1, y1, x0, y1))


@rule("inf.geometry.plate", "inf.build.plate", "mbb.geometry.footprint")
def shape_at(card: UnitCard, pose: Pose) -> Shape:
    """The ground a unit covers at a pose: a rectangle, or the round plate of infantry."""
    if card.markers:
        return _plate_at(pose.x, pose.y, card.length_inches)
    return rectangle_at(pose, card.length_inches, card.width_inches)


@lru_cache(maxsize=4096)
def _plate_at(x: int, y: int, diameter: float) -> Shape:
    return circle(x / GRAIN, y / GRAIN, diameter / 2)
