"""Ending a Turn: cooling down by the number of actions taken, and what overheating does."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.table import Table
from .destroyed_units import remove_destroyed
from .measures import measures
from .objective import note_loss
from .record_sheet import ARMOR, COOLED, HEAT, HOLDING, actions_used, add, number, write


@rule("bm.endturn.heat0", "bm.endturn.heat1", "bm.endturn.heat23")
def cooling(actions: int) -> tuple[int, str]:
    """How many Heat Markers go after so many actions this round, and by which clause."""
    numbers = measures()
    if actions == 0:
        return numbers.cooling_0, "bm.endturn.heat0"
    return (numbers.cooling_1, "bm.endturn.heat1") if actions == 1 else (numbers.cooling_2, "bm.endturn.heat23")


class EndTurn(Answer, frozen=True):
    """No more actions with this Mech this round."""

    unit: Annotated[str, Meta(max_length=16)]


class EndingTurn(Frame):
    """The end-of-turn steps of one Mech: cool down, check 6 or more, check 8 or more."""

    unit: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("cool_down", "check_six", "check_eight", "clear_away")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit",)

    @rule("bm.endturn.heat0", "bm.endturn.heat1", "bm.endturn.heat23", "bm.endturn.order", "bm.option.hold.heat")
    def cool_down(self, t: Table) -> Any:
        """Markers go by the actions of this round, never below 0; a Mech that holds fire loses exactly one."""
        unit = t.units[self.unit]
        amount, clause = cooling(actions_used(unit))
        if number(unit, HOLDING):
            amount, clause = measures().hold_cooling, "bm.option.hold.heat"
        removed = min(amount, number(unit, HEAT))
        if removed:
            add(t, self.unit, HEAT, -removed, clause)
            write(t, self.unit, COOLED, removed, clause)

    @rule("bm.endturn.overheat6", "bm.endturn.order")
    def check_six(self, t: Table) -> Any:
        """With 6 or more markers left the Mech loses an Armor Point."""
        numbers = measures()
        if number(t.units[self.unit], HEAT) >= numbers.overheat_armor:
            add(t, self.unit, ARMOR, -numbers.overheat_armor_loss, "bm.endturn.overheat6")
            note_loss(t)

    @rule("bm.endturn.order", "bm.destroy.threshold", "bm.objective.default")
    def clear_away(self, t: Table) -> Any:
        """A Mech that overheated to death is removed, and the battle may be decided."""
        remove_destroyed(t, {self.unit: ""})
