"""Hold Fire: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.hold_fire.chapter import HOLD_FIRE
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HeldShot, enters
from brickfield.games.brick_mech.chapters.hold_fire.mind import drawn, suggested
from brickfield.games.brick_mech.mind.by_decision import first
from brickfield.games.brick_mech.mind.judgement import priced_by
from brickfield.games.brick_mech.mind.judgement_replies import held_shot_terms

CONTENTS = ChapterContents(
    HOLD_FIRE,
    verbs=("hold",),
    decisions=(HeldShot,),
    windows={"enters": enters},
    suggests={HeldShot: first(suggested)},
    samples={HeldShot: drawn},
    outlooks={HeldShot: priced_by(held_shot_terms)},
)
