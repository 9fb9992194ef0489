"""The grain of the table: poses are whole numbers of tiny steps, so that saves, digests and replays agree."""

from __future__ import annotations

from functools import lru_cache
from math import cos, fmod, isfinite, sin, sqrt

from msgspec import Struct
from msgspec.structs import force_setattr

GRAIN = 1_000_000
FULL_TURN = 360 * GRAIN

DEGREE = 0.017453292519943295
SQRT_HALF = sqrt(0.5)


def unit(degrees: float) -> tuple[float, float]:
    """Cosine and sine of an angle in degrees, exact at every quarter turn.

    The angle is folded into the first eighth of the circle, where both are most exact. The compiled kernel folds the
    same way.
    """
    if not 0.0 <= degrees < 360.0:
        degrees = fmod(degrees, 360.0) + 0.0
        if degrees < 0.0:
            degrees += 360.0
    quarter = 0
    if degrees >= 90.0:
        if degrees < 180.0:
            degrees -= 90.0
            quarter = 1
        elif degrees < 270.0:
            degrees -= 180.0
            quarter = 2
        else:
            degrees -= 270.0
            quarter = 3
    if degrees < 45.0:
        c, s = cos(degrees * DEGREE), sin(degrees * DEGREE)
    elif degrees > 45.0:
        c, s = sin((90.0 - degrees) * DEGREE), cos((90.0 - degrees) * DEGREE)
    else:
        c = s = SQRT_HALF
    if quarter == 0:
        return c, s
    if quarter == 1:
        return 0.0 - s, c
    return (0.0 - c, 0.0 - s) if quarter == 2 else (s, 0.0 - c)


@lru_cache(maxsize=4096)
def direction(heading: int) -> tuple[float, float]:
    """Cosine and sine of a heading given in grain steps; turned or mirrored headings give turned or mirrored ones."""
    quarter, rest = divmod(heading % FULL_TURN, 90 * GRAIN)
    if rest > 45 * GRAIN:
        s, c = unit((90 * GRAIN - rest) / GRAIN)
    else:
        c, s = unit(rest / GRAIN)
    if quarter == 0:
        return c, s
    if quarter == 1:
        return 0.0 - s, c
    return (0.0 - c, 0.0 - s) if quarter == 2 else (s, 0.0 - c)


def must_be_finite(*values: float) -> None:
    """Refuses numbers that no ruler shows: a move by NaN would pass every test."""
    for value in values:
        if not isfinite(value):
            raise ValueError(f"not a finite number: {value!r}")


def grains(value: float) -> int:
    """A length or an angle rounded to whole grain steps; refuses what is not a finite number."""
    if not isfinite(value):
        must_be_finite(value)
    return round(value * GRAIN)


class Pose(Struct, frozen=True, gc=False, order=True):
    """Where something stands and where it looks, in grain steps; the heading is kept from 0 up to a full turn."""

    x: int
    y: int
    heading: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.heading < FULL_TURN:
            force_setattr(self, "heading", self.heading % FULL_TURN)

    @staticmethod
    def at(x: float, y: float, heading: float = 0.0) -> Pose:
        """The pose nearest to these lengths and degrees: the only place where a pose is rounded."""
        return Pose(grains(x), grains(y), grains(heading))

    @property
    def place(self) -> tuple[float, float]:
        """The position as lengths."""
        return self.x / GRAIN, self.y / GRAIN

    @property
    def degrees(self) -> float:
        """The heading in degrees."""
        return self.heading / GRAIN

    def ahead(self, distance: float) -> Pose:
        """The pose after a straight move along the heading; a negative distance reverses."""
        c, s = direction(self.heading)
        return Pose(self.x + grains(distance * c), self.y + grains(distance * s), self.heading)

    def turned(self, degrees: float) -> Pose:
        """The pose after turning on the spot, counter-clockwise if positive."""
        return Pose(self.x, self.y, self.heading + grains(degrees))
