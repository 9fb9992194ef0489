"""Hold Fire: what this chapter brings."""

from brickfield.core.game import ChapterContents
from ...mind.by_decision import first
from ...mind.judgement import priced_by
from ...mind.judgement_replies import held_shot_terms
from .chapter import HOLD_FIRE
from .hold_fire import HeldShot, enters
from .mind import drawn, suggested

CONTENTS = ChapterContents(
    HOLD_FIRE,
    verbs=("hold",),
    decisions=(HeldShot,),
    windows={"enters": enters},
    suggests={HeldShot: first(suggested)},
    samples={HeldShot: drawn},
    outlooks={HeldShot: priced_by(held_shot_terms)},
)
