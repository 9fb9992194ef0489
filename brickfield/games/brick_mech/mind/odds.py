"""Odds: what foretells the winner of a table as it lies, whoever is to act."""

from __future__ import annotations

from brickfield.core.adding import added
from brickfield.core.board import ALIVE, WAITING
from brickfield.core.judging.odds import Foretold, lead_after, lead_of
from brickfield.core.state import State
from ..base.battlefield import acts, living, match_of, side_of
from ..base.measures import measures
from ..base.objective import DESTROY_TARGET, HOLD_MARKER, PROTECT, sides_at_marker
from ..base.record_sheet import ARMOR, DONE, HEAT, number
from .judgement_plans import turn_of
from .judgement_threats import threat_map
from .judgement_worth import lead_points, side_worth

_LAST_STANDING = "last_standing"
# More than two sides, and one Mech against one.
_MELEE, _DUEL, _PAIR = "free_for_all", "duel", 2
# What counts of a turn that is still to be taken.
_PROMISED = ("kills", "exposure", "next")


def foretold(state: State, seat: int) -> Foretold:
    """Strength, the next exchange of attacks, heat, and the goal of the battle."""
    match = match_of(state)
    side, victory = match.sides[seat], match.options.victory
    others = sorted(set(match.sides) - {side})
    own, foes = side_worth(state, side), added(side_worth(state, each) for each in others)
    first = match.allied(int(state.facts.get("active", seat)), seat)
    found = {"strength": lead_of(own, foes), "cooler": _heat(state, set(others)) - _heat(state, {side})}
    if victory == _LAST_STANDING and _is_duel(state):
        found["turn"] = _turn(state, own + foes) * (1.0 if first else -1.0)
        return Foretold(_DUEL, found)
    ours, theirs = onslaught(state, side), sum(onslaught(state, each) for each in others)
    found["exchange"] = lead_after(own, foes, ours, theirs, first)
    if victory == HOLD_MARKER:
        found |= _marker(state, side)
    elif victory in (DESTROY_TARGET, PROTECT):
        found |= _target(state, side)
    return Foretold(_MELEE if len(others) > 1 else str(victory), found)


def _is_duel(state: State) -> bool:
    """Whether one Mech stands against one, and none is still to come."""
    found = [unit for unit in state.units.values() if unit.status in (ALIVE, WAITING)]
    return len(found) == len({side_of(state, unit) for unit in found}) == _PAIR and all(unit.pose for unit in found)


def _turn(state: State, both: float) -> float:
    """What the best turn of who is to act promises, in shares of what decides a battle: the attacks of this turn and
    the next, less what the enemy can do in between."""
    active = int(state.facts.get("active", 0))
    unit = next((unit for unit in living(state) if unit.seat == active and acts(state, unit)), None)
    if unit is None or number(unit, DONE):
        return 0.0
    turn = turn_of(state, unit, {}, hasty=True)
    moves = [turn.moving(way) for way in turn.ways()]
    best = max([turn.standing_plan(), *[each for each in moves if each is not None]], key=lambda plan: plan.total)
    return added(best.terms.get(name, 0.0) for name in _PROMISED) / lead_points(both)


def onslaught(state: State, side: int) -> float:
    """The points that the Mechs of a side can expect to take from where they stand."""
    view = threat_map(state, side)
    taken = 0.0
    for own in view.own:
        if acts(state, own.unit):
            shots = view.shots(own.unit, own.pose)
            heat = number(own.unit, HEAT)
            taken += max((view.sights.points(line, foe.unit, heat) for foe, line in shots), default=0.0)
    return taken


def _heat(state: State, sides: set[int]) -> float:
    """Heat Markers on each Mech of some sides, on the average."""
    found = [number(unit, HEAT) for unit in living(state) if acts(state, unit) and side_of(state, unit) in sides]
    return sum(found) / max(1, len(found))


def _marker(state: State, side: int) -> dict[str, float]:
    """Who stands at the marker, and for how many rounds of those it takes."""
    near, holder = sides_at_marker(state), int(state.facts.get("held_by", -1))
    held = int(state.facts.get("held_rounds", 0)) / measures().marker_rounds
    return {
        "near": float(side in near) - float(bool(near - {side})),
        "held": held if holder == side else -held if holder >= 0 else 0.0,
    }


def _target(state: State, side: int) -> dict[str, float]:
    """What is left of each target, and how much time to destroy a resource; where every side has one they add up."""
    match = match_of(state)
    found = {"hunter": 0.0, "target": 0.0}
    for each in match.objective.targets:
        target = state.units[each]
        hunts = -1.0 if side_of(state, target) == side else 1.0
        found["hunter"] += hunts
        found["target"] -= hunts * number(target, ARMOR) / max(1, match.cards[each].number(ARMOR))
    if match.options.victory == PROTECT:
        left = match.options.protect_rounds - int(state.facts.get("round", 1)) + 1
        found["clock"] = found["hunter"] * left / max(1, match.options.protect_rounds)
    return found
