"""Effect cards about guns, reserves and dice, and losses that one event brings."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from brickfield.testing import clause, dice, forward, lay_table, piece, unit
from tests.rules.micro_brick_battle.cards import (
    FAR,
    SPECIAL,
    fired,
    keep_until,
    let_pass,
    pass_turn,
    play,
    refused,
    turn_of,
)

# --- Recon Flight, Radio Jam -----------------------------------------------------------------------------------------

GUN = unit("A1", "Sexton", 24, 4, 90)
HIDDEN = unit("B1", "Panzer III", 24, 28, 270)
HOUSE = piece("House", 24, 16, length=6, width=2, heading=0)


@clause("mbb.card.scenario", "mbb.spot.los")
def test_a_recon_flight_spots_for_all_own_guns_in_this_phase() -> None:
    units = GUN, unit("A2", "M4 Sherman", 26, 4, 90), HIDDEN
    t = turn_of(*units, FAR, hand=("recon",), terrain=[HOUSE], options=SPECIAL)
    assert "B1" not in t.legal_targets("A1")
    keep_until(t, "declaration")
    assert play(t, "recon").accepted
    assert "B1" in t.legal_targets("A1")
    # tanks are no guns, and what is behind a fixed gun is still behind it
    assert "B1" not in t.legal_targets("A2")
    (shot,) = t.answer("declare", shots=[{"unit": "A1", "target": "B1"}], dice=dice(6, 6)).of("shot_resolved")
    assert shot.hit
    pass_turn(t)
    pass_turn(t)
    assert t.state.facts["recon_flight"] == -1


@clause("mbb.card.scenario", "mbb.terrain.hill.spg", "mbb.spg.arc")
def test_a_recon_flight_sees_nothing_on_a_hill_nor_turns_a_gun() -> None:
    hill = piece("Hill", 24, 28, length=10, width=6)
    t = turn_of(GUN, HIDDEN, FAR, hand=("recon",), terrain=[hill], options=SPECIAL)
    keep_until(t, "declaration")
    play(t, "recon")
    assert "B1" not in t.legal_targets("A1")
    away = turn_of(unit("A1", "Sexton", 24, 4, 0), HIDDEN, FAR, hand=("recon",), terrain=[HOUSE], options=SPECIAL)
    keep_until(away, "declaration")
    play(away, "recon")
    assert "B1" not in away.legal_targets("A1")


@clause("mbb.card.scenario", "mbb.spot.los")
def test_a_radio_jam_leaves_guns_their_own_sight_for_the_phase() -> None:
    spotter = unit("A2", "Staff Car", 36, 6, 90)
    t = turn_of(GUN, spotter, HIDDEN, FAR, hand=(), theirs=("radio",), terrain=[HOUSE], options=SPECIAL)
    let_pass(t)
    t.end_movement()
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (1,))
    assert "B1" in t.legal_targets("A1")
    assert play(t, "radio").accepted
    assert "B1" not in t.legal_targets("A1")
    assert refused(t.answer("declare", shots=[{"unit": "A1", "target": "B1"}]))[0] == "no_line_of_sight"
    t.answer("declare")
    assert t.state.facts["radio_jam"] == -1


@clause("mbb.card.timing")
def test_nobody_is_asked_about_spotters_where_the_enemy_has_no_guns() -> None:
    t = turn_of(hand=(), theirs=("radio",))
    let_pass(t)
    t.end_movement()
    assert t.asked == "declare_targets"


# --- Early Reserves --------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.reinf.wait3")
def test_early_reserves_may_come_on_from_this_turn_on() -> None:
    t = turn_of(unit("A1", "M4 Sherman", 24, 10, 90), unit("A2", "M4 Sherman", status="waiting"), FAR,
                hand=("reserves", "dig_in"), round=1)  # fmt: skip
    assert play(t, "reserves").accepted
    keep_until(t, "movement")
    t.answer("keep_cards")
    assert t.answer("enter", unit="A2", x=4, y=0.945, heading=90).accepted
    # who comes on has moved
    keep_until(t, "end")
    assert refused(play(t, "dig_in", "A2")) == ("no_effect", "mbb.card.timing")


# --- Lucky Star ------------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.card.timing")
@pytest.mark.parametrize(("first", "second", "hit"), [((1, 1), (6, 2), True), ((6, 6), (4, 3), False)])
def test_a_lucky_star_throws_both_dice_again_and_the_second_throw_stands(
    first: tuple[int, int], second: tuple[int, int], hit: bool
) -> None:
    t = turn_of(hand=("luck",))
    fired(t)
    t.answer("keep_cards", dice=dice(*first))
    assert t.decision.moment == "rolled"  # type: ignore[union-attr]
    assert f"has thrown {sum(first)} against Panzer III B1 and needs 8" in t.question.text
    assert refused(play(t, "luck", "B1")) == ("no_effect", "mbb.card.timing")
    told = play(t, "luck", "A1", dice=dice(*second))
    (shot,) = told.of("shot_resolved")
    assert (shot.rolled, shot.hit) == (sum(second), hit)
    # the first throw is told too
    again = [mark for mark in told.of("unit_marked") if mark.mark == "luck" and not mark.value]
    assert again[0].throws[0].faces == first


@clause("mbb.card.scenario", "mbb.air.bomb.5", "mbb.air.store_spent")
def test_a_lucky_star_is_for_bombs_and_costs_no_second_one() -> None:
    units = (
        unit("A1", "Hawker Typhoon", 24, 3, 90),
        unit("A2", "M4 Sherman", 4, 3, 90),
        unit("B1", "Tiger I", 24, 17, 0),
    )
    t = turn_of(*units, FAR, hand=("luck",))
    t.answer("keep_cards")
    t.answer("air_move", unit="A1", steps=[forward(20)])
    t.answer("air_strike", unit="A1", weapon="bomb", target="B1", dice=dice(1, 1))
    assert play(t, "luck", "A1", dice=dice(4, 1)).of("unit_destroyed")
    assert t.unit("A1").marks["bombs"] == 1


@clause("mbb.card.scenario", "mbb.vt.dash")
def test_what_no_roll_could_hit_is_not_thrown_again() -> None:
    t = turn_of(
        unit("A1", "M4 Sherman", 24, 10, 90, ap=1), unit("B1", "Tiger I", 24, 26, 270, dp=9), FAR, hand=("luck",)
    )
    fired(t)
    told = t.answer("keep_cards")
    assert told.of("shot_resolved")[0].needed is None
    assert t.decision.moment == "shooting_end"  # type: ignore[union-attr]


# --- together --------------------------------------------------------------------------------------------------------


@clause("mbb.hm.bridge_down", "mbb.win.elimination")
def test_a_bridge_that_takes_the_last_units_of_both_sides_is_a_draw() -> None:
    water, bridge = (
        piece("Large Water", 24, 18, 0, length=48, width=6),
        piece("Bridges", 24, 18, 90, length=8, width=1.89),
    )
    units = unit("A1", "M4 Sherman", 24, 16.9, 90), unit("B1", "Panzer III", 24, 19.1, 270)
    t = lay_table(
        "micro_brick_battle", units, [water, bridge], phase="target_declaration", options={"destructible": "true"}
    )
    bridge_token = replace(t.state.tokens["T2"], marks={"hm": 1})
    t.state = t.state.clone()
    t.state.tokens = {**t.state.tokens, "T2": bridge_token}
    t.fire({"A1": "T2"})
    assert t.state.outcome is not None
    assert (t.state.outcome.winners, t.state.outcome.reason) == ((), "all_destroyed")
