"""Judging: how good a table looks for a seat, as a sum of named terms that can be compared and explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from brickfield.core.decisions import Decision, Suggestion
    from brickfield.core.state import State

# How much each term counts, by its name; a term that is not named counts once.
Weights = Mapping[str, float]


class EvaluationTerm(Struct, frozen=True):
    """One reason why a table is good or bad: its worth, the key of the sentence that says it, and its clauses."""

    name: str
    value: float
    sentence: str
    clauses: tuple[str, ...] = ()


class Score(Struct, frozen=True):
    """A judgement: terms that add up. More is better for the seat it was made for."""

    terms: tuple[EvaluationTerm, ...] = ()

    @property
    def total(self) -> float:
        """The sum of all terms."""
        return sum(term.value for term in self.terms)

    def of(self, name: str) -> float:
        """The worth of one term; a term that was not judged is worth nothing."""
        return sum(term.value for term in self.terms if term.name == name)

    def weighed(self, weights: Weights) -> Score:
        """The same judgement by somebody to whom some terms matter more or less."""
        return Score(
            tuple(
                EvaluationTerm(term.name, term.value * weights.get(term.name, 1.0), term.sentence, term.clauses)
                for term in self.terms
            )
        )

    def diff(self, other: Score) -> tuple[EvaluationTerm, ...]:
        """What makes this better or worse than another judgement: the differing terms, the largest first."""
        words = {term.name: term for term in (*other.terms, *self.terms)}
        changes = [
            EvaluationTerm(name, self.of(name) - other.of(name), term.sentence, term.clauses)
            for name, term in words.items()
        ]
        return tuple(sorted((term for term in changes if term.value), key=lambda term: (-abs(term.value), term.name)))


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

    def score(self, chosen: Sequence[int]) -> Score:
        """The same judgement with all its terms, in points of army cost."""
        ...


class AnswersOutlook:
    """Answers that exclude each other, each with its own judgement."""

    def __init__(self, priced: Sequence[tuple[float, Score]]) -> None:
        self.priced = priced
        self.groups: list[list[int]] = [list(range(len(priced)))]

    def value(self, chosen: Sequence[int]) -> float:
        """The win chance after the chosen answer; nothing chosen is the first."""
        return self.priced[chosen[0] if chosen else 0][0]

    def score(self, chosen: Sequence[int]) -> Score:
        """The terms of the chosen answer."""
        return self.priced[chosen[0] if chosen else 0][1]


# So many points of army cost decide a battle, where a game does not say.
_SWING = 100.0

# How one decision is priced: all its suggestions together, or each answer by itself as a win chance and its terms.
Outlooks = Callable[["State", Any, Sequence["Suggestion"], Weights], Pricing]
Price = Callable[["State", Any, Any, Weights], tuple[float, Score]]


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


def multiplied(weights: Weights, by: Weights) -> dict[str, float]:
    """Weights, each as many times as heavy as others say; what neither names counts once."""
    return {name: weights.get(name, 1.0) * by.get(name, 1.0) for name in {*weights, *by}}


def one_by_one(price: Price) -> Outlooks:
    """The outlook of a decision whose answers exclude each other: each is priced by itself."""

    def outlook(state: State, decision: Any, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        return AnswersOutlook([price(state, decision, each.answer, weights) for each in suggestions])

    return outlook


def indifferent(state: State, decision: Any, answer: Any, weights: Weights) -> tuple[float, Score]:
    """An answer on which a judgement has no opinion: the safe one will be taken."""
    return 0.5, Score()


def by_value(value: Callable[[State, int], Score], swing: float = _SWING) -> Outlooks:
    """The outlook of a decision that nobody has priced: every answer is given on the imagined table, and what it leads
    to, up to the next question or throw, is judged. So many points (`swing`) make a battle nearly won."""
    from brickfield.core.play import give
    from brickfield.core.refusal import Refusal

    def price(state: State, decision: Decision, answer: Any, weights: Weights) -> tuple[float, Score]:
        led = give(state, decision, answer)
        score = value(state if isinstance(led, Refusal) else led.state, decision.seat).weighed(weights)
        return 1.0 / (1.0 + exp(-2.0 * score.total / swing)), score

    return one_by_one(price)


class ByValue:
    """The judgement of a game that says how good a table is; decisions with a price of their own stand in a table."""

    def __init__(
        self,
        value: Callable[[State, int], Score],
        swing: float,
        outlooks: Mapping[type[Decision], Outlooks] | None = None,
    ) -> None:
        self._value = value
        self._swing = swing
        self._outlooks = outlooks or {}

    def value(self, state: State, seat: int) -> Score:
        """How the table stands for a seat."""
        return self._value(state, seat)

    def standing(self, state: State, seat: int) -> BattleStanding:
        """By the same measure, set against what it would take to win."""
        total = self._value(state, seat).total
        return BattleStanding(max(0.0, self._swing + total), max(0.0, self._swing - total))

    def outlook(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        """As the table says, else by trying out."""
        outlook = self._outlooks.get(type(decision)) or by_value(self._value, self._swing)
        return outlook(state, decision, suggestions, weights)


class Manners(Struct, frozen=True):
    """What counts as doing something in a game, for whoever counts what bots leave undone.

    `useful` are kinds of suggestions that would have helped; if none is named, any but the safe one.
    """

    useful: tuple[str, ...] = ()

    def helps(self, kind: str) -> bool:
        """Whether a suggestion of this kind would have been something done."""
        return not self.useful or kind in self.useful


class Judge(Protocol):
    """A game's own judgement, used by hints, opponents and explanations alike."""

    def standing(self, state: State, seat: int) -> BattleStanding:
        """How the battle stands for a seat without what anybody hides: the measure for agreeing on a draw."""
        ...

    def value(self, state: State, seat: int) -> Score:
        """How the table stands for a seat, in points of army cost."""
        ...

    def outlook(self, state: State, decision: Decision, suggestions: Sequence[Suggestion], weights: Weights) -> Pricing:
        """Price suggestions of a pending decision for its seat, each term counted as the weights say."""
        ...
