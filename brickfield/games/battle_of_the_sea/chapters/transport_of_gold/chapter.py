"""The chapter Transport of gold: where anything can be taken aboard, or gold is the goal."""

from brickfield.core.chapters import Chapter

TRANSPORT_OF_GOLD = Chapter(
    "transport_of_gold", in_play=lambda match: match.options.loads or match.scenario.goal == "transport_of_gold"
)
