"""Odds: what foretells the winner of a table as it lies, whoever is to act."""

from __future__ import annotations

from brickfield.core.board import ALIVE, Unit
from brickfield.core.judging.odds import Foretold, lead_after, lead_of
from brickfield.core.state import State
from ..base import dices
from ..base.durability import hits_a_marker, hits_left
from ..base.firing import can_hit, long_range_shots, range_band
from ..base.ship_card import FIREPOWER, FORT
from ..base.victory import counts, side_points, tally
from ..base.waters import card_of, sea_of
from ..chapters.capacity.capacity import cargo
from ..chapters.forts.forts import ATTACKER, FORT_GOAL
from ..chapters.transport_of_gold.gold_goal import GOLD, all_gold, delivered_weight
from .judgement_evaluation import turns_left
from .judgement_worth import expected_hits, fleet_worth, hit_worth

_MELEE = "free_for_all"
# A battle without a last round is as long as this.
_LONG = 12.0


def foretold(state: State, seat: int) -> Foretold:
    """Strength, markers, the next exchange of fire, and the goal of the battle."""
    match = sea_of(state)
    side, goal = match.side(seat), match.scenario.goal
    own = [unit for unit in state.units.values() if counts(unit) and match.side(unit.seat) == side]
    foes = [unit for unit in state.units.values() if counts(unit) and match.side(unit.seat) != side]
    mine, theirs = fleet_worth(state, own), fleet_worth(state, foes)
    points = side_points(state, tally(state))
    first = state.match.allied(int(state.facts.get("active", seat)), seat)
    found = {
        "strength": lead_of(mine, theirs),
        "markers": lead_of(points[side], sum(points.values()) - points[side]),
        "exchange": lead_after(mine, theirs, onslaught(state, own, foes), onslaught(state, foes, own), first),
    }
    if goal == GOLD:
        found |= _gold(state, seat)
    elif goal == FORT_GOAL:
        found |= _fort(state, side == match.side(ATTACKER))
    sides = {match.side(each) for each in range(match.seats)}
    return Foretold(_MELEE if len(sides) > 2 else goal, found)


def onslaught(state: State, fleet: list[Unit], foes: list[Unit]) -> float:
    """What a fleet can expect to shoot off the others from where it lies, in points."""
    chance, taken = dices.chance(state.match.options), 0.0
    targets = [(foe, hit_worth(state, foe), hits_left(state, foe)) for foe in foes if foe.status == ALIVE]
    for unit in fleet:
        guns = unit.marks.get(FIREPOWER, 0)
        if not guns or unit.status != ALIVE:
            continue
        far = min(guns, long_range_shots(state, unit))
        best = 0.0
        for foe, worth, left in targets:
            if worth * chance * guns > best and not can_hit(state, unit, foe):
                dice = far if range_band(state, unit, foe) == "long" else guns
                best = max(best, worth * expected_hits(chance, dice, left))
        taken += best
    return taken


def _gold(state: State, seat: int) -> dict[str, float]:
    """Gold that is home, and gold that is aboard, as shares of all there is."""
    match, whole = sea_of(state), max(1, all_gold(state))
    side = match.side(seat)
    home = sum((1 if match.side(each) == side else -1) * delivered_weight(state, each) for each in range(match.seats))
    aboard = sum(
        (1 if match.side(unit.seat) == side else -1) * sum(cargo(unit)) for unit in state.units.values() if counts(unit)
    )
    return {"home": home / whole, "aboard": aboard / whole}


def _fort(state: State, attacks: bool) -> dict[str, float]:
    """What is left of the fort, and how much time to destroy it."""
    forts = [unit for unit in state.units.values() if card_of(state, unit.id).kind == FORT and unit.seat != ATTACKER]
    cards = [card_of(state, unit.id) for unit in forts]
    whole = sum(card.firepower + hits_a_marker(state) * card.base for card in cards) or 1
    left = sum(hits_left(state, unit) for unit in forts if counts(unit)) / whole
    sign = 1.0 if attacks else -1.0
    clock = min(_LONG, turns_left(state)) / _LONG
    return {"attacker": sign, "fort": -sign * left, "clock": sign * clock}
