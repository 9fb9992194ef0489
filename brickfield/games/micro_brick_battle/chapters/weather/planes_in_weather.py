"""Airplanes in weather: none flies, none enters."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.state import State
from ..airplanes.airplane_phase import grounded
from .chapter import WEATHER
from .weather import weather_now


@grounded.amended(WEATHER)
@rule("mbb.weather.planes_enter", "mbb.weather.planes_leave")
def weather_keeps_planes_away(state: State, before: str) -> str:
    """Airplanes leave the table, and none enters or rolls for its arrival."""
    return "mbb.weather.planes_leave" if weather_now(state) is not None else before
