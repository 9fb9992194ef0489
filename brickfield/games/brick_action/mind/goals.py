"""Goals: where a unit wants to get for the objective of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from brickfield.core.board import Unit
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Point
from ..base.battlefield import SUPPRESSED, enemies_of, is_vehicle, match_of, number, units_of, zone_area
from ..base.measures import measures
from ..base.objective import ESCAPE, ahead_on_points, far_edge, hunting_side, points_decide, removed_share, target_unit
from ..base.objective_kinds import rounds_of
from ..chapters.flags.flags import FLAG, carries_flag, flag_start
from .errands import hopes, pressure, runner
from .prospects import apart

# so much of its caution a side has lost when the last round begins and it has not won
_HASTE = 0.8
# a side that is not ahead on points wants to be in this share of the rounds, and is in haste as far as they are gone,
# the more the farther it is behind. Who goes for a goal is on his way anyway; what it takes of the turns left is haste
_IN_TIME, _BEHIND, _FOR_A_GOAL = 0.5, 1.0, 0.75
# who needs so much of the turns that are left goes with everybody
_ALL_GO = 0.7
# so far beyond the edge lies what one leaves for
_BEYOND = 20.0
_NOBODY: Mapping[str, float] = {}


def goal_spot(state: State, unit: Unit) -> Point | None:
    """The marker, the flag, the own zone, the far edge or the hunted unit; None: the enemy is all there is."""
    objective = match_of(state).objective
    if objective.kind == "capture" and not is_vehicle(state, unit):
        return objective.marker
    if objective.kind == FLAG and not is_vehicle(state, unit):
        return _flag_spot(state, unit)
    if objective.kind == ESCAPE and unit.id == runner(state):
        return _way_out(state, unit)
    hunted = state.units.get(target_unit(match_of(state)))
    if hunted is None or state.match.sides[unit.seat] != hunting_side(match_of(state)):
        return None
    hunted = state.units.get(hunted.container or "", hunted)
    return hunted.pose.place if hunted.pose is not None else None


def _way_out(state: State, unit: Unit) -> Point | None:
    """Straight to the far edge, and beyond it: nobody stops short of that."""
    if unit.pose is None:
        return None
    edge = far_edge(state, unit.seat)
    return unit.pose.place[0], edge + _BEYOND if edge else -_BEYOND


def _flag_spot(state: State, unit: Unit) -> Point | None:
    if carries_flag(unit) and unit.pose is not None:
        _x0, low, _x1, high = zone_area(state, unit.seat)
        return unit.pose.place[0], (low + high) / 2
    flags = [each for each in state.tokens.values() if each.kind == FLAG]
    theirs = [each.pose.place for each in flags if not state.match.allied(each.seat, unit.seat)]
    return theirs[0] if theirs else None


def goes(state: State, unit: Unit) -> bool:
    """Whether a unit is one of those that go for the goal: two that attack, one that defends, and who has the flag."""
    return _goes(state, unit.id)


@kept
def _goes(state: State, unit_id: str) -> bool:
    unit = state.units[unit_id]
    objective = match_of(state).objective
    if objective.kind not in ("capture", FLAG) or carries_flag(unit):
        return True
    defends = objective.kind == "capture" and state.match.sides[unit.seat] != objective.attacker
    if not defends and pressure(state, unit.seat) >= _ALL_GO:
        return goal_distance(state, unit) is not None
    own = [each for each in units_of(state, unit.seat) if each.standing and not number(each, SUPPRESSED)]
    ways = sorted((away, each.id) for each in own if (away := goal_distance(state, each)) is not None)
    return unit.id in [name for _away, name in ways[: 1 if defends else 2]]


def may_lose(state: State, seat: int, weakened: Mapping[str, float] = _NOBODY) -> float:
    """How likely the enemy wins by the objective, as he stands and however much of him is left."""
    match = match_of(state)
    return hopes(state, match.seats_of({1 - match.sides[seat]})[0], 0, weakened)


def goal_of_side(state: State, unit: Unit) -> Point | None:
    """What a unit that is put down should be near to: the marker, the enemy's flag; who is hunted keeps away."""
    objective = match_of(state).objective
    if is_vehicle(state, unit):
        return None
    if objective.kind == "capture":
        return objective.marker
    if objective.kind == FLAG:
        side = next(each for each in state.match.sides if each != state.match.sides[unit.seat])
        return flag_start(state, side).place
    return None


def goal_distance(state: State, unit: Unit) -> float | None:
    """How far a unit is from what its side wants to reach; None where that is only the enemy."""
    spot = goal_spot(state, unit)
    if spot is None:
        return None
    places = [each.pose.place for each in unit.standing if each.pose is not None]
    places += [unit.pose.place] if not unit.squad and unit.pose is not None else []
    radius = measures().mini_radius
    return min((max(0.0, hypot(x - spot[0], y - spot[1]) - radius) for x, y in places), default=None)


def aim_of(state: State, unit: Unit) -> tuple[float, float] | None:
    """Where a unit wants to get: the goal of the battle, else the nearest enemy."""
    return _aim_of(state, unit.id)


@kept
def _aim_of(state: State, unit_id: str) -> tuple[float, float] | None:
    unit = state.units[unit_id]
    goal = goal_spot(state, unit)
    if goal is not None and goes(state, unit):
        return goal
    foes = [foe for foe in enemies_of(state, unit) if foe.pose is not None]
    # whoever has the flag is followed by everybody
    foes = [foe for foe in foes if carries_flag(foe)] or foes
    near = min(foes, key=lambda foe: apart(state, unit, foe), default=None)
    return near.pose.place if near is not None and near.pose is not None else None


def patience(state: State, seat: int) -> float:
    """How much a side minds losses: one that the clock helps always does, another one less and less."""
    return 1.0 - _HASTE * urgency(state, seat)


@kept
def urgency(state: State, seat: int) -> float:
    """How pressing it is for a side to go and win, 0 to 1."""
    match = match_of(state)
    objective, side = match.objective, match.sides[seat]
    gone = (int(state.facts.get("round", 1)) - 1) / max(1, rounds_of(objective, match.options.last_round) - 1)
    if not points_decide(match):
        if objective.kind in ("capture", "target_unit", ESCAPE) and side != objective.attacker:
            return 0.0
        return _FOR_A_GOAL * max(gone, pressure(state, seat)) ** 2
    if side in ahead_on_points(state):
        return 0.0
    behind = removed_share(state, 1 - side) - removed_share(state, side)
    return min(1.0, max(0.0, gone / _IN_TIME + _BEHIND * behind))
