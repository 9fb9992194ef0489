"""Destroyed units: when a unit is destroyed, what it leaves on the field, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Moment
from brickfield.core.table import Table
from .objective import end_if_decided
from .record_sheet import ARMOR, HEAT, HOLDING, number, write

_NOTE = "hold "


def note_name(unit_id: str) -> str:
    """The public name under which a Mech's Hold Fire note is kept."""
    return _NOTE + unit_id


def noted_by(name: str) -> str:
    """The Mech whose note goes by this name; empty for any other secret."""
    return name.removeprefix(_NOTE) if name.startswith(_NOTE) else ""


@rule("bm.destroy.threshold")
def is_destroyed(unit: Unit) -> bool:
    """0 or fewer Armor Points."""
    return number(unit, ARMOR) <= 0


@Moment
def falls(t: Table, unit_id: str) -> None:
    """A unit is destroyed and about to leave the table."""


@rule("bm.destroy.remove", "bm.destroy.leave_parts", "bm.destroy.massive_first", "bm.destroy.in_exchange")
def remove_destroyed(t: Table, units: Mapping[str, str]) -> None:
    """Of these units (with who attacked them) the destroyed ones leave their assemblies and are taken off."""
    fallen = [each for each in units if t.units[each].alive and is_destroyed(t.units[each])]
    for unit_id in fallen:
        falls(t, unit_id)
        write(t, unit_id, HEAT, 0, "bm.destroy.remove")
        write(t, unit_id, HOLDING, 0, "bm.destroy.remove")
        t.shred(note_name(unit_id))
    for unit_id in fallen:
        t.emit(
            happened.UnitDestroyed(unit=unit_id, by=units[unit_id], leaves_wreck=False, clause="bm.destroy.threshold")
        )
    if fallen:
        end_if_decided(t, fallen)
