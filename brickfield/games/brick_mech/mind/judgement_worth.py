"""Worth: Mechs, parts and damage in points of army cost, and how the dice spread them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.judging.judging import as_chance
from brickfield.core.state import State
from ..base.battlefield import card_of, match_of, side_of
from ..base.initiative import initiative_bonus
from ..base.measures import RANGES, measures
from ..base.objective import DESTROY_TARGET, PROTECT
from ..base.odds import outcomes, sums
from ..base.record_sheet import ARMOR, Part, attack_dice, number, part_of
from ..chapters.scavenging.loose_parts import Loose, slot_name
from ..chapters.scavenging.scavenge_action import parts_to_mount
from .remembered import table_of

# The share of a Mech's worth that it keeps until its last Armor Point; the rest goes with the points.
_STANDING = 0.3
# A Massive Damage roll hurts like so many Armor Points, one at a named location a little more.
_MASSIVE, _NAMED = 1.5, 1.8
# What a Mech without any dice left is still worth, and what a named target is worth to those who must destroy it.
_UNARMED = 0.5
_TARGET = 220.0
# What it is worth to win by destroying what the battle is about, and how many times that more in the last round of all.
_BATTLE, _LAST_CHANCE = 300.0, 2.0
# A die on a Mech is worth more than its price: it is thrown again and again.
_DIE = 2.5
# The share of both armies that makes a lead of one in the exponent of the win chance.
_LEAD_SHARE = 0.2


def lead_points(both_armies: float) -> float:
    """How many points make a lead of one: the less there is left, the more a point decides."""
    return max(1.0, _LEAD_SHARE * both_armies)


def win_chance(points: float, both_armies: float) -> float:
    """A lead in points as a chance to win."""
    return as_chance(points / lead_points(both_armies))


def is_goal(state: State, unit: Unit) -> bool:
    """Whether a side wins by destroying this unit."""
    match = match_of(state)
    return match.options.victory in (DESTROY_TARGET, PROTECT) and unit.id in match.objective.targets


def decides(state: State, unit: Unit) -> float:
    """What it is worth beside its points that this unit is destroyed: the battle, if it is about it. The last chance to
    destroy a resource is worth more than anything else."""
    if not is_goal(state, unit):
        return 0.0
    match = match_of(state)
    if match.options.victory != PROTECT:
        return _BATTLE
    left = match.options.protect_rounds - int(state.facts.get("round", 1)) + 1
    return _BATTLE * (1.0 + _LAST_CHANCE / max(1, left))


class Whole(NamedTuple):
    """A unit that nothing has happened to: its Armor Points, all its Attack Dice, and what it costs: its points, and a
    good deal more if the battle is about it."""

    costs: float
    armor: int
    dice: int


def when_whole(state: State, unit: Unit) -> Whole:
    """A unit as it was built. A card adds its modules up whenever it is asked; it never changes in a match."""
    known = table_of(state, "whole")
    found: Whole | None = known.get(unit.id)
    if found is None:
        card = card_of(state, unit.id)
        costs = float(card.points) + (_TARGET if is_goal(state, unit) else 0.0)
        dice = sum(card.number(band) for band in RANGES)
        found = known[unit.id] = Whole(costs, max(1, card.number(ARMOR)), dice)
    return found


def worth(state: State, unit: Unit) -> float:
    """What a unit is worth as it stands: Armor Points and dice that are gone make it cheaper."""
    whole = when_whole(state, unit)
    left = _STANDING + (1.0 - _STANDING) * min(1.0, number(unit, ARMOR) / whole.armor)
    return whole.costs * left * armed(state, unit)


def armed(state: State, unit: Unit) -> float:
    """How much the loss of dice has cost a Mech: 1 with all it was built with."""
    built = when_whole(state, unit).dice
    if not built:
        return 1.0
    return _UNARMED + (1.0 - _UNARMED) * min(1.0, sum(attack_dice(unit, band) for band in RANGES) / built)


@lru_cache(maxsize=65536)
def harm(attack: int, defense: int, ahead: int, criticals: bool, armor: int, full: int, named: bool = False) -> float:
    """The share of a Mech's price that an attack is expected to take, from every way its dice can fall."""
    each = (1.0 - _STANDING) / full
    roll = (_NAMED if named else _MASSIVE) * each
    expected = 0.0
    for damage, chance in outcomes(attack, defense, ahead, criticals):
        if damage.armor >= armor:
            expected += chance * (_STANDING + armor * each)
        else:
            expected += chance * (damage.armor * each + damage.massive * roll)
    return expected


@lru_cache(maxsize=16384)
def fatal(attack: int, defense: int, ahead: int, criticals: bool, armor: int) -> float:
    """The chance that an attack takes the last of so many Armor Points."""
    return added(chance for damage, chance in outcomes(attack, defense, ahead, criticals) if damage.armor >= armor)


@lru_cache(maxsize=4096)
def mean_armor(attack: int, defense: int, ahead: int, criticals: bool) -> float:
    """The Armor Points an attack takes on average."""
    return added(damage.armor * chance for damage, chance in outcomes(attack, defense, ahead, criticals))


@cache
def acts_before(ahead: int) -> float:
    """The chance to act before somebody whose Initiative Bonus is lower by so many."""
    numbers = measures()
    rolled = sums(numbers.initiative_dice, numbers.die_faces)
    pairs = [(one - other + ahead, p * q) for one, p in enumerate(rolled) for other, q in enumerate(rolled)]
    tied = added(chance for lead, chance in pairs if lead == 0)
    return added(chance for lead, chance in pairs if lead > 0) + tied * (0.5 if ahead == 0 else float(ahead > 0))


def lead_in_initiative(state: State, one: int, other: int) -> int:
    """By how much the bonus of a seat is higher than another's."""
    return (initiative_bonus(state, one) or 0) - (initiative_bonus(state, other) or 0)


def side_worth(state: State, side: int) -> float:
    """What a side has on the table, or has still to place there."""
    in_play = (unit for unit in state.units.values() if unit.status in (ALIVE, WAITING))
    return added(worth(state, unit) for unit in in_play if side_of(state, unit) == side)


def parts_worth(parts: list[Part]) -> float:
    """What parts would add to a Mech: the dice they still have."""
    prices = measures()
    each = {band: float(getattr(prices, f"cost_{band}")) for band in RANGES}
    return _DIE * added(part.dice(band) * each[band] for part in parts for band in RANGES)


def would_fit(unit: Unit, loose: Loose, take: str) -> float:
    """What a loose part, or half of it, would be worth on a Mech; 0 if it does not fit or would hang in the air."""
    taken = parts_to_mount(loose, take)
    if any(part_of(unit, slot_name(loose.side, sort)) is not None for sort, _part in taken):
        return 0.0
    hangs = [sort for sort, _part in taken] == ["arm"] and part_of(unit, slot_name(loose.side, "shoulder")) is None
    return 0.0 if hangs else parts_worth([part for _sort, part in taken])
