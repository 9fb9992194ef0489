"""Any legal answer at random: cheap, unbiased by judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import battle_of, card_of, enemies_of, enemy_planes, terrain
from ..base.movement import AnyStep, Forward, Move, Pivot, Reverse, Slide, drive, movable_units, points_left
from ..base.movement_phase import EndMovement, may_end
from ..base.obstacles_and_terrain import LayPiece, area_of, may_lay, pieces_left, room_on_the_table
from ..base.shooting import shooters
from ..base.starting_a_game import Place, SkipPhase, deployment_zone, may_place, room_for, waiting_units
from ..base.target_declaration import Declare, Shot, has_a_shot, holds_fire, is_enough, may_target, targetable_pieces
from ..base.unit_stats import may_be_targeted, moves_freely
from ..chapters.reinforcements.reinforcements import Enter, entry_place, may_come, reserves
from .suggestions_terrain import large_first

# Random places are tried this often before a known one is taken.
_TRIES = 40
_STAY = 0.15
# Half of the orders have one step, a third two, the rest three.
_ONE_STEP, _TWO_STEPS = 1 / 2, 5 / 6
# Random turns go half of this to either side.
_WIDEST_TURN = 240.0
_TARGET_TRIES = 3
_AT_TERRAIN, _EVEN = 0.1, 0.5


def any_move(state: State, decision: Any, rng: random.Random) -> Any:
    """An order to some unit. Driving comes first: it is cut short where it must be, so the order is always legal."""
    seat = decision.seat
    units = movable_units(state, seat)
    if may_come(state, seat) and (not units or rng.random() < 0.5):
        entry = next(place for unit in reserves(state, seat) if (place := entry_place(state, unit)) is not None)
        return Enter(entry.unit, entry.pose.x / GRAIN, entry.pose.y / GRAIN, entry.pose.heading / GRAIN)
    if not units or rng.random() < _STAY:
        return EndMovement() if may_end(state, seat) is None else any_move(state, decision, rng)
    unit = units[int(rng.random() * len(units))]
    steps = _steps(state, unit, rng)
    if not terrain(state).grounds.charged:
        return Move(unit.id, steps)
    # the ground may charge more than is left at the end of such a way; hardly any way is hardly ever too dear
    ways = (steps, (Forward(1e-6),), (Reverse(1e-6),))
    way = next((each for each in ways if type(drive(state, unit, each)) is not Refusal), None)
    return Move(unit.id, way) if way is not None else EndMovement()


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


def any_declaration(state: State, decision: Any, rng: random.Random) -> Declare:
    """A random target for most units."""
    seat = decision.seat
    enemies, planes = enemies_of(state, seat), enemy_planes(state, seat)
    pieces = targetable_pieces(state)
    shots: list[Shot] = []
    for unit in shooters(state, seat) if enemies or planes or pieces else ():
        for _ in range(_TARGET_TRIES):
            if pieces and (not enemies or rng.random() < _AT_TERRAIN):
                target = pieces[int(rng.random() * len(pieces))]
                legal = may_target(state, unit, target) is None
            elif planes and (not enemies or rng.random() < _EVEN):
                target = planes[int(rng.random() * len(planes))].id
                legal = may_target(state, unit, target) is None
            else:
                enemy = enemies[int(rng.random() * len(enemies))]
                target = enemy.id
                # while there are planes somebody may fire whose gun may not
                able = has_a_shot(state, unit, enemy) and not (planes and holds_fire(state, unit) is not None)
                legal = able and may_be_targeted(state, enemy) is None and is_enough(state, unit, enemy) is None
            if legal:
                shots.append(Shot(unit.id, target))
                break
    return at_random(state, seat, shots, rng)


@Question
def at_random(state: State, seat: int, shots: list[Shot], rng: random.Random) -> Declare:
    """A declaration of random shots."""
    return Declare(tuple(shots))


def any_skip(state: State, decision: Any, rng: random.Random) -> SkipPhase:
    return SkipPhase("movement" if rng.random() < 0.5 else "shooting")


def any_place(state: State, decision: Any, rng: random.Random) -> Place:
    seat = decision.seat
    waiting = waiting_units(state, seat)
    x0, y0, x1, y1 = deployment_zone(state, seat)
    # nearer to the border than this it would have to stand square to it
    inset = min(card_of(state, waiting[0].id).length_inches / 2, (x1 - x0) / 2, (y1 - y0) / 2)
    for _ in range(_TRIES):
        x, y = rng.uniform(x0 + inset, x1 - inset), rng.uniform(y0 + inset, y1 - inset)
        place = Place(waiting[0].id, x, y, rng.random() * 360.0)
        if type(may_place(state, seat, place)) is not Refusal:
            return place
    # on some ground there is room for swimmers only
    unit, pose = next((unit, pose) for unit in waiting if (pose := room_for(state, seat, unit)) is not None)
    return Place(unit.id, pose.x / GRAIN, pose.y / GRAIN, pose.heading / GRAIN)


def any_piece(state: State, decision: Any, rng: random.Random) -> LayPiece:
    seat = decision.seat
    left = large_first(state, pieces_left(state, seat))
    number = rng.choice(left)
    x0, y0, x1, y1 = area_of(battle_of(state), seat, number)
    for _ in range(_TRIES * 5):
        laid = LayPiece(number, rng.uniform(x0, x1), rng.uniform(y0, y1), rng.uniform(0.0, 360.0))
        if not isinstance(may_lay(state, seat, laid), Refusal):
            return laid
    # a full table has gaps that only a closer look finds
    rooms = ((each, room_on_the_table(state, seat, each)) for each in pieces_left(state, seat))
    number, pose = next((each, room) for each, room in rooms if room is not None)
    return LayPiece(number, *pose.place, pose.degrees)
