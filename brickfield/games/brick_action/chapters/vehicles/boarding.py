"""Mounting: who may get into which vehicle at the end of a move, and units that ride.

A mounted unit has its vehicle as `inside` and its minis stand nowhere. The crew of a vehicle is a unit of its own, off
the board until it dismounts; the vehicle has the mark "abandoned" as long as it is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React, Reaction
from brickfield.core.frames import Ask
from brickfield.core.questions import Permission
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import circle, kernel, point_in
from ...base.actions import Name
from ...base.battlefield import (
    PRONE,
    SUPPRESSED,
    are_hostile,
    describe,
    hull_of,
    is_vehicle,
    living,
    match_of,
    number,
    units_of,
)
from ...base.deployment import Deploy, vehicle_under
from ...base.measures import measures
from ...base.moving.moving import Moving
from ...base.turns import turn_begins
from ..holds.holds import lift
from .chapter import VEHICLES
from .vehicle_damage import ABANDONED, mark
from .vehicles import armour, class_of

# marks of a unit: it has got into, or out of, a vehicle in this turn of its owner
MOUNTED, DISMOUNTED = "mounted", "dismounted"


def passengers(state: State, vehicle: str) -> list[Unit]:
    """The units that ride in a vehicle, its crew not counted."""
    crews = match_of(state).crews
    return [each for each in living(state) if each.container == vehicle and each.id not in crews]


def is_mounted(state: State, unit: Unit) -> bool:
    """Whether a unit is in a vehicle: it cannot be a target, attack, hold or react."""
    return unit.container in state.units


def crew_of(state: State, vehicle: str) -> str:
    """The unit that is the crew of a vehicle."""
    return next((crew for crew, its in match_of(state).crews.items() if its == vehicle), "")


@rule("ba.veh.capacity")
def room_left(state: State, vehicle: Unit) -> int:
    """How many minis still fit into a vehicle."""
    inside = sum(len(each.standing) for each in passengers(state, vehicle.id))
    return class_of(state, vehicle).capacity - inside


@rule("ba.veh.mount")
def beside(state: State, unit: Unit, vehicle: Unit) -> bool:
    """Whether every mini of a unit is within 2 studs of a vehicle."""
    hull, numbers = hull_of(state, vehicle), measures()
    reach = armour().mount_studs + numbers.tolerance
    poses = [each.pose for each in unit.standing]
    return all(
        pose is not None and kernel.distance(hull, circle(*pose.place, numbers.mini_radius)) <= reach for pose in poses
    )


@Permission
def cannot_ride(state: State, unit: Unit) -> Refusal | None:
    """What keeps a unit from getting into any vehicle."""
    return None


@rule("ba.veh.mount", "ba.veh.capacity", "ba.veh.dismount")
def open_to(state: State, unit: Unit) -> list[Unit]:
    """The vehicles that would take a unit, were it beside them; a crew only its own, and nobody else can drive it."""
    barred = number(unit, SUPPRESSED) or number(unit, DISMOUNTED) or is_mounted(state, unit)
    if barred or not unit.alive or is_vehicle(state, unit) or cannot_ride(state, unit) is not None:
        return []
    own = match_of(state).crews.get(unit.id)
    found = []
    for vehicle in living(state):
        if not is_vehicle(state, vehicle) or are_hostile(state, unit, vehicle):
            continue
        fits = own == vehicle.id if own else room_left(state, vehicle) >= len(unit.standing)
        if fits:
            found.append(vehicle)
    return found


@rule("ba.veh.mount")
def boardable(state: State, unit: Unit) -> list[str]:
    """The vehicles that a unit may get into where it stands."""
    return [each.id for each in open_to(state, unit) if beside(state, unit, each)]


class MountUp(Answer, frozen=True):
    """Get into a vehicle."""

    vehicle: Name


class MayBoard(Reaction, frozen=True):
    """A move has ended beside a vehicle: does the unit get in?"""

    unit: str
    vehicles: tuple[str, ...]

    ANSWER: ClassVar[Any] = React | MountUp
    CLAUSE: ClassVar[str] = "ba.veh.mount"
    TITLE: ClassVar[str] = "Get into the vehicle?"

    def choices(self, state: State) -> Sequence[Choice]:
        """Stay outside, or one of the vehicles."""
        stay = Choice(React(yes=False), "Stay outside")
        return (
            stay,
            *(Choice(MountUp(each), f"Get into {describe(state, each)}", about=(each,)) for each in self.vehicles),
        )


@rule("ba.veh.mount")
def boarding_question(state: State, unit_id: str) -> Ask | None:
    """The question at the end of a move, where there is a vehicle to get into."""
    unit = state.units[unit_id]
    vehicles = boardable(state, unit)
    return Ask(MayBoard(unit.seat, unit_id, tuple(vehicles)), into="boards") if vehicles else None


@rule("ba.veh.mount", "ba.hold.duration", "ba.veh.passengers")
def get_in(t: Table, unit_id: str, vehicle: str) -> None:
    """A unit rides: it is nowhere else, neither prone nor on hold; a crew drives again."""
    unit = t.units[unit_id]
    lift(t, unit_id, "ba.veh.mount")
    mark(t, unit_id, PRONE, 0, "ba.veh.mount")
    mark(t, unit_id, MOUNTED, 1, "ba.veh.mount")
    t.emit(happened.WentInside(unit=unit_id, thing=vehicle, clause="ba.veh.mount"))
    figures = tuple(replace(each, pose=None, inside="", level=0) for each in unit.squad)
    t.emit(happened.FiguresPlaced(unit=unit_id, figures=figures, clause="ba.veh.mount"))
    if match_of(t).crews.get(unit_id) == vehicle:
        mark(t, vehicle, ABANDONED, 0, "ba.veh.mount")


@turn_begins.amended(VEHICLES)
@rule("ba.veh.mount")
def may_change_again(t: Table, seat: int) -> None:
    """In a new turn of its owner a unit may get in or out again."""
    for unit in living(t):
        if t.match.sides[unit.seat] == t.match.sides[seat]:
            mark(t, unit.id, MOUNTED, 0, "ba.veh.mount")
            mark(t, unit.id, DISMOUNTED, 0, "ba.veh.mount")


@vehicle_under.amended(VEHICLES)
@rule("ba.setup.deploy.order", "ba.veh.capacity")
def begins_mounted(state: State, unit: Unit, answer: Deploy, _vehicle: str) -> str:
    """A squad that is put down on a vehicle of its side with room for it begins mounted."""
    if is_vehicle(state, unit) or answer.spots:
        return ""
    for other in units_of(state, unit.seat):
        if is_vehicle(state, other) and point_in(hull_of(state, other), answer.x, answer.y, True):
            return other.id if room_left(state, other) >= len(unit.squad) else ""
    return ""


@step(Moving, VEHICLES)
@rule("ba.veh.mount")
def may_board(move: Moving, t: Table) -> Any:
    """A move action that ends beside a vehicle may include boarding."""
    return boarding_question(t, move.unit) if move.counted and t.units[move.unit].alive else None


@step(Moving, VEHICLES)
def board(move: Moving, t: Table) -> Any:
    """The unit rides."""
    if isinstance(move.boards, MountUp):
        get_in(t, move.unit, move.boards.vehicle)
