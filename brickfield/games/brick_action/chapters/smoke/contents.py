"""What smoke brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.base.actions import DEEDS
from brickfield.games.brick_action.chapters.smoke.chapter import SMOKE_GRENADES
from brickfield.games.brick_action.chapters.smoke.smoke import THROW_SMOKE, LayingSmoke

DEEDS.add(SMOKE_GRENADES, THROW_SMOKE)

CONTENTS = ChapterContents(
    SMOKE_GRENADES,
    frames=(LayingSmoke,),
    verbs=("smoke",),
)
