"""What flushing out brings: its rules amend sight and shots."""

from brickfield.core.game import ChapterContents
from . import flushing as flushing
from .chapter import FLUSHING

CONTENTS = ChapterContents(FLUSHING, rules=(flushing,))
