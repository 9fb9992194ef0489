"""Rapid Fire: a unit that has shot shoots once more."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ....base.battlefield import card_of, describe, enemies_of, living_of
from ....base.odds import chance_to_hit
from ....base.target_declaration import has_a_shot, may_target
from ....base.unit_stats import fires_over, holds_all_fire
from ..card_workings import Working
from ..chapter import EFFECT_CARDS
from ..effect_cards import HAS_SHOT, RAPID_FIRE, SECOND_SHOT
from ..stakes import HIT, stake


@rule("mbb.card.scenario", "inf.geometry.cards")
def _have_shot(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own units that have shot this turn; no self-propelled guns, no artillery, no infantry."""
    able = [unit.id for unit in living_of(state, seat) if HAS_SHOT in unit.marks]
    return [unit for unit in able if not card_of(state, unit).is_infantry and not fires_over(state, unit)]


@holds_all_fire.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def waits_for_rapid_fire(state: State, unit: Unit) -> Refusal | None:
    """When a card lets one unit fire once more nobody else does."""
    if state.facts.get("phase") != RAPID_FIRE or SECOND_SHOT in unit.marks:
        return None
    if unit.seat != state.facts.get("active"):
        return None
    sentence = f"{describe(state, unit.id)} waits: only the unit that Rapid Fire was played on shoots now."
    return illegal("rapid_fire_alone", "mbb.card.scenario", sentence)


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    """The best of its shots."""
    seen = [enemy.id for enemy in enemies_of(state, seat) if has_a_shot(state, state.units[unit], enemy)]
    return max((stake(state, unit, enemy) for enemy in seen), default=0.0)


@rule("mbb.card.scenario")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    """The best of its shots as the table stands."""
    shooter = state.units[unit]
    able = [each.id for each in enemies_of(state, shooter.seat) if may_target(state, shooter, each.id) is None]
    best = max(((chance_to_hit(state, unit, each), each) for each in able), default=None)
    return (Weighed(f"{HIT} {describe(state, best[1])}", 0.0, best[0]),) if best is not None else ()


CARD = Working(SECOND_SHOT, _have_shot, _worth, liked=2, changes=_changes, said="may shoot once more")
