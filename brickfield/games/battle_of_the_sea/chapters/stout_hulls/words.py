"""Stout hulls in words: markers that are turned over."""

from __future__ import annotations

from brickfield.core.events import UnitMarked
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords
from ...base.ship_card import TURNED_OVER

_MENDED = "sea.port.repair"


def _turned(event: UnitMarked, names: Names) -> str:
    if event.mark != TURNED_OVER:
        return ""
    if event.value:
        return f"{names.thing(event.unit)} has a marker of base durability turned over."
    mended = f"{names.thing(event.unit)} has its turned marker of base durability face up again."
    return mended if event.clause == _MENDED else ""


WORDS = ChapterWords(sentences={UnitMarked: _turned})
