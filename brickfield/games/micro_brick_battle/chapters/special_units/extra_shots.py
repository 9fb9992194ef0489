"""Shots outside of the normal phases: one unit alone declares and shoots at once."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame, Goto, Push
from brickfield.core.table import Table
from ...base.aims import ask_for_targets
from ...base.shooting import ShootingPhase, lock_declarations, shooters
from ...base.target_declaration import Shot


class ExtraShot(Frame):
    """A declaration in a phase of its own and its shooting, under all normal rules; in it everybody else waits."""

    seat: int = 0
    shots: tuple[Shot, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "lock", "shoot")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "shots")
    PHASE: ClassVar[str] = ""
    CLAUSE: ClassVar[str] = ""

    @rule("mbb.cmd.sms", "mbb.card.scenario")
    def declare(self, t: Table) -> Any:
        """One more declaration; who cannot fire declares nothing."""
        t.emit(happened.PhaseStarted(phase=self.PHASE, clause=self.CLAUSE))
        return ask_for_targets(self.seat) if shooters(t, self.seat) else Goto(self.STEPS[-1])

    @rule("mbb.cmd.sms", "mbb.card.scenario", "mbb.declare.locked")
    def lock(self, t: Table) -> Any:
        """Nothing may be changed any more."""
        lock_declarations(t, self.seat, self.shots)

    @rule("mbb.cmd.sms", "mbb.card.scenario")
    def shoot(self, t: Table) -> Any:
        """It is resolved at once."""
        return Push(ShootingPhase(seat=self.seat, shots=self.shots)) if self.shots else None
