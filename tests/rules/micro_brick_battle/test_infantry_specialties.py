"""Medics, the captain, engineers."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.unit_stats import movement_points
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import soldiers_hold_fire
from brickfield.testing import Position, clause, dice, march, piece, unit
from tests.rules.micro_brick_battle.squads import next_turn, of, refused, squad, table, walk

# --- medics ----------------------------------------------------------------------------------------------------------


def ward(hurt: int = 1, card: str = "Infantry", **more: Any) -> Position:
    return table(squad(card="Medics"), squad(11.4, 10, "A2", card, marks={"markers": hurt, **more}))


def heal(t: Position, target: str = "A2") -> Any:
    return t.answer("heal", unit="A1", target=target)


@clause("inf.med.heal", "inf.med.plates")
def test_a_red_plate_brings_a_unit_beside_it_back_to_its_strength() -> None:
    t = ward()
    assert heal(t).accepted
    assert of(t, "A2").marks["markers"] == 4
    assert (of(t, "A1").marks["markers"], of(t, "A1").marks["medical"]) == (2, 1)
    refused(t, lambda: heal(t), "halted", "inf.move.join")


@clause("inf.med.heal")
def test_a_half_unit_comes_back_to_two_and_a_lost_specialty_does_not_return() -> None:
    t = ward(1, "Half Infantry")
    assert heal(t).accepted
    assert of(t, "A2").marks["markers"] == 2
    t = ward(2, "Snipers", sniper=0)
    assert heal(t).accepted
    assert "sniper" not in of(t, "A2").marks


@clause("inf.med.heal", "inf.strag.stats", "inf.geometry.adjacent")
@pytest.mark.parametrize(
    ("patient", "terrain", "code", "cited"),
    [
        (squad(11.4, 10, "A2"), (), "not_hurt", "inf.med.heal"),
        (squad(11.6, 10, "A2", marks={"markers": 1}), (), "not_adjacent", "inf.geometry.adjacent"),
        (squad(11.4, 10, "A2", marks={"markers": 1, "straggler": 1}), (), "straggler", "inf.strag.stats"),
        (squad(14, 10, "A2", marks={"markers": 1}, inside="T1"), [piece("House", 12, 10)], "is_inside", "inf.med.heal"),
    ],
)
def test_who_cannot_be_healed(patient: dict[str, Any], terrain: Any, code: str, cited: str) -> None:
    t = table(squad(card="Medics"), patient, terrain=terrain)
    refused(t, lambda: heal(t), code, cited)
    refused(t, lambda: heal(t, "A1"), "itself", "inf.med.heal")


@clause("inf.med.heal")
def test_a_unit_at_a_gun_can_be_healed() -> None:
    gun = unit("A3", "Flak 36", 12.7, 10, 90)
    t = table(squad(card="Medics"), squad(11.4, 10, "A2", marks={"markers": 3}, inside="A3"), gun)
    assert heal(t).accepted
    assert of(t, "A2").marks["markers"] == 4


@clause("inf.med.sprint", "inf.med.end")
def test_medics_run_every_turn_and_never_attack_while_they_have_a_red_plate() -> None:
    foe = squad(10, 20, "B2")
    t = table(squad(card="Medics"), squad(20, 10, "A2"), foe)
    assert walk(t, "A1", march(90, 8)).accepted
    closed = soldiers_hold_fire(t.state, of(t, "A1"))
    assert closed is not None
    assert (closed.code, closed.clause) == ("medical", "inf.med.sprint")


@clause("inf.med.end")
def test_without_red_plates_they_are_a_half_unit_that_attacks_from_its_next_turn_on() -> None:
    hurt = squad(11.4, 10, "A2", marks={"markers": 1})
    t = table(squad(card="Medics", marks={"medical": 1}), hurt, squad(30, 30, "B2"))
    assert heal(t).accepted
    squad_now = of(t, "A1")
    assert "medical" not in squad_now.marks
    assert soldiers_hold_fire(t.state, squad_now) is not None
    next_turn(t)
    next_turn(t)
    assert soldiers_hold_fire(t.state, of(t, "A1")) is None


@clause("inf.med.damage")
def test_a_hit_takes_a_marker_with_its_red_plate() -> None:
    t = table(squad(card="Medics"), squad(20, 4, "A2"), squad(10, 16, "B2"), seat=1)
    t.answer("end_movement")
    t.answer("end_infantry")
    assert t.answer("declare", shots=[{"unit": "B2", "target": "A1"}], dice=dice(6, 6)).accepted
    assert (of(t, "A1").marks["markers"], of(t, "A1").marks["medical"]) == (1, 1)


# --- the captain -----------------------------------------------------------------------------------------------------


@clause("inf.captain.sprint_attack", "inf.move.sprint.noattack")
@pytest.mark.parametrize("phase", ["turn", "movement"])
@pytest.mark.parametrize(("card", "may"), [("Infantry", False), ("Infantry with Captain", True)])
def test_only_the_captains_unit_sprints_and_attacks(card: str, may: bool, phase: str) -> None:
    t = table(squad(20, 30, "A2"), squad(card=card), squad(10, 25, "B2"), phase=phase)
    t.answer("end_movement") if t.decision is not None and t.decision.kind == "move_units" else None
    assert walk(t, "A1", march(90, 6)).accepted
    t.answer("end_infantry")
    assert (soldiers_hold_fire(t.state, of(t, "A1")) is None) is may


@clause("inf.captain.move")
def test_the_captain_goes_over_within_an_inch_once_a_turn_and_the_giver_keeps_his_gift_for_the_turn() -> None:
    units = squad(card="Infantry with Captain"), squad(12.26, 10, "A2", "Snipers"), squad(12.26, 12, "A3")
    t = table(*units, squad(30, 20, "B2"), phase="turn")
    assert walk(t, "A1", march(180, 3), march(0, 3)).accepted
    assert t.answer("pass_captain", unit="A1", to="A2").accepted
    assert ("captain" in of(t, "A1").marks, of(t, "A2").marks["captain"], of(t, "A2").marks["sniper"]) == (False, 1, 1)
    refused(t, lambda: t.answer("pass_captain", unit="A2", to="A3"), "passed_already", "inf.captain.move")
    t.answer("end_infantry")
    assert soldiers_hold_fire(t.state, of(t, "A1")) is None
    next_turn(t)
    next_turn(t)
    assert "led" not in of(t, "A1").marks
    assert "led" in of(t, "A2").marks


@clause("inf.captain.move")
def test_he_does_not_go_further_than_an_inch() -> None:
    t = table(squad(card="Infantry with Captain"), squad(12.27, 10, "A2"))
    refused(t, lambda: t.answer("pass_captain", unit="A1", to="A2"), "too_far", "inf.captain.move", most=1.0)


@clause("inf.captain.first", "inf.spec.firstlost")
def test_the_captain_falls_before_the_specialty() -> None:
    t = table(squad(card="Snipers", marks={"captain": 1}), squad(20, 4, "A2"), squad(10, 16, "B2"), seat=1)
    for left in ({"sniper": 1}, {}):
        t.answer("end_movement")
        t.answer("end_infantry")
        assert t.answer("declare", shots=[{"unit": "B2", "target": "A1"}], dice=dice(6, 6)).accepted
        marks = of(t, "A1").marks
        assert {name: marks[name] for name in ("captain", "sniper") if name in marks} == left
        next_turn(t)


# --- engineers -------------------------------------------------------------------------------------------------------


def workshop(status: str = "wreck", *more: dict[str, Any], **tank: Any) -> Position:
    wreck = unit("A2", "M4 Sherman", 11.2, 10, 90, status=status, **tank)
    return laid(squad(card="Engineers"), wreck, *more)


def laid(engineers: dict[str, Any], wreck: dict[str, Any], *more: dict[str, Any]) -> Position:
    return table(engineers, wreck, squad(30, 4, "A3"), squad(40, 30, "B2"), *more)


def repair(t: Position, vehicle: str = "A2") -> Any:
    return t.answer("repair", unit="A1", vehicle=vehicle)


def round_passes(t: Position) -> None:
    next_turn(t)
    next_turn(t)


@clause("inf.eng.first", "inf.eng.turn_done", "inf.eng.markers")
def test_a_round_beside_a_wreck_lets_it_shoot_again_and_not_move() -> None:
    t = workshop()
    assert repair(t).accepted
    closed = soldiers_hold_fire(t.state, of(t, "A1"))
    assert closed is not None
    assert (closed.code, closed.clause) == ("at_work", "inf.eng.turn_done")
    next_turn(t)
    assert of(t, "A2").status == "wreck"
    next_turn(t)
    assert (of(t, "A2").status, of(t, "A2").marks["repaired"]) == ("alive", 1)
    assert movement_points(t.state, t.state.units["A2"]) == 0


@clause("inf.eng.second", "inf.eng.once", "inf.eng.markers")
def test_a_second_round_makes_it_whole_once_in_a_battle() -> None:
    t = workshop("alive", marks={"repaired": 1})
    t.answer("end_movement") if t.decision is not None and t.decision.kind == "move_units" else None
    assert repair(t).accepted
    round_passes(t)
    tank = of(t, "A2")
    assert ("repaired" in tank.marks, tank.marks["restored"], movement_points(t.state, t.state.units["A2"])) == (
        False,
        1,
        8,
    )
    wrecked = workshop("wreck", marks={"restored": 1})
    refused(wrecked, lambda: repair(wrecked), "restored_once", "inf.eng.once", times=1)


@clause("inf.eng.first")
def test_only_wrecks_of_land_vehicles_beside_them() -> None:
    t = workshop()
    assert walk(t, "A1", march(180, 0.3)).accepted
    refused(t, lambda: repair(t), "not_adjacent", "inf.geometry.adjacent")
    alive = workshop("alive")
    alive.end_movement()
    refused(alive, lambda: repair(alive), "not_a_wreck", "inf.eng.first")
    plain = table(squad(), unit("A2", "M4 Sherman", 11.2, 10, 90, status="wreck"))
    refused(plain, lambda: repair(plain), "no_engineers", "inf.eng.first")


@clause("inf.eng.first", "inf.eng.markers")
def test_two_engineers_make_one_marker_a_round() -> None:
    t = workshop("wreck", squad(12.4, 10, "A4", "Engineers"))
    assert repair(t).accepted
    assert t.answer("repair", unit="A4", vehicle="A2").accepted
    round_passes(t)
    assert of(t, "A2").marks == {"repaired": 1}


@clause("inf.eng.hit", "inf.captain.first")
@pytest.mark.parametrize("plates", [{}, {"captain": 1}])
def test_engineers_that_lose_a_marker_have_worked_for_nothing(plates: dict[str, int]) -> None:
    # with the captain they keep their blue plate, and lose the round's work all the same
    wreck = unit("A2", "M4 Sherman", 11.2, 10, 90, status="wreck")
    t = laid(squad(card="Engineers", marks=plates), wreck, squad(10, 18, "B3"))
    assert repair(t).accepted
    next_turn(t)
    t.answer("end_movement")
    t.answer("end_infantry")
    assert t.answer("declare", shots=[{"unit": "B3", "target": "A1"}], dice=dice(6, 6)).accepted
    assert t.state.facts["active"] == 0
    assert (of(t, "A2").status, "engineer" in of(t, "A1").marks) == ("wreck", bool(plates))


@clause("inf.eng.hit")
def test_a_wreck_under_repair_can_be_hit_which_breaks_the_work_off() -> None:
    gun = unit("B3", "Tiger I", 11.2, 24, 270)
    t = workshop("wreck", gun)
    next_turn(t)
    refused(t, lambda: t.fire({"B3": "A2"}), "wreck", "mbb.wreck.not_target")
    t = workshop("wreck", gun)
    assert repair(t).accepted
    next_turn(t)
    t.answer("end_movement")
    t.answer("end_infantry")
    assert t.answer("declare", shots=[{"unit": "B3", "target": "A2"}], dice=dice(6, 6)).accepted
    assert t.state.facts["active"] == 0
    assert (of(t, "A2").status, "repaired" in of(t, "A2").marks) == ("wreck", False)


@clause("inf.eng.hit", "inf.eng.first")
def test_a_miss_at_the_wreck_lets_the_work_go_on() -> None:
    t = workshop("wreck", unit("B3", "Tiger I", 11.2, 24, 270))
    assert repair(t).accepted
    next_turn(t)
    t.answer("end_movement")
    t.answer("end_infantry")
    assert t.answer("declare", shots=[{"unit": "B3", "target": "A2"}], dice=dice(1, 1)).accepted
    assert of(t, "A2").status == "alive"


@clause("inf.eng.once")
def test_who_is_destroyed_again_at_one_marker_may_be_repaired_anew() -> None:
    gun = unit("B3", "Tiger I", 11.2, 24, 270)
    tank = unit("A2", "M4 Sherman", 11.2, 10, 90, marks={"repaired": 1})
    t = table(squad(card="Engineers"), tank, squad(30, 4, "A3"), gun, seat=1)
    assert t.fire({"B3": "A2"}, dice=dice(6, 6)).accepted
    assert (of(t, "A2").status, "repaired" in of(t, "A2").marks) == ("wreck", False)
    assert repair(t).accepted
