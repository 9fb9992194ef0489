"""Mines: zones and markers in plain sight, tested by dice or by cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.match import Setup
from brickfield.core.views import SPECTATOR, imagine
from brickfield.games.micro_brick_battle.base.battlefield import battle_of, footprint
from brickfield.games.micro_brick_battle.chapters.mines.laying_mines import mining_area
from brickfield.games.micro_brick_battle.chapters.mines.mine_tests import deck_of
from brickfield.games.micro_brick_battle.chapters.mines.minefields import (
    marker_size,
    mine_ahead,
    mined_zones,
    minefields,
    step_of,
)
from brickfield.games.micro_brick_battle.mind.guesses import guess_piles
from brickfield.geometry import Pose, distance
from brickfield.testing import clause, dice, forward, pivot, reverse, start, unit
from tests.rules.micro_brick_battle.mines import AT_C3, FAR, NOSE, SHERMAN, SIDE, TWO, call, table, y_of

# --- zones -----------------------------------------------------------------------------------------------------------

ZONE = {"minefield": [{"x": 15, "y": 15, "length": 6, "width": 6}]}


@clause("mbb.mine.zone.area")
def test_a_scenario_marks_the_zones_and_without_any_one_lies_in_the_middle() -> None:
    assert mined_zones(battle_of(table("zone", **ZONE).state)) == ((12.0, 12.0, 18.0, 18.0),)
    assert mined_zones(battle_of(table("zone").state)) == ((18.0, 15.0, 30.0, 21.0),)
    assert mined_zones(battle_of(table("none", **ZONE).state)) == ()
    face = table("zone", **ZONE).match.game.face
    assert face is not None
    assert [zone.id for zone in face(table("zone", **ZONE).match).zones if zone.seat < 0] == ["mines1"]


@clause("mbb.mine.zone.roll", "mbb.mine.zone.trigger")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_five_or_more_destroys_who_enters_a_zone(face: int) -> None:
    t = table("zone", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), **ZONE)
    told = t.answer("move", unit="A1", steps=[forward(4)], dice=dice(face))
    (tested,) = told.of("hazard_tested")
    assert (tested.safe, tested.result, tested.call) == (face < 5, str(face), "")
    assert [throw.seat for throw in tested.throws] == [0]
    assert t.unit("A1").alive == (face < 5)
    assert y_of(t) == pytest.approx(14.1 if face < 5 else AT_C3, abs=2e-6)


@clause("mbb.mine.zone.trigger", "mbb.mine.start")
@pytest.mark.parametrize("step", [forward(1), pivot(30)])
def test_who_starts_in_a_zone_is_tested_before_its_first_step(step: Any) -> None:
    units = (unit("A1", SHERMAN, 15, 15, 90), unit("A2", SHERMAN, 30, 3, 90), FAR)
    t = table("zone", units, **ZONE)
    told = t.answer("move", unit="A1", steps=[step], dice=dice(6))
    assert told.of("unit_moved") == []
    assert (t.pose("A1"), t.unit("A1").status) == ((15.0, 15.0, 90.0), "wreck")


@clause("mbb.mine.zone.trigger", "mbb.mine.persist")
def test_a_zone_tests_once_in_a_phase_and_again_in_the_next_turn() -> None:
    t = table("zone", (unit("A1", SHERMAN, 15, 15, 90), FAR), **ZONE)
    t.answer("move", unit="A1", steps=[forward(1)], dice=dice(1))
    assert t.move("A1", forward(1)).of("hazard_tested") == []
    t.fire({})
    t.fire({})
    told = t.answer("move", unit="A1", steps=[forward(1)], dice=dice(4))
    assert len(told.of("hazard_tested")) == 1


@clause("mbb.mine.zone.trigger", "mbb.mine.start")
def test_who_stands_still_in_a_zone_or_is_placed_there_is_safe() -> None:
    t = table("zone", (unit("A1", SHERMAN, 15, 15, 90), FAR), **ZONE)
    assert t.fire({}).of("hazard_tested") == []
    deep = {"minefield": [{"x": 15, "y": 3, "length": 6, "width": 6}]}
    waiting = (unit("A1", SHERMAN, status="waiting"), unit("B1", SHERMAN, status="waiting"))
    t = table("zone", waiting, phase="deployment", **deep)
    assert t.answer("place", unit="A1", x=15, y=3, heading=90).of("hazard_tested") == []


@clause("mbb.mine.zone.trigger", "mbb.move.fraction")
def test_a_step_that_covers_nothing_is_no_movement_and_tests_nothing() -> None:
    units = (unit("A1", SHERMAN, 15, 15, 90), unit("A2", SHERMAN, 15, 15 + 2 * NOSE, 90), FAR)
    t = table("zone", units, **ZONE)
    told = t.move("A1", forward(2))
    assert told.accepted
    assert told.of("hazard_tested") == []


def shuffle_to(place: int, count: int) -> tuple[int, ...]:
    """Dice of a shuffle that bring the card of this place to the top and leave all others."""
    return tuple(1 if number == place + 1 else number for number in range(2, count + 1))


@clause("mbb.mine.zone.deck")
def test_the_deck_of_zones_has_three_duds_and_three_mines() -> None:
    assert sorted(deck_of("zone")) == ["dud"] * 3 + ["mine"] * 3


@clause("mbb.mine.zone.deck")
@pytest.mark.parametrize(("place", "card"), [(2, "dud"), (5, "mine")])
def test_a_card_decides_and_goes_back_into_the_deck(place: int, card: str) -> None:
    t = table("zone", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), options={"mine_test": "cards"}, **ZONE)
    again = shuffle_to(1, 6)
    script = dice(*shuffle_to(place, 6), *again)
    told = t.answer("move", unit="A1", steps=[forward(4)], dice=script)
    (tested,) = told.of("hazard_tested")
    assert (tested.result, tested.safe) == (card, card == "dud")
    assert [event.cards for event in told.of("cards_moved")] == [(card,), (card,)]
    assert len(told.of("pile_shuffled")) == 2
    assert len(t.state.piles["mine_deck"]) == 6
    assert t.unit("A1").alive == (card == "dud")


@clause("mbb.geometry.hidden_info", "mbb.mine.zone.deck")
def test_nobody_sees_the_order_of_the_deck() -> None:
    t = table("zone", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), options={"mine_test": "cards"}, **ZONE)
    told = t.answer("move", unit="A1", steps=[forward(4)], dice=dice(*shuffle_to(2, 6), *shuffle_to(1, 6)))
    for seat in (0, 1, SPECTATOR):
        piles = t.view(seat).piles
        assert piles
        assert piles["mine_deck"].count == 6
        assert not piles["mine_deck"].cards
        imagined = imagine(t.view(seat), t.match)
        assert sorted(imagined.piles["mine_deck"].cards) == sorted(deck_of("zone"))
        assert sorted(guess_piles(t.view(seat), t.match)["mine_deck"]) == sorted(deck_of("zone"))
    assert told.of("dice_rolled") == []


# --- mines in plain sight --------------------------------------------------------------------------------------------

MARKER = {"mines": [{"seat": 1, "x": 15, "y": 14, "heading": 0}]}
# the marker is 1.26 inches deep
AT_MARKER = 14 - 0.63 - NOSE


@clause("mbb.mine.visual.size")
def test_a_marker_is_four_by_six_studs() -> None:
    assert marker_size() == pytest.approx((6 * 0.315, 4 * 0.315))
    token = table("visual", **MARKER).state.tokens["M1"]
    assert (token.length, token.width, token.seat) == (1_890_000, 1_260_000, 1)


@clause("mbb.mine.visual.place", "mbb.mine.three")
def test_players_place_their_markers_in_turn() -> None:
    setup = Setup("micro_brick_battle", "six_v_six", {"mines": "visual"})
    t = start(setup, dice(2, 4))
    asked = []
    for number in range(6):
        asked.append(t.state.waiting_for()[0])
        assert t.answer("lay_mine", x=6 + 6 * number, y=9, heading=30).accepted
    assert asked == [1, 0, 1, 0, 1, 0]
    assert t.asked == "deploy_unit"
    assert [token.seat for token in t.state.tokens.values() if token.kind == "Mine"] == [1, 0, 1, 0, 1, 0]


@clause("mbb.mine.visual.place")
def test_how_many_markers_there_are_can_be_agreed() -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {"mines": "visual", "mine_markers": 1}), dice(2, 4))
    for x in (6, 40):
        assert t.answer("lay_mine", x=x, y=9, heading=0).accepted
    assert t.asked == "deploy_unit"


@clause("mbb.mine.visual.place")
@pytest.mark.parametrize(
    ("x", "y", "code"),
    [(24, 6.6, "in_deployment_zone"), (24, 33, "in_deployment_zone"), (0.5, 12, "outside_area"), (6, 9, "overlap")],
)
def test_where_no_marker_may_lie(x: float, y: float, code: str) -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {"mines": "visual"}), dice(2, 4))
    assert t.answer("lay_mine", x=6, y=9, heading=0).accepted
    before = t.state.digest()
    refusal = t.answer("lay_mine", x=x, y=y, heading=0).refusal
    assert refusal is not None
    assert refusal.code == code
    assert t.state.digest() == before
    assert mining_area(t.state) == (0.0, 6.0, 48.0, 30.0)


@clause("mbb.mine.visual.place")
def test_a_marker_right_at_the_zone_is_allowed() -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {"mines": "visual"}), dice(2, 4))
    assert t.answer("lay_mine", x=6, y=6.63, heading=0).accepted


@clause("mbb.mine.visual.trigger", "mbb.mine.visual.roll")
def test_touching_a_marker_interrupts_the_move() -> None:
    t = table("visual", **MARKER)
    t.move("A1", forward(5))
    assert (t.asked, t.state.waiting_for()) == ("call_even_or_odd", (0,))
    assert y_of(t) == pytest.approx(AT_MARKER, abs=5e-6)
    call(t, "odd", 1, 4)
    assert y_of(t) == pytest.approx(15.1)
    assert "M1" in t.state.tokens


@clause("mbb.mine.visual.trigger")
def test_ending_in_contact_counts_and_passing_by_does_not() -> None:
    t = table("visual", **MARKER)
    t.move("A1", forward(AT_MARKER - 10.1))
    assert t.asked == "call_even_or_odd"
    t = table("visual", mines=[{"seat": 1, "x": 15 + SIDE + 0.945 + 0.01, "y": 14, "heading": 0}])
    t.move("A1", forward(6))
    assert t.asked == "move_units"


@clause("mbb.mine.visual.trigger")
def test_driving_along_the_edge_of_a_marker_is_contact() -> None:
    t = table("visual", mines=[{"seat": 1, "x": 15 + SIDE + 0.945, "y": 14, "heading": 0}])
    t.move("A1", forward(6))
    assert t.asked == "call_even_or_odd"
    assert y_of(t) == pytest.approx(AT_MARKER, abs=5e-6)


@clause("mbb.mine.visual.trigger")
def test_a_slanted_marker_is_met_where_it_is_touched() -> None:
    t = table("visual", mines=[{"seat": 1, "x": 15, "y": 14, "heading": 45}])
    t.move("A1", forward(6))
    (field,) = minefields(t.state)
    assert t.asked == "call_even_or_odd"
    assert distance(footprint(t.state, t.unit("A1")), field.shape) < 5e-6


@clause("mbb.mine.visual.trigger", "mbb.mine.start")
@pytest.mark.parametrize("step", [reverse(1), pivot(10)])
def test_who_touches_a_marker_already_is_tested_before_its_next_step(step: Any) -> None:
    units = (unit("A1", SHERMAN, 15, AT_MARKER, 90), unit("A2", SHERMAN, 30, 3, 90), FAR)
    t = table("visual", units, **MARKER)
    told = t.move("A1", step)
    assert (told.of("unit_moved"), t.asked) == ([], "call_even_or_odd")
    call(t, "odd", 1, 1)
    assert t.unit("A1").status == "wreck"


@clause("mbb.mine.visual.trigger")
def test_a_marker_tests_a_unit_once_in_a_phase() -> None:
    t = table("visual", **MARKER)
    t.move("A1", forward(3))
    call(t, "even", 1, 1)
    t.move("A1", reverse(1))
    assert t.asked == "move_units"


@clause("mbb.mine.persist", "mbb.mine.visual.roll")
def test_a_marker_that_explodes_is_gone() -> None:
    t = table("visual", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), **MARKER)
    t.move("A1", forward(3))
    told = call(t, "odd", 1, 1)
    assert [event.token for event in told.of("token_removed")] == ["M1"]
    assert minefields(t.state) == ()


@clause("mbb.geometry.simultaneous")
def test_of_two_markers_at_the_same_distance_the_first_placed_comes_first() -> None:
    both = [{"seat": 1, "x": 15.6, "y": 14, "heading": 90}, {"seat": 1, "x": 14.3, "y": 14, "heading": 90}]
    t = table("visual", mines=both)
    t.move("A1", forward(5))
    assert t.decision is not None
    assert getattr(t.decision, "mine", "") == "M1"
    call(t, "even", 1, 1)
    assert getattr(t.decision, "mine", "") == "M2"
    call(t, "even", 1, 1)
    assert y_of(t) == pytest.approx(15.1)


@clause("mbb.mine.visual.cards")
def test_mine_cards_have_one_more_dud_than_mines() -> None:
    assert sorted(deck_of("visual")) == ["dud"] * 4 + ["mine"] * 3
    t = table("visual", (*TWO, unit("A2", SHERMAN, 30, 3, 90)), options={"mine_test": "cards"}, **MARKER)
    script = dice(*shuffle_to(4, 7), *shuffle_to(1, 7))
    told = t.answer("move", unit="A1", steps=[forward(5)], dice=script)
    assert told.of("hazard_tested")[0].result == "mine"
    assert told.of("hazard_tested")[0].clause == "mbb.mine.visual.cards"
    assert not t.unit("A1").alive


@clause("mbb.mine.three")
def test_without_mines_nothing_of_the_sort_is_asked_or_met() -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {}), dice(2, 4))
    assert t.asked == "deploy_unit"
    with pytest.raises(ValueError, match="no mines in plain sight"):
        table("none", **MARKER)
    with pytest.raises(ValueError, match="no secret minefields"):
        table("none", notes=["C3"])


# --- zones that players lay ------------------------------------------------------------------------------------------


def agreed_zones(**options: Any) -> Any:
    switches = {"mines": "zone", "mine_zones": 1, **options}
    return start(Setup("micro_brick_battle", "six_v_six", switches), dice(6, 1))


@clause("mbb.mine.zone.area", "mbb.house.agree")
def test_players_lay_zones_of_the_agreed_size_in_turn() -> None:
    t = agreed_zones(mine_zone_size="9x6")
    for seat, y in ((0, 14.0), (1, 24.0)):
        assert t.decision is not None
        assert (t.decision.kind, t.decision.seat) == ("place_mine", seat)
        (thing,) = t.decision.ask(t.state).offer.things
        assert (thing.kind, thing.length, thing.width) == ("Mined Zone", 9_000_000, 6_000_000)
        assert t.answer("lay_mine", x=20.0, y=y, heading=30.0).accepted
    assert t.decision is not None
    assert t.decision.kind != "place_mine"
    fields = minefields(t.state)
    assert [(field.name, field.kind, field.writers) for field in fields] == [("M1", "zone", (0,)), ("M2", "zone", (1,))]
    assert mined_zones(battle_of(t.state)) == ()


@clause("mbb.mine.zone.area")
@pytest.mark.parametrize(
    ("x", "y", "code"),
    [(24, 7, "in_deployment_zone"), (2, 18, "outside_area"), (24.5, 20, "overlap"), (36.1, 18, "")],
)
def test_where_no_zone_may_lie(x: float, y: float, code: str) -> None:
    t = agreed_zones()
    assert t.answer("lay_mine", x=24, y=18, heading=0).accepted
    before = t.state.digest()
    refusal = t.answer("lay_mine", x=x, y=y, heading=0).refusal
    assert (refusal.code if refusal else "") == code
    assert not code or t.state.digest() == before


@clause("mbb.mine.zone.area")
def test_nobody_is_asked_for_a_zone_there_is_no_room_for() -> None:
    """Three zones each of 24 by 12 inches: four fit between the deployment zones at most, the rest is not asked for."""
    t = agreed_zones(mine_zones=3, mine_zone_size="24x12")
    asked = 0
    while t.asked == "place_mine":
        assert t.decision is not None
        ideas = t.decision.suggest(t.state, 3)
        asked += 1
        laid = ideas[0].answer
        assert t.answer("lay_mine", x=laid.x, y=laid.y, heading=laid.heading).accepted
    assert 2 <= asked <= 4
    assert t.asked == "deploy_unit"


@clause("mbb.mine.zone.trigger", "mbb.mine.zone.roll")
def test_a_laid_zone_tests_whoever_enters_it() -> None:
    t = agreed_zones()
    t.answer("lay_mine", x=24, y=18, heading=0)
    t.answer("lay_mine", x=8, y=18, heading=0)
    zone = minefields(t.state)[0]
    tank = replace(next(iter(t.state.units.values())), status="alive", pose=Pose.at(24.0, 12.0, 90.0))
    state = t.state.clone()
    state.units[tank.id] = tank
    found = mine_ahead(state, tank, step_of(tank.pose, Pose.at(24.0, 16.0, 90.0), 4.0, is_turn=False))
    assert found is not None
    assert found[1].name == zone.name
    nose = battle_of(state).cards[tank.id].length_inches / 2
    assert found[0] / 1e6 == pytest.approx(3.0 - nose, abs=1e-5)
