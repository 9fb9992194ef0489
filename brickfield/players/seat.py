"""A bot at the table: it gets its view, imagines the table from it, and answers. It sees what its seat may see."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from brickfield.core.asking.offers import Path
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Judge, Pricing
from brickfield.core.late import resting
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.views import View, imagine
from brickfield.players import plan
from brickfield.players.winning import wins_now

if TYPE_CHECKING:
    from brickfield.players.levels import Level


class Player(Protocol):
    """Anybody who answers for a seat from its view alone."""

    level: str

    def decide(self, match: Match, view: View) -> Any:
        """The answer to the question of the view."""
        ...

    def wants_draw(self, match: Match, seen: View, seat: int, offered: bool) -> bool:
        """Whether a draw is welcome, by what a spectator sees; `offered`: the people at the table offer one."""
        ...

    def gives_up(self, match: Match, seen: View, seat: int) -> bool:
        """Whether the seat can do nothing any more and strikes its flag, by what a spectator sees."""
        ...


# How many suggestions are weighed at most, and how many in between: any army is thought about in bounded time.
_MOST_WEIGHED, _MOST_REFINED = 160, 6_000
# How often a plan is gone through with everybody where it takes him.
_SETTLED = 2


def weighed(level: Level, state: State, seat: int) -> int:
    """How many suggestions a level weighs for a seat: so many for each unit, and fewer for each of very many."""
    return 1 + min(_MOST_WEIGHED, level.candidates * _units(state, seat))


def refined(level: Level, state: State, seat: int) -> int:
    """How many refinements a level looks at, answers that lie between those; fewer where each takes longer."""
    extra = level.extra_candidates.get(state.match.game.id, 0) * _units(state, seat)
    return round(min(_MOST_REFINED, extra) / state.match.game.relative_cost(state)) if extra else 0


def _units(state: State, seat: int) -> int:
    return max(1, sum(unit.seat == seat for unit in state.units.values()))


class KeptPlan(NamedTuple):
    """The rest of a plan: the question it answers, what it was made for, and its orders with what they came to.

    One that was made for nothing in particular is gone on with in its order as long as the rules allow it.
    """

    kind: str
    seen: tuple[Any, ...] | None
    orders: list[tuple[Any, Any]]


class BotSeat:
    """A bot of one level. Between questions it keeps its seed, the rest of its plan and a count of its mistakes."""

    def __init__(self, level: Level, seed: int | str) -> None:
        self.level = level.id
        self.illegal_answers = 0
        self._level = level
        self._seed = str(seed)
        # how many suggestions it has weighed so far; those it weighed last, and how many of them are no refinements;
        # the plan that it made of them, and what is left of it
        self.evaluations = 0
        self.weighed: tuple[list[Suggestion], Pricing] | None = None
        self.rough = 0
        self.whole: list[int] = []
        self.kept: KeptPlan | None = None
        # whether it looks if it can win at once; who plays on in somebody's head need not
        self.sees_victory, self.won = level.plans, False

    def decide(self, match: Match, view: View) -> Any:
        """Think about the imagined table; an answer the rules refuse is a fault, and the safe one is given instead."""
        decision = view.decision
        if decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        return self.answer(imagine(view, match), decision, self._chance(view))

    def answer(self, state: State, decision: Decision, rng: random.Random) -> Any:
        """What it thinks of, or the safe answer where the rules refuse that."""
        answer = self.think(state, decision, rng)
        if decision.validate(state, answer) is None:
            return answer
        self.illegal_answers += 1
        return decision.suggest(state, 1)[0].answer

    def wants_draw(self, match: Match, seen: View, seat: int, offered: bool) -> bool:
        """Whether a draw is welcome: when one is offered to a bot clearly behind, or when only the count is left.

        `seen` is what a spectator sees, so that the answer tells nothing of what the bot holds.
        """
        judge: Judge | None = match.game.judge
        if judge is None:
            return False
        standing = judge.standing(imagine(seen, match), seat)
        if standing.dead:
            return standing.own <= standing.others
        return offered and standing.chance < self._level.draw_below

    def gives_up(self, match: Match, seen: View, seat: int) -> bool:
        """Whether nothing is left to do but to be shot at: then the flag is struck."""
        judge: Judge | None = match.game.judge
        return judge is not None and judge.standing(imagine(seen, match), seat).helpless

    def _chance(self, view: View) -> random.Random:
        """This question's own stream of chance, apart from all others and from the dice."""
        text = f"{self._seed}/{view.seat}/{view.version}".encode("utf-8", "surrogatepass")
        return random.Random(int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()))

    def think(self, state: State, decision: Decision, rng: random.Random) -> Any:
        """An answer by the judgement of the game, on a table as it is imagined."""
        level = self._level
        judge = state.match.game.judge
        if not level.candidates or judge is None:
            return decision.sample(state, rng)
        self.won = False
        answer = self._without_weighing(state, decision, rng)
        if answer is not None:
            return answer
        suggestions, outlook = self.weigh(state, decision)
        if self.sees_victory and (won := wins_now(state, decision, suggestions)) is not None:
            self.won = True
            return won.answer
        if is_one_answer(outlook):
            number = self._one_answer(state, decision, outlook, rng)
            if level.keep_plan:
                self._go_on(decision, then_of(outlook, number))
            return suggestions[number].answer
        if level.passes:
            self.whole = plan.in_order(outlook, self.planned(suggestions, outlook))
            orders = [suggestions[number].answer for number in self.whole]
            return self.follow(state, decision, orders) if orders else suggestions[0].answer
        return suggestions[
            plan.one_by_one(outlook, level.temperature_by_kind.get(decision.kind, level.temperature), rng) or 0
        ].answer

    def _without_weighing(self, state: State, decision: Decision, rng: random.Random) -> Any:
        """An order of its plan, something it overlooks, or a habit; None where it has to think."""
        level = self._level
        planned = self._as_planned(state, decision)
        if planned is not None:
            return planned
        if level.overlooks and (left := self._overlooked(state, decision, rng.random())) is not None:
            return left
        habit = level.fixed_first.get(decision.kind)
        if habit is not None and (first := decision.suggest(state, 1)[0]).kind == habit:
            return first.answer
        return None

    def _overlooked(self, state: State, decision: Decision, chance: float) -> Any:
        """What somebody answers who overlooks what could be done: no shot, an action given away, a unit that stays.
        None where it is seen, and where something must be done."""
        game = state.match.game.id
        moves = isinstance(decision.ask(state).offer, Path)
        often = (self._level.lingers if moves else self._level.overlooks).get(game, 0.0)
        idle = resting(state, decision) if chance < often else None
        if idle is None:
            return None
        return decision.suggest(state, 1)[0].answer if moves else decision.read(idle.answer)

    def weigh(self, state: State, decision: Decision) -> tuple[list[Suggestion], Pricing]:
        """The suggestions of a question with what they are worth; each of them counts as an evaluation."""
        found = decision.suggest(state, weighed(self._level, state, decision.seat))
        between = refined(self._level, state, decision.seat)
        suggestions, self.rough = [*found, *(decision.refinements(state, between) if between else ())], len(found)
        self.evaluations += len(suggestions)
        self.weighed = suggestions, state.match.game.judge.outlook(state, decision, suggestions, self._level.weights)
        return self.weighed

    def planned(self, suggestions: Sequence[Suggestion], outlook: Pricing, settled: bool = True) -> list[int]:
        """A plan for all units; where there is something between the suggestions, it is gone through with that as well,
        and then, if it is to be `settled`, with everybody where the plan takes him."""
        kinds = [each.kind for each in suggestions[: self.rough]]
        whole = plan.together(self.roughly(outlook), kinds, self._level.passes)
        if self.rough == len(suggestions):
            return whole
        whole = plan.polished(outlook, whole, self._level.passes)
        return plan.settled(outlook, whole, _SETTLED) if settled else whole

    def roughly(self, outlook: Pricing) -> plan.RoughOutlook:
        """An outlook without refinements."""
        return plan.RoughOutlook(outlook, self.rough)

    def follow(self, state: State, decision: Decision, orders: Sequence[Any]) -> Any:
        """The first order of a plan; the others are kept for the next questions, as the rules work them out now."""
        rest = [(order, decision.settle(state, order)) for order in orders[1:]]
        self.kept = KeptPlan(decision.kind, _surroundings(state, decision.seat), rest)
        return orders[0]

    def _go_on(self, decision: Decision, then: Sequence[Any]) -> None:
        """Give these answers to the next questions of this kind without another thought."""
        if then:
            self.kept = KeptPlan(decision.kind, None, [(order, None) for order in then])

    def _as_meant(self, state: State, decision: Decision, kept: KeptPlan) -> Any:
        (order, _), *rest = kept.orders
        if decision.validate(state, order) is not None:
            return None
        self.kept = kept._replace(orders=rest) if rest else None
        return order

    def _as_planned(self, state: State, decision: Decision) -> Any:
        """The next order of the plan that still means what it meant, while nothing of the enemy has changed.

        What did not hold when its turn came may hold later: a friend in the way has driven on.
        """
        kept = self.kept
        if kept is None or kept.kind != decision.kind:
            return None
        self.kept = None
        if kept.seen is None:
            return self._as_meant(state, decision, kept)
        if kept.seen != _surroundings(state, decision.seat):
            return None
        for place, (order, settled) in enumerate(kept.orders):
            if decision.settle(state, order) == settled:
                self.kept = kept._replace(orders=[*kept.orders[:place], *kept.orders[place + 1 :]])
                return order
        return None

    def _one_answer(self, state: State, decision: Decision, outlook: Pricing, rng: random.Random) -> int:
        """One of several whole answers. A whim may take a worse one, but never doing nothing where doing helps.

        Where a level is said to choose among the few best, however many worse ones there are lead nobody astray.
        """
        values = {number: outlook.value((number,)) for number in outlook.groups[0]}
        whim = self._level.temperature_by_kind.get(decision.kind)
        if whim is not None:
            return list(values)[plan.pick(list(values.values()), whim, rng)]
        helpful = [number for number, value in values.items() if value > values[0]] or [0]
        temperature, slips = self._level.answer_temperature, self._level.top_k_noise.get(state.match.game.id)
        if slips is not None:
            temperature = slips.temperature
            helpful = sorted(helpful, key=lambda number: -values[number])[: slips.among]
        return helpful[plan.pick([values[number] for number in helpful], temperature, rng)]


def then_of(outlook: Pricing, number: int) -> Sequence[Any]:
    """The answers to the next questions of its kind that a suggestion was priced with, if the game says so."""
    then: Sequence[Sequence[Any]] = getattr(outlook, "then", ())
    return then[number] if then else ()


def is_one_answer(outlook: Pricing) -> bool:
    """Whether the suggestions exclude each other, the safe one among them; else they are orders for several units."""
    return len(outlook.groups) == 1 and 0 in outlook.groups[0]


def _surroundings(state: State, seat: int) -> tuple[Any, ...]:
    """What a plan was made for: everything on the table that is not the seat's own, and the facts."""
    return (
        tuple(unit for unit in state.units.values() if unit.seat != seat),
        tuple(state.tokens.values()),
        dict(state.facts),
    )
