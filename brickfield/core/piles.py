"""Piles: decks whose order nobody knows, hands that one seat knows, heaps that lie open.

A pile is a plain class like `Sealed`: nothing encodes it by accident. What everybody may know of it is how many cards
it has; which ones is told only to whom it belongs, by a view that is built for that seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.dice import Pool

# Whom a pile belongs to that lies face up; one that lies face down is NOBODY's.
EVERYBODY = -1


class Pile:
    """Cards in their order, the top one first. `seat` knows them: one seat, NOBODY or EVERYBODY."""

    __slots__ = ("cards", "seat")

    def __init__(self, seat: int, cards: Iterable[str] = ()) -> None:
        self.seat = seat
        self.cards = tuple(cards)

    def is_known_to(self, seat: int) -> bool:
        """Whether a seat (or a spectator, below 0) may see which cards it has."""
        return self.seat == EVERYBODY or (seat >= 0 and seat == self.seat)

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return f"<pile of {len(self.cards)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and (other.seat, other.cards) == (self.seat, self.cards)

    def __hash__(self) -> int:
        return hash((self.seat, self.cards))

    def __reduce__(self) -> Any:
        raise TypeError("a pile is not pickled")


class PileView(Struct, frozen=True):
    """A pile as one seat may see it: whose it is, how many cards it has, and which ones if the seat knows them."""

    seat: int
    count: int
    cards: tuple[str, ...] | UnsetType = UNSET


class WrittenCard(Struct, frozen=True):
    """What is written on a card of a deck or a hand: everybody knows what cards there are, whoever holds which."""

    title: str
    text: str
    clause: str


def pile_view(pile: Pile, seat: int) -> PileView:
    """What a seat may know of a pile."""
    return PileView(pile.seat, len(pile), pile.cards if pile.is_known_to(seat) else UNSET)


def shuffle_pools(count: int) -> tuple[Pool, ...]:
    """The dice that put so many cards into any order with the same chance: one for each card but the first."""
    return tuple([Pool(1, "shuffle", faces) for faces in range(2, count + 1)])


def shuffled(cards: Sequence[str], faces: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    """The cards in the order those dice give: each card changes places with one before it, or stays."""
    order = list(cards)
    for place, (face,) in enumerate(faces, start=1):
        order[place], order[face - 1] = order[face - 1], order[place]
    return tuple(order)
