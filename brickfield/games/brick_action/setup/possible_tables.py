"""Which tables are possible: what nobody could lay out or walk to is named in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from brickfield.core.board import ALIVE, WRECK, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import Scene, Shape, circle, fence, kernel
from ..base.battlefield import describe, hull_of, is_vehicle, living, match_of
from ..base.displacement import crowded
from ..base.measures import measures
from ..base.reactions.interrupts import WatchedMove
from ..chapters.heavy_support.heavy_guns import gun_of
from ..chapters.vehicles.boarding import passengers
from ..chapters.vehicles.vehicle_moves import ground_for
from ..chapters.vehicles.vehicles import class_of


@rule("ba.geometry.mini", "ba.geometry.vehicle", "ba.geometry.path", "ba.veh.capacity", "ba.setup.area")
def table_fault(state: State) -> str:
    """What cannot be on this table; empty when all of it can."""
    if any(isinstance(frame, WatchedMove) for frame in state.frames):
        # who is under way passes over friends, and a vehicle over those whom it runs down
        return ""
    found = chain(_minis(state), _hulls(state), _riders(state), _pieces(state))
    return next(found, "")


def _minis(state: State) -> Iterator[str]:
    """Minis that stand on each other, in a wall, in a vehicle or beside the board."""
    match = match_of(state)
    hulls = [each for each in state.units.values() if each.status in (ALIVE, WRECK) and _stands(state, each)]
    shapes: list[Shape] = [hull_of(state, each) for each in hulls]
    scene = match.wall_scene.behind(shapes)
    names = (*[each.id for each in hulls], *match.wall_names)
    for unit in [each for each in living(state) if each.squad]:
        poses = {each.id: each.pose for each in unit.standing if each.pose is not None}
        crowd = crowded(state, unit, poses)
        if crowd is not None:
            yield f"{unit.id}/{crowd[0]} stands on {crowd[1]}"
        floors = {each.id: each.level for each in unit.standing}
        for name, pose in poses.items():
            hit = kernel.overlapped(scene, circle(*pose.place, measures().mini_radius))
            if hit != -1 and not floors[name]:
                yield f"{unit.id}/{name} overlaps {describe(state, 'edge' if hit < 0 else names[hit])}"


def _stands(state: State, unit: Unit) -> bool:
    return is_vehicle(state, unit) and unit.pose is not None


def _hulls(state: State) -> Iterator[str]:
    """Vehicles and wrecks in something that they could not drive over."""
    for unit in [each for each in living(state) if _stands(state, each)]:
        scene, names = ground_for(state, unit)
        hit = kernel.overlapped(scene, hull_of(state, unit))
        if hit != -1:
            yield f"{describe(state, unit.id)} overlaps {describe(state, 'edge' if hit < 0 else names[hit])}"


def _riders(state: State) -> Iterator[str]:
    """Passengers for whom there is no room, and heavy weapons that nobody has."""
    for unit in [each for each in living(state) if is_vehicle(state, each)]:
        inside, room = sum(len(each.standing) for each in passengers(state, unit.id)), class_of(state, unit).capacity
        if inside > room:
            yield f"{inside} minis ride in {describe(state, unit.id)}, which has room for {room}"
    for unit in living(state):
        if unit.marks.get("gun") and gun_of(state, unit) is None:
            yield f"{describe(state, unit.id)} has no heavy weapon to serve"


def _pieces(state: State) -> Iterator[str]:
    """Terrain over the edge of the board."""
    match = match_of(state)
    edges = Scene(fence((0.0, 0.0, match.width, match.height)))
    for piece in match.pieces:
        if kernel.overlapped(edges, piece.shape) != -1:
            yield f"{describe(state, piece.id)} lies over the edge of the board"
