"""The chapter Sea monsters: where they may surface, or some fleet has one."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import Chapter


def has_monsters(match: Any) -> bool:
    """Whether monsters were agreed on, or a scenario brings one."""
    return match.options.monsters != "off" or any(card.kind == "monster" for card in match.cards.values())


SEA_MONSTERS = Chapter("sea_monsters", in_play=has_monsters)
