"""Infantry that joins: half units, guns, stragglers."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.modifiers import numbers_of
from brickfield.games.micro_brick_battle.base.unit_stats import cost_when_lost
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.amphibious_vehicles import (
    attack_points,
    defense_points,
)
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import gun_of, is_straggler
from brickfield.testing import Position, clause, dice, march, piece, unit
from tests.rules.micro_brick_battle.squads import next_turn, of, refused, squad, table, walk

GUN = "Flak 36"
STRAGGLERS = {"markers": 4, "strength": 0, "straggler": 1}


def halves(**more: Any) -> Position:
    return table(squad(card="Half Infantry", **more), squad(11.4, 10, "A2", "Half Infantry"))


# --- half units ------------------------------------------------------------------------------------------------------


@clause("inf.join.half", "inf.move.join", "inf.dmg.rc", "inf.geometry.adjacent")
def test_two_half_units_become_a_full_one_without_losses() -> None:
    t = halves()
    assert t.answer("join_unit", unit="A1", other="A2").accepted
    whole = of(t, "A2")
    assert (whole.marks["markers"], whole.marks["strength"]) == (4, 4)
    assert (attack_points(t.state, whole), defense_points(t.state, whole)) == (2, 3)
    assert (of(t, "A1").status, cost_when_lost(t.state, whole), cost_when_lost(t.state, of(t, "A1"))) == ("gone", 12, 0)


@clause("inf.join.half", "inf.geometry.adjacent")
def test_joining_needs_contact_of_a_quarter_inch() -> None:
    t = table(squad(card="Half Infantry"), squad(11.52, 10, "A2", "Half Infantry"))
    refused(t, lambda: t.answer("join_unit", unit="A1", other="A2"), "not_adjacent", "inf.geometry.adjacent")
    t = table(squad(card="Half Infantry"), squad(11.51, 10, "A2", "Half Infantry"))
    assert t.answer("join_unit", unit="A1", other="A2").accepted


@clause("inf.join.half")
def test_a_full_unit_that_lost_two_markers_joins_and_one_that_lost_one_does_not() -> None:
    t = table(squad(card="Half Infantry"), squad(11.4, 10, "A2", marks={"markers": 3}))
    refused(t, lambda: t.answer("join_unit", unit="A1", other="A2"), "not_a_half", "inf.join.half", markers=3)
    t = table(squad(card="Half Infantry"), squad(11.4, 10, "A2", marks={"markers": 2}))
    assert t.answer("join_unit", unit="A1", other="A2").accepted
    assert of(t, "A2").marks["markers"] == 4


@clause("inf.join.half", "inf.med.sprint")
@pytest.mark.parametrize(
    ("other", "code", "cited"),
    [
        (squad(11.4, 10, "A2", "Medics"), "medical", "inf.med.sprint"),
        (squad(11.4, 10, "A2", marks={"markers": 2, "strength": 0, "straggler": 1}), "straggler", "inf.join.half"),
    ],
)
def test_medics_and_stragglers_join_nobody(other: dict[str, Any], code: str, cited: str) -> None:
    t = table(squad(card="Half Infantry"), other)
    refused(t, lambda: t.answer("join_unit", unit="A1", other="A2"), code, cited)


@clause("inf.join.half", "inf.captain.move")
def test_a_captain_stays_with_the_joined_unit_and_does_not_move_on_in_that_turn() -> None:
    captain = squad(card="Half Infantry with Captain")
    t = table(captain, squad(11.4, 10, "A2", "Half Infantry"), squad(11.4, 12, "A3"))
    assert t.answer("join_unit", unit="A1", other="A2").accepted
    assert of(t, "A2").marks["captain"] == 1
    refused(t, lambda: t.answer("pass_captain", unit="A2", to="A3"), "joined_now", "inf.captain.move")


@clause("inf.join.attack")
@pytest.mark.parametrize(("inches", "may"), [(4.0, True), (4.5, False)])
def test_the_new_unit_attacks_unless_a_part_has_sprinted(inches: float, may: bool) -> None:
    foe = squad(20, 14, "B2")
    t = table(squad(10 - inches, 10, card="Half Infantry"), squad(11.4, 10, "A2", "Half Infantry"), foe)
    assert walk(t, "A1", march(0, inches)).accepted
    assert t.answer("join_unit", unit="A1", other="A2").accepted
    t.answer("end_infantry")
    if may:
        assert t.answer("declare", shots=[{"unit": "A2", "target": "B2"}], dice=dice(1, 1)).accepted
    else:
        assert t.state.facts["active"] == 1 or "sprinted" in of(t, "A2").marks


# --- guns ------------------------------------------------------------------------------------------------------------


def with_gun(*more: dict[str, Any], terrain: Any = (), **squad_more: Any) -> Position:
    gun = unit("A2", GUN, 11.2, 10, 90)
    return table(squad(**squad_more), gun, *more, terrain=terrain, options={"special_units": True})


@clause("inf.arty.join", "inf.geometry.adjacent")
def test_a_full_unit_in_contact_joins_a_gun_and_takes_up_no_room() -> None:
    t = with_gun(squad(10, 11.3, "A3"))
    assert t.answer("join_gun", unit="A1", gun="A2").accepted
    assert gun_of(t.state, of(t, "A1")) == "A2"
    assert walk(t, "A3", march(270, 1.3)).accepted


@clause("inf.arty.join")
def test_exactly_four_markers_and_one_unit_to_a_gun() -> None:
    t = with_gun(marks={"markers": 3})
    refused(t, lambda: t.answer("join_gun", unit="A1", gun="A2"), "not_full", "inf.arty.join", markers=3, needed=4)
    t = with_gun(squad(12.3, 10, "A3", inside="A2"))
    refused(t, lambda: t.answer("join_gun", unit="A1", gun="A2"), "gun_taken", "inf.arty.join", joined="A3")


@clause("inf.arty.join", "inf.arty.stack", "inf.arty.attack")
def test_a_joined_gun_has_three_dp_more_and_five_behind_an_emplacement_until_it_is_left() -> None:
    def dp(t: Position) -> int:
        return numbers_of(t.state, of(t, "B1"), of(t, "A2")).defense_points.total

    t = with_gun()
    plain = dp(t)
    assert t.answer("join_gun", unit="A1", gun="A2").accepted
    assert dp(t) == plain + 3
    stacked = with_gun(terrain=[piece("Emplacement", 11.2, 11.0, 0)])
    assert stacked.answer("join_gun", unit="A1", gun="A2").accepted
    assert dp(stacked) == plain + 5
    left = with_gun(inside="A2")
    assert walk(left, "A1", march(180, 1)).accepted
    assert dp(left) == plain
    assert gun_of(left.state, of(left, "A1")) == ""


@clause("inf.arty.destroyed", "inf.arty.notarget")
def test_a_destroyed_gun_leaves_half_of_its_infantry_on_the_spot() -> None:
    foe = unit("B2", "Tiger I", 11.2, 20, 270)
    units = squad(card="Elite Infantry", inside="A2", marks={"captain": 1}), unit("A2", GUN, 11.2, 10, 90)
    t = table(*units, foe, seat=1, options={"special_units": True})
    refused(t, lambda: t.fire({"B2": "A1"}), "joined_to_gun", "inf.arty.notarget")
    assert t.fire({"B2": "A2"}, dice=dice(6, 6)).accepted
    left = of(t, "A1")
    assert (of(t, "A2").status, left.status, left.container) == ("gone", "alive", "")
    assert left.marks["markers"] == left.marks["strength"] == 2
    assert not {"elite", "captain"} & set(left.marks)
    assert (attack_points(t.state, left), defense_points(t.state, left)) == (2, 2)


@clause("inf.arty.join", "inf.arty.destroyed", "inf.strag.one")
def test_stragglers_of_exactly_four_join_a_gun_and_are_a_basic_half_unit_when_it_is_lost() -> None:
    t = with_gun(squad(20, 10, "A3"), unit("B2", "Tiger I", 11.2, 20, 270), marks=STRAGGLERS)
    assert t.answer("join_gun", unit="A1", gun="A2").accepted
    assert is_straggler(of(t, "A1"))
    next_turn(t)
    assert t.fire({"B2": "A2"}, dice=dice(6, 6)).accepted
    left = of(t, "A1")
    assert (left.status, left.marks["markers"], left.marks["strength"], is_straggler(left)) == ("alive", 2, 2, False)


@clause("inf.arty.join")
@pytest.mark.parametrize("markers", [3, 5, 6])
def test_other_stragglers_do_not(markers: int) -> None:
    t = with_gun(marks=STRAGGLERS | {"markers": markers})
    refused(t, lambda: t.answer("join_gun", unit="A1", gun="A2"), "not_full", "inf.arty.join", markers=markers)


@clause("inf.arty.bunker")
def test_infantry_at_a_gun_in_a_bunker_survives_the_bunker_with_the_gun() -> None:
    gun = unit("A2", GUN, 14, 10, 90)
    foe = unit("B2", "Tiger I", 14, 20, 270)
    t = table(
        squad(14, 10, inside="A2"),
        gun,
        foe,
        terrain=[piece("Artillery Bunker", 14, 10, hit_markers=1)],
        seat=1,
        options={"special_units": True, "destructible": True},
    )
    assert t.fire({"B2": "T1"}).accepted
    assert "T1" not in t.state.tokens
    assert (of(t, "A2").status, of(t, "A1").status, of(t, "A1").marks["markers"]) == ("alive", "alive", 4)


# --- stragglers ------------------------------------------------------------------------------------------------------


def reduced(*counts: int, **more: Any) -> list[dict[str, Any]]:
    return [squad(10 + 1.3 * i, 10, f"A{i + 1}", marks={"markers": n}, **more) for i, n in enumerate(counts)]


def form(t: Position, *names: str) -> Any:
    return t.answer("form_stragglers", units=list(names))


@clause("inf.strag.create", "inf.strag.stats", "inf.strag.size", "inf.dmg.rc")
def test_reduced_units_in_contact_merge_onto_one_plate() -> None:
    t = table(*reduced(3, 2))
    assert form(t, "A1", "A2").accepted
    merged = of(t, "A1")
    assert (merged.marks["markers"], merged.marks["straggler"], "strength" in merged.marks) == (5, 1, False)
    assert (attack_points(t.state, merged), defense_points(t.state, merged)) == (2, 3)
    assert (of(t, "A2").status, cost_when_lost(t.state, merged)) == ("gone", 20)
    assert "halted" in merged.marks


@clause("inf.strag.stats")
@pytest.mark.parametrize(("markers", "dp"), [(1, 2), (2, 2), (3, 3), (6, 3)])
def test_stragglers_defend_by_the_markers_they_have(markers: int, dp: int) -> None:
    t = table(squad(marks={"markers": markers, "strength": 0, "straggler": 1}))
    assert defense_points(t.state, of(t, "A1")) == dp


@clause("inf.strag.size", "inf.strag.create")
def test_what_is_above_six_stays_with_the_last_donor() -> None:
    t = table(*reduced(3, 3, 2))
    assert form(t, "A1", "A2", "A3").accepted
    assert (of(t, "A1").marks["markers"], of(t, "A2").status) == (6, "gone")
    assert (of(t, "A3").marks["markers"], of(t, "A3").marks["strength"]) == (2, 4)
    assert cost_when_lost(t.state, of(t, "A1")) == 20


@clause("inf.strag.create")
def test_who_has_finished_moving_may_still_become_stragglers() -> None:
    house = piece("House", 8.11, 10)
    out = squad(8.11, 10, "A2", marks={"markers": 2}, inside="T1")
    t = table(squad(11.3, 10, marks={"markers": 3}), out, terrain=[house])
    assert t.answer("come_out", unit="A2", x=10.0, y=10).accepted
    assert form(t, "A1", "A2").accepted
    assert of(t, "A1").marks["markers"] == 5


@clause("inf.strag.size")
def test_nobody_gets_more_than_it_had() -> None:
    t = table(*reduced(3, 3, 3, 3))
    refused(t, lambda: form(t, "A1", "A2", "A3", "A4"), "too_many_markers", "inf.strag.size", over=6, most=6)


@clause("inf.strag.source")
def test_a_unit_without_losses_gives_nothing() -> None:
    t = table(*reduced(3), squad(11.3, 10, "A2", "Half Infantry"))
    refused(t, lambda: form(t, "A1", "A2"), "not_reduced", "inf.strag.source", markers=2)


@clause("inf.strag.one", "inf.strag.create")
def test_one_straggler_unit_at_a_time() -> None:
    old = squad(20, 10, "A9", marks={"markers": 2, "strength": 0, "straggler": 1})
    t = table(*reduced(3, 2), old)
    refused(t, lambda: form(t, "A1", "A2"), "one_straggler", "inf.strag.one", unit="A9")
    refused(t, lambda: form(t, "A1"), "one_donor", "inf.strag.create", donors=1)


@clause("inf.strag.create", "inf.geometry.adjacent")
def test_their_plates_must_touch() -> None:
    far = squad(20, 10, "A3", marks={"markers": 1})
    t = table(*reduced(3, 2), far)
    refused(t, lambda: form(t, "A1", "A2", "A3"), "not_adjacent", "inf.geometry.adjacent")


@clause("inf.strag.stats", "inf.captain.move")
def test_stragglers_carry_the_captain() -> None:
    t = table(*reduced(3), squad(11.3, 10, "A2", "Infantry with Captain", marks={"markers": 3}))
    assert form(t, "A1", "A2").accepted
    assert of(t, "A1").marks["captain"] == 1


@clause("inf.join.half", "inf.dmg.rc")
def test_a_joined_unit_costs_what_both_cost_when_it_is_lost() -> None:
    foe = unit("B2", "Tiger I", 11.4, 14, 270)
    t = table(squad(card="Half Infantry"), squad(11.4, 10, "A2", "Half Infantry"), foe, squad(40, 4, "A3"))
    assert t.answer("join_unit", unit="A1", other="A2").accepted
    next_turn(t)
    assert t.fire({"B2": "A2"}, dice=dice(6, 6)).accepted
    from brickfield.games.micro_brick_battle.base.winning import destroyed_cost

    assert destroyed_cost(t.state, 1) == 12
