"""Reinforcements: what this chapter brings."""

from operator import attrgetter
from pathlib import Path

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import NO_OPINION, Mind
from ..special_units.mind import reserves_to_name
from . import coming_on, setting_aside
from .chapter import REINFORCEMENTS, RESERVES
from .reinforcements import Enter, NameReserves, SettingAside
from .shown import entry_tried

WAITING = ChapterContents(RESERVES, rules=(coming_on,))
CONTENTS = ChapterContents(
    REINFORCEMENTS,
    folder=Path(__file__).parent,
    rules=(setting_aside,),
    groups=("reinf",),
    frames=(SettingAside,),
    decisions=(NameReserves,),
    setting_up={NameReserves: SettingUp(people="reserves", asked_in=attrgetter("reinforcements"))},
    minds={NameReserves: Mind(reserves_to_name, outlook=NO_OPINION)},
    previews={"place": (Enter, entry_tried)},
)
