"""What ships are worth in a fight: their markers, their teeth, and what every further hit takes from them."""

from __future__ import annotations

from functools import lru_cache
from math import comb, sqrt

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.state import State
from ..base.damage import RemoveMarkers, may_go
from ..base.durability import hits_left, hull_after
from ..base.firing import targets
from ..base.measures import measures
from ..base.ship_card import ADDITIONAL, FIREPOWER, FORT, SPEED, durability
from ..base.waters import NOBODY, card_of, sea_of
from ..chapters.capacity.capacity import cargo
from ..chapters.forts.forts import FORT_GOAL
from ..chapters.transport_of_gold.gold_goal import GOLD

# What one marker keeps afloat, and what one die a round can do, in points.
HULL, TEETH = 0.35, 1.0
# A ship rams now and then, one without guns whenever it can: the share of its ramming dice that counts.
_RAMS, _ONLY_RAMS = 0.3, 0.6
# What a marker of speed is worth, the first and each further one: under fire, and when the enemy is still far.
_SAILS = {True: (0.6, 0.2), False: (1.5, 0.4)}
# A cone of firepower reaches far.
_FAR_SHOT = 0.1
# What a marker loses of its worth that lies turned over.
_HALF_GONE = 0.2
# The goal of a scenario: a hit on its fort, a weight of gold aboard.
_FORT_HIT, _CARRIED, _DROPPED = 1.0, 0.6, 3.0
# What the monster of the deep is worth: it hurts, but nobody wins by its death.
_DEEP_SHARE = 0.4
# The share of both fleets that makes a lead of one, and how early the curve of the win chance bends.
_LEAD_SHARE, _BEND = 0.06, 4.0


def win_chance(points: float, both_fleets: float) -> float:
    """A lead in points as a chance to win: the fewer ships are left, the more a point decides.

    The curve never goes flat, so that who is far ahead or behind still tells better from worse.
    """
    lead = points / max(1.0, _LEAD_SHARE * both_fleets)
    return 0.5 + 0.5 * lead / sqrt(_BEND + lead * lead)


def teeth(unit: Unit) -> float:
    """The dice a unit throws in a round, rams counted as often as they happen."""
    marks = unit.marks
    guns = marks.get(FIREPOWER, 0)
    rams = durability(unit) if marks.get(SPEED) else 0
    return guns + (_RAMS if guns else _ONLY_RAMS) * rams


def hit_worth(state: State, unit: Unit) -> float:
    """What a hit takes from a unit: a marker, and its share of the teeth that go when all markers are gone."""
    worth = HULL + TEETH * teeth(unit) / max(1, hits_left(state, unit))
    if unit.seat == NOBODY:
        return worth * _DEEP_SHARE
    goal = sea_of(state).scenario.goal
    if goal == FORT_GOAL and card_of(state, unit.id).kind == FORT:
        worth += _FORT_HIT
    elif goal == GOLD:
        worth += _CARRIED * sum(cargo(unit))
    return worth


def fleet_worth(state: State, units: list[Unit]) -> float:
    """What units are worth together."""
    return added(HULL * hits_left(state, unit) + TEETH * teeth(unit) for unit in units)


@lru_cache(maxsize=8192)
def expected_hits(chance: float, dice: int, most: int) -> float:
    """The hits to expect of some dice when no more than `most` can count."""
    if dice <= most:
        return chance * dice
    return added(min(hits, most) * _exactly(chance, dice, hits) for hits in range(dice + 1))


@lru_cache(maxsize=8192)
def sinking_chance(chance: float, dice: int, hits: int) -> float:
    """How likely some dice bring at least so many hits."""
    return added(_exactly(chance, dice, count) for count in range(hits, dice + 1))


def _exactly(chance: float, dice: int, hits: int) -> float:
    return float(comb(dice, hits) * chance**hits * (1.0 - chance) ** (dice - hits))


# --- the owner's choice ----------------------------------------------------------------------------------------------


def allocations(state: State, unit: Unit, hits: int) -> list[RemoveMarkers]:
    """Every way to take some hits without giving the ship up."""
    guns, sails, hull = may_go(state, unit).values()
    return [
        RemoveMarkers(firepower, speed, hits - firepower - speed)
        for firepower in range(min(hits, guns) + 1)
        for speed in range(min(hits - firepower, sails) + 1)
        if hits - firepower - speed < hull
    ]


def card_worth(state: State, unit: Unit, taken: RemoveMarkers) -> float:
    """What a ship is still worth after some markers are gone: guns, sails, ramming weight, room for its load."""
    marks = unit.marks
    guns = marks.get(FIREPOWER, 0) - taken.firepower
    sails = marks.get(SPEED, 0) - taken.speed
    hull, over = hull_after(state, unit, taken.base)
    if hull <= 0:
        return 0.0
    first, further = _SAILS[bool(targets(state, unit))]
    if sea_of(state).scenario.goal == GOLD:
        first, further = _SAILS[False]
    weight = hull + marks.get(ADDITIONAL, 0)
    worth = guns + _FAR_SHOT * (guns // measures().long_range_firepower)
    if sails:
        worth += first + further * (sails - 1) + (_RAMS if guns else _ONLY_RAMS) * weight
    # a marker that takes one more hit is worth less than a fresh one, and more than none
    worth -= over * _HALF_GONE
    if state.match.options.loads:
        worth -= _DROPPED * max(0, sum(cargo(unit)) - weight)
    return worth
