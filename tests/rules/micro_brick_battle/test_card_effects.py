"""What each effect card does, with its borders: who it may be played on, how long it lasts, what it adds up with."""

from __future__ import annotations

from math import asin, atan2, hypot, tan
from typing import Any

import pytest

from brickfield.games.micro_brick_battle.chapters.effect_cards.all_cards import subjects
from brickfield.games.micro_brick_battle.setup.possible_tables import table_fault
from brickfield.games.micro_brick_battle.shown.faces import situation
from brickfield.testing import clause, dice, forward, piece, pivot, unit
from tests.rules.micro_brick_battle.cards import (
    FAR,
    SPECIAL,
    fired,
    in_hand,
    keep_until,
    pass_turn,
    play,
    refused,
    smoke_at,
    table,
    turn_of,
)

# --- Smoke Screen ----------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.geometry.hidden_fraction")
@pytest.mark.parametrize("off", [0.0, 2.4, 2.9, 3.2, 3.6])
def test_nobody_sees_through_a_circle_of_three_inches(off: float) -> None:
    t = turn_of(unit("A1", "M4 Sherman", 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270), FAR, hand=("smoke",))
    smoke_at(t, 20 + off, 18)
    # from the barrel at y = 10.945 to the front at y = 25.055, 0.945 wide: what is right of the left tangent is hidden
    up, ahead = 18 - 10.945, 25.055 - 10.945
    tangent = ahead * tan(atan2(off, up) - asin(3 / hypot(off, up)))
    hidden = min(1.0, max(0.0, (0.4725 - tangent) / 0.945))
    assert t.hidden_share("A1", "B1") == pytest.approx(hidden, abs=1e-5)
    assert t.line_of_sight("A1", "B1") == (hidden < 1) == t.line_of_sight("B1", "A1")


@clause("mbb.card.scenario", "mbb.geometry.los")
def test_who_is_inside_of_smoke_neither_sees_out_nor_is_seen() -> None:
    t = turn_of(unit("A1", "M4 Sherman", 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270), FAR, hand=("smoke",))
    smoke_at(t, 20, 10)
    assert not t.line_of_sight("A1", "B1")
    assert not t.line_of_sight("B1", "A1")
    # everybody sees the circle lie there
    (zone,) = [each for each in situation(t.state).zones if each.id == "smoke S1"]
    assert (max(zone.outline[::2]), min(zone.outline[1::2])) == (23_000_000, 7_000_000)


@clause("mbb.card.scenario")
def test_smoke_may_hang_over_the_edge_of_the_table() -> None:
    t = turn_of(unit("A1", "M4 Sherman", 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270), FAR, hand=("smoke",))
    smoke_at(t, 1, 18)
    assert table_fault(t.state) == ""


@clause("mbb.card.scenario")
def test_screens_of_two_players_lie_side_by_side() -> None:
    t = turn_of(unit("A1", "M4 Sherman", 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270), FAR, hand=("smoke",),
                theirs=("smoke",), terrain=[piece("House", 10, 18), piece("House", 40, 18)])  # fmt: skip
    smoke_at(t, 8, 18)
    pass_turn(t)
    smoke_at(t, 34, 18)
    screens = {token.id: (token.seat, token.pose.place) for token in t.state.tokens.values() if token.id[0] == "S"}
    assert screens == {"S1": (0, (8, 18)), "S2": (1, (34, 18))}
    # the first one goes, and its number is not used while there is a later one
    pass_turn(t)
    assert "S1" not in t.state.tokens
    assert "S2" in t.state.tokens


@clause("mbb.card.scenario", "mbb.turn.sequence")
def test_smoke_is_gone_when_the_next_turn_of_its_player_begins() -> None:
    t = turn_of(unit("A1", "M4 Sherman", 20, 10, 90), unit("B1", "Panzer III", 20, 26, 270), FAR, hand=("smoke",))
    smoke_at(t, 20, 18)
    pass_turn(t)
    assert not t.line_of_sight("B1", "A1")
    pass_turn(t)
    assert t.line_of_sight("A1", "B1")


@clause("mbb.card.scenario", "mbb.spot.los", "mbb.spg.over")
@pytest.mark.parametrize(("x", "able"), [(24, True), (30, False)])
def test_indirect_fire_needs_a_spotter_who_is_not_cut_off_by_smoke(x: float, able: bool) -> None:
    units = unit("A1", "Sexton", 24, 6, 90), unit("A2", "Staff Car", 36, 6, 90), unit("B1", "Panzer III", 24, 30, 270)
    t = turn_of(*units, FAR, hand=("smoke",), options=SPECIAL)
    smoke_at(t, x, 18)
    t.end_movement()
    assert t.asked == "declare_targets"
    # smoke at (24, 18) stops the gun's own sight, at (30, 18) only that of the car: then the gun sees for itself
    assert t.line_of_sight("A1", "B1") != able
    assert "B1" in t.legal_targets("A1")
    t = turn_of(*units, FAR, hand=("smoke",), options=SPECIAL, terrain=[piece("House", 24, 12)])
    smoke_at(t, x, 18)
    t.end_movement()
    assert ("B1" in t.legal_targets("A1")) == able


@clause("mbb.card.scenario", "mbb.air.bomb.over", "mbb.air.block4")
def test_smoke_stops_machine_guns_and_missiles_but_no_bombs() -> None:
    units = (
        unit("A1", "Hawker Typhoon", 24, 3, 90),
        unit("A2", "M4 Sherman", 4, 3, 90),
        unit("B1", "Tiger I", 24, 17, 0),
    )
    t = turn_of(*units, FAR, hand=("smoke",))
    smoke_at(t, 24, 17)
    assert refused(t.answer("air_strike", unit="A1", weapon="missile", target="B1")) == (
        "no_line_of_sight",
        "mbb.air.block4",
    )
    t.answer("air_move", unit="A1", steps=[forward(20)])
    (shot,) = t.answer("air_strike", unit="A1", weapon="bomb", target="B1", dice=dice(2, 3)).of("shot_resolved")
    assert (shot.needed, shot.hit) == (5, True)


@clause("mbb.card.scenario", "mbb.air.vs_air.los")
def test_smoke_stops_small_arms_too() -> None:
    units = (
        unit("A1", "M4 Sherman", 24, 10, 90),
        unit("B1", "Ju 87 Stuka", 24, 17, 270),
        unit("B2", "Panzer III", 44, 33),
    )
    t = turn_of(*units, hand=("smoke",))
    smoke_at(t, 24, 14)
    t.end_movement()
    assert "B1" not in t.legal_targets("A1")


@clause("mbb.card.scenario", "mbb.geometry.table")
@pytest.mark.parametrize(
    ("x", "y", "code"), [(48, 36, ""), (0, 0, ""), (48.1, 3, "outside_area"), (-0.1, 3, "outside_area")]
)
def test_smoke_lies_anywhere_on_the_table(x: float, y: float, code: str) -> None:
    t = turn_of(hand=("smoke",))
    assert play(t, "smoke").accepted
    answer = t.answer("name_point", x=x, y=y)
    assert answer.accepted if not code else refused(answer) == (code, "mbb.geometry.table")


@pytest.mark.parametrize("wrong", [{"x": float("nan"), "y": 3}, {"x": 3}, {"x": "a", "y": 3}, {"x": 1e400, "y": 0}, {}])
def test_a_point_that_is_none_is_refused_and_changes_nothing(wrong: dict[str, Any]) -> None:
    t = turn_of(hand=("smoke",))
    play(t, "smoke")
    before = t.state.digest()
    result = t.answer("name_point", **wrong)
    assert result.refusal is not None
    assert result.refusal.kind == "invalid"
    assert t.state.digest() == before


# --- Special Ammunition ----------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.mod.stack", "mbb.vt.clamp.ap")
@pytest.mark.parametrize(("ap", "dp", "needed"), [(4, 4, 6), (9, 10, 8), (10, 10, 8), (1, 7, 12)])
def test_special_ammunition_gives_one_shot_two_attack_points(ap: int, dp: int, needed: int) -> None:
    t = turn_of(unit("A1", "M4 Sherman", 24, 10, 90, ap=ap), unit("B1", "Panzer III", 24, 26, 270, dp=dp), FAR,
                hand=("ap_round", "luck"))  # fmt: skip
    fired(t)
    assert t.decision.moment == "shot"  # type: ignore[union-attr]
    play(t, "ap_round", "A1", dice=dice(1, 1))
    (shot,) = t.answer("keep_cards").of("shot_resolved")
    assert (shot.needed, shot.rolled, shot.hit) == (needed, 2, False)
    # it was for this shot
    assert "ap_round" not in t.unit("A1").marks


@clause("mbb.card.timing", "mbb.hm.shot")
def test_a_shot_that_asks_for_no_attack_points_gets_no_ammunition() -> None:
    house = piece("House", 24, 18)
    t = turn_of(unit("A1", "M4 Sherman", 24, 10, 90), FAR, hand=("ap_round",), terrain=[house],
                options={"destructible": "true"})  # fmt: skip
    keep_until(t, "movement")
    t.answer("keep_cards")
    t.answer("end_movement")
    told = t.answer("declare", shots=[{"unit": "A1", "target": "T1"}])
    assert told.of("shot_resolved")
    assert t.decision.moment != "shot"  # type: ignore[union-attr]
    young = table(hands={0: ("ap_round",)}, seat=0, options={"rules_level": "young"})
    assert subjects(young.state, 0, "ap_round", ("A1", "B1")) == []
    assert subjects(young.state, 0, "luck", ("A1", "B1")) == []


@clause("mbb.card.scenario", "mbb.air.missile.as_shot")
@pytest.mark.parametrize(("weapon", "asked"), [("missile", True), ("machine_guns", True), ("bomb", False)])
def test_a_plane_may_have_special_ammunition_for_guns_and_missiles(weapon: str, asked: bool) -> None:
    units = (
        unit("A1", "Hawker Typhoon", 24, 8, 90),
        unit("A2", "M4 Sherman", 4, 3, 90),
        unit("B1", "Tiger I", 24, 22, 270),
    )
    t = turn_of(*units, FAR, hand=("ap_round",))
    t.answer("keep_cards")
    t.answer("air_move", unit="A1", steps=[forward(20 if weapon == "bomb" else 10)])
    told = t.answer("air_strike", unit="A1", weapon=weapon, target="B1", dice=None if asked else dice(2, 2))
    assert (getattr(t.decision, "moment", "") == "shot") == asked
    if not asked:
        assert told.of("shot_resolved") or t.decision.moment == "rolled"  # type: ignore[union-attr]
        return
    # card (8 or 3) + 2 against DP 6
    told = play(t, "ap_round", "A1", dice=dice(1, 1))
    shots = told.of("shot_resolved")
    assert [shot.needed for shot in shots] == [4 if weapon == "missile" else 9]


# --- Field Repair ----------------------------------------------------------------------------------------------------


def repaired(card: str, ago: int) -> list[str]:
    lost = unit("A2", card, 10, 10, 90, status="wreck", marks={"lost_in": 5 - ago})
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), lost, FAR, hands={0: ("repair",)}, seat=0, round=5)
    return subjects(t.state, 0, "repair")


@clause("mbb.card.scenario")
@pytest.mark.parametrize(
    ("card", "ago", "able"),
    [
        ("M4 Sherman", 0, True),
        ("M4 Sherman", 1, True),
        ("M4 Sherman", 2, False),
        ("M4A3E8 Sherman", 0, False),
        # printed 14, the commander not counted
        ("M4 Sherman with Tank Commander", 0, True),
        ("Hawker Typhoon", 0, False),
    ],
)
def test_what_a_field_repair_brings_back(card: str, ago: int, able: bool) -> None:
    assert repaired(card, ago) == (["A2"] if able else [])


@clause("mbb.card.scenario", "mbb.win.stalemate", "mbb.win.deadlock", "mbb.cmd.death")
def test_a_repaired_wreck_lives_where_it_lies_without_its_commander() -> None:
    led = unit("B1", "Panzer III with Tank Commander", 24, 26, 270)
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), led, FAR, hands={1: ("repair",)}, seat=0, options=SPECIAL)
    t.fire({"A1": "B1"}, dice(6, 6))
    assert t.unit("B1").marks["lost_in"] == t.state.facts["round"]
    keep_until(t, "shooting_end")
    told = play(t, "repair", "B1")
    assert told.of("unit_restored")[0].unit == "B1"
    assert (t.unit("B1").alive, t.unit("B1").pose.place) == (True, (24.0, 26.0))
    assert t.state.facts["quiet_rounds"] <= 0
    pass_turn(t)
    # no commander is asked any more
    assert (t.asked, t.state.facts["active"]) == ("move_units", 1)


@clause("mbb.card.scenario", "mbb.win.deadlock", "inf.eng.hit")
def test_a_repair_is_progress_ends_other_work_and_gives_no_second_shot() -> None:
    wreck = unit("A2", "M4 Sherman", 10, 10, 90, status="wreck", marks={"lost_in": 3, "shot_this_turn": 1})
    squad = unit("A3", "Engineers", 11.2, 10, marks={"repairs A2": 1})
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), wreck, squad, FAR, hands={0: ("repair", "second_shot")}, seat=0,
              round=3, phase="target_declaration", anyhow=True)  # fmt: skip
    t.state.facts["quiet_rounds"] = 2
    keep_until(t, "shooting_end")
    assert play(t, "repair", "A2").accepted
    assert t.state.facts["quiet_rounds"] == -1
    assert "repairs A2" not in t.unit("A3").marks
    assert subjects(t.state, 0, "second_shot") == []


# --- Full Throttle ---------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "inf.geometry.cards")
def test_full_throttle_gives_up_to_two_vehicles_four_movement_points_for_the_phase() -> None:
    units = unit("A1", "M4 Sherman", 24, 4, 90), unit("A2", "Sexton", 30, 4, 90), unit("A3", "M7 Priest", 36, 4, 90)
    t = turn_of(*units, unit("A4", "Flak 36", 10, 4, 90), FAR, hand=("full_throttle", "dig_in"), options=SPECIAL)
    keep_until(t, "movement")
    assert subjects(t.state, 0, "full_throttle") == ["A1", "A2", "A3"]
    play(t, "full_throttle", "A1")
    assert t.question.text == "M4 Sherman A1 has it. On another unit too?"
    for wrong in ("A1", "A4", "B9", "Z"):
        assert refused(t.answer("also_on", unit=wrong)) == ("no_effect", "mbb.card.timing")
    assert t.answer("also_on", unit="A3").accepted
    points = {name: t.points_left(name) for name in ("A1", "A2", "A3")}
    assert points == {"A1": 12, "A2": 5, "A3": 10}
    t.end_movement()
    assert "full_throttle" not in t.unit("A1").marks


# --- Dig In ----------------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario")
@pytest.mark.parametrize("steps", [[], [forward(0.1)], [pivot(1)]])
def test_only_who_has_not_moved_digs_in_until_the_next_turn(steps: list[Any]) -> None:
    t = turn_of(hand=("dig_in",))
    keep_until(t, "movement")
    t.answer("keep_cards")
    if steps:
        assert t.move("A1", *steps).accepted
    keep_until(t, "end")
    if steps:
        assert refused(play(t, "dig_in", "A1")) == ("no_effect", "mbb.card.timing")
        return
    play(t, "dig_in", "A1")
    assert t.tally("B1", "A1").defense_points.total == 6
    pass_turn(t)
    assert t.tally("B1", "A1").defense_points.total == 4
    # a shot from behind and cover still count besides
    assert "moved_this_turn" not in t.unit("A1").marks


# --- Rapid Fire ------------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario")
def test_rapid_fire_is_one_more_shot_of_a_unit_that_has_shot() -> None:
    units = (
        unit("A1", "M4 Sherman", 24, 10, 90),
        unit("A2", "M4 Sherman", 20, 10, 90),
        unit("B1", "Panzer III", 24, 26, 270),
    )
    t = turn_of(*units, unit("B2", "Panzer III", 30, 26, 270), FAR, hand=("second_shot",))
    fired(t)
    t.answer("keep_cards", dice=dice(1, 1))
    t.answer("keep_cards")
    assert t.decision.moment == "shooting_end"  # type: ignore[union-attr]
    assert refused(play(t, "second_shot", "A2")) == ("no_effect", "mbb.card.timing")
    assert play(t, "second_shot", "A1").accepted
    assert t.asked == "declare_targets"
    assert refused(t.answer("declare", shots=[{"unit": "A2", "target": "B1"}])) == (
        "rapid_fire_alone",
        "mbb.card.scenario",
    )
    # and a bot thinks of nobody else
    assert t.decision is not None
    assert {shot.unit for each in t.decision.suggest(t.state, 6) for shot in each.answer.shots} == {"A1"}
    told = t.answer("declare", shots=[{"unit": "A1", "target": "B2"}], dice=dice(6, 6))
    assert [(each.unit, each.target) for each in told.of("target_declared")] == [("A1", "B2")]
    assert told.of("unit_destroyed")[0].unit == "B2"
    assert (t.asked, t.state.facts["active"]) == ("move_units", 1)
    assert "second_shot" not in t.unit("A1").marks


@clause("mbb.card.scenario")
def test_no_gun_fires_rapidly_and_nobody_whose_shot_was_void() -> None:
    units = [unit(name, card, x, 10, 90, marks={"shot_this_turn": 1}) for name, card, x in
             (("A1", "M4 Sherman", 10), ("A2", "Sexton", 20), ("A3", "Flak 36", 30))]  # fmt: skip
    t = table(*units, unit("A4", "M4 Sherman", 40, 10), FAR, seat=0, options=SPECIAL, anyhow=True)
    assert subjects(t.state, 0, "second_shot") == ["A1"]


# --- Off-table Barrage -----------------------------------------------------------------------------------------------


def shelled(*units: dict[str, Any], x: float = 24.0, y: float = 20.0, faces: tuple[int, ...], **more: Any) -> Any:
    t = turn_of(*units, hand=("barrage",), **more)
    assert play(t, "barrage").accepted
    return t, t.answer("name_point", x=x, y=y, dice=dice(*faces))


@clause("mbb.card.scenario")
def test_a_barrage_rolls_for_everybody_within_two_inches_and_ten_destroys() -> None:
    # 0.945 inches wide, heading 90: the near sides are 2 and 2.001 inches from the point
    units = [
        unit("A1", "M4 Sherman", 24, 4, 90),
        unit("A2", "M4 Sherman", 24 + 2 + 0.4725, 20, 90),
        unit("B1", "Panzer III", 24 - 2.001 - 0.4725, 20, 90),
        unit("B2", "Panzer III", 24, 21, 90),
        FAR,
    ]
    t, told = shelled(*units, faces=(4, 5, 4, 6))
    assert told.accepted
    # all dice are told, also of who comes through, before anything is removed
    tested = told.of("hazard_tested")
    assert [(each.unit, each.result, each.safe) for each in tested] == [("A2", "9", True), ("B2", "10", False)]
    assert [(throw.seat, throw.faces) for each in tested for throw in each.throws] == [(0, (4, 5)), (1, (4, 6))]
    assert [(each.unit, each.leaves_wreck) for each in told.of("unit_destroyed")] == [("B2", True)]
    kinds = [type(event).__name__ for event in told.events]
    assert kinds.index("UnitDestroyed") > max(i for i, kind in enumerate(kinds) if kind == "HazardTested")
    assert (t.unit("A2").alive, t.state.facts["quiet_rounds"]) == (True, -1)


@clause("mbb.card.scenario", "mbb.card.deck.draw")
def test_enemies_lost_under_a_barrage_are_kills() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 20, 270), FAR, cards="deck",
              hands={0: ("barrage",)}, deck=("luck",))  # fmt: skip
    pass_turn(t)
    play(t, "barrage")
    t.answer("name_point", x=24, y=20, dice=dice(5, 5))
    t.answer("end_movement")
    t.answer("declare")
    assert in_hand(t, 0) == ("luck",)


@clause("mbb.card.scenario", "mbb.win.elimination")
def test_a_barrage_that_takes_the_last_units_of_all_is_a_draw() -> None:
    units = unit("A1", "M4 Sherman", 24, 18.5, 90), unit("B1", "Panzer III", 24, 21.5, 270)
    t, _told = shelled(*units, faces=(6, 6, 6, 6))
    assert t.state.outcome is not None
    assert (t.state.outcome.winners, t.state.outcome.reason) == ((), "all_destroyed")
    t, _told = shelled(*units, faces=(6, 6, 1, 1))
    assert t.winners == (1,)


@clause("mbb.card.scenario", "mbb.geometry.los")
@pytest.mark.parametrize(
    ("x", "y", "seen"),
    [(24, 12, True), (24, 19, False), (24, 28, False), (34, 20, True), (44, 33, True)],
)
def test_a_barrage_falls_where_somebody_sees(x: float, y: float, seen: bool) -> None:
    t = turn_of(unit("A1", "M4 Sherman", 24, 4, 90), FAR, hand=("barrage",), terrain=[piece("House", 24, 18)])
    play(t, "barrage")
    faces = dice(1, 1) if (x, y) == (44, 33) else None
    result = t.answer("name_point", x=x, y=y, dice=faces)
    assert result.accepted if seen else refused(result) == ("not_seen", "mbb.card.scenario")


@clause("mbb.card.scenario", "mbb.terrain.hill.at", "mbb.weather.spotters", "mbb.air.hill.facing")
def test_what_a_spotter_would_not_see_no_barrage_reaches() -> None:
    hill = [piece("Hill", 24, 20, length=10, width=6)]
    t = turn_of(unit("A1", "M4 Sherman", 24, 4, 90), FAR, hand=("barrage",), terrain=hill)
    play(t, "barrage")
    assert refused(t.answer("name_point", x=24, y=19)) == ("not_seen", "mbb.card.scenario")
    plane = unit("A2", "Hawker Typhoon", 24, 10, 90)
    t = turn_of(unit("A1", "M4 Sherman", 4, 4, 90), plane, FAR, hand=("barrage",), terrain=hill)
    play(t, "barrage")
    assert refused(t.answer("name_point", x=24, y=21)) == ("not_seen", "mbb.card.scenario")
    assert t.answer("name_point", x=24, y=19).accepted
    rain = {"weather": "constant", "weather_kind": "rain"}
    t = turn_of(unit("A1", "M4 Sherman", 24, 4, 90), FAR, hand=("barrage",), options=rain)
    play(t, "barrage")
    # the front of a Sherman is 0.945 inches ahead of its middle, and rain lets nobody see further than 10
    assert refused(t.answer("name_point", x=24, y=14.95)) == ("not_seen", "mbb.card.scenario")
    assert t.answer("name_point", x=24, y=14.945).accepted


# --- Engine Breakdown ------------------------------------------------------------------------------------------------


@clause("mbb.card.scenario", "mbb.move.zero")
def test_a_breakdown_leaves_an_enemy_without_movement_for_its_phase() -> None:
    t = turn_of(hand=(), theirs=("breakdown",))
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (1,))
    for wrong in ("B1", "", "Z"):
        assert refused(play(t, "breakdown", wrong)) == ("no_effect", "mbb.card.timing")
    assert play(t, "breakdown", "A1").accepted
    assert t.points_left("A1") == 0
    assert refused(t.move("A1", pivot(1)))[1] in ("mbb.move.zero", "mbb.move.turn", "mbb.move.max")
    assert t.points_left("A2") == 8
    t.end_movement()
    assert "breakdown" not in t.unit("A1").marks


@clause("mbb.card.scenario", "mbb.card.timing")
def test_a_broken_engine_does_not_run_at_full_throttle() -> None:
    t = turn_of(hand=("full_throttle",), theirs=("breakdown",))
    keep_until(t, "movement")
    play(t, "full_throttle", "A1")
    t.answer("also_on")
    # the active player played first, and nothing is left of it
    assert t.state.waiting_for() == (1,)
    play(t, "breakdown", "A1")
    assert t.points_left("A1") == 0
