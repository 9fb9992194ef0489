"""What a sensible player does not do, counted over a few whole battles with fixed seeds (see `players.lab.conduct`)."""

from __future__ import annotations

from functools import cache

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.mind.judgement_threats import ThreatMap
from brickfield.players.lab.balance import Balance, tournament_of, weigh
from brickfield.players.lab.running import Lab
from brickfield.players.levels import make_player
from brickfield.testing import Position, lay_table, piece, unit

GAME = find_game("micro_brick_battle")
assert GAME is not None
SCENARIOS = ("six_v_six", "crossroads")
BATTLES = 4
SQUARE = {
    "x": 24, "y": 18, "length": 6, "width": 6, "from_round": 2, "points_to_win": 3, "clause": "mbb.win.scenario"
}  # fmt: skip


@cache
def battles(scenario: str) -> Balance:
    """A few battles of regular bots, played once for all tests."""
    tournament = tournament_of(Setup(GAME.id, scenario), 2, "regular", BATTLES, "silly")
    return weigh(tournament, Lab().play(tournament))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hardly_a_unit_is_idle_while_it_could_do_something(scenario: str) -> None:
    assert battles(scenario).idle < 0.1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_drives_back_and_forth(scenario: str) -> None:
    assert battles(scenario).returns < 0.02


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_deployments_are_alike(scenario: str) -> None:
    assert battles(scenario).deployments == (BATTLES, BATTLES)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_are_decided(scenario: str) -> None:
    weighed = battles(scenario)
    assert weighed.draws.count == 0
    assert weighed.faults == 0


def test_the_goal_of_crossroads_decides_battles() -> None:
    assert battles("crossroads").endings.get("objective", 0) >= 1


# --- the goal --------------------------------------------------------------------------------------------------------


def turn_of(t: Position, level: str = "regular") -> None:
    """Let a bot play the movement of its turn."""
    bot, seat = make_player(level, t.match.game, 1), t.state.waiting_for()[0]
    while t.asked == "move_units" and t.state.waiting_for() == (seat,):
        assert t.send(bot.decide(t.match, view(t.state, seat))).accepted


def in_the_square(state: State, name: str) -> bool:
    pose = state.units[name].pose
    assert pose is not None
    return abs(pose.place[0] - 24) <= 3 and abs(pose.place[1] - 18) <= 3


def test_the_last_tank_drives_for_the_square() -> None:
    """One more point wins for the enemy, who holds the square under three guns: hiding would lose the battle."""
    units = [
        unit("A1", "M10 Wolverine", 24, 10),
        unit("B1", "Panzer II", 24, 20.5, 270, dp=9),
        *[unit(f"B{number}", "Tiger I", x, 28, 270) for number, x in ((2, 18), (3, 24), (4, 30))],
    ]
    house = [piece("House", 24, 13)]
    t = lay_table(GAME.id, units, house, objective=SQUARE, scores=(0, 2), first=1, round=5, round_limit=10)
    turn_of(t)
    assert in_the_square(t.state, "A1"), t


def test_who_can_win_by_the_square_drives_into_it() -> None:
    """One more point wins and nobody can answer in this round, whatever waits there."""
    units = [
        unit("A1", "M10 Wolverine", 24, 10),
        unit("A2", "M4 Sherman", 8, 4),
        *[unit(f"B{number}", "Tiger I", x, 30, 270) for number, x in ((1, 18), (2, 24), (3, 30))],
    ]
    house = [piece("House", 24, 13)]
    t = lay_table(GAME.id, units, house, objective=SQUARE, scores=(2, 2), first=1, round=5, round_limit=10)
    turn_of(t)
    assert in_the_square(t.state, "A1"), t


# --- rears ------------------------------------------------------------------------------------------------------------


def test_recruits_hardly_ever_show_their_rear() -> None:
    shown = stood = 0
    for seed in range(3):
        state, throws = deployed(seed), SeededDice(seed)
        seats = [make_player("recruit", GAME, f"{seed}/{seat}") for seat in range(2)]
        while not state.over:
            decision = state.decision
            assert decision is not None
            if decision.kind == "declare_targets":
                threats = ThreatMap(state, decision.seat)
                for own in threats.own:
                    assert own.pose is not None
                    stood += 1
                    shown += threats.seen_from_behind(own, own.pose) > 0
            answer = seats[decision.seat].decide(state.match, view(state, decision.seat))
            taken = give(state, decision, answer, throws)
            assert not isinstance(taken, Refusal)
            state = taken.state
    assert stood > 30
    assert shown <= 0.03 * stood


def deployed(seed: int) -> State:
    match = GAME.new_match(GAME.fresh(Setup(GAME.id, "crossroads")))
    assert not isinstance(match, Refusal)
    return begin(match, SeededDice(seed)).state
