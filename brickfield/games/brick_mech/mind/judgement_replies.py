"""Replies: what it is worth to answer an attack or to fire a held shot, and what it costs beside the dice."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.decisions import React
from brickfield.core.judging.judging import Terms, Weights
from brickfield.core.state import State
from ..base.attack_action import why_it_fails
from ..base.battlefield import match_of
from ..base.destroyed_units import note_name
from ..base.modifiers import PLAIN, Manner, numbers_of
from ..base.odds import about_to_reply, attack_odds, manner_under_way
from ..base.record_sheet import ATTACKS, DONE, HEAT, HOLDING, number
from ..chapters.hold_fire.hold_fire import HeldShot, HoldFire
from ..chapters.return_fire.return_fire import heat_of_reply
from .judgement_exposure import price_of_heat
from .judgement_notes import noted
from .judgement_plans import Turn, turn_of
from .judgement_threats import threat_map

# An answer that takes fewer points than this is none: it only uses up an action.
_LEAST = 0.5
# What can be done later in the round may not be possible any more by then: who attacks goes where it is hard to hit.
_STILL = 0.45


def reply_terms(state: State, target: str, attacker_id: str, answer: React) -> Terms:
    """An answer to an attack: what it does, less the worse defense against this attack and, as far as the Mech is
    likely to live to see it, the heat, the action its own turn will lack, or the note that is thrown away."""
    if not answer.yes:
        return {}
    unit, attacker = state.units[target], state.units[attacker_id]
    replying, manner = about_to_reply(unit), manner_under_way(state)
    lives = 1.0 - attack_odds(state, attacker, replying, manner).destroys
    worse = shot_points(state, attacker, replying, manner) - shot_points(state, attacker, unit, manner)
    terms = {"kills": shot_points(state, replying, attacker, PLAIN) - _LEAST, "exposure": -worse}
    if not number(unit, DONE):
        terms["next"] = -_STILL * lives * turn_lost(state, unit)
        return terms
    hot = number(unit, HEAT)
    terms["heat"] = -lives * (price_of_heat(hot + heat_of_reply(state, unit)) - price_of_heat(hot))
    if number(unit, HOLDING):
        terms["held"] = -_STILL * lives * held_worth(state, unit)
    return terms


def turn_lost(state: State, unit: Unit) -> float:
    """How much worse the best turn of a Mech is that has made an attack, with its heat, before it begins."""
    fresh = turn_of(state, unit, {}, hasty=True)
    marks = unit.marks | {ATTACKS: number(unit, ATTACKS) + 1, HEAT: number(about_to_reply(unit), HEAT)}
    best = _best(fresh)
    return max(0.0, best - _best(Turn(state, replace(unit, marks=marks), {}, hasty=True)))


def _best(turn: Turn) -> float:
    moves = [turn.moving(way) for way in turn.ways()]
    return max([turn.standing_plan().total, *[plan.total for plan in moves if plan is not None]])


def held_worth(state: State, unit: Unit, but: str = "") -> float:
    """What a note is still worth: the best shot it may yet bring this round, at anybody but one."""
    sealed = state.sealed.get(note_name(unit.id))
    note = sealed.open() if sealed is not None else None
    if not isinstance(note, HoldFire) or unit.pose is None:
        return 0.0
    return noted(turn_of(state, unit, {}, hasty=True), note, but)


def held_shot_terms(state: State, decision: HeldShot, answer: React, weights: Weights) -> Terms:
    """A held shot: its points, less those of a better one that may still come; afterwards the note is gone."""
    if not answer.yes:
        return {}
    one, other = state.units[decision.holder], state.units[decision.mover]
    better = held_worth(state, one, but=other.id)
    return {"kills": shot_points(state, one, other, PLAIN) - _LEAST, "held": -_STILL * better}


def shot_points(state: State, attacker: Unit, target: Unit, manner: Manner) -> float:
    """What an attack is worth whose dice are about to fall, by the numbers of the rule itself."""
    if why_it_fails(state, attacker, target) is not None:
        return 0.0
    sights = threat_map(state, match_of(state).sides[attacker.seat]).sights
    return sights.worth_of(numbers_of(state, attacker, target, manner), target, bool(manner.location))
