"""Goals: where a unit wants to get for the objective of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_action.mind.prospects import apart
from brickfield.games.brick_action.rules.activating import marker_distance
from brickfield.games.brick_action.rules.battlefield import (
    SUPPRESSED,
    enemies_of,
    is_vehicle,
    living,
    match_of,
    number,
    units_of,
    zone_area,
)
from brickfield.games.brick_action.rules.flags import FLAG, carries_flag, flag_start
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.objective import ahead_on_points, removed_share, target_unit
from brickfield.games.brick_action.rules.objective_kinds import objective_numbers, rounds_of
from brickfield.geometry import Point

# so much of its caution a side has lost when the last round begins and it has not won
_HASTE = 0.8
# a side that has to destroy the other wants to have done it in this share of the rounds, and is in haste as far as it
# has not; who has lost so much more than the enemy is glad if nobody comes. Who goes for a goal is on his way anyway
_IN_TIME, _BEHIND, _FOR_A_GOAL = 0.5, 0.15, 0.75
# how likely a unit makes it that can win in its next turn, if it is fit, and if it is not; and past somebody in its way
_RUNS, _UNFIT, _BLOCKED = 0.8, 0.5, 0.3
_NOBODY: Mapping[str, float] = {}


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


def goes(state: State, unit: Unit) -> bool:
    """Whether a unit is one of those that go for the goal: two that attack, one that defends, and who has the flag."""
    key = f"goes {unit.id}"
    known: bool | None = state.from_units.get(key)
    if known is None:
        known = state.from_units[key] = _goes(state, unit)
    return known


def _goes(state: State, unit: Unit) -> bool:
    objective = match_of(state).objective
    if objective.kind not in ("capture", FLAG) or carries_flag(unit):
        return True
    own = [each for each in units_of(state, unit.seat) if each.standing and not number(each, SUPPRESSED)]
    ways = sorted((away, each.id) for each in own if (away := goal_distance(state, each)) is not None)
    defends = objective.kind == "capture" and state.match.sides[unit.seat] != objective.attacker
    return unit.id in [name for _away, name in ways[: 1 if defends else 2]]


@rule("ba.obj.capture", "ba.obj.flag")
def may_lose(state: State, seat: int, weakened: Mapping[str, float] = _NOBODY) -> float:
    """How likely the enemy wins by the objective in his next turn: he activates the marker, or brings a flag home."""
    match = match_of(state)
    kind = match.objective.kind
    if kind != FLAG and (kind != "capture" or match.sides[seat] == match.objective.attacker):
        return 0.0
    foes = [each for each in living(state) if match.sides[each.seat] != match.sides[seat] and each.standing]
    if kind == FLAG:
        runs = {each.id: goal_distance(state, each) for each in foes if carries_flag(each)}
    else:
        runs = {each.id: marker_distance(state, each) - objective_numbers().marker_studs for each in foes}
    held = 1.0
    for foe in foes:
        away = runs.get(foe.id)
        if away is not None and away <= measures().move_per_turn:
            fit = _UNFIT if number(foe, SUPPRESSED) else 1.0
            held *= 1.0 - _RUNS * fit * weakened.get(foe.id, 1.0)
    return (1.0 - held) * _BLOCKED ** (_blockers(state, seat) if kind == "capture" else 0)


def _blockers(state: State, seat: int) -> int:
    near = objective_numbers().marker_studs + measures().tolerance
    return sum(marker_distance(state, each) <= near for each in units_of(state, seat))


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
    key = f"aim {unit.id}"
    if key not in state.from_units:
        state.from_units[key] = _aim_of(state, unit)
    known: tuple[float, float] | None = state.from_units[key]
    return known


def _aim_of(state: State, unit: Unit) -> tuple[float, float] | None:
    goal = goal_spot(state, unit)
    if goal is not None:
        return goal
    foes = [foe for foe in enemies_of(state, unit) if foe.pose is not None]
    near = min(foes, key=lambda foe: apart(state, unit, foe), default=None)
    return near.pose.place if near is not None and near.pose is not None else None


def patience(state: State, seat: int) -> float:
    """How much a side minds losses: one that the clock helps always does, another one less and less."""
    return 1.0 - _HASTE * urgency(state, seat)


def urgency(state: State, seat: int) -> float:
    """How pressing it is for a side to go and win, 0 to 1, worked out once for a table."""
    key = f"urgency {state.match.sides[seat]}"
    known: float | None = state.from_units.get(key)
    if known is None:
        known = state.from_units[key] = _urgency(state, seat)
    return known


@rule("ba.obj.eliminate", "ba.obj.capture")
def _urgency(state: State, seat: int) -> float:
    match = match_of(state)
    objective, side = match.objective, match.sides[seat]
    if objective.kind in ("capture", "target_unit") and side != objective.attacker:
        return 0.0
    if objective.kind == "eliminate_most" and side in ahead_on_points(state):
        return 0.0
    gone = (int(state.facts.get("round", 1)) - 1) / max(1, rounds_of(objective, match.options.last_round) - 1)
    if objective.kind not in ("eliminate_all", "eliminate_most"):
        return _FOR_A_GOAL * gone**2
    removed, lost = removed_share(state, side), removed_share(state, 1 - side)
    if lost > removed + _BEHIND:
        return 0.0
    return min(1.0, max(0.0, gone / _IN_TIME - removed))
