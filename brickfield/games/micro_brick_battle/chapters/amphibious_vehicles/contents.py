"""Amphibious vehicles: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles import amphibious_vehicles, swimming_on
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.chapter import AMPHIBIOUS_VEHICLES

CONTENTS = ChapterContents(
    AMPHIBIOUS_VEHICLES,
    rules=(
        amphibious_vehicles,
        swimming_on,
    ),
    groups=("amph",),
)
