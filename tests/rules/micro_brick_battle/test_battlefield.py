"""The battlefield: who lays terrain where, how pieces are cut into sections, and the measures of the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.asking.answering import listed
from brickfield.core.board import Token
from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.setup import battle_setup, scenarios
from brickfield.games.micro_brick_battle.setup.scenarios import SCENARIOS, TerrainPiece
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, start, unit

GAME = "micro_brick_battle"
# 6 vs 6 has seven pieces: four houses, a low wall and two hedgerows.
PIECES = 7


def laying(who: str) -> Position:
    """A battle of 6 vs 6 whose battlefield is laid out by the players."""
    return start(Setup(GAME, "six_v_six", {"battlefield": who}))


def lay(t: Position, number: int, x: float, y: float, heading: float = 0, **more: Any) -> Result:
    return t.answer("lay_piece", piece=number, x=x, y=y, heading=heading, **more)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def lone(feature: str, x: float = 24, y: float = 18, heading: float = 0, **more: Any) -> list[Token]:
    """The sections of one piece of terrain on an empty table."""
    units = [unit("A1", "M4 Sherman", 4, 4, 90), unit("B1", "Panzer III", 44, 32, 270)]
    position = {"options": more.pop("options", {})}
    return list(lay_table(GAME, units, [piece(feature, x, y, heading, **more)], **position).state.tokens.values())


def centres(tokens: list[Token]) -> list[tuple[float, float]]:
    return [token.pose.place for token in tokens]


# --- who lays what ---------------------------------------------------------------------------------------------------


@clause("mbb.setup.when")
def test_a_battlefield_of_the_scenario_lies_there_already() -> None:
    t = start(Setup(GAME, "six_v_six"), dice(5, 2))
    assert {token.group for token in t.state.tokens.values()} == {f"T{number}" for number in range(1, PIECES + 1)}
    assert t.asked == "deploy_unit"


@clause("mbb.cover.place.divide")
def test_shared_out_pieces_are_placed_in_turn_anywhere() -> None:
    t = laying("divide")
    layers = []
    for number in range(PIECES):
        assert t.asked == "place_terrain"
        layers.append(t.state.waiting_for()[0])
        more = {"dice": dice(5, 2)} if number == PIECES - 1 else {}
        assert lay(t, number, 5 + 6 * number, 30 if number % 2 == 0 else 6, **more).accepted
    assert layers == [0, 1, 0, 1, 0, 1, 0]
    assert t.asked == "deploy_unit"


@clause("mbb.cover.place.divide")
def test_nobody_lays_a_piece_of_the_other_players_share_or_one_twice() -> None:
    t = laying("divide")
    refused(t, lambda: lay(t, 1, 10, 10), "not_your_piece", "mbb.cover.place.divide")
    refused(t, lambda: lay(t, 99, 10, 10), "unknown_piece", "")
    refused(t, lambda: lay(t, 0, 10, 10, seat=1), "not_asked", "")
    assert lay(t, 2, 10, 10).accepted, "pieces of the own share come in any order"
    lay(t, 1, 20, 10)
    refused(t, lambda: lay(t, 2, 30, 10), "not_your_piece", "mbb.cover.place.divide")


@clause("mbb.cover.place.one")
def test_one_player_may_lay_out_everything() -> None:
    t = laying("one")
    for number in range(PIECES):
        assert (t.asked, t.state.waiting_for()) == ("place_terrain", (0,))
        more = {"dice": dice(5, 2)} if number == PIECES - 1 else {}
        assert lay(t, number, 5 + 6 * number, 18, **more).accepted
    assert t.asked == "deploy_unit"


@clause("mbb.cover.place.half")
@pytest.mark.parametrize(("seat", "inside", "outside"), [(0, 18 - 1.26, 18 - 1.25), (1, 18 + 1.26, 18 + 1.25)])
def test_each_player_may_lay_out_the_own_half(seat: int, inside: float, outside: float) -> None:
    """A house of eight by eight studs may touch the middle line and not cross it."""
    t = laying("half")
    if seat == 1:
        lay(t, 0, 4, 4)
    assert t.state.waiting_for() == (seat,)
    refused(t, lambda: lay(t, seat, 24, outside), "outside_area", "mbb.cover.place.half")
    refused(t, lambda: lay(t, seat, 24, 36 - inside), "outside_area", "mbb.cover.place.half")
    assert lay(t, seat, 24, inside).accepted


@clause("mbb.cover.place.divide", "mbb.geometry.table")
def test_terrain_lies_on_the_table_and_on_nothing_else() -> None:
    t = laying("divide")
    refused(t, lambda: lay(t, 0, 1.25, 18), "outside_area", "mbb.geometry.table")
    lay(t, 0, 24, 18)
    refused(t, lambda: lay(t, 1, 24 + 2.51, 18), "overlap", "mbb.cover.place.divide")
    assert lay(t, 1, 24 + 2.52, 18).accepted
    refused(t, lambda: lay(t, 2, 24 + 2.52 + 2.51, 18), "overlap", "mbb.cover.place.divide")


@clause("mbb.cover.place.half")
def test_the_own_half_reaches_into_the_corners_of_the_table() -> None:
    t = laying("half")
    refused(t, lambda: lay(t, 0, 1.25, 1.26), "outside_area", "mbb.cover.place.half")
    for number, x, y in ((0, 1.26, 1.26), (1, 1.26, 34.74), (2, 46.74, 1.26), (3, 46.74, 34.74)):
        assert lay(t, number, x, y).accepted


@clause("mbb.geometry.sections")
def test_pieces_laid_by_players_are_cut_into_sections_too() -> None:
    t = laying("one")
    lay(t, 6, 24, 18, 90)
    hedge = list(t.state.tokens.values())
    assert [token.id for token in hedge] == ["T7.1", "T7.2", "T7.3"]
    assert centres(hedge) == [(24, 16.11), (24, 18), (24, 19.89)]


@clause("mbb.geometry.deploy_full")
def test_a_piece_that_leaves_a_player_no_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = TerrainPiece(feature="House", x=24, y=18, length=48, width=5.8, heading=0)
    crowded = replace(scenarios.scenario("six_v_six"), terrain=(huge, huge))
    monkeypatch.setattr(battle_setup, "SCENARIOS", dataclasses.replace(SCENARIOS, known=lambda: {"six_v_six": crowded}))
    t = laying("divide")
    for y in (3, 33):
        refused(t, lambda y=y: lay(t, 0, 24, y), "no_room", "mbb.geometry.deploy_full")
    assert lay(t, 0, 24, 9).accepted
    refused(t, lambda: lay(t, 1, 24, 33), "no_room", "mbb.geometry.deploy_full")


@clause("mbb.geometry.deploy_full")
def test_two_pieces_that_together_leave_a_player_no_room_are_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    long = TerrainPiece(feature="House", x=24, y=18, length=24, width=5.8, heading=0)
    crowded = replace(scenarios.scenario("six_v_six"), terrain=(long, long))
    monkeypatch.setattr(battle_setup, "SCENARIOS", dataclasses.replace(SCENARIOS, known=lambda: {"six_v_six": crowded}))
    t = laying("divide")
    assert lay(t, 0, 12, 3).accepted
    refused(t, lambda: lay(t, 1, 36, 3), "no_room", "mbb.geometry.deploy_full")


@clause("mbb.cover.place.divide")
def test_what_fits_nowhere_any_more_goes_back_into_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = TerrainPiece(feature="House", x=24, y=18, length=48, width=11.8, heading=0)
    small = TerrainPiece(feature="House", x=24, y=18, length=4, width=4, heading=0)
    crowded = replace(scenarios.scenario("six_v_six"), terrain=(wide, wide, wide, wide, small))
    monkeypatch.setattr(battle_setup, "SCENARIOS", dataclasses.replace(SCENARIOS, known=lambda: {"six_v_six": crowded}))
    t = laying("divide")
    assert lay(t, 0, 24, 12).accepted
    assert lay(t, 1, 24, 24).accepted
    # the first player has a wide one and a small one left, the second a wide one, for which there is no room
    done = lay(t, 4, 24, 3, dice=dice(6, 1))
    assert done.accepted
    assert t.asked != "place_terrain"
    told = [(event.seat, event.piece, event.clause) for event in done.of("piece_left_out")]
    assert told == [(0, "House", "mbb.cover.place.divide"), (1, "House", "mbb.cover.place.divide")]
    assert {token.group for token in t.state.tokens.values()} == {"T1", "T2", "T5"}


@clause("mbb.cover.place.divide")
def test_the_last_gap_of_a_full_table_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = TerrainPiece(feature="House", x=24, y=18, length=48, width=11.8, heading=0)
    # too long for what is left beside the wide ones, unless it lies across, off every whole inch
    long = TerrainPiece(feature="House", x=24, y=18, length=5.9, width=40, heading=0)
    crowded = replace(scenarios.scenario("six_v_six"), terrain=(wide, wide, long))
    monkeypatch.setattr(battle_setup, "SCENARIOS", dataclasses.replace(SCENARIOS, known=lambda: {"six_v_six": crowded}))
    t = laying("divide")
    assert lay(t, 0, 24, 12).accepted
    assert lay(t, 1, 24, 23.9).accepted
    asking = t.state.decision
    assert asking is not None
    offer: Any = asking.ask(t.state).offer
    (thing,) = offer.things
    x, y, heading = thing.room
    assert heading == 90.0
    assert {"answer": "lay_piece", "piece": 2, "x": x, "y": y, "heading": heading} in [
        draft.answer for draft in listed(t.state, offer)
    ]
    assert lay(t, 2, x, y, heading, dice=dice(6, 1)).accepted


@clause("mbb.geometry.deploy_full")
def test_a_scenario_that_leaves_a_player_no_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = TerrainPiece(feature="House", x=24, y=33, length=48, width=5.8, heading=0)
    crowded = replace(scenarios.scenario("six_v_six"), terrain=(huge,))
    monkeypatch.setattr(battle_setup, "SCENARIOS", dataclasses.replace(SCENARIOS, known=lambda: {"six_v_six": crowded}))
    with pytest.raises(ValueError, match=r"Player 2 .*mbb\.geometry\.deploy_full"):
        start(Setup(GAME, "six_v_six"))
    assert laying("divide").asked == "place_terrain", "the players may lay the same piece elsewhere"


@clause("mbb.cover.place.divide")
@pytest.mark.parametrize("changed", [{"piece": -1}, {"piece": 1.5}, {"x": float("nan")}, {"heading": None}, {"y": 1e7}])
def test_layings_that_cannot_be_read_change_nothing(changed: dict[str, Any]) -> None:
    t = laying("divide")
    answer = {"answer": "lay_piece", "piece": 0, "x": 24, "y": 18, "heading": 0} | changed
    refused(t, lambda: t.send(answer), "malformed", "")


# --- sections and cells ----------------------------------------------------------------------------------------------


@clause("mbb.geometry.sections", "mbb.geometry.feature_facing")
@pytest.mark.parametrize("feature", ["Hedgerow", "Low Wall", "Wall"])
@pytest.mark.parametrize(
    ("heading", "ends"),
    [
        (0, [(22.11, 18), (24, 18), (25.89, 18)]),
        (90, [(24, 16.11), (24, 18), (24, 19.89)]),
        (180, [(25.89, 18), (24, 18), (22.11, 18)]),
        (270, [(24, 19.89), (24, 18), (24, 16.11)]),
    ],
)
def test_long_features_fall_into_sections_of_six_studs_from_their_first_end(
    feature: str, heading: float, ends: list[tuple[float, float]]
) -> None:
    """The first end is behind the centre as the feature's heading points along its length."""
    sections = lone(feature, heading=heading)
    assert [token.id for token in sections] == ["T1.1", "T1.2", "T1.3"]
    assert centres(sections) == ends
    assert {(token.length, token.width) for token in sections} == {(1_890_000, 315_000)}


@clause("mbb.geometry.sections")
def test_a_shorter_rest_is_a_section_of_its_own() -> None:
    sections = lone("Wall", length=5.0)
    assert [token.length for token in sections] == [1_890_000, 1_890_000, 1_220_000]
    assert centres(sections) == [(22.445, 18), (24.335, 18), (25.89, 18)]
    assert [token.id for token in lone("Wall", length=1.89)] == ["T1"]
    assert {token.width for token in lone("Wall", length=5.0, width=3.0)} == {3_000_000}, "however wide it is"


@clause("mbb.geometry.sections", "mbb.geometry.feature_facing")
def test_a_forest_is_cut_into_cells_of_four_studs_from_its_first_corner() -> None:
    """Sixteen by twelve studs are four cells along the length, and three such rows."""
    cells = lone("Forest")
    assert {(token.length, token.width) for token in cells} == {(1_260_000, 1_260_000)}
    rows = [(x, y) for y in (16.74, 18.0, 19.26) for x in (22.11, 23.37, 24.63, 25.89)]
    assert centres(cells) == rows
    turned = [(round(42 - y, 6), round(x - 6, 6)) for x, y in rows]
    assert centres(lone("Forest", heading=90)) == turned


@clause("mbb.geometry.sections")
def test_light_trees_are_cut_into_cells_of_six_studs_clipped_to_their_outline() -> None:
    assert [(token.length, token.width) for token in lone("Light Tree Cover")] == [(1_890_000, 1_890_000)] * 4
    clipped = lone("Light Tree Cover", length=2.89, width=1.0)
    assert [(token.length, token.width) for token in clipped] == [(1_890_000, 1_000_000), (1_000_000, 1_000_000)]


@clause("mbb.geometry.sections")
def test_each_section_has_a_hit_marker_of_its_own_and_is_shot_away_alone() -> None:
    assert [token.marks for token in lone("Hedgerow")] == [{"hm": 1}] * 3
    assert [token.marks for token in lone("House")] == [{"hm": 3}]
    units = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 44, 32, 270)]
    t = lay_table(GAME, units, [piece("Hedgerow", 24, 18)])
    result = t.fire({"A1": "T1.2"})
    assert [removed.token for removed in result.of("token_removed")] == ["T1.2"]
    assert list(t.state.tokens) == ["T1.1", "T1.3"]


@clause("mbb.geometry.sections")
@pytest.mark.parametrize(("agreed", "marks"), [(True, {"hm": 1}), (False, {})])
def test_players_may_agree_that_terrain_stands(agreed: bool, marks: dict[str, int]) -> None:
    assert [token.marks for token in lone("Hedgerow", options={"destructible": agreed})] == [marks] * 3


# --- measures --------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.table", "mbb.setup.table")
def test_x_runs_right_y_up_and_headings_turn_left_from_x() -> None:
    for heading, end in ((0, (27, 18)), (90, (24, 21)), (180, (21, 18)), (270, (24, 15))):
        units = [unit("A1", "M4 Sherman", 24, 18, heading), unit("B1", "Panzer III", 44, 32, 270)]
        t = lay_table(GAME, units)
        t.move("A1", forward(3))
        assert t.pose("A1") == (*end, heading)


@clause("mbb.geometry.units")
@pytest.mark.parametrize(
    ("card", "length", "width"), [("M4 Sherman", 1.89, 0.945), ("Tiger I", 2.205, 1.26), ("Staff Car", 1.26, 0.63)]
)
def test_a_stud_is_a_fixed_part_of_an_inch(card: str, length: float, width: float) -> None:
    """6 by 3, 7 by 4 and 4 by 2 studs of 0.315 inch: measured by the gap to a second unit."""
    for heading, size in ((90, length), (0, width)):
        units = [unit("A1", card, 24, 10, heading), unit("B1", card, 24, 20, heading)]
        assert lay_table(GAME, units).distance("A1", "B1") == pytest.approx(10 - size, abs=1e-9)
