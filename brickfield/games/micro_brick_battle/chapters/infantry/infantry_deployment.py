"""Deploying infantry: in the open, in woods and behind sandbags like any unit, and inside buildings of the zone."""

from __future__ import annotations

from brickfield.core.board import TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Pose, Scene, Shape, kernel, point_in, polygon
from ...base.battlefield import Area, describe, in_a_sentence, token_shape
from ...base.starting_a_game import Placed, begins_at, goes_inside
from .chapter import INFANTRY
from .infantry import is_infantry, occupant_of
from .on_foot import foot_ground


@rule("inf.deploy.cover", "inf.geometry.inside")
def into_building(state: State, unit: Unit, pose: Pose, zone: Area) -> TokenId | Refusal:
    """The building whose walls the middle of the plate is put within; empty: none. It must reach into the zone."""
    building = building_at(state, pose)
    if not building:
        return ""
    shape = token_shape(state.tokens[building])
    name, where = describe(state, unit.id), in_a_sentence(state, building)
    if not _overlaps(shape, zone):
        sentence = f"{name} cannot be deployed in {where}: no part of it lies in your zone."
        return illegal("outside_zone", "inf.deploy.cover", sentence, building=building)
    inside = occupant_of(state, building)
    if inside is not None:
        sentence = (
            f"{name} cannot be deployed in {where}: {describe(state, inside.id)} is inside, and one unit fills it."
        )
        return illegal("building_taken", "inf.deploy.cover", sentence, building=building, inside=inside.id)
    return building


Within = Placed | Refusal | None


@goes_inside.amended(INFANTRY)
@rule("inf.deploy.cover", "inf.geometry.inside")
def begins_in_building(state: State, unit: Unit, pose: Pose, zone: Area, before: Within) -> Within:
    """Infantry may begin in a building."""
    building = into_building(state, unit, pose, zone) if is_infantry(state, unit.id) else ""
    if not building:
        return before
    return building if isinstance(building, Refusal) else Placed(unit.id, inside_pose(state, building), building)


@begins_at.amended(INFANTRY)
@rule("inf.deploy.cover")
def begins_in_its_building(state: State, unit: Unit, pose: Pose, placed: Placed) -> Placed:
    """Infantry that the scenario puts within walls is inside."""
    building = building_at(state, pose) if is_infantry(state, unit.id) else ""
    return Placed(unit.id, inside_pose(state, building), building) if building else placed


@rule("inf.deploy.cover")
def building_at(state: State, pose: Pose) -> TokenId:
    """The building within whose walls a place is; empty: none."""
    found = (token for token, shape in foot_ground(state).buildings if point_in(shape, *pose.place, True))
    return next(found, "")


@rule("inf.geometry.inside", "inf.geometry.left")
def inside_pose(state: State, building: TokenId) -> Pose:
    """Where a unit inside a building is noted: at its centre."""
    pose = state.tokens[building].pose
    return Pose(pose.x, pose.y, pose.heading)


def _overlaps(shape: Shape, zone: Area) -> bool:
    x0, y0, x1, y1 = zone
    area = polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return kernel.overlapped(Scene([area]), shape, -1) != -1
