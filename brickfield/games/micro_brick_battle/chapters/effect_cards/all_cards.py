"""All effect cards, in the order of the set, and what each may be played on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from brickfield.core.clauses import rule
from brickfield.core.state import State
from .card_workings import Working
from .cards import (
    dig_in,
    early_reserves,
    engine_breakdown,
    field_repair,
    full_throttle,
    lucky_star,
    off_table_barrage,
    radio_jam,
    rapid_fire,
    recon_flight,
    smoke_screen,
    special_ammunition,
)

CARDS: Mapping[str, Working] = MappingProxyType(
    {
        each.CARD.id: each.CARD
        for each in (
            *(smoke_screen, special_ammunition, field_repair, full_throttle, dig_in, rapid_fire),
            *(off_table_barrage, engine_breakdown, recon_flight, radio_jam, early_reserves, lucky_star),
        )
    }
)


@rule("mbb.card.timing")
def subjects(state: State, seat: int, card: str, about: tuple[str, ...] = ()) -> list[str]:
    """The units a card could be played on now, an empty name for a card that is about none; nothing at all means that
    its effect cannot be carried out and it stays in hand. `about` are the shooter and the target of the moment."""
    return CARDS[card].subjects(state, seat, about)


def until(moment: str) -> tuple[str, ...]:
    """The marks of cards that wear off at a moment."""
    return tuple(card.id for card in CARDS.values() if card.until == moment)
