"""An archipelago at random: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.battle_of_the_sea.chapters.archipelago import archipelago
from brickfield.games.battle_of_the_sea.chapters.archipelago.chapter import ARCHIPELAGO

CONTENTS = ChapterContents(ARCHIPELAGO, rules=(archipelago,))
