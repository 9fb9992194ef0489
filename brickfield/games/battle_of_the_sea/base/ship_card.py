"""Ship card: firepower, durability and speed of a ship, bought with the studs of its length, and the markers on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil, sqrt
from typing import Annotated, Literal

from msgspec import Meta, Struct, to_builtins

from brickfield.core.board import Marks, Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow, by_key
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.own_models import ModelLimits, with_model, without_model
from brickfield.core.typed import as_type
from ..data_files import read
from .measures import inches, measures

# The features on a card, by the names of the marks that count what is left of them.
FIREPOWER, BASE, ADDITIONAL, SPEED = "firepower", "base", "additional", "speed"
FEATURES = (FIREPOWER, BASE, ADDITIONAL, SPEED)
# The mark that counts the markers of base durability that lie turned over: none, or one.
TURNED_OVER = "overturned"
Number = Annotated[int, Meta(ge=0, le=999)]
Kind = Literal["ship", "monster", "fort"]
SHIP: Kind = "ship"
MONSTER: Kind = "monster"
FORT: Kind = "fort"
_OARED_ERA = "middle_ages"
COLOURS = {FIREPOWER: "red", BASE: "green", ADDITIONAL: "green", SPEED: "blue"}
TITLES = {FIREPOWER: "firepower", BASE: "base durability", ADDITIONAL: "additional durability", SPEED: "speed"}
# How a ship is built to look; it changes nothing in play.
STYLES = ("longship", "galleon", "brig", "steamer")
OARS = "oars"
TAGS = (OARS, MONSTER, FORT, *STYLES)
# "Sea Wolf 12: 4-2-6 oars": name, length, firepower, base durability, speed, tags
_DESIGN = re.compile(
    r"(?P<name>.{1,40}?) (?P<n>\d{1,3}): (?P<f>\d{1,3})-(?P<b>\d{1,3})-(?P<s>\d{1,3})(?P<tags>(?: [ \w]*)?)"
)


class ShipCard(TableRow, frozen=True):
    """A ship as it was built. The same form holds monsters (no firepower) and forts (no speed)."""

    name: str
    length: Annotated[int, Meta(ge=1, le=200)]
    firepower: Number
    base: Number
    speed: Number
    kind: Kind = SHIP
    tags: tuple[str, ...] = ()
    era: str = ""
    origin: str = ""
    clause: str = "sea.ship.features"
    # the word of the model its player brought for it
    model: str = ""
    # weights of what it carries when the battle begins
    cargo: tuple[Annotated[int, Meta(ge=1)], ...] = ()

    @property
    @rule("sea.durability.additional", "sea.durability.two_parts")
    def additional(self) -> int:
        """Additional durability: half of the initial speed, rounded down."""
        return self.speed // measures().speed_per_additional if self.kind != FORT else 0

    @property
    @rule("sea.ship.points")
    def points(self) -> int:
        """What it is worth: its length in studs, stern to bow."""
        return self.length

    @property
    def oars(self) -> bool:
        """Whether it is rowed and cares for no wind."""
        return OARS in self.tags

    @property
    def text(self) -> str:
        """How a fleet list names it: a ready-made ship by its name, any other by its name and its points."""
        if ships().get(self.name) == self:
            return self.name
        tags = "".join(f" {tag}" for tag in (*(() if self.kind == SHIP else (self.kind,)), *self.tags))
        return with_model(f"{self.name} {self.length}: {self.firepower}-{self.base}-{self.speed}{tags}", self.model)

    @property
    @rule("sea.model.free", "sea.ship.variety")
    def style(self) -> str:
        """The sort of model to build: as its tags say, else long ships for oars, galleons for guns, brigs for speed."""
        named = next((tag for tag in self.tags if tag in STYLES), "")
        if named:
            return named
        if self.oars or not self.firepower or self.era == _OARED_ERA:
            return "longship"
        return "galleon" if self.firepower > self.speed else "brig"

    @property
    @rule("sea.fort.card")
    def side_inches(self) -> float:
        """The side of a fort's square: the smallest whole number of studs whose square holds its points."""
        return inches(ceil(sqrt(self.length)))

    def markers(self) -> Marks:
        """The markers the card begins with, and its cargo."""
        marks = {FIREPOWER: self.firepower, BASE: self.base, ADDITIONAL: self.additional, SPEED: self.speed}
        for weight in self.cargo:
            marks[f"cargo{weight}"] = marks.get(f"cargo{weight}", 0) + 1
        return {mark: value for mark, value in marks.items() if value}


class ShipRow(TableRow, frozen=True):
    """A ready-made ship."""

    name: str
    kind: Kind
    length: int
    firepower: int
    base: int
    speed: int
    origin: str
    clause: str
    tags: tuple[str, ...] = ()
    era: str = ""


class Deep(TableRow, frozen=True):
    """Which card the independent monster has."""

    card: str
    clause: str


class ShipsFile(TableRow, frozen=True):
    """The file of ready-made ships."""

    ship: tuple[ShipRow, ...]
    deep: Deep


def check_card(card: ShipCard) -> Refusal | None:
    """The first reason why a ship cannot be built so."""
    return next(card_faults(card), None)


@rule("sea.ship.points", "sea.ship.features", "sea.fleet.min_ship", "sea.monster.no_fire", "sea.fort.card")
def card_faults(card: ShipCard) -> Iterator[Refusal]:
    """Why a ship cannot be built so: its features must add up to its length, and it needs a hull."""
    numbers = measures()
    features = (card.firepower, card.base, card.speed)
    if not numbers.shortest_ship_studs <= card.length <= numbers.longest_ship_studs:
        lengths = f"{numbers.shortest_ship_studs} to {numbers.longest_ship_studs}"
        sentence = f"{card.name} has {card.length} studs; ships are {lengths} studs long."
        yield illegal("wrong_length", "sea.fleet.min_ship", sentence, length=card.length)
    if min(features) < 0 or sum(features) != card.length:
        sentence = (
            f"{card.name} has {card.length} studs, but firepower {card.firepower}, base durability {card.base} and "
            f"speed {card.speed} make {sum(features)}."
        )
        yield illegal("points_do_not_sum", "sea.ship.features", sentence, length=card.length, sum=sum(features))
    if card.base < numbers.least_base_durability:
        least = numbers.least_base_durability
        sentence = f"{card.name} has base durability {card.base}; without at least {least} it would sink at once."
        yield illegal("no_base_durability", "sea.fleet.min_ship", sentence, base=card.base)
    if card.kind == MONSTER and card.firepower:
        sentence = f"{card.name} is a monster and has no firepower; {card.firepower} points are spent on it."
        yield illegal("monster_fires", "sea.monster.no_fire", sentence, firepower=card.firepower)
    if card.kind == FORT and card.speed:
        sentence = f"{card.name} is a fort and has no speed; {card.speed} points are spent on it."
        yield illegal("fort_moves", "sea.fort.card", sentence, speed=card.speed)
    yield from model_faults(card)


@rule("sea.ship.points", "sea.model.free")
def model_faults(card: ShipCard) -> Iterator[Refusal]:
    """Why a model cannot stand for a ship: it is measured from stern to bow, and its studs are the ship's points."""
    size = without_model(card.model)[1]
    if size is None:
        return
    limits = read("own_models.toml", ModelLimits)
    fault = limits.fault(card.name, size)
    if fault is not None:
        yield fault
    if card.kind != SHIP:
        yield illegal("no_ship", limits.clause, f"{card.name} is no ship; only ships are drawn after a model.")
    if whole_studs(size.length) != card.length:
        points = f"{whole_studs(size.length)} points, not {card.length}"
        sentence = f"The model of {card.name} is {size.length:g} studs long, so it has {points}."
        yield illegal("wrong_model_length", "sea.ship.points", sentence, length=size.length)


@rule("sea.ship.points")
def whole_studs(length: float) -> int:
    """A length in whole studs: what is half a stud or more over counts as one."""
    return int(length + 0.5)


@rule("sea.ship.variety", "sea.ship.example", "sea.monster.size")
@cache
def ships() -> Mapping[str, ShipCard]:
    """The ready-made ships by name."""
    cards = [ShipCard(**{name: getattr(row, name) for name in row.__struct_fields__}) for row in _file().ship]
    for card in cards:
        fault = check_card(card)
        if fault is not None:
            raise DataFault(f"data/ships.toml: {fault}")
    return by_key("ships.toml", ((card.name, card) for card in cards))


@cache
def _file() -> ShipsFile:
    return read("ships.toml", ShipsFile)


@rule("sea.monster.appear")
def monster_of_the_deep() -> ShipCard:
    """The card of the independent monster."""
    return ships()[_file().deep.card]


@rule("sea.ship.variety", "sea.monster.custom")
def build(design: str) -> ShipCard | Refusal:
    """A ready-made ship by its name, or one of one's own written as "Sea Wolf 12: 4-2-6", with tags behind."""
    card = ships().get(design) or read_design(design)
    return card if isinstance(card, Refusal) else check_card(card) or card


def read_design(design: str) -> ShipCard | Refusal:
    """A ship of one's own as it is written, not checked yet."""
    plain, size = without_model(design)
    read_as = _DESIGN.fullmatch(plain)
    if read_as is None:
        own = "your own are written like 'Sea Wolf 12: 4-2-6 oars'"
        sentence = f"No ship is called {design[:60]!r}; {own}; {known_names(design, ships())}"
        return invalid("unknown_ship", sentence)
    tags = tuple(read_as["tags"].split())
    unknown = [tag for tag in tags if tag not in TAGS]
    if unknown:
        return invalid("unknown_tag", f"No ship can be {unknown[0][:20]!r}; it may be {', '.join(TAGS)}.")
    kind: Kind = MONSTER if MONSTER in tags else FORT if FORT in tags else SHIP
    return ShipCard(
        name=" ".join(read_as["name"].split()),
        length=int(read_as["n"]),
        firepower=int(read_as["f"]),
        base=int(read_as["b"]),
        speed=int(read_as["s"]),
        kind=kind,
        tags=tuple(dict.fromkeys(tag for tag in tags if tag not in (MONSTER, FORT))),
        model=size.word if size else "",
    )


def changed(card: ShipCard, changes: Mapping[str, object]) -> ShipCard:
    """A card with some numbers stated otherwise, for positions of puzzles and tests; not checked for its sum."""
    made = as_type({**to_builtins(card), **changes}, ShipCard) if changes else card
    if made.cargo and max(made.cargo) > measures().heaviest_treasure:
        raise ValueError(f"nothing aboard weighs more than {measures().heaviest_treasure}")
    return made


# --- what a card shows now -------------------------------------------------------------------------------------------


@rule("sea.durability.meaning", "sea.durability.two_parts", "sea.durability.initial")
def durability(unit: Unit) -> int:
    """Base and additional durability left. Losing speed leaves both alone, and the other way round."""
    return unit.marks.get(BASE, 0) + unit.marks.get(ADDITIONAL, 0)


@rule("sea.game.stalemate")
def points_left(unit: Unit) -> int:
    """All markers left on a card: what a unit counts for in the tally."""
    return sum([unit.marks.get(feature, 0) for feature in FEATURES])


class Pile(Struct, frozen=True):
    """The markers of one feature: cones and peas of one colour."""

    feature: str
    colour: str
    value: int
    cones: int
    peas: int
    # how many of them lie turned over
    over: int = 0


@rule("sea.card.cone", "sea.card.colours", "sea.markers.use", "sea.ship.public", "sea.damage.noted", "sea.damage.stout")
def piles(unit: Unit) -> tuple[Pile, ...]:
    """The card as it lies open: of each feature as many cones as possible, the rest and what lies over in peas."""
    found = []
    for feature in FEATURES:
        value, over = unit.marks.get(feature, 0), unit.marks.get(TURNED_OVER, 0) if feature == BASE else 0
        cones, rest = divmod(value - over, measures().cone_points)
        found.append(Pile(feature, COLOURS[feature], value, cones, (rest + over) // measures().pea_points, over))
    return tuple(found)
