"""Rapid Fire: a unit that has shot declares and resolves one more shot at the end of the Shooting Phase."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame, Push
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.aims import ask_for_targets
from brickfield.games.micro_brick_battle.rules.effect_cards import RAPID_FIRE, SECOND_SHOT, wear_off
from brickfield.games.micro_brick_battle.rules.playing_cards import card_moment
from brickfield.games.micro_brick_battle.rules.shooting import ShootingPhase, lock_declarations, shooters
from brickfield.games.micro_brick_battle.rules.target_declaration import Shot


class RapidFire(Frame):
    """The unit that the card was played on alone; afterwards other cards of the moment may be played."""

    seat: int = 0
    shots: tuple[Shot, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "lock", "shoot", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "shots")

    @rule("mbb.card.scenario")
    def declare(self, t: Table) -> Any:
        """One more declaration under all normal rules."""
        t.emit(happened.PhaseStarted(phase=RAPID_FIRE, clause="mbb.card.scenario"))
        return ask_for_targets(self.seat) if shooters(t, self.seat) else None

    @rule("mbb.card.scenario", "mbb.declare.locked")
    def lock(self, t: Table) -> Any:
        """Nothing may be changed any more."""
        lock_declarations(t, self.seat, self.shots)

    @rule("mbb.card.scenario")
    def shoot(self, t: Table) -> Any:
        """It is resolved at once."""
        return Push(ShootingPhase(seat=self.seat, shots=self.shots)) if self.shots else None

    @rule("mbb.card.scenario", "mbb.card.hail.multi")
    def finish(self, t: Table) -> Any:
        """The card was for one shot; others of the same moment may follow."""
        wear_off(t, self.seat, (SECOND_SHOT,))
        return card_moment(t, self.seat, "shooting_end")
