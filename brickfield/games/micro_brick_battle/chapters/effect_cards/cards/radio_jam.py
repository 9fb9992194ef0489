"""Radio Jam: in a phase nobody spots for the guns of an enemy."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from ....base.battlefield import living_of
from ....base.unit_stats import fires_over
from ...special_units.spotters import spotters_are_jammed
from ..card_workings import Play, Working
from ..chapter import EFFECT_CARDS
from ..effect_cards import RADIO, EffectCard
from ..stakes import elsewhere


@rule("mbb.card.scenario")
def _enemy_guns(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Something to jam: guns of the player who declares, while no other card has done it."""
    active = int(state.facts.get("active", -1))
    if active < 0 or state.match.allied(active, seat) or spotters_are_jammed(state, active):
        return []
    return [""] if any(fires_over(state, unit.id) for unit in living_of(state, active)) else []


@rule("mbb.card.scenario")
def radio(t: Table, card: EffectCard, play: Play) -> None:
    """In this phase nobody spots for the guns of the player whose turn it is."""
    t.emit(happened.FactChanged(name=RADIO, value=t.facts["active"], clause=card.clause))


@spotters_are_jammed.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def radio_is_jammed(state: State, seat: int, before: bool) -> bool:
    """Nobody may spot for the guns of the player in this phase."""
    return before or state.facts.get(RADIO, -1) == seat


CARD = Working(
    "radio",
    _enemy_guns,
    elsewhere,
    liked=10,
    effect=radio,
    facts={RADIO: ("{whose} guns can use no spotter in this phase.", "The radio is free again.")},
)
