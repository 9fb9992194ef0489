"""Exchange: what a side could take from the other in a turn of three actions, pair of units by pair of units.

One unit may fire with all three actions, so it is the best pair that counts, and the others much less. What a pair
can do is worked out once for a table; for a table on which one unit has moved only its own pairs are worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat
from math import exp
from operator import mul
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.kept import keep_pairs, keep_too, kept_by_ids
from brickfield.core.state import State
from ..base.battlefield import (
    BANNED,
    BANNED_NEXT,
    PRONE,
    SUPPRESSED,
    is_vehicle,
    match_of,
    mini_of,
    number,
    units_of,
    weapon_of,
)
from ..base.firing.dice_pool import Armed, unit_pool
from ..base.firing.fire_measures import fire
from ..base.firing.shots import HEAVY, Manner, Shot, shot_of
from ..base.measures import measures
from ..base.minis import is_veteran
from ..base.rallying import bonus_to_rally, commanders_near
from ..base.sight.landscape import kept_for, landscape
from ..base.sight.sight import sight
from ..base.weapons import weapons
from ..chapters.heavy_support.heavy_guns import gun_of
from ..chapters.vehicles.armour_shots import anti_armour_items, heavy_armour_shot, in_contact, swarm_shot
from ..chapters.vehicles.batteries import batteries_of
from ..chapters.vehicles.mind_prices import armour_points, best_salvo, gun_points
from ..chapters.vehicles.vehicle_damage import DAMAGE
from ..chapters.vehicles.vehicles import class_of, vehicle_weapons
from .goals import urgency
from .memory import remembered, scenery
from .prospects import apart, gap, plain_points, points_of, shot_points, unit_worth

# a unit that is wiped out is worth more than its minis
WIPED = 8.0
# how much of the second, third ... victim of a turn counts beside the first
_NEXT = (1.0, 0.35, 0.2, 0.1)
# what is left of a shot after a walk against who is hidden now, who is in hard cover, who lies down
_HIDDEN, _COVERED, _PRONE = 0.55, 0.8, 0.83
# a vehicle that does not bear yet fires so much less after it has driven or turned
_TURNED = 0.5
# what a rocket or grenade does to a vehicle on the average: two dice of 4+, saved by 5+
_PER_ITEM = 2 / 3
_REPEATS = 99
# how much of the strength of a unit is left, by its id
Weakened = Mapping[str, float]
NOBODY_WEAKENED: Weakened = {}


class Blow(NamedTuple):
    """One attack of a unit at another from where both are: its points on the average, and how often it can be made."""

    points: float
    times: int


_NONE = Blow(0.0, 0)


def carry_over(state: State, there: State, unit: Unit) -> None:
    """What is known of pairs of units stays known on a table on which only one unit has moved.

    A vehicle that has driven hides others from each other; for a thought that is left aside."""
    keep_pairs(state, there, unit.id, blow, charge, gap, plain_points)
    keep_too(state, there, urgency)
    if not is_vehicle(state, unit):
        keep_too(state, there, landscape, scenery)


@kept_by_ids
def blow(state: State, unit: Unit, target: Unit) -> Blow:
    """The best attack of a unit at another now."""
    if unit.container in state.units or target.container in state.units:
        return _NONE
    if is_vehicle(state, unit):
        points = max((gun_points(state, unit, target, each) for each in batteries_of(state, unit)), default=0.0)
        return Blow(points, _REPEATS)
    if gun_of(state, unit) is not None:
        return Blow(_heavy(state, unit, target), _REPEATS)
    if not is_vehicle(state, target):
        return Blow(shot_points(state, unit, target), _REPEATS)
    if in_contact(state, unit, target):
        return Blow(armour_points(state, target, swarm_shot(state, unit, target)), _REPEATS)
    return Blow(best_salvo(state, unit, target), 1)


def _heavy(state: State, unit: Unit, target: Unit) -> float:
    if is_vehicle(state, target):
        return armour_points(state, target, heavy_armour_shot(state, unit, target))
    shot = shot_of(state, unit, target, Manner(weapon=HEAVY))
    return points_of(state, target, shot) if isinstance(shot, Shot) else 0.0


def most_taken(state: State, target: Unit) -> float:
    """No more can be taken from a unit."""
    return unit_worth(state, target) + WIPED


def volley(state: State, unit: Unit, target: Unit, shots: int) -> float:
    """What so many attacks of a unit take from where it stands."""
    points, times = blow(state, unit, target)
    if not points:
        return 0.0
    return min(most_taken(state, target), points * min(shots, times))


@kept_by_ids
def charge(state: State, unit: Unit, target: Unit) -> float:
    """The best a unit can do to another in a whole turn: fire where it stands, or walk once or twice before."""
    return remembered(state, unit, target, _charge) * readiness(state, unit)


def _charge(state: State, unit: Unit, target: Unit) -> float:
    actions = measures().actions
    here = volley(state, unit, target, attacks_allowed(state, actions))
    if unit.container in state.units or target.container in state.units:
        return 0.0
    if is_vehicle(state, unit):
        return max(here, _driven(state, unit, target) * (actions - 1))
    if is_vehicle(state, target):
        return max(here, _hunted(state, unit, target))
    if gun_of(state, unit) is not None:
        return here
    away, step = apart(state, unit, target), measures().move
    left = shelter(state, unit, target)
    nearer = [
        attacks_allowed(state, actions - walks) * in_the_open(state, unit, target, away - walks * step)
        for walks in (1, 2)
    ]
    return max(here, left * min(most_taken(state, target), max(nearer)))


def attacks_allowed(state: State, actions: int) -> int:
    """How often one unit may attack with so many actions."""
    most: int = match_of(state).options.max_attacks_per_unit_per_turn
    return min(actions, most) if most else actions


def shelter(state: State, unit: Unit, target: Unit) -> float:
    """What cover that may be walked around is still worth."""
    seen = sight(state, unit, target)
    lying = _PRONE if number(target, PRONE) else 1.0
    return lying * (_HIDDEN if not seen.seen else _COVERED if seen.hard else 1.0)


def in_the_open(state: State, unit: Unit, target: Unit, distance: float) -> float:
    """What a shot from so far away would take in the open, if it is no long shot."""
    minis = len(_arms(state, target))
    dice = _dice_at(_arms(state, unit), round(max(0.0, distance)))
    return min(minis, dice / 3) * unit_worth(state, target) / minis if minis else 0.0


def _arms(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """The minis that are left of a squad, each with what he is and holds."""
    kept = kept_for(state, unit)
    found: tuple[tuple[str, str], ...] | None = kept.get("arms")
    if found is None:
        found = kept["arms"] = tuple([(each.id, each.card) for each in unit.standing])
    return found


@lru_cache(maxsize=4096)
def _dice_at(minis: tuple[tuple[str, str], ...], distance: int) -> int:
    """The dice of minis with these cards at a distance, loaders left aside; none for a long shot."""
    shooters = []
    for name, card in minis:
        weapon, mini = weapon_of(card), mini_of(card)
        primary = weapon.id if weapon is not None else ""
        shooters.append(Armed(name, primary, is_veteran(mini.id), (), mini.base_die or weapon is not None))
    pool = unit_pool(shooters, float(distance))
    return 0 if pool.beyond else max(0, pool.dice)


def _hunted(state: State, unit: Unit, target: Unit) -> float:
    """What rockets and grenades of a squad may do to a vehicle after it has walked twice."""
    items = [weapons()[each.item] for each in anti_armour_items(unit)]
    away = apart(state, unit, target) - measures().move_per_turn
    damage = _PER_ITEM * sum(away <= item.range_max for item in items)
    left = max(1, class_of(state, target).damage_points - number(target, DAMAGE))
    return _HIDDEN * unit_worth(state, target) * min(1.0, damage / left)


def _driven(state: State, unit: Unit, target: Unit) -> float:
    """What a vehicle may do to a squad that it does not see or bear on yet."""
    minis = len(target.standing)
    if not minis:
        return 0.0
    guns = [vehicle_weapons()[each].dice * count for each, count in batteries_of(state, unit).items()]
    return _TURNED * min(minis, max(guns, default=0) / 3) * unit_worth(state, target) / minis


def readiness(state: State, unit: Unit) -> float:
    """How likely a unit can attack in its owner's next turn: the suppressed must rally, a held attack is paid for."""
    if number(unit, BANNED_NEXT):
        return 0.0
    if not number(unit, SUPPRESSED):
        return 1.0
    return _rallies(state, unit)


def dangers(most: Iterable[float], victims: Iterable[Unit]) -> list[tuple[float, Unit]]:
    """What a side takes from each unit of the other in a whole turn: from one by the best that can be done to it, from
    the others a share of that, for the turns after it; most first."""
    taken = sorted(zip(most, victims, strict=True), key=lambda each: (-each[0], each[1].id))
    shares = chain(_NEXT, repeat(0.0))
    return [(share * points, victim) for share, (points, victim) in zip(shares, taken, strict=False)]


def onslaught(
    state: State, attackers: Sequence[Unit], victims: Sequence[Unit], weakened: Weakened = NOBODY_WEAKENED
) -> float:
    """What a side takes from the other in a whole turn."""
    return in_all(worst(charges(state, attackers, victims), strengths(attackers, weakened)))


def charges(state: State, attackers: Sequence[Unit], victims: Sequence[Unit]) -> list[list[float]]:
    """The best that each unit of a side can do to each of the other: for each victim a row of all attackers."""
    return [[charge(state, each, victim) for each in attackers] for victim in victims]


def strengths(attackers: Iterable[Unit], weakened: Weakened) -> list[float] | None:
    """How much of the strength of each attacker is left; None: all of it of all."""
    return [weakened.get(each.id, 1.0) for each in attackers] if weakened else None


def worst(rows: Iterable[Sequence[float]], left: Sequence[float] | None) -> list[float]:
    """The most that is done to each victim by attackers of whom so much is left."""
    if left is None:
        return [max(row, default=0.0) for row in rows]
    return [max(map(mul, row, left), default=0.0) for row in rows]


def in_all(most: Iterable[float]) -> float:
    """What all of it comes to in a turn: all from the victim to whom most is done, shares from the others."""
    taken: float = added(map(mul, _NEXT, sorted(most, reverse=True)))
    return taken


class Plan(NamedTuple):
    """What the rest of a turn is used for: fire of one unit at another, its points, and who is weakened by it."""

    points: float
    weakened: Weakened


NO_PLAN = Plan(0.0, NOBODY_WEAKENED)


def may_fire(state: State, unit: Unit) -> bool:
    """Whether a unit may attack in this turn at all."""
    return not (number(unit, SUPPRESSED) or number(unit, BANNED))


def fire_plans(state: State, own: list[Unit], foes: list[Unit], shots: int, most: int = 3) -> list[Plan]:
    """The best ways to use so many actions for fire from where everybody stands, and to do nothing."""
    allowed = attacks_allowed(state, shots)
    found = []
    for unit in own if shots > 0 else ():
        if may_fire(state, unit):
            for foe in foes:
                points = volley(state, unit, foe, allowed)
                if points > 0.0:
                    found.append((points, foe))
    found.sort(key=lambda each: -each[0])
    return [NO_PLAN, *[Plan(points, {foe.id: left_of(state, foe, points, allowed)}) for points, foe in found[:most]]]


def left_of(state: State, foe: Unit, points: float, volleys: int = 1) -> float:
    """The strength that is left of a unit from which so many volleys take so many points: its minis, and how likely it
    is not suppressed, or rallies."""
    if not points:
        return 1.0
    minis, worth = len(_arms(state, foe)), max(1.0, unit_worth(state, foe))
    if not minis or number(foe, SUPPRESSED):
        return exp(-points / worth)
    losses = min(float(minis), points / worth * minis) / max(1, volleys)
    spared = (exp(-losses) * (1.0 + losses)) ** volleys
    return exp(-points / worth) * (spared + (1.0 - spared) * _rallies(state, foe))


def _rallies(state: State, unit: Unit) -> float:
    """How likely a suppressed unit rallies at the beginning of its turn."""
    if commanders_near(state, unit):
        return _chance_to_rally(state, unit)
    # by itself
    kept = kept_for(state, unit)
    found: float | None = kept.get("rallies")
    if found is None:
        found = kept["rallies"] = _chance_to_rally(state, unit)
    return found


def _chance_to_rally(state: State, unit: Unit) -> float:
    return min(1.0, (7 - fire().rally_from + bonus_to_rally(state, unit).total) / 6)


def sides(state: State, seat: int) -> tuple[list[Unit], list[Unit]]:
    """The own units on the board, and those of the enemy."""
    own = units_of(state, seat)
    match = state.match
    return own, [each for each in state.units.values() if each.alive and match.sides[each.seat] != match.sides[seat]]
