"""Entering and leaving buildings and bunkers, which ends a move."""

from __future__ import annotations

from math import hypot

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import ALIVE, TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Shape, distance, point_distance
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.nearest import on_outline
from ...base.battlefield import describe, footprint, footprint_at, in_a_sentence, token_shape
from ...base.measures import measures
from ...base.starting_a_game import Coordinate
from ...base.turns import went_inside
from ..terrain.bunkers import bunker_around
from .infantry import building_of, halt, occupant_of
from .infantry_deployment import inside_pose
from .infantry_tables import squads
from .joining import can_join, merge, stays_itself
from .marching import UnitName, may_march
from .marching_points import march_points
from .on_foot import cannot_stand, foot_ground

# A plate that was stopped by a wall is off it by the rounding of its place.
_HAIR = 1e-5
_COMPASS = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}


class GoInside(Answer, frozen=True):
    """A squad goes into the building it has come to."""

    unit: UnitName
    building: UnitName


class ComeOut(Answer, frozen=True):
    """A squad comes out of its building, to a place beside the wall."""

    unit: UnitName
    x: Coordinate
    y: Coordinate


# --- in --------------------------------------------------------------------------------------------------------------


@rule("inf.move.enter")
def may_go_inside(state: State, seat: int, answer: GoInside) -> Refusal | None:
    """Its plate has come to the wall, and there is room: one unit to a building, or a half unit that it can join."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    shape = dict(foot_ground(state).buildings).get(answer.building)
    if shape is None:
        return invalid("no_building", f"There is no building {answer.building!r} on this table.")
    name, where = describe(state, unit.id), in_a_sentence(state, answer.building)
    if building_of(state, unit):
        return illegal("is_inside", "inf.move.leave", f"{name} is inside a building: coming out is its whole move.")
    if not march_points(state, unit):
        return illegal("no_movement_points", "mbb.move.zero", f"{name} has 0 Movement Points: it cannot go inside.")
    gap = distance(footprint(state, unit), shape)
    if gap > measures().tolerance_inches + _HAIR:
        sentence = f"{name} has not come to {where}: its plate is {gap:.2f} inches away."
        return illegal("not_at_the_wall", "inf.move.enter", sentence, inches=gap)
    return no_room_inside(state, unit, answer.building)


@rule("inf.move.enter", "inf.raid.may")
def no_room_inside(state: State, unit: Unit, building: TokenId) -> Refusal | None:
    """Why a squad may not go into a building: somebody is there."""
    name, where = describe(state, unit.id), in_a_sentence(state, building)
    hostile = next((each for each in there(state, building) if not state.match.allied(each.seat, unit.seat)), None)
    if hostile is not None:
        sentence = (
            f"{name} cannot go into {where}: {describe(state, hostile.id)} is inside and would have to be raided."
        )
        return illegal("held_by_enemy", "inf.move.enter", sentence, inside=hostile.id)
    inside = occupant_of(state, building)
    if inside is None:
        return None
    if inside.seat == unit.seat and (can_join(state, unit, inside) or stays_itself(state, unit)) is None:
        return None
    sentence = f"{name} cannot go into {where}: {describe(state, inside.id)} is inside, and one unit fills it."
    return illegal("building_taken", "inf.move.enter", sentence, inside=inside.id)


def there(state: State, building: TokenId) -> list[Unit]:
    """Everybody inside a building: the infantry, and a gun in a bunker."""
    living = [unit for unit in state.units.values() if unit.status == ALIVE]
    return [unit for unit in living if unit.inside == building or building in bunker_around(state, unit)]


@rule("inf.move.enter", "inf.join.half", "inf.geometry.cards")
def go_inside(t: Table, order: GoInside) -> None:
    """The squad is inside and its move is over; with a half unit that was there it is one unit now."""
    inside = occupant_of(t, order.building)
    if inside is not None:
        merge(t, order.unit, inside.id)
        return
    pose = inside_pose(t, order.building)
    t.emit(happened.WentInside(unit=order.unit, thing=order.building, pose=pose, clause="inf.move.enter"))
    halt(t, order.unit, "inf.move.enter")
    went_inside(t, order.unit)


def inside_choices(state: State, unit: Unit) -> list[Choice]:
    """The buildings a squad stands at, to go into."""
    if building_of(state, unit) or not march_points(state, unit):
        return []
    shape, reach = footprint(state, unit), measures().tolerance_inches + _HAIR
    at_hand = [building for building, outline in foot_ground(state).buildings if distance(shape, outline) <= reach]
    # beside two of a kind their names tell them apart
    named = in_a_sentence if len(at_hand) == 1 else describe
    return [
        Choice(
            GoInside(unit.id, building),
            f"{describe(state, unit.id)}: go into {named(state, building)}",
            "Its move ends there; the walls protect it.",
            "inf.move.enter",
            no_room_inside(state, unit, building),
            (unit.id, building),
        )
        for building in at_hand
    ]


# --- out -------------------------------------------------------------------------------------------------------------


@rule("inf.move.leave")
def may_come_out(state: State, seat: int, answer: ComeOut) -> Refusal | None:
    """A free place that touches the outline; that is its whole move."""
    unit = may_march(state, seat, answer.unit)
    if isinstance(unit, Refusal):
        return unit
    name, building = describe(state, unit.id), building_of(state, unit)
    if not building:
        return illegal("not_inside", "inf.move.leave", f"{name} is not inside a building.")
    if unit.marks.get("spent", 0) or not march_points(state, unit):
        return illegal("no_movement_points", "mbb.move.zero", f"{name} has 0 Movement Points: it cannot come out.")
    pose = beside_the_wall(state, building, answer.x, answer.y)
    off = hypot(pose.x / GRAIN - answer.x, pose.y / GRAIN - answer.y)
    if off > squads().adjacent_inches:
        sentence = (
            f"{name} comes out right beside the wall of {in_a_sentence(state, building)}, not {off:.2f} inches off it."
        )
        return illegal("not_at_the_wall", "inf.move.leave", sentence, inches=off)
    obstacle = cannot_stand(state, unit.id, footprint_at(state, unit.id, pose))
    if obstacle:
        sentence = f"{name} cannot come out there: it would overlap {in_a_sentence(state, obstacle)}."
        return illegal("overlap", "inf.move.leave", sentence, obstacle=obstacle)
    return None


@rule("inf.move.leave")
def beside_the_wall(state: State, building: TokenId, x: float, y: float) -> Pose:
    """Where a plate touches the outline of a building, next to a place."""
    return _touching(token_shape(state.tokens[building]), x, y)


def _touching(outline: Shape, x: float, y: float) -> Pose:
    radius = squads().plate_inches / 2
    if point_distance(outline, x, y) <= measures().tolerance_inches:
        # a place within the walls: out to the side of the middle on which it lies
        cx, cy = outline.centre
        far = 2 * outline.reach
        length = hypot(x - cx, y - cy) or 1.0
        x, y = cx + ((x - cx) / length or 1.0) * far, cy + (y - cy) / length * far
    wx, wy = on_outline(outline, x, y)
    away = hypot(x - wx, y - wy)
    ux, uy = (x - wx) / away, (y - wy) / away
    # a hair further, so that a rounded place never reaches into the wall
    return Pose.at(wx + ux * (radius + _HAIR / 10), wy + uy * (radius + _HAIR / 10), 90.0)


@rule("inf.move.leave", "inf.geometry.cards")
def come_out(t: Table, order: ComeOut) -> None:
    """The squad stands beside the wall and its move is over; it may still attack."""
    pose = beside_the_wall(t, building_of(t, t.units[order.unit]), order.x, order.y)
    t.emit(happened.WentInside(unit=order.unit, thing="", pose=pose, clause="inf.move.leave"))
    halt(t, order.unit, "inf.move.leave")
    went_inside(t, order.unit)


def exits(state: State, unit: Unit) -> list[tuple[str, Pose]]:
    """The free places on the four sides of a building, by the wind they lie to."""
    outline = token_shape(state.tokens[building_of(state, unit)])
    cx, cy = outline.centre
    sides = [
        (name, _touching(outline, cx + dx * 2 * outline.reach, cy + dy * 2 * outline.reach))
        for name, (dx, dy) in _COMPASS.items()
    ]
    return [
        (name, pose) for name, pose in sides if not cannot_stand(state, unit.id, footprint_at(state, unit.id, pose))
    ]


def out_choices(state: State, unit: Unit) -> list[Choice]:
    """The ways out of a building, one to each side."""
    building = building_of(state, unit)
    if not building or unit.marks.get("spent", 0) or not march_points(state, unit):
        return []
    title = f"{describe(state, unit.id)}: come out of {in_a_sentence(state, building)}"
    return [
        Choice(
            ComeOut(unit.id, *pose.place),
            f"{title} to the {side}",
            "That is its whole move; it may still attack.",
            "inf.move.leave",
            about=(unit.id, building),
        )
        for side, pose in exits(state, unit)
    ]
