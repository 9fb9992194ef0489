"""Judging: how good a table looks for a seat, as named terms in points of army cost; and what a mind is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct

from brickfield.core.adding import added

if TYPE_CHECKING:
    from brickfield.core.decisions import Decision, Suggestion
    from brickfield.core.state import State

# Points by the name of a term, and how much each term counts; a term that is not named counts once.
Terms = Mapping[str, float]
Weights = Mapping[str, float]

# No chance is surer than this many in the exponent.
_SUREST = 30.0


def as_chance(lead: float) -> float:
    """A lead, as a logarithm of odds, as a chance to win."""
    return 1.0 / (1.0 + exp(-max(-_SUREST, min(_SUREST, lead))))


def weighed(terms: Terms, weights: Weights) -> float:
    """All terms, each as heavy as the weights say."""
    return added([value * weights.get(name, 1.0) for name, value in terms.items()])


def multiplied(weights: Weights, by: Weights) -> dict[str, float]:
    """Weights, each as many times as heavy as others say; what neither names counts once."""
    return {name: weights.get(name, 1.0) * by.get(name, 1.0) for name in {*weights, *by}}


class Pricing(Protocol):
    """The suggestions of one decision, priced together: what following some of them would be worth.

    Suggestions that exclude each other (orders to one unit, ways to answer at once) form a group; a choice takes at
    most one of each group. The empty choice is the answer that changes nothing.
    """

    @property
    def groups(self) -> Sequence[Sequence[int]]:
        """Numbers of suggestions, one list for each group, in a fixed order."""
        ...

    def value(self, chosen: Sequence[int]) -> float:
        """The win chance (0 to 1) after following the suggestions of these numbers."""
        ...


class PricedAnswers:
    """Answers that exclude each other, each with its own win chance, and what it was priced to go on with."""

    def __init__(self, values: Sequence[float], then: Sequence[tuple[Any, ...]] = ()) -> None:
        self.values = values
        self.then = then
        self.groups: list[list[int]] = [list(range(len(values)))]

    def value(self, chosen: Sequence[int]) -> float:
        """The win chance after the chosen answer; nothing chosen is the first."""
        return self.values[chosen[0] if chosen else 0]


# How one decision is priced: all its suggestions together, or each answer by itself as a win chance.
Outlooks = Callable[["State", Any, Sequence["Suggestion"], Weights], Pricing]
Price = Callable[["State", Any, Any, Weights], float]


def one_by_one(price: Price) -> Outlooks:
    """The outlook of a decision whose answers exclude each other: each is priced by itself."""

    def outlook(state: State, decision: Any, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        return PricedAnswers([price(state, decision, each.answer, weights) for each in suggestions])

    return outlook


# Of a decision on which a judgement has no opinion: the safe answer will be taken.
NO_OPINION = one_by_one(lambda state, decision, answer, weights: 0.5)


class Mind(NamedTuple):
    """What bots and hints know of one sort of decision: answers worth giving (as many as are wanted, the safe one
    first), any legal answer at random, what answers would make of the table, and many more answers between those.

    What is not said here a decision does as well, by what it says of itself."""

    suggests: Callable[[State, Any, int], list[Suggestion]] | None = None
    samples: Callable[[State, Any, random.Random], Any] | None = None
    outlook: Outlooks | None = None
    refinements: Callable[[State, Any, int], list[Suggestion]] | None = None


class BattleStanding(Struct, frozen=True):
    """How a battle stands by what everybody can see: the strength of a side, that of its strongest enemies together,
    in the measure by which the game itself would count them, and whether it is `dead`: only the count is left.

    A side is `helpless` that can do nothing any more, has nothing to wait for, and loses. A game that has worked out
    the chance to win of the table as it lies gives it as `odds`."""

    own: float
    others: float
    dead: bool = False
    helpless: bool = False
    odds: float | None = None

    @property
    def chance(self) -> float:
        """The chance to win: what the game says, else twice the strength wins four times of five, and of a dead battle
        the count is all."""
        if self.odds is not None:
            return self.odds
        if self.dead:
            return 0.5 if self.own == self.others else float(self.own > self.others)
        both = self.own**2 + self.others**2
        return self.own**2 / both if both else 0.5


class Manners(Struct, frozen=True):
    """What counts as doing something in a game, for whoever counts what bots leave undone.

    `useful` are kinds of suggestions that would have helped; if none is named, any but the safe one.
    """

    useful: tuple[str, ...] = ()

    def helps(self, kind: str) -> bool:
        """Whether a suggestion of this kind would have been something done."""
        return not self.useful or kind in self.useful


class Judge(ABC):
    """A game's own judgement, used by hints and opponents alike. Of a game that says no more than what a table is worth
    all the rest follows."""

    # so many points make a battle nearly won
    swing = 100.0
    manners = Manners()

    @abstractmethod
    def value(self, state: State, seat: int) -> Terms:
        """How the table stands for a seat, in points of army cost."""

    def standing(self, state: State, seat: int) -> BattleStanding:
        """How the battle stands for a seat without what anybody hides: the measure for agreeing on a draw."""
        total = sum(self.value(state, seat).values())
        return BattleStanding(max(0.0, self.swing + total), max(0.0, self.swing - total))

    def outlook(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        """Price suggestions of a pending decision for its seat, each term counted as the weights say."""
        outlook = state.match.game.mind_of(decision).outlook or one_by_one(self.tried)
        return outlook(state, decision, suggestions, weights)

    def tried(self, state: State, decision: Decision, answer: Any, weights: Weights) -> float:
        """The price of an answer that nobody has priced: it is given on the imagined table, and what it leads to, up to
        the next question or throw, is judged."""
        from brickfield.core.play import give
        from brickfield.core.refusal import Refusal

        led = give(state, decision, answer)
        terms = self.value(state if isinstance(led, Refusal) else led.state, decision.seat)
        return as_chance(2.0 * weighed(terms, weights) / self.swing)
