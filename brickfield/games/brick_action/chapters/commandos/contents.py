"""What commandos bring."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.base.actions import DEEDS
from brickfield.games.brick_action.chapters.commandos.chapter import COMMANDOS
from brickfield.games.brick_action.chapters.commandos.commandos import COMMANDO_DEEDS, Commando, FireOn, MoveOn

DEEDS.add(COMMANDOS, *COMMANDO_DEEDS)

CONTENTS = ChapterContents(
    COMMANDOS,
    frames=(Commando,),
    decisions=(FireOn, MoveOn),
    verbs=("dash", "half_move", "move_and_fire", "fire_and_move"),
)
