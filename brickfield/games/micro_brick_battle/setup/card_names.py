"""Card names: everything that can be bought, by the names people type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from ..base.unit_cards import UnitCard, airplane_cards, squeezed, unit_cards, with_commander, without_commander
from ..chapters.infantry.infantry_tables import infantry_cards, led_by_captain


@rule("inf.stats.nation")
@cache
def all_cards() -> tuple[UnitCard, ...]:
    """Everything that can be bought: vehicles, airplanes, infantry."""
    return (*unit_cards().values(), *airplane_cards().values(), *infantry_cards().values())


@cache
def _cards_by_any_name() -> Mapping[str, UnitCard]:
    return {squeezed(name): card for card in all_cards() for name in (card.name, card.alias) if name}


@rule("mbb.army.names", "mbb.cmd.ability")
def find_card(name: str) -> UnitCard | None:
    """The card of this name or of the spelling printed in the book; capitals and spaces do not matter.

    "... with Tank Commander" is the card with a commander in it, "... with Captain" infantry with the captain.
    """
    plain, has_commander = without_commander(squeezed(name))
    card = _cards_by_any_name().get(plain)
    if card is not None:
        return with_commander(card) if has_commander else card
    return None if has_commander else led_by_captain(plain)


def unit_card(name: str) -> UnitCard:
    """The card of this name, which must exist: for scenarios, tests and code, not for what people type."""
    card = find_card(name)
    if card is None:
        raise KeyError(f"no unit card is called {name!r}")
    return card
