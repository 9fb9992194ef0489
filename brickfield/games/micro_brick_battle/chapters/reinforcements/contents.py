"""Reinforcements: what this chapter brings."""

from operator import attrgetter

from brickfield.core.game import ChapterContents, SettingUp
from ...mind.ideas import NO_OPINION, some
from ..special_units.mind import reserves_to_name
from . import coming_on, setting_aside
from .chapter import REINFORCEMENTS, RESERVES
from .reinforcements import NameReserves, SettingAside

WAITING = ChapterContents(RESERVES, rules=(coming_on,))
CONTENTS = ChapterContents(
    REINFORCEMENTS,
    rules=(setting_aside,),
    groups=("reinf",),
    frames=(SettingAside,),
    decisions=(NameReserves,),
    setting_up={NameReserves: SettingUp(people="reserves", asked_in=attrgetter("reinforcements"))},
    suggests={NameReserves: some(reserves_to_name)},
    outlooks={NameReserves: NO_OPINION},
)
