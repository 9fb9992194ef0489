"""Free for all: edges and zones, the distance between armies, the roll of every round, and who is left."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.data_files import DataFault
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.scenarios import checked
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import standing
from brickfield.games.micro_brick_battle.base.starting_a_game import deployment_zone, room_for
from brickfield.games.micro_brick_battle.base.turns import round_the_table
from brickfield.games.micro_brick_battle.chapters.teams.free_for_all import too_near
from brickfield.games.micro_brick_battle.setup.scenarios import scenario, wrongs
from brickfield.geometry import distance, rectangle
from brickfield.testing import Position, clause, dice, lay_table, start, unit

GAME = "micro_brick_battle"
EDGES = ("y=0", "y=48", "x=0", "x=48")
FOUR = (
    unit("A1", "M4 Sherman", 24, 4, 90),
    unit("B1", "M4 Sherman", 24, 44, 270),
    unit("C1", "M4 Sherman", 4, 24, 0),
    unit("D1", "M4 Sherman", 44, 24, 180),
)


def table(*units: dict[str, Any], **more: Any) -> Position:
    """Four players, each alone."""
    stated = {"edges": EDGES, "size": (48, 48)}
    return lay_table(GAME, units or FOUR, **(stated | more))


def seat_asked(t: Position) -> int:
    """Who is asked."""
    assert t.decision is not None
    return t.decision.seat


def pass_turns(t: Position, count: int, *faces: int) -> list[int]:
    """Whose turns the next ones are; the dice of a new round fall at the end of the last."""
    seen = []
    for number in range(count):
        seen.append(seat_asked(t))
        t.fire({}, dice(*faces) if number == count - 1 else None)
    return seen


@clause("mbb.ffa.own")
def test_with_three_or_four_players_a_zone_is_the_middle_of_the_strip() -> None:
    t = table()
    zones = [(18.0, 0.0, 30.0, 6.0), (18.0, 42.0, 30.0, 48.0), (0.0, 18.0, 6.0, 30.0), (42.0, 18.0, 48.0, 30.0)]
    assert [deployment_zone(t.state, seat) for seat in range(4)] == zones
    two = lay_table(GAME, FOUR[:2], edges=("y=0", "y=48"), size=(48, 48), free_for_all=True)
    assert deployment_zone(two.state, 0) == (0.0, 0.0, 48.0, 6.0)


@clause("mbb.ffa.own")
def test_a_place_beside_the_zone_is_refused_with_its_borders() -> None:
    t = table(unit("A1", "M4 Sherman", status="waiting"), *FOUR[1:], phase="deployment")
    refusal = t.answer("place", unit="A1", x=12, y=3, heading=90).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["zone"]) == ("outside_zone", (18.0, 0.0, 30.0, 6.0))
    assert "x 18 to 30, y 0 to 6" in refusal.sentence


@clause("mbb.ffa.18")
def test_armies_start_eighteen_inches_apart_measured_between_footprints() -> None:
    waiting = unit("A1", "M4 Sherman", status="waiting", length_inches=2.0, width_inches=2.0)
    there = unit("C1", "M4 Sherman", 5, 19, 0, length_inches=2.0, width_inches=2.0)
    t = table(waiting, FOUR[1], there, FOUR[3], phase="deployment")
    # from corner to corner: 18 - 6 across and 18 - y up; 18 inches are kept up to y = 4.58
    deep = 18 - (18**2 - 12**2) ** 0.5
    refusal = t.answer("place", unit="A1", x=19, y=deep - 1 + 0.01, heading=90).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.data["enemy"]) == ("too_near", "mbb.ffa.18", "C1")
    assert 17.98 < refusal.data["inches"] < 18
    assert t.answer("place", unit="A1", x=19, y=deep - 1 - 0.01, heading=90, dice=dice(6, 1, 1, 1)).accepted


@clause("mbb.ffa.18")
def test_two_players_alone_on_opposite_edges_have_no_such_rule() -> None:
    waiting = unit("A1", "M4 Sherman", status="waiting")
    t = lay_table(GAME, (waiting, unit("B1", "M4 Sherman", 12, 18, 270)), phase="deployment")
    assert t.answer("place", unit="A1", x=12, y=3, heading=90).accepted


@clause("mbb.ffa.18", "mbb.ffa.own")
def test_everybody_finds_room_and_keeps_the_distance_however_they_are_placed() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        t = start(Setup(GAME, "four_armies"), dice(1, 2, 3, 6))
        while t.asked == "deploy_unit":
            assert t.decision is not None
            last = sum(each.pose is None for each in t.state.units.values()) == 1
            answer = t.decision.sample(t.state, rng)
            assert t.send(answer, dice=dice(1, 2, 3, 6) if last else None).accepted
        shapes = standing(t.state)
        assert len(shapes) == 12
        apart = [distance(a, b) for one, a in shapes for other, b in shapes if one.seat < other.seat]
        assert min(apart) >= 18 - 1e-6


@clause("mbb.ffa.18")
def test_a_unit_keeps_away_from_enemies_when_room_is_looked_for() -> None:
    crowd = [unit(f"C{number}", "M4 Sherman", 4.5, 17 + 2 * number, 0) for number in range(1, 5)]
    t = table(unit("A1", "M4 Sherman", status="waiting"), FOUR[1], *crowd, FOUR[3], phase="deployment")
    pose = room_for(t.state, 0, t.unit("A1"))
    assert pose is not None
    placed = t.answer("place", unit="A1", x=pose.place[0], y=pose.place[1], heading=pose.degrees, dice=dice(6, 1, 1, 1))
    assert placed.accepted


@clause("mbb.ffa.18")
def test_a_table_that_is_too_small_is_refused_and_a_larger_one_offered() -> None:
    game = find_game(GAME)
    assert game is not None
    waiting = [unit(f"{letter}1", "M4 Sherman", status="waiting") for letter in "ABC"]
    position = {"units": waiting, "size": (36, 36), "edges": ("y=0", "y=36", "x=0"), "phase": "deployment"}
    refused = game.new_match(Setup(GAME, "", position=position))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.data["offered"]) == ("table_too_small", 48.0)
    position = position | {"size": (48, 48), "edges": ("y=0", "y=48", "x=0")}
    assert not isinstance(game.new_match(Setup(GAME, "", position=position)), Refusal)


@clause("mbb.ffa.roll", "mbb.ffa.example", "mbb.ffa.first_turn")
def test_dan_starts_with_a_five_and_skips_movement_and_landon_starts_the_next_round_with_a_six() -> None:
    waiting = [unit(f"{letter}1", "M4 Sherman", status="waiting") for letter in "ABCD"]
    t = table(*waiting, phase="deployment", first=1)
    while t.asked == "deploy_unit":
        assert t.decision is not None
        last = sum(each.pose is None for each in t.state.units.values()) == 1
        t.send(t.decision.suggest(t.state, 1)[0].answer, dice=dice(5, 3, 4, 1) if last else None)
    # Adam deployed first, but Dan rolled highest
    assert (seat_asked(t), t.asked) == (0, "first_turn_choice")
    t.answer("skip_phase", phase="movement")
    assert t.asked == "declare_targets"
    t.fire({})
    # clockwise from the south: west, north, east
    assert pass_turns(t, 3, 2, 3, 6, 5) == [2, 1, 3]
    assert (seat_asked(t), t.asked, t.state.facts["round"]) == (2, "move_units", 2)
    assert pass_turns(t, 4, 6, 1, 1, 1) == [2, 1, 3, 0]
    assert seat_asked(t) == 0


@clause("mbb.ffa.roll")
def test_only_those_tied_for_the_highest_throw_again() -> None:
    t = table(seat=3, first=0)
    t.fire({}, dice(4, 6, 6, 2, 3, 3, 1, 5))
    thrown = [event for event in t.events if type(event).__name__ == "DiceRolled"]
    assert [event.seat for event in thrown] == [0, 1, 2, 3, 1, 2, 1, 2]
    assert seat_asked(t) == 2
    decided: Any = next(event for event in t.events if type(event).__name__ == "FactChanged" and event.name == "first")
    assert [throw.faces[0] for throw in decided.throws] == [4, 6, 6, 2, 3, 3, 1, 5]


@clause("mbb.ffa.roll")
def test_who_is_out_neither_rolls_nor_takes_turns_and_empty_edges_are_skipped() -> None:
    wreck = unit("B1", "M4 Sherman", 24, 44, 270, status="wreck")
    t = table(FOUR[0], wreck, *FOUR[2:], seat=0, first=0)
    assert pass_turns(t, 3, 1, 2, 6) == [0, 2, 3]
    assert seat_asked(t) == 3
    three = lay_table(GAME, (FOUR[0], FOUR[1], FOUR[2]), edges=EDGES[:3], size=(48, 48))
    assert [round_the_table(three.state, seat) for seat in range(3)] == [(0, 2, 1), (1, 0, 2), (2, 1, 0)]


@clause("mbb.setup.roll", "mbb.setup.first_player")
def test_the_roll_for_deployment_settles_only_who_places_first_and_then_clockwise() -> None:
    t = start(Setup(GAME, "three_armies"), dice(5, 5, 2, 1, 6))
    placed = []
    for _ in range(6):
        assert t.decision is not None
        placed.append(t.decision.seat)
        t.send(t.decision.suggest(t.state, 1)[0].answer)
    assert placed == [1, 0, 2, 1, 0, 2]


@clause("mbb.ffa.win", "mbb.win.elimination")
def test_the_last_player_with_a_unit_wins() -> None:
    target = unit("C1", "M4 Sherman", 24, 12, 0, dp=0)
    gun = unit("A1", "M4 Sherman", 24, 4, 90, ap=9)
    out = [unit(f"{letter}1", "M4 Sherman", 4, 24, 0, status="wreck") for letter in "BD"]
    t = table(gun, out[0], target, unit("D1", "M4 Sherman", 44, 24, 180))
    t.fire({"A1": "C1"}, dice(6, 6))
    assert t.winners is None
    t = table(gun, out[0], target, unit("D1", "M4 Sherman", 44, 24, 180, status="wreck"))
    t.fire({"A1": "C1"}, dice(6, 6))
    assert t.winners == (0,)


@clause("mbb.win.stalemate", "mbb.ffa.win")
def test_after_the_last_round_the_costliest_army_left_wins_reserves_included() -> None:
    more = unit("B2", "Panzer II", status="reserve")
    t = table(*FOUR, more, seat=3, first=0, round_limit=2)
    t.fire({})
    assert t.winners == (1,)
    assert t.state.outcome is not None
    assert t.state.outcome.scores == (14, 23, 14, 14)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"free_for_all": False}, "free-for-all"),
        ({"table_width": 40.0}, "edges"),
    ],
)
@clause("mbb.ffa.own")
def test_a_scenario_that_is_no_free_for_all_is_a_fault_of_the_file(change: dict[str, Any], said: str) -> None:
    with pytest.raises(DataFault, match=said):
        checked("x", replace(scenario("four_armies"), **change), wrongs)


@clause("mbb.ffa.own")
@pytest.mark.parametrize(
    "wrong", [{"edges": ("y=0", "y=48", "x=0", "x=40")}, {"edges": ("y=0", "y=48", "x=0", "x=0")}, {"sides": (0, 1)}]
)
def test_a_position_with_impossible_seats_cannot_be_read(wrong: dict[str, Any]) -> None:
    game = find_game(GAME)
    assert game is not None
    position = {"units": list(FOUR), "size": (48, 48), "edges": EDGES} | wrong
    refused = game.new_match(Setup(GAME, "", position=position))
    assert isinstance(refused, Refusal)
    assert refused.code == "bad_position"


@clause("mbb.ffa.18")
@pytest.mark.parametrize(("gap", "near"), [(18.0, False), (17.999, True)])
def test_exactly_eighteen_inches_are_far_enough(gap: float, near: bool) -> None:
    units = (unit("A1", "M4 Sherman", 24, 5, 0), unit("B1", "M4 Sherman", status="waiting", seat=1))
    t = table(*units, edges=("y=0", "y=48"), free_for_all=True)
    width = 0.945
    shape = rectangle(24, 5 + width + gap, 0, 1.89, width)
    refusal = too_near(t.state, 1, "B1", shape)
    assert (refusal is not None) is near
