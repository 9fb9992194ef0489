"""Movement: how far, through what, in which order, and how a squad may end."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import clause, dice, piece
from tests.rules.brick_action.squads import OFFICER, ONE, RIFLES, TWO, VETERANS, go, let_pass, spot, squad, table, walk

FAR = squad("B1", ONE, 90, 90, suppressed=1)


@clause("ba.move.rate", "ba.geometry.path")
@pytest.mark.parametrize(("studs", "accepted"), [(16.0, True), (16.01, False), (0.5, True)])
def test_infantry_moves_sixteen_studs_with_an_action(studs: float, accepted: bool) -> None:
    t = table(squad("A1", RIFLES, 40, 20), FAR)
    result = walk(t, "A1", 90, studs)
    assert result.accepted is accepted
    if accepted:
        assert spot(t, "A1", "f3") == (40.0, 20.0 + studs)
        assert t.state.facts["actions"] == 2
    else:
        assert result.refusal is not None
        assert (result.refusal.code, result.refusal.clause) == ("too_far", "ba.move.rate")
        assert result.refusal.data["most"] == 16.0


@clause("ba.move.turn_cap")
def test_a_squad_walks_no_more_than_thirty_two_studs_in_a_turn() -> None:
    t = table(squad("A1", ONE, 40, 20), FAR)
    assert walk(t, "A1", 90, 12).accepted
    assert walk(t, "A1", 270, 12).accepted
    refused = walk(t, "A1", 90, 8.5).refusal
    assert refused is not None
    assert (refused.clause, refused.data["most"]) == ("ba.move.turn_cap", 8.0)
    assert walk(t, "A1", 90, 8, dice=dice(1)).accepted


@clause("ba.move.turn_cap", "ba.geometry.path")
def test_the_longest_path_of_a_mini_is_the_move_of_the_unit() -> None:
    t = table(squad("A1", TWO, 40, 20, (43, 20)), FAR)
    ways = [{"figure": "f1", "points": [(40, 24), (43, 24)]}, {"figure": "f2", "points": [(43, 21)]}]
    assert t.answer("walk", unit="A1", ways=ways).accepted
    assert t.unit("A1").marks["moved"] == 7_000_000
    t.answer("end_turn", dice=dice(1))
    t.answer("end_turn")
    assert "moved" not in t.unit("A1").marks


@clause("ba.move.hard_half", "ba.move.soft_half", "ba.cover.hard.def", "ba.cover.soft.def")
@pytest.mark.parametrize(
    ("feature", "most"), [("low_wall", 8.0), ("sandbags", 8.0), ("bushes", 8.0), ("narrow_fence", 8.0)]
)
def test_cover_on_the_way_halves_the_move(feature: str, most: float) -> None:
    barrier = piece(feature, 40, 24, 0, length=10.0, width=1.0)
    for studs, accepted in ((most, True), (most + 0.1, False)):
        t = table(squad("A1", ONE, 40, 20), FAR, terrain=(barrier,))
        result = walk(t, "A1", 90, studs)
        assert result.accepted is accepted
        if result.refusal is not None:
            assert result.refusal.data["most"] == most


@clause("ba.move.hard_half")
def test_mere_contact_and_low_things_cost_nothing() -> None:
    beside = piece("low_wall", 42.5, 26, 90, length=10.0, width=3.0)
    kerb = piece("low_wall", 40, 26, 0, length=10.0, width=1.0, height=2, cover="none")
    for thing in (beside, kerb):
        t = table(squad("A1", ONE, 40, 20), FAR, terrain=(thing,))
        assert walk(t, "A1", 90, 16).accepted


@clause("ba.move.hard_half", "ba.geometry.path")
@pytest.mark.parametrize("feature", ["wall", "tree"])
def test_five_blocks_and_trunks_are_not_crossed_on_foot(feature: str) -> None:
    t = table(squad("A1", ONE, 40, 20), FAR, terrain=(piece(feature, 40, 26, 0, length=4.0, width=2.0),))
    refused = walk(t, "A1", 90, 12).refusal
    assert refused is not None
    assert (refused.code, refused.data["obstacle"]) == ("blocked", "T1")


@clause("ba.move.crawl")
def test_a_prone_unit_crawls_eight_studs_and_four_through_cover() -> None:
    t = table(squad("A1", ONE, 40, 20, prone=1), FAR)
    refused = walk(t, "A1", 90, 8.1).refusal
    assert refused is not None
    assert (refused.clause, refused.data["most"]) == ("ba.move.crawl", 8.0)
    assert walk(t, "A1", 90, 8).accepted
    bushes = piece("bushes", 40, 23, 0, length=10.0, width=2.0)
    t = table(squad("A1", ONE, 40, 20, prone=1), FAR, terrain=(bushes,))
    assert not walk(t, "A1", 90, 4.1).accepted
    assert walk(t, "A1", 90, 4).accepted


@clause("ba.geometry.coherency")
@pytest.mark.parametrize(("x", "accepted"), [(46.0, True), (46.01, False)])
def test_every_mini_ends_within_four_studs_of_another(x: float, accepted: bool) -> None:
    t = table(squad("A1", TWO, 40, 20, (43, 20)), FAR)
    result = t.answer("walk", unit="A1", ways=[{"figure": "f2", "points": [(x, 20)]}])
    assert result.accepted is accepted
    if result.refusal is not None:
        assert (result.refusal.code, result.refusal.clause) == ("out_of_coherency", "ba.geometry.coherency")


@clause("ba.geometry.coherency")
def test_a_squad_is_one_chain_not_two_pairs() -> None:
    pairs = squad("A1", "4 regular repeater", 40, 20, (42.5, 20), (47, 20), (49.5, 20))
    t = table(pairs, FAR)
    refused = t.answer(
        "walk", unit="A1", ways=[{"figure": f, "points": [(x, 20)]} for f, x in (("f3", 49), ("f4", 51.5))]
    )
    assert refused.refusal is not None
    assert refused.refusal.code == "out_of_coherency"


@clause("ba.geometry.mini", "ba.geometry.path")
def test_friends_may_be_passed_not_ended_on_and_enemies_not_passed() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("A2", ONE, 40, 24), FAR)
    assert walk(t, "A1", 90, 8).accepted
    t = table(squad("A1", ONE, 40, 20), squad("A2", ONE, 40, 24), FAR)
    refused = walk(t, "A1", 90, 3).refusal
    assert refused is not None
    assert refused.code == "overlap"
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 40, 24, suppressed=1))
    refused = walk(t, "A1", 90, 8).refusal
    assert refused is not None
    assert refused.data["obstacle"] == "B1"
    assert walk(t, "A1", 90, 2).accepted  # touching is allowed, and so is ending near an enemy


@clause("ba.geometry.path")
def test_nobody_leaves_the_board() -> None:
    t = table(squad("A1", ONE, 40, 5), FAR)
    refused = walk(t, "A1", 270, 4.1).refusal
    assert refused is not None
    assert refused.data["obstacle"] == "edge"
    assert walk(t, "A1", 270, 4).accepted


@clause("ba.move.prone.action", "ba.turn.action_kinds")
def test_going_prone_and_rising_cost_an_action_each() -> None:
    t = table(squad("A1", RIFLES, 40, 20), FAR)
    assert t.answer("go_prone", unit="A1").accepted
    assert (t.unit("A1").marks["prone"], t.state.facts["actions"]) == (1, 2)
    assert t.answer("go_prone", unit="A1").refusal is not None
    assert t.answer("rise", unit="A1").accepted
    assert ("prone" in t.unit("A1").marks, t.state.facts["actions"]) == (False, 1)


@clause("ba.unit.officer.prone")
def test_a_unit_with_an_officer_goes_prone_and_rises_without_an_action() -> None:
    t = table(squad("A1", OFFICER, 40, 20), FAR, actions=1)
    assert t.answer("go_prone", unit="A1").accepted
    assert t.answer("rise", unit="A1").accepted
    assert t.state.facts["actions"] == 1
    assert t.answer("move", unit="A1", steps=[go(90, 4)]).accepted
    assert (t.asked, t.state.facts["actions"]) == ("take_action", 0)
    assert t.answer("go_prone", unit="A1").accepted
    assert t.answer("end_turn", dice=dice(1)).accepted
    assert t.decision is not None
    assert t.decision.seat == 1


@clause("ba.move.prone.reaction", "ba.move.prone.three_vets", "ba.unit.officer.prone")
@pytest.mark.parametrize(("card", "asked"), [(OFFICER, True), (VETERANS, True), (RIFLES, False)])
def test_officers_and_three_veterans_may_drop_when_they_are_fired_at(card: str, asked: bool) -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", card, 40, 40))
    script = None if asked else dice(1)
    assert t.answer("attack", unit="A1", target="B1", dice=script).accepted
    assert (t.asked == "may_drop") is asked
    if asked:
        assert t.answer("react", yes=True, dice=dice(1)).accepted
        assert t.unit("B1").marks["prone"] == 1


@clause("ba.move.prone.attack")
def test_a_prone_unit_may_attack() -> None:
    t = table(squad("A1", ONE, 40, 20, prone=1), squad("B1", TWO, 40, 40))
    assert t.answer("attack", unit="A1", target="B1", dice=dice(1)).accepted


@clause("ba.build.enter")
def test_doors_are_free_windows_halve_and_walls_stop() -> None:
    house = piece("cottage", 40, 30, 0)  # 16 long, 12 wide: x 32 to 48, y 24 to 36; a door in front, at x = 48
    t = table(squad("A1", ONE, 54, 30), FAR, terrain=(house,))
    assert walk(t, "A1", 180, 12).accepted
    assert t.unit("A1").squad[0].inside == "T1"
    assert walk(t, "A1", 0, 12).accepted
    assert t.unit("A1").squad[0].inside == ""
    t = table(squad("A1", ONE, 40, 20), FAR, terrain=(house,))
    refused = walk(t, "A1", 90, 8).refusal
    assert refused is not None
    assert refused.data["obstacle"] == "T1"
    # the windows of the right side are at 0.3 and 0.7 of its 16 studs
    for x in (32 + 16 * 0.3, 32 + 16 * 0.7):
        t = table(squad("A1", ONE, x, 21), FAR, terrain=(house,))
        refused = walk(t, "A1", 90, 9).refusal
        assert refused is not None
        assert (refused.code, refused.data["most"]) == ("too_far", 8.0)
        assert walk(t, "A1", 90, 7).accepted
        assert t.unit("A1").squad[0].inside == "T1"


@clause("ba.build.enter")
def test_each_storey_by_stairs_takes_eight_studs() -> None:
    house = piece("town_house", 40, 30, 0)
    t = table(squad("A1", ONE, 40, 30, inside=""), FAR, terrain=(house,))
    up = [{"figure": "f1", "points": [(40, 31)], "level": 1}]
    assert t.answer("walk", unit="A1", ways=up).accepted
    figure = t.unit("A1").squad[0]
    assert (figure.inside, figure.level, t.unit("A1").marks["moved"]) == ("T1", 1, 9_000_000)
    too_high = [{"figure": "f1", "points": [(40, 30)], "level": 2}]
    refused = t.answer("walk", unit="A1", ways=too_high).refusal
    assert refused is not None
    assert (refused.code, refused.clause) == ("no_floor", "ba.build.enter")
    down = [{"figure": "f1", "points": [(40, 30)], "level": 0}]
    assert t.answer("walk", unit="A1", ways=down).accepted
    assert t.unit("A1").squad[0].level == 0


@clause("ba.geometry.mini")
def test_minis_on_different_floors_are_not_in_each_others_way() -> None:
    house = piece("town_house", 40, 30, 0)
    t = table(squad("A1", ONE, 40, 30), squad("A2", ONE, 44, 30), FAR, terrain=(house,))
    assert t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [(40, 30)], "level": 1}]).accepted
    assert walk(t, "A2", 180, 4).accepted


@clause("ba.reactive.move_kinds")
def test_going_prone_draws_no_fire() -> None:
    t = table(squad("A1", RIFLES, 40, 20), squad("B1", RIFLES, 40, 40))
    assert t.answer("go_prone", unit="A1").accepted
    assert t.asked == "take_action"
    assert walk(t, "A1", 0, 8).accepted
    assert t.asked == "react_to_move"
    let_pass(t)


TOWN = piece("town_house", 40, 30, 0)  # x 32 to 48, y 22 to 38; doors at (48, 26) and (32, 30)


@clause("ba.build.enter")
@pytest.mark.parametrize(
    ("level", "points", "to", "studs"),
    [
        # on one's floor there are no stairs; down they cost as much as up; out of the house they come first
        (1, [(40, 32)], -1, 2.0),
        (1, [(40, 32)], 1, 2.0),
        (1, [(40, 32)], 0, 10.0),
        (1, [(36, 30), (30, 30)], -1, 15.0),
        (0, [(40, 32)], -1, 2.0),
        (0, [(35, 30), (28, 30)], -1, 12.0),
    ],
)
def test_stairs_are_walked_only_from_floor_to_floor(
    level: int, points: list[tuple[float, float]], to: int, studs: float
) -> None:
    start = (37, 30) if len(points) > 1 and level else (40, 30)
    t = table(squad("A1", ONE, *start, level=level), FAR, terrain=(TOWN,))
    assert t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": points, "level": to}]).accepted
    assert t.unit("A1").marks["moved"] == studs * 1_000_000
    figure = t.unit("A1").squad[0]
    outside = len(points) > 1
    assert (figure.inside, figure.level) == ("" if outside else "T1", 0 if outside or to == 0 else level)


@clause("ba.build.enter")
def test_from_the_street_to_the_first_floor_and_from_house_to_house() -> None:
    t = table(squad("A1", ONE, 30, 30), FAR, terrain=(TOWN,))
    assert t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [(36, 30)], "level": 1}]).accepted
    assert (t.unit("A1").squad[0].level, t.unit("A1").marks["moved"]) == (1, 14_000_000)
    # the next house is entered on its ground, whatever floor one comes from
    other = piece("town_house", 23, 30, 180)  # x 15 to 31; a door in front at (15, 34) and behind at (31, 30)
    t = table(squad("A1", ONE, 34, 30, level=1), FAR, terrain=(TOWN, other))
    assert t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [(28, 30)]}]).accepted
    figure = t.unit("A1").squad[0]
    assert (figure.inside, figure.level, t.unit("A1").marks["moved"]) == ("T2", 0, 14_000_000)
    t = table(squad("A1", ONE, 34, 30, level=1), FAR, terrain=(TOWN, other))
    refused = t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [(28, 30)], "level": 1}]).refusal
    assert refused is not None
    assert (refused.code, refused.data["studs"]) == ("too_far", 22.0)


@clause("ba.build.enter")
@pytest.mark.parametrize(("point", "level", "floors"), [((30, 30), 1, 1), ((32.6, 30), 1, 2), ((36, 30), 2, 2)])
def test_nobody_ends_on_a_floor_that_is_not_there(point: tuple[float, float], level: int, floors: int) -> None:
    # in the street, in the doorway, above the upper floor
    t = table(squad("A1", ONE, 34, 30, level=level - 1), FAR, terrain=(TOWN,))
    refused = t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [point], "level": level}]).refusal
    assert refused is not None
    assert (refused.code, refused.data["level"], refused.data["floors"]) == ("no_floor", level, floors)
    # in the doorway on the ground anybody may stand
    assert t.answer("walk", unit="A1", ways=[{"figure": "f1", "points": [(32.6, 30)], "level": 0}]).accepted


@clause("ba.build.enter")
def test_each_mini_ends_on_a_floor_that_is_there() -> None:
    t = table(squad("A1", TWO, 34, 30, (34, 33)), FAR, terrain=(TOWN,))
    # the first stays on the ground, the second would end above the doorway
    ways: list[dict[str, Any]] = [
        {"figure": "f1", "points": [(37, 30)]},
        {"figure": "f2", "points": [(35, 30), (32.6, 30)], "level": 1},
    ]
    refused = t.answer("walk", unit="A1", ways=ways).refusal
    assert refused is not None
    assert refused.code == "no_floor"
    ways[1]["points"] = [(34, 31)]
    assert t.answer("walk", unit="A1", ways=ways).accepted
    assert [each.level for each in t.unit("A1").squad] == [0, 1]


@clause("ba.geometry.path")
def test_a_way_of_nobody_is_refused() -> None:
    t = table(squad("A1", ONE, 40, 30), FAR)
    for ways in ([{"figure": "f9", "points": [(42, 30)]}], [{"figure": "f1", "points": [(42, 30)]}] * 2):
        refused = t.answer("walk", unit="A1", ways=ways).refusal
        assert refused is not None
        assert (refused.code, refused.clause) == ("not_a_mini", "ba.geometry.path")
