"""Infantry Weapons: the printed table. Dice and ranges of an attack are worked out in attack.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from ..data_files import table

NONE = "none"


class Step(TableRow, frozen=True):
    """So many of a weapon add so many dice."""

    count: int
    add: int


class Band(TableRow, frozen=True):
    """Up to a distance so many dice are added."""

    to: int
    add: int


class CountsAs(TableRow, frozen=True):
    """Counts as so many of another weapon."""

    weapon: str
    n: int


class Weapon(TableRow, frozen=True):
    """A row of the table; what a weapon does not have is 0 or empty."""

    id: str
    title: str
    cost: int
    clause: str
    single_use: bool
    range_max: int
    range_effective: int = 0
    dice_ladder: tuple[Step, ...] = ()
    counts_as: tuple[CountsAs, ...] = ()
    bands: tuple[Band, ...] = ()
    dice_each: int = 0
    dice_max: int = 0
    dice_max_two_veterans: int = 0
    max_per_unit: int = 0
    smoke: tuple[int, int] = (0, 0)
    duration_actions: int = 0
    anti_armor: bool = False
    front_side_cap: int = 0
    crew_included: int = 0
    base_max: int = 0
    add_one_crew: int = 0
    add_two_crew: int = 0
    armor_row: str = ""


@rule(
    "ba.weapon.repeater", "ba.weapon.smg", "ba.weapon.battle_rifle", "ba.weapon.shotgun", "ba.weapon.carbine",
    "ba.weapon.sniper", "ba.weapon.support", "ba.weapon.smoke", "ba.weapon.grenade", "ba.weapon.rifle_grenade",
    "ba.weapon.rocket",
)  # fmt: skip
@cache
def weapons() -> Mapping[str, Weapon]:
    """All weapons by id, in the order of the table."""
    return table("weapons.toml", Weapon)


@cache
def primaries() -> tuple[str, ...]:
    """The weapons of which a mini has one."""
    return tuple(each.id for each in weapons().values() if not each.single_use and not each.crew_included)


@cache
def items() -> tuple[str, ...]:
    """The single-use items."""
    return tuple(each.id for each in weapons().values() if each.single_use)
