"""Any legal answer at random: cheap, unbiased by judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.board import ALIVE, Unit
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.battlefield import battle_of, card_of
from brickfield.games.micro_brick_battle.movement import (
    AnyStep,
    Forward,
    Move,
    Pivot,
    Reverse,
    Slide,
    movable_units,
    points_left,
)
from brickfield.games.micro_brick_battle.obstacles_and_terrain import (
    LayPiece,
    PlaceTerrain,
    area_of,
    may_lay,
    pieces_left,
)
from brickfield.games.micro_brick_battle.quick_play import moves_freely
from brickfield.games.micro_brick_battle.reinforcements import Enter, entry_place, may_come, must_enter, reserves
from brickfield.games.micro_brick_battle.rounds_and_turns import DeclareTargets, EndMovement, MoveUnits
from brickfield.games.micro_brick_battle.shooting import shooters
from brickfield.games.micro_brick_battle.starting_a_game import (
    DeployUnit,
    FirstTurnChoice,
    Place,
    SkipPhase,
    deployment_zone,
    may_place,
    room_for,
    waiting_units,
)
from brickfield.games.micro_brick_battle.target_declaration import (
    Declare,
    Shot,
    has_a_shot,
    may_target,
    targetable_pieces,
)
from brickfield.geometry.grain import GRAIN

# Random places are tried this often before a known one is taken.
_TRIES = 40
_STAY = 0.15
# Half of the orders have one step, a third two, the rest three.
_ONE_STEP, _TWO_STEPS = 1 / 2, 5 / 6
# Random turns go half of this to either side.
_WIDEST_TURN = 240.0
_TARGET_TRIES = 3


def sample(state: State, decision: Any, rng: random.Random) -> Any:
    """A random legal answer to any decision of this game."""
    if type(decision) is MoveUnits:
        return _move(state, decision.seat, rng)
    if type(decision) is DeclareTargets:
        return _declare(state, decision.seat, rng)
    if type(decision) is DeployUnit:
        return _deploy(state, decision.seat, rng)
    if type(decision) is FirstTurnChoice:
        return SkipPhase("movement" if rng.random() < 0.5 else "shooting")
    if isinstance(decision, PlaceTerrain):
        return _lay(state, decision.seat, rng)
    raise TypeError(f"{type(decision).__name__} is no decision of this game")


def _move(state: State, seat: int, rng: random.Random) -> Any:
    """An order to some unit. Driving comes first: it is cut short where it must be, so the order is always legal."""
    units = movable_units(state, seat)
    if may_come(state, seat) and (not units or rng.random() < 0.5):
        entry = next(place for unit in reserves(state, seat) if (place := entry_place(state, unit)) is not None)
        return Enter(entry.unit, entry.pose.x / GRAIN, entry.pose.y / GRAIN, entry.pose.heading / GRAIN)
    if not units or rng.random() < _STAY:
        return EndMovement() if must_enter(state, seat) is None else _move(state, seat, rng)
    unit = units[int(rng.random() * len(units))]
    return Move(unit.id, _steps(state, unit, rng))


def _steps(state: State, unit: Unit, rng: random.Random) -> tuple[AnyStep, ...]:
    left = points_left(state, unit)
    if moves_freely(state, unit.seat):
        return (Slide(rng.uniform(0.0, 360.0), max(left * rng.random(), 1e-6)), Pivot(rng.uniform(1.0, 180.0)))
    share = rng.random() * left
    first: AnyStep
    if rng.random() < 0.2:
        first = Reverse(max(share / 2, 1e-6))
    else:
        first = Forward(max(share, 1e-6))
    length = rng.random()
    if length < _ONE_STEP:
        return (first,)
    turn = Pivot((rng.random() - 0.5) * _WIDEST_TURN or 1.0)
    if length < _TWO_STEPS:
        return first, turn
    return first, turn, Forward(max((left - share) * rng.random(), 1e-6))


def _declare(state: State, seat: int, rng: random.Random) -> Declare:
    """A random target for most units."""
    enemies = [unit for unit in state.units.values() if unit.status == ALIVE and unit.seat != seat]
    pieces = targetable_pieces(state)
    shots: list[Shot] = []
    for unit in shooters(state, seat) if enemies or pieces else ():
        for _ in range(_TARGET_TRIES):
            if pieces and (not enemies or rng.random() < 0.1):
                target = pieces[int(rng.random() * len(pieces))]
                legal = may_target(state, unit, target) is None
            else:
                enemy = enemies[int(rng.random() * len(enemies))]
                target, legal = enemy.id, has_a_shot(state, unit, enemy)
            if legal:
                shots.append(Shot(unit.id, target))
                break
    return Declare(tuple(shots))


def _deploy(state: State, seat: int, rng: random.Random) -> Place:
    unit = waiting_units(state, seat)[0]
    x0, y0, x1, y1 = deployment_zone(state, seat)
    # nearer to the border than this it would have to stand square to it
    inset = min(card_of(state, unit.id).length_inches / 2, (x1 - x0) / 2, (y1 - y0) / 2)
    for _ in range(_TRIES):
        x, y = rng.uniform(x0 + inset, x1 - inset), rng.uniform(y0 + inset, y1 - inset)
        place = Place(unit.id, x, y, rng.random() * 360.0)
        if type(may_place(state, seat, place)) is not Refusal:
            return place
    pose = room_for(state, seat, unit)
    assert pose is not None
    return Place(unit.id, pose.x / GRAIN, pose.y / GRAIN, pose.heading / GRAIN)


def _lay(state: State, seat: int, rng: random.Random) -> LayPiece:
    number = rng.choice(pieces_left(state, seat))
    x0, y0, x1, y1 = area_of(battle_of(state), seat)
    for _ in range(_TRIES * 5):
        laid = LayPiece(number, rng.uniform(x0, x1), rng.uniform(y0, y1), rng.uniform(0.0, 360.0))
        if not isinstance(may_lay(state, seat, laid), Refusal):
            return laid
    raise RuntimeError("no room was found for a piece of terrain")
