"""Return Fire: what this chapter brings."""

from brickfield.core.game import ChapterContents
from ...mind.by_decision import first
from ...mind.judgement import priced_by
from .chapter import RETURN_FIRE
from .mind import drawn, priced, suggested
from .return_fire import ReturnFire

CONTENTS = ChapterContents(
    RETURN_FIRE,
    decisions=(ReturnFire,),
    suggests={ReturnFire: first(suggested)},
    samples={ReturnFire: drawn},
    outlooks={ReturnFire: priced_by(priced)},
)
