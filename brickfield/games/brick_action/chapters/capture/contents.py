"""What the marker brings."""

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .activating import ACTIVATE, Activating
from .chapter import THE_MARKER

DEEDS.add(THE_MARKER, ACTIVATE)

CONTENTS = ChapterContents(THE_MARKER, frames=(Activating,), verbs=("activate",))
