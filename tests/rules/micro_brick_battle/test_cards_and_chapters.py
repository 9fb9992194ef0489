"""Effect cards beside other chapters: airplanes in smoke, commanders, squads, reserves, young players, allies."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.battlefield import footprint
from brickfield.games.micro_brick_battle.chapters.effect_cards.card_effects import subjects
from brickfield.games.micro_brick_battle.chapters.effect_cards.seen_points import somebody_sees
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import sight_inches
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, unit
from tests.rules.micro_brick_battle.cards import (
    FAR,
    GAME,
    IDLE,
    SPECIAL,
    hold,
    in_hand,
    keep_until,
    let_pass,
    pass_turn,
    play,
    refused,
    smoke_at,
    table,
    turn_of,
)

SHERMAN = unit("A1", "M4 Sherman", 24, 10, 90)
LED = "M4 Sherman with Tank Commander"


# --- smoke and airplanes ---------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.air.block4")
def test_a_plane_right_above_its_target_does_not_see_it_through_smoke() -> None:
    plane, gun = unit("A1", "Hawker Typhoon", 24, 3, 90), unit("A2", "Sexton", 4, 3, 180)
    t = turn_of(plane, gun, unit("B1", "Tiger I", 24, 15, 0), FAR, hand=("smoke",), options=SPECIAL)
    smoke_at(t, 24, 15)
    t.answer("air_move", unit="A1", steps=[forward(12)])
    assert t.pose("A1")[:2] == (24, 15)
    for weapon in ("missile", "machine_guns"):
        strike = t.answer("air_strike", unit="A1", weapon=weapon, target="B1")
        assert refused(strike) == ("no_line_of_sight", "mbb.air.block4")
    # nor does it spot for a gun, nor for a barrage
    assert "B1" not in t.legal_targets("A2")
    assert not somebody_sees(t.state, 0, (24, 15))


@clause("mbb.card.scenario", "mbb.card.timing")
def test_who_stands_in_smoke_still_sees_the_ground_below_and_no_further() -> None:
    t = turn_of(SHERMAN, unit("B1", "Panzer III", 24, 26, 270), FAR, hand=("smoke", "barrage"))
    smoke_at(t, 24, 10)
    assert somebody_sees(t.state, 0, (24.3, 10.7))
    assert not somebody_sees(t.state, 0, (24, 11))
    play(t, "barrage")
    # whoever lets the time pass has a point to name, and it is this one
    (idea,) = t.decision.suggest(t.state, 1)  # type: ignore[union-attr]
    assert (idea.answer.x, idea.answer.y) == (24, 10)


@clause("mbb.card.timing", "mbb.card.scenario")
@pytest.mark.parametrize(("over", "able"), [((24, 13), False), ((40, 13), True)])
def test_no_barrage_for_who_has_but_a_plane_in_smoke(over: tuple[float, float], able: bool) -> None:
    units = unit("A1", "Hawker Typhoon", 24, 13, 90), unit("A2", "M4 Sherman", status="waiting")
    t = turn_of(*units, FAR, hand=("smoke", "barrage"))
    smoke_at(t, *over)
    played = play(t, "barrage")
    assert played.accepted if able else refused(played) == ("no_effect", "mbb.card.timing")
    if able:
        (idea,) = t.decision.suggest(t.state, 1)  # type: ignore[union-attr]
        assert t.answer("name_point", x=idea.answer.x, y=idea.answer.y, dice=dice(1, 1)).accepted


@clause("mbb.card.timing", "mbb.card.scenario")
def test_one_who_sees_is_enough_for_a_barrage() -> None:
    units = unit("A1", "Hawker Typhoon", 24, 13, 90), unit("A2", "M4 Sherman", 4, 3, 90)
    t = turn_of(*units, FAR, hand=("smoke", "barrage"))
    smoke_at(t, 24, 13)
    assert play(t, "barrage").accepted


@clause("mbb.card.scenario")
def test_who_has_nobody_on_the_table_lays_smoke_all_the_same() -> None:
    t = turn_of(unit("A1", "M4 Sherman", status="waiting"), FAR, hand=("smoke",))
    play(t, "smoke")
    (idea,) = t.decision.suggest(t.state, 1)  # type: ignore[union-attr]
    assert t.answer("name_point", x=idea.answer.x, y=idea.answer.y).accepted


# --- commanders ------------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.card.timing", "mbb.cmd.msm")
def test_in_a_commanders_second_phase_cards_about_movement_are_for_his_tank_alone() -> None:
    units = unit("A1", LED, 24, 10, 90), unit("A2", "M4 Sherman", 4, 3, 90), unit("B1", "Panzer III", 40, 30, 270)
    t = table(*units, hands={0: ("full_throttle",), 1: ("breakdown",)}, options=SPECIAL)
    pass_turn(t)
    assert t.answer("use_ability", ability="move_shoot_move").accepted
    keep_until(t, "movement")
    assert subjects(t.state, 0, "full_throttle") == ["A1", "A2"]
    t.answer("keep_cards")
    keep_until(t, "movement")
    assert t.state.facts["phase"] == "extra_movement"
    assert refused(play(t, "full_throttle", "A2")) == ("no_effect", "mbb.card.timing")
    # there is nobody else to be asked about
    assert play(t, "full_throttle", "A1").accepted
    assert (t.asked, t.points_left("A1")) == ("play_in_window", 12)
    assert refused(play(t, "breakdown", "A2")) == ("no_effect", "mbb.card.timing")
    assert play(t, "breakdown", "A1").accepted
    assert (t.state.facts["active"], t.unit("A1").marks.get("breakdown")) == (1, None)


@clause("mbb.card.scenario", "mbb.move.zero", "inf.eng.first")
def test_who_has_no_movement_points_has_none_to_gain_or_to_lose() -> None:
    gun = unit("A1", "Type 94 37mm AT Gun", 24, 10, 90)
    mended = unit("A2", "M4 Sherman", 4, 3, 90, marks={"repaired": 1})
    engineers = unit("A4", "Engineers", 4, 6)
    t = table(gun, mended, unit("A3", "M4 Sherman", 40, 3, 90), engineers, FAR, seat=0,
              options=SPECIAL, anyhow=True)  # fmt: skip
    assert subjects(t.state, 0, "full_throttle") == ["A3"]
    assert subjects(t.state, 1, "breakdown") == ["A3", "A4"]


# --- squads ----------------------------------------------------------------------------------------------------------


def squads(*units: dict[str, Any], **more: Any) -> Position:
    """A squad of seat 0 with Dig In in hand, in the Movement Phase of infantry."""
    t = turn_of(*units, FAR, hand=("dig_in",), **more)
    while t.asked != "move_infantry":
        assert (let_pass(t) if t.asked == "play_in_window" else t.answer(IDLE[t.asked])).accepted
    return t


@clause("mbb.card.scenario", "inf.geometry.cards", "inf.move.leave", "inf.move.enter")
@pytest.mark.parametrize("inside", [True, False])
def test_a_squad_that_goes_into_a_building_or_comes_out_has_moved(inside: bool) -> None:
    house = piece("House", 20, 20)
    beside = unit("A1", "Infantry", 20, 20, inside="T1") if inside else unit("A1", "Infantry", 20, 21.890001)
    t = squads(beside, unit("A2", "M4 Sherman", 4, 4, 90), terrain=[house])
    moved = (
        t.answer("come_out", unit="A1", x=20, y=21.89) if inside else t.answer("go_inside", unit="A1", building="T1")
    )
    assert moved.accepted
    keep_until(t, "end")
    assert refused(play(t, "dig_in", "A1")) == ("no_effect", "mbb.card.timing")
    # in the next turn it rests
    pass_turn(t)
    pass_turn(t)
    keep_until(t, "end")
    assert play(t, "dig_in", "A1").accepted


@clause("mbb.card.scenario", "inf.geometry.cards", "inf.raid.movein")
def test_a_raider_that_has_moved_in_does_not_dig_in() -> None:
    foe = unit("B1", "Infantry", 24, 20, inside="T1", marks={"markers": 1, "strength": 4})
    tank = unit("A2", "M4 Sherman", 4, 4, 90)
    t = squads(unit("A1", "Infantry", 24, 17.73), tank, foe, terrain=[piece("House", 24, 20)])
    t.answer("end_infantry")
    t.answer("declare", shots=[{"unit": "A1", "target": "B1"}])
    t.answer("keep_cards", dice=dice(6, 6))
    t.answer("keep_cards")
    assert t.answer("move_in", unit="A1").accepted
    keep_until(t, "end")
    assert subjects(t.state, 0, "dig_in") == ["A2"]


@clause("mbb.card.scenario", "inf.geometry.cards", "inf.arty.notarget", "inf.arty.destroyed")
def test_a_barrage_takes_a_gun_and_half_of_the_squad_that_has_joined_it() -> None:
    gun, crew = unit("B1", "Flak 36", 24, 20, 270), unit("B2", "Infantry", 24, 21, inside="B1")
    t = turn_of(SHERMAN, gun, crew, FAR, hand=("barrage",), options=SPECIAL)
    play(t, "barrage")
    # one throw: who has joined a gun shares its fate alone
    told = t.answer("name_point", x=24, y=20, dice=dice(5, 5))
    assert [each.unit for each in told.of("unit_destroyed")] == ["B1"]
    assert (t.unit("B2").marks["markers"], t.unit("B2").inside or "") == (2, "")


@clause("mbb.card.scenario", "inf.geometry.cards", "inf.dmg.removed")
def test_a_barrage_takes_a_whole_squad_but_none_inside_of_a_building() -> None:
    t = turn_of(SHERMAN, unit("B1", "Infantry", 24, 18.5), unit("B2", "Infantry", 24, 22, inside="T1"), FAR,
                hand=("barrage",), terrain=[piece("House", 24, 22)])  # fmt: skip
    play(t, "barrage")
    told = t.answer("name_point", x=24, y=19.5, dice=dice(6, 4))
    assert [(each.unit, each.leaves_wreck) for each in told.of("unit_destroyed")] == [("B1", False)]


@clause("mbb.card.scenario", "inf.los.range")
def test_a_squad_sees_a_point_as_far_as_it_sees_a_unit() -> None:
    squad = unit("A1", "Infantry", 24, 10)
    t = turn_of(squad, unit("B1", "Panzer III", 44, 26, 270), hand=("barrage",))
    plate = footprint(t.state, t.state.units["A1"]).radius
    limit = sight_inches(t.state, t.state.units["A1"])[0]
    assert limit == 12
    assert somebody_sees(t.state, 0, (24, 10 + plate + limit))
    assert not somebody_sees(t.state, 0, (24, 10 + plate + limit + 0.01))


# --- reserves, young players -----------------------------------------------------------------------------------------


@clause("mbb.card.timing", "mbb.reinf.wait3")
@pytest.mark.parametrize(("number", "able"), [(2, True), (3, False)])
def test_early_reserves_have_no_effect_on_who_may_come_on_anyway(number: int, able: bool) -> None:
    # the turn begins in the round after this one
    t = turn_of(SHERMAN, unit("A2", "M4 Sherman", status="waiting"), FAR, hand=("reserves", "reserves"), round=number)
    assert t.state.facts["round"] == number + 1
    played = play(t, "reserves")
    assert played.accepted if able else refused(played) == ("no_effect", "mbb.card.timing")
    assert refused(play(t, "reserves")) == ("no_effect", "mbb.card.timing")


@clause("mbb.card.scenario", "mbb.young.color_die", "mbb.air.main_gun", "mbb.air.smallarms.9")
@pytest.mark.parametrize(("card", "asked"), [("Sexton", ["shot", "rolled"]), ("M4 Sherman", ["rolled"])])
def test_a_young_player_throws_two_dice_at_a_plane_and_may_play_cards_on_them(card: str, asked: list[str]) -> None:
    options = {"rules_level": ["young", "base"], **SPECIAL}
    t = turn_of(unit("A1", card, 24, 10, 90), unit("B1", "Ju 87 Stuka", 24, 15, 270), FAR, hand=("luck", "ap_round"),
                options=options)  # fmt: skip
    while t.asked != "declare_targets":
        t.answer(IDLE[t.asked])
    t.answer("declare", shots=[{"unit": "A1", "target": "B1"}], dice=None if "shot" in asked else dice(1, 1))
    seen = [t.decision.moment]  # type: ignore[union-attr]
    if "shot" in asked:
        t.answer("keep_cards", dice=dice(1, 1))
        seen.append(t.decision.moment)  # type: ignore[union-attr]
    assert seen == asked
    (shot,) = play(t, "luck", "A1", dice=dice(6, 6)).of("shot_resolved")
    assert (shot.rolled, shot.hit) == (12, True)


@clause("mbb.card.timing", "mbb.young.stick")
@pytest.mark.parametrize(("level", "able"), [("young", False), ("young_hidden", True), ("quick", True)])
def test_full_throttle_makes_no_stick_longer(level: str, able: bool) -> None:
    units = SHERMAN, unit("A2", "M4 Sherman", 4, 3, 90), FAR
    t = turn_of(*units, hand=("full_throttle",), theirs=("breakdown",), options={"rules_level": [level, "base"]})
    assert subjects(t.state, 0, "full_throttle") == (["A1", "A2"] if able else [])
    # a broken engine stops everybody
    while t.asked != "play_in_window":
        t.answer("keep_cards")
    assert play(t, "breakdown", "A1").accepted
    assert t.points_left("A1") == 0


# --- allies and others -----------------------------------------------------------------------------------------------

# two against two: 0 and 2 against 1 and 3
TEAMS = (
    unit("A1", "Sexton", 20, 4, 90),
    unit("B1", "Sexton", 28, 32, 270),
    unit("C1", "M4 Sherman", 30, 4, 90),
    unit("D1", "Panzer III", 36, 32, 270),
)


def teams(hands: dict[int, tuple[str, ...]], *units: dict[str, Any], **more: Any) -> Position:
    t = lay_table(GAME, units or TEAMS, sides=(0, 1, 0, 1), edges=("y=0", "y=36", "y=0", "y=36"),
                  **({"seat": 1, "first": 0, "options": {"effect_cards": "hail_mary", **SPECIAL}} | more))  # fmt: skip
    hold(t, hands)
    return t


@clause("mbb.card.timing", "mbb.team.split")
def test_allies_are_not_asked_against_each_other_and_a_second_card_finds_nothing_to_do() -> None:
    t = teams({1: ("breakdown", "radio"), 2: ("breakdown", "radio"), 3: ("breakdown", "radio")}, seat=3)
    pass_turn(t)
    asked = []
    while t.state.facts["active"] == 0:
        (seat,) = t.state.waiting_for()
        asked.append((seat, t.asked))
        if t.asked == "play_in_window":
            # who comes second finds A1 stopped and the radio jammed already
            played = play(t, "breakdown", "A1") if t.decision.moment == "enemy_movement" else play(t, "radio")  # type: ignore[union-attr]
            assert played.accepted
            continue
        t.answer(IDLE[t.asked])
    windows = [seat for seat, kind in asked if kind == "play_in_window"]
    assert windows == [1, 1]
    assert in_hand(t, 2) == in_hand(t, 3) == ("breakdown", "radio")


@clause("mbb.card.scenario", "mbb.card.deck.draw")
def test_a_barrage_needs_eyes_of_the_own_and_an_ally_it_destroys_earns_no_card() -> None:
    units = (
        unit("A1", "M4 Sherman", 24, 4, 90),
        unit("B1", "Panzer III", 8, 32, 270),
        unit("C1", "M4 Sherman", 24, 16, 90),
        unit("D1", "Panzer III", 40, 32, 270),
    )
    t = teams({}, *units, seat=3, terrain=[piece("House", 24, 22)], options={"effect_cards": "deck"})
    hold(t, {0: ("barrage",)}, ("luck",))
    pass_turn(t)
    play(t, "barrage")
    # behind C1, which sees the place itself
    assert somebody_sees(t.state, 2, (24, 18))
    assert refused(t.answer("name_point", x=24, y=18)) == ("not_seen", "mbb.card.scenario")
    told = t.answer("name_point", x=24, y=14, dice=dice(6, 6))
    assert [each.unit for each in told.of("unit_destroyed")] == ["C1"]
    pass_turn(t)
    assert in_hand(t, 0) == ()


@clause("mbb.card.scenario", "mbb.spot.los")
def test_a_recon_flight_is_for_the_guns_of_its_player_and_no_jam_stops_it() -> None:
    far = unit("D1", "Panzer III", 20, 30, 270)
    t = teams({0: ("recon",), 1: ("radio",)}, *TEAMS[:3], far, seat=3, terrain=[piece("House", 20, 16, length=8)])
    pass_turn(t)
    keep_until(t, "declaration")
    assert "D1" in t.legal_targets("A1")  # the ally's tank spots
    play(t, "recon")
    assert play(t, "radio").accepted
    assert "D1" in t.legal_targets("A1")


@clause("mbb.card.scenario", "mbb.turn.sequence")
def test_smoke_of_a_player_who_is_out_goes_when_the_turn_would_have_come() -> None:
    units = (
        unit("A1", "M4 Sherman", 24, 10, 90, ap=9),
        unit("B1", "Panzer III", 24, 26, 270, dp=0),
        unit("C1", "M4 Sherman", 10, 4, 90),
        unit("D1", "Panzer III", 40, 32, 270),
    )
    t = teams({1: ("smoke",)}, *units, seat=0)
    pass_turn(t)
    smoke_at(t, 8, 18)
    # seat 1 is lost in the turn of seat 0, and passed over after it
    while t.state.facts["active"] != 0:
        pass_turn(t)
    assert "S1" in t.state.tokens
    t.fire({"A1": "B1"}, dice(6, 6))
    assert (t.state.facts["active"], "S1" in t.state.tokens) == (2, False)


@clause("mbb.card.scenario", "mbb.shoot.order")
def test_special_ammunition_is_for_one_shot_of_its_player_and_not_for_the_next() -> None:
    units = (
        unit("A1", "M4 Sherman", 20, 10, 90),
        unit("A2", "M4 Sherman", 28, 10, 90),
        unit("B1", "Panzer III", 20, 26, 270),
        unit("B2", "Panzer III", 28, 26, 270),
    )
    t = turn_of(*units, hand=("ap_round",))
    keep_until(t, "movement")
    t.answer("keep_cards")
    t.answer("end_movement")
    shots = [{"unit": "A1", "target": "B1"}, {"unit": "A2", "target": "B2"}]
    t.answer("declare", shots=shots)
    told = play(t, "ap_round", "A1", dice=dice(1, 1, 1, 1))
    first, second = told.of("shot_resolved")
    assert (first.unit, second.unit, second.needed - first.needed) == ("A1", "A2", 2)
