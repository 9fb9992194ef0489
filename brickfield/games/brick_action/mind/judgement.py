"""Judgement: what a table is worth to a seat, in points of army cost, and what its next answers would make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from brickfield.core.adding import added
from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.judging.judging import (
    BattleStanding,
    Judge,
    Outlooks,
    PricedAnswers,
    Pricing,
    Terms,
    Weights,
    as_chance,
    weighed,
)
from brickfield.core.state import State
from ..base.battlefield import ACTIONS, SUPPRESSED, living, number
from ..base.casualties import ChooseLosses, worth
from ..base.close_combat.close_combat import MayFightOn
from ..base.firing.attack import MaySaveSix
from ..base.firing.shots import Manner, Shot, shot_of
from ..base.moving.arrival import DeclareCorner
from ..base.prone import MayDrop
from ..base.reactions.responses import ReactToMove
from ..chapters.vehicles.vehicles import class_of
from .odds import win_chance
from .prices import declared_terms, drop_terms, missed_attacks, order_terms
from .prospects import combat_points, points_of, side_worth, unit_worth

# What a suppressed unit lacks; a save against a six; the faces of a die; what one die of a vehicle takes of a mini.
_PINNED, _SIX, _FACES, _BY_GUN = 0.2, 4.0, 6, 0.33


class ActionJudge(Judge):
    """The judgement of this game. Answers to a decision without a price are tried out."""

    swing = 125.0

    def value(self, state: State, seat: int) -> Terms:
        """The own models against theirs; a suppressed unit counts for less."""
        own, others = side_worth(state, seat)
        pinned = added(
            unit_worth(state, unit) * (-_PINNED if state.match.allied(unit.seat, seat) else _PINNED)
            for unit in living(state)
            if number(unit, SUPPRESSED)
        )
        return {"models": own - others + pinned}

    def standing(self, state: State, seat: int) -> BattleStanding:
        """What the sides have left, and the chance to win with it."""
        own, others = side_worth(state, seat)
        return BattleStanding(own, others, odds=win_chance(state, seat))


JUDGE = ActionJudge()


def priced(price: Callable[[State, Any, Any], Terms]) -> Outlooks:
    """The outlook of a decision whose answers exclude each other, each priced by what it changes."""

    def outlook(state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        base = JUDGE.value(state, decision.seat)["models"]
        gains = [weighed(price(state, decision, each.answer), weights) for each in suggestions]
        return PricedAnswers([as_chance(2.0 * (base + gain) / JUDGE.swing) for gain in gains])

    return outlook


def losses(state: State, decision: ChooseLosses, answer: Any) -> Terms:
    """The cheapest minis go first."""
    lost = [each for each in state.units[decision.unit].standing if each.id in answer.figures]
    return {"models": -float(sum(worth(each) for each in lost))}


def fight_on(state: State, decision: MayFightOn, answer: Any) -> Terms:
    """Another round is worth what the first was."""
    if not answer.yes:
        return {}
    return {"melee": combat_points(state, state.units[decision.unit], state.units[decision.target])}


def save_six(state: State, decision: MaySaveSix, answer: Any) -> Terms:
    """A mini saved now is worth more than one later."""
    return {"models": _SIX} if isinstance(answer, React) and answer.yes else {}


def react(state: State, decision: ReactToMove, answer: Any) -> Terms:
    """One die at a unit that moves, as it stands there; at a vehicle it is worth a little."""
    if isinstance(answer, React):
        return {}
    mover, unit = state.units[decision.mover], state.units[answer.unit]
    if not mover.squad:
        # a six hurts it, nothing else does
        return {"kills": unit_worth(state, mover) / class_of(state, mover).damage_points / _FACES}
    if not unit.squad:
        return {"kills": _BY_GUN * unit_worth(state, mover) / max(1, len(mover.standing))}
    shot = shot_of(state, unit, mover, Manner(reactive=True))
    return {"kills": points_of(state, mover, shot)} if isinstance(shot, Shot) else {}


def respond(state: State, decision: Decision, answer: Any) -> Terms:
    """What is held back is worth what the same order is worth in one's own turn; who attacks so, waits a turn then."""
    if isinstance(answer, React):
        return {}
    terms = dict(order_terms(state, answer))
    if hasattr(answer, "target"):
        terms["wait"] = -missed_attacks(state, state.units[answer.unit])
    return terms


def declare(state: State, decision: DeclareCorner, answer: Any) -> Terms:
    """How a corner is best used at the end of a move."""
    return declared_terms(state, state.units[decision.unit], answer, int(state.facts.get(ACTIONS, 0)))


def drop(state: State, decision: MayDrop, answer: Any) -> Terms:
    """Lying down saves minis from this very attack; who cannot rise freely pays for it later."""
    return drop_terms(state, state.units[decision.unit], state.units[decision.attacker]) if answer.yes else {}
