"""Weather: whether there may be any in a battle."""

from brickfield.core.chapters import Chapter

WEATHER = Chapter("weather", in_play=lambda match: match.options.weather != "none", facts=("weather",))
