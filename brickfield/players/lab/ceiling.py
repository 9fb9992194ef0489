"""Ceilings: how often would one win who looks at ten times as much, and one who knows the dice to come as well?

No bot at a table may do that; they are played in the lab only. Ten times the budget says how much is left to be found
by looking longer; known dice say how much of a game is luck. What is known are the dice in the order in which they will
be thrown: if the other side does something else than was thought, they fall for something else too, so that even this
player is wrong now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from brickfield.core.dice import Dice
from brickfield.players.levels import Level, bot_of, levels, policy_of, search_of
from brickfield.players.search import Search, Throws
from brickfield.players.searching_seat import SearchSeat

if TYPE_CHECKING:
    from brickfield.core.game import Game

# Ten times the budget: of ideas three times as many are all there are, and tables are doubled twice to use up the rest.
_TIMES, _IDEAS, _TABLES = 10, 3, 4
# On a table whose dice are known one play-out says all there is to say, and the one pair of tables with which a race
# begins will do: there all of the budget goes into more ideas.
_KNOWN_TABLES, _ANY_PROMISE = 2, 1.0

Coming = Callable[[], Dice]


class KnowingSeat(SearchSeat):
    """A bot that looks ahead with the dice that will be thrown from now on."""

    def __init__(self, level: Level, search: Search, policy: Level, seed: int | str, coming: Coming) -> None:
        super().__init__(level, search, policy, seed)
        self._coming = coming

    def _throws(self, seed: str) -> Throws:
        return lambda _table: self._coming()


def looks_ahead(level: str) -> bool:
    """Whether a level can be told the dice or look at more: one that looks ahead."""
    found = levels().get(level)
    return found is not None and found.search is not None


def tenfold(level: str, game: Game, seed: int | str) -> SearchSeat:
    """A bot of a level with ten times its budget; it knows no more than any other."""
    found = bot_of(level, game.id)
    search = search_of(found, game.id)
    assert search is not None
    long = replace(
        search, rivals=_IDEAS * search.rivals, evaluations=_TIMES * search.evaluations, tables=_TABLES * search.tables
    )
    return SearchSeat(found, long, policy_of(search, game.id), seed)


def knowing(level: str, game: Game, seed: int | str, coming: Coming) -> KnowingSeat:
    """A bot of a level with ten times its ideas and budget, and the dice to come."""
    found = bot_of(level, game.id)
    search = search_of(found, game.id)
    assert search is not None
    wide = replace(
        search,
        rivals=_TIMES * search.rivals,
        evaluations=_TIMES * search.evaluations,
        tables=_KNOWN_TABLES,
        min_playouts=_KNOWN_TABLES,
        worlds=1,
        margin=0.0,
        max_gap=_ANY_PROMISE,
        skip_kinds=(),
        fair=0,
    )
    return KnowingSeat(found, wide, policy_of(search, game.id), seed, coming)
