"""Hold Fire: the secret note, entering a range and arc, the interrupted mover, and heat at the end of the round."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.decisions import DECLINE
from brickfield.testing import Position, Result, clause, dice, lay_table, piece
from tests.rules.brick_mech.table import GAME, armor, attack, backward, duel, forward, heat, marks, mech, refused, turn

ON = {"hold_fire": True}
SHORT = ["short", "primary"]


def facing(gap: float = 12.0, note: list[str] | None = None, **more: Any) -> Position:
    """A1 walks towards B1, which holds fire; gap between the bases."""
    b = {"holding": note or SHORT, **more.pop("b", {})}
    return duel(gap, b=b, options={**ON, **more.pop("options", {})}, **more)


def hold(t: Position, unit: str = "A1", band: str = "short", arc: str = "primary", **more: Any) -> Result:
    return t.answer("hold_fire", unit=unit, range=band, arc=arc, **more)


# --- the note --------------------------------------------------------------------------------------------------------


@clause("bm.option.hold.declare")
def test_holding_takes_no_action_and_ends_the_turn_at_once() -> None:
    t = duel(options=ON)
    assert hold(t).accepted
    assert marks(t, "A1", "holding", "done", "moves", "attacks") == (1, 1, 0, 0)
    assert t.decision is not None
    assert t.decision.seat == 1
    units = [mech("A1", 10, 15, 0), mech("A2", 10, 25, 0), mech("B1", 30, 15, 180)]
    t = lay_table(GAME, units, options=ON)
    hold(t)
    t.answer("end_turn", unit="B1")
    assert refused(t.answer("end_turn", unit="A1")) == ("holds_fire", "bm.option.hold.declare")


@clause("bm.option.hold.declare")
def test_only_a_mech_without_actions_and_with_dice_may_hold() -> None:
    assert refused(hold(duel())) == ("no_hold_fire", "bm.option.hold.declare")
    for changes in ({"moves": 1}, {"attacks": 1}, {"scavenges": 1}):
        assert refused(hold(duel(options=ON, a=changes))) == ("has_acted", "bm.option.hold.declare")
    assert refused(hold(duel(options=ON, a={"short": 0}))) == ("no_dice", "bm.option.hold.declare")


@clause("bm.option.hold.note")
def test_the_note_is_one_range_and_one_arc_and_a_turret_notes_primary_only() -> None:
    for band in ("melee", "short", "long"):
        for arc in ("primary", "left", "right"):
            assert hold(duel(options=ON), band=band, arc=arc).accepted
    for wrong in ({"band": "out"}, {"arc": "rear"}):
        result = hold(duel(options=ON), **wrong)
        assert result.refusal is not None
        assert result.refusal.code == "malformed"
    turret = duel(options=ON, a={"turret": True})
    assert refused(hold(turret, arc="left")) == ("turret_note", "bm.option.hold.note")
    assert hold(turret).accepted


@clause("bm.option.hold.secret")
def test_others_see_that_it_holds_but_not_the_note() -> None:
    t = duel(options=ON)
    result = hold(t, band="long", arc="left")
    assert [event.name for event in result.of("secret_sealed")] == ["hold A1"]
    assert t.view(1).units[0].marks["holding"] == 1
    assert t.view(1).secrets == {}
    own = t.view(0).secrets["hold A1"]
    assert (own.range, own.arc) == ("long", "left")
    for seat in (-1, 1):
        assert b'"long"' not in t.view(seat).encode().replace(b'"long":', b"")


@clause("bm.option.hold.secret")
def test_notes_are_thrown_away_unseen_when_the_round_ends() -> None:
    t = duel(options=ON)
    hold(t)
    ended = t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert t.state.sealed == {}
    assert ended.of("revealed") == []
    assert [(event.seat, event.choice, event.clause) for event in ended.of("chosen")] == [
        (0, "discarded", "bm.option.hold.secret")
    ]
    assert marks(t, "A1", "holding") == (0,)


# --- entering --------------------------------------------------------------------------------------------------------


@clause("bm.option.hold.trigger", "bm.option.hold.interrupt")
def test_the_holder_is_asked_at_the_first_sample_inside() -> None:
    t = facing(12.1)
    t.move("A1", forward(6))
    assert t.asked == "held_shot"
    assert t.decision is not None
    assert (t.decision.seat, t.decision.holder, t.decision.mover) == (1, "B1", "A1")
    # 12.1 - 2.25 = 9.85 is the first sample within 10 Bricks
    assert t.pose("A1") == (12.25, 15.0, 0.0)
    result = t.answer("react", yes=True, dice=dice(1, 1, 6))
    (note,) = result.of("revealed")
    assert (note.value.range, note.value.arc) == ("short", "primary")
    assert [shot.unit for shot in result.of("shot_resolved")] == ["B1"]
    # the mover goes on to the end of its path
    assert t.pose("A1") == (16.0, 15.0, 0.0)
    assert t.asked == "take_action"


@clause("bm.option.hold.interrupt", "bm.geometry.precision")
def test_an_interrupted_move_is_told_leg_by_leg_and_nothing_twice() -> None:
    t = facing(12.1)
    moved = t.move("A1", forward(2.25), turn(30), forward(1.3))
    assert [(event.step, event.amount) for event in moved.of("unit_moved")] == [("forward", 2.25)]
    went_on = t.answer("react", yes=False)
    assert [event.step for event in went_on.of("unit_moved")] == ["turn", "forward"]
    x, y, heading = t.pose("A1")
    assert (x, y, heading) == (round(12.25 + 1.3 * 0.75**0.5, 4), 15.65, 30.0)
    # stopped in the middle of a leg, it is told in two parts
    t = facing(12.1)
    first = t.move("A1", forward(4)).of("unit_moved")
    second = t.answer("react", yes=False).of("unit_moved")
    assert [event.amount for event in (*first, *second)] == [2.25, 1.75]


@clause("bm.option.hold.trigger")
def test_whoever_is_inside_already_must_first_leave() -> None:
    t = facing(8)
    t.move("A1", forward(3))
    assert t.asked == "take_action"
    t = facing(9.5)
    t.move("A1", backward(1), forward(1))
    # out of Short range at 10.5: that opens the window for Long range, then coming back for Short
    asked = []
    while t.asked == "held_shot":
        assert t.decision is not None
        asked.append(t.decision.range)
        t.answer("react", yes=False)
    assert asked == ["long", "short"]


@clause("bm.option.hold.trigger")
def test_a_turn_of_the_mover_alone_is_no_entry_but_may_change_the_distance() -> None:
    t = facing(10.2)
    t.move("A1", turn(90))
    assert t.asked == "take_action"
    # turned by 45 degrees the corner of the base comes nearer than 10 Bricks
    t = facing(10.2)
    t.move("A1", turn(45))
    assert t.asked == "held_shot"


@clause("bm.option.hold.trigger", "bm.geometry.prompt")
def test_no_window_without_a_die_or_under_cover() -> None:
    for dice_left, asked in ((0, "take_action"), (1, "held_shot")):
        t = facing(12, b={"short": dice_left})
        t.move("A1", forward(4))
        assert t.asked == asked
    wall = piece("Building", 18, 15, length=1.0, width=8.0)
    t = facing(12, terrain=[wall])
    t.move("A1", forward(4))
    assert t.asked == "take_action"


@clause("bm.option.hold.trigger")
def test_an_entry_made_under_cover_is_used_up() -> None:
    # A1 enters Short range behind a block and then steps out of its cover
    block = piece("Building", 18, 15, length=0.5, width=4.0)
    units = [mech("A1", 10, 15, 0, movement=20), mech("B1", 24, 15, 180, holding=SHORT)]
    t = lay_table(GAME, units, [block], options=ON)
    assert t.move("A1", forward(4), turn(90), forward(5)).accepted
    assert t.asked == "take_action"
    assert (t.range_of("B1", "A1"), t.arc("B1", "A1"), t.cover("B1", "A1")) == ("short", "primary", "none")
    # without the block the same way opens the window
    t = lay_table(GAME, units, options=ON)
    t.move("A1", forward(4), turn(90), forward(5))
    assert t.asked == "held_shot"


@clause("bm.option.hold.interrupt")
def test_the_rest_of_an_interrupted_move_is_shown_until_it_is_walked() -> None:
    t = facing(12)
    situation = t.match.game.situation
    assert situation is not None
    t.move("A1", forward(4), turn(-45))
    assert t.asked == "held_shot"
    (rest,) = situation(t.state).unfinished
    walked = t.pose("A1")[0] - 10
    assert 0 < walked < 4
    assert [(leg.step, leg.amount) for leg in rest.legs] == [("forward", pytest.approx(4 - walked)), ("turn", -45)]
    assert rest.legs[0].pose.place == pytest.approx((14, 15))
    assert rest.text.endswith(f"still to come: forward {4 - walked:g} Bricks, turn right 45 degrees.")
    t.answer("react", yes=False)
    assert situation(t.state).unfinished == ()


@clause("bm.option.hold.optional")
def test_declining_forfeits_that_entry_and_a_new_one_gives_a_new_chance() -> None:
    t = facing(12)
    t.move("A1", forward(4))
    t.answer("react", yes=False)
    assert t.asked == "take_action"
    assert "hold B1" in t.state.sealed
    t.move("A1", backward(3), forward(0))
    assert t.asked == "held_shot"
    assert t.decision is not None
    assert t.decision.range == "long"


@clause("bm.geometry.prompt", "bm.option.hold.trigger")
def test_the_window_opens_whatever_is_noted_but_only_the_note_may_fire() -> None:
    t = facing(12, note=["melee", "left"])
    t.move("A1", forward(4))
    assert t.asked == "held_shot"
    assert t.decision is not None
    fire, let_pass = t.decision.ask(t.state).offer.choices
    assert (fire.refusal.code, let_pass.refusal) == ("not_noted", None)
    assert fire.odds == 0.0, "what may not be fired has no chances"
    result = t.answer("react", yes=True)
    assert refused(result) == ("not_noted", "bm.geometry.prompt")
    assert t.answer("react", yes=False).accepted
    assert "hold B1" in t.state.sealed


@clause("bm.geometry.prompt")
def test_a_standing_order_answers_for_a_seat_that_is_away() -> None:
    for orders, yes in (("fire", True), ("ask", False)):
        t = duel(12, options=ON, seat=1, order=(1, 0))
        assert hold(t, "B1", orders=orders).accepted
        t.move("A1", forward(4))
        assert t.decision is not None
        first = t.decision.suggest(t.state, 1)[0]
        assert first.answer.yes is yes
        assert t.decision.standing_order(t.state).yes is yes


@clause("bm.geometry.prompt")
@pytest.mark.parametrize(
    ("band", "orders", "answers"),
    [
        # what the seat ordered for all its notes: what is noted, let it pass, ask; None is asked
        ("short", "ask", (True, False, None)),
        ("short", "fire", (True, False, True)),
        ("melee", "ask", (False, False, None)),
        ("melee", "fire", (False, False, False)),
    ],
)
def test_the_orders_of_a_seat_go_before_those_of_a_note(band: str, orders: str, answers: tuple[Any, ...]) -> None:
    t = duel(12, options=ON, seat=1, order=(1, 0))
    hold(t, "B1", band, orders=orders)
    t.move("A1", forward(4))
    question: Any = t.decision
    given = [question.ordered(t.state, order) for order in ("noted", DECLINE, "ask")]
    assert tuple(each and each.yes for each in given) == answers
    assert question.standing_order(t.state).yes is (band == "short" and orders == "fire")
    assert question.seconds(t.state) == 5


@clause("bm.option.hold.interrupt")
def test_a_mover_that_is_destroyed_leaves_its_parts_at_that_sample() -> None:
    units = [mech("A1", 10, 15, 0, armor=1), mech("A2", 2, 2, 0), mech("B1", 24, 15, 180, targeting=9, holding=SHORT)]
    t = lay_table(GAME, units, options=ON)
    t.move("A1", forward(6))
    shot = t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 1, 1, 1))
    assert (t.unit("A1").status, t.unit("A1").pose, shot.of("unit_moved")) == ("gone", None, [])
    places = [token.pose.place for token in t.state.tokens.values() if token.kind == "Loose part"]
    assert places == [(12.0, 16.0), (12.0, 14.0)]
    # the turn of the destroyed Mech is over; B1 holds and has acted, so A2 is next
    assert t.decision is not None
    assert (t.decision.seat, t.decision.units) == (0, ("A2",))


@clause("bm.option.hold.interrupt")
def test_lost_movement_points_stop_the_mover_where_it_can_pay_no_more() -> None:
    t = facing(12, b={"targeting": 5, "holding": SHORT})
    t.move("A1", forward(6))
    # difference 6: legs 1, hip twisted 3: two of six Movement Points are lost
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 3))
    assert marks(t, "A1", "movement") == (4,)
    assert t.pose("A1") == (14.0, 15.0, 0.0)


@clause("bm.option.hold.interrupt")
def test_the_mover_never_stops_before_the_point_of_entry() -> None:
    t = facing(14.5, b={"targeting": 15, "holding": SHORT})
    t.move("A1", forward(6))
    # three rolls, all hips: no Movement Points are left, and 4.5 Bricks are gone already
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 3, 1, 3, 1, 3))
    assert marks(t, "A1", "movement") == (0,)
    assert t.pose("A1") == (14.5, 15.0, 0.0)
    # nor does it go on when the point of entry is its first sample, though another holder watches
    shooter = mech("B1", 22.25, 15, 180, targeting=15, holding=SHORT)
    t = lay_table(GAME, [mech("A1", 10, 15, 0), shooter, mech("B2", 38, 28, 0, holding=SHORT)], options=ON)
    t.move("A1", forward(6))
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 3, 1, 3, 1, 3))
    assert t.pose("A1") == (10.25, 15.0, 0.0)


@clause("bm.option.hold.interrupt")
def test_two_holders_of_one_sample_shoot_in_initiative_order() -> None:
    units = [
        mech("A1", 9.9, 15, 0, armor=40),
        mech("B1", 24, 15, 180, holding=SHORT),
        mech("C1", 24, 17.1, 180, holding=SHORT),
    ]
    for order, first in (((0, 2, 1), "C1"), ((0, 1, 2), "B1")):
        t = lay_table(GAME, units, options=ON, sides=("Blue", "Red", "Red"), order=order)
        t.move("A1", forward(2.25))
        assert t.decision is not None
        assert t.decision.holder == first
        t.answer("react", yes=True, dice=dice(1, 1, 6))
        assert t.asked == "held_shot"


@clause("bm.option.hold.interrupt", "bm.destroy.in_exchange")
def test_when_the_mover_is_destroyed_the_next_holder_keeps_its_note() -> None:
    units = [
        mech("A1", 9.9, 15, 0, armor=1),
        mech("A2", 2, 2, 0),
        mech("B1", 24, 15, 180, targeting=5, holding=SHORT),
        mech("B2", 24, 17.1, 180, holding=SHORT),
    ]
    t = lay_table(GAME, units, options=ON)
    t.move("A1", forward(2.25))
    # both are entered at this sample; of one player's holders the first of its list is asked
    assert t.decision is not None
    assert t.decision.holder == "B1"
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 1))
    assert t.asked == "take_action"
    assert list(t.state.sealed) == ["hold B2"]
    assert marks(t, "B2", "attacks") == (0,)


@clause("bm.option.hold.once")
def test_the_shot_is_an_attack_action_and_the_only_one_of_the_round() -> None:
    t = facing(12, options={"return_fire": True})
    t.move("A1", forward(4))
    t.answer("react", yes=True)
    t.answer("react", yes=False, dice=dice(1, 1, 6))
    assert marks(t, "B1", "attacks") == (1,)
    assert t.state.sealed == {}
    # it has fired, so it cannot answer an attack any more
    attack(t, dice(1, 1, 6))
    assert t.asked == "take_action"


@clause("bm.option.hold.return")
def test_a_holder_that_returns_fire_uses_up_its_note() -> None:
    t = facing(5, options={"return_fire": True})
    attack(t)
    assert t.asked == "return_fire"
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert t.state.sealed == {}
    assert marks(t, "B1", "holding", "attacks") == (1, 1)


@clause("bm.option.hold.return")
def test_the_target_of_a_held_shot_may_answer_with_its_move_counted() -> None:
    for used, asked, markers in (({}, True, 0), ({"scavenges": 1}, True, 2), ({"moves": 1, "scavenges": 1}, False, 0)):
        t = facing(12, options={"return_fire": True}, a=used)
        t.move("A1", forward(4))
        # a third action ends the turn and with it the round: initiative is rolled
        t.answer("react", yes=True, dice=None if asked else dice(1, 1, 6, *(6, 6, 1, 1)))
        assert (t.asked == "return_fire") is asked
        if asked:
            t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6, *((6, 6, 1, 1) if used else ())))
            assert heat(t, "A1") == markers
            assert t.pose("A1")[0] == 14.0


@clause("bm.option.hold.interrupt", "bm.option.hold.return")
def test_a_mover_whose_third_action_was_the_answer_finishes_the_move_and_its_turn() -> None:
    t = facing(12, options={"return_fire": True}, a={"scavenges": 1})
    t.move("A1", forward(4))
    t.answer("react", yes=True)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6, *(6, 6, 1, 1)))
    assert t.pose("A1") == (14.0, 15.0, 0.0)
    assert t.state.facts["round"] == 3


@clause("bm.option.hold.return")
def test_a_return_fire_can_kill_the_holder_and_the_mover_goes_on() -> None:
    units = [
        mech("A1", 10, 15, 0, targeting=5),
        mech("B1", 24, 15, 180, armor=1, holding=SHORT),
        mech("B2", 38, 28, 180),
    ]
    t = lay_table(GAME, units, options={**ON, "return_fire": True})
    t.move("A1", forward(4))
    t.answer("react", yes=True)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 1, 1, 1))
    assert t.unit("B1").status == "gone"
    assert t.pose("A1") == (14.0, 15.0, 0.0)


@clause("bm.option.hold.heat")
@pytest.mark.parametrize(("markers", "after"), [(3, 2), (1, 0), (0, 0)])
def test_a_holder_cools_by_one_when_the_round_ends(markers: int, after: int) -> None:
    t = duel(options=ON, a={"heat": markers})
    hold(t)
    assert heat(t, "A1") == markers
    t.answer("end_turn", unit="B1", dice=dice(6, 6, 1, 1))
    assert heat(t, "A1") == after


@clause("bm.option.hold.heat", "bm.endturn.order")
def test_overheating_holders_check_in_order_after_all_have_acted() -> None:
    t = duel(options=ON, a={"heat": 9}, b={"heat": 9})
    hold(t)
    ended = hold(t, "B1", dice=dice(1, 1, 1, 2, 6, 6, 1, 1))
    losses = [event.unit for event in ended.of("unit_marked") if event.mark == "armor"]
    assert losses == ["A1", "B1"]
    # the order is that of initiative, not of the seats
    turned = duel(options=ON, a={"heat": 9}, b={"heat": 9}, seat=1)
    hold(turned, "B1")
    ended = hold(turned, dice=dice(1, 1, 1, 2, 6, 6, 1, 1))
    assert [event.unit for event in ended.of("unit_marked") if event.mark == "armor"] == ["B1", "A1"]
    assert (heat(t, "A1"), heat(t, "B1")) == (8, 8)
    assert t.state.facts["round"] == 3


@clause("bm.option.hold.heat", "bm.option.return.late_heat")
def test_a_holder_takes_no_marker_back_for_a_late_answer() -> None:
    t = facing(5, options={"return_fire": True}, b={"heat": 3, "cooled": 2, "holding": SHORT})
    attack(t)
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert heat(t, "B1") == 3


@clause("bm.option.hold.targeting")
def test_a_held_shot_uses_all_usual_modifiers() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 24, 15, 100, heat=2, holding=["short", "left"])]
    t = lay_table(GAME, units, options=ON)
    t.move("A1", forward(4))
    assert t.decision is not None
    assert t.decision.arc == "left"
    result = t.answer("react", yes=True, dice=dice(1, 1, 6))
    tally = result.of("shot_resolved")[0].tallies[0]
    assert [(line.value, line.clause) for line in tally.lines()][2:] == [
        (-2, "bm.mod.attack.heat"),
        (-1, "bm.mod.attack.secondary"),
    ]


@clause("bm.option.hold.trigger")
def test_allies_of_the_holder_open_no_window() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 24, 15, 180, holding=SHORT), mech("C1", 2, 2, 0)]
    t = lay_table(GAME, units, options=ON, sides=("Red", "Red", "Blue"))
    t.move("A1", forward(4))
    assert t.asked == "take_action"
    assert armor(t, "A1") == 20
