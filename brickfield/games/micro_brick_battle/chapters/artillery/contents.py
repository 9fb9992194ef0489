"""Artillery: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import NO_OPINION, Mind
from ..special_units.mind import works_places
from . import bunker_places, emplaced_guns
from .chapter import ARTILLERY_PIECES, GUN_WORKS
from .gun_works import PlaceWork, PlacingWorks

CONTENTS = ChapterContents(
    ARTILLERY_PIECES, folder=Path(__file__).parent, rules=(bunker_places, emplaced_guns), groups=("arty",)
)
WORKS = ChapterContents(
    GUN_WORKS,
    frames=(PlacingWorks,),
    decisions=(PlaceWork,),
    setting_up={PlaceWork: SettingUp()},
    minds={PlaceWork: Mind(works_places, outlook=NO_OPINION)},
)
