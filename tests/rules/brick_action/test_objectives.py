"""Objectives: elimination, capture, the hunted unit, the flag, last rounds and sides with nothing left."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games import find_game
from brickfield.games.brick_action.base.battlefield import ActionMatch, match_of
from brickfield.games.brick_action.base.objective import ahead_on_points, points_decide, removed_share
from brickfield.testing import Position, clause, dice
from brickfield.testing.positions import start
from tests.rules.brick_action.armoured import action, mark, refusal, squad, table, tank

CAPTURE = {"kind": "capture", "attacker": 0, "marker": [48, 48]}
RUN = {"kind": "escape", "attacker": 0, "target": 2}
HUNT = {"kind": "target_unit", "attacker": 0, "target": 2}
FLAGS = {"kind": "flag"}
FAR = ((10, 90), (13, 90))


def rank(count: int, y: float) -> list[tuple[float, float]]:
    return [(10 + 3 * place, y) for place in range(count)]


def end_turns(t: Position, count: int) -> None:
    for _ in range(count):
        t.answer("end_turn")


def outcome(t: Position) -> tuple[Any, str]:
    assert t.state.outcome is not None
    return t.state.outcome.winners, t.state.outcome.reason


@clause("ba.obj.capture", "ba.obj.capture.activate_action")
@pytest.mark.parametrize(("x", "near"), [(53.0, True), (53.01, False)])
def test_a_mini_within_four_studs_activates_the_objective_and_wins(x: float, near: bool) -> None:
    t = table(squad("A1", (x, 48), (x + 3, 48)), squad("B1", *FAR), objective=CAPTURE)
    result = t.answer("activate", unit="A1")
    assert result.accepted is near
    if near:
        assert outcome(t) == ((0,), "objective_captured")
    else:
        assert refusal(result).clause == "ba.obj.capture"


@clause("ba.obj.capture")
@pytest.mark.parametrize(
    ("units", "code"),
    [
        ((squad("A1", (50, 48), suppressed=1), squad("B1", *FAR)), "suppressed"),
        ((squad("A1", (50, 48)), squad("B1", (46, 48))), "contested"),
        ((tank("A1", 48, 48), squad("B1", *FAR)), "not_infantry"),
    ],
)
def test_who_cannot_activate(units: Any, code: str) -> None:
    t = table(*units, objective=CAPTURE)
    assert refusal(t.answer("activate", unit="A1")).code == code


@clause("ba.obj.capture")
def test_a_vehicle_does_not_contest_and_the_defender_has_nothing_to_activate() -> None:
    t = table(squad("A1", (54, 48)), tank("B1", 44, 44), objective=CAPTURE, seat=1)
    assert refusal(t.answer("activate", unit="B1")).code == "no_objective"
    t = table(squad("A1", (50, 48)), tank("B1", 40, 48), objective=CAPTURE)
    assert t.answer("activate", unit="A1").accepted


@clause("ba.obj.capture", "ba.obj.turnlimit")
def test_the_defender_wins_when_the_last_round_of_the_objective_is_over() -> None:
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), objective=CAPTURE, round=6)
    end_turns(t, 1)
    assert t.state.outcome is None
    end_turns(t, 1)
    assert outcome(t) == ((1,), "objective_held")
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), objective={**CAPTURE, "rounds": 7}, round=6)
    end_turns(t, 2)
    assert t.state.outcome is None


@clause("ba.obj.target_unit")
def test_the_attacker_wins_when_the_marked_unit_is_gone() -> None:
    t = table(tank("A1", 20, 20), squad("B1", *FAR), tank("B2", 60, 20, 180, card="C1"), objective=HUNT)
    t.answer("fire_guns", unit="A1", target="B2", weapon="map", dice=dice(6, 1, 1, 1, 4))
    assert outcome(t) == ((0,), "target_gone")


@clause("ba.obj.target_unit")
def test_the_owner_wins_when_the_marked_unit_lives_through_the_last_round() -> None:
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), tank("B2", 60, 20, 180), objective=HUNT, round=6)
    end_turns(t, 2)
    assert outcome(t) == ((1,), "target_alive")


@clause("ba.obj.escape", "ba.geometry.contact")
@pytest.mark.parametrize(("studs", "left"), [(10.5, True), (10.4, False)])
def test_the_marked_unit_wins_when_its_hull_touches_the_far_edge(studs: float, left: bool) -> None:
    t = table(squad("A1", (20, 10)), tank("A2", 48, 77, 90, card="C2 mg"), squad("B1", *FAR, attacked=1), objective=RUN)
    assert t.answer("drive", unit="A2", steps=[{"step": "ahead", "studs": studs}]).accepted
    assert (t.state.outcome is not None) is left
    if left:
        assert outcome(t) == ((0,), "target_left")


@clause("ba.obj.escape")
def test_whoever_rides_in_a_vehicle_leaves_with_it_and_others_win_nothing() -> None:
    truck = tank("A2", 48, 77, 90, card="C2 mg")
    far = squad("B1", *FAR, attacked=1)
    for target, ends in ((1, True), (3, False)):
        t = table(
            squad("A1", (20, 10), inside="A2"), truck, squad("A3", (20, 20)), far, objective={**RUN, "target": target}
        )
        assert t.answer("drive", unit="A2", steps=[{"step": "ahead", "studs": 11}]).accepted
        assert (t.state.outcome is not None) is ends


@clause("ba.obj.escape", "ba.obj.turnlimit")
def test_whoever_keeps_the_marked_unit_from_leaving_wins() -> None:
    t = table(squad("A1", (20, 10)), tank("A2", 48, 20, 90, card="C2 mg"), squad("B1", *FAR), objective=RUN, round=8)
    end_turns(t, 2)
    assert outcome(t) == ((1,), "target_stopped")
    units = squad("A1", (20, 10)), tank("A2", 60, 20, 180, card="C1"), tank("B1", 20, 20)
    t = table(*units, objective=RUN, seat=1)
    t.answer("fire_guns", unit="B1", target="A2", weapon="map", dice=dice(6, 1, 1, 1, 4))
    assert outcome(t) == ((1,), "target_gone")


@clause("ba.obj.wipeout", "ba.obj.eliminate")
def test_a_side_with_nothing_left_loses_at_once_whatever_the_objective() -> None:
    for objective in ({}, CAPTURE, FLAGS, {"kind": "eliminate_most"}):
        t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180, card="C1"), objective=objective)
        t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 1, 1, 1, 4))
        assert outcome(t) == ((0,), "wipeout")


@clause("ba.obj.turnlimit", "ba.obj.no_harm")
def test_without_a_limit_of_its_own_a_battle_ends_after_the_last_round() -> None:
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), round=12)
    end_turns(t, 2)
    assert outcome(t) == ((), "last_round")
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), round=3, options={"last_round": 3})
    end_turns(t, 2)
    assert outcome(t) == ((), "last_round")


@clause("ba.obj.turnlimit", "ba.obj.eliminate", "ba.obj.flag")
@pytest.mark.parametrize(("kind", "last"), [("eliminate_all", 12), ("eliminate_most", 8), ("flag", 12)])
def test_a_lead_of_ten_points_of_a_hundred_wins_after_the_last_round(kind: str, last: int) -> None:
    # A has removed one of ten, B nothing
    ten = [squad("B1", *rank(5, 80)), squad("B2", *rank(4, 84)), squad("B3", (40, 90), status="gone")]
    t = table(squad("A1", (10, 10)), *ten, objective={"kind": kind}, round=last)
    assert (removed_share(t.state, 0), removed_share(t.state, 1)) == (0.1, 0.0)
    assert "a win for Player 1 now" in t.match.game.situation(t.state).goal
    end_turns(t, 2)
    assert outcome(t) == ((0,), "most_removed")
    # one of eleven is a lead of 9.1
    t = table(squad("A1", (10, 10)), *ten, squad("B4", (60, 90)), objective={"kind": kind}, round=last)
    assert "a draw now" in t.match.game.situation(t.state).goal
    end_turns(t, 2)
    assert outcome(t) == ((), "last_round")


@clause("ba.obj.turnlimit", "ba.obj.eliminate")
def test_it_is_the_share_that_counts_not_the_points_and_not_the_half() -> None:
    small = [squad("A1", (10, 10)), squad("A2", (30, 10), status="gone")]
    large = [squad("B1", *rank(5, 80)), squad("B2", *rank(3, 84), status="gone")]
    t = table(*small, *large)
    # A has removed 30 points of 80, B 10 of 20
    assert (removed_share(t.state, 0), removed_share(t.state, 1)) == (0.375, 0.5)
    assert ahead_on_points(t.state) == {1}
    # 60 percent against 55 would have won before: five points are no lead
    close = [squad("A1", *rank(5, 10)), squad("A2", *rank(4, 14)), squad("A3", *rank(5, 20), status="gone")]
    close += [squad("A4", *rank(5, 24), status="gone"), squad("A5", (50, 24), status="gone")]
    close += [squad("B1", *rank(4, 80)), squad("B2", *rank(5, 84), status="gone"), squad("B3", (50, 90), status="gone")]
    t = table(*close, objective={"kind": "eliminate_most"})
    assert (removed_share(t.state, 0), removed_share(t.state, 1)) == (0.6, 0.55)
    assert ahead_on_points(t.state) == set()


@clause("ba.obj.turnlimit", "ba.obj.capture", "ba.obj.target_unit")
@pytest.mark.parametrize(("objective", "reason"), [(CAPTURE, "objective_held"), (HUNT, "target_alive")])
def test_points_mean_nothing_where_the_objective_names_the_winner(objective: Any, reason: str) -> None:
    units = [squad("B1", *FAR, status="gone"), squad("B2", (30, 90)), squad("A1", (10, 10))]
    t = table(*units, objective=objective, round=6)
    assert not points_decide(match_of(t.state))
    assert "points" not in t.match.game.situation(t.state).goal
    end_turns(t, 2)
    assert outcome(t) == ((1,), reason)


@clause("ba.obj.eliminate")
def test_a_vehicle_counts_when_it_is_destroyed() -> None:
    wreck = tank("B2", 60, 60, card="C1", status="wreck")
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), wreck)
    assert removed_share(t.state, 0) == 55 / 75


@clause("ba.obj.flag")
def test_a_mini_in_contact_takes_the_enemy_flag_and_wins_in_the_own_zone() -> None:
    t = table(squad("A1", (48, 86), (51, 86)), squad("B1", *FAR), objective=FLAGS)
    assert {name for name in t.state.tokens if name.startswith("flag")} == {"flag0", "flag1"}
    assert t.state.tokens["flag1"].pose.place == (48.0, 88.0)
    assert action(t, "take_flag") is not None
    far = refusal(t.answer("take_flag", unit="A1", figure="f2", flag="flag1"))
    assert (far.code, far.clause) == ("no_contact", "ba.geometry.contact")
    assert t.answer("take_flag", unit="A1", figure="f1", flag="flag1").accepted
    assert "flag1" not in t.state.tokens
    assert t.unit("A1").squad[0].marks["flag"] == 2


@clause("ba.setup.zone.depth", "ba.obj.flag")
def test_the_zones_are_shown_in_a_battle_only_where_a_flag_is_brought_home() -> None:
    for objective, shown in (({}, set()), (FLAGS, {0, 1})):
        t = table(squad("A1", (48, 40)), squad("B1", *FAR), objective=objective)
        seen = t.match.game.situation(t.state)
        assert seen.zones == ()
        assert {mark.seat for mark in seen.marks if mark.kind == "home"} == shown


@clause("ba.obj.flag", "ba.geometry.contact")
def test_a_flag_is_one_stud_wide_and_no_vehicle_takes_it() -> None:
    t = table(squad("A1", (20, 10)), tank("A2", 48, 79, 90), squad("B1", *FAR), objective=FLAGS)
    assert (t.state.tokens["flag1"].length, t.state.tokens["flag1"].width) == (1_000_000, 1_000_000)
    assert action(t, "take_flag", "A2") is None
    assert refusal(t.answer("take_flag", unit="A2", figure="f1", flag="flag1")).code == "not_infantry"


@clause("ba.obj.flag")
def test_flags_are_set_up_before_the_first_turn() -> None:
    units = [squad("A1", (20, 10)), squad("B1", *FAR, status="waiting")]
    t = table(*units, objective=FLAGS, phase="deployment", seat=1)
    assert t.answer("deploy", unit="B1", x=20, y=88, heading=270).accepted
    assert {name for name in t.state.tokens if name.startswith("flag")} == {"flag0", "flag1"}


@clause("ba.obj.flag", "ba.veh.mount")
def test_a_squad_with_a_flag_does_not_ride() -> None:
    carrier = squad("A1", (38, 24), (41, 24), figures={"f1": {"flag": 2}})
    t = table(carrier, tank("A2", 40, 30, card="C2 mg"), squad("B1", *FAR), objective=FLAGS)
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 1}])
    assert t.asked == "take_action"


@clause("ba.obj.flag")
@pytest.mark.parametrize(("y", "wins"), [(31.0, True), (31.1, False)])
def test_the_whole_footprint_has_to_be_inside_the_zone(y: float, wins: bool) -> None:
    carrier = squad("A1", (20, y), figures={"f1": {"flag": 2}})
    t = table(carrier, squad("B1", *FAR, suppressed=1), objective=FLAGS)
    moved = t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 270, "studs": 16}])
    assert moved.accepted, moved.refusal
    assert (t.state.outcome is not None) is wins
    if wins:
        assert outcome(t) == ((0,), "flag_home")


@clause("ba.obj.flag")
def test_the_flag_of_a_fallen_carrier_lies_at_his_spot_and_its_side_returns_it() -> None:
    carrier = squad("B1", (40, 20), figures={"f1": {"flag": 1}})
    t = table(squad("A1", (40, 17), (43, 17), (37, 17)), carrier, squad("B2", *FAR), objective=FLAGS)
    t.answer("attack", unit="A1", target="B1", dice=dice(6, 1, 1, 1))
    assert t.state.tokens["flag0"].pose.place == (40.0, 20.0)
    assert t.answer("take_flag", unit="A1", figure="f1", flag="flag0").accepted is False
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 1.5}])
    assert t.answer("take_flag", unit="A1", figure="f1", flag="flag0").accepted
    assert t.state.tokens["flag0"].pose.place == (48.0, 8.0)
    assert mark(t, "A1", "flag") == 0


@clause("ba.obj.flag")
def test_flags_are_set_up_when_all_units_are_placed() -> None:
    armies: Any = ((("regular", 1),), (("regular", 1),))
    t = start(Setup("brick_action", "capture_the_flag", armies=armies), dice(6, 1))
    t.answer("take_half", half="first_turn")
    t.answer("take_zone", edge="north")
    t.answer("deploy", unit="A1", x=40, y=10)
    assert [each for each in t.state.tokens.values() if each.kind == "flag"] == []
    t.answer("deploy", unit="B1", x=40, y=50, heading=270)
    assert t.asked == "take_action"
    flags = {each.seat: each.pose.place for each in t.state.tokens.values() if each.kind == "flag"}
    assert flags == {0: (48.0, 8.0), 1: (48.0, 48.0)}


@clause("ba.obj.capture", "ba.obj.target_unit")
def test_the_goal_names_what_each_side_must_do_and_how_it_stands() -> None:
    for objective, mine, yours, stands in (
        (CAPTURE, "Activate the marker in the middle by", "Keep the enemy from activating", "at the marker: nobody"),
        (HUNT, "Destroy Squad B2 by the end of round 6.", "Keep Squad B2 alive until", "Squad B2: 2 of 2 minis left"),
        ({"kind": "eliminate_most"}, "Remove more", "Remove more", "value removed 0 – 0 %, a draw now"),
        ({}, "Wipe the enemy out by the end of round 12.", "Wipe the enemy out", "value removed 0 – 0 %"),
    ):
        t = table(squad("A1", (10, 10)), squad("B1", *FAR), squad("B2", (30, 90), (33, 90)), objective=objective)
        first, second = t.match.game.face(t.match).goals
        assert first.sentence.startswith(mine)
        assert second.sentence.startswith(yours)
        assert t.match.game.situation(t.state).goal.startswith(stands)


@clause("ba.setup.area", "ba.setup.terrain.free")
@pytest.mark.parametrize("scenario", ["capture_the_flag", "the_convoy", "tank_duel"])
def test_a_village_from_a_number_brings_its_board(scenario: str) -> None:
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(Setup("brick_action", scenario, {"village": 1470}))
    assert isinstance(match, ActionMatch)
    assert (match.width, match.height) == (96.0, 96.0)
    boxes = [piece.shape.box for piece in match.pieces]
    assert all(x0 >= 0 and y0 >= 0 and x1 <= 96 and y1 <= 96 for x0, y0, x1, y1 in boxes)
