"""Infantry: whether anybody has some."""

from brickfield.core.chapters import Chapter

INFANTRY = Chapter("infantry", in_play=lambda match: any(card.markers > 0 for card in match.cards.values()))
