"""Unit cards, airplanes and upgrades of the resource tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypedDict, Unpack

from msgspec import Meta, ValidationError
from msgspec.structs import asdict

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, Entry, by_key
from brickfield.core.near_names import known_names
from brickfield.core.typed import as_type
from brickfield.games.micro_brick_battle.data_files import read
from brickfield.games.micro_brick_battle.rules.measures import studs

Count = Annotated[int, Meta(ge=0, le=999)]
# Up to the long edge of the table: what is bigger is a slip of the hand, not a model.
Size = Annotated[float, Meta(gt=0, le=48)]
Mount = Literal["turret", "fixed", "all_round", "none"]
SizeClass = Literal["light", "medium", "heavy", "gun", "car"]
SpecialRule = Literal["", "spg", "artillery", "amphibious", "spotter"]


class CardChanges(TypedDict, total=False):
    """What a scenario or a custom unit may state differently from the printed card."""

    name: str
    country: str
    ap: int
    dp: int
    mp: int
    rc: int
    mount: Mount
    rules: SpecialRule
    length_inches: float
    width_inches: float


class UnitCard(Entry, frozen=True):
    """A unit card: what the unit costs, how it attacks, defends and moves, and the ground it covers.

    `country` is "Any" for units that serve with every army. `rules` names the special rules the card carries.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    country: str
    ap: Count
    dp: Count
    mp: Count
    rc: Count
    mount: Mount
    length_inches: Size
    width_inches: Size
    size_class: SizeClass
    rules: SpecialRule = ""
    alias: str = ""
    clause: str = "mbb.unit.stats"

    @property
    @rule("mbb.unit.stats")
    def quick_reference(self) -> str:
        """The last line of the card, such as 4AP/4DP/8MP."""
        return f"{self.ap}AP/{self.dp}DP/{self.mp}MP"

    @property
    @rule("mbb.army.staff_car")
    def has_main_weapon(self) -> bool:
        """A unit with a printed AP of 0 has no main weapon to fire."""
        return self.ap > 0

    @rule("mbb.geometry.footprint.override")
    def with_(self, **changes: Unpack[CardChanges]) -> UnitCard:
        """The same card with other numbers or its own footprint in inches; all rules then use the stated ones."""
        unknown = [name for name in changes if name not in self.__struct_fields__]
        if unknown:
            raise ValueError(f"No card has a number {unknown[0]!r}; {known_names(unknown[0], self.__struct_fields__)}")
        try:
            return as_type({**asdict(self), **changes}, UnitCard)
        except ValidationError as error:
            raise ValueError(f"{self.name} cannot be changed like this: {error}") from error


class UnitRow(Entry, frozen=True):
    """A unit as the table states it, its footprint in studs."""

    name: str
    country: str
    ap: Count
    dp: Count
    mp: Count
    rc: Count
    mount: Mount
    len_studs: Count
    wid_studs: Count
    size_class: SizeClass
    clause: str
    rules: SpecialRule = ""
    alias: str = ""


class SizeRow(Entry, frozen=True):
    """The footprint of a size of unit."""

    name: SizeClass
    len_studs: Count
    wid_studs: Count
    clause: str


class UnitsFile(Entry, frozen=True):
    """The file of ground units."""

    size_class: tuple[SizeRow, ...]
    unit: tuple[UnitRow, ...]


class Airplane(Entry, frozen=True):
    """An airplane of the resource tables."""

    name: str
    country: str
    bombs: Count
    missiles: Count
    ap: Count
    dp: Count
    mp: Count
    rc: Count
    machine_guns: Literal["front", "front+rear"]
    range_inches: Size
    clause: str
    alias: str = ""


class AirplanesFile(Entry, frozen=True):
    """The file of airplanes."""

    airplane: tuple[Airplane, ...]


class Upgrade(Entry, frozen=True):
    """Something bought on top of a unit."""

    name: str
    ap: int
    dp: int
    mp: int
    rc: Count
    most_per_army: Count
    text: str
    clause: str


class UpgradesFile(Entry, frozen=True):
    """The file of upgrades."""

    upgrade: tuple[Upgrade, ...]


def squeezed(name: str) -> str:
    """A name as it is compared: no matter of capitals or spaces."""
    return " ".join(name.split()).casefold()


@rule("mbb.geometry.footprint")
def card_of(row: UnitRow, sizes: Mapping[str, SizeRow]) -> UnitCard:
    """The card of a row: its footprint is the rectangle of its size, studs turned into inches."""
    size = sizes[row.size_class]
    if (row.len_studs, row.wid_studs) != (size.len_studs, size.wid_studs):
        raise DataFault(f"data/units.toml: {row.name} is {row.size_class} but has another footprint")
    length, width = studs(row.len_studs), studs(row.wid_studs)
    stated = {key: value for key, value in asdict(row).items() if key not in ("len_studs", "wid_studs")}
    return UnitCard(**stated, length_inches=length, width_inches=width)


@rule("mbb.unit.stats", "mbb.army.names", "mbb.army.l3", "mbb.army.staff_car")
@cache
def unit_cards() -> Mapping[str, UnitCard]:
    """All ground units under their corrected names, in the order of the resource tables."""
    file = read("units.toml", UnitsFile)
    sizes = by_key("units.toml", ((size.name, size) for size in file.size_class))
    return by_key("units.toml", ((row.name, card_of(row, sizes)) for row in file.unit))


@cache
def _cards_by_any_name() -> Mapping[str, UnitCard]:
    cards = unit_cards().values()
    names = {squeezed(name): card for card in cards for name in (card.name, card.alias) if name}
    return names


@rule("mbb.army.names")
def find_card(name: str) -> UnitCard | None:
    """The card of this name or of the spelling printed in the book; capitals and spaces do not matter."""
    return _cards_by_any_name().get(squeezed(name))


def unit_card(name: str) -> UnitCard:
    """The card of this name, which must exist: for scenarios, tests and code, not for what people type."""
    card = find_card(name)
    if card is None:
        raise KeyError(f"no unit card is called {name!r}")
    return card


@rule("mbb.army.air_table")
@cache
def airplanes() -> Mapping[str, Airplane]:
    """The airplanes: bombs, missiles, AP of the machine guns, MP, RC and DP."""
    return by_key("airplanes.toml", ((plane.name, plane) for plane in read("airplanes.toml", AirplanesFile).airplane))


@rule("mbb.army.commander_row")
@cache
def upgrades() -> Mapping[str, Upgrade]:
    """The upgrades: a Tank Commander costs extra on top of its unit and is no unit."""
    return by_key("upgrades.toml", ((one.name, one) for one in read("upgrades.toml", UpgradesFile).upgrade))
