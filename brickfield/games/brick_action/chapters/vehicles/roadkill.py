"""Roadkill: enemy infantry in the path of a vehicle saves once for the whole unit."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import Frame, Push, Roll
from brickfield.core.table import Table
from ...base.firing.attack import has_medic
from ...base.losses import Losses
from .vehicles import armour


@rule("ba.roadkill")
def run_over(face: int, *, medic: bool) -> bool:
    """Whether the one save of a unit fails: 4 or more, a medic helps, cover does not."""
    numbers = armour()
    return face + (numbers.roadkill_medic if medic else 0) < numbers.roadkill_save


class RunningDown(Frame):
    """A vehicle comes over some minis of a unit."""

    unit: str = ""
    minis: tuple[str, ...] = ()
    by: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "losses")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "minis", "by", "faces")

    @rule("ba.roadkill")
    def roll(self, t: Table) -> Any:
        """One save for the unit."""
        return Roll((Pool(1, "save", seat=t.units[self.unit].seat),), into="faces")

    @rule("ba.roadkill")
    def losses(self, t: Table) -> Any:
        """A failure costs one of the minis that the vehicle touches; it is no attack of the vehicle."""
        unit, faces = t.units[self.unit], self.faces[0]
        fails = run_over(faces[0], medic=has_medic(unit))
        t.emit(
            happened.HazardTested(
                unit=self.unit,
                hazard="roadkill",
                safe=not fails,
                result=str(faces[0]),
                clause="ba.roadkill",
                throws=(happened.Throw("save", unit.seat, faces),),
            )
        )
        if not fails:
            return None
        return Push(Losses(unit=self.unit, among=self.minis, count=1, by="", clause="ba.roadkill"))
