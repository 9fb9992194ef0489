"""Amphibious vehicles: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import amphibious_vehicles, swimming_on
from .chapter import AMPHIBIOUS_VEHICLES

CONTENTS = ChapterContents(AMPHIBIOUS_VEHICLES, rules=(amphibious_vehicles, swimming_on), groups=("amph",))
