"""Prices: what each sort of order is worth to the side that gives it, term by term, in points of army cost.

An order that is in no row of PRICES is worth nothing in particular. Whoever writes a new sort of action adds its row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.games.brick_action.mind.goals import goal_distance
from brickfield.games.brick_action.mind.prospects import (
    best_shot,
    combat_points,
    danger,
    shot_points,
    unit_worth,
)
from brickfield.games.brick_action.mind.vehicle_prices import VEHICLE_PRICES
from brickfield.games.brick_action.rules.actions import EndTurn
from brickfield.games.brick_action.rules.activating import Activate
from brickfield.games.brick_action.rules.attack import Attack, FireItem, manner_of
from brickfield.games.brick_action.rules.battlefield import (
    ACTIONS,
    ATTACKED,
    PRONE,
    SUPPRESSED,
    enemies_of,
    number,
    units_apart,
)
from brickfield.games.brick_action.rules.close_combat import CloseCombat
from brickfield.games.brick_action.rules.fire_measures import fire
from brickfield.games.brick_action.rules.flags import TakeFlag
from brickfield.games.brick_action.rules.holds import PlaceHold, hold_of
from brickfield.games.brick_action.rules.interrupts import placed_at
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.paths import Move, ends, tracks_of
from brickfield.games.brick_action.rules.prone import GoProne, Rise
from brickfield.games.brick_action.rules.rallying import RallyAgain, bonus_to_rally
from brickfield.games.brick_action.rules.sight import sight
from brickfield.games.brick_action.rules.smoke import ThrowSmoke
from brickfield.games.brick_action.rules.weapons import weapons

Terms = Mapping[str, float]
# what the next shot of a unit is worth now when it can follow at once, and when it comes in a later turn
_FOLLOWS, _LATER = 0.75, 0.3
# how much of a danger that changes counts, of a shot that reacts, of an action kept back, of what an item costs
_EXPOSED, _REACTS, _HELD, _SPENT = 0.4, 0.5, 0.3, 0.4
# points for a stud nearer to an enemy or to the goal, a unit that can act again, a battle that is won
_STUD, _GOAL_STUD, _RALLIED, _WON, _FLAG = 0.05, 0.5, 0.25, 500.0, 60.0


def attack_terms(state: State, unit: Unit, order: Attack | FireItem) -> Terms:
    """What the shot takes, less what its items cost."""
    manner = manner_of(order)
    kills = shot_points(state, unit, state.units[order.target], manner)
    spent = sum(weapons()[item].cost for _figure, item in manner.items) * _SPENT
    return {"kills": kills, "items": -spent} if spent else {"kills": kills}


def combat_terms(state: State, unit: Unit, order: CloseCombat) -> Terms:
    """What close combat takes from them less what it takes from us."""
    return {"melee": combat_points(state, unit, state.units[order.target])}


def rally_terms(state: State, unit: Unit, order: RallyAgain) -> Terms:
    """A unit that can act again is worth a share of itself, and what it could do at once."""
    chance = min(1.0, (7 - fire().rally_from + bonus_to_rally(state, unit).total) / 6)
    return {"rally": chance * (_RALLIED * unit_worth(state, unit) + _LATER * best_shot(state, unit))}


def nearest(state: State, unit: Unit) -> float:
    """How far the nearest enemy is."""
    return min((units_apart(state, unit, foe) for foe in enemies_of(state, unit)), default=0.0)


def position_terms(state: State, there: State, unit: Unit, follows: float) -> dict[str, float]:
    """How much better a unit stands: what it could shoot at, who could shoot at it, how near it is to its goal."""
    moved = there.units[unit.id]
    now, then = best_shot(state, unit), best_shot(there, moved)
    terms = {"prospect": follows * (then - now), "exposure": _EXPOSED * (danger(state, unit) - danger(there, moved))}
    goal, nearer = goal_distance(state, unit), goal_distance(there, moved)
    if goal is not None and nearer is not None:
        terms["goal"] = _GOAL_STUD * (goal - max(nearer, 0.0))
    elif then < 1.0:
        terms["closing"] = _STUD * (nearest(state, unit) - nearest(there, moved))
    return terms


def move_terms(state: State, unit: Unit, order: Move) -> Terms:
    """Where a move leads, and the shots that it draws on its way."""
    tracks = tracks_of(state, unit, order)
    there = placed_at(state, unit, ends(unit, tracks))
    left = int(state.facts.get(ACTIONS, 0)) - 1
    terms = position_terms(state, there, unit, _FOLLOWS if left > 0 else _LATER)
    studs = sum(step.studs for step in order.steps)
    return terms | {"reactions": -_drawn(state, there, unit, studs)}


def _drawn(state: State, there: State, unit: Unit, studs: float) -> float:
    """What reactive fire takes on the average from who moves so far in sight."""
    if studs <= measures().reactive_open or not unit.squad:
        return 0.0
    each = unit_worth(state, unit) / max(1, len(unit.standing))
    moved, total = there.units[unit.id], 0.0
    for foe in enemies_of(state, unit):
        if number(foe, ATTACKED) or number(foe, SUPPRESSED) or not foe.squad:
            continue
        seen = sight(there, foe, moved)
        if seen.seen and (studs > measures().reactive_covered or not seen.hard):
            total += _REACTS * each / 3
    return total


def prone_terms(state: State, unit: Unit, order: GoProne | Rise) -> Terms:
    """How much less, or more, the enemies could do."""
    there = state.clone()
    value = 1 if isinstance(order, GoProne) else 0
    marks = {**unit.marks, PRONE: value} if value else {k: v for k, v in unit.marks.items() if k != PRONE}
    there.units[unit.id] = _with_marks(unit, marks)
    there.from_units = {}
    terms = position_terms(state, there, unit, _LATER)
    # lying down it hardly moves any more
    return terms | {"pace": -1.5 if value else 1.5}


def _with_marks(unit: Unit, marks: dict[str, int]) -> Unit:
    return Unit(unit.id, unit.seat, unit.card, unit.status, unit.pose, marks, unit.figures, unit.inside, unit.level)


def hold_terms(state: State, unit: Unit, order: PlaceHold) -> Terms:
    """An attack kept back is worth a share of the shot it would be, if the enemy comes near enough; one is enough."""
    foe = state.units.get(order.named)
    if foe is None or order.response != "attack" or hold_of(state, unit.id) is not None:
        return {"hold": -2.0}
    shot = shot_points(state, unit, foe)
    if shot:
        return {"hold": _HELD * shot}
    reach = max((weapons()[each.card.split(".", 1)[1]].range_max for each in unit.standing if "none" not in each.card),
                default=0)  # fmt: skip
    near = units_apart(state, unit, foe) <= reach + measures().move
    return {"hold": 2.0 if near else -1.0}


def smoke_terms(state: State, unit: Unit, order: ThrowSmoke) -> Terms:
    """Smoke on one's own minis spares them the next shots, for one action only."""
    figure = next((each for each in unit.standing if each.id == order.figure), None)
    if figure is None or figure.pose is None:
        return {}
    away = hypot(order.x - figure.pose.place[0], order.y - figure.pose.place[1])
    last = int(state.facts.get(ACTIONS, 0)) == 1
    hides = _EXPOSED * danger(state, unit) * 0.3 if away < 20.0 and last else 0.0
    return {"smoke": hides - 3.0}


PRICES: dict[type[Any], Callable[[State, Unit, Any], Terms]] = {
    Attack: attack_terms,
    FireItem: attack_terms,
    CloseCombat: combat_terms,
    RallyAgain: rally_terms,
    Move: move_terms,
    GoProne: prone_terms,
    Rise: prone_terms,
    PlaceHold: hold_terms,
    ThrowSmoke: smoke_terms,
    Activate: lambda state, unit, order: {"goal": _WON},
    TakeFlag: lambda state, unit, order: {"goal": _FLAG},
    **VEHICLE_PRICES,
}


def order_terms(state: State, order: Any) -> Terms:
    """What an order is worth, term by term; to end the turn is worth nothing."""
    if isinstance(order, EndTurn):
        return {}
    price = PRICES.get(type(order))
    return price(state, state.units[order.unit], order) if price is not None else {}
