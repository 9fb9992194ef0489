"""The chapter about heavy support: where a side brings a weapon on its mount."""

from __future__ import annotations

from brickfield.core.chapters import Chapter
from brickfield.games.brick_action.setup.forces import SquadCard

HEAVY_SUPPORT = Chapter("heavy_support", in_play=lambda match: any(isinstance(card, SquadCard) and card.heavy for card in match.cards.values()))
