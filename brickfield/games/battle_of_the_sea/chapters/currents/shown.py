"""How currents are shown."""

from __future__ import annotations

from brickfield.core.asking.previews import Price
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import number_text
from brickfield.core.state import State
from ...shown.previews import prices_of_place
from .chapter import CURRENTS
from .currents import current_at


@prices_of_place.amended(CURRENTS)
@rule("sea.current.area")
def price_of_a_current(there: State, unit: Unit, prices: tuple[Price, ...]) -> tuple[Price, ...]:
    """Who has moved cannot lie at anchor: a current carries it along when the round ends."""
    current = current_at(there, *unit.here.place)
    if current is None:
        return prices
    text = f"It ends in a current: when the round ends it is carried along, up to {number_text(current.strength)} in."
    return (*prices, Price("current", text, "sea.current.area", "risk"))
