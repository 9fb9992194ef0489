"""What effect cards lay on a real table, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import INCH, Aid, disc
from .effect_cards import effect_cards

_CIRCLES = ("smoke", "barrage")


@rule("mbb.card.scenario")
def aids() -> tuple[Aid, ...]:
    """The circles that some cards lay, each as far as it reaches."""
    found = [effect_cards()[name] for name in _CIRCLES]
    return tuple(disc(each.id, each.title, each.clause, "", each.inches * INCH) for each in found)
