"""Self-propelled guns, spotters and tank commanders: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from brickfield.games.micro_brick_battle.chapters.special_units import shown, special_units, spotters
from brickfield.games.micro_brick_battle.chapters.special_units.chapter import SPECIAL_UNITS
from brickfield.games.micro_brick_battle.chapters.special_units.tank_commanders import (
    CommandersChoice,
    CommandersMove,
    CommandersPlan,
    CommandersShot,
)
from brickfield.games.micro_brick_battle.mind import judgement

CONTENTS = ChapterContents(
    SPECIAL_UNITS,
    rules=(
        shown,
        special_units,
        spotters,
    ),
    groups=("spg", "spot", "cmd"),
    frames=(CommandersPlan, CommandersShot, CommandersMove),
    decisions=(CommandersChoice,),
    outlooks={CommandersChoice: one_by_one(judgement.commander)},
)
