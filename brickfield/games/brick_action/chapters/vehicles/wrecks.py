"""Destroyed vehicles: the wreck that stays, and what becomes of who was inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Roll
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ...base.actions import Name
from ...base.battlefield import SUPPRESSED, describe, hull_of, match_of
from ...base.casualties import lose_minis
from ...base.displacement import full_scene, nearest_free
from ...base.losses import comes_of_losses
from ...base.measures import measures
from .boarding import crew_of, passengers
from .chapter import VEHICLES
from .dismounting import Spots, ground_of, places_beside, spots_fault
from .vehicle_damage import mark
from .vehicles import armour


class OutOfWreck(Answer, frozen=True):
    """Where the survivors of a wreck stand."""

    unit: Name
    spots: Spots


class PlaceSurvivors(Decision, frozen=True):
    """Where do the survivors stand?"""

    unit: str
    vehicle: str

    ANSWER: ClassVar[Any] = OutOfWreck
    CLAUSE: ClassVar[str] = "ba.veh.destroyed"
    TITLE: ClassVar[str] = "Out of the wreck"

    def choices(self, state: State) -> Sequence[Choice]:
        """A place on each side of the wreck; where there is none, as near as there is room."""
        vehicle, who = state.units[self.vehicle], state.units[self.unit]
        most = armour().survivor_studs
        found = [
            Choice(
                OutOfWreck(self.unit, spots),
                f"{describe(state, self.unit)} {words}",
                about=(self.vehicle,),
                area=ground_of(vehicle, spots),
            )
            for words, spots in places_beside(state, vehicle, who, most, self.CLAUSE)
        ]
        return found or [Choice(OutOfWreck(self.unit, thrown_out(state, self.vehicle, self.unit)), "Beside the wreck")]

    @rule("ba.veh.destroyed")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Wholly within 4 studs of the wreck, in coherency; or as it was offered."""
        if any(each.answer == answer for each in self.choices(state)):
            return None
        vehicle, who = state.units[self.vehicle], state.units[self.unit]
        return spots_fault(state, vehicle, who, answer.spots, armour().survivor_studs, self.CLAUSE)


@rule("ba.geometry.displace")
def thrown_out(state: State, vehicle: str, unit: str) -> Spots:
    """The nearest free places about the middle of a wreck, one after the other."""
    x, y = hull_of(state, state.units[vehicle]).centre
    other, spots = state.clone(), []
    for figure in state.units[unit].standing:
        pose = nearest_free(full_scene(other, unit, figure.id), Pose.at(x, y), measures().mini_radius)
        spots.append(pose.place)
        squad = tuple(replace(each, pose=pose) if each.id == figure.id else each for each in other.units[unit].squad)
        other.units[unit] = replace(other.units[unit], figures=squad)
    return tuple(spots)


class Wrecked(Frame):
    """A vehicle is destroyed: its crew is lost with it, every passenger saves for himself."""

    unit: str = ""
    by: str = ""
    riders: tuple[str, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()
    placed: OutOfWreck = OutOfWreck("", ())

    STEPS: ClassVar[tuple[str, ...]] = ("burn", "roll", "fall", "ask", "set_down")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "by", "riders", "faces", "placed")

    @rule("ba.veh.destroyed")
    def burn(self, t: Table) -> Any:
        """It becomes an obstacle of the same footprint and height."""
        self.riders = tuple(each.id for each in passengers(t, self.unit))
        crew = crew_of(t, self.unit)
        if t.units[self.unit].alive:
            t.emit(happened.UnitDestroyed(unit=self.unit, by=self.by, clause="ba.veh.destroyed"))
        if crew and t.units[crew].alive and t.units[crew].container == self.unit:
            t.emit(happened.UnitDestroyed(unit=crew, by=self.by, leaves_wreck=False, clause="ba.veh.destroyed"))
        return None if self.riders else DONE

    @rule("ba.veh.destroyed")
    def roll(self, t: Table) -> Any:
        """A save for each mini inside."""
        pools = [Pool(len(t.units[each].standing), "save", seat=t.units[each].seat) for each in self.riders]
        return Roll(tuple(pools), into="faces")

    @rule("ba.veh.destroyed")
    def fall(self, t: Table) -> Any:
        """4 or more, or he is lost."""
        for name, faces in zip(self.riders, self.faces, strict=True):
            unit = t.units[name]
            lost = [each.id for each, face in zip(unit.standing, faces, strict=True) if face < armour().passenger_save]
            t.emit(
                happened.HazardTested(
                    unit=name,
                    hazard="wreck",
                    safe=not lost,
                    result=str(len(lost)),
                    clause="ba.veh.destroyed",
                    throws=(happened.Throw("save", unit.seat, faces),),
                )
            )
            lose_minis(t, name, lost, self.by, "ba.veh.destroyed")

    def ask(self, t: Table) -> Any:
        """The owner sets survivors down, unit by unit."""
        name = next((each for each in self.riders if t.units[each].alive and t.units[each].container), None)
        if name is None:
            return DONE
        return Ask(PlaceSurvivors(t.units[name].seat, name, self.unit), into="placed")

    @rule("ba.veh.destroyed")
    def set_down(self, t: Table) -> Any:
        """They stand beside the wreck and are suppressed."""
        unit, spots = t.units[self.placed.unit], iter(self.placed.spots)
        figures = tuple(replace(each, pose=Pose.at(*next(spots))) if each.alive else each for each in unit.squad)
        t.emit(happened.WentInside(unit=unit.id, thing="", clause="ba.veh.destroyed"))
        t.emit(happened.FiguresPlaced(unit=unit.id, figures=figures, clause="ba.veh.destroyed"))
        mark(t, unit.id, SUPPRESSED, 1, "ba.veh.destroyed")
        return Goto("ask")


@comes_of_losses.amended(VEHICLES)
@rule("ba.veh.dismount", "ba.veh.destroyed")
def wreck_of_a_crew(state: State, unit: str, by: str, frame: Frame | None) -> Frame | None:
    """A vehicle lost with its crew outside is a wreck to those who ride in it."""
    vehicle = match_of(state).crews.get(unit, "")
    lost = vehicle and not state.units[vehicle].alive and passengers(state, vehicle)
    return Wrecked(unit=vehicle, by=by) if lost else frame
