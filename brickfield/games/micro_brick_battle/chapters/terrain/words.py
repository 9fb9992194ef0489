"""Terrain in words: what ground has charged."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.speech import words
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords
from ..infantry.infantry_tables import slow_kinds
from .ground_charges import PAID, WIRED


def _unit_marked(event: happened.UnitMarked, names: Names) -> str:
    if event.mark.startswith(PAID):
        kind = event.mark.removeprefix(PAID)
        if kind in slow_kinds():
            return f"{names.thing(event.unit)} is slowed by {kind} ground for this turn."
        piece = names.thing(kind)
        return f"{names.thing(event.unit)} pays {words.counted(event.value, 'Movement Point')} for {piece}."
    if event.mark == WIRED:
        return f"{names.thing(event.unit)} has driven over wire and may do so once in a turn."
    return ""


def _marks_cleared(event: happened.MarksCleared, names: Names) -> str:
    if event.mark.startswith(PAID):
        kind = event.mark.removeprefix(PAID)
        return f"{names.thing(kind) if kind not in slow_kinds() else kind.capitalize()} is charged for anew."
    return "Wire may be driven over again." if event.mark == WIRED else ""


WORDS = ChapterWords(
    sentences={happened.UnitMarked: _unit_marked, happened.MarksCleared: _marks_cleared},
    is_news=lambda mark, value: mark.startswith(PAID),
)
