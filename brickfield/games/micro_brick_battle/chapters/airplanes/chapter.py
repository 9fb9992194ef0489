"""Airplanes: whether anybody has some."""

from brickfield.core.chapters import Chapter

AIRPLANES = Chapter("airplanes", in_play=lambda match: any(card.is_airplane for card in match.cards.values()))
