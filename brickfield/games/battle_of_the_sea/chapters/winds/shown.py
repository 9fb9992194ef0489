"""How the wind is shown."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.state import State
from ...shown.faces import also_told, wind_now
from .chapter import WINDS
from .winds import wind

# The names of the eight directions, from the right edge of the table counter-clockwise.
_COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


@wind_now.amended(WINDS)
@rule("sea.wind.direction")
def direction(state: State, still: float | None) -> float | None:
    """Nothing until it is drawn."""
    return float(wind(state)) if "wind" in state.facts else still


@also_told.amended(WINDS)
@rule("sea.wind.direction")
def wind_in_words(state: State, told: tuple[str, ...]) -> tuple[str, ...]:
    """Which way the wind blows."""
    if "wind" not in state.facts:
        return told
    return (*told, f"wind to the {_COMPASS[round(wind(state) / 360 * len(_COMPASS)) % len(_COMPASS)]}")
