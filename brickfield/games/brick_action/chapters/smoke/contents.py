"""What smoke brings."""

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .chapter import SMOKE_GRENADES
from .smoke import THROW_SMOKE, LayingSmoke

DEEDS.add(SMOKE_GRENADES, THROW_SMOKE)

CONTENTS = ChapterContents(SMOKE_GRENADES, frames=(LayingSmoke,), verbs=("smoke",))
