"""Dig In: a unit that has not moved has more Defense Points until its player's next turn."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from ....base.battlefield import describe, enemies_of, living_of
from ....base.modifiers import added_to_defense
from ....base.odds import chance_to_hit
from ....base.target_declaration import has_a_shot, may_target
from ..card_workings import Working, modifier_of, with_card
from ..chapter import EFFECT_CARDS
from ..effect_cards import DIG_IN, HAS_MOVED
from ..stakes import stake


@rule("mbb.card.scenario")
def _at_rest(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own units on the ground that have not moved this turn."""
    return [unit.id for unit in living_of(state, seat) if HAS_MOVED not in unit.marks]


@added_to_defense.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "mbb.mod.stack")
def defense_dug_in(state: State, target: Unit, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Defense Points that a card gives."""
    return found + modifier_of(target, DIG_IN, "defense_points")


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    """How much less the enemies who see a unit destroy of it."""
    there, dug_in = with_card(state, DIG_IN, unit), state.units[unit]
    seers = [enemy.id for enemy in enemies_of(state, seat) if has_a_shot(state, enemy, dug_in)]
    return sum(stake(state, enemy, unit) - stake(there, enemy, unit) for enemy in seers)


@rule("mbb.card.scenario")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    """The likeliest shot at it that an enemy could make from where it stands now."""
    after = with_card(state, "dig_in", unit)
    able = [each.id for each in enemies_of(state, state.units[unit].seat) if may_target(state, each, unit) is None]
    worst = max(((chance_to_hit(state, each, unit), each) for each in able), default=(0.0, ""))
    if not worst[0]:
        return ()
    return (Weighed(f"Hit by {describe(state, worst[1])}", worst[0], chance_to_hit(after, worst[1], unit)),)


CARD = Working(
    DIG_IN,
    _at_rest,
    _worth,
    liked=5,
    changes=_changes,
    until="next_turn",
    said="has {value:+d} Defense Points until its player's next turn",
)
