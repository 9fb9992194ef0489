"""Special Ammunition: a shot that comes up has more Attack Points."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from ....base.modifiers import added_to_attack
from ....base.unit_stats import flat_chance
from ...airplanes.targeting_airplanes import is_flying, main_gun_reaches
from ..card_workings import Working, modifier_of, with_card
from ..chapter import EFFECT_CARDS
from ..effect_cards import AMMUNITION
from ..stakes import HIT, chance_of_this, stake


@rule("mbb.card.scenario", "mbb.vt.clamp.ap")
def _rolling_by_the_table(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """A shot that asks for Attack Points: no bomb, no small arms, no shot at terrain, no colour die."""
    shooter, target, *weapon = about
    if weapon:
        return [shooter] if weapon[0] != "bomb" else []
    if target not in state.units:
        return []
    if is_flying(state, target):
        able = main_gun_reaches(state, state.units[shooter], state.units[target])
        return [shooter] if able else []
    return [shooter] if flat_chance(state, seat) is None else []


@added_to_attack.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "mbb.mod.stack")
def attack_of_the_round(state: State, shooter: Unit, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Attack Points that a card gives to a shot."""
    return found + modifier_of(shooter, AMMUNITION, "attack_points")


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    """How much more the shot that comes up destroys."""
    target = decision.about[1]
    return stake(with_card(state, AMMUNITION, unit), unit, target) - stake(state, unit, target)


@rule("mbb.card.scenario")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    target = decision.about[1]
    after = with_card(state, "ap_round", unit)
    return (Weighed(HIT, chance_of_this(state, unit, target), chance_of_this(after, unit, target)),)


CARD = Working(
    AMMUNITION,
    _rolling_by_the_table,
    _worth,
    liked=3,
    changes=_changes,
    said="has {value:+d} Attack Points for this shot",
)
