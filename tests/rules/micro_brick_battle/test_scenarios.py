"""The scenarios as they are set up."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.data_files import DataFault
from brickfield.core.match import Setup
from brickfield.core.setup.scenarios import checked
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import BattleMatch
from brickfield.games.micro_brick_battle.setup import scenarios
from brickfield.games.micro_brick_battle.setup.army_lists import army_of, within_shares
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.testing import clause, dice, start


@clause("mbb.geometry.table")
def test_the_first_seat_starts_from_the_near_edge() -> None:
    for scenario in scenarios.scenarios().values():
        if scenario.own_edges:
            continue
        depth, width = f"y={scenario.table_depth:g}", f"x={scenario.table_width:g}"
        edges = ["y=0", depth, "x=0", width]
        if not scenario.free_for_all:
            # a team from one edge, in turn with the other as long as it has players left
            edges = [edges[scenario.sides.index(side)] for side in scenario.sides]
        assert [(force.seat, force.edge) for force in scenario.force] == [*enumerate(edges)][: scenario.seats]


@clause("mbb.about.contents", "mbb.quick.first_game")
def test_six_v_six_comes_first() -> None:
    assert list(scenarios.scenarios())[:3] == ["six_v_six", "crossroads", "ford"]
    assert scenarios.scenario("mbb.scenario.six_v_six") is scenarios.scenario("six_v_six")
    with pytest.raises(KeyError, match="six_v_six, crossroads"):
        scenarios.scenario("seven_v_seven")


@pytest.mark.parametrize(
    ("scenario_id", "edition", "seat", "side", "units"),
    [
        ("six_v_six", "evened", 0, "United States", {"M4 Sherman": 6}),
        ("six_v_six", "evened", 1, "Germany", {"Panzer III": 6}),
        ("crossroads", "evened", 0, "United States", {"M4 Sherman": 4, "M5 Stuart": 1, "M10 Wolverine": 1}),
        ("crossroads", "evened", 1, "Germany", {"Panzer IV": 1, "Panzer III": 2, "StuG III": 2, "Panzer II": 1}),
        ("crossroads", "first", 0, "United States", {"M4 Sherman": 4, "M5 Stuart": 1, "M10 Wolverine": 1}),
        ("crossroads", "first", 1, "Germany", {"Panzer IV": 3, "StuG III": 2, "Panzer II": 1}),
        ("ford", "first", 0, "United States", {"M4 Sherman": 4, "M10 Wolverine": 1}),
        ("ford", "first", 1, "Germany", {"Panzer III": 3, "Panzer IV": 1, "StuG III": 1}),
    ],
)
def test_forces_of_the_scenarios(scenario_id: str, edition: str, seat: int, side: str, units: dict[str, int]) -> None:
    force = scenarios.scenario(scenario_id).as_agreed(edition).force[seat]
    assert (force.seat, force.side) == (seat, side)
    assert {each.card: each.count for each in force.units} == units
    assert force.rc == sum(unit_card(name).rc * count for name, count in units.items())


LEDGER = {
    "six_v_six": (0, {"M4 Sherman": 6}, {"Panzer III": 6}),
    "crossroads": (
        10,
        {"M4 Sherman": 4, "M5 Stuart": 1, "M10 Wolverine": 1},
        {"Panzer IV": 3, "StuG III": 2, "Panzer II": 1},
    ),
    "bridge": (
        12,
        {"Cromwell": 3, "Firefly": 1, "Churchill": 1, "Sexton": 1},
        {"Panzer III": 3, "Tiger I": 1, "Wespe": 1, "Panzer II Luchs": 1},
    ),
    "beach": (
        10,
        {"DD Sherman": 4, "M4 Sherman": 2, "M7 Priest": 1},
        {"Flak 36": 2, "StuG III": 1, "Panzer IV": 2},
    ),
    "hill": (12, {"Panther": 2, "Panzer IV": 3, "Wespe": 1}, {"T-34/76": 3, "Su-76": 2, "KV-1": 1}),
    "convoy": (
        12,
        {"Carro Armato P40": 2, "Carro Armato M14/41": 3, "Semovente da 75/18": 1, "Staff Car": 1},
        {"Crusader III (A15 Cruiser)": 3, "M3 Grant": 1, "Valentine": 1},
    ),
    "blizzard": (14, {"Panzer IV": 2, "Panzer III": 2, "Panzer 38(t)": 1}, {"T-34/85": 2, "BT-7": 2, "T-26": 1}),
    "air_raid": (
        12,
        {"Hawker Typhoon": 2, "Cromwell": 3},
        {"Panzer III": 3, "Flak 36": 2, "Panther": 1, "StuG III": 1, "Panzer II Luchs": 1},
    ),
    "steppe": (
        12,
        {"BT-5": 3, "BA-6 Armored Car": 2, "T-26": 1},
        {
            "Type 95 Ha-Go": 3,
            "Type 89B I-Go Otsu Medium Tank": 2,
            "Type 97 Te-Ke": 1,
            "Type 94 37mm AT Gun": 1,
        },
    ),
}


@clause("mbb.win.scenario", "mbb.about.contents")
@pytest.mark.parametrize("scenario_id", LEDGER)
def test_the_battles_of_the_ledger_have_its_forces_as_first_laid_out(scenario_id: str) -> None:
    limit, *forces = LEDGER[scenario_id]
    scenario = scenarios.scenario(f"mbb.scenario.{scenario_id}").as_agreed("first")
    assert scenario.round_limit == limit
    assert [{each.card: each.count for each in force.units} for force in scenario.force] == forces


@clause("mbb.win.scenario")
def test_the_battles_with_budgets_keep_within_them() -> None:
    corners = scenarios.scenario("four_corners")
    assert [force.budget for force in corners.force] == [42] * 4
    assert (corners.table_width, corners.table_depth, corners.round_limit) == (48, 48, 15)
    siege = scenarios.scenario("town_siege_2")
    assert [(force.budget, force.terrain_budget) for force in siege.force] == [(140, 0), (110, 20)]
    assert siege.round_limit == 10
    for scenario in (corners, siege):
        assert all(force.rc <= force.budget for force in scenario.force)
    agreed = Options(infantry=True)
    assert all(within_shares(army_of(force), force, agreed) is None for force in siege.force)
    assert siege.opening["infantry"] == "on"
    on_foot = [units for units in siege.force[0].units if "Infantry" in units.card]
    assert 25 <= sum(unit_card(units.card).rc * units.count for units in on_foot) <= 40
    town = [piece for piece in siege.terrain if piece.layer == 1]
    assert 15 <= len(town) <= 25
    assert 2 <= len(siege.terrain) - len(town) <= 6


@clause("mbb.house.agree")
@pytest.mark.parametrize("scenario_id", [each.id for each in scenarios.scenarios().values() if each.before])
def test_what_was_evened_opens_evened_and_can_be_fought_as_it_was(scenario_id: str) -> None:
    now = scenarios.scenario(scenario_id)
    assert now.opening["scenario_edition"] == "evened"
    first, evened = now.as_agreed("first"), now.as_agreed("evened")
    assert evened is now
    assert (first.force, first.objective) != (now.force, now.objective)
    assert now.before is not None
    assert first.goals == (() if now.before.no_goals else now.goals)
    checked("x.toml", replace(first, before=None), scenarios.wrongs)


@clause("mbb.win.scenario")
@pytest.mark.parametrize(("edition", "size", "points"), [("first", 6, 4), ("evened", 10, 2)])
def test_crossroads_is_about_the_square_in_the_middle(edition: str, size: float, points: int) -> None:
    crossroads = scenarios.scenario("crossroads").as_agreed(edition)
    goal = crossroads.objective
    assert goal is not None
    assert (goal.x, goal.y, goal.length, goal.width) == (24, 18, size, size)
    assert (goal.from_round, goal.points_to_win, crossroads.round_limit) == (2, points, 10)
    assert f"{points} points win" in crossroads.goal
    assert scenarios.scenario("six_v_six").as_agreed(edition).objective is None


@clause("mbb.house.agree")
def test_battles_agreed_on_before_keep_the_layout_they_were_agreed_on() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    before = Setup(game.id, "crossroads")
    now = game.fresh(before)
    assert now.options == {"scenario_edition": "evened"}
    assert game.fresh(Setup(game.id, "six_v_six")).options == {}
    old, new = (game.new_match(each) for each in (before, now))
    assert isinstance(old, BattleMatch)
    assert isinstance(new, BattleMatch)
    assert (old.scenario.objective, new.scenario.objective) != (None, None)
    assert old.scenario.objective != new.scenario.objective
    assert old.pieces != new.pieces


@clause("mbb.hm.place")
@pytest.mark.parametrize(
    ("scenario_id", "agreed", "bare"),
    [
        ("six_v_six", "scenario", {"House"}),
        ("six_v_six", True, set()),
        ("six_v_six", False, {"House", "Low Wall", "Hedgerow"}),
        ("crossroads", "scenario", set()),
    ],
)
def test_of_six_v_six_only_the_houses_stand_for_the_whole_battle(scenario_id: str, agreed: Any, bare: set[str]) -> None:
    t = start(Setup("micro_brick_battle", scenario_id, {"destructible": agreed}), dice(6, 1))
    assert {token.kind for token in t.state.tokens.values() if not token.marks} == bare
    assert {token.kind for token in t.state.tokens.values() if token.marks}.isdisjoint(bare)


@pytest.mark.parametrize("edition", ["first", "evened"])
@pytest.mark.parametrize("scenario_id", ["six_v_six", "crossroads", "ford"])
def test_both_sides_have_the_same_terrain(scenario_id: str, edition: str) -> None:
    """Turned by half a turn about the middle of the table the battlefield is the same."""
    pieces = scenarios.scenario(scenario_id).as_agreed(edition).terrain
    here = sorted((piece.feature, piece.x, piece.y, piece.length, piece.width) for piece in pieces)
    turned = sorted((piece.feature, 48 - piece.x, 36 - piece.y, piece.length, piece.width) for piece in pieces)
    assert here == turned
    if scenario_id != "ford":
        assert {piece.feature for piece in pieces} <= {"House", "Low Wall", "Hedgerow", "Light Tree Cover"}


@clause("mbb.terrain.water.bridge", "mbb.terrain.hill.shape", "mbb.terrain.mud")
def test_the_ford_has_a_river_with_bridges_hills_and_all_sorts_of_ground() -> None:
    ford = scenarios.scenario("ford")
    kinds = {piece.feature for piece in ford.terrain}
    assert {"Large Water", "Shallow Water", "Bridges", "Hill", "Mud", "Sand Dunes"} <= kinds
    assert {"Wire Obstacle", "Tank Trap", "Emplacement", "Low Wall", "Hedgerow", "Light Tree Cover"} <= kinds
    goal = ford.objective
    assert goal is not None
    assert (goal.x, goal.y, goal.from_round, goal.points_to_win) == (24, 18, 3, 2)
    t = start(Setup("micro_brick_battle", "ford", {}), dice(6, 1))
    assert t.table_fault() == ""


@clause("mbb.about.contents")
@pytest.mark.parametrize(
    ("scenario_id", "edition", "laid"),
    [
        (
            "six_v_six",
            "evened",
            [
                *[("House", x, y, 8, 8, 90) for x, y in ((12, 18), (36, 18), (20, 13), (28, 23))],
                ("Low Wall", 24, 18, 18, 1, 0),
                *[("Hedgerow", x, y, 18, 1, 0) for x, y in ((8, 26), (40, 10))],
            ],
        ),
        (
            "crossroads",
            "evened",
            [
                *[("House", x, y, 8, 8, 90) for x, y in ((24, 18), (18.5, 13), (29.5, 23))],
                *[("Hedgerow", x, y, 24, 1, 0) for y in (9.5, 26.5) for x in (17, 31)],
                *[("Hedgerow", x, 18, 24, 1, 0) for x in (7.5, 40.5)],
                *[("Low Wall", 24, y, 18, 1, 0) for y in (14.5, 21.5)],
            ],
        ),
        (
            "crossroads",
            "first",
            [
                *[("House", x, y, 8, 8, 90) for x, y in ((21, 15), (27, 21))],
                *[("Hedgerow", x, 18, 24, 1, 90) for x in (14, 34)],
                *[("Light Tree Cover", x, y, 16, 12, 90) for x, y in ((8, 12), (40, 24))],
                *[("Low Wall", 24, y, 18, 1, 0) for y in (10, 26)],
            ],
        ),
    ],
)
def test_where_the_pieces_of_a_scenario_lie(
    scenario_id: str, edition: str, laid: list[tuple[str, float, float, int, int, int]]
) -> None:
    """Feature, centre in inches, length and width in studs, heading."""
    pieces = scenarios.scenario(scenario_id).as_agreed(edition).terrain
    assert [piece.feature for piece in pieces] == [name for name, *_ in laid]
    for piece, (_name, x, y, length, width, heading) in zip(pieces, laid, strict=True):
        assert (piece.x, piece.y, piece.heading) == (x, y, heading)
        assert (piece.length, piece.width) == pytest.approx((length * 0.315, width * 0.315))


def test_a_scenario_with_unknown_units_terrain_or_seats_is_a_fault() -> None:
    whole = scenarios.scenario("six_v_six")
    force, piece = whole.force[0], whole.terrain[0]
    ghosts = replace(force, units=(scenarios.ForceUnits(card="Ghost", count=1),))
    castle = replace(piece, feature="Castle")
    for changed, told in (
        ({"force": (ghosts, whole.force[1])}, "Ghost"),
        ({"terrain": (castle,)}, "Castle"),
        ({"force": whole.force[::-1]}, "seats"),
        ({"force": (replace(force, edge="y=36"), replace(whole.force[1], edge="y=0"))}, "y=0 and y=36"),
        ({"table_depth": 48.0}, "y=0 and y=48"),
    ):
        with pytest.raises(DataFault, match=told):
            checked("x.toml", replace(whole, **changed), scenarios.wrongs)
