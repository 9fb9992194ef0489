"""Looking ahead: what a bot would do and the most promising other answers are played out on the same imagined tables
with the same dice, and its own choice stands unless another one proves better.

It knows no game. The budget is counted in evaluations (suggestions that were weighed), never in time, so that equal
views give equal answers on every machine. It goes where it matters: after each heat the worse rivals fall out, and the
next heat has twice the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from brickfield.core.adding import added
from brickfield.core.decisions import Suggestion
from brickfield.core.dice import Dice
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.players.playouts import OutOfTime, Playouts

# A smaller gain in win chance proves nothing: of ideas that come to the same the own choice is taken, because the
# judgement sees what lies beyond the last table.
_LEAST_GAIN = 0.01
# While fewer were played a rival must be worse by so much to fall out whatever its place. Tables are played in pairs.
_CLEARLY = 0.03
_PAIR = 2
# With time for fewer ideas none would be played often enough to be taken.
_FEWEST_RIVALS = 3

# Hears the share of the budget that is spent.
Tell: TypeAlias = Callable[[float], None]
# The dice of a table, by its number.
Throws: TypeAlias = Callable[[int], Dice]


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a level looks ahead; see the table of levels for each word."""

    rivals: int
    evaluations: int
    seconds: float
    margin: float
    policy: str
    tables: int = 16
    # on so many tables a rival must have been played out to be taken instead of the own choice
    min_playouts: int = 8
    # the share of the rivals that goes on after a heat
    survivor_share: float = 0.5
    worlds: int = 4
    turns: int = 2
    # whether every table that the other side leaves counts, or only the last
    average_path: bool = False
    # how often each throw of a play-out is thrown again to see how much of what came of it was luck
    fair: int = 0
    # how much less than its own choice an idea may promise, in win chance, to be played out at all
    max_gap: float = 0.2
    # the share of the budget for reactions
    reactions: float = 0.4
    # whether the others are thought to mind what levels that look ahead do
    mirror_weights: bool = False
    # whether the best of each kind comes before the second best of any
    one_per_kind_first: bool = True
    # kinds of questions that are left to the judgement
    skip_kinds: tuple[str, ...] = ()
    # weights by which whole plans are made otherwise; with them every unit doing the same is compared, too
    weight_profiles: tuple[dict[str, float], ...] = ()
    # what of all this is otherwise in a game
    by_game: dict[str, dict[str, Any]] = field(default_factory=dict)

    def of(self, game: str) -> Search:
        """How far it looks ahead in a game. A word that is unknown, or not of its sort, is a fault."""
        return as_type({**asdict(self), "by_game": {}, **self.by_game.get(game, {})}, Search)

    def scaled_down(self, cost: float) -> Search:
        """The same in about the same time where every thought takes so many times as long: fewer ideas and fewer
        thoughts about them, or none."""
        if cost <= 1.0:
            return self
        rivals = round(self.rivals / cost)
        if rivals < _FEWEST_RIVALS:
            rivals = 0
        return replace(
            self,
            rivals=rivals,
            evaluations=round(self.evaluations / cost),
            weight_profiles=self.weight_profiles[:rivals],
        )


class Candidate(Struct, frozen=True):
    """Something to do: the order to give now and those that follow it, and what the judgement of the game promises of
    them together."""

    steps: tuple[Suggestion, ...]
    promise: float

    @property
    def orders(self) -> tuple[Any, ...]:
        """What is answered, now and later."""
        return tuple([each.answer for each in self.steps])

    @property
    def answer(self) -> Any:
        """What is answered now."""
        return self.steps[0].answer

    @property
    def reasons(self) -> tuple[str, ...]:
        """What each order is for."""
        return tuple([each.reason or each.kind.replace("_", " ") for each in self.steps])


class Samples(Struct):
    """An idea with the chances to win its play-outs came to, table by table."""

    idea: Candidate
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The chance to win by all its play-outs; what is left of one without its luck may be more than certainty."""
        return max(0.0, min(1.0, added(self.values) / len(self.values))) if self.values else self.idea.promise


class SearchResult(Struct, frozen=True):
    """What came of a search: the line to follow, all lines in the order of their promise, and what it took.

    `cut`: the watchdog ended it.
    """

    chosen: Samples
    lines: tuple[Samples, ...]
    evaluations: int
    worlds: int
    cut: bool = False


def unplayed(ideas: Sequence[Candidate]) -> SearchResult:
    """Ideas that nobody has time to play out: the own choice, the first of them, stands."""
    lines = tuple([Samples(idea) for idea in ideas])
    return SearchResult(lines[0], lines, 0, 0)


def edge(line: Samples, other: Samples) -> tuple[float, float]:
    """By how much one line is better than another over the tables both have played, and the standard error of that.

    The two tables of a pair are no independent witnesses: the pair counts as one.
    """
    gains = [mine - theirs for mine, theirs in zip(line.values, other.values, strict=False)]
    pairs = [added(gains[at : at + _PAIR]) / _PAIR for at in range(0, len(gains) - _PAIR + 1, _PAIR)]
    if len(pairs) < _PAIR:
        return (added(gains) / len(gains) if gains else 0.0), 1.0
    mean = added(pairs) / len(pairs)
    spread = added((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    return mean, sqrt(spread / len(pairs))


class SuccessiveHalving:
    """The comparison of some ideas for one question; the first is the own choice."""

    def __init__(self, ideas: Sequence[Candidate], worlds: Sequence[State], playouts: Playouts, throws: Throws) -> None:
        self.lines = [Samples(idea) for idea in ideas]
        self._worlds = worlds
        self._playouts = playouts
        self._throws = throws
        self._tell: Callable[[], None] = lambda: None

    def run(self, search: Search, budget: int, tell: Tell | None = None) -> SearchResult:
        """Heats of twice as many tables each, until no rival is left or the budget is spent; what was found so far
        counts if time runs out."""
        own, rivals = self.lines[0], self.lines[1:]
        heat, cut = _PAIR, False
        if tell is not None:
            self._tell = lambda: tell(min(1.0, self._playouts.evaluations / budget))
            self._tell()
        try:
            while rivals and len(own.values) < search.tables and self._playouts.evaluations < budget:
                self._play_pair([own, *rivals])
                if len(own.values) >= min(heat, search.tables):
                    rivals, heat = _survivors(rivals, own, search), 2 * heat
        except OutOfTime:
            cut = True
        better = [line for line in rivals if _is_better(line, own, search)]
        chosen = max(better, key=lambda line: edge(line, own)[0], default=own)
        return SearchResult(chosen, tuple(self.lines), self._playouts.evaluations, len(self._worlds), cut)

    def _play_pair(self, lines: Sequence[Samples]) -> None:
        """Two more tables for each line; they are counted when both are played."""
        for line in lines:
            played = len(line.values)
            line.values += [self._play(line.idea, table) for table in range(played, played + _PAIR)]

    def _play(self, idea: Candidate, table: int) -> float:
        world = self._worlds[table // _PAIR % len(self._worlds)]
        value = self._playouts.value(world, idea.orders, self._throws(table))
        self._tell()
        return value


def _survivors(rivals: Sequence[Samples], own: Samples, search: Search) -> list[Samples]:
    """The better ones of the rivals after a heat, without those that are worse than the own choice; while few tables
    were played, without those that are clearly worse."""
    rivals = _unlike(rivals, own)
    edges = {id(line): edge(line, own)[0] for line in rivals}
    least = 0.0 if len(own.values) >= search.min_playouts else -_CLEARLY
    best = sorted(rivals, key=lambda line: -edges[id(line)])[: ceil(len(rivals) * search.survivor_share)]
    return [line for line in best if edges[id(line)] > least]


def _unlike(rivals: Sequence[Samples], own: Samples) -> list[Samples]:
    """The rivals without those that came to the same as another one on every table: two words for one thing."""
    first: dict[tuple[float, ...], Samples] = {tuple(own.values): own}
    for line in rivals:
        first.setdefault(tuple(line.values), line)
    return [line for line in first.values() if line is not own]


def _is_better(line: Samples, own: Samples, search: Search) -> bool:
    gain, error = edge(line, own)
    return len(line.values) >= search.min_playouts and gain > max(_LEAST_GAIN, search.margin * error)
