"""The chapter about heavy support: where a side brings a weapon on its mount."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import Chapter
from ...setup.forces import SquadCard


def _is_brought(match: Any) -> bool:
    return any(isinstance(card, SquadCard) and card.heavy for card in match.cards.values())


HEAVY_SUPPORT = Chapter("heavy_support", in_play=_is_brought)
