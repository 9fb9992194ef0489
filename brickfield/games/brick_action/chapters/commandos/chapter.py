"""The chapter about commandos: where a side brings one."""

from __future__ import annotations

from brickfield.core.chapters import Chapter
from ...setup.forces import Card, SquadCard


def _has_commando(card: Card) -> bool:
    return isinstance(card, SquadCard) and any(mini.kind == "commando" for mini in card.minis)


COMMANDOS = Chapter("commandos", in_play=lambda match: any(_has_commando(card) for card in match.cards.values()))
