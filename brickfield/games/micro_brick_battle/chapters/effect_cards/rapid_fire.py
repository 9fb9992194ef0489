"""Rapid Fire: a unit that has shot declares and resolves one more shot at the end of the Shooting Phase."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core.clauses import rule
from brickfield.core.table import Table
from ..special_units.extra_shots import ExtraShot
from .effect_cards import RAPID_FIRE, SECOND_SHOT, wear_off
from .playing_cards import card_moment


class RapidFire(ExtraShot):
    """The unit that the card was played on alone; afterwards other cards of the moment may be played."""

    STEPS: ClassVar[tuple[str, ...]] = (*ExtraShot.STEPS, "finish")
    PHASE: ClassVar[str] = RAPID_FIRE
    CLAUSE: ClassVar[str] = "mbb.card.scenario"

    @rule("mbb.card.scenario", "mbb.card.hail.multi")
    def finish(self, t: Table) -> Any:
        """The card was for one shot; others of the same moment may follow."""
        wear_off(t, self.seat, (SECOND_SHOT,))
        return card_moment(t, self.seat, "shooting_end")
