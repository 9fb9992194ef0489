"""Guesses: which cards may lie in the piles that a seat does not know, by what it sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import UNSET

from brickfield.core.match import Match
from brickfield.core.piles import PileView
from brickfield.core.views import View
from brickfield.games.micro_brick_battle.rules.mine_tests import DECK, TURNED, deck_of


def _mines(seen: View, match: Match) -> tuple[str, ...]:
    """All cards of the mine deck but the one that lies open, the duds first."""
    left = list(deck_of(match.options.mines))
    turned = (seen.piles or {}).get(TURNED, PileView(0, 0)).cards
    for card in () if turned is UNSET else turned:
        left.remove(card)
    return tuple(left)


# By pile, what may be in it.
GUESSES: Mapping[str, Callable[[View, Match], tuple[str, ...]]] = {DECK: _mines}


def guess_piles(seen: View, match: Match) -> Mapping[str, tuple[str, ...]]:
    """Every pile that somebody knows how to guess."""
    return {name: guess(seen, match) for name, guess in GUESSES.items() if name in (seen.piles or {})}
