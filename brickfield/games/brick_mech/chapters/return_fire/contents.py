"""Return Fire: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.return_fire.chapter import RETURN_FIRE
from brickfield.games.brick_mech.chapters.return_fire.mind import drawn, priced, suggested
from brickfield.games.brick_mech.chapters.return_fire.return_fire import ReturnFire
from brickfield.games.brick_mech.mind.by_decision import first
from brickfield.games.brick_mech.mind.judgement import priced_by

CONTENTS = ChapterContents(
    RETURN_FIRE,
    decisions=(ReturnFire,),
    suggests={ReturnFire: first(suggested)},
    samples={ReturnFire: drawn},
    outlooks={ReturnFire: priced_by(priced)},
)
