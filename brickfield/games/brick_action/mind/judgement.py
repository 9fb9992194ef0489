"""Judgement: what a table is worth to a seat, in points of army cost, and what its next answers would make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any

from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.judging import AnswersOutlook, Outlook, Score, Standing, Term, Weights, by_value
from brickfield.core.state import State
from brickfield.games.brick_action.mind.prices import Terms, order_terms
from brickfield.games.brick_action.mind.prospects import combat_points, side_worth, unit_worth
from brickfield.games.brick_action.rules.attack import MaySaveSix
from brickfield.games.brick_action.rules.battlefield import SUPPRESSED, living, number
from brickfield.games.brick_action.rules.casualties import ChooseLosses, worth
from brickfield.games.brick_action.rules.close_combat import MayFightOn
from brickfield.games.brick_action.rules.prone import MayDrop, has_officer
from brickfield.games.brick_action.rules.reactive_movement import Pursue
from brickfield.games.brick_action.rules.responses import ReactToMove, Respond
from brickfield.games.brick_action.rules.take_action import TakeAction

# Points that make a battle nearly won; what a suppressed unit lacks; a save against a six, lying down under fire.
_SWING, _PINNED, _SIX, _DOWN = 90.0, 0.2, 4.0, 2.0

# Why a term matters, in clauses.
CLAUSES: Mapping[str, tuple[str, ...]] = {
    "models": ("ba.obj.eliminate",),
    "kills": ("ba.attack.hit4",),
    "melee": ("ba.cc.total",),
    "items": ("ba.single.joint",),
    "prospect": ("ba.attack.declare",),
    "exposure": ("ba.cover.hard.save",),
    "reactions": ("ba.reactive.dice",),
    "rally": ("ba.rally.roll",),
    "hold": ("ba.hold.full",),
    "smoke": ("ba.weapon.smoke.effect",),
    "closing": ("ba.move.rate",),
    "goal": ("ba.obj.capture",),
    "pace": ("ba.move.crawl",),
}

Price = Callable[[State, Any, Any], Terms]


def value(state: State, seat: int) -> Score:
    """The own models against theirs; a suppressed unit counts for less."""
    own, others = side_worth(state, seat)
    pinned = sum(
        unit_worth(state, unit) * (-_PINNED if state.match.allied(unit.seat, seat) else _PINNED)
        for unit in living(state)
        if number(unit, SUPPRESSED)
    )
    return Score((Term("models", own - others + pinned, "models", CLAUSES["models"]),))


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
    """One die at a unit that moves: a third of a mini."""
    if isinstance(answer, React):
        return {}
    mover = state.units[decision.mover]
    return {"kills": unit_worth(state, mover) / max(1, len(mover.standing)) / 3}


def _respond(state: State, decision: Decision, answer: Any) -> Terms:
    """What is held back is worth what the same order is worth in one's own turn."""
    return {} if isinstance(answer, React) else order_terms(state, answer)


def _drop(state: State, decision: MayDrop, answer: Any) -> Terms:
    """Lying down saves minis now; who cannot rise freely pays for it later."""
    if not answer.yes:
        return {}
    return {"exposure": _DOWN} if has_officer(state.units[decision.unit]) else {"exposure": _DOWN, "pace": -_DOWN / 2}


PRICES: dict[type[Decision], Price] = {
    ReactToMove: _react,
    Respond: _respond,
    Pursue: _respond,
    MayDrop: _drop,
    TakeAction: lambda state, decision, answer: order_terms(state, answer),
    ChooseLosses: _losses,
    MayFightOn: _fight_on,
    MaySaveSix: _save_six,
}


def written(terms: Terms, weights: Weights) -> Score:
    """Terms as a judgement that can be explained."""
    told = [Term(name, amount, name, CLAUSES.get(name, ())) for name, amount in terms.items() if amount]
    return Score(tuple(told)).weighed(weights)


class ActionJudge:
    """The judgement of this game. Answers to a decision without a price are tried out."""

    def value(self, state: State, seat: int) -> Score:
        """How the table stands for a seat."""
        return value(state, seat)

    def standing(self, state: State, seat: int) -> Standing:
        """What the sides have left."""
        own, others = side_worth(state, seat)
        return Standing(own, others)

    def outlook(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Outlook:
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
