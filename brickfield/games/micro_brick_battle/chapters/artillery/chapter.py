"""Artillery: whether anybody has guns, in play by their own rules or not, or works for them."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

ARTILLERY_PIECES = Chapter(
    "artillery",
    in_play=lambda match: match.works or any(card.rules == "artillery" for card in match.cards.values()),
)
