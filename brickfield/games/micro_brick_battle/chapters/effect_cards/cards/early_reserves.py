"""Early Reserves: reinforcements need not wait any more."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from ...reinforcements.reinforcements import enters_early, have_waited
from ...reinforcements.reinforcements import reserves as units_in_reserve
from ..card_workings import Play, Working
from ..chapter import EFFECT_CARDS
from ..effect_cards import EARLY, EffectCard
from ..stakes import elsewhere


@rule("mbb.card.scenario", "mbb.reinf.wait3")
def _waiting(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Reinforcements that may not come on yet."""
    return [""] if units_in_reserve(state, seat) and not have_waited(state, seat) else []


@rule("mbb.card.scenario")
def reserves(t: Table, card: EffectCard, play: Play) -> None:
    """The own reinforcements may come on from now on."""
    t.emit(happened.FactChanged(name=f"{EARLY}{play.seat}", value=1, clause=card.clause))


@enters_early.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def called_early(state: State, seat: int, before: bool) -> bool:
    """For the rest of the battle."""
    return before or bool(state.facts.get(f"{EARLY}{seat}", 0))


CARD = Working("reserves", _waiting, elsewhere, liked=12, effect=reserves)
