"""Looks: what is seen at the moment beyond cards and terrain: who lies, what marks it, loose things, the weather."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


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


class ThingFace(Struct, frozen=True):
    """A token that is no terrain, as it is drawn: a loose part, a marker."""

    title: str
    model: str
    text: str
    clause: str


class WeatherFace(ThingFace, frozen=True):
    """The weather of the moment, and how far anybody sees in it, in grain."""

    sight: int = 0
