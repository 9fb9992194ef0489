"""Hit markers taken several at a time: what is left over, connected sections, and what goes down with a bridge."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.dice import ForcedDice
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.losses import (
    connected_run,
    lost_with,
    markers_taken,
    may_run,
    sections_in_reach,
    take_markers,
)
from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SECTION = 1.89


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman" if name.startswith("A") else "Panzer III", x, y, heading, **more)


FAR = tank("B9", 44, 34, 270)
MINE = tank("A1", 24, 4)


def attack(t: Position, target: str, markers: int, run: tuple[str, ...] = ()) -> list[Any]:
    """An attack of so many markers on a piece, as a bomb or missile makes it."""
    on = Table(t.state.clone(), ForcedDice(()))
    take_markers(on, target, markers, "A1", run)
    t.state = on
    return list(on.events)


def left(t: Position) -> dict[str, int]:
    return {token.id: token.marks.get("hm", 0) for token in t.state.tokens.values()}


# --- how many --------------------------------------------------------------------------------------------------------


@clause("mbb.hm.bomb5", "mbb.hm.missile3", "mbb.hm.mg1", "mbb.hm.shot")
def test_a_bomb_takes_five_markers_a_missile_three_guns_one() -> None:
    assert [markers_taken(weapon) for weapon in ("bomb", "missile", "machine_gun", "gun")] == [5, 3, 1, 1]


@clause("mbb.hm.bomb5", "mbb.hm.missile3", "mbb.hm.destroyed")
@pytest.mark.parametrize(("weapon", "stand"), [("bomb", 3), ("missile", 5), ("machine_gun", 7)])
def test_a_base_of_eight_markers_stands_what_is_taken_off_it(weapon: str, stand: int) -> None:
    t = table(MINE, FAR, terrain=[piece("Base", 24, 18)])
    attack(t, "T1", markers_taken(weapon))
    assert left(t) == {"T1": stand}


@clause("mbb.hm.one_piece", "mbb.hm.destroyed")
def test_what_is_left_over_never_goes_onto_another_feature() -> None:
    t = table(MINE, FAR, terrain=[piece("House", 24, 18), piece("House", 26.52, 18)])
    attack(t, "T1", 5)
    assert left(t) == {"T2": 3}


# --- sections --------------------------------------------------------------------------------------------------------

HEDGE = piece("Hedgerow", 24, 18, length=5 * SECTION, width=0.315)


@clause("mbb.hm.one_piece")
def test_on_a_hedge_a_missile_takes_three_sections_that_hang_together() -> None:
    t = table(MINE, FAR, terrain=[HEDGE])
    assert connected_run(t.state, "T1.1", 3) == ("T1.1", "T1.2", "T1.3")
    assert connected_run(t.state, "T1.3", 3) == ("T1.3", "T1.2", "T1.4")
    attack(t, "T1.3", 3)
    assert list(left(t)) == ["T1.1", "T1.5"]
    # what is left of the hedge is in two parts: a run does not jump over the gap
    assert connected_run(t.state, "T1.1", 3) == ("T1.1",)


@clause("mbb.hm.one_piece", "mbb.hm.section")
def test_cells_of_a_forest_are_connected_by_their_sides_not_by_their_corners() -> None:
    forest = piece("Forest", 24, 18, length=2.52, width=2.52)
    t = table(MINE, FAR, terrain=[forest])
    assert list(left(t)) == ["T1.1", "T1.2", "T1.3", "T1.4"]
    assert connected_run(t.state, "T1.1", 2) == ("T1.1", "T1.2")
    attack(t, "T1.2", 1)
    attack(t, "T1.3", 1)
    assert connected_run(t.state, "T1.1", 5) == ("T1.1",)


@clause("mbb.hm.one_piece")
@pytest.mark.parametrize(
    ("run", "code"),
    [
        (("T1.2", "T1.3"), None),
        (("T1.2", "T1.1", "T1.3"), None),
        (("T1.2",), None),
        (("T1.1", "T1.3"), "not_a_run"),
        (("T1.2", "T1.4"), "not_a_run"),
        (("T1.2", "T2"), "not_a_run"),
        (("T1.2", "T1.2"), "not_a_run"),
        (("T1.2", "T9"), "not_a_run"),
        (("T1.2", "T1.1", "T1.3", "T1.4"), "run_too_long"),
    ],
)
def test_the_attacker_may_choose_a_connected_run_with_the_section_aimed_at(run: tuple[str, ...], code: str) -> None:
    t = table(MINE, FAR, terrain=[HEDGE, piece("House", 34, 18)])
    refusal = may_run(t.state, "T1.2", run, 3)
    assert (refusal.code if refusal else None) == code
    assert refusal is None or refusal.clause == "mbb.hm.one_piece"


@clause("mbb.hm.one_piece")
def test_a_run_that_was_chosen_is_what_is_taken() -> None:
    t = table(MINE, FAR, terrain=[HEDGE])
    attack(t, "T1.2", 3, ("T1.2", "T1.3", "T1.4"))
    assert list(left(t)) == ["T1.1", "T1.5"]


@clause("mbb.hm.one_piece")
@pytest.mark.parametrize(
    ("each", "count", "reached"),
    [
        (1, 1, ""),
        (1, 2, "324"),
        (1, 3, "32415"),
        (3, 3, ""),
        (3, 4, "324"),
        (3, 6, "324"),
        (3, 7, "32415"),
        (3, 99, "32415"),
    ],
)
def test_a_run_is_chosen_among_the_sections_that_the_markers_can_reach(each: int, count: int, reached: str) -> None:
    t = table(MINE, FAR, terrain=[HEDGE | {"hit_markers": each}])
    assert sections_in_reach(t.state, "T1.3", count) == tuple(f"T1.{number}" for number in reached)


@clause("mbb.hm.one_piece")
def test_the_run_with_the_fewest_markers_reaches_farthest() -> None:
    t = table(MINE, FAR, terrain=[HEDGE | {"hit_markers": 3}])
    attack(t, "T1.2", 2)
    # 3 and 1 are taken by way of T1.2: a fifth marker goes on from there
    assert sections_in_reach(t.state, "T1.3", 4) == ("T1.3", "T1.2", "T1.4")
    assert sections_in_reach(t.state, "T1.3", 5) == ("T1.3", "T1.2", "T1.4", "T1.1", "T1.5")


@clause("mbb.hm.one_piece")
def test_two_sections_are_a_choice_and_what_has_no_markers_is_none() -> None:
    t = table(MINE, FAR, terrain=[piece("Hedgerow", 24, 18, length=2 * SECTION, width=0.315)])
    assert sections_in_reach(t.state, "T1.1", 2) == ("T1.1", "T1.2")
    t.state.tokens = {**t.state.tokens, "T1.2": replace(t.state.tokens["T1.2"], marks={})}
    assert sections_in_reach(t.state, "T1.1", 2) == ()
    # pieces of one kind beside each other are no run
    t = table(MINE, FAR, terrain=[piece("House", 24, 18), piece("House", 26.52, 18)])
    assert sections_in_reach(t.state, "T1", 5) == ()


@clause("mbb.hm.one_piece")
def test_sections_that_do_not_know_their_place_in_a_piece_are_no_run() -> None:
    t = table(MINE, FAR, terrain=[piece("Hedgerow", 24, 18, length=2 * SECTION, width=0.315)])
    whole = t.state.tokens
    for uncut in (("T1.1",), ("T1.2",), ("T1.1", "T1.2")):
        t.state.tokens = {**whole, **{name: replace(whole[name], cut=UNSET) for name in uncut}}
        assert sections_in_reach(t.state, "T1.1", 2) == ()


@clause("mbb.hm.one_piece", "mbb.hm.section")
def test_a_cell_of_a_forest_is_joined_to_those_beside_it() -> None:
    # two rows of three: 1 2 3 below 4 5 6
    t = table(MINE, FAR, terrain=[piece("Forest", 24, 18, length=3.78, width=2.52)])
    joined = {name: set(sections_in_reach(t.state, f"T1.{name}", 2)) - {f"T1.{name}"} for name in range(1, 7)}
    sides = {1: (2, 4), 2: (1, 3, 5), 3: (2, 6), 4: (1, 5), 5: (2, 4, 6), 6: (3, 5)}
    assert joined == {name: {f"T1.{other}" for other in others} for name, others in sides.items()}


@clause("mbb.hm.one_piece", "mbb.hm.section")
@pytest.mark.parametrize(
    ("markers", "stand"),
    [
        (1, {"T1.1": 3, "T1.2": 3, "T1.3": 2, "T1.4": 3, "T1.5": 3}),
        (3, {"T1.1": 3, "T1.2": 3, "T1.4": 3, "T1.5": 3}),
        (5, {"T1.1": 3, "T1.2": 1, "T1.4": 3, "T1.5": 3}),
    ],
)
def test_only_what_is_left_over_goes_on_to_the_next_section(markers: int, stand: dict[str, int]) -> None:
    t = table(MINE, FAR, terrain=[HEDGE | {"hit_markers": 3}])
    events = attack(t, "T1.3", markers)
    assert left(t) == stand
    # who loses no marker is not told of
    touched = [each.token for each in events if type(each).__name__ in ("TokenMarked", "TokenRemoved")]
    assert touched == ["T1.3", "T1.2"][: 1 + (markers > 3)]


@clause("mbb.hm.open")
def test_what_is_gone_can_be_driven_and_seen_through() -> None:
    wall = piece("Wall", 24, 18, length=SECTION, width=0.315)
    t = table(tank("A1", 24, 14), tank("B1", 24, 28, 270), terrain=[wall])
    assert not t.line_of_sight("A1", "B1")
    attack(t, "T1", 1)
    assert t.line_of_sight("A1", "B1")
    assert t.end("A1", {"step": "forward", "inches": 8}) == (24.0, 22.0, 90.0)


# --- bridges ---------------------------------------------------------------------------------------------------------

LAKE = piece("Large Water", 24, 18, length=40, width=8)
BRIDGE = piece("Bridges", 24, 18, 90, length=12, width=1.89, hit_markers=1)


@clause("mbb.hm.bridge_down")
def test_a_unit_on_a_bridge_goes_down_with_it_and_leaves_no_wreck() -> None:
    t = table(MINE, tank("B1", 24, 18, 270), FAR, terrain=[LAKE, BRIDGE], phase="target_declaration")
    result = t.fire({"A1": "T2"})
    assert result.accepted
    lost = result.of("unit_destroyed")
    assert [(each.unit, each.by, each.leaves_wreck, each.clause) for each in lost] == [
        ("B1", "A1", False, "mbb.hm.bridge_down")
    ]
    assert (t.unit("B1").status, t.unit("B1").pose) == ("gone", None)
    assert "T2" not in t.state.tokens


@clause("mbb.hm.bridge_down", "mbb.win.stalemate")
def test_the_loss_counts_for_the_other_side_and_may_end_the_battle() -> None:
    t = table(MINE, tank("B1", 24, 18, 270), terrain=[LAKE, BRIDGE], phase="target_declaration")
    assert t.fire({"A1": "T2"}).accepted
    assert t.state.outcome is not None
    assert (t.state.outcome.winners, t.state.outcome.scores) == ((0,), (13, 0))


@clause("mbb.hm.bridge_down", "mbb.win.elimination")
def test_nothing_is_counted_any_more_when_the_last_of_a_side_went_down_with_a_bridge() -> None:
    t = table(MINE, tank("B1", 24, 18, 270), terrain=[LAKE, BRIDGE])
    events = attack(t, "T2", 5)
    assert t.state.outcome is not None
    assert [type(each).__name__ for each in events[-2:]] == ["UnitDestroyed", "GameEnded"]
    assert t.state.facts.get("quiet_rounds", 0) == 0


@clause("mbb.hm.bridge_down")
def test_a_shooter_may_bring_down_its_own_side() -> None:
    t = table(MINE, tank("A2", 24, 18), FAR, terrain=[LAKE, BRIDGE], phase="target_declaration")
    assert [unit.id for unit in lost_with(t.state, "T2")] == ["A2"]
    assert t.fire({"A1": "T2"}).accepted
    assert t.unit("A2").status == "gone"


@clause("mbb.hm.bridge_down")
def test_wrecks_on_the_deck_are_taken_away_with_it() -> None:
    t = table(MINE, tank("B1", 24, 18, 270, status="wreck"), FAR, terrain=[LAKE, BRIDGE], phase="target_declaration")
    result = t.fire({"A1": "T2"})
    assert [event.unit for event in result.of("wreck_removed")] == ["B1"]
    assert result.of("unit_destroyed") == []
    assert (t.unit("B1").status, t.unit("B1").pose) == ("gone", None)


@clause("mbb.hm.bridge_down")
@pytest.mark.parametrize(
    ("more", "y"),
    [({"rules": "amphibious"}, 18.0), ({}, 12.9)],
    ids=["who swims is then in the water", "the end of the deck over dry land"],
)
def test_who_is_not_lost_with_a_bridge(more: dict[str, Any], y: float) -> None:
    t = table(MINE, tank("B1", 24, y, 270, **more), FAR, terrain=[LAKE, BRIDGE], phase="target_declaration")
    assert t.fire({"A1": "T2"}).accepted
    assert t.unit("B1").alive


@clause("mbb.hm.bridge_down", "mbb.geometry.collision")
def test_who_stood_at_the_end_of_the_deck_hangs_over_the_water_and_can_only_drive_out_of_it() -> None:
    t = table(MINE, tank("A2", 24, 13.5, 270), FAR, terrain=[LAKE, BRIDGE])
    attack(t, "T2", 1)
    assert t.unit("A2").alive
    assert t.table_fault() == ""
    assert t.end("A2", {"step": "reverse", "inches": 2})[1] == 13.5
    assert t.end("A2", {"step": "forward", "inches": 2})[1] == 11.5


@clause("mbb.hm.bridge_down", "mbb.geometry.bridge_path")
def test_without_the_bridge_the_water_is_closed_again() -> None:
    t = table(tank("A1", 24, 12.5), tank("A2", 30, 4), FAR, terrain=[LAKE, BRIDGE])
    assert t.end("A1", {"step": "forward", "inches": 8})[1] == 20.5
    attack(t, "T2", 1)
    assert t.end("A1", {"step": "forward", "inches": 8})[1] < 14.0


@clause("mbb.hm.bridge_down", "mbb.geometry.preview")
def test_the_odds_of_a_plan_know_who_goes_down_with_a_bridge() -> None:
    units = MINE, tank("A2", 30, 4), tank("B1", 24, 18, 270), FAR
    t = table(*units, terrain=[LAKE, BRIDGE], phase="target_declaration")
    odds = t.plan_odds({"A1": "T2", "A2": "B1"})
    assert odds.targets["B1"] == 1.0
    assert odds.kills == (0.0, 1.0)
    # the second shot is void: its target is gone
    assert [shot.made for shot in odds.shots] == [1.0, 0.0]
    result = t.fire({"A1": "T2", "A2": "B1"})
    assert [event.reason for event in result.of("shot_voided")] == ["target_destroyed"]


@clause("mbb.hm.bridge_down", "mbb.geometry.preview")
def test_a_unit_shot_before_its_bridge_falls_is_counted_once() -> None:
    units = MINE, tank("A2", 30, 4), tank("B1", 24, 18, 270), FAR
    t = table(*units, terrain=[LAKE, BRIDGE], phase="target_declaration")
    odds = t.plan_odds({"A1": "B1", "A2": "T2"})
    assert odds.targets["B1"] == pytest.approx(1.0)
    assert odds.kills[-1] == pytest.approx(1.0)
    result = t.fire({"A1": "B1", "A2": "T2"}, dice(6, 6))
    assert [event.unit for event in result.of("wreck_removed")] == ["B1"]
