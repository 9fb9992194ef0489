"""Simpler rules: what they are called at the table, and what of the book they leave out."""

from __future__ import annotations

from brickfield.core.shown.showing import RuleNote
from ...base.battlefield import BattleMatch
from .young_players import BASE, QUICK, YOUNG, YOUNG_HIDDEN

_TITLES = {QUICK: "Quick rules", YOUNG: "Young players", YOUNG_HIDDEN: "Young players"}
_FREE = RuleNote(
    "Turning and driving backwards cost nothing: a unit goes any way as long as its points.", "mbb.quick.move"
)
_STICK = RuleNote("A move is one straight line, as long as the measuring stick.", "mbb.young.stick")
_NO_MODIFIERS = RuleNote(
    "Cover and shots from behind change no roll. What stops the view still stops it.", "mbb.quick.no_mods"
)
_COLOUR = RuleNote("One colour die decides a shot.", "mbb.young.color_die")
_HIDDEN = RuleNote("A target that is partly hidden costs one Attack Point, however much of it is.", "mbb.young.hidden")


def simpler_rules(match: BattleMatch) -> tuple[str, tuple[RuleNote, ...]]:
    """The name of the rules where they are not those of the book, and what is different."""
    levels = set(match.options.rules_level)
    simple = levels - {BASE}
    if not simple:
        return "", ()
    title = _TITLES[next(iter(simple))] if len(levels) == 1 else "Rules of different levels"
    free = (_FREE,) if simple & {QUICK, YOUNG_HIDDEN} and match.options.quick_radius else ()
    young = (_STICK, _COLOUR) if YOUNG in simple else ()
    hidden = (_HIDDEN,) if YOUNG_HIDDEN in simple else ()
    return title, (*free, *young, *hidden, _NO_MODIFIERS)
