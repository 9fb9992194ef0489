"""What flags bring."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.base.actions import DEEDS
from brickfield.games.brick_action.chapters.flags.chapter import FLAGS
from brickfield.games.brick_action.chapters.flags.flags import TAKE_FLAG, TakingFlag

DEEDS.add(FLAGS, TAKE_FLAG)

CONTENTS = ChapterContents(
    FLAGS,
    frames=(TakingFlag,),
    verbs=("take_flag",),
)
