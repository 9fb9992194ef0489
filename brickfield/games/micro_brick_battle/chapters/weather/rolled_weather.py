"""Rolled weather: the throw at the start of a round that says whether it applies."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import Frame, Push, Roll
from brickfield.core.table import Table
from ...base.measures import measures
from ...base.rounds_and_turns import Round
from .chapter import WEATHER
from .weather import ROLLED_WEATHER, WEATHER_ROLL, weather_file


@rule("mbb.weather.rolled")
def weather_comes(faces: tuple[int, ...]) -> bool:
    """On 9 or more the weather applies this round."""
    return sum(faces) >= weather_file().comes_from


class RollingForWeather(Frame):
    """The throw at the start of a round where weather is rolled for. The game throws: no card changes it."""

    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("throw", "set_in")
    PUBLIC: ClassVar[tuple[str, ...]] = ("faces",)

    @rule("mbb.weather.rolled")
    def throw(self, t: Table) -> Any:
        """Two dice that belong to nobody."""
        return Roll((Pool(weather_file().dice, WEATHER_ROLL, measures().die_faces),), into="faces")

    @rule("mbb.weather.rolled")
    def set_in(self, t: Table) -> Any:
        """The weather of this round is known."""
        (faces,) = self.faces
        comes, throws = int(weather_comes(faces)), (happened.Throw(WEATHER_ROLL, -1, faces),)
        t.emit(happened.FactChanged(name=ROLLED_WEATHER, value=comes, clause="mbb.weather.rolled", throws=throws))


@step(Round, WEATHER)
@rule("mbb.weather.rolled", "mbb.turn.sequence")
def weather(this: Round, t: Table) -> Any:
    """Rolled weather comes before anything else in the round."""
    return Push(RollingForWeather()) if t.match.options.weather == "rolled" else None
