"""Reinforcements: what this chapter brings."""

from __future__ import annotations

from operator import attrgetter

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.games.micro_brick_battle.chapters.reinforcements import coming_on, setting_aside
from brickfield.games.micro_brick_battle.chapters.reinforcements.chapter import REINFORCEMENTS, RESERVES
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import NameReserves, SettingAside
from brickfield.games.micro_brick_battle.chapters.special_units.mind import reserves_to_name
from brickfield.games.micro_brick_battle.mind.ideas import NO_OPINION, some

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
