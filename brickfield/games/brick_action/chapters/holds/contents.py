"""What holds bring."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.base.actions import DEEDS
from brickfield.games.brick_action.chapters.holds.chapter import HOLDS
from brickfield.games.brick_action.chapters.holds.holds import DROP_HOLD, PLACE_HOLD, Holding
from brickfield.games.brick_action.chapters.holds.responding import Respond, Responding, attacks

DEEDS.add(HOLDS, PLACE_HOLD, DROP_HOLD)

CONTENTS = ChapterContents(
    HOLDS,
    groups=("hold",),
    frames=(Holding, Responding),
    decisions=(Respond,),
    windows={"attacks": attacks},
    verbs=("hold", "drop_hold"),
)
