"""Night in words: what is told of it."""

from __future__ import annotations

from brickfield.core.events import FactChanged
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords
from tests.docs.night.chapter import FLARE


def flare(event: FactChanged, names: Names) -> str:
    """When it goes up, and when it has burnt down."""
    return "a flare goes up: it is as light as by day" if event.value else "the flare has burnt down"


WORDS = ChapterWords(facts={FLARE: flare})
