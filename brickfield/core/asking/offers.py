"""Offers: what a question lets a seat answer, as one typed value that browsers, words, programs and bots read.

Each offer says how it is drawn by its own type. Whatever the answer says already stands in `answer`; the hand that
draws the offer fills in the rest, so that nobody outside a game has to know what its answers are called. Lengths and
places are in grain where they are outlines and poses, in the game's ruler where they are amounts.
"""

from __future__ import annotations

from typing import Any, Literal, Union

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.asking.movers import Mover, Rough, StepOffer, Strike, TurnLimit
from brickfield.core.asking.previews import ConeFace, ReachFace
from brickfield.core.board import UnitId
from brickfield.core.events import snake
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace, Outline

Started = dict[str, Any]


class Note(Struct, frozen=True):
    """A sentence with the clause behind it."""

    text: str
    clause: str = ""


class Weighed(Struct, frozen=True):
    """What an answer changes: of what, as it is without the answer and as it is with it; a chance or a plain number."""

    of: str
    without: float
    with_it: float
    percent: bool = True


class Choice(Struct, frozen=True):
    """A whole answer with the words a table shows for it."""

    answer: Any
    title: str
    text: str = ""
    clause: str = ""
    # why it is closed now; None: open
    refusal: Refusal | None = None
    # the units and tokens it is about: touching one on the table picks the choice; ranges and arcs are lit
    about: tuple[str, ...] = ()
    # asked back before it is given for the first time, empty: never
    careful: str = ""
    # the part of the table it is about: drawn there, and touching it picks the choice
    area: Outline = ()
    # how likely the dice it commits to do what it is for; it stands on its button
    odds: float | UnsetType = UNSET
    # what it changes, where that can be said in numbers
    weighed: tuple[Weighed, ...] | UnsetType = UNSET


class Exhibit(Struct, frozen=True):
    """An attack laid open beside a question, with whose it is: "Their attack on you"."""

    title: str
    aim: AimFace
    notes: tuple[Note, ...] = ()
    # its rays can be asked for, one by one (the preview "lines")
    lines: bool | UnsetType = UNSET


class Offer(Struct, frozen=True, tag_field="offer", tag=snake):
    """What a question offers."""


class Dial(Struct, frozen=True):
    """Something that turns to any heading: what the answer already says, and the field its heading goes into. It turns
    about a point; what it points at is drawn as a cone, first where it points now."""

    unit: UnitId
    answer: Started
    cone: ConeFace
    # what turning it to a heading is called: "Turn here"
    give: str
    into: str = "heading"


class Choose(Offer, frozen=True):
    """One of these. `buttons`: few and of equal weight, such as yes and no. `cards`: drawn as a hand of cards.

    What the button says that gives the choice stands in `give`; empty: the title of the choice. Of buttons, `usual` is
    the number of the one that silence gives: in a reaction window the one that lets it pass. `hollow`: asked only
    because not being asked would tell the others something; every choice leaves the table as it is.
    """

    choices: tuple[Choice, ...]
    style: Literal["list", "buttons", "cards"] = "list"
    unit: UnitId = ""
    exhibits: tuple[Exhibit, ...] = ()
    notes: tuple[Note, ...] = ()
    give: str = ""
    usual: int = 0
    hollow: bool = False
    # the choices are some headings of many: a table lets it be turned by hand
    dial: Dial | UnsetType = UNSET
    # none is in hand until somebody takes it: the first would be a loss that nobody asked for
    unmarked: bool | UnsetType = UNSET


class Thing(Struct, frozen=True):
    """Something to be set down: a unit, or a piece with a size and a model of its own."""

    id: str
    title: str
    heading: float
    answer: Started
    # for a piece: which sort of terrain, and its size in grain; a unit looks as its card says
    kind: str = ""
    length: int = 0
    width: int = 0
    # of a unit of figures: where each of them stands about its middle, in the ruler, ahead and to the left
    spots: tuple[tuple[float, float], ...] | UnsetType = UNSET
    # where there is room for it, if the game has looked: x and y in the ruler, and the heading
    room: tuple[float, float, float] | UnsetType = UNSET
    # it is no body but a circle round the point, so far in the ruler: it lies over everything and has no heading
    spread: float | UnsetType = UNSET


class Place(Offer, frozen=True):
    """Set one of the things down inside the zone. The answer takes its `x`, `y` and `heading`."""

    things: tuple[Thing, ...]
    zone: Outline
    clause: str = ""
    # it can only be set against the side of the zone along this edge of the table: "south", "north", "west", "east";
    # empty: anywhere inside
    edge: str = ""
    # what may be done instead of setting something down
    also: tuple[Choice, ...] | UnsetType = UNSET


class Path(Offer, frozen=True):
    """Move units along steps. The answer takes the steps in the field `into`; a last step that ends in another unit
    stands in the field `strike_into` instead, as the `target` and its `heading`."""

    movers: tuple[Mover, ...]
    steps: tuple[StepOffer, ...]
    # what points are called, short ("MP", "in"), and where the steps go in the answer
    points: str
    into: str = "steps"
    # the unit a way ends in goes into this field as `target`, with the `heading` of the last step, which is then not
    # among the steps: its length is what it takes
    strike_into: str = ""
    strike: Strike | None = None
    # a way that meets something ends there, instead of being refused
    stops: bool = False
    # what the buttons say that give an order with steps and one without; empty: as everywhere
    give: str = ""
    stay: str = ""
    # one step at most
    single: bool = False
    shortest: float = 0.0
    # a lone first step ahead so long never costs more than what is left
    sure: float = 0.0
    rough: tuple[Rough, ...] = ()
    # how long a whole way must be at least, unless it leaves the table; how often and how far it may turn
    least: float = 0.0
    turns: TurnLimit | None = None
    # nothing is in its way; over the edge it leaves the table; what it is called that lies below it: "flown over"
    leaves: bool = False
    over: str = ""
    # units that may come onto the table instead, and what ends the moving
    enter: Place | None = None
    finish: Choice | None = None
    # what units may do instead of going on, and the own units whose turn to move comes later
    also: tuple[Choice, ...] = ()
    later: tuple[UnitId, ...] = ()
    # the clauses behind the length of a way and behind its points
    length_clause: str = ""
    points_clause: str = ""


class Shooter(Struct, frozen=True):
    """A unit that may fire, its number in the order of fire (0: none), and everything it might fire at."""

    unit: UnitId
    aims: tuple[AimFace, ...]
    order: int = 0
    # where the weapon in question bears and how far it reaches, drawn as long as it is chosen
    cones: tuple[ConeFace, ...] | UnsetType = UNSET
    circles: tuple[ReachFace, ...] | UnsetType = UNSET


class Aims(Offer, frozen=True):
    """Name targets. A `plan` names one for each shooter in the list `into`; else one shot is the whole answer, its
    target in the field `target`, a named part of it in `location`, the sections of a run through it in the list `into`,
    and the shooter in `unit` if there are several."""

    shooters: tuple[Shooter, ...]
    answer: Started
    plan: bool = False
    into: str = ""
    none: Choice | None = None
    clause: str = ""
    # what the button says that gives the answer, and what a plan is expected to do; empty: as everywhere
    give: str = ""
    expects: str = ""
    # the rays between two units can be asked for, one by one (the preview "lines")
    lines: bool | UnsetType = UNSET


class Share(Struct, frozen=True):
    """What so many dice at one target may be expected to do, as the words and numbers a table shows."""

    dice: int
    expected: float
    at_least_one: float
    destroys: float


class Split(Offer, frozen=True):
    """Divide dice among targets. The answer takes pairs of `target` and `dice` in the field `into`."""

    unit: UnitId
    dice: int
    aims: tuple[AimFace, ...]
    odds: dict[str, tuple[Share, ...]]
    answer: Started
    into: str = "shots"
    # by range: how many dice together may reach so far; a range that is not named has no limit of its own
    limits: dict[str, int] = {}
    # how far the guns reach, and where they bear if not all round
    circles: tuple[ReachFace, ...] = ()
    cones: tuple[ConeFace, ...] | UnsetType = UNSET
    none: Choice | None = None
    notes: tuple[Note, ...] = ()
    # what it is called when a target is lost
    destroys: str = "destroys"


class Heap(Struct, frozen=True):
    """Markers of one sort that may go: how many can be named, the usual choice, what their loss means."""

    id: str
    title: str
    left: int
    usual: int
    # without the last of them the unit is lost
    vital: bool = False
    colour: str = ""
    # how many of those named take one marker off: the others turn one over
    hits: int = 1


class Allocate(Offer, frozen=True):
    """Say which markers go, so many in all. The answer takes a number for each heap under its id."""

    unit: UnitId
    count: int
    heaps: tuple[Heap, ...]
    answer: Started
    notes: tuple[Note, ...] = ()
    # what the button says that gives the answer, and what it says when the unit is lost by it; empty: as everywhere
    give: str = ""
    give_up: str = ""


class Item(Struct, frozen=True):
    """Something that can be taken: what the answer calls it, what it is called, and what it weighs."""

    value: Any
    title: str
    weight: int = 1
    # the unit or token it is about: touching it takes the item
    about: str = ""
    # what it does, in a sentence
    text: str = ""


class Take(Offer, frozen=True):
    """Take some of these, together weighing at least and at most so much (0: however much). The answer takes their
    values in `into`."""

    items: tuple[Item, ...]
    answer: Started
    into: str
    unit: UnitId = ""
    least: int = 1
    most: int = 0
    # numbers of the items that do it most cheaply
    usual: tuple[int, ...] = ()
    none: Choice | None = None
    notes: tuple[Note, ...] = ()
    # what the button says that gives the answer; empty: as everywhere
    give: str = ""


class Word(Struct, frozen=True):
    """What a part of an order may say: its value in the answer, what stands on its button, and how the sentence says it
    (empty: by its title)."""

    value: str
    title: str
    says: str = ""
    text: str = ""
    clause: str = ""
    # the units and tokens it is about: touching one on the table says it; ranges and arcs are lit
    about: tuple[str, ...] = ()


class Part(Struct, frozen=True):
    """A part of an order: the field of the answer it fills, what it asks, its words, the one it begins with, and what
    stands in the sentence until it is said."""

    field: str
    title: str
    words: tuple[Word, ...]
    usual: str = ""
    gap: str = ""


class Spot(Struct, frozen=True):
    """A piece of the table that stands for a word of several parts at once."""

    picks: dict[str, str]
    outline: Outline


class Compose(Offer, frozen=True):
    """An order put together like a sentence, a word for each part. `sentence` has the field of every part in braces;
    the answer takes the values of the words. All of them go together but those that stand together in `barred`."""

    unit: UnitId
    sentence: str
    parts: tuple[Part, ...]
    answer: Started
    # what the button says that gives the answer, before the sentence
    give: str
    clause: str
    # values by field that cannot stand together, whatever the other parts say
    barred: tuple[dict[str, str], ...] = ()
    spots: tuple[Spot, ...] = ()
    # what such an order is, in a plain sentence, and what else is to be known
    notes: tuple[Note, ...] = ()


class Action(Struct, frozen=True):
    """Something a unit may do now, drawn as what it offers; closed with the reason when it may not."""

    id: str
    title: str
    offer: Union[Path, Aims, Split, Take, Choose, Compose, None]
    clause: str = ""
    text: str = ""
    closed: Refusal | None = None
    # whether it is a burden worth a warning: "a rush: 2 heat"
    warning: str = ""
    # whether it is only taken by its name: to touch a thing it is about means another action
    by_name: bool = False


class Actor(Struct, frozen=True):
    """A unit that may act: what it has done in a few words, and its actions."""

    unit: UnitId
    remark: str
    actions: tuple[Action, ...]
    finish: Choice | None = None


class Act(Offer, frozen=True):
    """Act with one of these units, in one of the ways each has."""

    actors: tuple[Actor, ...]


AnyOffer = Union[Choose, Place, Path, Aims, Split, Allocate, Take, Compose, Act]


class Asked(Struct, frozen=True):
    """A question as everybody gets it: to whom, of which kind, in words, by which clause, and what it offers."""

    seat: int
    kind: str
    title: str
    text: str
    clause: str
    offer: AnyOffer
    # how long a live game between people waits for the answer; 0: as long as it takes
    seconds: int = 0
