"""Terrain: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.micro_brick_battle.chapters.terrain import bunkers, ground_charges, hills, structures, water
from brickfield.games.micro_brick_battle.chapters.terrain.chapter import TERRAIN

CONTENTS = ChapterContents(
    TERRAIN,
    rules=(
        bunkers,
        ground_charges,
        hills,
        structures,
        water,
    ),
    groups=("terrain", "obst"),
)
