"""Activating an objective: the attacker takes the marker with an action."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.actions import Deed, Name
from ...base.battlefield import SUPPRESSED, describe, enemies_of, is_vehicle, match_of, number, told
from ...base.measures import measures
from ...base.objective import Ending, decided_at_last
from ...base.objective_kinds import objective_numbers
from .chapter import THE_MARKER

CAPTURE = "capture"


class Activate(Answer, frozen=True):
    """A unit activates the objective."""

    unit: Name


@rule("ba.obj.capture")
def marker_distance(state: State, unit: Unit) -> float:
    """How far the nearest mini of a squad is from the marker, edge to point; vehicles and passengers do not count."""
    x, y = match_of(state).objective.marker
    if is_vehicle(state, unit) or unit.container in state.units:
        return 1e9
    places = [each.pose.place for each in unit.standing if each.pose is not None]
    radius = measures().mini_radius
    return min((((a - x) ** 2 + (b - y) ** 2) ** 0.5 - radius for a, b in places), default=1e9)


@rule("ba.obj.capture", "ba.obj.capture.activate_action")
def activate_fault(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot activate the objective: the wrong side, a vehicle, too far, suppressed, or contested."""
    clause, name, objective = "ba.obj.capture", describe(state, unit.id), match_of(state).objective
    if objective.kind != CAPTURE or state.match.sides[unit.seat] != objective.attacker:
        return illegal("no_objective", clause, f"There is no objective for {name} to activate.")
    if is_vehicle(state, unit):
        return illegal("not_infantry", clause, f"{name} is a vehicle and cannot activate the objective.")
    if number(unit, SUPPRESSED):
        return illegal("suppressed", clause, f"{name} is suppressed and cannot activate the objective.")
    reach, slack = objective_numbers().marker_studs, measures().tolerance
    gap = marker_distance(state, unit)
    if gap > reach + slack:
        sentence = f"{name} is {told(min(gap, 999.0))} studs from the objective; {reach:g} is near enough."
        return illegal("too_far", clause, sentence, distance=gap, most=reach)
    near = [each for each in enemies_of(state, unit) if marker_distance(state, each) <= reach + slack]
    if near:
        sentence = f"{describe(state, near[0].id)} is within {reach:g} studs of the objective."
        return illegal("contested", clause, sentence, enemy=near[0].id, most=reach)
    return None


class Activating(Frame):
    """The objective is captured."""

    unit: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("capture",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit",)

    @rule("ba.obj.capture", "ba.obj.capture.activate_action")
    def capture(self, t: Table) -> Any:
        """The attacker wins at once."""
        side = t.match.sides[t.units[self.unit].seat]
        t.emit(
            happened.Chosen(seat=t.units[self.unit].seat, what="activate", choice=self.unit, clause="ba.obj.capture")
        )
        t.emit(
            happened.GameEnded(winners=t.match.seats_of({side}), reason="objective_captured", clause="ba.obj.capture")
        )


def _offer(state: State, unit: Unit) -> Action | None:
    objective = match_of(state).objective
    if objective.kind != CAPTURE or state.match.sides[unit.seat] != objective.attacker or is_vehicle(state, unit):
        return None
    choice = Choice(Activate(unit.id), "Activate the objective", "wins the battle", "ba.obj.capture")
    closed = activate_fault(state, unit)
    return Action("activate", "Activate the objective", Choose((choice,)), "ba.obj.capture", closed=closed)


ACTIVATE = Deed(
    (Activate,),
    _offer,
    lambda state, unit, order: activate_fault(state, unit),
    lambda state, order: Activating(unit=order.unit),
    held_as="activate",
)


@decided_at_last.amended(THE_MARKER)
@rule("ba.obj.capture")
def held_out(state: State, before: Ending) -> Ending:
    """After the last round the defender has held the marker."""
    return Ending({1 - match_of(state).objective.attacker}, "objective_held", "ba.obj.capture")
