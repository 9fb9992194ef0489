"""Weather: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.micro_brick_battle.chapters.weather import planes_in_weather
from brickfield.games.micro_brick_battle.chapters.weather.chapter import WEATHER
from brickfield.games.micro_brick_battle.chapters.weather.rolled_weather import RollingForWeather

CONTENTS = ChapterContents(WEATHER, rules=(planes_in_weather,), groups=("weather",), frames=(RollingForWeather,))
