"""Dismounting: infantry and crews get out of a vehicle, within 12 studs of it; wrecks throw out who survives."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose
from brickfield.core.board import GONE, Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.formations import ranks
from brickfield.core.frames import Frame, Push
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.shown.showing import Outline, outlined
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, Pose, circle, kernel, nearest_points, rectangle
from brickfield.geometry import unit as direction
from ...base.actions import Deed, Name, may_be_ordered
from ...base.battlefield import MOVED, describe, grain, hull_of, is_vehicle, mini_name, number, obstacle, told
from ...base.measures import measures
from ...base.moving.moving import Moving
from ...base.moving.paths import Track, ground_for, standing_fault
from .boarding import DISMOUNTED, MOUNTED, crew_of, is_mounted, passengers
from .chapter import VEHICLES
from .vehicle_damage import ABANDONED, mark
from .vehicles import armour, class_of

Coordinate = Annotated[float, Meta(ge=-400, le=400)]
Spots = Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(max_length=8)]
_SIDES = ((0.0, "ahead"), (90.0, "to the left"), (270.0, "to the right"), (180.0, "behind"))


class Dismount(Answer, frozen=True):
    """A unit gets out of its vehicle, or, named by the vehicle itself, its crew does: where each mini stands."""

    unit: Name
    spots: Spots


def rider(state: State, unit: Unit) -> Unit | None:
    """Who gets out when this unit is told to: the passengers themselves, or the crew of a vehicle."""
    if not is_vehicle(state, unit):
        return unit if is_mounted(state, unit) else None
    crew = crew_of(state, unit.id)
    return state.units[crew] if crew and not number(unit, ABANDONED) else None


def vehicle_of(state: State, unit: Unit, who: Unit) -> Unit:
    """The vehicle somebody gets out of."""
    return unit if is_vehicle(state, unit) else state.units[who.container]


def _leaving(who: Unit) -> list[Model]:
    """The minis that get out; a crew that was never out counts as nobody on the board."""
    return [each for each in who.squad if each.alive or who.status == GONE]


@rule("ba.veh.dismount", "ba.geometry.coherency")
def spots_fault(state: State, vehicle: Unit, who: Unit, spots: Spots, most: float, clause: str) -> Refusal | None:
    """Why minis cannot be set down so: not wholly near enough, on something, or out of coherency."""
    figures = _leaving(who)
    if len(spots) != len(figures):
        return invalid("wrong_spots", f"{who.id} has {len(figures)} minis, not {len(spots)}.")
    hull, radius, slack = hull_of(state, vehicle), measures().mini_radius, measures().tolerance
    scene, names = ground_for(state, who)
    places = {}
    for figure, (x, y) in zip(figures, spots, strict=True):
        far = kernel.point_distance(hull, x, y) + radius
        if far > most + slack:
            sentence = (
                f"{mini_name(who, figure.id)} would reach {told(far)} studs from the vehicle; {most:g} is the most."
            )
            return illegal("too_far", clause, sentence, studs=far, most=most)
        hit = kernel.overlapped(scene, circle(x, y, radius))
        if hit != -1:
            thing = "edge" if hit < 0 else names[hit]
            return illegal("blocked", clause, f"{obstacle(state, thing)} is in the way of {mini_name(who, figure.id)}.")
        places[figure.id] = Pose.at(x, y, vehicle.pose.degrees if vehicle.pose is not None else 0.0)
    return standing_fault(state, who, places)


def places_beside(state: State, vehicle: Unit, who: Unit, most: float, clause: str) -> Iterator[tuple[str, Spots]]:
    """A place on each side of a vehicle where its riders could stand, in one rank or two, as near as there is room."""
    length, width, _ = class_of(state, vehicle).footprint
    for turn, words in _SIDES:
        half = (length if turn % 180.0 == 0.0 else width) / 2
        places = _ranks_beside(vehicle.here, turn, half, len(_leaving(who)))
        free = (spots for spots in places if spots_fault(state, vehicle, who, spots, most, clause) is None)
        found = next(free, None)
        if found is not None:
            yield words, found


def ground_of(vehicle: Unit, spots: Spots) -> Outline:
    """The ground that minis set down so stand on, along the vehicle they get out of."""
    assert vehicle.pose is not None
    c, s = direction(vehicle.pose.degrees)
    along, across = [x * c + y * s for x, y in spots], [y * c - x * s for x, y in spots]
    radius = measures().mini_radius
    length, width = (max(each) - min(each) + 2 * radius for each in (along, across))
    ahead, left = ((max(each) + min(each)) / 2 for each in (along, across))
    x, y = ahead * c - left * s, ahead * s + left * c
    return outlined(rectangle(x, y, vehicle.pose.degrees, length, width))


def _ranks_beside(pose: Pose, turn: float, half: float, count: int) -> Iterator[Spots]:
    """Places on one side of a vehicle: in one rank before two or a file, and near before far."""
    gap = 2 * measures().mini_radius + 0.5
    c, s = direction(pose.degrees + turn)
    x, y = pose.place
    for files in (5, 3, 1):
        for away in (1.5, 3.0, 5.0, 8.0):
            middle = Pose.at(x + c * (half + away), y + s * (half + away), pose.degrees + turn)
            yield tuple(each.place for each in ranks(middle, count, gap, files))


class Dismounting(Frame):
    """Minis get out: they begin at the edge of the vehicle, and reactive fire counts the way from there."""

    unit: str = ""
    vehicle: str = ""
    spots: tuple[tuple[float, float], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("get_out", "count")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "vehicle", "spots")

    @rule("ba.veh.dismount", "ba.reactive.move_kinds")
    def get_out(self, t: Table) -> Any:
        """They stand at the vehicle and go to their places; a vehicle without its crew does nothing more."""
        who, vehicle = t.units[self.unit], t.units[self.vehicle]
        starts, tracks = edge_tracks(t, vehicle, who, self.spots)
        t.emit(happened.WentInside(unit=self.unit, thing="", clause="ba.veh.dismount"))
        figures = tuple(replace(each, pose=starts.get(each.id, each.pose)) for each in who.squad)
        t.emit(happened.FiguresPlaced(unit=self.unit, figures=figures, clause="ba.veh.dismount"))
        if self.unit == crew_of(t, self.vehicle):
            mark(t, self.vehicle, ABANDONED, 1, "ba.veh.dismount")
        mark(t, self.unit, DISMOUNTED, 1, "ba.veh.mount")
        length = max(_length(starts[each.figure], each) for each in tracks)
        return Push(Moving(unit=self.unit, tracks=tracks, starts=tuple(starts.items()), length=length, counted=False))

    @rule("ba.veh.dismount")
    def count(self, t: Table) -> Any:
        """It counts 12 studs to the turn."""
        unit = t.units[self.unit]
        if unit.alive:
            mark(t, self.unit, MOVED, number(unit, MOVED) + grain(armour().dismount_studs), "ba.veh.dismount")


def edge_tracks(
    state: State, vehicle: Unit, who: Unit, spots: tuple[tuple[float, float], ...]
) -> tuple[dict[str, Pose], tuple[Track, ...]]:
    """Where each mini begins, at the edge of the vehicle nearest to his place, and his way from there."""
    hull, starts, tracks = hull_of(state, vehicle), {}, []
    for figure, (x, y) in zip(_leaving(who), spots, strict=True):
        ax, ay, _, _ = nearest_points(hull, circle(x, y, measures().mini_radius))
        starts[figure.id] = Pose.at(ax, ay, 0.0)
        tracks.append(Track(figure.id, (Pose.at(x, y, 0.0),)))
    return starts, tuple(tracks)


def _length(start: Pose, track: Track) -> float:
    end = track.poses[-1]
    return hypot(end.x - start.x, end.y - start.y) / GRAIN


def _just_got_in(state: State, who: Unit) -> Refusal | None:
    if not number(who, MOUNTED):
        return None
    sentence = f"{describe(state, who.id)} got in during this turn and may not get out again."
    return illegal("just_mounted", "ba.veh.mount", sentence)


@rule("ba.veh.dismount", "ba.veh.mount")
def dismount_fault(state: State, unit: Unit, spots: Spots) -> Refusal | None:
    """Who is inside gets out, but not in the turn in which he got in."""
    who = rider(state, unit)
    if who is None:
        return illegal("not_mounted", "ba.veh.dismount", f"Nobody gets out at the word of {describe(state, unit.id)}.")
    vehicle = vehicle_of(state, unit, who)
    return _just_got_in(state, who) or spots_fault(
        state, vehicle, who, spots, armour().dismount_studs, "ba.veh.dismount"
    )


def _offer(state: State, unit: Unit) -> Action | None:
    who = rider(state, unit)
    if who is None:
        return None
    vehicle = vehicle_of(state, unit, who)
    title = "Dismount" if who is unit else "Dismount the crew"
    most = armour().dismount_studs
    closed = _just_got_in(state, who)
    places = [] if closed else list(places_beside(state, vehicle, who, most, "ba.veh.dismount"))
    choices = tuple(
        Choice(
            Dismount(unit.id, spots),
            f"{title} {words}",
            clause="ba.veh.dismount",
            about=(vehicle.id,),
            area=ground_of(vehicle, spots),
        )
        for words, spots in places
    )
    if not choices and closed is None:
        sentence = f"There is no room beside {describe(state, vehicle.id)} for {describe(state, who.id)} to get out."
        closed = illegal("no_place", "ba.veh.dismount", sentence)
    return Action("dismount", title, Choose(choices), "ba.veh.dismount", closed=closed)


def _dismounting(state: State, order: Dismount) -> Frame:
    unit = state.units[order.unit]
    who = rider(state, unit)
    assert who is not None
    return Dismounting(unit=who.id, vehicle=vehicle_of(state, unit, who).id, spots=order.spots)


DISMOUNT = Deed((Dismount,), _offer, lambda state, unit, order: dismount_fault(state, unit, order.spots), _dismounting)

__all__ = ["DISMOUNT", "Dismount", "Dismounting", "passengers", "places_beside", "spots_fault"]


@may_be_ordered.amended(VEHICLES)
@rule("ba.veh.passengers")
def rides(state: State, unit: Unit, deed: Deed) -> Refusal | None:
    """Who is in a vehicle gets out before he does anything else."""
    if deed is DISMOUNT or not is_mounted(state, unit):
        return None
    sentence = f"{describe(state, unit.id)} rides in {unit.container} and must dismount first."
    return illegal("mounted", "ba.veh.passengers", sentence)
