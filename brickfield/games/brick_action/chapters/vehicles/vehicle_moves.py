"""Vehicle movement: what a vehicle may drive over, how far and how often, and the drive itself."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.movers import Mover, Slow, StepOffer
from brickfield.core.asking.offers import Action, Path
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame, Goto
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import outlined
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, circle, kernel, rectangle_at
from ...base.actions import Deed, Name
from ...base.battlefield import (
    are_hostile,
    describe,
    grain,
    hull_of,
    hulls_on_board,
    is_vehicle,
    living,
    match_of,
    number,
    obstacle,
    told,
)
from ...base.deployment import ground_to_stand
from ...base.displacement import make_room
from ...base.measures import measures
from ...base.moving.paths import Ground
from ...base.reactions.interrupts import WatchedMove
from ...base.terrain import Standing
from .chapter import VEHICLES
from .driving import AnyLeg, Legs, Size, drive_cost, driven, end_of, first_met, met_by, pivoted, pose_at, until
from .roadkill import RunningDown
from .vehicle_damage import ABANDONED, DRIVES
from .vehicles import VehicleClass, armour, class_of


class Drive(Answer, frozen=True):
    """A movement action of a vehicle: legs in any order."""

    unit: Name
    steps: Annotated[tuple[AnyLeg, ...], Meta(max_length=32)]


def size_of(state: State, unit: Unit) -> Size:
    """The length and width of a vehicle."""
    length, width, _height = class_of(state, unit).footprint
    return length, width


@rule("ba.geometry.vehicle_path")
def is_barrier(piece: Standing) -> bool:
    """A hard barrier: tagged so, or 3 or 4 blocks high without a tag."""
    by_height = piece.cover == "" and measures().free_height <= piece.height <= armour().crossed_blocks
    return piece.cover == "hard" or by_height


@rule("ba.geometry.vehicle_path")
def can_cross(made: VehicleClass, piece: Standing) -> bool:
    """Vehicles cross soft cover and what is at most 4 blocks high; those on wheels, C1 and C2, no hard barriers."""
    if piece.cover in ("total", "tree") or piece.height > armour().crossed_blocks:
        return piece.cover in ("none", "soft")
    return made.crosses_hard or not is_barrier(piece)


@rule("ba.geometry.vehicle_path", "ba.roadkill.friend", "ba.veh.destroyed")
def ground_for(state: State, unit: Unit) -> tuple[Scene, tuple[str, ...]]:
    """What a vehicle cannot drive over: friendly minis, vehicles, wrecks, what it cannot cross, the edge."""
    match, made = match_of(state), class_of(state, unit)
    radius = measures().mini_radius
    shapes: list[Shape] = []
    names: list[str] = []
    for other in hulls_on_board(state):
        if other.id != unit.id:
            shapes.append(hull_of(state, other))
            names.append(other.id)
    for other in living(state):
        if not is_vehicle(state, other) and not are_hostile(state, unit, other) and other.container not in state.units:
            minis = [each.pose for each in other.standing if each.pose is not None]
            shapes += [circle(*pose.place, radius) for pose in minis]
            names += [other.id] * len(minis)
    for piece in match.pieces:
        if not can_cross(made, piece):
            shapes.append(piece.shape)
            names.append(piece.id)
    return Scene(shapes, (0.0, 0.0, match.width, match.height)), tuple(names)


@rule("ba.geometry.vehicle_path", "ba.veh.speed")
def drive_allowance(state: State, unit: Unit, legs: Legs) -> float:
    """The speed of the class; half of it if a hard barrier is driven over."""
    speed = class_of(state, unit).speed
    barriers = [each.shape for each in match_of(state).pieces if is_barrier(each)]
    return speed / 2 if met_by(barriers, unit.here, legs, size_of(state, unit)) else speed


@rule("ba.veh.speed", "ba.veh.dismount")
def cannot_drive(state: State, unit: Unit) -> Refusal | None:
    """A vehicle without its crew stands still, and twice a turn is enough."""
    name = describe(state, unit.id)
    if number(unit, ABANDONED):
        return illegal("no_crew", "ba.veh.dismount", f"{name} has no crew in it.")
    most = armour().most_moves
    if number(unit, DRIVES) < most:
        return None
    return illegal("moved_enough", "ba.veh.speed", f"{name} has moved {most} times in this turn.", most=most)


@rule("ba.geometry.vehicle_path", "ba.veh.speed", "ba.roadkill.friend")
def drive_fault(state: State, unit: Unit, legs: Legs) -> Refusal | None:
    """Why a vehicle may not drive so."""
    name, numbers = describe(state, unit.id), armour()
    if driven(legs) + pivoted(legs) <= measures().tolerance:
        return illegal("no_movement", "ba.geometry.vehicle_path", f"{name} would not move.")
    turned = pivoted(legs)
    if turned > numbers.most_pivot + measures().tolerance:
        sentence = f"{name} may pivot {numbers.most_pivot:g} degrees in an action, not {told(turned)}."
        return illegal("turns_too_far", "ba.geometry.vehicle_path", sentence, degrees=turned, most=numbers.most_pivot)
    cost, most = drive_cost(legs), drive_allowance(state, unit, legs)
    if cost > most + measures().tolerance:
        over = " over a hard barrier" if most < class_of(state, unit).speed else ""
        sentence = f"{name} has {told(most)} studs of speed{over}, this way takes {told(cost)}."
        return illegal("too_far", "ba.veh.speed", sentence, studs=cost, most=most)
    scene, names = ground_for(state, unit)
    met = first_met(scene, unit.here, legs, size_of(state, unit))
    if met is None:
        return None
    thing = "edge" if met[2] < 0 else names[met[2]]
    friend = thing in state.units and not is_vehicle(state, state.units[thing])
    clause = "ba.roadkill.friend" if friend else "ba.geometry.vehicle_path"
    sentence = f"{obstacle(state, thing)} is in the way of {name}."
    return illegal("blocked", clause, sentence, leg=met[0], obstacle=thing)


class Driving(WatchedMove):
    """A vehicle on its way. Whom it runs down saves when it comes to him; holds and reactive fire may stop it."""

    legs: Legs = ()
    start: Pose = Pose(0, 0)
    counted: bool = True
    # units that it has met already: each saves once in a move
    met: tuple[str, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("advance", "go_on", "finish", "clear_up")
    PUBLIC: ClassVar[tuple[str, ...]] = (*WatchedMove.WATCHED, "legs", "start", "counted", "met")

    def places(self, t: Table) -> int:
        """Half a stud after half a stud; a pivot on the spot is one place."""
        return max(1, ceil(driven(self.legs) / measures().step - measures().tolerance))

    def gone(self, place: int) -> float:
        """How far it has come at a place."""
        return min(driven(self.legs), (place + 1) * measures().step)

    def pose_at(self, place: int) -> Pose:
        """Where it is at a place."""
        whole = self.gone(place) >= driven(self.legs)
        return end_of(self.start, self.legs) if whole else pose_at(self.start, self.legs, self.gone(place))

    def behind(self, place: int) -> Legs:
        """The part of the drive that is behind it at a place."""
        return until(self.legs, self.gone(place)) if self.gone(place) < driven(self.legs) else self.legs

    def models_at(self, t: Table, place: int) -> dict[str, Pose]:
        """The hull."""
        return {"": self.pose_at(place)}

    @rule("ba.reactive.move_kinds")
    def stretches(self, t: Table, first: int, last: int) -> list[dict[str, int]]:
        """What it drives in a step; turning on the spot is no way."""
        gone = [self.gone(place) if place >= 0 else 0.0 for place in range(first - 1, last + 1)]
        return [{"": grain(after - before)} for before, after in pairwise(gone)]

    @rule("ba.hold.blocked_path")
    def free_until(self, t: Table) -> int:
        """The last step before something that a response has put there; infantry of the enemy stops no vehicle."""
        unit = t.units[self.unit]
        scene, size = ground_for(t, unit)[0], size_of(t, unit)
        for place in range(self.counted_to + 1, self.last + 1):
            if kernel.overlapped(scene, rectangle_at(self.pose_at(place), *size)) != -1:
                return place - 1
        return self.last

    def is_watched(self, t: Table) -> bool:
        """Somebody may respond, or stands in its way."""
        return super().is_watched(t) or bool(self.run_down(t))

    def run_down(self, t: Table) -> list[tuple[Unit, tuple[str, ...]]]:
        """Who stands in the way of the whole drive."""
        return _in_path(t, self.unit, self.start, self.legs)

    @rule("ba.roadkill", "ba.geometry.interrupt_order")
    def runs_into(self, t: Table, place: int) -> Frame | None:
        """Infantry in the path saves before anybody responds."""
        if not self.run_down(t):
            return None
        for unit, minis in in_path(t, t.units[self.unit], self.start, self.behind(place)):
            if unit.id not in self.met:
                self.met = (*self.met, unit.id)
                return RunningDown(unit=unit.id, minis=minis, by=self.unit)
        return None

    def go_on(self, t: Table) -> Any:
        """A wreck stays where it is, and nobody under it."""
        return super().go_on(t) if t.units[self.unit].alive else Goto("clear_up")

    @rule("ba.geometry.vehicle_path")
    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """It has come so far."""
        pose = self.pose_at(place)
        if pose != t.units[self.unit].pose:
            amount, clause = self.gone(place), "ba.geometry.vehicle_path"
            t.emit(happened.UnitMoved(unit=self.unit, pose=pose, step="drive", amount=amount, clause=clause))

    @rule("ba.veh.speed")
    def arrive(self, t: Table) -> None:
        """One movement action of the turn is used."""
        if self.counted:
            value = number(t.units[self.unit], DRIVES) + 1
            t.emit(happened.UnitMarked(unit=self.unit, mark=DRIVES, value=value, clause="ba.veh.speed"))

    @rule("ba.roadkill", "ba.geometry.displace")
    def clear_up(self, t: Table) -> Any:
        """Who survived under the vehicle is displaced to the nearest free spot."""
        for name in self.met:
            if t.units[name].alive:
                make_room(t, name)


def driving(state: State, order: Drive, *, interrupt: bool = False, counted: bool = True) -> Driving:
    """The frame that plays a drive."""
    pose = state.units[order.unit].here
    return Driving(unit=order.unit, legs=order.steps, start=pose, interrupt=interrupt, counted=counted)


@kept
def _in_path(state: State, unit_id: str, start: Pose, legs: Legs) -> list[tuple[Unit, tuple[str, ...]]]:
    return in_path(state, state.units[unit_id], start, legs)


def in_path(state: State, unit: Unit, start: Pose, legs: Legs) -> list[tuple[Unit, tuple[str, ...]]]:
    """The enemy squads that a drive goes over, each with the minis that it touches."""
    radius, size = measures().mini_radius, size_of(state, unit)
    others = [
        each
        for each in living(state)
        if not is_vehicle(state, each) and each.container not in state.units and are_hostile(state, unit, each)
    ]
    poses = [each.pose for other in others for each in other.standing if each.pose is not None and not each.inside]
    if first_met(Scene([circle(*pose.place, radius) for pose in poses]), start, legs, size) is None:
        return []
    found = []
    for other in others:
        minis = [(each.id, each.pose) for each in other.standing if each.pose is not None and not each.inside]
        touched = met_by([circle(*pose.place, radius) for _, pose in minis], start, legs, size)
        if touched:
            found.append((other, tuple(minis[place][0] for place in touched)))
    return found


@rule("ba.geometry.vehicle_path")
def _offer(state: State, unit: Unit) -> Action | None:
    if not is_vehicle(state, unit):
        return None
    clause, numbers = "ba.geometry.vehicle_path", armour()
    steps = (
        StepOffer("ahead", "Ahead", "straight", "studs", 1.0, clause),
        StepOffer("reverse", "Reverse", "straight", "studs", float(numbers.reverse_cost), clause, bearing=180.0),
        StepOffer("pivot", "Pivot", "turn", "degrees", 0.0, clause),
    )
    speed = class_of(state, unit).speed
    barriers = [each.shape for each in match_of(state).pieces if is_barrier(each)] if unit.pose is not None else []
    mover = Mover(
        unit.id,
        speed,
        speed,
        {"answer": "drive", "unit": unit.id},
        meets=tuple(dict.fromkeys(ground_for(state, unit)[1])),
        slows=tuple(Slow(outlined(shape), "hard barrier", speed / 2) for shape in barriers),
        turning=numbers.most_pivot,
    )
    path = Path((mover,), steps, "studs", points_clause="ba.veh.speed")
    return Action("drive", "Drive", path, "ba.veh.speed", closed=cannot_drive(state, unit))


def _fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    if not is_vehicle(state, unit):
        return illegal("not_a_vehicle", "ba.geometry.vehicle_path", f"{describe(state, unit.id)} does not drive.")
    return cannot_drive(state, unit) or drive_fault(state, unit, order.steps)


def _held(state: State, order: Drive) -> Frame:
    return driving(state, order, interrupt=True, counted=False)


DRIVE = Deed((Drive,), _offer, _fault, driving, respond=_held, held_as="move")


@ground_to_stand.amended(VEHICLES)
@rule("ba.geometry.path")
def ground_of_a_hull(state: State, unit: Unit, ground: Ground) -> Ground:
    """A vehicle stands where a vehicle may drive."""
    return ground_for(state, unit) if is_vehicle(state, unit) else ground
