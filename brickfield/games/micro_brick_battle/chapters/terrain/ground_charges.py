"""Mud, dunes, shallows, emplacements and wire: what the ground charges, and where a step ends that cannot pay.

A charge falls due where the footprint first overlaps a piece, once for each piece and Movement Phase. What a unit has
paid for stands in its marks until the next Movement Phase; that it has driven over wire, until its next turn.
"""

from __future__ import annotations

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.board import TokenId, Unit, marks_among
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import footprint, footprint_at, terrain, token_shape
from brickfield.games.micro_brick_battle.base.grounds import Charged
from brickfield.games.micro_brick_battle.base.turns import movement_begins, turn_begins
from brickfield.games.micro_brick_battle.base.unit_stats import moves_freely
from brickfield.games.micro_brick_battle.chapters.terrain.chapter import TERRAIN
from brickfield.geometry import Pose, Scene, Shape, kernel
from brickfield.geometry.grain import GRAIN

# How marks on a unit say what it has paid for in this phase, and that it has driven over wire in this turn.
PAID = "paid_toll "
WIRED = "over_wire"


class Toll(Struct, frozen=True, array_like=True):
    """A charge that fell due on a step: so far on the way (in grain), for this piece, so many MP."""

    at: int
    token: TokenId
    piece: str
    points: int
    wire: bool
    clause: str


class Purse(Struct):
    """What a unit has paid for already while an order is worked out."""

    paid: set[str]
    wired: bool


def purse_of(unit: Unit) -> Purse:
    """What a unit has paid for in this phase and whether it has driven over wire in this turn."""
    return Purse({mark.removeprefix(PAID) for mark in unit.marks if mark.startswith(PAID)}, WIRED in unit.marks)


@rule("mbb.terrain.mud", "mbb.obst.wire.move", "mbb.obst.empl.move", "mbb.quick.move")
def tolls_on(state: State, unit: Unit, start: Pose, end: Pose, covered: int, purse: Purse) -> tuple[Toll, ...]:
    """The charges of a step from one pose to another, in the order they fall due.

    Pieces at the same distance come in the order they were placed. A path of so many inches is charged nothing.
    """
    free = moves_freely(state, unit.seat)
    shape = footprint_at(state, unit.id, start)
    due: list[Toll] = []
    x0, y0, x1, y1 = _swept(shape, start, end)
    for ground in terrain(state).grounds.charged:
        there = ground.shape
        # most ground lies nowhere near the way
        if there.x0 > x1 or there.x1 < x0 or there.y0 > y1 or there.y1 < y0 or ground.piece in purse.paid:
            continue
        at = _first_overlap(shape, ground, start, end, covered)
        if at is not None:
            points = 0 if free else ground.points
            due.append(Toll(at, ground.token, ground.piece, points, ground.wire, ground.clause))
    return _one_for_each_piece(sorted(due, key=lambda toll: toll.at))


def _swept(shape: Shape, start: Pose, end: Pose) -> tuple[float, float, float, float]:
    """A box that a footprint never leaves on its way from pose to pose, however it turns."""
    (ax, ay), (bx, by), reach = start.place, end.place, shape.reach
    return min(ax, bx) - reach, min(ay, by) - reach, max(ax, bx) + reach, max(ay, by) + reach


@rule("mbb.geometry.simultaneous")
def _first_overlap(shape: Shape, ground: Charged, start: Pose, end: Pose, covered: int) -> int | None:
    """How far on its way a footprint first overlaps a piece; touching it is not enough. A turn has no way."""
    scene = Scene([ground.shape])
    if kernel.overlapped(scene, shape, -1) != -1:
        return 0
    if start.place == end.place:
        return 0 if kernel.pivot(scene, shape, start.place, covered / GRAIN, -1) != -1 else None
    dx, dy = (end.x - start.x) / GRAIN, (end.y - start.y) / GRAIN
    share, hit = kernel.translate(scene, shape, dx, dy, -1)
    return round(abs(covered) * share) if hit != -1 else None


def _one_for_each_piece(tolls: list[Toll]) -> tuple[Toll, ...]:
    """A piece of several parts is paid for once."""
    return tuple({toll.piece: toll for toll in reversed(tolls)}.values())[::-1]


@rule("mbb.geometry.mp_charges", "mbb.obst.wire.one", "mbb.geometry.collision")
def cannot_pass(toll: Toll, left: int, coin: int, slack: int, purse: Purse) -> bool:
    """Whether a unit must stop where a charge falls due: it has not the points left, or it is a second wire."""
    return (toll.wire and purse.wired) or toll.points * coin > left + slack


def pay(purse: Purse, tolls: tuple[Toll, ...]) -> None:
    """Note what has been paid for."""
    purse.paid.update(toll.piece for toll in tolls)
    purse.wired = purse.wired or any(toll.wire for toll in tolls)


@rule("mbb.terrain.mud", "mbb.obst.wire.one")
def note_tolls(t: Table, unit_id: str, tolls: tuple[Toll, ...]) -> None:
    """What a unit has driven over is marked on it, so that it is charged once."""
    for toll in tolls:
        t.emit(happened.UnitMarked(unit=unit_id, mark=PAID + toll.piece, value=max(1, toll.points), clause=toll.clause))
        if toll.wire:
            t.emit(happened.UnitMarked(unit=unit_id, mark=WIRED, value=1, clause="mbb.obst.wire.one"))


@rule("mbb.obst.wire.removed")
def remove_wire(t: Table, unit_id: str, tolls: tuple[Toll, ...], at_end: bool) -> None:
    """Wire is gone as soon as the unit that drove over it has left it, or where its move ends on it."""
    for toll in tolls:
        token = t.tokens.get(toll.token)
        if not toll.wire or token is None:
            continue
        unit = t.units[unit_id]
        still = unit.pose is not None and not at_end
        if not still or kernel.overlapped(Scene([token_shape(token)]), footprint(t, unit), -1) == -1:
            t.emit(happened.TokenRemoved(token=toll.token, clause="mbb.obst.wire.removed"))


@movement_begins.amended(TERRAIN)
@rule("mbb.terrain.mud", "mbb.geometry.mp_charges")
def forget_tolls(t: Table, phase: str, clause: str) -> None:
    """In a new Movement Phase every piece is charged anew."""
    for mark in sorted([mark for mark in marks_among(t.units.values()) if mark.startswith(PAID)]):
        t.emit(happened.MarksCleared(mark=mark, clause="mbb.terrain.mud"))


@turn_begins.amended(TERRAIN)
@rule("mbb.obst.wire.one")
def forget_wire(t: Table, seat: int) -> None:
    """In a new turn a unit may drive over wire again."""
    if WIRED in marks_among(t.units.values()):
        t.emit(happened.MarksCleared(mark=WIRED, clause="mbb.obst.wire.one"))


def words_for(state: State, tolls: tuple[Toll, ...]) -> str:
    """Charges in words, for a refusal."""
    parts = [f"{toll.points} MP for {state.tokens[toll.token].kind} {toll.piece}" for toll in tolls if toll.points]
    return " and ".join(parts)


def dearer(state: State, tolls: tuple[Toll, ...]) -> str:
    """What makes a step dearer, for the table: "Mud T3 +1"."""
    kinds = {each.token: each.kind for each in terrain(state).grounds.charged}
    return ", ".join([f"{kinds.get(toll.token, '')} {toll.piece} +{toll.points}" for toll in tolls if toll.points])
