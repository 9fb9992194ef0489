"""The units of infantry as unit cards, and how the captain goes with one of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.games.micro_brick_battle.base.unit_cards import UnitCard, squeezed
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_tables import InfantryRow, infantry_rows, squads

# Infantry serves with every army: it takes the country of its army (inf.stats.nation).
_ANY = "Any"
# How infantry is called that the captain is with.
CAPTAIN = "Captain"


@rule("inf.stats.basic", "inf.stats.half", "inf.stats.nation", "inf.build.plate", "inf.move.omni")
@cache
def infantry_cards() -> Mapping[str, UnitCard]:
    """The units of infantry as unit cards: a round plate without a facing."""
    return {row.name: _infantry_card(row) for row in infantry_rows().values()}


def _infantry_card(row: InfantryRow) -> UnitCard:
    plate = squads().plate_inches
    stated = {key: getattr(row, key) for key in ("name", "ap", "dp", "mp", "rc", "markers", "specialty", "clause")}
    return UnitCard(
        **stated,
        country=_ANY,
        mount="all_round",
        length_inches=plate,
        width_inches=plate,
        size_class="infantry",
    )


@rule("inf.captain.cost", "inf.captain.add", "inf.captain")
@cache
def with_captain(card: UnitCard) -> UnitCard:
    """The unit with the captain: it costs more, its other numbers stay."""
    return replace(card, name=f"{card.name} with {CAPTAIN}", captain=True, rc=card.rc + squads().captain_rc)


@rule("inf.captain.add")
def led_by_captain(plain: str) -> UnitCard | None:
    """The card of this name if it is that of infantry with the captain, who goes with basic infantry only."""
    squad, _with, rider = plain.rpartition(" with ")
    found = (card for card in infantry_cards().values() if squeezed(card.name) == squad and not card.specialty)
    return next(map(with_captain, found), None) if rider == squeezed(CAPTAIN) else None
