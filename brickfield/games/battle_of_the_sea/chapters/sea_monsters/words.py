"""Sea monsters in words: one surfaces, hunts and dives."""

from __future__ import annotations

from brickfield.core.events import UnitHeldBack, UnitMarked
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord
from .sea_monsters import HUNTING, SECTOR

_MONSTER = "monster"


def _dived(event: UnitHeldBack, names: Names) -> str:
    return f"{names.thing(event.unit)} dived out of sight." if _is_monster(event.unit, names) else ""


def _surfaced(event: UnitMarked, names: Names) -> str:
    is_up = event.mark == "reserve" and not event.value and _is_monster(event.unit, names)
    return f"{names.thing(event.unit)} has surfaced." if is_up else ""


def _is_monster(unit: str, names: Names) -> bool:
    return getattr(names.card(unit), "kind", "") == _MONSTER


WORDS = ChapterWords(
    sentences={UnitHeldBack: _dived, UnitMarked: _surfaced},
    dice={
        HUNTING: DiceWord("Monster"),
        SECTOR: DiceWord("Sector of the monster", "there may be no room for it"),
    },
)
