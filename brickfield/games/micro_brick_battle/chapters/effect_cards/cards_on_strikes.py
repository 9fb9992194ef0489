"""Effect cards on the attack of an airplane: before it, on its dice, and when it is over."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.table import Table
from ...base.battlefield import describe
from ..airplanes.airplane_phase import AirplanePhase, strike_over
from .cards_on_shots import lucky_moment, thrown_again
from .chapter import EFFECT_CARDS
from .effect_cards import AMMUNITION, wear_off
from .playing_cards import card_moment


@step(AirplanePhase, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario")
def special_ammunition(phase: AirplanePhase, t: Table) -> Any:
    """A shot of machine guns or a missile that comes up may have a card; a bomb asks for no Attack Points."""
    order = phase.strike
    told = f"{describe(t, order.unit)} is about to attack {describe(t, order.target)}."
    return card_moment(t, phase.seat, "shot", (order.unit, order.target, order.weapon), told)


@step(AirplanePhase, EFFECT_CARDS)
@rule("mbb.card.timing")
def lucky_star(phase: AirplanePhase, t: Table) -> Any:
    """Right after the roll, before anything comes of it."""
    order = phase.strike
    if not phase.faces:
        return None
    return lucky_moment(t, order.unit, order.target, sum(phase.faces[0]), phase.numbers(t).needed)


@step(AirplanePhase, EFFECT_CARDS)
@rule("mbb.card.scenario")
def throw_again(phase: AirplanePhase, t: Table) -> Any:
    """Both dice, if a card says so."""
    return thrown_again(t, phase.strike.unit, phase.faces)


@strike_over.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def ammunition_is_spent(t: Table, seat: int) -> None:
    """The ammunition of a card was for this attack."""
    wear_off(t, seat, (AMMUNITION,))
