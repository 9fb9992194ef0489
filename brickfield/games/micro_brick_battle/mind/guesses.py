"""Guesses: which cards may lie in the piles that a seat does not know, and which squares others have mined, by what it
sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from msgspec import UNSET

from brickfield.core.match import Match
from brickfield.core.piles import PileView
from brickfield.core.views import Guessed, View, imagine
from ..chapters.effect_cards import effect_cards
from ..chapters.mines.laying_mines import open_squares
from ..chapters.mines.mine_tests import DECK, TURNED, deck_of
from ..chapters.mines.minefields import FOUND, NOTE


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


def guess_secrets(seen: View, match: Match, rng: random.Random) -> Guessed:
    """One world: a square for every note, none that has come to light; cards of the battle in every hand and deck."""
    notes: dict[str, str] = {}
    hidden = [name for name in seen.sealed if name.startswith(NOTE) and name not in seen.secrets]
    if hidden:
        known = {name.removeprefix(FOUND) for name in seen.facts if name.startswith(FOUND)}
        squares = [square for square in open_squares(imagine(seen, match)) if square not in known]
        notes = {name: rng.choice(squares) for name in hidden} if squares else {}
    return Guessed(notes, {**guess_piles(seen, match), **_effect_cards(seen, match, rng)})


def _effect_cards(seen: View, match: Match, rng: random.Random) -> dict[str, tuple[str, ...]]:
    """Effect cards for the hands and the deck that the seat does not know."""
    known = [card.id for card in effect_cards.effect_cards().values() if effect_cards.is_of_use(match, card)]
    unknown = {name: pile.count for name, pile in (seen.piles or {}).items() if pile.cards is UNSET and pile.count}
    mine = (DECK, TURNED)
    return {name: tuple(rng.choices(known, k=count)) for name, count in unknown.items() if name not in mine}
