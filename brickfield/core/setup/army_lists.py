"""Army lists as people write them: names of cards with how many of each, turned into cards, or refused whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from brickfield.core.refusal import Refusal, invalid

Counted = tuple[tuple[str, int], ...]
_Card = TypeVar("_Card")
_Find = Callable[[str], "_Card | Refusal"]


def wrong_count(most: int) -> Refusal:
    """An army of no unit, or of more than a table takes."""
    return invalid("wrong_count", f"An army has 1 to {most} units.")


def brought(units: Counted, find_card: _Find[_Card], most: int) -> tuple[_Card, ...] | Refusal:
    """The cards of an army that is to fight: every line must be right."""
    cards: list[_Card] = []
    for text, count in units:
        card = find_card(text)
        if isinstance(card, Refusal):
            return card
        if not 1 <= count <= most or len(cards) + count > most:
            return wrong_count(most)
        cards += [card] * count
    return tuple(cards) or wrong_count(most)


def looked_through(
    units: Counted, find_card: _Find[_Card], most: int
) -> tuple[tuple[_Card, ...], tuple[Refusal, ...]] | Refusal:
    """The cards of an army that is being built, and which of its lines the rules do not allow.

    A line nobody can read is a refusal of the whole.
    """
    if sum(max(0, count) for _, count in units) > most:
        # before any card is looked at: a number is quickly written and would keep everybody waiting
        return wrong_count(most)
    cards: list[_Card] = []
    faults: list[Refusal] = []
    for text, count in units:
        card = find_card(text)
        if not isinstance(card, Refusal):
            cards += [card] * max(0, count)
        elif card.kind == "illegal":
            faults.append(card)
        else:
            return card
    return tuple(cards), tuple(faults)
