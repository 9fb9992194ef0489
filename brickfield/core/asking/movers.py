"""What may move, and how: the parts of a path that a question offers.

Ground, bends and prices stand beside the unit they hold for, so that a table can draw a way and what it takes while it
is drawn, and knows no rule of moving. Lengths and places are in grain where they are outlines and poses, in the game's
ruler where they are amounts.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.asking.previews import ConeFace, ReachFace
from brickfield.core.board import UnitId
from brickfield.core.modifiers import TallyLine
from brickfield.core.shown.showing import Outline


class StepOffer(Struct, frozen=True):
    """A sort of step: how it moves, what it is called, and what it costs.

    `straight` goes at `bearing` off the facing, `turn` turns in place, `free` slides to any heading without turning,
    `course` swings the whole about its front and goes ahead. The amount is written into the field `amount`
    (`inches`, `degrees`), the heading of a `free` or `course` step into `heading`.
    """

    step: str
    title: str
    motion: Literal["straight", "turn", "free", "course"]
    amount: str
    # points for one unit of the ruler, or for one degree
    price: float
    clause: str
    bearing: float = 0.0
    # a begun unit (for a turn: `per` degrees) costs as much as a whole one: the price of all of its degrees
    whole: bool = False
    per: float = 1.0
    # steps that are one kind when lengths are added before they are rounded
    together: str = ""
    # only as the first step of an order
    first: bool = False


class Rough(Struct, frozen=True):
    """Ground that takes so many points for each begun unit of the way in it."""

    outline: Outline
    price: float
    title: str
    clause: str


class Slow(Struct, frozen=True):
    """Ground that takes so many points off all a unit may go (`points`), and off what is no more than a walk (`walk`),
    as soon as it touches some of that kind: once. What has done so already is not named again."""

    outline: Outline
    kind: str
    points: float
    walk: float = 0.0


class Apart(Struct, frozen=True):
    """The way of a unit given figure by figure, in place of its steps.

    The answer takes a list in the field `into`: for each figure its id as `figure`, and in the field `corners` those of
    its way without where it stands, all figures as many: as points `[x, y]` in the ruler, or as poses in grain.
    """

    answer: dict[str, Any]
    clause: str
    into: str = "ways"
    corners: str = "points"
    as_poses: bool = False
    # no longer than this from one corner to the next, 0: however long; how far from the first figure the others may be
    stride: float = 0.0
    within: float = 0.0


class Beyond(Struct, frozen=True):
    """What a move is that takes more than so many points: in two words for its end, and what follows from it."""

    points: float
    title: str
    text: str
    clause: str


class Bend(Struct, frozen=True):
    """How sharply a course may bend, and how long a leg must be that another one follows. Where the hull is `swept`, it
    swings about its bow through every heading between, and nothing may be in the way of that."""

    degrees: float
    leg: float
    clause: str
    swept: bool = False


class Mover(Struct, frozen=True):
    """A unit that may move: its points, what is left of them and why, whom its way may end in, what is drawn."""

    unit: UnitId
    points: float
    left: float
    answer: dict[str, Any]
    why: tuple[TallyLine, ...] = ()
    # the way may end in one of these; the field the answer names it in stands in the offer
    strikes: tuple[UnitId, ...] = ()
    circles: tuple[ReachFace, ...] = ()
    cone: ConeFace | None = None
    # its figures may go other ways than the first of them
    apart: Apart | None = None
    beyond: Beyond | None = None
    # how it may bend its course, where it may not at will
    bend: Bend | None = None
    # all that stands in its way, where that is not what the table says of everybody; ground that slows it; how many
    # degrees it may turn in place in all
    meets: tuple[str, ...] | UnsetType = UNSET
    slows: tuple[Slow, ...] | UnsetType = UNSET
    turning: float | UnsetType = UNSET


class TurnLimit(Struct, frozen=True):
    """How many turns one way may have at most, and how far each may go to either side."""

    most: int
    degrees: float
    clause: str


class Strike(Struct, frozen=True):
    """What it is called when a way ends in another unit ("Ram"), what giving such an order is called, its clause."""

    title: str
    give: str
    clause: str
