"""Ideas: orders worth a thought for each unit of the side to act: fire, close combat, rallies, cover, ways ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, zip_longest
from math import atan2, degrees, hypot
from typing import Any

from brickfield.core.answering import listed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Suggestion
from brickfield.core.offers import Act, Actor
from brickfield.core.state import State
from brickfield.games.brick_action.mind.goals import goal_spot
from brickfield.games.brick_action.mind.vehicle_prices import infantry_ideas, vehicle_ideas
from brickfield.games.brick_action.rules.actions import EndTurn
from brickfield.games.brick_action.rules.activating import Activate
from brickfield.games.brick_action.rules.attack import Attack
from brickfield.games.brick_action.rules.attack_offers import item_orders
from brickfield.games.brick_action.rules.battlefield import (
    SUPPRESSED,
    describe,
    enemies_of,
    is_vehicle,
    match_of,
    number,
    units_apart,
    units_of,
)
from brickfield.games.brick_action.rules.boarding import is_mounted
from brickfield.games.brick_action.rules.close_combat import CloseCombat
from brickfield.games.brick_action.rules.fire_measures import fire
from brickfield.games.brick_action.rules.flags import FLAG, TakeFlag
from brickfield.games.brick_action.rules.holds import PlaceHold
from brickfield.games.brick_action.rules.landscape import board_of
from brickfield.games.brick_action.rules.paths import Move, Stride, allowance
from brickfield.games.brick_action.rules.prone import GoProne, Rise
from brickfield.games.brick_action.rules.rallying import RallyAgain
from brickfield.games.brick_action.rules.take_action import DEEDS, TakeAction, offered, order_fault
from brickfield.geometry import Shape

# Of very many units those nearest to an enemy are thought about; so many ways and other answers for each.
_FOREMOST, _WAYS, _LISTED, _COVERS = 5, 6, 10, 4
_SHORTEST, _BEHIND = 1.0, 1.7
_TURNS = (0.0, 35.0, -35.0, 90.0, -90.0, 180.0)

Idea = tuple[Any, str, str, str]


def suggest_actions(state: State, decision: TakeAction, n: int) -> list[Suggestion]:
    """To end the turn, then something of each unit in turn, the best sorts first."""
    own = foremost(state, units_of(state, decision.seat))
    each = [_ideas(state, unit) for unit in own]
    found = [Suggestion(EndTurn(), "end_turn", "nothing more to do", "ba.turn.pass")]
    mixed = (idea for round_ in zip_longest(*each) for idea in round_ if idea is not None)
    for order, kind, reason, clause in mixed:
        if order_fault(state, decision.seat, order) is None:
            found.append(Suggestion(order, kind, reason, clause))
            if len(found) >= max(1, n):
                break
    return found[: max(1, n)]


@rule("ba.geometry.ties")
def foremost(state: State, units: list[Unit]) -> list[Unit]:
    """The units nearest to an enemy come first, of equals the one with the lowest id."""

    def away(unit: Unit) -> tuple[float, str]:
        return min((units_apart(state, unit, foe) for foe in enemies_of(state, unit)), default=0.0), unit.id

    return sorted(units, key=away)[:_FOREMOST]


def _ideas(state: State, unit: Unit) -> Iterator[Idea]:
    if is_vehicle(state, unit):
        return chain(vehicle_ideas(state, unit), listed_ideas(state, unit))
    if is_mounted(state, unit):
        return listed_ideas(state, unit)
    sorts: tuple[Callable[[State, Unit], Iterator[Idea]], ...] = (
        *(_goals, _rallies, _combats, infantry_ideas, _shots, _items, _ways, _covers, _holds, _postures),
    )
    return chain.from_iterable(islice(sort(state, unit), _WAYS) for sort in sorts)


def listed_ideas(state: State, unit: Unit) -> Iterator[Idea]:
    """What the offers of a unit's actions list by themselves."""
    actions = tuple(action for deed in DEEDS if (action := offered(state, unit, deed)) is not None)
    offer = Act((Actor(unit.id, "", tuple(each for each in actions if each.closed is None)),))
    decision = state.decision
    for draft in islice(listed(state, offer), _LISTED) if decision is not None else ():
        answer = decision.read(draft.answer)  # type: ignore[union-attr]
        if not isinstance(answer, EndTurn):
            yield answer, draft.kind, draft.reason, draft.clause


def _goals(state: State, unit: Unit) -> Iterator[Idea]:
    yield Activate(unit.id), "objective", "captures the objective", "ba.obj.capture"


def _rallies(state: State, unit: Unit) -> Iterator[Idea]:
    if number(unit, SUPPRESSED):
        yield RallyAgain(unit.id), "rally", "can act again", "ba.rally.again"


def _shots(state: State, unit: Unit) -> Iterator[Idea]:
    for foe in enemies_of(state, unit):
        if not is_vehicle(state, foe):
            yield Attack(unit.id, foe.id), "attack", f"fires at {describe(state, foe.id)}", "ba.attack.declare"


def _items(state: State, unit: Unit) -> Iterator[Idea]:
    for order, title in item_orders(state, unit):
        yield order, "item", title, "ba.single.joint"
    for order, kind, reason, clause in listed_ideas(state, unit) if match_of(state).objective.kind == FLAG else ():
        if isinstance(order, TakeFlag):
            yield order, kind, reason, clause


def _combats(state: State, unit: Unit) -> Iterator[Idea]:
    for foe in enemies_of(state, unit):
        if not is_vehicle(state, foe) and units_apart(state, unit, foe) <= fire().combat_reach:
            yield CloseCombat(unit.id, foe.id), "close_combat", f"fights {describe(state, foe.id)}", "ba.cc.range"


def _holds(state: State, unit: Unit) -> Iterator[Idea]:
    near = sorted(enemies_of(state, unit), key=lambda foe: units_apart(state, unit, foe))
    for foe in near[:1]:
        order = PlaceHold(unit.id, "attack", foe.id, "move")
        yield order, "hold", f"waits for {describe(state, foe.id)}", "ba.hold.cost"


def _postures(state: State, unit: Unit) -> Iterator[Idea]:
    yield GoProne(unit.id), "prone", "harder to hit", "ba.move.prone.save"
    yield Rise(unit.id), "rise", "walks again", "ba.move.prone.action"


def _ways(state: State, unit: Unit) -> Iterator[Idea]:
    """Towards the goal or the nearest enemy, aside, and back."""
    most, at = allowance(unit), unit.pose
    spot = aim_of(state, unit)
    if at is None or spot is None or most < _SHORTEST:
        return
    x, y = at.place
    ahead, away = degrees(atan2(spot[1] - y, spot[0] - x)), hypot(spot[0] - x, spot[1] - y)
    for turn in _TURNS:
        for studs in (most, most / 2, 4.0):
            way = min(studs, away) if turn == 0.0 else studs
            if way >= _SHORTEST:
                stride = Stride(round(ahead + turn, 1), round(way - 0.05, 1))
                order = Move(unit.id, (stride,))
                if order_fault(state, unit.seat, order) is None:
                    yield order, "move", "moves on" if turn == 0.0 else "moves aside", "ba.move.rate"
                    break


def aim_of(state: State, unit: Unit) -> tuple[float, float] | None:
    """Where a unit wants to get: the goal of the battle, else the nearest enemy."""
    goal = goal_spot(state, unit)
    if goal is not None:
        return goal
    foes = [foe for foe in enemies_of(state, unit) if foe.pose is not None]
    near = min(foes, key=lambda foe: units_apart(state, unit, foe), default=None)
    return near.pose.place if near is not None and near.pose is not None else None


def _covers(state: State, unit: Unit) -> Iterator[Idea]:
    """Behind what covers from the nearest enemy."""
    most, at, spot = allowance(unit), unit.pose, aim_of(state, unit)
    if at is None or spot is None or most < _SHORTEST:
        return
    x, y = at.place
    found = 0
    for piece in sorted(board_of(state).land.obstacles, key=lambda each: _gap(each.shape.centre, (x, y))):
        cx, cy = piece.shape.centre
        if _gap((cx, cy), (x, y)) > most + piece.shape.reach or found >= _COVERS:
            break
        away = hypot(cx - spot[0], cy - spot[1]) or 1.0
        deep = _depth(piece.shape, (cx - spot[0]) / away, (cy - spot[1]) / away) + _BEHIND
        tx, ty = cx + (cx - spot[0]) / away * deep, cy + (cy - spot[1]) / away * deep
        studs = hypot(tx - x, ty - y)
        if _SHORTEST <= studs <= most:
            found += 1
            order = Move(unit.id, (Stride(round(degrees(atan2(ty - y, tx - x)), 1), round(studs, 1)),))
            yield order, "cover", f"takes cover behind {describe(state, piece.id)}", "ba.cover.hard.save"


def _gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _depth(shape: Shape, dx: float, dy: float) -> float:
    """How far a shape reaches from its middle in a direction."""
    if shape.radius:
        return shape.radius
    x, y = shape.centre
    return max((px - x) * dx + (py - y) * dy for px, py in shape.points)
