"""What flags bring."""

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .chapter import FLAGS
from .flags import TAKE_FLAG, TakingFlag

DEEDS.add(FLAGS, TAKE_FLAG)

CONTENTS = ChapterContents(FLAGS, frames=(TakingFlag,), verbs=("take_flag",))
