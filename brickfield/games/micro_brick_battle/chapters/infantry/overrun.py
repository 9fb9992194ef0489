"""Overrun, a house rule: vehicles drive through enemy infantry, which is destroyed by it."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Frame
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, kernel
from ...base.battlefield import Obstacles, footprint_at, obstacles_of, obstacles_to, standing, swims
from ...base.movement import Taken
from ...base.moves_under_way import Watcher, lie_in_wait
from ..mines.minefields import Stretch, first_meeting, step_of
from .chapter import INFANTRY
from .infantry import is_infantry
from .infantry_damage import remove_infantry


@rule("inf.geometry.overrun")
def overrun_in_play(state: State) -> bool:
    """Whether vehicles may drive over infantry in this battle."""
    return state.match.chapters_in_play[INFANTRY] and bool(state.match.options.inf_overrun)


@obstacles_to.amended(INFANTRY)
@rule("inf.geometry.overrun")
def all_but_plates(state: State, unit_id: UnitId, before: Obstacles) -> Obstacles:
    """The plates of its enemies stop no vehicle that may run over them."""
    if not overrun_in_play(state):
        return before
    return _all_but_plates(state, state.match.sides[state.units[unit_id].seat], swims(state, unit_id))


@kept
def _all_but_plates(state: State, side: int, afloat: bool) -> Obstacles:
    cards, sides = state.match.cards, state.match.sides
    units = {
        unit.id: shape
        for unit, shape in standing(state)
        if sides[unit.seat] == side or not cards[unit.id].markers or unit.status != ALIVE
    }
    return obstacles_of(state, units, afloat)


class RunOver(Frame):
    """A vehicle has come to infantry: it drives on, and the infantry is no more."""

    unit: UnitId = ""
    by: UnitId = ""

    STEPS: ClassVar[tuple[str, ...]] = ("run_over",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "by")

    @rule("inf.geometry.overrun")
    def run_over(self, t: Table) -> Any:
        """The whole unit is destroyed."""
        remove_infantry(t, self.unit, self.by, "inf.geometry.overrun")
        return DONE


@rule("inf.geometry.overrun")
def infantry_ahead(state: State, unit: Unit, way: Stretch) -> tuple[int, RunOver] | None:
    """The first enemy infantry that a vehicle drives into on a step, and how far on the step that is."""
    if is_infantry(state, unit.id) or not way.covered:
        return None
    hull = footprint_at(state, unit.id, way.start)
    plates = [
        (other, shape)
        for other, shape in standing(state)
        if other.status == ALIVE and is_infantry(state, other.id) and not state.match.allied(other.seat, unit.seat)
    ]
    met = [(at, other.id) for other, shape in plates if (at := _meets(hull, shape, way)) is not None]
    if not met:
        return None
    at, name = min(met)
    return at, RunOver(unit=name, by=unit.id)


def _meets(hull: Shape, plate: Shape, way: Stretch) -> int | None:
    if kernel.overlapped(Scene([plate]), hull, -1) != -1:
        return 0
    return first_meeting(hull, plate, way)


@lie_in_wait.amended(INFANTRY)
@rule("inf.geometry.overrun")
def infantry_lies_in_wait(state: State, others: tuple[Watcher, ...]) -> tuple[Watcher, ...]:
    """Where vehicles may drive over infantry they come to it on their way."""
    return (*others, Watcher(2, infantry_on_the_way)) if overrun_in_play(state) else others


def infantry_on_the_way(t: Table, unit_id: str, start: Pose, taken: Taken) -> tuple[int, Frame] | None:
    """The infantry that a vehicle runs over."""
    return infantry_ahead(t, t.units[unit_id], step_of(start, taken.pose, taken.amount, is_turn=taken.step == "pivot"))
