"""Previews: what a table tells while nothing is decided: a way, a place, an aim, a whole fire plan."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from brickfield.core.board import UnitId
from brickfield.core.formations import Regrouped
from brickfield.core.numbers import listed
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import LegFace, Outline, Sum
from brickfield.core.state import State
from brickfield.geometry.grain import Pose

# From so many enemies on a place in the open is worth a warning; so many of them are named.
_SEVERAL = 2
_NAMED = 3


class ReachFace(Struct, frozen=True):
    """Everything within a distance of an outline, such as the range of a ship's guns measured from its hull; an outline
    of one corner is a point."""

    outline: Outline
    distance: float
    title: str
    clause: str


class ConeFace(Struct, frozen=True):
    """A cone with its point on the table: a heading, the angle to either side, and how far it is worth drawing."""

    x: int
    y: int
    heading: float
    half_degrees: float
    distance: float
    title: str
    clause: str


class ImpactFace(Struct, frozen=True):
    """A collision known before it is confirmed: with whom, where, in what manner, and with how many dice."""

    target: UnitId
    pose: Pose
    manner: str
    dice: int
    expected: float
    sums: tuple[Sum, ...]
    clause: str


class Glimpse(Struct, frozen=True):
    """One line of "sees" and "seen by": the other unit and the odds of a shot from one to the other."""

    unit: UnitId
    needed: int | None
    odds: float
    hidden: float
    # how many dice, where they are counted; with what, where there is a choice; what else decides, in a few words
    dice: int = 0
    weapon: str = ""
    remark: str = ""


class Danger(Struct, frozen=True):
    """Somebody who may act on an order while it is carried out: from which place on, how, and how likely it hurts."""

    unit: UnitId
    kind: Literal["reaction", "hold", "contact"]
    # where whoever goes first is then, and how far it has gone
    pose: Pose
    gone: float
    text: str
    # the same in two words, behind its name
    short: str
    clause: str
    odds: float = 0.0
    dice: int = 0


class Price(Struct, frozen=True):
    """What a move brings with it besides the way: in two or three words, in a sentence, and the clause of it.

    A `loss` is something given up by it, a `risk` may go wrong, a `gain` is won, and a `note` only has to be known.
    """

    title: str
    text: str
    clause: str
    tone: Literal["loss", "risk", "gain", "note"] = "loss"


class PathFace(Struct, frozen=True):
    """An order worked out without giving it."""

    unit: UnitId
    legs: tuple[LegFace, ...]
    cost: float
    left: float
    refusal: Refusal | None = None
    sees: tuple[Glimpse, ...] = ()
    seen_by: tuple[Glimpse, ...] = ()
    # distance from the objective, in the ruler's unit; None without one
    goal_distance: float | None = None
    # what the path ends in, what could be reached from its end, and the order that is given instead of the one drawn
    impact: ImpactFace | None = None
    reaches: tuple[ReachFace, ...] = ()
    regrouped: Regrouped | None = None
    # what speaks against ending there, for whoever is advised
    caution: str = ""
    # who may act before the order has ended, in the order of the way
    dangers: tuple[Danger, ...] = ()
    # what it brings with it: said before it is given
    prices: tuple[Price, ...] | UnsetType = UNSET


def with_caution(state: State, face: PathFace) -> PathFace:
    """The same with a warning where the order ends in the open before several enemies."""
    others = [each for each in face.seen_by if each.odds > 0 and each.hidden <= 0]
    if face.refusal is not None or len(others) < _SEVERAL:
        return face
    names = listed([state.match.game.queries["describe"](state, each.unit) for each in others[:_NAMED]])
    more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
    return replace(face, caution=f"Careful: that is in the open. {len(others)} can fire at it there: {names}{more}.")


class Caught(Struct, frozen=True):
    """A unit that lies within what is set down, and how likely it is lost by it."""

    unit: UnitId
    title: str
    odds: float
    need: str


class PlaceFace(Struct, frozen=True):
    """A place tried for a unit or a piece: allowed or refused, and who would see whom."""

    thing: str
    pose: Pose
    refusal: Refusal | None = None
    sees: tuple[Glimpse, ...] = ()
    seen_by: tuple[Glimpse, ...] = ()
    # what speaks against a place that is allowed, and the clause of that
    caution: str = ""
    caution_clause: str = ""
    # who is under what is set down there, one's own as well
    caught: tuple[Caught, ...] | UnsetType = UNSET


class ShotFace(Struct, frozen=True):
    """One shot of a fire plan in the order it falls: chance that it is made at all, and that it destroys."""

    unit: UnitId
    target: str
    made: float
    destroys: float


class PlanFace(Struct, frozen=True):
    """A whole fire plan with exact odds. Shots that may not be made are not among them; the refusal says why."""

    shots: tuple[ShotFace, ...]
    expected: float
    at_least_one: float
    refusal: Refusal | None = None
    clause: str = ""
