"""Sketches: small drawings beside words, such as what a set of rules does to a battle. A game writes them as lines.

A line is a shape, whose it is (`/0`, `/1`; nobody's without), numbers, and words behind a colon: `tank/0 30 70 45`,
`way/0 30 70 60 70 60 30`, `note 80 20: 8+`. A sketch is 160 wide and 90 high, its first corner is the upper left one;
bearings are in degrees, counter-clockwise from the right.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from brickfield.core.data_files import DataFault

WIDTH, HEIGHT = 160, 90
SIDES = {"": -1, "0": 0, "1": 1}
# By shape how many numbers it takes; a way and a line take as many pairs as they have corners.
SHAPES = {
    **dict.fromkeys(("tank", "mech", "ship", "plane"), 3),
    **dict.fromkeys(("squad", "mine", "burst", "flag", "note", "card", "die"), 2),
    **dict.fromkeys(("house", "wood", "wall", "water", "island", "zone", "rain"), 4),
    "ring": 3,
    "cone": 5,
}
_CORNERS = ("way", "line")
_PAIRS = 4


class Stroke(Struct, frozen=True):
    """One shape of a sketch: where it is (what its numbers mean, its shape says), whose, and words at it."""

    shape: str
    at: tuple[int, ...]
    side: int = -1
    text: str = ""


Sketch = tuple[Stroke, ...]


def sketch_of(lines: Iterable[str]) -> Sketch:
    """A sketch as its lines state it."""
    return tuple(map(_stroke, lines))


def _stroke(line: str) -> Stroke:
    head, _colon, text = line.partition(": ")
    named, *numbers = head.split(" ")
    shape, _slash, side = named.partition("/")
    if side not in SIDES or not all(each.removeprefix("-").isdecimal() for each in numbers):
        raise DataFault(f"a sketch has no line {line!r}")
    at = tuple(map(int, numbers))
    right = len(at) >= _PAIRS and len(at) % 2 == 0 if shape in _CORNERS else SHAPES.get(shape) == len(at)
    if not right:
        raise DataFault(f"a sketch has no {shape} with {len(at)} numbers: {line!r}")
    return Stroke(shape, at, SIDES[side], text)
