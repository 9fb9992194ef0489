"""What the marker brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .activating import ACTIVATE, Activating
from .chapter import THE_MARKER
from .words import WORDS

DEEDS.add(THE_MARKER, ACTIVATE)

CONTENTS = ChapterContents(
    THE_MARKER,
    folder=Path(__file__).parent,
    frames=(Activating,),
    verbs=("activate",),
    words=WORDS,
)
