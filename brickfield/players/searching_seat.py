"""A bot that looks ahead: what its judgement would do is compared with other ideas before it is done."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from brickfield.core.decisions import Decision, Reaction, Suggestion
from brickfield.core.judging.judging import Pricing, multiplied
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.views import View, imagine
from brickfield.players import plan
from brickfield.players.playouts import Playouts, Policies, Reach, Stop, endless
from brickfield.players.search import Candidate, Search, SearchResult, SuccessiveHalving, Tell, Throws, unplayed
from brickfield.players.seat import BotSeat, is_one_answer
from brickfield.players.worlds import CommonDice, worlds

if TYPE_CHECKING:
    from brickfield.players.levels import Level

# How many other ideas are told where none is played out.
_TOLD = 6


class SearchSeat(BotSeat):
    """A bot of a level that searches. `tell` hears how far it is; `verdict` is what came of its last search, if the
    last question was worth one. With a watchdog it never thinks longer than so many times its seconds; as
    soon as `stop` says so it answers with the best it has found."""

    def __init__(self, level: Level, search: Search, policy: Level, seed: int | str, watchdog: float = 0.0) -> None:
        super().__init__(level, seed)
        self.tell: Tell | None = None
        self.stop: Stop = endless
        self.verdict: SearchResult | None = None
        # how it looks ahead, and how on the table of now
        self._search = self._now = search
        # the own side goes on as this bot would, the others as the policy says
        self._policies = Policies(replace(policy, weights=level.weights), policy)
        self._watchdog = watchdog

    def decide(self, match: Match, view: View) -> Any:
        """The answer of the judgement, or one that proves better. A plan that still holds is followed."""
        began, decision = time.monotonic(), view.decision
        if decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        state = imagine(view, match)
        self._begin(state)
        own = self.answer(state, decision, self._chance(view))
        if self.weighed is None or self.won or not self._is_worth_it(match, view, decision):
            # nothing was weighed: it goes on with its plan; or the battle is won
            return own
        ideas = self._ideas(state, decision, *self.weighed, own)
        if not ideas[1:]:
            return own
        if not self._now.rivals:
            # no time to play anything out: what its judgement promises is all there is to tell
            self.verdict = unplayed(ideas)
            return own
        try:
            self.verdict = self._compare(match, view, ideas, began)
        except Exception:
            # an imagined table may be one the rules never meant: the first thought is still there
            self.illegal_answers += 1
            return own
        chosen = self.verdict.chosen.idea
        return own if chosen is ideas[0] else self._instead(state, decision, chosen)

    def _instead(self, state: State, decision: Decision, chosen: Candidate) -> Any:
        """Another idea than the first: its plan takes the place of the old one."""
        self.kept = None
        return self.follow(state, decision, chosen.orders) if len(chosen.orders) > 1 else chosen.answer

    def _begin(self, state: State) -> None:
        """A new question: nothing is known of it."""
        self._now = self._search.scaled_down(state.match.game.relative_cost(state))
        self.verdict = self.weighed = None
        self.whole = []

    def _is_worth_it(self, match: Match, view: View, decision: Decision) -> bool:
        """Setting up is left to the judgement, and so is what must not be guessed by the enemy and what the level
        leaves to it; of a question that several are asked at once nobody can play on before all have answered."""
        left = (*self._level.temperature_by_kind, *self._level.fixed_first, *self._search.skip_kinds)
        return (
            match.game.judge is not None
            and decision.kind not in left
            and type(decision) not in match.game.setting_up
            and len(view.waiting_for) == 1
        )

    def _compare(self, match: Match, view: View, ideas: Sequence[Candidate], began: float) -> SearchResult:
        search, seed = self._now, f"{self._seed}/{view.seat}/{view.version}"
        budget = search.evaluations
        if isinstance(view.decision, Reaction):
            budget = round(budget * search.reactions)
        reach = Reach(search.turns, search.average_path, search.fair)
        playouts = Playouts(match, view.seat, self._policies, reach, seed, self._is_over(began))
        tables = worlds(view, match, search.worlds, seed)
        return SuccessiveHalving(ideas, tables, playouts, self._throws(seed)).run(search, budget, self.tell)

    def _is_over(self, began: float) -> Stop:
        """Whether its time is over, or somebody has told it to stop."""
        until = began + self._watchdog * self._now.seconds if self._watchdog else inf
        told = self.stop
        return lambda: told() or time.monotonic() > until

    def _throws(self, seed: str) -> Throws:
        """The dice of each imagined table."""
        return lambda table: CommonDice(seed, table)

    def _ideas(
        self, state: State, decision: Decision, suggestions: Sequence[Suggestion], outlook: Pricing, own: Any
    ) -> list[Candidate]:
        """The own choice, then the most promising others."""
        if is_one_answer(outlook):
            return self._answers(suggestions, outlook, own)
        return self._plans(suggestions, outlook, own, self._of_other_tempers(state, decision, suggestions, outlook))

    def _answers(self, suggestions: Sequence[Suggestion], outlook: Pricing, own: Any) -> list[Candidate]:
        """Answers that exclude each other: the best of each kind first if that is wished, then by what they promise."""
        values = {number: outlook.value((number,)) for number in outlook.groups[0]}
        ranked = sorted(values, key=lambda number: (-values[number], number))
        firsts: dict[str, int] = {}
        for number in ranked if self._now.one_per_kind_first else ():
            firsts.setdefault(suggestions[number].kind, number)
        ideas = [
            Candidate((suggestions[number],), values[number]) for number in dict.fromkeys([*firsts.values(), *ranked])
        ]
        return self._rivals(ideas, (own,))

    def _of_other_tempers(
        self, state: State, decision: Decision, suggestions: Sequence[Suggestion], outlook: Pricing
    ) -> list[list[int]]:
        """Whole plans that differ in more than an order: as a bolder or a more careful one would plan, and every unit
        doing the same."""
        found = []
        for profile in self._now.weight_profiles:
            weights = multiplied(self._level.weights, profile)
            minded = state.match.game.judge.outlook(state, decision, suggestions, weights)
            found.append(self.planned(suggestions, minded, settled=False))
        kinds = [each.kind for each in suggestions[: self.rough]]
        found += plan.scripts(self.roughly(outlook), kinds) if found else []
        return [plan.in_order(outlook, whole) for whole in found]

    def _plans(
        self, suggestions: Sequence[Suggestion], outlook: Pricing, own: Any, otherwise: Sequence[Sequence[int]]
    ) -> list[Candidate]:
        """Plans for several units: those that differ as a whole, then those that begin in different ways, by what they
        promise."""
        kinds = [each.kind for each in suggestions[: self.rough]]
        ideas = []
        begun = plan.others(self.roughly(outlook), kinds, self._level.passes, self.whole)
        for whole in dict.fromkeys(map(tuple, (self.whole, *otherwise, *begun))):
            ideas.append(Candidate(tuple([suggestions[number] for number in whole or (0,)]), outlook.value(whole)))
        kept = [order for order, _settled in self.kept.orders] if self.kept is not None else []
        return self._rivals(ideas, (own, *kept))

    def _rivals(self, ideas: Sequence[Candidate], own: tuple[Any, ...]) -> list[Candidate]:
        """The own choice before those that promise nearly as much, each once."""
        first = next((idea for idea in ideas if idea.orders == own), None)
        if first is None:
            return []
        least = first.promise - self._now.max_gap
        others = [idea for idea in ideas if idea.orders != own and idea.promise >= least]
        return [first, *others[: self._now.rivals or _TOLD]]
