"""What a sensible player of BrickAction does not do, counted over a few whole battles."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.brick_action.base.actions import EndTurn
from brickfield.games.brick_action.base.battlefield import enemies_of, units_of
from brickfield.games.brick_action.base.firing.attack import Attack
from brickfield.games.brick_action.base.moving.paths import Move, Walk
from brickfield.games.brick_action.base.take_action import TakeAction, order_fault
from brickfield.games.brick_action.mind.prospects import shot_points
from brickfield.players.levels import levels, make_player
from brickfield.players.seat import weighed
from brickfield.testing import Position, lay_table
from brickfield.testing import unit as placed

GAME = find_game("brick_action")
assert GAME is not None
LEVELS = ("regular", "recruit")
# a shot that nobody should give away, in points
GOOD_SHOT = 8.0


def good_shots(state: State, seat: int) -> int:
    """How many shots were to be had that were worth the action."""
    found = 0
    for unit in units_of(state, seat):
        for foe in enemies_of(state, unit):
            worth = shot_points(state, unit, foe) >= GOOD_SHOT
            found += worth and order_fault(state, seat, Attack(unit.id, foe.id)) is None
    return found


@cache
def watched() -> dict[str, Counter[str]]:
    """Two battles on a field and one in a village, a regular against a recruit, looked at answer by answer."""
    counted: dict[str, Counter[str]] = {level: Counter() for level in LEVELS}
    for scenario, seed in (("meeting", 1), ("meeting", 2), ("village", 3)):
        match = GAME.new_match(GAME.fresh(Setup(GAME.id, scenario)))
        assert isinstance(match, Match), match
        session = Session(match, SeededDice(seed), log=False)
        bots = [make_player(level, GAME, f"{seed}/{seat}") for seat, level in enumerate(LEVELS)]
        while not session.state.over:
            before = session.state
            seat = before.waiting_for()[0]
            answer = bots[seat].decide(match, view(before, seat))
            if isinstance(before.decision_of(seat), TakeAction):
                look(counted[LEVELS[seat]], before, seat, answer)
            taken = session.answer(seat, answer)
            assert not isinstance(taken, Refusal), taken
        for level, bot in zip(LEVELS, bots, strict=True):
            counted[level]["refused"] += getattr(bot, "illegal_answers", 0)
    return counted


def look(counted: Counter[str], state: State, seat: int, answer: object) -> None:
    """Actions given up, shots given away, attacks and ways."""
    left = int(state.facts.get("actions", 0))
    if isinstance(answer, EndTurn):
        counted["given up"] += left
        counted["shots given away"] += bool(left) and good_shots(state, seat) > 0
    elif left:
        counted["taken"] += 1
        counted["attacks"] += isinstance(answer, Attack)
        counted["ways"] += isinstance(answer, Move | Walk)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_gives_a_good_shot_away(level: str) -> None:
    counted = watched()[level]
    assert counted["shots given away"] == 0
    assert counted["refused"] == 0


@pytest.mark.parametrize("level", LEVELS)
def test_few_actions_are_given_up(level: str) -> None:
    counted = watched()[level]
    assert counted["given up"] <= 0.25 * counted["taken"], counted
    assert counted["attacks"] > 0
    assert counted["ways"] > 0


def test_a_recruit_slips_among_the_best_few_answers_however_many_others_there_are() -> None:
    # a squad with a good shot, and one behind it that could walk anywhere
    units = [
        placed("A1", "5 regular smg", 40, 30),
        placed("A2", "5 regular smg", 70, 12),
        placed("B1", "5 regular smg", 40, 60),
    ]
    t = lay_table("brick_action", units)
    assert t.decision is not None
    level = levels()["recruit"]
    suggestions = t.decision.suggest(t.state, weighed(level, t.state, 0))
    outlook = GAME.judge.outlook(t.state, t.decision, suggestions, level.weights)
    best = sorted(range(len(suggestions)), key=lambda number: -outlook.value((number,)))[
        : level.top_k_noise[GAME.id].among
    ]
    assert len(suggestions) > 4 * len(best)
    taken = Counter(answer_of(t, seed) for seed in range(40))
    assert set(taken) <= {suggestions[number].answer for number in best}
    assert len(taken) > 1, "it does slip"
    assert taken.most_common(1)[0][0] == suggestions[best[0]].answer


def test_who_has_to_win_in_time_does_not_wait_for_the_last_round() -> None:
    """ba.obj.eliminate: nobody wins a battle in which both sides stand still; early on it may be wise to wait."""
    units = [
        placed("A1", "5 regular smg", 40, 10),
        placed("A2", "5 regular smg", 60, 10),
        placed("B1", "5 regular repeater", 50, 88),
        placed("B2", "5 regular repeater", 70, 88),
    ]
    tables = {number: lay_table("brick_action", units, round=number) for number in (2, 8)}
    answers = {
        number: make_player("regular", GAME, 1).decide(t.match, view(t.state, 0)) for number, t in tables.items()
    }
    assert isinstance(answers[2], EndTurn)
    walk = answers[8]
    assert isinstance(walk, Walk)
    assert walk.ways[0].points[-1][1] > 15, "towards the enemy"


def answer_of(t: Position, seed: int) -> object:
    """What a recruit of this seed answers."""
    return make_player("recruit", GAME, seed).decide(t.match, view(t.state, 0))
