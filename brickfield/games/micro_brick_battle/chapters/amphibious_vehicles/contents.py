"""Amphibious vehicles: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import amphibious_vehicles, swimming_on
from .chapter import AMPHIBIOUS_VEHICLES

CONTENTS = ChapterContents(
    AMPHIBIOUS_VEHICLES, folder=Path(__file__).parent, rules=(amphibious_vehicles, swimming_on), groups=("amph",)
)
