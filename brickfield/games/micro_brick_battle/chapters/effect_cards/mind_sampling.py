"""Any play of a card at random, for whoever tries the rules out."""

from __future__ import annotations

import random

from brickfield.core.state import State
from .playing_cards import KeepCards, KeepFromShots, PlayCard, PlayCards

# How often a card is played that can be, and how often all are kept for longer.
_PLAYED, _KEPT_LONGER = 0.5, 0.06


def any_card(state: State, decision: PlayCards, rng: random.Random) -> KeepCards | KeepFromShots | PlayCard:
    """A card if one can be played, or none now; seldom none in the whole turn, or hardly a moment would ever come."""
    answers: list[KeepCards | KeepFromShots | PlayCard] = [each.answer for each in decision.choices(state)]
    plays = [each for each in answers if isinstance(each, PlayCard)]
    if plays and rng.random() < _PLAYED:
        return rng.choice(plays)
    if rng.random() > _KEPT_LONGER:
        return KeepCards()
    return rng.choice([each for each in answers if not isinstance(each, PlayCard)])
