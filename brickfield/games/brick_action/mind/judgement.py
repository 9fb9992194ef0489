"""Judgement: what a table is worth to a seat, in points of army cost, and what its next answers would make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any

from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.judging.judging import (
    AnswersOutlook,
    BattleStanding,
    EvaluationTerm,
    Pricing,
    Score,
    Weights,
    by_value,
)
from brickfield.core.state import State
from ..base.battlefield import ACTIONS, SUPPRESSED, living, number
from ..base.casualties import ChooseLosses, worth
from ..base.close_combat.close_combat import MayFightOn
from ..base.deployment import DeployUnit
from ..base.firing.attack import MaySaveSix
from ..base.firing.shots import Manner, Shot, shot_of
from ..base.moving.arrival import DeclareCorner
from ..base.prone import MayDrop
from ..base.reactions.reactive_movement import Pursue
from ..base.reactions.responses import ReactToMove
from ..base.take_action import TakeAction
from ..chapters.holds.responding import Respond
from ..chapters.vehicles.vehicles import class_of
from .camps import deploy_terms
from .odds import win_chance
from .prices import Terms, declared_terms, drop_terms, missed_attacks, order_terms
from .prospects import combat_points, points_of, side_worth, unit_worth

# Points that make a battle nearly won; what a suppressed unit lacks; a save against a six; the faces of a die; what one
# die of a vehicle takes of a mini.
_SWING, _PINNED, _SIX, _FACES, _BY_GUN = 125.0, 0.2, 4.0, 6, 0.33

# Why a term matters, in clauses.
CLAUSES: Mapping[str, tuple[str, ...]] = {
    "models": ("ba.obj.eliminate",),
    "kills": ("ba.attack.hit4",),
    "melee": ("ba.cc.total",),
    "items": ("ba.single.joint",),
    "prospect": ("ba.attack.declare",),
    "later": ("ba.turn.actions",),
    "exposure": ("ba.cover.hard.save",),
    "cover": ("ba.move.prone.reaction",),
    "reactions": ("ba.reactive.dice",),
    "rally": ("ba.rally.roll",),
    "wait": ("ba.hold.full",),
    "smoke": ("ba.weapon.smoke.effect",),
    "closing": ("ba.move.rate",),
    "goal": ("ba.obj.capture",),
    "pace": ("ba.move.crawl",),
    "spread": ("ba.setup.zone.depth",),
}

# Terms that are told in words of their own.
_WORDS = {"wait": "held", "goal": "objective", "models": "material", "pace": "room"}

Price = Callable[[State, Any, Any], Terms]


def value(state: State, seat: int) -> Score:
    """The own models against theirs; a suppressed unit counts for less."""
    own, others = side_worth(state, seat)
    pinned = sum(
        unit_worth(state, unit) * (-_PINNED if state.match.allied(unit.seat, seat) else _PINNED)
        for unit in living(state)
        if number(unit, SUPPRESSED)
    )
    return Score((EvaluationTerm("models", own - others + pinned, _WORDS["models"], CLAUSES["models"]),))


def _losses(state: State, decision: ChooseLosses, answer: Any) -> Terms:
    """The cheapest minis go first."""
    lost = [each for each in state.units[decision.unit].standing if each.id in answer.figures]
    return {"models": -float(sum(worth(each) for each in lost))}


def _fight_on(state: State, decision: MayFightOn, answer: Any) -> Terms:
    """Another round is worth what the first was."""
    if not answer.yes:
        return {}
    return {"melee": combat_points(state, state.units[decision.unit], state.units[decision.target])}


def _save_six(state: State, decision: MaySaveSix, answer: Any) -> Terms:
    """A mini saved now is worth more than one later."""
    return {"models": _SIX} if isinstance(answer, React) and answer.yes else {}


def _react(state: State, decision: ReactToMove, answer: Any) -> Terms:
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


def _respond(state: State, decision: Decision, answer: Any) -> Terms:
    """What is held back is worth what the same order is worth in one's own turn; who attacks so, waits a turn then."""
    if isinstance(answer, React):
        return {}
    terms = dict(order_terms(state, answer))
    if hasattr(answer, "target"):
        terms["wait"] = -missed_attacks(state, state.units[answer.unit])
    return terms


def _declare(state: State, decision: DeclareCorner, answer: Any) -> Terms:
    """How a corner is best used at the end of a move."""
    return declared_terms(state, state.units[decision.unit], answer, int(state.facts.get(ACTIONS, 0)))


def _drop(state: State, decision: MayDrop, answer: Any) -> Terms:
    """Lying down saves minis from this very attack; who cannot rise freely pays for it later."""
    return drop_terms(state, state.units[decision.unit], state.units[decision.attacker]) if answer.yes else {}


PRICES: dict[type[Decision], Price] = {
    ReactToMove: _react,
    Respond: _respond,
    Pursue: _respond,
    DeclareCorner: _declare,
    MayDrop: _drop,
    TakeAction: lambda state, decision, answer: order_terms(state, answer),
    ChooseLosses: _losses,
    MayFightOn: _fight_on,
    MaySaveSix: _save_six,
    DeployUnit: lambda state, decision, answer: deploy_terms(state, answer),
}


def written(terms: Terms, weights: Weights) -> Score:
    """Terms as a judgement that can be explained."""
    told = [
        EvaluationTerm(name, amount, _WORDS.get(name, name), CLAUSES.get(name, ()))
        for name, amount in terms.items()
        if amount
    ]
    return Score(tuple(told)).weighed(weights)


class ActionJudge:
    """The judgement of this game. Answers to a decision without a price are tried out."""

    def value(self, state: State, seat: int) -> Score:
        """How the table stands for a seat."""
        return value(state, seat)

    def standing(self, state: State, seat: int) -> BattleStanding:
        """What the sides have left, and the chance to win with it."""
        own, others = side_worth(state, seat)
        return BattleStanding(own, others, odds=win_chance(state, seat))

    def outlook(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        """Suggestions of a decision, each with its win chance and its terms."""
        price = PRICES.get(type(decision))
        if price is None:
            return by_value(value, _SWING)(state, decision, suggestions, weights)
        base = value(state, decision.seat).total
        priced = []
        for each in suggestions:
            score = written(price(state, decision, each.answer), weights)
            priced.append((1.0 / (1.0 + exp(-2.0 * (base + score.total) / _SWING)), score))
        return AnswersOutlook(priced)


JUDGE = ActionJudge()
