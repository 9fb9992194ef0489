"""Terrain: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import bunkers, ground_charges, hills, structures, water
from .chapter import TERRAIN
from .words import WORDS

CONTENTS = ChapterContents(
    TERRAIN,
    folder=Path(__file__).parent,
    rules=(bunkers, ground_charges, hills, structures, water),
    groups=("terrain", "obst"),
    words=WORDS,
)
