"""Transport of gold: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import gold_goal, shown, transport_of_gold
from .chapter import TRANSPORT_OF_GOLD
from .words import WORDS

CONTENTS = ChapterContents(
    TRANSPORT_OF_GOLD,
    folder=Path(__file__).parent,
    rules=(gold_goal, shown, transport_of_gold),
    groups=("gold",),
    verbs=("load", "unload"),
    words=WORDS,
)
