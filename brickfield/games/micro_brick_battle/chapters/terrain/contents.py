"""Terrain: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import bunkers, ground_charges, hills, structures, water
from .chapter import TERRAIN

CONTENTS = ChapterContents(
    TERRAIN, rules=(bunkers, ground_charges, hills, structures, water), groups=("terrain", "obst")
)
