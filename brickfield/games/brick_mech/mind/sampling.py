"""Any legal answer at random: cheap, with little judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ..base.actions import no_action_left
from ..base.attack_action import Attack, locations_to_name, may_attack, why_it_fails
from ..base.battlefield import are_hostile, area_of, card_of, living
from ..base.deployment import LayAnew, Place, may_place, waiting_units
from ..base.ending_a_turn import EndTurn
from ..base.measures import RANGES
from ..base.modules import PARTS
from ..base.move_action import Move, plan_move
from ..base.move_costs import AnyStep, Backward, Forward, Left, Right, Turn
from ..base.ranges_and_arcs import FIRING_ARCS, bearing
from ..base.record_sheet import MOVES, SCAVENGES, actions_used, number, part_of
from ..base.take_action import TakeAction
from ..chapters.hold_fire.hold_fire import HoldFire, may_hold_fire
from ..chapters.scavenging.loose_parts import loose_parts
from ..chapters.scavenging.scavenge_action import Detach, Mount, may_mount
from ..setup.room import leaves_room, room_of

# Random places and paths are tried this often before a known one is taken.
_PLACES, _PATHS = 20, 4
_END, _HOLD, _ATTACK, _DETACH, _MOUNT, _NAME = 0.1, 0.2, 0.75, 0.02, 0.5, 0.2


def any_action(state: State, decision: TakeAction, rng: random.Random) -> Any:
    """Mostly an attack where one can do something, else a move; now and then something rarer."""
    unit = state.units[decision.units[int(rng.random() * len(decision.units))]]
    enemies = [each for each in living(state) if are_hostile(state, unit, each)]
    used = actions_used(unit)
    if used and rng.random() < _END * used:
        return EndTurn(unit.id)
    if not used and state.match.options.hold_fire and rng.random() < _HOLD:
        note = HoldFire(unit.id, rng.choice(RANGES), rng.choice(FIRING_ARCS))  # type: ignore[arg-type]
        if may_hold_fire(state, unit, note) is None:
            return note
    found = _scavenge(state, unit, rng)
    if found is None and rng.random() < _ATTACK:
        found = _attack(state, unit, enemies, rng)
    return found or _move(state, unit, enemies, rng) or EndTurn(unit.id)


def _attack(state: State, unit: Unit, enemies: list[Unit], rng: random.Random) -> Attack | None:
    """An attack at a random enemy that it can do something to."""
    target = enemies[int(rng.random() * len(enemies))]
    attack = Attack(unit.id, target.id)
    if why_it_fails(state, unit, target) is not None or may_attack(state, unit, attack) is not None:
        return None
    if state.match.options.targeted_shot and rng.random() < _NAME:
        places = locations_to_name(state, unit, target)
        return Attack(unit.id, target.id, rng.choice(places)) if places else attack
    return attack


def _scavenge(state: State, unit: Unit, rng: random.Random) -> Any:
    if no_action_left(state, unit, SCAVENGES) is not None:
        return None
    if rng.random() < _DETACH:
        slots = [slot for slot in PARTS if part_of(unit, slot) is not None]
        return Detach(unit.id, rng.choice(slots)) if slots else None
    for token in loose_parts(state):
        take = rng.choice(("all", "arm", "shoulder"))
        order = Mount(unit.id, token.id, take)  # type: ignore[arg-type]
        if rng.random() < _MOUNT and may_mount(state, unit, order) is None:
            return order
    return None


def _move(state: State, unit: Unit, enemies: list[Unit], rng: random.Random) -> Move | None:
    """A short path that is possible: half of the time towards somebody."""
    points = number(unit, "movement")
    if points <= 0 or no_action_left(state, unit, MOVES) is not None:
        return None
    for _ in range(_PATHS):
        steps = _steps(unit, points, enemies, rng)
        if not isinstance(plan_move(state, unit, steps), Refusal):
            return Move(unit.id, steps)
    return None


def _steps(unit: Unit, points: int, enemies: list[Unit], rng: random.Random) -> tuple[AnyStep, ...]:
    turn = rng.random() * 360.0 - 180.0
    if rng.random() < 0.7:
        turn = bearing(unit, enemies[int(rng.random() * len(enemies))]) + rng.random() * 60.0 - 30.0
    turn = round(turn, 2) or 1.0
    price = 1 if abs(turn) <= 90.0 else 2
    if points <= price:
        return (Turn(max(-90.0, min(90.0, turn))),)
    kind = rng.random()
    if kind < 0.1:
        side = Left if kind < 0.05 else Right
        return (side(round(0.1 + rng.random() * (points // 2 - 0.1), 2)),) if points > 1 else (Turn(turn),)
    if kind < 0.2 and points > 1:
        return (Backward(round(0.1 + rng.random() * (points // 2 - 0.1), 2)),)
    ahead = Forward(round(0.1 + rng.random() * (points - price - 0.1), 2))
    return (Turn(turn), ahead) if kind < 0.8 else (ahead, Turn(turn))


def any_place(state: State, decision: Decision, rng: random.Random) -> Place | LayAnew:
    """A place in the zone for the next unit, facing along the table, that leaves room for the others."""
    seat = decision.seat
    unit, *rest = waiting_units(state, seat)
    x0, y0, x1, y1 = area_of(state, seat)
    half = card_of(state, unit.id).base_side / 2
    for _ in range(_PLACES):
        x, y = rng.uniform(x0 + half, x1 - half), rng.uniform(y0 + half, y1 - half)
        place = Place(unit.id, round(x, 2), round(y, 2), float(rng.choice((0, 90, 180, 270))))
        placed = may_place(state, seat, place)
        if not isinstance(placed, Refusal) and leaves_room(state, unit, placed.pose, rest):
            return place
    layout = room_of(state, seat).layout([unit, *rest])
    return LayAnew() if layout is None else Place(unit.id, *layout[0].place, layout[0].degrees)
