"""Numbers as words: lengths, places, headings, directions seen from a unit, chances."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, hypot

from brickfield.core import numbers as figures
from brickfield.core.asking.offers import Weighed
from brickfield.geometry.grain import GRAIN, Pose

number = figures.number_text
counted = figures.counted
listed = figures.listed

# What adding chances up may lose or gain in the last digit.
_CRUMB = 1e-9
_RULERS = {"inch": "in", "stud": "studs", "brick": "bricks"}
# Headings count counter-clockwise from the right edge of the table; the far edge of seat 0 is north.
_SIXTEENTH = 22.5
COMPASS = ("east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast")
_DIRECTIONS = ("ahead", "ahead left", "left", "behind left", "behind", "behind right", "right", "ahead right")


def length(value: float, ruler: str = "inch") -> str:
    """A length with its unit, one decimal: 14.2 in."""
    return f"{value:.1f} {_RULERS.get(ruler, ruler)}"


def exact_length(value: float, ruler: str = "inch") -> str:
    """A length with its unit, two decimals where it has them: 3 in, 7.25 bricks, 1 brick."""
    told = number(value)
    unit = _RULERS.get(ruler, ruler)
    return f"{told} {unit.removesuffix('s') if told == '1' else unit}"


def ruler_words(ruler: str) -> str:
    """What lengths of a game are counted in: inches, bricks."""
    return {"inch": "inches"}.get(ruler, f"{ruler}s")


def percent(share: float) -> str:
    """A chance as whole percent; never 0 or 100 when it is not certain."""
    whole = round(share * 100)
    if _CRUMB < share < 1.0 - _CRUMB:
        whole = min(99, max(1, whole))
    return f"{whole} %"


def weighed(change: Weighed) -> str:
    """What an answer changes: "Hit 42 % -> 58 %"."""
    written = percent if change.percent else number
    return f"{change.of} {written(change.without)} -> {written(change.with_it)}"


def place(pose: Pose) -> str:
    """Where something stands: 12.0, 4.5."""
    return f"{pose.x / GRAIN:.1f}, {pose.y / GRAIN:.1f}"


def compass(heading: float) -> str:
    """The nearest of the eight winds."""
    return COMPASS[round(heading / 45.0) % 8]


def wind(heading: float) -> str:
    """The nearest of the sixteen winds, as sailors say it: north-northeast."""
    point = round(heading / _SIXTEENTH) % 16
    one, other = COMPASS[point // 2], COMPASS[(point // 2 + 1) % 8]
    if point % 2 == 0:
        return one
    return f"{one}-{other}" if one in ("east", "north", "west", "south") else f"{other}-{one}"


def facing(heading: float) -> str:
    """A heading in words and degrees: north (90)."""
    return f"{compass(heading)} ({round(heading) % 360})"


def stands(pose: Pose, way: Callable[[float], str] = facing) -> str:
    """Place and facing of a pose in one phrase; `way` tells headings otherwise."""
    return f"{place(pose)}, facing {way(pose.degrees)}"


def bearing(pose: Pose, x: float, y: float) -> float:
    """The turn that would face a point, in degrees from -180 to 180; to the left is positive."""
    ahead = degrees(atan2(y - pose.y / GRAIN, x - pose.x / GRAIN)) - pose.degrees
    return (ahead + 180.0) % 360.0 - 180.0


def far(pose: Pose, x: float, y: float) -> float:
    """The distance from the centre of a pose to a point."""
    return hypot(x - pose.x / GRAIN, y - pose.y / GRAIN)


def direction(turn: float) -> str:
    """A bearing as a direction seen from the hull: ahead left."""
    return _DIRECTIONS[round(turn / 45.0) % 8]


def clock(turn: float) -> int:
    """A bearing as the hour of a clock whose 12 is straight ahead."""
    hour = round(-turn / 30.0) % 12
    return hour or 12


def turning(degrees_left: float) -> str:
    """A turn in the words of a command: left 32, right 45."""
    side = "left" if degrees_left >= 0 else "right"
    return f"{side} {number(abs(degrees_left))}"


def hidden(share: float) -> str:
    """How much of a side is hidden, in words; empty when all of it can be seen."""
    if share <= 0.0:
        return ""
    if share >= 1.0:
        return "that side all hidden"
    word = "partly" if share < 0.5 else "half" if share < 0.55 else "mostly"
    return f"{word} hidden ({percent(share)})"


def chance(needed: int | None, odds: float) -> str:
    """What a shot takes: needs 8 or more, 42 %."""
    if odds <= 0.0:
        return "cannot be destroyed by this shot"
    return f"needs {needed} or more, {percent(odds)}" if needed is not None else percent(odds)


def is_certain(share: float) -> bool:
    """Whether a chance is 1, but for what arithmetic loses."""
    return share >= 1.0 - _CRUMB


def counted_left(count: int, one: str, many: str) -> str:
    """What is left of something: 1 die, 3 dice, no dice; what went below nothing is nothing."""
    return f"no {many}" if count <= 0 else counted(count, one, many)
