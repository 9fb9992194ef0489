"""Mines: secret squares, zones and markers; where a move comes to one, what decides, and what is left of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.dice import SeededDice
from brickfield.core.events import TOLD, GroundSearched
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.views import SPECTATOR, imagine
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import battle_of, footprint
from brickfield.games.micro_brick_battle.base.movement import Forward
from brickfield.games.micro_brick_battle.chapters.mines.laying_mines import open_squares
from brickfield.games.micro_brick_battle.chapters.mines.mind import mine_risk
from brickfield.games.micro_brick_battle.chapters.mines.mine_tests import other_thrower
from brickfield.games.micro_brick_battle.chapters.mines.minefields import grid, minefields
from brickfield.games.micro_brick_battle.setup import battle_setup
from brickfield.games.micro_brick_battle.setup.possible_tables import table_fault
from brickfield.games.micro_brick_battle.setup.scenarios import SCENARIOS, scenarios
from brickfield.testing import Position, clause, dice, forward, march, piece, pivot, reverse, start, unit
from tests.rules.micro_brick_battle.mines import AT_C3, FAR, SHERMAN, SIDE, TWO, call, secret, table, y_of

# --- the grid and the notes ------------------------------------------------------------------------------------------


@clause("mbb.mine.secret.write", "mbb.mine.secret.grid")
def test_squares_are_six_inches_lettered_along_x_and_numbered_along_y() -> None:
    squares = grid(battle_of(secret("C3").state))
    assert list(squares)[:7] == ["A1", "A2", "A3", "A4", "A5", "A6", "B1"]
    assert list(squares)[-1] == "H6"
    assert squares["B5"] == (6.0, 24.0, 12.0, 30.0)


@clause("mbb.mine.secret.write")
def test_a_square_at_the_edge_of_an_odd_table_is_cut() -> None:
    squares = grid(battle_of(secret("C3", size=(27, 33), edges=("y=0", "y=33"), units=TWO[:1]).state))
    assert (squares["E1"], squares["A6"]) == ((24.0, 0.0, 27.0, 6.0), (0.0, 30.0, 6.0, 33.0))


def to_the_notes(**options: Any) -> Position:
    setup = Setup("micro_brick_battle", "six_v_six", {"mines": "secret", **options})
    return start(setup, dice(3, 5))


@clause("mbb.mine.secret.write", "mbb.mine.three")
def test_both_players_write_a_square_before_they_deploy() -> None:
    t = to_the_notes()
    assert (t.asked, t.state.waiting_for()) == ("write_minefield", (1,))
    first = t.answer("write_square", square="c3")
    assert [event.seat for event in first.of("secret_sealed")] == [1]
    assert "C3" not in repr(first.events)
    assert t.state.waiting_for() == (0,)
    assert t.answer("write_square", square="C3").accepted
    assert t.asked == "deploy_unit"
    assert [t.view(seat).secrets for seat in (0, 1, SPECTATOR)] == [{"minefield 0": "C3"}, {"minefield 1": "C3"}, {}]


@clause("mbb.mine.secret.write")
@pytest.mark.parametrize("square", ["A1", "h1", "D6"])
def test_a_square_in_a_deployment_zone_is_refused(square: str) -> None:
    t = to_the_notes()
    refusal = t.answer("write_square", square=square).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("in_deployment_zone", "mbb.mine.secret.write")
    assert refusal.data == {"square": square.upper(), "inches": 6.0}
    assert t.state.sealed == {}


@clause("mbb.mine.secret.write")
@pytest.mark.parametrize("square", ["", "I3", "C7", "33", "CC"])
def test_a_square_that_is_not_there_is_refused(square: str) -> None:
    refusal = to_the_notes().answer("write_square", square=square).refusal
    assert refusal is not None
    assert refusal.code == "unknown_square"
    assert "A1 to H6" in refusal.sentence


@clause("mbb.mine.secret.write")
def test_every_open_square_is_offered_and_no_other() -> None:
    t = to_the_notes()
    offered = [choice.answer.square for choice in t.question.offer.choices]
    assert offered == open_squares(t.state)
    assert len(offered) == 8 * 4
    assert not [square for square in offered if square[1:] in ("1", "6")]


@clause("mbb.mine.secret.write", "mbb.mine.visual.place")
@pytest.mark.parametrize("mines", ["secret", "visual"])
def test_a_table_without_ground_between_the_zones_is_refused(mines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    small = replace(scenarios()["six_v_six"], table_depth=12.0, terrain=())
    monkeypatch.setattr(battle_setup, "SCENARIOS", dataclasses.replace(SCENARIOS, known=lambda: {"six_v_six": small}))
    refused = game.new_match(Setup("micro_brick_battle", "six_v_six", {"mines": mines}))
    assert isinstance(refused, Refusal)
    assert refused.code == "no_room_for_mines"


# --- secret minefields -----------------------------------------------------------------------------------------------


@clause("mbb.mine.secret.trigger", "mbb.mine.secret.roll")
def test_a_unit_stops_where_it_enters_the_square_and_its_player_calls() -> None:
    t = secret("", "C3")
    told = t.move("A1", forward(5))
    assert y_of(t) == pytest.approx(AT_C3, abs=2e-6)
    assert (t.asked, t.state.waiting_for()) == ("call_even_or_odd", (0,))
    (revealed,) = told.of("revealed")
    assert (revealed.seat, revealed.name, revealed.value) == (1, "minefield 1", "C3")
    assert t.state.facts["mined C3"] == "1"
    assert "C3" in t.question.text


@clause("mbb.mine.secret.roll", "mbb.mine.safe_continue")
@pytest.mark.parametrize(
    ("parity", "faces", "safe"),
    [("even", (1, 1), True), ("even", (1, 2), False), ("odd", (3, 4), True), ("odd", (6, 6), False)],
)
def test_a_total_as_called_is_safe_and_any_other_destroys(parity: str, faces: tuple[int, int], safe: bool) -> None:
    t = secret("", "C3", units=(*TWO, unit("A2", SHERMAN, 30, 3, 90)))
    t.move("A1", forward(5))
    told = call(t, parity, *faces)
    (tested,) = told.of("hazard_tested")
    assert (tested.unit, tested.hazard, tested.call, tested.safe) == ("A1", "C3", parity, safe)
    assert tested.result == str(sum(faces))
    assert [(throw.seat, throw.faces) for throw in tested.throws] == [(0, faces[:1]), (1, faces[1:])]
    assert t.unit("A1").alive is safe
    assert y_of(t) == pytest.approx(15.1 if safe else AT_C3, abs=2e-6)


@clause("mbb.mine.safe_continue", "mbb.move.fraction")
def test_who_is_safe_goes_on_with_the_points_it_had_left() -> None:
    t, plain = secret("", "C3"), table("none")
    order = (forward(3), pivot(90), forward(2))
    t.move("A1", *order)
    call(t, "even", 2, 2)
    plain.move("A1", *order)
    assert t.pose("A1") == plain.pose("A1")
    assert t.points_left("A1") == plain.points_left("A1")


@clause("mbb.mine.secret.trigger")
def test_a_square_tests_a_unit_once_in_a_movement_phase() -> None:
    t = secret("", "C3")
    t.move("A1", forward(2))
    call(t, "even", 2, 2)
    back = t.move("A1", reverse(1.9))
    again = t.move("A1", forward(1.5))
    assert (back.of("hazard_tested"), again.of("hazard_tested")) == ([], [])
    assert t.asked == "move_units"
    t.fire({})
    t.fire({})
    assert t.state.waiting_for() == (0,)
    assert "mine_tested C3" not in t.unit("A1").marks


@clause("mbb.mine.secret.trigger", "mbb.mine.persist")
def test_a_square_that_came_to_light_stays_and_tests_again_in_a_later_turn() -> None:
    t = secret("", "C3", units=(*TWO, unit("A2", SHERMAN, 30, 3, 90)))
    t.move("A1", forward(1.2))
    call(t, "even", 2, 2)
    t.move("A1", reverse(1.2))
    t.fire({})
    t.fire({})
    told = t.move("A1", forward(2))
    assert told.of("revealed") == []
    assert t.asked == "call_even_or_odd"
    call(t, "even", 1, 2)
    assert not t.unit("A1").alive
    assert [field.name for field in minefields(t.state)] == ["C3"]


@clause("mbb.mine.secret.trigger", "mbb.geometry.simultaneous")
def test_who_ends_on_the_border_or_is_stopped_there_is_not_tested() -> None:
    t = secret("", "C3")
    t.move("A1", forward(AT_C3 - 10.1))
    assert (t.asked, y_of(t)) == ("move_units", pytest.approx(AT_C3))
    wall = piece("Wall", 15, 12 + 0.1575, 0, length=5.67, width=0.315)
    t = secret("", "C3", terrain=(wall,))
    t.move("A1", forward(4))
    assert (t.asked, y_of(t)) == ("move_units", pytest.approx(AT_C3, abs=2e-6))
    assert t.state.sealed


@clause("mbb.mine.secret.trigger")
def test_starting_inside_is_no_entry_but_coming_back_is() -> None:
    t = secret("", "C3", units=(unit("A1", SHERMAN, 15, 12.5, 90), FAR))
    t.move("A1", forward(0.5))
    assert t.asked == "move_units"
    t.move("A1", reverse(2), forward(1))
    assert t.asked == "call_even_or_odd"
    assert y_of(t) == pytest.approx(AT_C3, abs=2e-6)


@clause("mbb.mine.secret.trigger")
def test_the_writers_own_units_set_it_off_too() -> None:
    t = secret("C3")
    t.move("A1", forward(3))
    assert t.asked == "call_even_or_odd"
    told = call(t, "odd", 3, 2)
    assert [throw.seat for throw in told.of("hazard_tested")[0].throws] == [0, 1]


@clause("mbb.mine.secret.write", "mbb.mine.secret.roll")
def test_two_notes_of_one_square_are_one_minefield() -> None:
    t = secret("C3", "C3")
    told = t.move("A1", forward(3))
    assert [(event.seat, event.value) for event in told.of("revealed")] == [(0, "C3"), (1, "C3")]
    assert t.state.facts["mined C3"] == "0 1"
    after = call(t, "even", 4, 4)
    assert len(after.of("hazard_tested")) == 1
    assert [field.writers for field in minefields(t.state)] == [(0, 1)]


@clause("mbb.mine.secret.roll")
def test_who_throws_the_second_die() -> None:
    state = secret("C3").state
    assert other_thrower(state, 0, (1,)) == 1
    assert other_thrower(state, 0, (0, 1)) == 1
    assert other_thrower(state, 0, (0,)) == 1
    assert other_thrower(state, 1, (1,)) == 0


@clause("mbb.mine.secret.roll", "mbb.team.alternate")
def test_a_mover_who_wrote_the_note_throws_with_the_next_in_turn_order_who_is_still_in_the_battle() -> None:
    """Teams of 0 and 1 against 2 and 3 take their turns 0, 2, 1, 3; everybody alone goes clockwise: 0, 2, 1, 3 too."""
    places = ((10, 3, 90), (38, 3, 90), (10, 33, 270), (38, 33, 270))
    units = [unit(f"{'ABCD'[seat]}1", SHERMAN, *places[seat], seat=seat) for seat in range(4)]
    teams = {"edges": ("y=0", "y=0", "y=36", "y=36"), "sides": (0, 0, 1, 1)}
    alone = {"edges": ("y=0", "y=36", "x=0", "x=48"), "free_for_all": True}
    for seats in (teams, alone):
        state = secret("C3", "", "", "", units=units, **seats).state
        assert [other_thrower(state, seat, (seat,)) for seat in range(4)] == [2, 3, 1, 0]
    gone = [units[0], units[1], {**units[2], "status": "wreck"}, units[3]]
    assert other_thrower(secret("C3", "", "", "", units=gone, **teams).state, 0, (0,)) == 1


@clause("mbb.mine.secret.trigger", "mbb.geometry.simultaneous")
def test_a_turn_stops_at_the_angle_at_which_it_enters_the_square() -> None:
    # it stands across, its front side along the border; the corner swings in
    t = secret("", "C3", units=(unit("A1", SHERMAN, 15, 12 - SIDE - 0.2, 0), FAR))
    told = t.move("A1", pivot(90))
    assert t.asked == "call_even_or_odd"
    turned = t.pose("A1")[2]
    assert 0 < turned < 90
    assert [event.amount for event in told.of("unit_moved")] == [pytest.approx(turned)]
    assert max(y for _x, y in footprint(t.state, t.unit("A1")).points) == pytest.approx(12, abs=2e-3)
    rest = call(t, "even", 1, 1)
    assert t.pose("A1")[2] == pytest.approx(90)
    assert [event.amount for event in rest.of("unit_moved")] == [pytest.approx(90 - turned)]
    assert t.points_left("A1") == pytest.approx(8 - 1)


@clause("mbb.mine.secret.trigger")
def test_a_turn_to_the_right_is_stopped_alike() -> None:
    t = secret("", "C3", units=(unit("A1", SHERMAN, 15, 12 - SIDE - 0.2, 180), FAR))
    told = t.move("A1", pivot(-90))
    assert 90 < t.pose("A1")[2] < 180
    assert told.of("unit_moved")[0].amount == pytest.approx(t.pose("A1")[2] - 180)


@clause("mbb.mine.secret.trigger")
def test_a_turn_that_swings_out_of_the_square_and_back_in_is_an_entry() -> None:
    # at the corner of the square: pointing north it is in, across it is out, turned half round it is in again
    units = (unit("A1", SHERMAN, 11.4, 11.5, 70, length_inches=2.4, width_inches=0.2), FAR)
    t = secret("", "C3", units=units)
    t.move("A1", pivot(180))
    assert t.asked == "call_even_or_odd"
    turned = t.pose("A1")[2] - 70
    assert 90 < turned < 180


@clause("mbb.mine.credit", "mbb.win.elimination")
def test_a_mine_that_destroys_the_last_unit_of_the_mover_loses_the_battle() -> None:
    t = secret("", "C3")
    t.move("A1", forward(3))
    told = call(t, "even", 1, 2)
    (destroyed,) = told.of("unit_destroyed")
    assert (destroyed.by, destroyed.leaves_wreck) == ("mine", True)
    assert t.winners == (1,)


@clause("mbb.mine.credit")
def test_a_wreck_lies_where_the_mine_went_off_and_no_unit_is_credited() -> None:
    t = secret("", "C3", units=(*TWO, unit("A2", SHERMAN, 30, 3, 90)))
    t.move("A1", forward(3))
    told = call(t, "even", 1, 2)
    assert t.unit("A1").status == "wreck"
    assert y_of(t) == pytest.approx(AT_C3, abs=2e-6)
    assert told.of("unit_destroyed")[0].by not in t.state.units
    assert t.asked == "move_units"


# --- what the others may know ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("friend", [SHERMAN, "Elite Infantry"])
@clause("inf.mines", "inf.geometry.path")
def test_a_squad_may_come_to_a_mine_while_it_passes_over_a_friend(friend: str) -> None:
    units = unit("A1", "Infantry", 15, 8.5), unit("A2", friend, 15, 10.8, 0), FAR
    t = secret("", "C3", units=units)
    t.end_movement()
    t.answer("walk", unit="A1", steps=[march(90, 4)])
    assert t.asked == "call_even_or_odd"
    # its plate is over the friend now: a table on its way is a possible one, a squad that stays there is none
    assert table_fault(t.state) == ""
    resting = t.state.clone()
    resting.frames = ()
    assert "overlaps" in table_fault(resting)
    call(t, "even", 2, 2)
    assert (t.asked, table_fault(t.state)) == ("move_infantry", "")


@clause("mbb.geometry.hidden_info")
def test_nothing_of_a_note_is_seen_or_imagined_by_another_seat() -> None:
    one, other = secret("B3", "C3"), secret("B3", "F4")
    for seat in (0, SPECTATOR):
        assert one.view(seat).encode() == other.view(seat).encode()
    game = one.match.game
    assert game.situation is not None
    own = imagine(one.view(1), one.match)
    assert [zone.title for zone in game.situation(own).zones] == ["Your secret minefield, square C3"]
    theirs = imagine(one.view(0), one.match)
    assert [field.name for field in minefields(theirs)] == ["B3"]
    assert [zone.title for zone in game.situation(theirs).zones] == ["Your secret minefield, square B3"]
    assert game.situation(imagine(one.view(SPECTATOR), one.match)).zones == ()
    # plans made on the table itself read no note of another either
    assert [[field.name for field in minefields(one.state, seat)] for seat in (0, 1)] == [["B3"], ["C3"]]
    for note, risk in (("B3", 0.0), ("C3", None)):
        there = secret(note, "C3").state
        assert mine_risk(there, there.units["A1"], (Forward(3),)) == risk


@clause("mbb.geometry.hidden_info")
def test_moves_that_meet_no_mine_look_alike_whatever_was_written_down() -> None:
    one, other = secret("", "E3"), secret("", "F4")
    order = (forward(3), pivot(45), forward(2))
    assert one.move("A1", *order).events == other.move("A1", *order).events
    assert one.view(0).encode() == other.view(0).encode()


@clause("mbb.geometry.hidden_info")
def test_a_way_that_met_nothing_is_not_taken_back_where_others_have_written_squares_down() -> None:
    assert GroundSearched in TOLD
    told = secret("", "E3").move("A1", forward(3))
    assert [event.unit for event in told.of("ground_searched")] == ["A1"]
    assert secret("E3", "").move("A1", forward(3)).of("ground_searched") == []
    t = secret("", "C3")
    t.move("A1", forward(3))
    assert call(t, "even", 1, 1).of("ground_searched") == []


@clause("mbb.geometry.hidden_info")
def test_a_move_that_waits_at_one_mine_says_nothing_of_the_next() -> None:
    one, other = secret("D3", "C3"), secret("H4", "C3")
    order = (forward(3), pivot(-90), forward(4))
    for t in (one, other):
        t.move("A1", *order)
        assert t.asked == "call_even_or_odd"
    assert one.view(1).encode() == other.view(1).encode()


@clause("mbb.mine.secret.trigger", "mbb.terrain.mud")
def test_mud_behind_a_mine_is_charged_only_by_who_gets_there() -> None:
    units = (*TWO, unit("A2", SHERMAN, 30, 3, 90))
    t = secret("", "C3", units=units, terrain=(piece("Mud", 15, 14, 0, length=4, width=2),))
    t.move("A1", forward(4))
    assert t.points_left("A1") == pytest.approx(8 - (AT_C3 - 10.1), abs=1e-5)
    call(t, "even", 1, 2)
    assert not [mark for mark in t.unit("A1").marks if mark.startswith("paid")]


@clause("mbb.mine.secret.trigger")
def test_a_turn_that_does_not_reach_the_square_is_not_tested() -> None:
    """Close below the square: level with it the Sherman's corner comes up to it at about a quarter turn."""
    units = (unit("A1", SHERMAN, 15, 11.3, 0), FAR)
    for degrees, tested in ((2, False), (90, True)):
        t = secret("", "C3", units=units)
        told = t.move("A1", pivot(degrees))
        assert told.accepted
        assert (t.asked == "call_even_or_odd") is tested


@clause("mbb.mine.visual.place", "mbb.ffa.own")
def test_three_players_place_their_markers_one_after_another() -> None:
    t = start(Setup("micro_brick_battle", "three_armies", {"mines": "visual", "mine_markers": 2}), SeededDice(1))
    seats = []
    while t.asked != "deploy_unit":
        if t.asked == "place_mine":
            seats.append(t.decision.seat)
        assert t.send(t.decision.suggest(t.state, 1)[0].answer, dice=SeededDice(1)).accepted
    first = seats[0]
    assert seats == [(first + number) % 3 for number in range(6)]


@clause("mbb.mine.secret.write")
def test_no_square_is_called_like_a_unit() -> None:
    t = to_the_notes()
    titles = [choice.title for choice in t.question.offer.choices]  # type: ignore[union-attr]
    assert titles[0] == "Square A2"
    assert not {*titles} & {*t.state.units}
