"""Currents: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from brickfield.games.battle_of_the_sea.chapters.currents import shown
from brickfield.games.battle_of_the_sea.chapters.currents.chapter import CURRENTS
from brickfield.games.battle_of_the_sea.chapters.currents.currents import Anchor, Currents
from brickfield.games.battle_of_the_sea.chapters.currents.mind import drawn, priced_anchor, suggested
from brickfield.games.battle_of_the_sea.mind.by_decision import first

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
