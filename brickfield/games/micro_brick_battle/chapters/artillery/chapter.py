"""Artillery: whether anybody has guns, in play by their own rules or not."""

from brickfield.core.chapters import Chapter

ARTILLERY_PIECES = Chapter(
    "artillery", in_play=lambda match: any(card.rules == "artillery" for card in match.cards.values())
)
# whether somebody has bunkers or emplacements to place before deployment
GUN_WORKS = Chapter("gun_works", in_play=lambda match: match.works)
