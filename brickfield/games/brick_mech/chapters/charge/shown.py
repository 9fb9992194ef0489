"""How a run that may become a charge is shown."""

from __future__ import annotations

from brickfield.core.asking.previews import Price
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ...base.move_action import Route
from ...base.record_sheet import RUN
from ...shown.previews import marks_after
from ...shown.prices import move_prices
from .chapter import CHARGE
from .charge import ends_in_a_run


@move_prices.amended(CHARGE)
@rule("bm.option.charge.when")
def price_of_a_run(state: State, unit: Unit, route: Route, prices: tuple[Price, ...]) -> tuple[Price, ...]:
    """A straight run at the end of a Move may become a charge."""
    if not ends_in_a_run(route.legs):
        return prices
    text = "It ends in a straight run: its next attack may be a charge."
    return (*prices, Price("may charge", text, "bm.option.charge.when", "gain"))


@marks_after.amended(CHARGE)
@rule("bm.option.charge.when")
def run_after(state: State, unit: Unit, route: Route, marks: dict[str, int]) -> dict[str, int]:
    """And whether it has run."""
    return marks | {RUN: int(ends_in_a_run(route.legs))}
