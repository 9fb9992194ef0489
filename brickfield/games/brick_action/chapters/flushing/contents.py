"""What flushing out brings: its rules amend sight and shots."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import flushing as flushing
from .chapter import FLUSHING

CONTENTS = ChapterContents(FLUSHING, folder=Path(__file__).parent, rules=(flushing,))
