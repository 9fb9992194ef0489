"""Weather: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import planes_in_weather
from .chapter import WEATHER
from .rolled_weather import RollingForWeather
from .words import WORDS

CONTENTS = ChapterContents(
    WEATHER,
    folder=Path(__file__).parent,
    rules=(planes_in_weather,),
    groups=("weather",),
    frames=(RollingForWeather,),
    words=WORDS,
)
