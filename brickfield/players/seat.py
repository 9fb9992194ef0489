"""A bot at the table: it gets its view, imagines the table from it, and answers. It sees what its seat may see."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Any, Protocol

from brickfield.core.decisions import Decision
from brickfield.core.judging import Judge, Outlook
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.views import View, imagine
from brickfield.players import plan

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


class BotSeat:
    """A bot of one level. It keeps nothing between questions but its seed and a count of its own mistakes."""

    def __init__(self, level: Level, seed: int | str) -> None:
        self.level = level.id
        self.illegal_answers = 0
        self._level = level
        self._seed = str(seed)

    def decide(self, match: Match, view: View) -> Any:
        """Think about the imagined table; an answer the rules refuse is a fault, and the safe one is given instead."""
        decision = view.decision
        if decision is None:
            raise ValueError(f"seat {view.seat} has nothing to decide")
        state = imagine(view, match)
        answer = self._think(state, decision, self._chance(view))
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

    def _think(self, state: State, decision: Decision, rng: random.Random) -> Any:
        level = self._level
        judge = state.match.game.judge
        if not level.candidates or judge is None:
            return decision.sample(state, rng)
        habit = level.habits.get(decision.kind)
        if habit is not None and (first := decision.suggest(state, 1)[0]).kind == habit:
            return first.answer
        units = sum(unit.seat == decision.seat for unit in state.units.values())
        suggestions = decision.suggest(state, 1 + level.candidates * max(1, units))
        outlook = judge.outlook(state, decision, suggestions, level.weights)
        if len(outlook.groups) == 1 and 0 in outlook.groups[0]:
            chosen: int | None = self._one_answer(decision, outlook, rng)
        elif level.sweeps:
            chosen = plan.first_of(outlook, plan.together(outlook, [each.kind for each in suggestions], level.sweeps))
        else:
            chosen = plan.one_by_one(outlook, level.whims.get(decision.kind, level.temperature), rng)
        return suggestions[chosen or 0].answer

    def _one_answer(self, decision: Decision, outlook: Outlook, rng: random.Random) -> int:
        """One of several whole answers. A whim may take a worse one, but never doing nothing where doing helps."""
        values = {number: outlook.value((number,)) for number in outlook.groups[0]}
        whim = self._level.whims.get(decision.kind)
        if whim is not None:
            return list(values)[plan.pick(list(values.values()), whim, rng)]
        helpful = [number for number, value in values.items() if value > values[0]] or [0]
        return helpful[plan.pick([values[number] for number in helpful], self._level.answer_temperature, rng)]
