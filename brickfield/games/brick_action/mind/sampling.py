"""Any legal answer at random: cheap, with little judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from math import atan2, degrees
from typing import Any

from brickfield.core.answering import drawn
from brickfield.core.board import Unit
from brickfield.core.decisions import React
from brickfield.core.state import State
from brickfield.games.brick_action.mind.sampling_fire import any_fire
from brickfield.games.brick_action.mind.vehicle_sampling import any_special_order, any_vehicle_order
from brickfield.games.brick_action.rules.actions import Deed, EndTurn
from brickfield.games.brick_action.rules.attack import Attack
from brickfield.games.brick_action.rules.battlefield import (
    describe,
    enemies_of,
    inward,
    is_vehicle,
    number,
    units_of,
    zone_area,
)
from brickfield.games.brick_action.rules.commandos import COMMANDO_DEEDS, USES
from brickfield.games.brick_action.rules.deployment import Deploy, Deployed, free_places, may_deploy, waiting_units
from brickfield.games.brick_action.rules.holds import RESPONSES, TRIGGERS, PlaceHold
from brickfield.games.brick_action.rules.paths import Move, Stride, allowance
from brickfield.games.brick_action.rules.prone import GoProne, Rise
from brickfield.games.brick_action.rules.reactive_movement import Pursue, fell_at, middle
from brickfield.games.brick_action.rules.responses import FireBack, ReactToMove
from brickfield.games.brick_action.rules.take_action import TakeAction, order_fault

_TRIES, _PLACES, _PASS, _SPLIT = 6, 12, 0.3, 0.3


def any_action(state: State, seat: int, rng: random.Random) -> Any:
    """Mostly an attack or a move; now and then something rarer."""
    own = units_of(state, seat)
    for _ in range(_TRIES):
        unit = own[int(rng.random() * len(own))]
        order = _order(state, unit, rng)
        if order is not None and order_fault(state, seat, order) is None:
            return order
    return EndTurn()


def _order(state: State, unit: Unit, rng: random.Random) -> Any:
    roll = rng.random()
    enemies = enemies_of(state, unit)
    if not enemies:
        return None
    target = enemies[int(rng.random() * len(enemies))]
    if is_vehicle(state, unit):
        return any_vehicle_order(state, unit, target, rng)
    special = any_special_order(state, unit, target, rng)
    if special is not None:
        return special
    if roll < _SPLIT and any(each.marks.get(USES) for each in unit.standing):
        return any_deed(state, unit, COMMANDO_DEEDS, rng)
    if roll < 0.5:
        return Attack(unit.id, target.id)
    if roll < 0.6:
        response = "attack" if roll < 0.57 else RESPONSES[int(rng.random() * len(RESPONSES))]
        return PlaceHold(unit.id, response, target.id, TRIGGERS[int(rng.random() * len(TRIGGERS))])
    if roll < 0.68:
        return any_fire(state, unit, target, rng)
    if roll < 0.72:
        return Rise(unit.id) if number(unit, "prone") else GoProne(unit.id)
    most = allowance(unit)
    if unit.pose is None or target.pose is None or most < 0.5:
        return None
    heading = degrees(atan2(target.pose.y - unit.pose.y, target.pose.x - unit.pose.x)) + rng.random() * 120.0 - 60.0
    return Move(unit.id, (Stride(round(heading, 1), round(0.5 + rng.random() * (most - 0.5), 1)),))


def any_deed(state: State, unit: Unit, deeds: tuple[Deed, ...], rng: random.Random) -> Any:
    """Something out of what one of these sorts of action offers the unit now."""
    deed = deeds[int(rng.random() * len(deeds))]
    action = deed.offer(state, unit)
    if action is None or action.closed is not None or action.offer is None:
        return None
    draft = next(iter(drawn(state, action.offer, rng)), None)
    return TakeAction(unit.seat).read(draft.answer) if draft is not None else None


def any_shot(decision: ReactToMove, rng: random.Random) -> Any:
    """Mostly one of the units that may fire."""
    if rng.random() < _PASS:
        return React(yes=False)
    return FireBack(decision.units[int(rng.random() * len(decision.units))])


def any_pursuit(state: State, decision: Pursue, rng: random.Random) -> Any:
    """Straight on, or not."""
    unit = state.units[decision.unit]
    (x, y), (fx, fy) = middle(unit), fell_at(state)
    studs = round(0.5 + rng.random() * 15.5, 1)
    answer = Move(unit.id, (Stride(round(degrees(atan2(fy - y, fx - x)), 1), studs),))
    return answer if rng.random() > _PASS and decision.validate(state, answer) is None else React(yes=False)


def any_place(state: State, seat: int, rng: random.Random) -> Any:
    """A place in the zone."""
    units = waiting_units(state, seat)
    unit = units[int(rng.random() * len(units))]
    x0, y0, x1, y1 = zone_area(state, seat)
    for _ in range(_PLACES):
        x, y = x0 + rng.random() * (x1 - x0), y0 + rng.random() * (y1 - y0)
        answer = Deploy(unit.id, round(x, 1), round(y, 1), inward(state, seat), rng.random() < 0.1)
        if isinstance(may_deploy(state, seat, answer), Deployed):
            return answer
    found = next(free_places(state, unit), None)
    assert found is not None, describe(state, unit.id)
    return found
