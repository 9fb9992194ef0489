"""Moving on foot: straight ways in any direction, cut where something is in the way, and judged by their length.

A walk is longer than the unit's MP only at a run. What it touches on its way slows it for the whole turn.
"""

from __future__ import annotations

from typing import Annotated, Literal, final

from msgspec import UNSET, Meta
from msgspec.structs import replace

from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.numbers import decimals_apart, number_text
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.geometry import Pose, Scene, Shape, direction, kernel
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import describe, footprint_at, in_a_sentence
from ...base.movement import MP_GRAIN, Charge, Drive, Length, Step, Taken, mp_tolerance
from .infantry import HALTED, building_of, is_infantry
from .marching_points import MARCH, march_points, slowed_by, sprint_points
from .on_foot import Slow, cannot_stand, foot_ground, stopped_on_foot, stops_soldiers

# Into how many parts an inch is cut to find where a plate can stand.
_PARTS = 20

UnitName = Annotated[str, Meta(max_length=16)]
Pace = Literal["", "walk", "sprint"]


@final
class March(Step, frozen=True):
    """Go straight in any direction."""

    heading: Annotated[float, Meta(ge=-1440, le=1440)]
    inches: Length


class Walk(Answer, frozen=True):
    """An order to one squad: straight ways, one after another.

    With `walk` it goes no further than its MP, with `sprint` it runs however short the way; else the length decides.
    """

    unit: UnitName
    steps: Annotated[tuple[March, ...], Meta(min_length=1, max_length=64)]
    pace: Pace = ""


@rule("inf.turn.same", "inf.move.last")
def own_infantry(state: State, seat: int, unit_id: str) -> Unit | Refusal:
    """Only living infantry of the active player acts here."""
    unit = state.units.get(unit_id)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {unit_id!r} on this table.")
    name = describe(state, unit_id)
    if unit.seat != seat:
        return illegal("not_your_unit", "mbb.turn.active", f"{name} belongs to {state.match.seat_name(unit.seat)}.")
    if unit.status != ALIVE:
        clause = "inf.deploy.reinforce" if unit.status == WAITING else "inf.dmg.removed"
        return illegal("not_alive", clause, f"{name} is not on the table as a living unit.")
    if not is_infantry(state, unit_id):
        return illegal("vehicles_first", "inf.move.last", f"{name} is not infantry: vehicles have moved already.")
    return unit


@rule("inf.move.join", "inf.move.enter", "inf.move.leave")
def may_march(state: State, seat: int, unit_id: str) -> Unit | Refusal:
    """Infantry that is free to move: its movement is not over yet."""
    unit = own_infantry(state, seat, unit_id)
    if isinstance(unit, Refusal) or HALTED not in unit.marks:
        return unit
    return illegal("halted", "inf.move.join", f"The movement of {describe(state, unit_id)} is over for this turn.")


@rule("inf.move.sprint.noattack")
def ran(state: State, unit: Unit) -> bool:
    """Whether a squad has gone further than its MP with all modifiers."""
    return unit.marks.get("spent", 0) > march_points(state, unit) * MP_GRAIN + mp_tolerance()


@rule("inf.move.omni", "inf.move.sprint", "inf.geometry.path", "inf.move.obstacles")
def march(state: State, unit: Unit, steps: tuple[March, ...], pace: Pace = "") -> Drive | Refusal:
    """Work a walk out, way by way. A way that fails is refused whole; those before it stand."""
    if building_of(state, unit):
        sentence = f"{describe(state, unit.id)} is inside a building: it can only come out, and that is its move."
        return illegal("is_inside", "inf.move.leave", sentence)
    if _allowance(state, unit, frozenset(), pace) <= 0:
        sentence = f"{describe(state, unit.id)} has 0 Movement Points: it cannot move."
        return illegal("no_movement_points", "mbb.move.zero", sentence)
    taken: list[Taken] = []
    kinds, spent, pose = frozenset[str](), unit.marks.get("spent", 0), unit.pose
    assert pose is not None
    refused: Refusal | None = None
    for step in steps:
        leg = _leg(state, unit, pose, step)
        worked = leg if isinstance(leg, Refusal) else _slowed(state, unit, pose, leg, spent, kinds, pace)
        touched = kinds if isinstance(worked, Refusal) else kinds.union(charge.piece for charge in worked.charged)
        refused = worked if isinstance(worked, Refusal) else _too_far(state, unit, worked, spent, touched, pace)
        if isinstance(worked, Refusal) or refused is not None:
            break
        taken.append(worked)
        kinds, spent, pose = touched, spent + worked.cost, worked.pose
    if refused is not None and refused.code == "not_enough_mp":
        refused = _as_far_as(refused, taken, refused.data["left"])
    while taken and (blocked := _no_place(state, unit, taken[-1].pose)) is not None:
        last = taken.pop()
        refused = _as_far_as(blocked, taken, _stands_after(state, unit, taken, last))
    return refused if refused is not None and not taken else Drive(unit.id, tuple(taken), refused)


def _as_far_as(refused: Refusal, taken: list[Taken], more: float) -> Refusal:
    """A refusal that says how long the way may be in all, so that a table can shorten it."""
    return replace(refused, data=refused.data | {"most": sum(leg.amount for leg in taken) + more})


@rule("inf.geometry.path", "inf.move.impassable")
def _stands_after(state: State, unit: Unit, taken: list[Taken], last: Taken) -> float:
    """How much of a way can be gone so that a plate can stand where it ends; 0: none of it."""
    start = taken[-1].pose if taken else unit.pose
    assert start is not None
    parts = round(last.amount * _PARTS)
    shorter = (_cut(start, last, part * GRAIN // _PARTS) for part in range(parts, 0, -1))
    return next((leg.amount for leg in shorter if _no_place(state, unit, leg.pose) is None), 0.0)


@rule("inf.follow.startstop", "inf.geometry.path", "inf.move.obstacles")
def as_far_as_it_goes(state: State, unit: Unit, legs: list[Taken], pace: Pace) -> list[Taken]:
    """Ways that are given, as far as they are open, points last, and a plate can stand at the end."""
    found: list[Taken] = []
    kinds, spent, pose = frozenset[str](), unit.marks.get("spent", 0), unit.pose
    assert pose is not None
    side = state.match.sides[unit.seat]
    for leg in legs:
        way = (leg.pose.x - pose.x) / GRAIN, (leg.pose.y - pose.y) / GRAIN
        share, hit = kernel.translate(stops_soldiers(state, side).scene, footprint_at(state, unit.id, pose), *way)
        whole = leg if hit == -1 else _cut(pose, leg, int(leg.amount * GRAIN * share))
        taken = _slowed(state, unit, pose, whole, spent, kinds, pace)
        kinds = kinds.union(charge.piece for charge in taken.charged)
        left = _allowance(state, unit, kinds, pace) - spent
        if taken.cost > left + mp_tolerance():
            taken = _cut(pose, taken, max(0, left) * GRAIN // MP_GRAIN)
        if taken.amount:
            found.append(taken)
        kinds, spent = kinds.union(charge.piece for charge in taken.charged), spent + taken.cost
        if taken.pose != leg.pose:
            break
        pose = taken.pose
    return _back_to_a_place(state, unit, found)


def _cut(start: Pose, leg: Taken, covered: int) -> Taken:
    """So much of a way as a way of its own."""
    share = covered / max(1, round(leg.amount * GRAIN))
    x, y = start.x + (leg.pose.x - start.x) * share, start.y + (leg.pose.y - start.y) * share
    charges = tuple(charge for charge in leg.charged if charge.at < covered)
    pose = Pose(round(x), round(y), start.heading)
    return Taken(leg.step, pose, covered / GRAIN, covered * MP_GRAIN // GRAIN, "", charges or UNSET)


def _back_to_a_place(state: State, unit: Unit, found: list[Taken]) -> list[Taken]:
    """Nobody ends on a friend or a wall: the last part of a way is given up where a plate could not stand."""
    while found and _no_place(state, unit, found[-1].pose) is not None:
        last, start = found.pop(), found[-1].pose if found else unit.pose
        assert start is not None
        for part in range(9, 0, -1):
            shorter = _cut(start, last, round(last.amount * GRAIN) * part // 10)
            if _no_place(state, unit, shorter.pose) is None:
                return [*found, shorter]
    return found


def _allowance(state: State, unit: Unit, kinds: frozenset[str], pace: Pace) -> int:
    """How far a unit may go in all, in grains of MP, when it has touched these kinds of ground."""
    points = march_points(state, unit, kinds) if pace == "walk" else sprint_points(state, unit, kinds)
    return points * MP_GRAIN


@rule("inf.geometry.path")
def _leg(state: State, unit: Unit, start: Pose, step: March) -> Taken | Refusal:
    """A way as far as it is open."""
    wanted = round(step.inches * GRAIN)
    if not wanted:
        return illegal("no_movement", "mbb.move.fraction", "A move of 0 inches is not a move.")
    c, s = direction(round(step.heading * GRAIN))
    side = state.match.sides[unit.seat]
    shape = footprint_at(state, unit.id, start)
    share, hit = kernel.translate(stops_soldiers(state, side).scene, shape, wanted / GRAIN * c, wanted / GRAIN * s)
    covered = int(wanted * share)
    pose = Pose(start.x + round(covered * c), start.y + round(covered * s), start.heading)
    return Taken(MARCH, pose, covered / GRAIN, covered * MP_GRAIN // GRAIN, stopped_on_foot(state, side, hit))


@rule("inf.move.impassable", "inf.move.obstacles")
def _slowed(state: State, unit: Unit, start: Pose, leg: Taken, spent: int, kinds: frozenset[str], pace: Pace) -> Taken:
    """A way with all that slows on it. Who has gone too far already for what comes next stops at its border."""
    charges: list[Charge] = []
    known = slowed_by(unit) | kinds
    for at, slow in _touched(state, unit, start, leg):
        if slow.kind not in known:
            moved = spent + at * MP_GRAIN // GRAIN
            if moved > _allowance(state, unit, kinds | {slow.kind}, pace) + mp_tolerance():
                return _stopped_at(start, leg, at, slow, tuple(charges))
            known, kinds = known | {slow.kind}, kinds | {slow.kind}
        charges.append(Charge(at, slow.token, slow.kind, 0, slow.kind == "wire", slow.clause))
    return leg if not charges else Taken(leg.step, leg.pose, leg.amount, leg.cost, leg.stopped_by, tuple(charges))


def _stopped_at(start: Pose, leg: Taken, at: int, slow: Slow, charges: tuple[Charge, ...]) -> Taken:
    share = at / max(1, round(leg.amount * GRAIN))
    x, y = start.x + (leg.pose.x - start.x) * share, start.y + (leg.pose.y - start.y) * share
    pose = Pose(round(x), round(y), start.heading)
    return Taken(leg.step, pose, at / GRAIN, at * MP_GRAIN // GRAIN, slow.token, charges or UNSET)


def _touched(state: State, unit: Unit, start: Pose, leg: Taken) -> list[tuple[int, Slow]]:
    """The slow pieces that a plate overlaps on its way, in order, with how far on the way it meets each."""
    slow_ground = foot_ground(state).slow
    if not slow_ground:
        return []
    shape = footprint_at(state, unit.id, start)
    way = (leg.pose.x - start.x) / GRAIN, (leg.pose.y - start.y) / GRAIN
    x0, x1 = shape.x0 + min(0.0, way[0]), shape.x1 + max(0.0, way[0])
    y0, y1 = shape.y0 + min(0.0, way[1]), shape.y1 + max(0.0, way[1])
    near = [
        slow
        for slow in slow_ground
        if slow.shape.x0 < x1 and slow.shape.x1 > x0 and slow.shape.y0 < y1 and slow.shape.y1 > y0
    ]
    met = [(_first_touch(shape, slow.shape, way, leg), slow) for slow in near]
    return sorted(((at, slow) for at, slow in met if at is not None), key=lambda each: each[0])


def _first_touch(shape: Shape, other: Shape, way: tuple[float, float], leg: Taken) -> int | None:
    scene = Scene([other])
    if kernel.overlapped(scene, shape, -1) != -1:
        return 0
    share, hit = kernel.translate(scene, shape, *way)
    return round(leg.amount * GRAIN * share) if hit != -1 else None


@rule("inf.move.sprint", "inf.move.omni")
def _too_far(state: State, unit: Unit, worked: Taken, spent: int, kinds: frozenset[str], pace: Pace) -> Refusal | None:
    """A way is legal when all that was walked in this turn is no longer than the unit may go."""
    allowed = _allowance(state, unit, kinds, pace)
    if spent + worked.cost <= allowed + mp_tolerance():
        return None
    cost, have = worked.cost / MP_GRAIN, max(0.0, (allowed - spent) / MP_GRAIN)
    decimals = decimals_apart(cost, have)
    how = "walk" if pace == "walk" else "go even at a run"
    sentence = (
        f"{describe(state, unit.id)} cannot {how} {number_text(cost, decimals)} inches: "
        f"it has {number_text(have, decimals)} of {number_text(allowed / MP_GRAIN)} inches left."
    )
    clause = "inf.move.omni" if pace == "walk" else "inf.move.sprint"
    return illegal("not_enough_mp", clause, sentence, cost=cost, left=have, step=MARCH)


@rule("inf.geometry.path", "inf.move.impassable")
def _no_place(state: State, unit: Unit, pose: Pose) -> Refusal | None:
    """A move may pass over friends, walls and hedges, but not end on them."""
    obstacle = cannot_stand(state, unit.id, footprint_at(state, unit.id, pose))
    if not obstacle:
        return None
    clause = "inf.geometry.path" if obstacle in state.units else "inf.move.impassable"
    sentence = f"{describe(state, unit.id)} cannot end its way on {in_a_sentence(state, obstacle)}."
    return illegal("overlap", clause, sentence, obstacle=obstacle)
