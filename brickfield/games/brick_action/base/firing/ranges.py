"""Ranges: what an infantry weapon reaches, as the table reads the printed pairs, and the dice that it adds there."""

from __future__ import annotations

from msgspec import Struct

from brickfield.core.clauses import rule
from ...setup.options import HyphenRange, SupportBands
from ..weapons import Weapon, weapons
from .fire_measures import EPS

REPEATER, CARBINE, BATTLE_RIFLE, SMG, SHOTGUN = "repeater", "carbine", "battle_rifle", "smg", "shotgun"
SNIPER, SUPPORT = "sniper_rifle", "support"
# what a bayonet fits on
TAKES_BAYONET = (REPEATER, BATTLE_RIFLE)
SMOKE, GRENADE, RIFLE_GRENADE, ROCKET = "smoke_grenade", "grenade", "rifle_grenade", "rocket"


class Habits(Struct, frozen=True, gc=False):
    """How the table reads the printed ranges, and whether the unit moved this turn."""

    bands: SupportBands = "swapped"
    hyphen: HyphenRange = "effective_max"
    moved: bool = False


PLAIN = Habits()


class Reach(Struct, frozen=True, gc=False):
    """How far a weapon adds its dice, and how far it reaches at all."""

    effective: float
    most: float


@rule("ba.weapon.hyphen", "ba.weapon.support.bands")
def reach_of(weapon: Weapon, habits: Habits = PLAIN, *, loaded: bool = False) -> Reach:
    """The two ranges of a primary weapon, as the table reads a printed pair."""
    if weapon.id == SUPPORT and habits.bands == "loader":
        near, far = (band.to for band in weapon.bands)
        only = far if loaded else near
        return Reach(only, only)
    if weapon.range_effective == weapon.range_max or habits.hyphen == "effective_max":
        return Reach(weapon.range_effective, weapon.range_max)
    first = habits.hyphen == "moved_still" and habits.moved
    only = weapon.range_effective if first else weapon.range_max
    return Reach(only, only)


@rule("ba.weapon.support.bands", "ba.longshot")
def support_dice(distance: float, habits: Habits = PLAIN, *, loaded: bool = False) -> int:
    """The dice of a support weapon within its range; a long shot counts with the farther band."""
    near, far = weapons()[SUPPORT].bands
    if habits.bands == "loader":
        return max(near.add, far.add) if loaded else min(near.add, far.add)
    adds = (near.add, far.add) if habits.bands == "swapped" else (far.add, near.add)
    return adds[0] if distance <= near.to + EPS else adds[1]


@rule("ba.weapon.rocket", "ba.weapon.rifle_grenade.range", "ba.weapon.grenade", "ba.single.no_longshot")
def item_dice(item: Weapon, distance: float) -> int:
    """The dice of a single-use item; none beyond its printed maximum, since it makes no long shot."""
    if distance > item.range_max + EPS:
        return 0
    for band in item.bands:
        if distance <= band.to + EPS:
            return band.add
    return item.dice_each


@rule("ba.weapon.ladder")
def ladder_dice(weapon: Weapon, count: int) -> int:
    """The highest step reached, and only that."""
    return max((step.add for step in weapon.dice_ladder if count >= step.count), default=0)


@rule("ba.weapon.sniper.company")
def sniper_company_fault(carried: tuple[tuple[str, bool], ...]) -> bool:
    """Whether a unit breaks the company of snipers. For each mini: its primary weapon and whether it is a spotter."""
    if not any(primary == SNIPER for primary, _spotter in carried):
        return False
    return any(primary != SNIPER and not spotter for primary, spotter in carried)


@rule("ba.weapon.rifle_grenade.range")
def may_carry(item: str, primary: str) -> bool:
    """Who holds a rifle that can throw it may carry a rifle grenade; all other items anybody may."""
    return item != RIFLE_GRENADE or primary in (REPEATER, BATTLE_RIFLE, CARBINE)
