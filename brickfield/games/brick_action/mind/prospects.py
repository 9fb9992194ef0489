"""Prospects: what units may be expected to do to each other, in points of army cost."""

from __future__ import annotations

from functools import lru_cache
from math import comb, erf, sqrt

from brickfield.core.board import Unit
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.brick_action.rules.attack_offers import die_kills, expected_losses
from brickfield.games.brick_action.rules.battlefield import (
    SUPPRESSED,
    card_of,
    enemies_of,
    is_vehicle,
    living,
    number,
    units_apart,
)
from brickfield.games.brick_action.rules.casualties import worth
from brickfield.games.brick_action.rules.close_combat import fighters
from brickfield.games.brick_action.rules.close_combat_numbers import combat_dice, combat_total
from brickfield.games.brick_action.rules.dice_pool import unit_pool
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.shots import PLAIN_FIRE, Manner, Shot, armed, shot_of
from brickfield.games.brick_action.rules.sight import sight

# What suppressing a unit is worth of it, what its last mini is worth more, and the spread of one die.
_PINS, _WIPES, _DIE = 0.2, 8.0, 2.9
# An enemy has three actions, and the same unit may fire with all of them: so often its best shot counts.
_SHOTS = 2.5
# ... or it walks so often before, and fires so often then, as far as nothing gets into its way
_CLOSING = ((1, 1.6), (2, 0.8))
# what is left of that against who is hidden or in hard cover from it now
_HIDDEN, _COVERED = 0.7, 0.83


def unit_worth(state: State, unit: Unit) -> float:
    """What is left of a unit, in points."""
    if is_vehicle(state, unit):
        return float(card_of(state, unit.id).cost)
    return float(sum(worth(each) for each in unit.standing))


def side_worth(state: State, seat: int) -> tuple[float, float]:
    """What the own side has left, and what the others have."""
    own = others = 0.0
    for unit in living(state):
        points = unit_worth(state, unit)
        if state.match.allied(unit.seat, seat):
            own += points
        else:
            others += points
    return own, others


def shot_points(state: State, unit: Unit, target: Unit, manner: Manner = PLAIN_FIRE) -> float:
    """What a shot of infantry at infantry takes from the target on the average; 0 where it cannot be made."""
    if manner is PLAIN_FIRE:
        key = f"points {unit.id} {target.id}"
        known: float | None = state.from_units.get(key)
        if known is None:
            known = state.from_units[key] = _shot_points(state, unit, target, manner)
        return known
    return _shot_points(state, unit, target, manner)


def _shot_points(state: State, unit: Unit, target: Unit, manner: Manner) -> float:
    if is_vehicle(state, unit) or is_vehicle(state, target) or not unit.alive or not target.alive:
        return 0.0
    shot = shot_of(state, unit, target, manner)
    return 0.0 if isinstance(shot, Refusal) else points_of(state, target, shot)


def points_of(state: State, target: Unit, shot: Shot) -> float:
    """The points that a shot takes: minis, the suppression of the rest, and more for the last one."""
    minis = len(target.standing)
    each = unit_worth(state, target) / minis
    pinned = at_least(shot.pool.dice, die_kills(shot), 2) if not number(target, SUPPRESSED) else 0.0
    wiped = at_least(shot.pool.dice, die_kills(shot), minis) if shot.sight.exposed >= minis else 0.0
    rest = max(0, minis - 2) * each * _PINS
    return expected_losses(shot) * each + pinned * rest + wiped * _WIPES


@lru_cache(maxsize=4096)
def at_least(dice: int, chance: float, count: int) -> float:
    """How likely so many of these dice succeed, or more."""
    return sum(comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(count, dice + 1))


def danger(state: State, unit: Unit) -> float:
    """What the enemies could take from a unit in their next turn: shooting three times, or closing in before."""
    threats = [_threat(state, foe, unit) for foe in enemies_of(state, unit) if can_fire(foe)]
    return min(unit_worth(state, unit), max(threats, default=0.0))


def _threat(state: State, foe: Unit, unit: Unit) -> float:
    """The best an enemy could do with three actions: fire where it stands, or walk once or twice and then fire."""
    here = _SHOTS * shot_points(state, foe, unit)
    if is_vehicle(state, foe) or is_vehicle(state, unit):
        return here
    away, step = units_apart(state, foe, unit), measures().move
    nearer = [shots * _potential(state, foe, unit, away - steps * step) for steps, shots in _CLOSING]
    seen = sight(state, foe, unit)
    shelter = _HIDDEN if not seen.seen else _COVERED if seen.hard else 1.0
    return max(here, shelter * max(nearer))


def _potential(state: State, foe: Unit, unit: Unit, distance: float) -> float:
    """What a shot from so far away would take in the open, if it is no long shot."""
    pool = unit_pool([armed(foe, each, PLAIN_FIRE) for each in foe.standing], max(0.0, distance))
    if pool.beyond or pool.dice < 1 or not unit.standing:
        return 0.0
    minis = len(unit.standing)
    return min(minis, pool.dice / 3) * unit_worth(state, unit) / minis


def can_fire(unit: Unit) -> bool:
    """Whether a unit may attack in its next turn as things stand: a suppressed one may rally half of the time."""
    return not number(unit, SUPPRESSED)


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
