"""Recon Flight: in a phase the own guns fire as if everything off the hills were spotted."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from ....base.battlefield import living_of
from ....base.unit_stats import fires_over
from ...special_units.spotters import guns_need_no_spotter
from ..card_workings import Play, Working
from ..chapter import EFFECT_CARDS
from ..effect_cards import RECON, EffectCard
from ..stakes import elsewhere


@rule("mbb.card.scenario")
def _own_guns(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    return [""] if any(fires_over(state, unit.id) for unit in living_of(state, seat)) else []


@rule("mbb.card.scenario")
def recon(t: Table, card: EffectCard, play: Play) -> None:
    """In this phase everything on the ground but what is on a hill is as good as spotted for the own guns."""
    t.emit(happened.FactChanged(name=RECON, value=play.seat, clause=card.clause))


@guns_need_no_spotter.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def all_is_spotted(state: State, seat: int, before: bool) -> bool:
    """The guns of the player fire in this phase as if everything were spotted."""
    return before or state.facts.get(RECON, -1) == seat


CARD = Working(
    "recon",
    _own_guns,
    elsewhere,
    liked=11,
    effect=recon,
    facts={
        RECON: (
            "{whose} guns fire in this phase as if everything off the hills were spotted.",
            "The recon flight is over.",
        )
    },
)
