"""Infantry where two of its rules meet: tired ones join others, allies, mines at the door, airplanes in bad weather."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.events import UnitMarked
from brickfield.games.micro_brick_battle.base.aims import aim
from brickfield.games.micro_brick_battle.base.target_declaration import Declare, Shot
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import soldiers_hold_fire
from brickfield.games.micro_brick_battle.shown.previews import plan
from brickfield.speech.sentences import sentence
from brickfield.testing import Position, clause, dice, lay_table, march, piece, unit
from tests.rules.micro_brick_battle.squads import FOE, GAME, next_turn, of, refused, squad, table, walk

TEAMS: dict[str, Any] = {"edges": ("y=0", "y=36", "y=0", "y=36"), "sides": (0, 1, 0, 1)}
# something for B to keep the battle going and for A to shoot at
TARGET = unit("B2", "Infantry", 20, 10)
LED = {"captain": 1, "led": 1}
HOUSE = piece("House", 14, 10)


def team(*units: dict[str, Any], **more: Any) -> Position:
    return lay_table(GAME, [*units, FOE, unit("D1", "Panzer III", 40, 34, 270)], **TEAMS, **more)


def until(t: Position, seat: int) -> None:
    """Play on to the Movement Phase of a seat, without an order or a shot."""
    ends = {"move_infantry": "end_infantry", "move_units": "end_movement", "declare_targets": "declare"}
    while t.state.facts["active"] != seat:
        assert t.decision is not None
        assert t.answer(ends[t.decision.kind]).accepted, t


# --- who may attack after joining ------------------------------------------------------------------------------------


@clause("inf.join.attack", "inf.captain.sprint_attack")
@pytest.mark.parametrize(("runner", "waiting", "attacks"), [({}, LED, False), (LED, {}, True), ({}, {}, False)])
def test_the_captain_of_one_half_does_not_free_the_other_that_has_sprinted(
    runner: dict[str, int], waiting: dict[str, int], attacks: bool
) -> None:
    halves = squad(10, 3.4, "A2", "Half Infantry", marks=runner), squad(card="Half Infantry", marks=waiting)
    t = table(*halves, TARGET)
    assert walk(t, "A2", march(90, 5.2)).accepted
    assert t.answer("join_unit", unit="A2", other="A1").accepted
    assert (soldiers_hold_fire(t.state, of(t, "A1")) is None) is attacks


@clause("inf.strag.create", "inf.join.attack", "inf.captain.sprint_attack")
def test_the_captain_of_one_donor_does_not_free_stragglers_of_whom_others_have_sprinted() -> None:
    t = table(squad(10, 3.4, "A2", marks={"markers": 3}), squad(marks={"markers": 3, **LED}), TARGET)
    assert walk(t, "A2", march(90, 5.2)).accepted
    assert t.answer("form_stragglers", units=["A2", "A1"]).accepted
    closed = soldiers_hold_fire(t.state, of(t, "A2"))
    assert closed is not None
    assert (closed.code, of(t, "A2").marks["captain"]) == ("has_sprinted", 1)


@clause("inf.med.end", "inf.captain.sprint_attack")
def test_medics_with_the_captain_do_not_attack_in_the_turn_of_their_last_plate_either() -> None:
    t = table(squad(card="Medics", marks={"medical": 1, **LED}), squad(11.4, 10, "A2", marks={"markers": 3}), TARGET)
    assert t.answer("heal", unit="A1", target="A2").accepted
    closed = soldiers_hold_fire(t.state, of(t, "A1"))
    assert closed is not None
    assert (closed.code, closed.clause) == ("has_healed", "inf.med.end")
    next_turn(t)
    next_turn(t)
    assert soldiers_hold_fire(t.state, of(t, "A1")) is None


@clause("inf.captain.sprint_attack", "inf.move.sprint.noattack")
def test_of_a_run_with_the_captain_nobody_says_that_it_cannot_attack() -> None:
    for marks, told in ((LED, "it may attack all the same"), ({}, "does not attack in this turn")):
        t = table(squad(marks=marks), TARGET)
        moved = walk(t, "A1", march(90, 1), pace="sprint")
        lines = [sentence(event, t.state).text for event in moved.of(UnitMarked)]
        assert any(told in line for line in lines), lines


# --- allies ----------------------------------------------------------------------------------------------------------


@clause("inf.eng.first", "inf.eng.second")
def test_engineers_of_two_allies_make_one_marker_a_round() -> None:
    wreck = unit("A2", "M4 Sherman", 10, 12.2, 90, status="wreck")
    half = 0.945
    t = team(squad(10, 12.2 - half - 0.7, card="Engineers"), wreck, squad(10, 12.2 + half + 0.7, "C1", "Engineers"))
    assert t.answer("repair", unit="A1", vehicle="A2").accepted
    until(t, 2)
    assert t.answer("repair", unit="C1", vehicle="A2").accepted
    until(t, 0)
    assert (of(t, "A2").status, of(t, "A2").marks["repaired"]) == ("alive", 1)
    assert t.answer("repair", unit="A1", vehicle="A2").accepted
    until(t, 2)
    # the ally's round of work ends in the same round as the first marker came
    assert "restored" not in of(t, "A2").marks
    until(t, 0)
    assert "restored" in of(t, "A2").marks


@clause("inf.move.enter", "inf.join.half")
def test_a_half_unit_does_not_go_up_in_one_of_an_ally() -> None:
    halves = squad(12.11, 10, card="Half Infantry"), squad(14, 10, "C1", "Half Infantry", inside="T1")
    t = team(*halves, terrain=[HOUSE])
    refused(t, lambda: t.answer("go_inside", unit="A1", building="T1"), "building_taken", "inf.move.enter", inside="C1")


@clause("inf.captain.move")
def test_the_captain_goes_over_to_friends_and_not_to_enemies() -> None:
    t = team(squad(marks=LED), squad(11.4, 10, "C1"), squad(10, 11.4, "B2"))
    refused(t, lambda: t.answer("pass_captain", unit="A1", to="B2"), "enemy", "inf.captain.move")
    assert t.answer("pass_captain", unit="A1", to="C1").accepted
    assert ("captain" in of(t, "A1").marks, of(t, "C1").marks["captain"]) == (False, 1)


# --- commanders ------------------------------------------------------------------------------------------------------


@clause("mbb.cmd.msm", "inf.follow.choice")
def test_nobody_follows_the_commander_on_the_move_that_is_his_alone() -> None:
    leader = unit("A1", "M4 Sherman with Tank Commander", 20, 10, 90)
    t = lay_table(GAME, [leader, squad(20, 8.355, "A2"), FOE], options={"special_units": True}, phase="turn")
    assert t.answer("use_ability", ability="move_shoot_move").accepted
    assert t.answer("end_movement").accepted
    assert t.answer("end_infantry").accepted
    while t.asked != "move_units":
        assert t.answer("declare").accepted
    assert t.state.facts["phase"] == "extra_movement"
    assert t.question.offer.also == ()
    refused(t, lambda: t.answer("follow", unit="A2", tank="A1"), "commander_alone", "mbb.cmd.msm")


# --- doors -----------------------------------------------------------------------------------------------------------


@clause("inf.mines", "inf.move.leave", "mbb.mine.visual.trigger")
def test_a_mine_at_the_door_tests_who_comes_out_onto_it() -> None:
    mine = {"seat": 1, "x": 14, "y": 12.2}
    t = table(squad(14, 10, inside="T1"), squad(30, 5, "A2"), terrain=[HOUSE], options={"mines": "visual"},
              mines=[mine])  # fmt: skip
    assert t.answer("come_out", unit="A1", x=14, y=11.89).accepted
    assert t.asked == "call_even_or_odd"
    assert t.answer("call_parity", parity="even", dice=dice(1, 2)).accepted
    assert of(t, "A1").status == "gone"
    other = table(squad(14, 10, inside="T1"), squad(30, 5, "A2"), terrain=[HOUSE], options={"mines": "visual"},
                  mines=[mine])  # fmt: skip
    assert other.answer("come_out", unit="A1", x=14, y=8.11).accepted
    assert other.asked == "move_infantry"


@clause("inf.mines", "inf.move.leave", "mbb.mine.zone.trigger")
@pytest.mark.parametrize(("face", "status"), [(4, "alive"), (5, "gone")])
def test_a_mined_zone_at_the_door_too(face: int, status: str) -> None:
    zone = {"x": 14, "y": 14, "length": 6, "width": 5}
    t = table(squad(14, 10, inside="T1"), squad(30, 5, "A2"), terrain=[HOUSE], options={"mines": "zone"},
              minefield=[zone])  # fmt: skip
    assert t.answer("come_out", unit="A1", x=14, y=11.89, dice=dice(face)).accepted
    assert of(t, "A1").status == status


@clause("inf.mines", "inf.move.leave", "mbb.mine.secret.trigger")
def test_a_secret_minefield_at_the_door_comes_to_light() -> None:
    t = table(squad(14, 10, inside="T1"), squad(30, 5, "A2"), terrain=[HOUSE], options={"mines": "secret"},
              notes=("", "C2"))  # fmt: skip
    assert t.answer("come_out", unit="A1", x=14, y=8.11).accepted
    assert t.asked == "call_even_or_odd"


@clause("inf.move.enter", "mbb.move.zero")
def test_who_has_no_movement_points_does_not_go_inside() -> None:
    t = table(squad(12.11, 10, mp=0), squad(30, 5, "A2"), terrain=[HOUSE])
    refused(t, lambda: t.answer("go_inside", unit="A1", building="T1"), "no_movement_points", "mbb.move.zero")


# --- airplanes in bad weather ----------------------------------------------------------------------------------------


@clause("inf.weather.order", "inf.sniper.los", "inf.flank.plane")
@pytest.mark.parametrize(("weather", "limit"), [("rain", 11), ("sand_storm", 10), ("blizzard", 11)])
def test_in_bad_weather_snipers_see_airplanes_five_inches_beyond_the_limit_of_infantry(
    weather: str, limit: float
) -> None:
    for away, able in ((limit - 0.01, True), (limit + 0.01, False)):
        plane = unit("B2", "Ju 87 Stuka", 24, 10.63 + away, 270)
        sky = {"weather": "constant", "weather_kind": weather, "airplanes": True}
        units = [squad(24, 10, card="Snipers"), squad(24, 15, "A2", "Grenadiers"), plane, FOE]
        t = lay_table(GAME, units, phase="target_declaration", options=sky, anyhow=True)
        shots = [{"unit": each, "target": "B2"} for each in ("A1", "A2")]
        if able:
            assert t.answer("declare", shots=shots, dice=dice(1, 1)).accepted
        else:
            refused(t, lambda t=t, shots=shots: t.answer("declare", shots=shots), "out_of_sight",
                    {"rain": "inf.weather.rain.los", "sand_storm": "mbb.weather.sand.los"}.get(
                        weather, "mbb.weather.blizzard.los"))  # fmt: skip


# --- what is said ----------------------------------------------------------------------------------------------------


@clause("inf.flank.vehicle_min", "mbb.geometry.preview")
def test_an_aim_says_with_whom_its_odds_are_and_a_plan_without_them_why_it_is_nothing() -> None:
    tank = unit("B1", "Panzer III", 10, 16, 270, dp=1)
    t = lay_table(GAME, [squad(), squad(12, 10, "A2"), tank], phase="target_declaration")
    shown = aim(t.state, of(t, "A1"), "B1")
    assert (shown.odds_of, round(shown.odds, 3)) == ("with A2", round(26 / 36, 3))
    alone = plan(t.state, 0, Declare((Shot("A1", "B1"),)))
    assert alone.refusal is not None
    assert (alone.expected, alone.refusal.code) == (0.0, "too_few_to_flank")
    both = plan(t.state, 0, Declare((Shot("A1", "B1"), Shot("A2", "B1"))))
    assert (both.expected, both.refusal) == (shown.odds, None)


@clause("inf.eng.hit", "mbb.geometry.preview")
def test_a_hit_on_a_wreck_that_is_worked_on_is_no_kill() -> None:
    wreck = unit("B2", "Panzer III", 10, 16, 270, status="wreck")
    own = [unit("A1", "M4 Sherman", 10, 6, 90), unit("A2", "M4 Sherman", 14, 6, 90)]
    work = squad(10, 17.7, "B3", "Engineers", marks={"repairs B2": 1})
    t = lay_table(GAME, [*own, wreck, work, FOE], phase="target_declaration")
    assert (aim(t.state, of(t, "A1"), "B2").odds_of, t.odds("A1", "B2")) == ("the work breaks off", 0.0)
    odds = t.plan_odds({"A1": "B2", "A2": "B2"})
    assert (odds.expected_kills, odds.expected_cost, odds.harmed) == (0.0, 0.0, {})
    # what the first shot breaks off the second need not
    assert [round(shot.made, 4) for shot in odds.shots] == [1.0, round(1 - 15 / 36, 4)]


@clause("inf.dmg.rc", "mbb.geometry.preview")
def test_a_joined_unit_is_worth_what_both_parts_cost_in_the_odds_too() -> None:
    t = lay_table(
        GAME,
        [
            unit("A1", "M4 Sherman", 10, 6, 90),
            squad(10, 12, "B2", "Half Infantry", marks={"markers": 4, "strength": 4, "carried_rc": 12}),
            FOE,
        ],
        phase="target_declaration",
    )
    odds = t.plan_odds({"A1": "B2"})
    assert odds.expected_cost == 12 * odds.expected_kills


@clause("inf.geometry.adjacent")
def test_who_is_not_in_contact_is_told_how_far_it_is() -> None:
    halves = squad(card="Half Infantry"), squad(11.6, 10, "A2", "Half Infantry")
    t = table(*halves)
    refusal = t.answer("join_unit", unit="A1", other="A2").refusal
    assert refusal is not None
    assert (round(refusal.data["inches"], 4), refusal.data["most"]) == (0.34, 0.25)
