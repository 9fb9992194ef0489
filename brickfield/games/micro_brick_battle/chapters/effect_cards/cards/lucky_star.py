"""Lucky Star: the dice that were just thrown are thrown again."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Weighed
from brickfield.core.board import FLYING
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ....base.unit_stats import flat_chance
from ...airplanes.targeting_airplanes import is_flying
from ..card_workings import Working
from ..effect_cards import LUCK
from ..stakes import HIT, chance_of_this, stake


@rule("mbb.card.scenario")
def _who_threw(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Who has thrown the two dice; the colour die is one die, and is thrown by ground units at each other."""
    shooter, target = about[:2]
    in_the_air = state.units[shooter].status == FLYING or is_flying(state, target)
    return [shooter] if in_the_air or flat_chance(state, seat) is None else []


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    """A throw that has done what it was thrown for is left alone."""
    return 0.0 if decision.hit else stake(state, unit, decision.about[1])


@rule("mbb.card.scenario")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    """What was thrown has told or has not; the second throw counts, for better or worse."""
    return (Weighed(HIT, float(decision.hit), chance_of_this(state, unit, decision.about[1])),)


CARD = Working(
    LUCK,
    _who_threw,
    _worth,
    liked=1,
    changes=_changes,
    said="throws both dice again",
    over="the first throw counts no more",
)
