"""What the table says of a goal in Micro Brick Battle: ground, edges, buildings, units to get away or to destroy."""

from __future__ import annotations

from typing import get_args

from brickfield.core.shown.goals import GoalNow, marks_for
from brickfield.games.micro_brick_battle.base.battlefield import battle_of
from brickfield.games.micro_brick_battle.chapters.scenario_goals.scenario_goals import goal_words
from brickfield.games.micro_brick_battle.setup.scenarios import AnyGoal
from brickfield.games.micro_brick_battle.shown.goals import WORDED
from brickfield.speech.tables import face_of, situation_of
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, unit
from tests.rules.micro_brick_battle.test_scenario_goals import (
    GAME,
    NORTH,
    RAZE,
    RUN,
    SOUTH,
    TOWN,
    chase,
    far,
    pass_round,
    tanks,
)


def shown(t: Position, seat: int) -> list[tuple[str, str]]:
    marks = marks_for((*face_of(t.match).marks, *situation_of(t.state).marks), seat)
    return [(mark.kind, mark.label) for mark in marks]


def now(t: Position) -> tuple[GoalNow, ...]:
    return situation_of(t.state).goals


def sentences(t: Position) -> list[str]:
    return [goal.sentence for goal in face_of(t.match).goals]


def test_every_kind_of_goal_has_its_words() -> None:
    assert set(WORDED) == set(get_args(AnyGoal))


@clause("mbb.win.scenario")
def test_units_beyond_a_line_are_counted_for_each_side() -> None:
    t = far(*tanks("A", (10, 21), (14, 20)), goals=[NORTH, SOUTH], round_limit=9)
    assert (
        sentences(t)[0]
        == "End a round with 2 units north of the line 20 inches from the south edge by the end of round 9."
    )
    words = {goal_words(each) for each in battle_of(t.state).scenario.goals}
    assert words == {"2 units beyond the line at the end of a round"}
    assert [(each.value, each.full) for each in now(t)] == [(1, 2), (0, 2)]
    t.move("A3", forward(1))
    assert [each.value for each in now(t)] == [2, 0]
    assert ("area", "End a round with 2 units in here") in shown(t, 0)
    assert ("area", "Keep the enemy out of here") in shown(t, 0)


@clause("mbb.win.scenario")
def test_who_only_defends_is_told_what_from_and_until_when() -> None:
    t = far(goals=[TOWN], holder=1, round_limit=10)
    assert sentences(t)[1].startswith("Keep the enemy from ending a round with a unit in the marked area in the north")
    assert sentences(t)[1].endswith(" until the end of round 10.")
    first, second = face_of(t.match).goals
    assert first.more.endswith("Player 2 wins.")
    assert second.more.endswith("you win.")


@clause("mbb.win.scenario")
def test_a_unit_that_must_get_away_is_marked_for_both_sides_with_its_edge() -> None:
    t = chase(40)
    assert shown(t, 0) == [
        ("edge", "The Staff Car gets out here"),
        ("runner", "Gets out over the east edge"),
    ]
    assert shown(t, 1) == [("edge", "Do not let it out here"), ("destroy", "Destroy it")]
    assert now(t)[0].words == "Staff Car A2 is 7 inches from the east edge"
    t.move("A2", forward(2))
    assert now(t)[0].words == "Staff Car A2 is 5 inches from the east edge"
    t.move("A2", forward(6))
    assert now(t)[0].value == 1


@clause("mbb.win.scenario")
def test_a_unit_that_is_destroyed_is_done_and_no_mark_any_more() -> None:
    units = [unit("A1", "M4 Sherman", 2, 2), unit("A2", "Staff Car", 24, 12, 90), unit("B1", "Tiger I", 24, 20, 270)]
    t = lay_table(GAME, units, goals=RUN, seat=1)
    assert now(t)[1].value == 0
    t.fire({"B1": "A2"}, dice=dice(6, 6))
    assert now(t)[1].value == 1
    assert [kind for kind, _ in shown(t, 1)] == ["edge"]


@clause("mbb.win.scenario")
def test_buildings_to_raze_are_marked_one_by_one() -> None:
    t = far(terrain=[piece("House", 2, 10, hit_markers=1), piece("Building", 40, 10)], goals=[RAZE])
    assert [label for _, label in shown(t, 0)] == ["House: destroy it", "Building: destroy it"]
    t.fire({"A1": "T1"})
    assert [label for _, label in shown(t, 1)] == ["Building: keep it"]
    assert [(each.value, each.full) for each in now(t)] == [(1, 2), (1, 2)]


@clause("mbb.win.scenario")
def test_points_for_an_area_are_counted_when_the_round_ends() -> None:
    area = {"x": 2, "y": 2, "length": 4, "width": 4, "from_round": 1, "points_to_win": 3, "clause": "mbb.win.scenario"}
    t = far(objective=area, round_limit=8)
    assert sentences(t)[0].startswith(
        "Hold the marked area in the south-west and be the first with 3 points by the end"
    )
    assert [each.value for each in now(t)] == [0, 0]
    pass_round(t)
    assert now(t)[0].words == "1 of 3 points, 1 unit in the area"
