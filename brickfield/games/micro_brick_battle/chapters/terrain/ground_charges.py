"""Mud, dunes, shallows, emplacements and wire: what the ground charges, and where a step ends that cannot pay.

A charge falls due where the footprint first overlaps a piece, once for each piece and Movement Phase. What a unit has
paid for stands in its marks until the next Movement Phase; that it has driven over wire, until its next turn.
"""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, Struct
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.movers import Slow
from brickfield.core.board import Unit, marks_among
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import outlined
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, kernel
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import describe, footprint, footprint_at, terrain, token_shape
from ...base.grounds import Charged
from ...base.movement import Charge, ChargingGround, Taken, cost_of, ground_on_the_way, mp_tolerance
from ...base.movement_phase import slows
from ...base.moves_under_way import charges_met, driven_over
from ...base.turns import movement_begins, turn_begins
from ...base.unit_stats import MP_GRAIN, moves_freely
from .chapter import TERRAIN

# How marks on a unit say what it has paid for in this phase, and that it has driven over wire in this turn.
PAID = "paid_toll "
WIRED = "over_wire"


class GroundCharges(Struct):
    """What a unit has paid for already while an order is worked out."""

    paid: set[str]
    wired: bool

    @classmethod
    def of(cls, unit: Unit) -> GroundCharges:
        """What a unit has paid for in this phase and whether it has driven over wire in this turn."""
        return cls({mark.removeprefix(PAID) for mark in unit.marks if mark.startswith(PAID)}, WIRED in unit.marks)


@rule("mbb.terrain.mud", "mbb.obst.wire.move", "mbb.obst.empl.move", "mbb.quick.move")
def charges_on(
    state: State, unit: Unit, start: Pose, end: Pose, covered: int, known: GroundCharges
) -> tuple[Charge, ...]:
    """The charges of a step from one pose to another, in the order they fall due.

    Pieces at the same distance come in the order they were placed. A path of so many inches is charged nothing.
    """
    free = moves_freely(state, unit.seat)
    shape = footprint_at(state, unit.id, start)
    due: list[Charge] = []
    x0, y0, x1, y1 = _swept(shape, start, end)
    for ground in terrain(state).grounds.charged:
        there = ground.shape
        # most ground lies nowhere near the way
        if there.x0 > x1 or there.x1 < x0 or there.y0 > y1 or there.y1 < y0 or ground.piece in known.paid:
            continue
        at = _first_overlap(shape, ground, start, end, covered)
        if at is not None:
            points = 0 if free else ground.points
            due.append(Charge(at, ground.token, ground.piece, points, ground.wire, ground.clause))
    return _one_for_each_piece(sorted(due, key=lambda charge: charge.at))


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


def _one_for_each_piece(charges: list[Charge]) -> tuple[Charge, ...]:
    """A piece of several parts is paid for once."""
    return tuple({charge.piece: charge for charge in reversed(charges)}.values())[::-1]


@rule("mbb.geometry.mp_charges", "mbb.obst.wire.one", "mbb.geometry.collision")
def cannot_pass(charge: Charge, left: int, known: GroundCharges) -> bool:
    """Whether a unit must stop where a charge falls due: it has not the points left, or it is a second wire."""
    return (charge.wire and known.wired) or charge.points * MP_GRAIN > left + mp_tolerance()


def pay(known: GroundCharges, charges: tuple[Charge, ...]) -> None:
    """Note what has been paid for."""
    known.paid.update(charge.piece for charge in charges)
    known.wired = known.wired or any(charge.wire for charge in charges)


@charges_met.amended(TERRAIN)
@rule("mbb.terrain.mud", "mbb.obst.wire.one")
def note_charges(t: Table, unit_id: str, charges: tuple[Charge, ...]) -> None:
    """What a unit has driven over is marked on it, so that it is charged once."""
    for charge in charges:
        t.emit(
            happened.UnitMarked(
                unit=unit_id, mark=PAID + charge.piece, value=max(1, charge.points), clause=charge.clause
            )
        )
        if charge.wire:
            t.emit(happened.UnitMarked(unit=unit_id, mark=WIRED, value=1, clause="mbb.obst.wire.one"))


@driven_over.amended(TERRAIN)
@rule("mbb.obst.wire.removed")
def remove_wire(t: Table, unit_id: str, charges: tuple[Charge, ...], at_end: bool) -> None:
    """Wire is gone as soon as the unit that drove over it has left it, or where its move ends on it."""
    for charge in charges:
        token = t.tokens.get(charge.token)
        if not charge.wire or token is None:
            continue
        unit = t.units[unit_id]
        still = unit.pose is not None and not at_end
        if not still or kernel.overlapped(Scene([token_shape(token)]), footprint(t, unit), -1) == -1:
            t.emit(happened.TokenRemoved(token=charge.token, clause="mbb.obst.wire.removed"))


@movement_begins.amended(TERRAIN)
@rule("mbb.terrain.mud", "mbb.geometry.mp_charges")
def charge_anew(t: Table, phase: str, clause: str) -> None:
    """In a new Movement Phase every piece is charged anew."""
    for mark in sorted([mark for mark in marks_among(t.units.values()) if mark.startswith(PAID)]):
        t.emit(happened.MarksCleared(mark=mark, clause="mbb.terrain.mud"))


@turn_begins.amended(TERRAIN)
@rule("mbb.obst.wire.one")
def forget_wire(t: Table, seat: int) -> None:
    """In a new turn a unit may drive over wire again."""
    if WIRED in marks_among(t.units.values()):
        t.emit(happened.MarksCleared(mark=WIRED, clause="mbb.obst.wire.one"))


def dearer(state: State, charges: tuple[Charge, ...]) -> str:
    """What makes a step dearer, for the table: "Mud T3 +1"."""
    kinds = {each.token: each.kind for each in terrain(state).grounds.charged}
    return ", ".join(
        [f"{kinds.get(charge.token, '')} {charge.piece} +{charge.points}" for charge in charges if charge.points]
    )


@ground_on_the_way.amended(TERRAIN)
@rule("mbb.terrain.mud", "mbb.geometry.mp_charges")
def charging_ground(state: State, unit: Unit, _none: ChargingGround | None) -> ChargingGround | None:
    """Mud, dunes and the like, each once in a phase."""
    if not terrain(state).grounds.charged:
        return None
    return partial(over_charged_ground, GroundCharges.of(unit))


@slows.amended(TERRAIN)
@rule("mbb.terrain.mud", "mbb.obst.wire.move", "mbb.obst.empl.move")
def still_charges(state: State, unit: Unit, _none: tuple[Slow, ...]) -> tuple[Slow, ...]:
    """The ground that a unit has not paid for yet."""
    paid, grounds = (
        GroundCharges.of(unit).paid,
        () if moves_freely(state, unit.seat) else terrain(state).grounds.charged,
    )
    charged = [each for each in grounds if each.points and each.piece not in paid]
    return tuple(Slow(outlined(each.shape), each.piece, float(each.points)) for each in charged)


@rule("mbb.terrain.mud", "mbb.geometry.mp_charges", "mbb.geometry.collision", "mbb.obst.wire.one")
def over_charged_ground(
    known: GroundCharges, state: State, unit: Unit, worked: Taken, left: int
) -> tuple[Taken | Refusal, Unit | None]:
    """A step with what the ground charges on its way. Who cannot pay, or meets a second wire, stops at the border.

    The unit comes back where it was stopped. A turn is refused whole instead.
    """
    start = unit.here
    covered = round(worked.amount * GRAIN)
    due = charges_on(state, unit, start, worked.pose, covered, known) if covered else ()
    paid: list[Charge] = []
    free = moves_freely(state, unit.seat)
    for charge in due:
        spent = sum(each.points for each in paid) * MP_GRAIN + cost_of(state, worked.step, charge.at, free)
        if worked.step == "pivot":
            if charge.wire and (known.wired or any(each.wire for each in paid)):
                return second_wire(state, unit, charge), None
        elif cannot_pass(charge, left - spent, known):
            pay(known, tuple(paid))
            return _stopped_at(state, unit, worked, charge, tuple(paid))
        paid.append(charge)
        pay(known, (charge,))
    if not paid:
        return worked, None
    return replace(worked, cost=worked.cost + sum(charge.points for charge in paid) * MP_GRAIN, tolls=tuple(paid)), None


def _stopped_at(
    state: State, unit: Unit, worked: Taken, charge: Charge, paid: tuple[Charge, ...]
) -> tuple[Taken | Refusal, Unit | None]:
    """A step that ends where a charge falls due that is not paid: only the distance covered costs."""
    start, end = unit.pose, worked.pose
    assert start is not None
    share = charge.at / round(worked.amount * GRAIN)
    pose = Pose(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share), start.heading)
    cost = cost_of(state, worked.step, charge.at, moves_freely(state, unit.seat))
    cost += sum(each.points for each in paid) * MP_GRAIN
    cut = Taken(worked.step, pose, charge.at / GRAIN, cost, charge.token, paid or UNSET)
    return cut, Unit(unit.id, unit.seat, unit.card, unit.status, pose, unit.marks)


@rule("mbb.obst.wire.one")
def second_wire(state: State, unit: Unit, charge: Charge) -> Refusal:
    """A turn over a second wire obstacle is not made."""
    sentence = (
        f"{describe(state, unit.id)} has driven over wire in this turn already and cannot turn over {charge.token}."
    )
    return illegal("second_wire", "mbb.obst.wire.one", sentence, obstacle=charge.token)
