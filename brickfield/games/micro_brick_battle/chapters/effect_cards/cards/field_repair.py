"""Field Repair: a wreck lives again where it lies."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.asking.offers import Weighed
from brickfield.core.board import WRECK
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from ....base.battlefield import card_of, living_of
from ....base.losses import wreck_hit
from ....base.unit_cards import printed_cost
from ....base.winning import note_progress
from ...special_units.special_units import LEADERLESS
from ..card_workings import Play, Working
from ..effect_cards import HAS_SHOT, LOST_IN, EffectCard, effect_cards


@rule("mbb.card.scenario", "inf.geometry.cards")
def _lately_lost(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own wrecks on the table that cost no more, lost in this round or the one before; no airplanes."""
    card, now = effect_cards()["repair"], int(state.facts.get("round", 0))
    wrecks = [unit for unit in state.units.values() if unit.seat == seat and unit.status == WRECK]
    return [
        unit.id
        for unit in wrecks
        if not card_of(state, unit.id).is_airplane
        and printed_cost(card_of(state, unit.id)) <= card.value
        and now - unit.marks.get(LOST_IN, -now) <= card.rounds
    ]


@rule("mbb.card.scenario", "mbb.win.deadlock", "mbb.cmd.death")
def repair(t: Table, card: EffectCard, play: Play) -> None:
    """A wreck lives again where it lies. Nobody acts any more this turn but a commander, and that ability is gone."""
    unit = play.units[0]
    wreck_hit(t, unit)
    t.emit(happened.UnitRestored(unit=unit, clause=card.clause))
    if card_of(t, unit).commander:
        t.emit(happened.UnitMarked(unit=unit, mark=LEADERLESS, value=1, clause="mbb.cmd.death"))
    if HAS_SHOT in t.units[unit].marks:
        t.emit(happened.UnitMarked(unit=unit, mark=HAS_SHOT, value=0, clause=card.clause))
    note_progress(t)


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    return float(card_of(state, unit).rc)


@rule("mbb.card.scenario")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    fighting = len(living_of(state, decision.seat))
    return (Weighed("Units fighting", fighting, fighting + 1, percent=False),)


CARD = Working("repair", _lately_lost, _worth, liked=4, effect=repair, changes=_changes)
