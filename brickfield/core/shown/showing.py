"""What a table shows besides the pieces: faces of cards and terrain, zones, the steps of a turn, the standing.

Games fill these in; browsers, replays and printed cards draw them. Lengths and places are in grain, like poses.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.board import UnitId
from brickfield.core.modifiers import Tally, TallyLine
from brickfield.core.piles import WrittenCard
from brickfield.core.refusal import Refusal
from brickfield.core.shown.glossary import Term
from brickfield.core.shown.goals import Goal, GoalMark, GoalNow
from brickfield.core.shown.looks import LookFace, ThingFace, WeatherFace
from brickfield.core.structures import Structure
from brickfield.geometry import Shape
from brickfield.geometry.grain import GRAIN, Pose

Outline = tuple[int, ...]

# Corners by which a disc is drawn.
_ROUND = 48


def outlined(shape: Shape) -> Outline:
    """The corners of a shape as they are sent; a disc is drawn by corners on its rim."""
    if not shape.radius:
        return tuple(round(value * GRAIN) for value in shape.corners)
    turns = [2 * pi * number / _ROUND for number in range(_ROUND)]
    rim = [(shape.x + shape.radius * cos(turn), shape.y + shape.radius * sin(turn)) for turn in turns]
    return tuple(round(value * GRAIN) for point in rim for value in point)


def box_outline(area: tuple[float, float, float, float]) -> Outline:
    """The corners of an upright rectangle, counter-clockwise."""
    x0, y0, x1, y1 = area
    return tuple(round(value * GRAIN) for value in (x0, y0, x1, y0, x1, y1, x0, y1))


class NumberFace(Struct, frozen=True):
    """A printed number with its name (`attack`), its short word for small places (`AP`) and its clause."""

    id: str
    title: str
    short: str
    value: int
    clause: str
    written: str = ""  # how it is written where that is more than the number: "+2", "3D"


class ArcFace(Struct, frozen=True):
    """A firing arc between two bearings in degrees off the facing, to the left positive, counter-clockwise."""

    id: str
    title: str
    start: float
    end: float
    clause: str


class CardFace(Struct, frozen=True):
    """A unit card as it is drawn: name, footprint, the model to build and its numbers."""

    id: str
    title: str
    model: str
    length: int
    width: int
    cost: int
    numbers: tuple[NumberFace, ...]
    # short words such as "turret", each true of every unit with this card
    traits: tuple[str, ...] = ()
    country: str = ""
    clause: str = ""
    # the footprint where it is no rectangle: corners about its middle, +x ahead
    outline: Outline = ()
    # where its guns bear, in games in which that depends on the card; empty: nowhere, or as the table has it
    arcs: tuple[ArcFace, ...] = ()
    # how large it is, in the game's own words: "20 studs long"
    size: str = ""
    # whether the footprint is a disc with the length as its diameter
    round: bool | UnsetType = UNSET


class FeatureFace(Struct, frozen=True):
    """A sort of terrain as it is drawn, and what it does in one sentence."""

    kind: str
    title: str
    model: str
    text: str
    clause: str
    hides: bool
    blocks: bool
    # how high it is, in grain, and what it costs extra to move through it; 0 where neither matters
    height: int = 0
    extra_cost: int = 0
    # how it is built upwards, where one can be inside or on top of it
    structure: Structure | UnsetType = UNSET


class RangeFace(Struct, frozen=True):
    """A range band that ends so far from a base, in grain."""

    id: str
    title: str
    reach: int
    clause: str


class ZoneFace(Struct, frozen=True):
    """A marked part of the table: a deployment zone of a seat, an objective (seat -1)."""

    id: str
    title: str
    seat: int
    # corner x, y, x, y ... counter-clockwise
    outline: Outline
    clause: str


class DiceFace(Struct, frozen=True):
    """The dice of a match where each die succeeds or fails by itself: their look and the lowest face that succeeds."""

    look: str
    title: str
    success_from: int
    # how likely one die succeeds
    chance: float
    clause: str


class RuleNote(Struct, frozen=True):
    """One thing that is different from the book at this table, and the clause that says so."""

    text: str
    clause: str


class TableFace(Struct, frozen=True):
    """All that is drawn and never changes in a match."""

    title: str
    goal: str
    clause: str
    ruler: str
    width: int
    height: int
    # the edge each seat sits at ("south", "north", "west", "east"); cards, and by unit which it has
    edges: tuple[str, ...]
    cards: dict[str, CardFace]
    units: dict[UnitId, str]
    features: dict[str, FeatureFace]
    zones: tuple[ZoneFace, ...]
    last_round: int = 0
    # where a game has them: how far ranges reach, which way arcs look, the side (allies share one) of each seat
    ranges: tuple[RangeFace, ...] = ()
    arcs: tuple[ArcFace, ...] = ()
    sides: tuple[int, ...] = ()
    # rings laid round a unit, in the ruler's unit; by mark of a unit and kind of token: its sound as it grows, is laid
    rings: tuple[float, ...] = ()
    cues: dict[str, str] = {}
    # by manner of an attack that is no shot: the words between who attacks and who is attacked
    manners: dict[str, str] = {}
    # what covers the table ("sea", "yard", "roads"; empty: fields), how many studs a unit of the ruler is (0: usual)
    ground: str = ""
    studs: float = 0.0
    dice: DiceFace | None = None
    # the title of the game; by the label of a throw: dice that are not numbered, and what they are thrown for
    game: str = ""
    special_dice: dict[str, DiceFace] = {}
    dice_titles: dict[str, str] = {}
    # by card of a deck or a hand what is written on it; what each side must do, and what of it never moves
    written: dict[str, WrittenCard] = {}
    goals: tuple[Goal, ...] = ()
    marks: tuple[GoalMark, ...] = ()
    # where simpler rules than those of the book are played: what they are called, and what they leave out
    rules: str = ""
    left_out: tuple[RuleNote, ...] = ()
    # the chapters that were laid over the rules of the book by their switches: "Airplanes"
    added: tuple[str, ...] = ()
    # the sorts of actions its units may have, by id: a table has a key for each
    verbs: tuple[str, ...] = ()
    # the short words of the game and what they mean
    terms: tuple[Term, ...] = ()
    # what the players have agreed on beside the rules
    house_rules: tuple[str, ...] = ()


def drawn_table(match: Any, **drawn: Any) -> TableFace:
    """The table of a match: what it is called, measured by and fought for, and what its game draws on it."""
    scenario = match.scenario
    return TableFace(
        title=scenario.title,
        goal=drawn.pop("goal", "") or scenario.goal,
        clause=scenario.clause,
        ruler=match.game.ruler,
        width=round(match.width * GRAIN),
        height=round(match.height * GRAIN),
        sides=match.sides,
        terms=match.game.glossary,
        house_rules=match.game.house_rules_of(match.setup),
        **drawn,
    )


class PartFace(Struct, frozen=True):
    """A part of a unit on its record sheet: its slot, what is in it (empty: nothing), its dice at each range now."""

    slot: str
    title: str
    name: str
    dice: tuple[int, ...]
    # what the catalogue gives it
    full: tuple[int, ...]


class TrackFace(Struct, frozen=True):
    """A row on a record sheet that fills or empties: boxes to cross out, markers that gather, pips that are used up.

    `value` counts the boxes and pips that are left, and the markers that lie there.
    """

    id: str
    title: str
    short: str
    style: Literal["boxes", "markers", "pips"]
    value: int
    # how many there can be; 0: no end
    full: int
    clause: str
    # counts at which something happens, with the words and the clause
    limits: tuple[tuple[int, str, str], ...] = ()
    # what it does now: "-2 to attack and defense"
    remark: str = ""


class SheetFace(Struct, frozen=True):
    """A unit's record sheet as it stands: its numbers, its rows, its parts and their dice."""

    unit: UnitId
    title: str
    numbers: tuple[NumberFace, ...]
    parts: tuple[PartFace, ...]
    totals: tuple[int, ...]
    # short words such as "holds fire" or "turn over"
    states: tuple[str, ...] = ()
    clause: str = ""
    # the model as it is built now, without what has come off; empty: that of its card
    model: str = ""
    # something secret is written down for it
    note: bool = False
    # its rows, the titles of the columns of its parts, and how much it glows on the table (0: not at all)
    tracks: tuple[TrackFace, ...] = ()
    columns: tuple[str, ...] = ()
    glow: int = 0


class PieceFace(Struct, frozen=True):
    """What can be seen of a piece besides its shape: markers left of so many, how much of it there is, its height."""

    markers: int = 0
    full: int = 0
    level: int = 0
    height: int = 0
    # how this one is built upwards, if otherwise than its sort
    structure: Structure | UnsetType = UNSET


class StepFace(Struct, frozen=True):
    """A step of the turn: `done`, `now` or `ahead`."""

    id: str
    title: str
    when: str
    clause: str


def steps_at(now: int, steps: Sequence[tuple[str, str, str]]) -> tuple[StepFace, ...]:
    """Steps by id, title and clause, of which the one at this place is under way; -1: all still lie ahead."""
    words = ["done" if place < now else "now" if place == now else "ahead" for place in range(len(steps))]
    return tuple(StepFace(step, title, when, clause) for (step, title, clause), when in zip(steps, words, strict=True))


class Standing(Struct, frozen=True):
    """How a side fares: units still fighting, waiting and lost, its score, and what the score counts."""

    seat: int
    fighting: int
    waiting: int
    lost: int
    score: int
    counts: str = "points"


class PileFace(Struct, frozen=True):
    """Markers of one number on the card of a unit: what is left, and the large and small pieces that show it."""

    id: str
    title: str
    colour: str
    value: int
    full: int
    large: int
    small: int
    clause: str
    # its short word, what a large piece stands for, what both are called, and how many small ones lie turned over
    short: str = ""
    worth: int = 0
    pieces: tuple[str, str] = ("", "")
    turned_over: int = 0


class LegFace(Struct, frozen=True):
    """One step of an order worked out: where it ends, how much of it was done, what it costs, what stopped it."""

    step: str
    pose: Pose
    amount: float
    cost: float
    clause: str
    stopped_by: str = ""
    # the ground that makes it dearer, in words: "Rubble T3 +2"
    ground: str = ""


class UnfinishedFace(Struct, frozen=True):
    """A move that something has stopped on its way: the legs still to come from where the unit is, and in words."""

    unit: UnitId
    legs: tuple[LegFace, ...]
    text: str
    clause: str


class WaitFace(Struct, frozen=True):
    """An order that waits: whose, for whom (empty: for anybody), in words, and the ground it watches."""

    unit: UnitId
    on: UnitId
    text: str
    clause: str
    ground: Outline = ()


class Situation(Struct, frozen=True):
    """Where the match stands: round, whose turn, the steps of the turn, how the sides fare, in short words."""

    round: int
    active: int
    steps: tuple[StepFace, ...]
    standings: tuple[Standing, ...]
    # how the goals of all sides stand in a short line ("gold 2 - 1"), each by itself, and what of them moves or changes
    goal: str = ""
    goals: tuple[GoalNow, ...] = ()
    marks: tuple[GoalMark, ...] = ()
    # where a game has them: record sheets, the seats in the order they act, by unit the markers on its card
    sheets: tuple[SheetFace, ...] = ()
    order: tuple[int, ...] = ()
    piles: dict[UnitId, tuple[PileFace, ...]] = {}
    # units that have had their turn, and by unit what else is to be said of it, in short words: "cargo 1 + 2"
    done: tuple[UnitId, ...] = ()
    states: dict[UnitId, tuple[str, ...]] = {}
    # which way the wind blows, in degrees; tokens that are no terrain; by token what is seen of it beside its shape
    wind: float | None = None
    things: dict[str, ThingFace] = {}
    pieces: dict[str, PieceFace] = {}
    # the weather of the moment; what was marked on the table meanwhile; by unit, or by `unit/figure`: how it looks now
    weather: WeatherFace | None = None
    zones: tuple[ZoneFace, ...] = ()
    looks: dict[str, LookFace] = {}
    # moves that wait for somebody's answer before they go on
    unfinished: tuple[UnfinishedFace, ...] = ()
    # orders that wait for what the others do
    waits: tuple[WaitFace, ...] = ()


class SightPicture(Struct, frozen=True):
    """What the rule measured: from where, which stretch, and which parts of it are hidden and by what.

    `hidden` lists stretches as shares of the side from its first end (0) to its second (1).
    """

    eye: tuple[float, float]
    side: tuple[float, float, float, float]
    side_name: str
    hidden: tuple[tuple[float, float], ...]
    share: float
    blockers: tuple[str, ...]
    # shares at which the modifier changes, with the words and the clause of what begins there
    thresholds: tuple[tuple[float, str, str], ...]
    clause: str


class CoverPicture(Struct, frozen=True):
    """How much of an upright target an eye sees: samples hidden in each column, the left column first.

    They are hidden from below, unless `cells` says which of each column are, the lowest first.
    """

    eye: tuple[float, float, float]
    centre: tuple[float, float]
    width: float
    heights: tuple[float, ...]
    hidden: tuple[int, ...]
    percent: int
    cover: str
    # percents at which another cover begins, with the words and the clause
    thresholds: tuple[tuple[int, str, str], ...]
    clause: str
    cells: tuple[tuple[bool, ...], ...] | UnsetType = UNSET


class Chance(Struct, frozen=True):
    """One thing an attack may do: a probability (`percent`) or an average."""

    id: str
    title: str
    value: float
    percent: bool


class Sum(Struct, frozen=True):
    """A tally written out: what it is of, every line with its clause, and the total."""

    of: str
    lines: tuple[TallyLine, ...]
    total: int
    # what is counted are dice: each line is drawn as the dice it adds or takes
    dice: bool | UnsetType = UNSET


def written_out(tally: Tally) -> Sum:
    """A tally as people read it."""
    return Sum(tally.of, tally.lines(), tally.total)


class AimFace(Struct, frozen=True):
    """A shot that may be declared, or why it may not: numbers, sums, sight and odds."""

    unit: UnitId
    target: str
    title: str
    # in a few words what decides it: "39 % hidden", "in the open", "behind a low wall"
    remark: str
    refusal: Refusal | None = None
    needed: int | None = None
    # what the dice must show, short ("8+", "colour"), and what that means ("on two dice", "no roll can destroy it")
    need: str = ""
    roll: str = ""
    odds: float = 0.0
    # what the odds are of, where that is more than a hit: "at least one falls"
    odds_of: str | UnsetType = UNSET
    # of the equally likely throws, how many hit
    ways: tuple[int, int] | None = None
    sums: tuple[Sum, ...] = ()
    sight: SightPicture | None = None
    distance: float = 0.0
    # the two points the distance was measured between, the shooter's first; None where it was not measured
    between: tuple[float, float, float, float] | None = None
    clause: str = ""
    # in games with ranges, arcs and parts: which of them, how much is seen, what else may happen, locations to name
    range: str = ""
    arc: str = ""
    cover: CoverPicture | None = None
    chances: tuple[Chance, ...] = ()
    locations: tuple[str, ...] = ()
    # what this target calls them, one for each
    location_words: tuple[str, ...] | UnsetType = UNSET
    # how many dice it rolls; it may be declared and can do nothing
    dice: int = 0
    wasted: bool = False
    # own units with which it may attack the target together, one roll for all: one of them leads
    joins: tuple[UnitId, ...] = ()
    # those of them without whom it may not be declared: its odds are those of all of them together
    needs: tuple[UnitId, ...] | UnsetType = UNSET
    # the unit or token by whose sight it is made; empty: by the shooter's own
    by: str = ""
    # parts of the target that may be named together with it, as a run through it
    sections: tuple[str, ...] = ()
