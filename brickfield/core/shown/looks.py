"""Looks: what is seen at the moment beyond cards and terrain: who lies, what marks it, loose things, the weather."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class MarkerFace(Struct, frozen=True):
    """A marker beside a unit or a figure: what it says in words and in a letter, and the brick that lies there."""

    id: str
    title: str
    # a letter or two, read from far away
    short: str
    clause: str
    shape: Literal["round", "flag", "cross", "bar", "ring"] = "round"
    # white, black, grey, red, green, blue, brown, orange, gold, tan or purple; yellow is kept for who is asked
    paint: str = "grey"


class LookFace(Struct, frozen=True):
    """How a unit or one of its figures looks now, where that is more than its card says."""

    # the model as it is built now; empty: that of its card
    model: str = ""
    # how many soldier markers stand on its plate; 0: as its model says
    soldiers: int = 0
    prone: bool = False
    markers: tuple[MarkerFace, ...] = ()
    # the token it is inside of by its place on the table; empty: as the unit says
    inside: str = ""
    # what the battle has done to it, in percent: how battered it is, how much of what drives it is down; and the parts
    # of its model that hang
    wear: int = 0
    slack: int = 0
    hangs: tuple[str, ...] = ()
    # degrees by which what turns on top of it is turned off its heading, to the left positive; left out: none
    turned: float | UnsetType = UNSET


def worn(left: int, full: int) -> int:
    """How much is gone of something that was full, in percent; what was mended beyond it is whole."""
    return round(100 * max(0, full - left) / full) if full > 0 else 0


class ThingFace(Struct, frozen=True):
    """A token that is no terrain, as it is drawn: a loose part, a marker."""

    title: str
    model: str
    text: str
    clause: str


class WeatherFace(ThingFace, frozen=True):
    """The weather of the moment, and how far anybody sees in it, in grain."""

    sight: int = 0
