"""Camps: where to put units down: spread along the zone, behind cover, near to what the battle is about."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.state import State
from brickfield.geometry import Point
from ..base.battlefield import enemies_of, inward, is_vehicle, match_of, units_of, zone_area
from ..base.deployment import Deploy, Deployed, DeployUnit, free_places, may_deploy, poses_of, waiting_units
from ..base.measures import measures
from ..base.sight.landscape import board_of
from ..chapters.heavy_support.heavy_guns import is_heavy
from ..chapters.vehicles.driving import Pivot, first_met
from ..chapters.vehicles.mind_drives import elbow_room
from ..chapters.vehicles.vehicle_moves import ground_for, size_of
from ..chapters.vehicles.vehicles import class_of
from .exchange import charge
from .goals import goal_of_side
from .prospects import unit_worth
from .ways import way_left

# columns of places along the zone, and how deep in it they lie; how far units of a side should stand apart
_COLUMNS, _DEPTHS, _APART = 7, (3.0, 8.5, 13.5), 18.0
# where enemies that are not there yet are thought to come from: shares of the width of the board
_COMING = (0.3, 0.7)
# what counts of what could be done to a unit there, of what it could do; of two units too near; of a stud to the goal
_FEARED, _HOPED, _CROWDED, _GOAL_STUD = 0.5, 0.3, 20.0, 0.4
_BEHIND = 1.7
# turns that a vehicle should be able to make where it begins; what it costs it to be wedged in
_TURNS = (45.0, -45.0)
_WEDGED = 40.0


def suggest_deployments(state: State, decision: DeployUnit, n: int) -> list[Suggestion]:
    """The best places of the unit that comes first, then of the next: squads before vehicles, the dear first."""
    waiting = waiting_units(state, decision.seat)
    waiting.sort(key=lambda unit: (is_vehicle(state, unit), is_heavy(state, unit), -unit_worth(state, unit), unit.id))
    found: list[Suggestion] = []
    for unit in waiting[:1] if n < 2 * _COLUMNS else waiting[:2]:
        places = sorted(_places(state, unit), key=lambda each: -added(deploy_terms(state, each).values()))
        found += [Suggestion(each, "deploy", "spread out and in cover", "ba.setup.deploy.order") for each in places]
    if not found:
        first = [place for unit in waiting for place in free_places(state, unit)][:1]
        found = [Suggestion(each, "deploy", "a free place", "ba.setup.deploy.order") for each in first]
    return found


def _places(state: State, unit: Unit) -> Iterator[Deploy]:
    """Places all along the zone, and behind what stands in it."""
    x0, y0, x1, y1 = zone_area(state, unit.seat)
    heading = inward(state, unit.seat)
    step = (x1 - x0) / _COLUMNS
    depths = (_depth_of(state, unit),) if is_vehicle(state, unit) else _DEPTHS
    spots = [(x0 + (column + 0.5) * step, deep) for column in range(_COLUMNS) for deep in depths]
    places = [(x, y0 + deep if heading == 90.0 else y1 - deep) for x, deep in spots]
    places += [] if is_vehicle(state, unit) else _behind_cover(state, (x0, y0, x1, y1), heading)
    for x, y in places:
        answer = Deploy(unit.id, round(x, 1), round(y, 1), heading)
        placed = may_deploy(state, unit.seat, answer)
        if isinstance(placed, Deployed) and not placed.inside:
            yield answer
    if is_vehicle(state, unit):
        yield from free_places(state, unit)


def _depth_of(state: State, unit: Unit) -> float:
    """How deep in the zone a vehicle stands: so that it can turn on the spot, if the zone is deep enough for that."""
    length, width, _height = class_of(state, unit).footprint
    turning, deepest = hypot(length, width) / 2 + 0.1, measures().zone_depth - length / 2
    return max(length / 2, min(turning, deepest))


def _behind_cover(state: State, zone: tuple[float, float, float, float], heading: float) -> list[Point]:
    """Behind the pieces in the zone or just before it, seen from the other side of the board."""
    x0, y0, x1, y1 = zone
    found = []
    for piece in board_of(state).land.obstacles:
        shape = piece.shape
        y = shape.y0 - _BEHIND if heading == 90.0 else shape.y1 + _BEHIND
        if x0 <= shape.centre[0] <= x1 and y0 + 1.0 <= y <= y1 - 1.0:
            found.append((shape.centre[0], y))
    return found


def deploy_terms(state: State, answer: Deploy) -> dict[str, float]:
    """What a place is worth: who could do harm there and from there, company, and the way to the goal."""
    key = f"deploy {answer.unit} {answer.x} {answer.y}"
    known: dict[str, float] | None = state.unit_cache.get(key)
    if known is None:
        known = state.unit_cache[key] = _deploy_terms(state, answer)
    return known


def _deploy_terms(state: State, answer: Deploy) -> dict[str, float]:
    there = _placed(state, state.units[answer.unit], answer)
    unit = there.units[answer.unit]
    foes = enemies_of(there, unit)
    feared = [charge(there, foe, unit) for foe in foes] + [_from_afar(there, unit)]
    hoped = [charge(there, unit, foe) for foe in foes]
    terms = {"exposure": -_FEARED * max(feared), "prospect": _HOPED * max(hoped, default=0.0)}
    terms["spread"] = -_CROWDED * added(
        max(0.0, 1.0 - hypot(each.pose.place[0] - answer.x, each.pose.place[1] - answer.y) / _APART)
        for each in units_of(there, unit.seat)
        if each.id != unit.id and each.pose is not None
    )
    if is_vehicle(state, unit):
        middle = match_of(state).width / 2, match_of(state).height / 2
        terms["pace"] = -_WEDGED * (1.0 - min(1.0, elbow_room(there, unit, middle)))
        terms["turning"] = -_WEDGED * (not _can_turn(there, unit))
    spot = goal_of_side(there, unit)
    if spot is not None:
        terms["goal"] = -_GOAL_STUD * way_left(there, unit, spot)
    return terms


def _can_turn(there: State, unit: Unit) -> bool:
    """Whether a vehicle can turn on the spot to both sides."""
    scene, size = ground_for(there, unit)[0], size_of(there, unit)
    return all(first_met(scene, unit.at, (Pivot(turn),), size) is None for turn in _TURNS)


def _placed(state: State, unit: Unit, answer: Deploy) -> State:
    """The table with a unit put down."""
    poses = poses_of(state, unit, answer)
    figures = tuple(replace(each, pose=pose) for each, pose in zip(unit.squad, poses, strict=False))
    return state.with_units(replace(unit, status=ALIVE, pose=poses[0], figures=figures))


def _from_afar(state: State, unit: Unit) -> float:
    """What an enemy squad that has still to be placed could do to a unit, from the edge of its zone."""
    waiting = [each for each in state.units.values() if _is_expected(state, each, unit)]
    if not waiting:
        return 0.0
    foe = max(waiting, key=lambda each: (unit_worth(state, each), each.id))
    _x0, y0, x1, y1 = zone_area(state, foe.seat)
    heading = inward(state, foe.seat)
    front = y1 - 2.0 if heading == 90.0 else y0 + 2.0
    found = []
    for share in _COMING:
        there = _placed(state, foe, Deploy(foe.id, x1 * share, front, heading))
        found.append(charge(there, there.units[foe.id], there.units[unit.id]))
    return added(found) / len(found)


def _is_expected(state: State, foe: Unit, unit: Unit) -> bool:
    sides = state.match.sides
    return sides[foe.seat] != sides[unit.seat] and foe.status == WAITING and bool(foe.squad)
