"""Unit cards, airplanes and upgrades of the resource tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypedDict, Unpack

from msgspec import Meta, ValidationError, to_builtins
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow, by_key
from brickfield.core.near_names import known_names
from brickfield.core.typed import as_type
from ..data_files import read, table
from .measures import flying, studs

Count = Annotated[int, Meta(ge=0, le=999)]
# Up to the long edge of the table: what is bigger is a slip of the hand, not a model.
Size = Annotated[float, Meta(gt=0, le=48)]
Mount = Literal["turret", "fixed", "all_round", "none"]
SizeClass = Literal["light", "medium", "heavy", "gun", "car", "plane", "infantry"]
MachineGuns = Literal["", "front", "front+rear"]
SpecialRule = Literal["", "spg", "artillery", "amphibious", "spotter"]
Specialty = Literal["", "grenadier", "sniper", "medical", "elite", "engineer"]


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


class Afloat(TableRow, frozen=True):
    """What an amphibious vehicle has in water: its points there, and the MP it must spend on driving each turn."""

    ap: Count
    dp: Count
    mp: Count
    least_mp: Count = 0
    clause: str = "mbb.amph.stats_vary"


class UnitCard(TableRow, frozen=True):
    """A unit card: what the unit costs, how it attacks, defends and moves, and the ground it covers.

    `country` is "Any" for units that serve with every army. `rules` names the special rules the card carries. The
    card of an airplane says where its machine guns are and what it carries, and the ground its wreck covers.
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
    # what is different in water, and whether a tank commander rides in it
    afloat: Afloat | None = None
    commander: bool = False
    machine_guns: MachineGuns = ""
    bombs: Count = 0
    missiles: Count = 0
    # a card that players wrote themselves
    own: bool = False
    # the word of the model its players brought for it
    model: str = ""
    # infantry: the soldier markers it begins with, its specialty, and whether the captain is with it
    markers: Count = 0
    specialty: Specialty = ""
    captain: bool = False

    @property
    def is_infantry(self) -> bool:
        """Infantry are the units made of soldier markers."""
        return self.markers > 0

    @property
    def is_airplane(self) -> bool:
        """Airplanes are the units with machine guns of their own."""
        return self.machine_guns != ""

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
            return as_type({**to_builtins(self), **changes}, UnitCard)
        except ValidationError as error:
            raise ValueError(f"{self.name} cannot be changed like this: {error}") from error


class UnitRow(TableRow, frozen=True):
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
    afloat: Afloat | None = None


class SizeRow(TableRow, frozen=True):
    """The footprint of a size of unit."""

    name: SizeClass
    len_studs: Count
    wid_studs: Count
    clause: str


class UnitsFile(TableRow, frozen=True):
    """The file of ground units."""

    size_class: tuple[SizeRow, ...]
    unit: tuple[UnitRow, ...]


class Airplane(TableRow, frozen=True):
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
    len_studs: Count
    wid_studs: Count
    clause: str
    alias: str = ""


class Upgrade(TableRow, frozen=True):
    """Something bought on top of a unit."""

    name: str
    ap: int
    dp: int
    mp: int
    rc: Count
    most_per_army: Count
    text: str
    clause: str


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
    stated = {key: getattr(row, key) for key in row.__struct_fields__ if key not in ("len_studs", "wid_studs")}
    return UnitCard(**stated, length_inches=length, width_inches=width)


@rule("mbb.unit.stats", "mbb.army.names", "mbb.army.l3", "mbb.army.staff_car")
@cache
def unit_cards() -> Mapping[str, UnitCard]:
    """All ground units under their corrected names, in the order of the resource tables."""
    file = read("units.toml", UnitsFile)
    sizes = by_key("units.toml", ((size.name, size) for size in file.size_class))
    return by_key("units.toml", ((row.name, card_of(row, sizes)) for row in file.unit))


@rule("mbb.air.destroyed", "mbb.army.air_table")
@cache
def airplane_cards() -> Mapping[str, UnitCard]:
    """The airplanes as unit cards: what they cover on the ground is what their wreck does."""
    numbers = flying()
    size = studs(numbers.wreck_length_studs), studs(numbers.wreck_width_studs)
    stated = ("name", "country", "ap", "dp", "mp", "rc", "alias", "clause", "machine_guns", "bombs", "missiles")
    found = {}
    for name, plane in airplanes().items():
        same = {key: getattr(plane, key) for key in stated}
        found[name] = UnitCard(**same, mount="none", length_inches=size[0], width_inches=size[1], size_class="plane")
    return found


# How a unit is called in which a commander rides.
COMMANDER = "Tank Commander"


def without_commander(name: str) -> tuple[str, bool]:
    """The name of a unit, and whether a commander is named with it."""
    plain, _with, rider = " ".join(name.split()).rpartition(" with ")
    return (plain, True) if squeezed(rider) == squeezed(COMMANDER) else (name, False)


@rule("mbb.cmd.cost", "mbb.army.commander_row")
@cache
def with_commander(card: UnitCard) -> UnitCard:
    """The unit with a tank commander: it costs more, its other numbers stay."""
    upgrade = upgrades()[COMMANDER]
    return replace(
        card,
        name=f"{card.name} with {COMMANDER}",
        alias="",
        commander=True,
        ap=card.ap + upgrade.ap,
        dp=card.dp + upgrade.dp,
        mp=card.mp + upgrade.mp,
        rc=card.rc + upgrade.rc,
    )


@rule("mbb.cmd.cost", "mbb.unit.rc")
def printed_cost(card: UnitCard) -> int:
    """What a unit costs by its printed row, without the commander who rides in it."""
    return card.rc - upgrades()[COMMANDER].rc if card.commander else card.rc


@rule("mbb.cmd.who")
def may_have_commander(card: UnitCard) -> bool:
    """A commander rides in a ground unit that attacks and moves and is neither self-propelled gun nor artillery."""
    if card.is_airplane or card.is_infantry:
        return False
    return card.ap >= 1 and card.mp >= 1 and card.rules not in ("spg", "artillery")


@rule("mbb.army.air_table")
@cache
def airplanes() -> Mapping[str, Airplane]:
    """The airplanes: bombs, missiles, AP of the machine guns, MP, RC and DP."""
    return table("airplanes.toml", Airplane, key="name")


@rule("mbb.army.commander_row")
@cache
def upgrades() -> Mapping[str, Upgrade]:
    """The upgrades: a Tank Commander costs extra on top of its unit and is no unit."""
    return table("upgrades.toml", Upgrade, key="name")
