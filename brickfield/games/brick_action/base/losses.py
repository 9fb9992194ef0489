"""Casualties: a unit loses minis, and its owner chooses whom; all of one roll leave together."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Ask, Frame, Push
from brickfield.core.table import Table
from brickfield.games.brick_action.base.battlefield import match_of
from brickfield.games.brick_action.base.casualties import ChooseLosses, GiveUp, lose_minis
from brickfield.games.brick_action.chapters.vehicles.boarding import passengers
from brickfield.games.brick_action.chapters.vehicles.wrecks import Wrecked


class Losses(Frame):
    """A unit loses so many of some minis; its owner chooses whom, where there is a choice."""

    unit: str = ""
    among: tuple[str, ...] = ()
    count: int = 0
    by: str = ""
    clause: str = ""
    chosen: GiveUp = GiveUp(())

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "remove")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "among", "count", "by", "clause", "chosen")

    @rule("ba.cas.choice")
    def ask(self, t: Table) -> Any:
        """The player who suffers the casualty chooses the mini."""
        if self.count <= 0 or not self.among:
            return DONE
        if self.count >= len(self.among):
            self.chosen = GiveUp(self.among)
            return None
        seat = t.units[self.unit].seat
        return Ask(ChooseLosses(seat, self.unit, self.among, self.count, self.by), into="chosen")

    @rule("ba.turn.unit_gone", "ba.veh.dismount", "ba.veh.destroyed")
    def remove(self, t: Table) -> Any:
        """All of one roll leave together; a vehicle lost with its crew outside is a wreck to those who ride in it."""
        lose_minis(t, self.unit, self.chosen.figures, self.by, self.clause)
        vehicle = match_of(t).crews.get(self.unit, "")
        lost = vehicle and not t.units[vehicle].alive and passengers(t, vehicle)
        return Push(Wrecked(unit=vehicle, by=self.by)) if lost else None
