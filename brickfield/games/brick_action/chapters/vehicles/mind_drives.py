"""Drives: where a vehicle could get with one action: a turn and straight on, or around a corner, as far as it is free.

Which of them lead nearer to a goal is judged by the way that one would walk: straight distances lead into corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, floor, hypot, inf
from typing import NamedTuple

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Point, Pose, Scene, kernel, rectangle_at
from ...base.battlefield import match_of
from ...mind.ways import cell_of, field_to
from .driving import Ahead, AnyLeg, Pivot, Reverse, Size, after, driven, end_of
from .vehicle_moves import Drive, drive_allowance, ground_for, size_of
from .vehicles import armour, class_of

# turns that are tried beside the one towards the goal, and how much of a free way is driven
_TURNS, _SHARES = (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0), (1.0, 0.5)
_THEN = (45.0, -45.0, 90.0, -90.0)
# shorter ways are no use; so far one stays from what one drives at; so much is left before something in the way
_SHORTEST, _SHORT_OF, _BEFORE = 2.0, 4.0, 0.3
# who goes so many degrees beside a spot passes it
_PAST = 30.0
# how far back one goes before one turns, in shares of the speed: farther only where no way leads on otherwise
_BACKS = (1 / 8, 1 / 4)
# in how many directions the best way is kept, and how many of those are thought about
_PARTS, _MOST = 8, 7
# who can use no more of his speed than this is wedged in
_WEDGED = 0.3


class _Ground(NamedTuple):
    scene: Scene
    size: Size
    speed: float


def drives(state: State, unit: Unit, spot: Point) -> Iterator[Drive]:
    """The best way in each direction, those that lead nearest to a spot first; and a little back."""
    pose = unit.pose
    assert pose is not None
    ground = _Ground(ground_for(state, unit)[0], size_of(state, unit), class_of(state, unit).speed)
    field = field_to(match_of(state), spot, class_of(state, unit))
    best: dict[int, tuple[float, tuple[AnyLeg, ...]]] = {}
    for legs in _ways(ground, pose, spot):
        x, y = end_of(pose, legs).place
        away = field.get(cell_of((x, y)), hypot(x - spot[0], y - spot[1]))
        part = round(degrees(atan2(y - pose.place[1], x - pose.place[0])) * _PARTS / 360.0) % _PARTS
        if part not in best or away < best[part][0]:
            best[part] = away, legs
    for _away, legs in sorted(best.values(), key=lambda each: each[0])[:_MOST]:
        yield Drive(unit.id, legs)
    yield Drive(unit.id, (Reverse(round(ground.speed / 4, 1)),))
    if is_wedged(state, unit):
        yield Drive(unit.id, (Reverse(round(ground.speed / 2, 1)),))
        for turn in _TURNS[1:]:
            yield Drive(unit.id, (Pivot(turn),))


def is_wedged(state: State, unit: Unit) -> bool:
    """Whether a vehicle can hardly drive anywhere."""
    return room_ahead(state, unit) < _WEDGED


def room_ahead(state: State, unit: Unit) -> float:
    """How much of its speed a vehicle can use towards the middle of the board."""
    return _room_ahead(state, unit.id)


@kept
def _room_ahead(state: State, unit_id: str) -> float:
    middle = match_of(state).width / 2, match_of(state).height / 2
    return elbow_room(state, state.units[unit_id], middle)


def within_speed(state: State, unit: Unit, order: Drive) -> Drive:
    """A drive as far as the speed takes it: over a hard barrier half as far."""
    left = drive_allowance(state, unit, order.steps)
    legs: list[AnyLeg] = []
    for leg in order.steps:
        if not isinstance(leg, Pivot):
            rate = armour().reverse_cost if isinstance(leg, Reverse) else 1.0
            if rate * leg.studs > left:
                legs.append(replace(leg, studs=floor(10 * left / rate) / 10))
                break
            left -= rate * leg.studs
        legs.append(leg)
    return Drive(unit.id, tuple(legs))


def elbow_room(state: State, unit: Unit, spot: Point) -> float:
    """How much of its speed a vehicle can use on a way towards a spot: 0 where it is wedged in."""
    pose = unit.pose
    assert pose is not None
    ground = _Ground(ground_for(state, unit)[0], size_of(state, unit), class_of(state, unit).speed)
    return max((driven(legs) for legs in _ways(ground, pose, spot)), default=0.0) / ground.speed


def _ways(ground: _Ground, pose: Pose, spot: Point) -> Iterator[tuple[AnyLeg, ...]]:
    """From where it stands, and after a little back, which costs twice as much: who stands with the bow before a house
    has to go back farther to turn there."""
    yield from _on(ground, pose, spot, (), ground.speed)
    for share in _BACKS:
        back = round(share * ground.speed, 1)
        behind = after(pose, Reverse(back))
        way = behind.place[0] - pose.place[0], behind.place[1] - pose.place[1]
        if kernel.translate(ground.scene, rectangle_at(pose, *ground.size), *way)[1] != -1:
            return
        leads_on = False
        for legs in _on(ground, behind, spot, (Reverse(back),), ground.speed - back * armour().reverse_cost):
            leads_on = leads_on or any(isinstance(leg, Pivot) for leg in legs)
            yield legs
        if leads_on:
            return


def _on(
    ground: _Ground, pose: Pose, spot: Point, before: tuple[AnyLeg, ...], speed: float
) -> Iterator[tuple[AnyLeg, ...]]:
    """A turn and straight on; then perhaps a turn towards the spot and on with what is left of the speed."""
    most = armour().most_pivot
    for turn in dict.fromkeys((_towards(pose, spot, most), *_TURNS)):
        first = _turned(ground, pose, turn)
        if first is None:
            continue
        turned, legs = first
        far = _free(ground, turned, min(speed, _up_to(turned, spot)))
        for share in _SHARES:
            studs = round(far * share - 0.05, 1)
            if studs < _SHORTEST:
                continue
            ahead = (*before, *legs, Ahead(studs))
            yield ahead
            yield from _around(ground, after(turned, Ahead(studs)), spot, ahead, most - abs(turn), speed - studs)


def _around(
    ground: _Ground, pose: Pose, spot: Point, legs: tuple[AnyLeg, ...], most: float, speed: float
) -> Iterator[tuple[AnyLeg, ...]]:
    """On from where a first leg ends: towards the spot, or past what is in the way."""
    for turn in dict.fromkeys((_towards(pose, spot, most), *[each for each in _THEN if abs(each) <= most])):
        then = _turned(ground, pose, turn) if abs(turn) >= 1.0 else None
        if then is not None:
            turned, more = then
            studs = round(_free(ground, turned, min(speed, _up_to(turned, spot))) - 0.05, 1)
            if studs >= _SHORTEST:
                yield (*legs, *more, Ahead(studs))


def _towards(pose: Pose, spot: Point, most: float) -> float:
    """The turn towards a spot, as far as one may turn."""
    x, y = pose.place
    off = degrees(atan2(spot[1] - y, spot[0] - x)) - pose.degrees
    return round(max(-most, min(most, (off + 180.0) % 360.0 - 180.0)), 1)


def _turned(ground: _Ground, pose: Pose, turn: float) -> tuple[Pose, tuple[AnyLeg, ...]] | None:
    """A pose after a turn on the spot, and its leg; None where something is in the way of the corners."""
    if not turn:
        return pose, ()
    if kernel.pivot(ground.scene, rectangle_at(pose, *ground.size), pose.place, turn) != -1:
        return None
    return pose.turned(turn), (Pivot(turn),)


def _free(ground: _Ground, pose: Pose, studs: float) -> float:
    """How much of a way straight on is free."""
    if studs < _SHORTEST:
        return 0.0
    ahead = after(pose, Ahead(studs)).place
    way = ahead[0] - pose.place[0], ahead[1] - pose.place[1]
    share, hit = kernel.translate(ground.scene, rectangle_at(pose, *ground.size), *way)
    return studs if hit == -1 else studs * share - _BEFORE


def _up_to(pose: Pose, spot: Point) -> float:
    """Towards a spot no farther than a little before it; past it as far as one likes."""
    if abs(_towards(pose, spot, 180.0)) > _PAST:
        return inf
    away = hypot(spot[0] - pose.place[0], spot[1] - pose.place[1])
    return max(1.0, away - _SHORT_OF)
