"""Casualties: a unit loses minis, and its owner chooses whom; all of one roll leave together."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Ask, Frame, Push
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from .casualties import ChooseLosses, GiveUp, lose_minis


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

    @rule("ba.turn.unit_gone")
    def remove(self, t: Table) -> Any:
        """All of one roll leave together."""
        lose_minis(t, self.unit, self.chosen.figures, self.by, self.clause)
        frame = comes_of_losses(t, self.unit, self.by)
        return Push(frame) if frame is not None else None


@Question
def comes_of_losses(state: State, unit: str, by: str) -> Frame | None:
    """What has to be played before anything else because of whom a unit has lost."""
    return None
