"""Displacement: who would stand on somebody else goes to the nearest free place."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.brick_action.rules.battlefield import hull_of, hulls_on_board, living, match_of
from brickfield.games.brick_action.rules.measures import measures
from brickfield.geometry import GRAIN, Pose, Scene, Shape, circle, kernel
from brickfield.geometry import unit as direction

# Free places are looked for in rings so far apart, at so many places of each.
_RING, _BEARINGS, _HAIR = 0.05, 360, 1e-3


@rule("ba.geometry.mini")
def crowded(
    state: State, unit: Unit, places: Mapping[str, Pose], levels: Mapping[str, int] | None = None
) -> tuple[str, str] | None:
    """The first mini of a unit that would overlap another one on his floor, and that other; None: nobody does."""
    least = (2 * measures().mini_radius - measures().tolerance) * GRAIN
    floors = {each.id: each.level for each in unit.squad} | dict(levels or {})
    own = [(name, pose, floors.get(name, 0)) for name, pose in places.items()]
    others = [
        (f"{other.id}/{each.id}", each.pose, each.level)
        for other in living(state)
        if other.id != unit.id
        for each in other.standing
        if each.pose is not None
    ]
    for place, (name, pose, floor) in enumerate(own):
        x, y = pose.x, pose.y
        for other, at, level in [*own[place + 1 :], *others]:
            if abs(x - at.x) < least and level == floor and hypot(x - at.x, y - at.y) < least:
                return name, other
    return None


def full_scene(state: State, unit: str, figure: str) -> Scene:
    """Everything that a mini may not stand on: all models but himself, obstacles, the edge of the board."""
    match, radius = match_of(state), measures().mini_radius
    level = next((each.level for each in state.units[unit].squad if each.id == figure), 0)
    shapes: list[Shape] = [hull_of(state, each) for each in hulls_on_board(state)]
    for other in living(state):
        for each in other.standing:
            if each.pose is not None and (other.id, each.id) != (unit, figure) and each.level == level:
                shapes.append(circle(*each.pose.place, radius))
    return match.wall_scene.behind(shapes)


@rule("ba.geometry.displace")
def nearest_free(scene: Scene, pose: Pose, radius: float) -> Pose:
    """The nearest place by distance from the old centre, of equally near ones that at the smallest angle."""
    x, y = pose.place
    if kernel.overlapped(scene, circle(x, y, radius)) == -1:
        return pose
    # a hair wider, because contact of shapes may be a hair deep and minis do not overlap at all
    radius += _HAIR
    ring = 1
    while ring * _RING < match_reach(scene):
        for bearing in range(_BEARINGS):
            c, s = direction(bearing * 360.0 / _BEARINGS)
            there = Pose.at(x + c * ring * _RING, y + s * ring * _RING, pose.degrees)
            if kernel.overlapped(scene, circle(*there.place, radius)) == -1:
                return there
        ring += 1
    return pose


def match_reach(scene: Scene) -> float:
    """As far as a free place is looked for: across the board."""
    assert scene.bounds is not None
    x0, y0, x1, y1 = scene.bounds
    return hypot(x1 - x0, y1 - y0)


@rule("ba.geometry.displace", "ba.reactive.timing")
def make_room(t: Table, unit_id: str) -> None:
    """Minis of a unit that stand on somebody are displaced, one after the other; it draws no fire."""
    unit = t.units[unit_id]
    for figure in unit.standing:
        if figure.pose is None:
            continue
        free = nearest_free(full_scene(t, unit_id, figure.id), figure.pose, measures().mini_radius)
        if free != figure.pose:
            moved = happened.FiguresMoved(
                unit=unit_id, poses=((figure.id, free),), step="displaced", amount=0.0, clause="ba.geometry.displace"
            )
            t.emit(moved)
