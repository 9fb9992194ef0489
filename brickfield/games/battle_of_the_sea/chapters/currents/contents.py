"""Currents: what this chapter brings."""

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from ...mind.by_decision import first
from . import shown
from .chapter import CURRENTS
from .currents import Anchor, Currents
from .mind import drawn, priced_anchor, suggested

CONTENTS = ChapterContents(
    CURRENTS,
    rules=(shown,),
    groups=("current",),
    frames=(Currents,),
    decisions=(Anchor,),
    suggests={Anchor: first(suggested)},
    samples={Anchor: drawn},
    outlooks={Anchor: one_by_one(priced_anchor)},
)
