"""Notes for Hold Fire: what a note is worth, and the turn of a Mech that does nothing but wait for somebody."""

from __future__ import annotations

from ..base.measures import measures
from ..base.record_sheet import DONE, number
from ..chapters.hold_fire.hold_fire import HoldFire
from .judgement_plans import FUTILE, IDLE, Plan, Turn
from .judgement_sights import Viewpoint

# An enemy passes through more ranges than the one it stops in.
_PASSING = 1.3


def holding(turn: Turn, note: HoldFire) -> Plan:
    """Hold fire: the shot at an enemy that walks into what is noted, while the Mech cools down. A note that nobody can
    walk into this round is a turn without any effect."""
    terms = turn.exposure.terms(turn.here, max(0, turn.heat - measures().hold_cooling))
    terms["held"] = noted(turn, note)
    if terms["held"] < FUTILE and turn.may_idle and not turn.heat and turn.gets_nowhere(turn.here, False):
        terms["idle"] = -IDLE * turn.places.quiet
    return Plan(note, "H", turn.here, "", terms, turn.total(terms))


def is_promising(turn: Turn, note: HoldFire) -> bool:
    """Whether anybody can be expected to walk into what is noted."""
    return noted(turn, note) >= FUTILE


def noted(turn: Turn, note: HoldFire, but: str = "") -> float:
    """What a note is worth: the best shot that it may bring, at anybody but one."""
    return max((_entering(turn, foe, note) for foe in turn.view.fighters if foe.unit.id != but), default=0.0)


def _entering(turn: Turn, foe: Viewpoint, note: HoldFire) -> float:
    """What a held shot at one enemy is worth: its points where it would enter, by how likely it is to."""
    if number(foe.unit, DONE):
        return 0.0
    sights, here = turn.view.sights, Viewpoint(turn.state, turn.unit)
    now = sights.line(here, foe)
    there = [sights.line(here, each) for each in turn.view.reach(foe)[1:]]
    lines = [line for line in there if line is not None and (line.band, line.arc) == (note.range, note.arc)]
    if not lines or (now is not None and (now.band, now.arc) == (note.range, note.arc)):
        return 0.0
    points = sum(sights.points(line, foe.unit, turn.heat) for line in lines) / len(lines)
    return points * min(1.0, _PASSING * len(lines) / len(there))
