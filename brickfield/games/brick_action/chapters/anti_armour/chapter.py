"""The chapter about infantry against armour: where a side brings a vehicle."""

from brickfield.core.chapters import Chapter
from ..vehicles.chapter import VEHICLES

ANTI_ARMOUR = Chapter("anti_armour", in_play=VEHICLES.in_play)
