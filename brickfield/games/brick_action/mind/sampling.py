"""Any legal answer at random: cheap, with little judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from math import atan2, degrees, floor, hypot, inf
from typing import Any

from brickfield.core.asking.answering import drawn
from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, React
from brickfield.core.state import State
from brickfield.geometry import GRAIN, kernel
from brickfield.geometry import unit as direction
from ..base.actions import Deed, EndTurn, payer
from ..base.battlefield import PRONE, SUPPRESSED, describe, enemies_of, inward, is_vehicle, number, units_of, zone_area
from ..base.close_combat.close_combat import CloseCombat
from ..base.deployment import Deploy, Deployed, free_places, may_deploy, waiting_units
from ..base.firing.attack import Attack
from ..base.moving.paths import Move, Stride, allowance, discs_of, ground_for, pace
from ..base.prone import GoProne, Rise
from ..base.rallying import RallyAgain
from ..base.reactions.interrupts import longest_range
from ..base.reactions.reactive_movement import Pursue, fell_at, middle
from ..base.reactions.responses import FireBack, ReactToMove
from ..base.take_action import TakeAction, judge
from ..chapters.commandos.commandos import COMMANDO_DEEDS, USES
from ..chapters.holds.holds import RESPONSES, TRIGGERS, PlaceHold
from ..chapters.vehicles.mind_sampling import any_special_order, any_vehicle_order
from ..chapters.vehicles.vehicle_damage import ABANDONED
from .sampling_fire import any_fire

_TRIES, _PLACES, _PASS, _SPLIT, _FREE, _NEAREST = 6, 12, 0.3, 0.3, 0.1, 0.3
# Up to which share of the draws a squad attacks, holds, fires something else and drops or rises; the rest walks.
_NEAR, _FAR, _USUAL = (0.5, 0.6, 0.68, 0.72), (0.0, 0.3, 0.32, 0.5), 0.7
# The minis of a squad are no farther from its first one; nearer one may come to blows; nobody goes for less than that.
_SPREAD, _AT_HAND, _LEAST = 12.0, 12.0, 0.5


def any_action(state: State, decision: TakeAction, rng: random.Random) -> Any:
    """Mostly an attack or a move; now and then something rarer. Drawn out of what can be done as far as that is cheap
    to know; the rest is refused and drawn again."""
    seat = decision.seat
    own = units_of(state, seat)
    able = [unit for unit in own if payer(state, unit) is not None and not number(unit, ABANDONED)]
    if not able:
        return _free_deed(state, seat, own[int(rng.random() * len(own))], rng)
    for _ in range(_TRIES):
        unit = able[int(rng.random() * len(able))]
        order = _order(state, unit, rng)
        if order is not None and judge(state, seat, order) is None:
            return order
    return EndTurn()


def _free_deed(state: State, seat: int, unit: Unit, rng: random.Random) -> Any:
    """Without an action: now and then a unit drops or rises at the word of its officer, else the turn is over."""
    order = Rise(unit.id) if number(unit, PRONE) else GoProne(unit.id)
    return order if rng.random() < _FREE and judge(state, seat, order) is None else EndTurn()


def _order(state: State, unit: Unit, rng: random.Random) -> Any:
    roll = rng.random()
    enemies = enemies_of(state, unit)
    if not enemies:
        return None
    target = nearest_to(unit, enemies) if rng.random() < _NEAREST else enemies[int(rng.random() * len(enemies))]
    if is_vehicle(state, unit):
        return any_vehicle_order(state, unit, target, rng)
    special = any_special_order(state, unit, target, rng)
    if special is not None:
        return special
    if number(unit, SUPPRESSED):
        return GoProne(unit.id) if roll < _SPLIT else RallyAgain(unit.id)
    if _away(unit, target) <= _AT_HAND and rng.random() < _SPLIT:
        return CloseCombat(unit.id, target.id)
    if roll < _SPLIT and any(each.marks.get(USES) for each in unit.standing):
        return any_deed(state, unit, COMMANDO_DEEDS, rng)
    attacks, holds, fires, postures = _NEAR if _is_near(unit, target) else _FAR
    if roll < attacks:
        return Attack(unit.id, target.id)
    if roll < holds:
        response = "attack" if rng.random() < _USUAL else RESPONSES[int(rng.random() * len(RESPONSES))]
        return PlaceHold(unit.id, response, target.id, TRIGGERS[int(rng.random() * len(TRIGGERS))])
    if roll < fires:
        return any_fire(state, unit, target, rng)
    if roll < postures:
        return Rise(unit.id) if number(unit, PRONE) else GoProne(unit.id)
    return _walk(state, unit, target, rng)


def nearest_to(unit: Unit, enemies: list[Unit]) -> Unit:
    """The enemy nearest to a unit."""
    return min(enemies, key=lambda enemy: _away(unit, enemy))


def _away(unit: Unit, target: Unit) -> float:
    """How far two units are apart, first mini from first mini."""
    if unit.pose is None or target.pose is None:
        return inf
    return hypot(target.pose.x - unit.pose.x, target.pose.y - unit.pose.y) / GRAIN


def _is_near(unit: Unit, target: Unit) -> bool:
    """Whether a target may be in range of a squad: farther away it need not be looked for."""
    return _away(unit, target) <= longest_range(unit) + _SPREAD


def _walk(state: State, unit: Unit, target: Unit, rng: random.Random) -> Move | None:
    """Somewhere towards an enemy, as far as the way is free; before a wall to its sides, and back."""
    most = pace(state, unit, allowance(state, unit))
    if unit.pose is None or target.pose is None or most < _LEAST:
        return None
    ahead = degrees(atan2(target.pose.y - unit.pose.y, target.pose.x - unit.pose.x))
    scene, discs = ground_for(state, unit)[0], discs_of(state, unit)
    for spread in (120.0, 240.0, 360.0):
        heading = round(ahead + (rng.random() - 0.5) * spread, 1)
        c, s = direction(heading)
        studs = _LEAST + rng.random() * (most - _LEAST)
        for disc in discs:
            if studs >= _LEAST:
                studs *= kernel.translate(scene, disc, c * studs, s * studs)[0]
        if studs >= _LEAST:
            return Move(unit.id, (Stride(heading, floor(studs * 10.0) / 10.0),))
    return None


def any_deed(state: State, unit: Unit, deeds: tuple[Deed, ...], rng: random.Random) -> Any:
    """Something out of what one of these sorts of action offers the unit now."""
    deed = deeds[int(rng.random() * len(deeds))]
    action = deed.offer(state, unit)
    if action is None or action.closed is not None or action.offer is None:
        return None
    draft = next(iter(drawn(state, action.offer, rng)), None)
    return TakeAction(unit.seat).read(draft.answer) if draft is not None else None


def any_shot(state: State, decision: ReactToMove, rng: random.Random) -> Any:
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


def any_place(state: State, decision: Decision, rng: random.Random) -> Any:
    """A place in the zone."""
    seat = decision.seat
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
