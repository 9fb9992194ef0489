"""What pages before a battle show of building: parts and prices of a yard, a card built there, and dice tried out.

Games fill these in; the pages draw them and decide nothing.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.refusal import Refusal
from brickfield.core.setup.catalogue import ChoiceCard
from brickfield.core.shown.showing import CardFace, NumberFace, PileFace, Sum, TrackFace


class SlotFace(Struct, frozen=True):
    """A place for a part: what fits there, and on which side of the unit it is ("" in the middle)."""

    id: str
    title: str
    fits: str
    side: str
    clause: str


class ModuleFace(Struct, frozen=True):
    """A part of the catalogue: where it fits, what it adds, what it costs, and whether the players brought it."""

    id: str
    title: str
    fits: str
    cost: int
    numbers: tuple[NumberFace, ...]
    clause: str
    own: bool = False
    # on how many feet it stands, for its drawing; 0 where it does not stand
    feet: int = 0
    # what it goes on instead of feet
    drive: Literal["tracks", "wheels"] | UnsetType = UNSET


class Yard(Struct, frozen=True):
    """How units of one's own are built: parts for slots, points spent on numbers, numbers with a price, or figures.

    `budget` is what one unit (slots) or a whole army (points) may cost. A number of `limits` is the most or the least
    of something; `prices` are points for one of a number; `points` are the numbers that points are spent on. `kinds`
    and `styles` are words a card may bear: kinds have an effect, styles are for looks only.
    """

    # "slots", "points", "numbers" or "figures"
    manner: str
    noun: str
    # a card somebody can begin with
    example: str
    budget: NumberFace
    limits: tuple[NumberFace, ...] = ()
    prices: tuple[NumberFace, ...] = ()
    slots: tuple[SlotFace, ...] = ()
    modules: tuple[ModuleFace, ...] = ()
    points: tuple[NumberFace, ...] = ()
    kinds: tuple[ChoiceCard, ...] = ()
    styles: tuple[ChoiceCard, ...] = ()
    # the rule switches that decide what may be built
    switches: tuple[str, ...] = ()
    # a switch that puts some ready-made cards forward, and which ones by its value
    fashion_switch: str = ""
    fashions: dict[str, tuple[str, ...]] = {}
    # what is known of fair prices, in sentences, and the clause behind it
    pricing: tuple[str, ...] = ()
    pricing_clause: str = ""
    # in yards of figures: a figure to begin with, and units that can be begun with, each as its text
    figure: str | UnsetType = UNSET
    begins: tuple[ChoiceCard, ...] | UnsetType = UNSET


class NumberRow(Struct, frozen=True):
    """One figure of a unit that is built figure by figure: what he is, holds and carries, and what he costs.

    `parts` are the ids of the yard's modules he is made of, `free` those of them that cost nothing here, with the
    clause that gives them.
    """

    title: str
    model: str
    parts: tuple[str, ...]
    cost: int
    free: tuple[NumberFace, ...] = ()


class PoolStep(Struct, frozen=True):
    """The dice of a unit at a distance, line by line."""

    title: str
    reach: float
    sum: Sum


class BuiltCard(Struct, frozen=True):
    """A card as it stands, also while something is still wrong with it; `text` is what an army list takes."""

    text: str
    name: str
    face: CardFace
    faults: tuple[Refusal, ...]
    # the part in each slot ("" for none), in yards with slots
    slots: tuple[str, ...] = ()
    # the markers on the card, and numbers that follow from others, in yards with points
    piles: tuple[PileFace, ...] = ()
    # the rows of its record sheet, for paper
    tracks: tuple[TrackFace, ...] = ()
    notes: tuple[NumberFace, ...] = ()
    # figure by figure, in yards of figures; the modules a unit of one piece is made of; its dice by distance
    figures: tuple[NumberRow, ...] | UnsetType = UNSET
    parts: tuple[str, ...] | UnsetType = UNSET
    pools: tuple[PoolStep, ...] | UnsetType = UNSET


class DieFace(Struct, frozen=True):
    """A kind of dice that can be agreed on: the value of its switch, and how likely one of them is a success."""

    id: str
    title: str
    chance: float
    # of the equally likely faces, how many are a success; (0, 0) when they are not equally likely
    ways: tuple[int, int]
    clause: str


class TriedDice(Struct, frozen=True):
    """What is known of one's own dice after some throws: the model, the posterior, and the switches that use it.

    `density` and `prior` are heights of the two curves at equal steps from 0 to 1.
    """

    successes: int
    failures: int
    model: float
    model_throws: int
    # of the cuboid that stands for the die, in millimetres: side and height
    size: tuple[float, float]
    mean: float
    low: float
    high: float
    credible: float
    density: tuple[float, ...]
    prior: tuple[float, ...]
    # the switches by which a battle is fought with these dice, and the mean as their value
    dice_switch: str
    chance_switch: str
    chance_value: int
    kinds: tuple[DieFace, ...]
    # of the chance, of a hit, of a miss, and of everybody throwing the same
    clause: str
    success_clause: str
    failure_clause: str
    same_clause: str
