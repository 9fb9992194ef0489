"""Displacement: who would stand on somebody else goes to the nearest free place."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from brickfield.core import events as happened
from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, Pose, Scene, Shape, circle, kernel
from brickfield.geometry import unit as direction
from .battlefield import hull_of, hulls_on_board, living, match_of
from .measures import measures

# Free places are looked for in rings so far apart, at so many places of each.
_RING, _BEARINGS, _HAIR = 0.05, 360, 1e-3


@rule("ba.geometry.mini")
def crowded(
    state: State, unit: Unit, places: Mapping[str, Pose], levels: Mapping[str, int] | None = None
) -> tuple[str, str] | None:
    """The first mini of a unit that would overlap another one on his floor, and that other; None: nobody does."""
    least = (2 * measures().mini_radius - measures().tolerance) * GRAIN
    floors = {each.id: each.level for each in unit.squad} | dict(levels or {})
    own = [("", name, pose.x, pose.y, floors.get(name, 0)) for name, pose in places.items()]
    xs, ys = [each[2] for each in own] or [0], [each[3] for each in own] or [0]
    x0, x1, y0, y1 = min(xs) - least, max(xs) + least, min(ys) - least, max(ys) + least
    near = [each for each in minis_on_board(state) if x0 < each[2] < x1 and y0 < each[3] < y1]
    others = [each for each in near if each[0] != unit.id]
    for place, (_, name, x, y, floor) in enumerate(own):
        for whose, other, px, py, level in (*own[place + 1 :], *others):
            if -least < x - px < least and level == floor and hypot(x - px, y - py) < least:
                return name, f"{whose}/{other}" if whose else other
    return None


@kept
def minis_on_board(state: State) -> list[tuple[str, str, int, int, int]]:
    """Every mini that stands on the board: his unit, his name, where he is in grain and on which floor."""
    return [
        (unit.id, each.id, each.pose.x, each.pose.y, each.level)
        for unit in living(state)
        for each in unit.standing
        if each.pose is not None
    ]


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


def _is_free(state: State, unit: str, figure: Model) -> bool:
    """Whether a mini stands on nothing: whoever is farther away than two of them are wide is no matter."""
    assert figure.pose is not None
    x, y, radius = *figure.pose.place, measures().mini_radius
    far = (2 * radius + _HAIR) * GRAIN
    near = [
        circle(px / GRAIN, py / GRAIN, radius)
        for whose, name, px, py, level in minis_on_board(state)
        if abs(px - figure.pose.x) < far and abs(py - figure.pose.y) < far
        if (whose, name) != (unit, figure.id) and level == figure.level
    ]
    hulls = [hull_of(state, each) for each in hulls_on_board(state)]
    return kernel.overlapped(match_of(state).wall_scene.behind([*hulls, *near]), circle(x, y, radius)) == -1


@rule("ba.geometry.displace", "ba.reactive.timing")
def make_room(t: Table, unit_id: str) -> None:
    """Minis of a unit that stand on somebody are displaced, one after the other; it draws no fire."""
    unit = t.units[unit_id]
    for figure in unit.standing:
        if figure.pose is None:
            continue
        if _is_free(t, unit_id, figure):
            continue
        free = nearest_free(full_scene(t, unit_id, figure.id), figure.pose, measures().mini_radius)
        if free != figure.pose:
            moved = happened.FiguresMoved(
                unit=unit_id, poses=((figure.id, free),), step="displaced", amount=0.0, clause="ba.geometry.displace"
            )
            t.emit(moved)
