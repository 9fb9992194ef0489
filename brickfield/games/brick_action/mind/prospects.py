"""Prospects: what units may be expected to do to each other, in points of army cost."""

from __future__ import annotations

from functools import lru_cache
from math import comb, erf, hypot, sqrt

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.kept import kept_by_ids
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ..base.battlefield import SUPPRESSED, card_of, enemies_of, is_vehicle, living, match_of, number, spots, units_apart
from ..base.casualties import worth
from ..base.close_combat.close_combat import fighters
from ..base.close_combat.close_combat_numbers import combat_dice, combat_total
from ..base.firing.attack_offers import die_kills, expected_losses
from ..base.firing.shots import PLAIN_FIRE, Manner, Shot, shot_of
from ..base.measures import measures
from ..base.objective import target_unit
from ..base.sight.landscape import kept_for
from ..base.stances import pairs_of, stance_of
from ..chapters.flags.flags import carries_flag
from .memory import remembered

# What suppressing a unit is worth of it, what its last mini is worth more, and the spread of one die.
_PINS, _WIPES, _DIE = 0.2, 8.0, 2.9
# How much more the unit counts that is hunted, and what a flag adds to who carries it.
_HUNTED, _CARRIER = 2.5, 40.0


def unit_worth(state: State, unit: Unit) -> float:
    """What is left of a unit, in points; more for the unit that is hunted and for who carries a flag."""
    kept = kept_for(state, unit)
    known: float | None = kept.get("worth")
    if known is None:
        known = points_left(state, unit)
        if unit.id == target_unit(match_of(state)):
            known *= _HUNTED
        elif carries_flag(unit):
            known += _CARRIER
        kept["worth"] = known
    return known


def points_left(state: State, unit: Unit) -> float:
    """What is left of a unit, in points of army cost."""
    kept = kept_for(state, unit)
    known: float | None = kept.get("points left")
    if known is None:
        whole = card_of(state, unit.id).cost if is_vehicle(state, unit) else sum(map(worth, unit.standing))
        known = kept["points left"] = float(whole)
    return known


def apart(state: State, one: Unit, other: Unit) -> float:
    """How far two units are from each other, as `units_apart` measures it; squads without any shapes."""
    return gap(state, one, other) if one.id < other.id else gap(state, other, one)


@kept_by_ids
def gap(state: State, first: Unit, second: Unit) -> float:
    """How far two units are apart, the first by its id named first."""
    here, there = spots(first), spots(second)
    if not here or not there or first.container in state.units or second.container in state.units:
        return units_apart(state, first, second)
    pairs, key = pairs_of(state), ("apart", stance_of(state, first), stance_of(state, second))
    known: float | None = pairs.get(key)
    if known is None:
        near = min([hypot(x - a, y - b) for x, y in here for a, b in there])
        known = pairs[key] = max(0.0, near - 2 * measures().mini_radius)
    return known


def side_worth(state: State, seat: int) -> tuple[float, float]:
    """What the own side has left, and what the others have."""
    own = others = 0.0
    for unit in living(state):
        points = points_left(state, unit)
        if state.match.allied(unit.seat, seat):
            own += points
        else:
            others += points
    return own, others


def shot_points(state: State, unit: Unit, target: Unit, manner: Manner = PLAIN_FIRE) -> float:
    """What a shot of infantry at infantry takes from the target on the average; 0 where it cannot be made."""
    return plain_points(state, unit, target) if manner is PLAIN_FIRE else _shot_points(state, unit, target, manner)


@kept_by_ids
def plain_points(state: State, unit: Unit, target: Unit) -> float:
    """The same of plain fire."""
    return remembered(state, unit, target, _plain_points)


def _plain_points(state: State, unit: Unit, target: Unit) -> float:
    return _shot_points(state, unit, target, PLAIN_FIRE)


def _shot_points(state: State, unit: Unit, target: Unit, manner: Manner) -> float:
    if is_vehicle(state, unit) or is_vehicle(state, target) or not unit.alive or not target.alive:
        return 0.0
    shot = shot_of(state, unit, target, manner)
    return 0.0 if isinstance(shot, Refusal) else points_of(state, target, shot)


def points_of(state: State, target: Unit, shot: Shot) -> float:
    """The points that a shot takes: minis, the suppression of the rest, and more for the last one."""
    minis = len(target.standing)
    each = unit_worth(state, target) / minis
    dice, kills = shot.pool.dice, die_kills(shot)
    pinned = at_least(dice, kills, 2) if not number(target, SUPPRESSED) else 0.0
    wiped = at_least(dice, kills, minis) if shot.sight.exposed >= minis else 0.0
    rest = max(0, minis - 2) * each * _PINS
    return expected_losses(shot) * each + pinned * rest + wiped * _WIPES


@lru_cache(maxsize=4096)
def at_least(dice: int, chance: float, count: int) -> float:
    """How likely so many of these dice succeed, or more."""
    return added(comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(count, dice + 1))


def best_shot(state: State, unit: Unit) -> float:
    """The best a unit could take with its next shot."""
    return max((shot_points(state, unit, foe) for foe in enemies_of(state, unit)), default=0.0)


def combat_points(state: State, unit: Unit, target: Unit) -> float:
    """What a round of close combat is worth: what it takes from them less what it takes from us."""
    ours, theirs = fighters(unit), fighters(target)
    dice, other = combat_dice(ours).total, combat_dice(theirs).total
    ahead = 3.5 * (dice - other) + combat_total(ours, ()).total - combat_total(theirs, ()).total
    wins = 0.5 * (1 + erf(ahead / (sqrt(2.0 * _DIE * (dice + other)))))
    taken = min(len(theirs), dice / 6 + other / 12 + wins)
    given = min(len(ours), other / 6 + dice / 12 + 1 - wins)
    each = unit_worth(state, target) / max(1, len(theirs))
    own = unit_worth(state, unit) / max(1, len(ours))
    # who wins may go on, who loses two is suppressed
    return (taken * each - given * own) * (1.0 + 0.5 * abs(2 * wins - 1))
