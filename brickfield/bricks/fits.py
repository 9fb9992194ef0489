"""What parts are like where they meet others: bodies, studs, what takes a stud, and clips, bars, pins and turntables.

Plain bricks, plates and tiles fit as their box says; all others stand in `data/fits.toml`. What stands nowhere is not
known, and the check of a building says so instead of guessing.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple, cast, get_args

from brickfield.bricks.bodies import PartSolid, Shape
from brickfield.bricks.parts import BrickPart, all_parts
from brickfield.bricks.placing import STUD, Box, Point

Joint = Literal["bar", "clip", "pin", "hole", "turn", "ring", "axle", "hub", "rim", "tyre"]
# What goes into what.
PARTNERS: dict[Joint, Joint] = {"bar": "clip", "pin": "hole", "ring": "turn", "axle": "hub", "rim": "tyre"}

UP: Point = (0.0, -1.0, 0.0)
DOWN: Point = (0.0, 1.0, 0.0)
_WAYS: dict[str, Point] = {
    f"{sign}{axis}": (step * (axis == "x"), step * (axis == "y"), step * (axis == "z"))
    for sign, step in (("", 1.0), ("+", 1.0), ("-", -1.0))
    for axis in "xyz"
}
_PLAIN = re.compile(
    r"(brick|plate|tile|baseplate)\s+(\d+) x\s+(\d+)( x\s+\d+)?"
    r"( with groove| without groove| with reinforced underside)?$",
    re.IGNORECASE,
)
_SIDES = {"x0": 0, "y0": 1, "z0": 2, "x1": 3, "y1": 4, "z1": 5}


class FitStud(NamedTuple):
    """A stud: where it stands, where it points, and whether it is hollow."""

    place: Point
    way: Point
    hollow: bool


class Hollow(NamedTuple):
    """What takes a stud from below; a rib between two squares only goes into hollow studs."""

    place: Point
    rib: bool


class Join(NamedTuple):
    """Half of a connection without a stud: where, along which way, and for a bar how long."""

    kind: Joint
    place: Point
    way: Point
    length: float


class PartFit(NamedTuple):
    """How a part meets others, and what it looks like."""

    body: tuple[PartSolid, ...]
    studs: tuple[FitStud, ...]
    below: tuple[Hollow, ...]
    joins: tuple[Join, ...]
    look: tuple[PartSolid, ...]


@cache
def fit_of(number: str) -> PartFit | None:
    """How a part of the table fits, if that is known."""
    part = all_parts()[number]
    listed = _listed().get(number)
    return _read(listed, part.box) if listed is not None else _plain(part)


@cache
def _listed() -> dict[str, dict[str, list[str]]]:
    text = (files("brickfield.bricks") / "data" / "fits.toml").read_text("utf-8")
    return {number: entry for entry in tomllib.loads(text)["fit"] for number in entry["parts"]}


def _plain(part: BrickPart) -> PartFit | None:
    """A part that is nothing but its box, with a stud over every square or over none; a baseplate has no hollows."""
    named = _PLAIN.match(part.title)
    if named is None:
        return None
    wide, deep = part.box[3] - part.box[0], part.box[5] - part.box[2]
    sides = sorted((int(named[2]), int(named[3])))
    if sorted((wide / STUD, deep / STUD)) != sides or part.studs not in (0, sides[0] * sides[1]):
        return None
    columns, rows = squares(part.box[0], part.box[3]), squares(part.box[2], part.box[5])
    top, ground = part.box[1], part.box[4]
    studs = [FitStud((x, top, z), UP, False) for x in columns for z in rows] if part.studs else []
    body = (PartSolid("box", part.box),)
    if named[1].lower() == "baseplate":
        return PartFit(body, tuple(studs), (), (), body)
    below = [Hollow((x, ground, z), False) for x in columns for z in rows]
    if len(columns) > 1 and len(rows) > 1:
        # the tubes between four squares are as wide as a stud
        below += [Hollow((x + 10, ground, z + 10), False) for x in columns[:-1] for z in rows[:-1]]
    elif len(columns) > 1 or len(rows) > 1:
        below += [Hollow((x + 10, ground, rows[0]), True) for x in columns[:-1]]
        below += [Hollow((columns[0], ground, z + 10), True) for z in rows[:-1]]
    return PartFit(body, tuple(studs), tuple(below), (), body)


def squares(low: float, high: float) -> list[float]:
    """The middles of the squares between two sides."""
    count = max(1, round((high - low) / STUD))
    first = (low + high - STUD * (count - 1)) / 2
    return [first + STUD * n for n in range(count)]


def _read(entry: dict[str, list[str]], box: Box) -> PartFit:
    body = tuple(_solid(line.split(), box) for line in entry["body"])
    return PartFit(
        body,
        tuple(stud for line in entry.get("studs", ()) for stud in _studs(line.split(), box)),
        tuple(hollow for line in entry.get("below", ()) for hollow in _below(line.split(), box)),
        tuple(_join(line.split()) for line in entry.get("joins", ())),
        tuple(_solid(line.split(), box) for line in entry.get("look", ())) or body,
    )


def _solid(words: list[str], box: Box) -> PartSolid:
    sides = [box[_SIDES[word]] if word in _SIDES else float(word) for word in words[1:7]]
    whole = (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5])
    assert words[0] in get_args(Shape), words
    shape = cast(Shape, words[0])
    if shape == "cone":
        return PartSolid(shape, whole, "y", float(words[7]))
    return PartSolid(shape, whole, words[7] if len(words) > 7 else "", float(words[8]) if len(words) > 8 else 0.0)


def _places(words: list[str], box: Box) -> list[Point]:
    """The places a line means: * stands for every square along a side."""
    found = []
    for axis, word in enumerate(words[:3]):
        if word == "*":
            found.append(squares(box[axis], box[axis + 3]))
        else:
            found.append([box[_SIDES[word]] if word in _SIDES else float(word)])
    return [(x, y, z) for x in found[0] for y in found[1] for z in found[2]]


def _studs(words: list[str], box: Box) -> list[FitStud]:
    ways = [_WAYS[word] for word in words[3:] if word in _WAYS]
    return [FitStud(place, ways[0] if ways else UP, "hollow" in words) for place in _places(words, box)]


def _below(words: list[str], box: Box) -> list[Hollow]:
    return [Hollow(place, "rib" in words) for place in _places(words, box)]


def _join(words: list[str]) -> Join:
    kind = cast(Joint, words[0])
    x, y, z = map(float, words[1:4])
    if words[4] in _WAYS:
        return Join(kind, (x, y, z), _WAYS[words[4]], 0.0)
    end = tuple(map(float, words[4:7]))
    length = sum(abs(far - near) for near, far in zip((x, y, z), end, strict=True))
    way = tuple((far - near) / length for near, far in zip((x, y, z), end, strict=True))
    return Join(kind, (x, y, z), (way[0], way[1], way[2]), length)
