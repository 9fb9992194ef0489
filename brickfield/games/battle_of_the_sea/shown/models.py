"""Names of models: what the table builds for a ship card, and the design of bricks it is built after."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from brickfield.core.setup.own_models import drawn_after
from ..base.ship_card import FORT, MONSTER, ShipCard
from ..data_files import read


class DesignRow(TableRow, frozen=True):
    """A model of bricks for ships of one look and length."""

    style: str
    length: int
    name: str


class _DesignsFile(TableRow, frozen=True):
    clause: str
    design: tuple[DesignRow, ...]


@cache
def ship_designs() -> Mapping[str, DesignRow]:
    """The designs by look and length in studs, as one word."""
    rows = read("designs.toml", _DesignsFile).design
    return by_key("designs.toml", ((f"{row.style} {row.length}", row) for row in rows))


@rule("sea.model.free", "sea.ship.variety")
def ship_model(card: ShipCard) -> str:
    """The model to build: forts as such, monsters by name, ships by their style, and after a design of their size."""
    if card.kind == FORT:
        return "fort"
    if card.kind == MONSTER:
        return f"monster.{card.name.split()[-1].lower()}"
    if card.model:
        return f"ship.{card.style}{drawn_after(card.model)}"
    design = ship_designs().get(f"{card.style} {card.length}")
    return f"ship.{card.style}" + (f"@battle_of_the_sea/{design.name}" if design else "")
