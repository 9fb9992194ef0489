"""What buildings bring: their rules amend moves."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import going_in as going_in
from . import indoors as indoors
from .chapter import BUILDINGS

CONTENTS = ChapterContents(BUILDINGS, folder=Path(__file__).parent, groups=("build",), rules=(going_in, indoors))
