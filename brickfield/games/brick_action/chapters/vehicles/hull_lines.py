"""Sight of a vehicle laid open: the eleven rays to its silhouette, kept one by one so that a table can draw them."""

from __future__ import annotations

from collections.abc import Callable

from brickfield.core.asking.sight_lines import RayFace, SightLines, ThreadFace
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.state import State
from ...base.battlefield import hull_of, is_vehicle
from ...base.sight.sight_lines import lines_at, name_of, shooters_of
from .chapter import VEHICLES
from .silhouette import silhouette
from .vehicle_sight import hull_points, upright


@Question
def sees_nothing(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit may fire at nothing of a vehicle though its rays reach it."""
    return False


@lines_at.amended(VEHICLES)
def lines_at_hulls(
    state: State, target: Unit, lines: Callable[[State, Unit, Unit], SightLines]
) -> Callable[[State, Unit, Unit], SightLines]:
    """Of a vehicle by its silhouette."""
    return at_a_hull if is_vehicle(state, target) else lines


@rule("ba.geometry.vehicle_visible", "ba.veh.cover")
def at_a_hull(state: State, unit: Unit, target: Unit) -> SightLines:
    """The eleven rays to the silhouette of a vehicle, from the mount or from each mini."""
    hull, threads = hull_of(state, target), []
    barred = sees_nothing(state, unit, target)
    for who in shooters_of(state, unit):
        counted = hull_points(state, upright(state, unit, who, target), target)
        points = zip(silhouette(hull, (who.x, who.y)), counted, strict=False)
        drawn = tuple(RayFace(x, y, 0.0 if barred else counts) for (x, y), counts in points)
        threads.append(ThreadFace(name_of(unit, who.id), target.id, who.x, who.y, drawn))
    able = tuple(each.shooter for each in threads if any(ray.seen for ray in each.rays))
    return SightLines(unit.id, target.id, tuple(threads), able, (), "ba.geometry.vehicle_visible")
