"""Team play: armies shared by several players, turns that alternate between the teams, and how a team wins."""

from __future__ import annotations

import random
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.starting_a_game import deployment_zone
from brickfield.games.micro_brick_battle.base.turns import turn_order
from brickfield.games.micro_brick_battle.chapters.teams.team_play import check_team
from brickfield.games.micro_brick_battle.setup.army_lists import ArmyList
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.games.micro_brick_battle.setup.scenarios import scenario
from brickfield.testing import Position, clause, dice, forward, lay_table, start, unit

GAME = "micro_brick_battle"
# Amanda and Landon are the Axis, Dan and Adam the Allies; the seats go round the table.
TEAMS = {"edges": ("y=0", "y=36", "y=0", "y=36"), "sides": (0, 1, 0, 1)}
PANZERS = [unit(f"A{number}", "Panzer III", 8 + 4 * number, 5, 90) for number in range(1, 5)]
OTHERS = [
    unit("B1", "M4 Sherman", 12, 32, 270),
    unit("C1", "Panzer III", 36, 5, 90),
    unit("D1", "M4 Sherman", 36, 32, 270),
]


def table(*units: dict[str, Any], **more: Any) -> Position:
    """Two teams of two."""
    return lay_table(GAME, units or (*PANZERS, *OTHERS), **(TEAMS | more))


def turns(t: Position, count: int) -> list[int]:
    """Whose turns the next ones are, the one under way first; nobody does anything in them."""
    seen = []
    for _ in range(count):
        assert t.decision is not None
        seen.append(t.decision.seat)
        t.fire({})
    return seen


@clause("mbb.team.example", "mbb.team.alternate", "mbb.team.two_turns", "mbb.team.first_turn")
def test_the_books_round_of_amanda_dan_landon_and_adam() -> None:
    t = table(phase="turn", round=1)
    assert t.asked == "first_turn_choice"
    t.answer("skip_phase", phase="shooting")
    for name in ("A1", "A2", "A3"):
        assert t.move(name, forward(2)).accepted
    ended = t.end_movement()
    # Dan, Landon and Adam move and shoot: only the first player of the starting team had to choose
    assert [event.seat for event in ended.of("turn_started")] == [1]
    assert turns(t, 3) == [1, 2, 3]
    assert [event.round for event in t.events if type(event).__name__ == "RoundStarted"] == [2]
    assert turns(t, 4) == [0, 1, 2, 3]
    assert sum(type(event).__name__ == "Chosen" for event in t.events) == 1


@clause("mbb.team.two_turns")
def test_players_of_a_smaller_team_take_turns_in_rotation() -> None:
    t = lay_table(GAME, (*PANZERS, *OTHERS), edges=("y=0", "y=36", "y=36", "y=36"), sides=(0, 1, 1, 1))
    assert turn_order(t.state, 0) == (0, 1, 0, 2, 0, 3)
    assert turn_order(t.state, 2) == (2, 0, 3, 0, 1, 0)
    assert turns(t, 6) == [0, 1, 0, 2, 0, 3]


@clause("mbb.team.first_turn")
def test_who_has_a_second_turn_in_the_first_round_gives_nothing_up_in_it() -> None:
    t = lay_table(GAME, (*PANZERS, *OTHERS), edges=("y=0", "y=36", "y=36", "y=36"), sides=(0, 1, 1, 1), phase="turn",
                  round=1)  # fmt: skip
    t.answer("skip_phase", phase="shooting")
    t.end_movement()
    assert turns(t, 1) == [1]
    assert t.decision is not None
    assert (t.decision.seat, t.asked) == (0, "move_units")


@clause("mbb.team.two_turns")
def test_who_has_no_units_left_is_passed_over_and_the_others_keep_their_order() -> None:
    t = table(*PANZERS, *OTHERS[:1], unit("C1", "Panzer III", 36, 5, 90, status="wreck"), OTHERS[2])
    assert turns(t, 4) == [0, 1, 3, 0]


@clause("mbb.team.control")
def test_only_the_own_units_move_and_shoot_and_team_mates_are_friends() -> None:
    t = table()
    moved = t.move("C1", forward(1))
    assert moved.refusal is not None
    assert (moved.refusal.code, moved.refusal.clause) == ("not_your_unit", "mbb.turn.active")
    t.end_movement()
    for plan, code in (({"C1": "D1"}, "not_your_unit"), ({"A1": "C1"}, "own_unit")):
        refusal = t.fire(plan).refusal
        assert refusal is not None
        assert refusal.code == code


@clause("mbb.team.win", "mbb.setup.roll", "mbb.setup.first_player")
def test_teams_throw_one_die_each_and_place_alternately_their_players_in_turn() -> None:
    t = start(Setup(GAME, "two_against_two"), dice(2, 2, 3, 5))
    assert t.state.facts["first"] == 1
    assert [event.seat for event in t.events if type(event).__name__ == "DiceRolled"] == [0, 1, 0, 1]
    assert deployment_zone(t.state, 1) == deployment_zone(t.state, 3) == (0.0, 30.0, 48.0, 36.0)
    placed = []
    while t.asked == "deploy_unit":
        assert t.decision is not None
        placed.append(t.decision.seat)
        t.send(t.decision.suggest(t.state, 1)[0].answer)
    # round the table from the high roller on, so that the teams alternate
    assert placed == [1, 2, 3, 0] * 4
    assert (t.asked, t.decision.seat if t.decision else None) == ("first_turn_choice", 1)


@clause("mbb.team.win")
def test_a_team_goes_on_placing_when_the_other_has_nothing_left() -> None:
    waiting = [unit(name, "M4 Sherman", status="waiting") for name in ("A1", "B1", "C1", "C2", "C3", "C4", "D1")]
    t = table(*waiting, phase="deployment")
    placed = []
    while t.asked == "deploy_unit":
        assert t.decision is not None
        placed.append(t.decision.seat)
        t.send(t.decision.sample(t.state, random.Random(len(placed))))
    assert placed == [0, 1, 2, 3, 2, 2, 2]


@clause("mbb.team.win", "mbb.win.elimination")
def test_a_team_is_beaten_when_no_player_of_it_has_a_unit() -> None:
    sherman = unit("B1", "M4 Sherman", 12, 12, 0, dp=0)
    t = table(unit("A1", "Panzer III", 12, 5, 90, ap=9), sherman, OTHERS[1], OTHERS[2])
    t.fire({"A1": "B1"}, dice(6, 6))
    assert t.winners is None
    t = table(unit("A1", "Panzer III", 12, 5, 90, ap=9), sherman, OTHERS[1], unit("D1", "M4 Sherman", 36, 32, 270,
              status="wreck"))  # fmt: skip
    t.fire({"A1": "B1"}, dice(6, 6))
    assert t.winners == (0, 2)


def army(*lines: tuple[str, int]) -> ArmyList:
    """The units of a player."""
    return ArmyList("", lines)


@clause("mbb.team.split", "mbb.team.win")
@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([army(("M4 Sherman", 2)), army(("M4 Sherman", 2))], None),
        ([army(("M4 Sherman", 3)), army(("M4 Sherman", 2))], "army_too_dear"),
        ([army(("M4 Sherman", 1)), army(("Panzer III", 1))], "army_mixes_nations"),
        ([army(("M4 Sherman", 1)), army()], "player_without_units"),
        ([army(("M4 Sherman", 1)), army(("Staff Car", 1))], None),
    ],
)
def test_the_units_of_a_team_are_one_army(players: list[ArmyList], code: str | None) -> None:
    refusal = check_team(players, 60, Options())
    assert (refusal.code if refusal is not None else None) == code


@clause("mbb.team.split")
def test_armies_that_a_team_brings_are_checked_together() -> None:
    game = find_game(GAME)
    assert game is not None
    two, three = (("M4 Sherman", 2),), (("M4 Sherman", 3),)
    panzers = (("Panzer III", 2),)
    brought = Setup(GAME, "two_against_two", {"point_limit": 60}, (two, panzers, two, panzers))
    assert not isinstance(game.new_match(brought), Refusal)
    refused = game.new_match(Setup(GAME, "two_against_two", {"point_limit": 60}, (two, panzers, three, panzers)))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.data["cost"]) == ("army_too_dear", 70)


@clause("mbb.team.split")
def test_the_scenario_of_two_against_two_is_fought_by_two_teams_of_two() -> None:
    battle = scenario("two_against_two")
    assert battle.sides == (0, 1, 0, 1)
    assert battle.edges() == ["y=0", "y=36", "y=0", "y=36"]
    t = start(Setup(GAME, "two_against_two"), SeededDice(1))
    assert {unit.seat for unit in t.state.units.values()} == {0, 1, 2, 3}
