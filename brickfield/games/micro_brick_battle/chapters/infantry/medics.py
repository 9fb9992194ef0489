"""Medics: they always run, never attack, and use up their red plates to bring a hurt unit back to its strength."""

from __future__ import annotations

from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe
from .infantry import (
    HEALED,
    MARKERS,
    SPRINTED,
    STRENGTH,
    building_of,
    halt,
    infantry_of,
    is_infantry,
    is_medical,
    is_straggler,
    mark,
    missing,
    not_beside,
)
from .infantry_tables import MEDICAL
from .marching import UnitName, may_march


class Heal(Answer, frozen=True):
    """Medics use up a red plate for a hurt unit beside them."""

    unit: UnitName
    target: UnitName


@rule("inf.med.heal")
def may_heal(state: State, seat: int, answer: Heal) -> Refusal | None:
    """Medics with a red plate, once a turn, beside a hurt unit of their side that is in the open or at a gun."""
    medic = may_march(state, seat, answer.unit)
    if isinstance(medic, Refusal):
        return medic
    name = describe(state, medic.id)
    if not is_medical(medic):
        return illegal("not_medical", "inf.med.heal", f"{name} has no red plate.")
    if HEALED in medic.marks:
        return illegal("healed_already", "inf.med.heal", f"{name} has healed a unit in this turn.")
    target = state.units.get(answer.target)
    if target is None or not target.alive or not is_infantry(state, target.id):
        return invalid("no_patient", f"{answer.target!r} is not an infantry unit on this table.")
    return _cannot_be_healed(state, medic, target)


@rule("inf.med.heal", "inf.strag.stats")
def _cannot_be_healed(state: State, medic: Unit, target: Unit) -> Refusal | None:
    name, clause = describe(state, target.id), "inf.med.heal"
    if target.id == medic.id:
        return illegal("itself", clause, f"{name} cannot heal itself.")
    if not state.match.allied(target.seat, medic.seat):
        return illegal("enemy", clause, f"{name} is an enemy.")
    if is_straggler(target):
        return illegal("straggler", "inf.strag.stats", f"{name} are stragglers and cannot be healed.")
    if building_of(state, target) or building_of(state, medic):
        return illegal("is_inside", clause, "Nobody heals or is healed inside a building.")
    if not missing(target):
        return illegal("not_hurt", clause, f"{name} has all its markers.", markers=target.marks.get(MARKERS, 0))
    return not_beside(state, medic, target)


@rule("inf.med.heal", "inf.med.end")
def heal(t: Table, order: Heal) -> None:
    """The unit has its starting markers again, as plain markers; the medics have a red plate less.

    Without any they are a basic half unit, which attacks from its next turn on.
    """
    medic, target, clause = t.units[order.unit], t.units[order.target], "inf.med.heal"
    mark(t, target.id, MARKERS, target.marks[STRENGTH], clause)
    mark(t, medic.id, MEDICAL, medic.marks[MEDICAL] - 1, clause)
    mark(t, medic.id, HEALED, 1, clause)
    mark(t, medic.id, SPRINTED, 1, "inf.med.end")
    halt(t, medic.id, clause)


def heal_choices(state: State, unit: Unit) -> list[Choice]:
    """The hurt units beside medics."""
    if not is_medical(unit):
        return []
    seats = state.match.seats_of([state.match.sides[unit.seat]])
    hurt = [each for seat in seats for each in infantry_of(state, seat) if missing(each)]
    return [
        Choice(
            Heal(unit.id, each.id),
            f"{describe(state, unit.id)}: heal {describe(state, each.id)}",
            f"It has all its {each.marks[STRENGTH]} markers again; a red plate is used up.",
            "inf.med.heal",
            about=(unit.id, each.id),
        )
        for each in hurt
        if may_heal(state, unit.seat, Heal(unit.id, each.id)) is None
    ]
