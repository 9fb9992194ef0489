"""Infantry in numbers: squads, plates, prices, and the ground as soldiers find it. All of it is infantry.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import CitedNumber, TableRow, by_key, read, typed
from ...base.measures import studs
from ...base.unit_cards import Specialty, UnitCard, squeezed

Count = Annotated[int, Meta(ge=0, le=99)]
SPECIALTIES: tuple[Specialty, ...] = ("grenadier", "sniper", "medical", "elite", "engineer")
MEDICAL = "medical"
# What stands on a plate, by the names of the marks: see infantry.py.
MARKERS, STRENGTH, STRAGGLER, CAPTAIN_PLATE = "markers", "strength", "straggler", "captain"
OnFoot = Literal["building", "water", "closed", "free", "impassable", "wire", "mud", "dunes", "emplacement"]


class InfantryRow(TableRow, frozen=True):
    """A unit of infantry that can be bought. `plates` lie under its markers, of its colour."""

    id: Literal["full", "half", "grenadier", "sniper", "medical", "elite", "engineer"]
    name: str
    ap: Count
    dp: Count
    mp: Count
    rc: Count
    markers: Count
    clause: str
    specialty: Specialty = ""
    colour: str = ""
    plates: Count = 1


class StragglerRow(TableRow, frozen=True):
    """What a straggler unit is worth; `weak_dp` with few markers."""

    name: str
    ap: Count
    dp: Count
    weak_dp: Count
    mp: Count
    clause: str


class FootRow(TableRow, frozen=True):
    """Sorts of ground that are alike for soldiers; `rest`: whether a plate may stand there at the end of a move."""

    features: tuple[str, ...]
    on_foot: OnFoot
    clause: str
    movement_points: int = 0
    rest: bool = True


class InfantryFile(TableRow, frozen=True):
    """The file of infantry."""

    squad: dict[str, CitedNumber]
    unit: tuple[InfantryRow, ...]
    straggler: StragglerRow
    ground: tuple[FootRow, ...]


class Squads(TableRow, frozen=True):
    """Sizes and limits of infantry."""

    full_soldiers: int
    half_soldiers: int
    soldiers_per_marker: int
    plate_studs: int
    adjacent_inches: float
    behind_tank_inches: float
    raid_inches: float
    captain_inches: float
    sprint_times: int
    followed_inches: float
    followed_mp: int
    captains: int
    captain_rc: int
    straggler_most: int
    straggler_strong: int
    straggler_weak: int
    joined_dp: int
    markers_per_dp: int

    @property
    @rule("inf.build.full", "inf.build.marker")
    def full(self) -> int:
        """The markers of a full unit: twelve soldiers, three to a marker."""
        return self.full_soldiers // self.soldiers_per_marker

    @property
    @rule("inf.build.half", "inf.build.marker")
    def half(self) -> int:
        """The markers of a half unit."""
        return self.half_soldiers // self.soldiers_per_marker

    @property
    @rule("inf.build.plate", "inf.geometry.plate")
    def plate_inches(self) -> float:
        """The diameter of the round plate."""
        return studs(self.plate_studs)


@cache
def _file() -> InfantryFile:
    return read("infantry.toml", InfantryFile, Path(__file__).parent)


@rule("inf.precedence")
@cache
def squads() -> Squads:
    """Sizes and limits of infantry; what they do not mention is as for all units."""
    return typed("infantry.toml", {name: figure.value for name, figure in _file().squad.items()}, Squads)


@rule("inf.stats.basic", "inf.stats.half", "inf.gren", "inf.sniper", "inf.med", "inf.elite", "inf.eng", "inf.elite.ap",
      "inf.stats.rc_meaning")  # fmt: skip
@cache
def infantry_rows() -> Mapping[str, InfantryRow]:
    """The units of infantry by id; the RC of a specialty is the price of the whole unit."""
    return by_key("infantry.toml", ((row.id, row) for row in _file().unit))


@rule("inf.strag.stats")
def straggler_row() -> StragglerRow:
    """The numbers of a straggler unit."""
    return _file().straggler


@rule("inf.move.forest", "inf.move.water", "inf.move.impassable", "inf.move.obstacles")
@cache
def ground_on_foot() -> Mapping[str, FootRow]:
    """What each feature is for soldiers; a feature that is not named is open ground."""
    return by_key("infantry.toml", ((feature, row) for row in _file().ground for feature in row.features))


@rule("inf.move.impassable", "inf.move.obstacles")
@cache
def slow_kinds() -> Mapping[str, FootRow]:
    """The kinds of ground that take Movement Points from soldiers."""
    return {row.on_foot: row for row in _file().ground if row.movement_points}


# --- cards ------------------------------------------------------------------------------------------------------------

# Infantry serves with every army: it takes the country of its army (inf.stats.nation).
_ANY = "Any"
# How infantry is called that the captain is with.
CAPTAIN = "Captain"


@rule("inf.stats.basic", "inf.stats.half", "inf.stats.nation", "inf.build.plate", "inf.move.omni")
@cache
def infantry_cards() -> Mapping[str, UnitCard]:
    """The units of infantry as unit cards: a round plate without a facing."""
    return {row.name: _infantry_card(row) for row in infantry_rows().values()}


def _infantry_card(row: InfantryRow) -> UnitCard:
    plate = squads().plate_inches
    stated = {key: getattr(row, key) for key in ("name", "ap", "dp", "mp", "rc", "markers", "specialty", "clause")}
    return UnitCard(
        **stated,
        country=_ANY,
        mount="all_round",
        length_inches=plate,
        width_inches=plate,
        size_class="infantry",
    )


@rule("inf.captain.cost", "inf.captain.add", "inf.captain")
@cache
def with_captain(card: UnitCard) -> UnitCard:
    """The unit with the captain: it costs more, its other numbers stay."""
    return replace(card, name=f"{card.name} with {CAPTAIN}", captain=True, rc=card.rc + squads().captain_rc)


@rule("inf.captain.add")
def led_by_captain(plain: str) -> UnitCard | None:
    """The card of this name if it is that of infantry with the captain, who goes with basic infantry only."""
    squad, _with, rider = plain.rpartition(" with ")
    found = (card for card in infantry_cards().values() if squeezed(card.name) == squad and not card.specialty)
    return next(map(with_captain, found), None) if rider == squeezed(CAPTAIN) else None
