"""The parts there are: size, studs and kind of each, and which number means which."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from brickfield.bricks.placing import Box

# A print or sticker on a part does not change its body: 3069bp01 is a 3069b.
_DECORATED = re.compile(r"([0-9]{1,6}[a-z]?)(p[0-9a-z]{1,4}|d[0-9a-z]{2})$")
_LETTERED = re.compile(r"([0-9]{1,6})([a-z]?)$")
# Numbers that the library of parts has given up for another; neither has a letter that would tell.
_MOVED = {"4073": "6141", "50746": "54200"}


class BrickPart(NamedTuple):
    """A part of the table: its box without the studs on top, and how many studs point up."""

    number: str
    kind: str
    box: Box
    studs: int
    title: str


class Colour(NamedTuple):
    """A colour of the table; `bricklink` is that market's number where it is known."""

    code: int
    name: str
    value: str
    finish: str
    bricklink: int | None


@cache
def all_parts() -> dict[str, BrickPart]:
    """Every part of the table by its number."""
    parts = {}
    for number, kind, *numbers, studs, title in _rows("parts.csv", 9):
        x0, y0, z0, x1, y1, z1 = map(float, numbers)
        parts[number] = BrickPart(number, kind, (x0, y0, z0, x1, y1, z1), int(studs), title)
    return parts


@cache
def all_colours() -> dict[int, Colour]:
    """Every colour of the table by its LDraw code."""
    rows = _rows("colours.csv", 4)
    return {int(c): Colour(int(c), name, value, finish, int(b) if b else None) for c, name, value, finish, b in rows}


def _rows(name: str, commas: int) -> list[list[str]]:
    """Lines of a table; the last column may hold commas, lines with # are remarks."""
    text = (files("brickfield.bricks") / "data" / name).read_text("utf-8")
    return [line.split(",", commas) for line in text.splitlines() if line and not line.startswith("#")]


@cache
def find_part(number: str) -> BrickPart | None:
    """The part of a number, also of one that is printed on, has moved, or differs by a letter that changes no size.

    Where versions with other letters have other sizes nothing is guessed: such a number is unknown.
    """
    parts, number = all_parts(), number.lower()
    number = _MOVED.get(number, number)
    if number in parts:
        return parts[number]
    decorated = _DECORATED.match(number)
    if decorated:
        return find_part(decorated[1])
    lettered = _LETTERED.match(number)
    versions = [parts[name] for name in _versions().get(lettered[1], ())] if lettered else []
    if lettered is None or len({(part.box, part.studs) for part in versions}) != 1:
        return None
    return parts.get(lettered[1], versions[-1])


@cache
def _versions() -> dict[str, list[str]]:
    """The numbers of the table that differ by a letter, or by none, under their digits."""
    found: dict[str, list[str]] = defaultdict(list)
    for number in sorted(all_parts()):
        lettered = _LETTERED.match(number)
        if lettered:
            found[lettered[1]].append(number)
    return found


def colour_name(code: int) -> str:
    """What people call a colour."""
    colour = all_colours().get(code)
    return colour.name if colour else f"colour {code:#x}" if code > 0xFFFF else f"colour {code}"
