"""What was worked out on another table is found again only where it still holds: a warm head thinks as a cold one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.bounded_cache import BoundedCache
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match
from brickfield.core.replay import Session
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games.micro_brick_battle.base.battlefield import enemies_of, obstacles_to
from brickfield.games.micro_brick_battle.base.movement import MP_GRAIN, budget
from brickfield.games.micro_brick_battle.mind import (
    judgement_cover,
    judgement_reach,
    suggestions_moves,
    suggestions_paths,
)
from brickfield.games.micro_brick_battle.mind.remembered import near_by
from brickfield.geometry import GRAIN, Pose
from brickfield.players.levels import levels
from brickfield.players.seat import BotSeat
from tests.players.battles import match_of

# every bound of what is kept
_BOUNDS = (
    *((suggestions_paths, name) for name in ("_MOST_WAYS", "_MOST_NETS", "_MOST_SHAPES")),
    *((judgement_cover, name) for name in ("_MOST_LINES", "_MOST_OF_ONE")),
    *((judgement_reach, "_MOST_REACHES"), (suggestions_moves, "_MOST_THOUGHTS")),
)


def _questions(match: Match, most: int) -> Iterator[tuple[State, BotSeat]]:
    """The tables of a battle of two bots as the one who is asked imagines them, with who that is."""
    session, bots = Session(match, SeededDice(7), log=False), [BotSeat(levels()["regular"], seat) for seat in (0, 1)]
    for _ in range(most):
        if session.state.over:
            return
        seat = session.state.waiting_for()[0]
        seen = view(session.state, seat)
        yield imagine(seen, match), bots[seat]
        session.answer(seat, bots[seat].decide(match, seen))


def _thoughts(state: State, bot: BotSeat) -> list[tuple[Any, ...]]:
    """All answers that are weighed, what they are for and worth."""
    decision = state.decision
    assert decision is not None
    suggestions, outlook = bot.weigh(state, decision)
    return [(each.answer, each.reason, outlook.value((number,))) for number, each in enumerate(suggestions)]


def _on(match: Match, state: State) -> State:
    """The same table, with another match beside it that has worked out nothing yet."""
    other = state.clone()
    other.match = match
    other.clear_caches()
    return other


@pytest.mark.parametrize("scenario", ["six_v_six", "village", "town_siege_2"])
def test_who_has_thought_before_thinks_as_one_who_has_not(scenario: str) -> None:
    match = match_of("micro_brick_battle", scenario)
    for number, (state, bot) in enumerate(_questions(match, 60)):
        if number % 6 == 5:
            cold = match.game.new_match(match.setup)
            assert _thoughts(state, bot) == _thoughts(_on(cold, state), bot), number


def test_who_forgets_soon_thinks_as_one_who_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def thoughts() -> list[Any]:
        return [_thoughts(state, bot) for state, bot in _questions(match_of("micro_brick_battle", "six_v_six"), 40)]

    remembered = thoughts()
    for chapter, name in _BOUNDS:
        monkeypatch.setattr(chapter, name, 3)
    assert thoughts() == remembered


def _table() -> State:
    """A table of a battle under way, everybody deployed."""
    return next(
        state for state, _bot in _questions(match_of("micro_brick_battle", "six_v_six"), 40) if state.facts.get("round")
    )


def _with(state: State, unit: Unit) -> State:
    other = state.clone()
    other.units[unit.id] = unit
    other.unit_cache = {}
    return other


def test_only_what_a_unit_may_come_across_is_near_it() -> None:
    state = _table()
    unit = next(unit for unit in state.units.values() if unit.seat == 0 and unit.alive)
    foe = enemies_of(state, 0)[0]
    assert unit.pose is not None
    inches = budget(state, unit) / MP_GRAIN

    def near(table: State) -> Any:
        return near_by(table, unit, obstacles_to(table, unit.id), inches)

    def beside(away: float, status: str = "alive") -> State:
        assert unit.pose is not None
        x = unit.pose.x + round(away * GRAIN) * (1 if unit.pose.x < state.match.width / 2 * GRAIN else -1)
        return _with(state, replace(foe, pose=Pose(x, unit.pose.y, 0), status=status))

    far, farther, close = beside(inches + 6.0), beside(inches + 7.0), beside(inches)
    assert near(far) == near(farther), "who cannot be met may be anywhere"
    assert near(close) != near(far)
    assert near(close) != near(beside(inches, "wreck")), "a wreck is cover"


def test_a_shelf_lets_the_older_half_go() -> None:
    shelf: BoundedCache[int] = BoundedCache(4)
    for number in range(5):
        assert shelf.keep(number, number * number) == number * number
    assert shelf == {2: 4, 3: 9, 4: 16}
