"""Worlds: tables as a seat may imagine them where something is hidden from it, and the dice of a play-out.

A world is made from the view alone. What others have written down and which cards they hold is guessed by the game,
otherwise in each world; where nothing is hidden there is one world.
"""

from __future__ import annotations

import hashlib
import itertools
import random

from msgspec import UNSET

from brickfield.core.dice import Pool, faces_from
from brickfield.core.match import Match
from brickfield.core.piles import Pile
from brickfield.core.state import State
from brickfield.core.views import View, imagine


def hides_something(seen: View) -> bool:
    """Whether there is a note or a pile that the seat of a view does not know."""
    notes = any(name not in seen.secrets for name in seen.sealed)
    return notes or any(pile.cards is UNSET and pile.count for pile in (seen.piles or {}).values())


def worlds(seen: View, match: Match, most: int, seed: str) -> list[State]:
    """Up to so many tables that look like this view; the same view and seed give the same ones."""
    if not hides_something(seen):
        return [imagine(seen, match)]
    return [_world(seen, match, random.Random(f"{seed}/{seen.version}/world{number}")) for number in range(most)]


def _world(seen: View, match: Match, rng: random.Random) -> State:
    guess = match.game.guess_secrets
    guessed = guess(seen, match, rng) if guess is not None else None
    state = imagine(seen, match, notes=dict(guessed.notes) if guessed is not None else None)
    for name, pile in (seen.piles or {}).items():
        if pile.cards is UNSET:
            cards = list(guessed.piles.get(name, ()) if guessed is not None else ()) or list(state.piles[name].cards)
            rng.shuffle(cards)
            state.piles = {**state.piles, name: Pile(pile.seat, cards)}
    return state


class CommonDice:
    """Dice for play-outs that are compared: throw number n of a sort shows the same faces whatever was thrown of other
    sorts in between. Of two tables that belong together the second throws what lies under the faces of the first."""

    def __init__(self, seed: str, table: int) -> None:
        self._name = f"{seed}/{table}"
        self._seed = f"{seed}/{table // 2}".encode()
        self._turned = table % 2 == 1
        self._thrown: dict[tuple[str, int], int] = {}

    def otherwise(self, throw: int, times: int) -> list[CommonDice]:
        """So many other dice for one throw of this table, by its number: as it might have fallen instead."""
        return [CommonDice(f"{self._name}/otherwise{throw}", number) for number in range(times)]

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """Throw the pool."""
        sort = (pool.label, pool.seat)
        number = self._thrown[sort] = self._thrown.get(sort, -1) + 1
        text = b"%s/%s/%d/%d" % (self._seed, pool.label.encode(), pool.seat, number)
        blocks = (hashlib.blake2b(b"%s/%d" % (text, block)).digest() for block in itertools.count())
        faces = faces_from(blocks, pool)
        if not self._turned:
            return faces
        if pool.weights:
            return faces_from((hashlib.blake2b(b"%s/other/%d" % (text, n)).digest() for n in itertools.count()), pool)
        return tuple([pool.faces + 1 - face for face in faces])
