"""Goals: where a unit wants to get for the objective of a battle."""

from __future__ import annotations

from math import hypot

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.games.brick_action.rules.battlefield import is_vehicle, match_of, zone_area
from brickfield.games.brick_action.rules.flags import FLAG, carries_flag
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.objective import target_unit
from brickfield.geometry import Point


def goal_spot(state: State, unit: Unit) -> Point | None:
    """The marker, the flag or the own zone with a flag, the hunted unit; None where the enemy is all there is."""
    objective = match_of(state).objective
    if objective.kind == "capture" and not is_vehicle(state, unit):
        return objective.marker
    if objective.kind == FLAG and not is_vehicle(state, unit):
        return _flag_spot(state, unit)
    if objective.kind == "target_unit" and state.match.sides[unit.seat] == objective.attacker:
        hunted = state.units[target_unit(match_of(state))]
        return hunted.pose.place if hunted.pose is not None else None
    return None


def _flag_spot(state: State, unit: Unit) -> Point | None:
    if carries_flag(unit) and unit.pose is not None:
        _x0, low, _x1, high = zone_area(state, unit.seat)
        return unit.pose.place[0], (low + high) / 2
    flags = [each for each in state.tokens.values() if each.kind == FLAG]
    theirs = [each.pose.place for each in flags if not state.match.allied(each.seat, unit.seat)]
    return theirs[0] if theirs else None


def goal_distance(state: State, unit: Unit) -> float | None:
    """How far a unit is from what its side wants to reach; None where that is only the enemy."""
    spot = goal_spot(state, unit)
    if spot is None:
        return None
    places = [each.pose.place for each in unit.standing if each.pose is not None]
    places += [unit.pose.place] if not unit.squad and unit.pose is not None else []
    radius = measures().mini_radius
    return min((max(0.0, hypot(x - spot[0], y - spot[1]) - radius) for x, y in places), default=None)
