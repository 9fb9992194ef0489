"""Weather in words: what its dice are for, and when it comes and goes."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord
from .weather import ROLLED_WEATHER, WEATHER_ROLL, in_words, kinds_of_weather


def _weather(event: happened.FactChanged, names: Names) -> str:
    kind = kinds_of_weather()[names.match.options.weather_kind]
    return in_words(kind) if event.value else "The weather is fair this round."


WORDS = ChapterWords(facts={ROLLED_WEATHER: _weather}, dice={WEATHER_ROLL: DiceWord("Weather")})
