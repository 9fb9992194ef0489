"""Artillery: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.games.micro_brick_battle.chapters.artillery import bunker_places, emplaced_guns
from brickfield.games.micro_brick_battle.chapters.artillery.chapter import ARTILLERY_PIECES, GUN_WORKS
from brickfield.games.micro_brick_battle.chapters.artillery.gun_works import PlaceWork, PlacingWorks
from brickfield.games.micro_brick_battle.chapters.special_units.mind import works_places
from brickfield.games.micro_brick_battle.mind.ideas import NO_OPINION, some

CONTENTS = ChapterContents(
    ARTILLERY_PIECES,
    rules=(
        bunker_places,
        emplaced_guns,
    ),
    groups=("arty",),
)
WORKS = ChapterContents(
    GUN_WORKS,
    frames=(PlacingWorks,),
    decisions=(PlaceWork,),
    setting_up={PlaceWork: SettingUp()},
    suggests={PlaceWork: some(works_places)},
    outlooks={PlaceWork: NO_OPINION},
)
