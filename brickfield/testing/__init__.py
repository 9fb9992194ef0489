"""The door for rule tests, tutorials, puzzles and outside checks: lay out any position, force dice, answer, ask."""

from brickfield.testing.citing import clause
from brickfield.testing.positions import (
    Position,
    Result,
    ahead,
    area,
    astern,
    dice,
    forward,
    lay_table,
    march,
    piece,
    pivot,
    reverse,
    slide,
    start,
    unit,
)

__all__ = [
    "Position",
    "Result",
    "ahead",
    "area",
    "astern",
    "clause",
    "dice",
    "forward",
    "lay_table",
    "march",
    "piece",
    "pivot",
    "reverse",
    "slide",
    "start",
    "unit",
]
