"""Amphibious vehicles: whether anybody has some, in play by their own rules or not."""

from brickfield.core.chapters import Chapter

AMPHIBIOUS_VEHICLES = Chapter(
    "amphibious_vehicles", in_play=lambda match: any(card.rules == "amphibious" for card in match.cards.values())
)
