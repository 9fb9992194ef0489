"""Effect cards: whether a battle is played with them."""

from brickfield.core.chapters import Chapter

EFFECT_CARDS = Chapter("effect_cards", in_play=lambda match: match.options.effect_cards != "none")
