"""What flags bring."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .chapter import FLAGS
from .flags import TAKE_FLAG, TakingFlag
from .words import WORDS

DEEDS.add(FLAGS, TAKE_FLAG)

CONTENTS = ChapterContents(
    FLAGS,
    folder=Path(__file__).parent,
    frames=(TakingFlag,),
    verbs=("take_flag",),
    words=WORDS,
)
