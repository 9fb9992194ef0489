"""Raids: who raids, what more markers are worth, and who moves in when the defenders are gone."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.events import ShotResolved, UnitDestroyed, WentInside
from brickfield.games.micro_brick_battle.base.modifiers import numbers_of
from brickfield.games.micro_brick_battle.chapters.infantry.flanking import full_units
from brickfield.games.micro_brick_battle.chapters.infantry.raiding import MoveIn, MoveInAfterRaid, StayOut, why_closed
from brickfield.testing import Position, Result, clause, dice, lay_table, piece, unit

HOUSE = piece("House", 24, 20)
# the outline of the house ends at 18.74: a plate there is within an inch from 17.11 on
NEAR = 17.11


def table(*units: Any, terrain: Any = (HOUSE,), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, list(terrain), phase="target_declaration", **more)


def squad(name: str, x: float = 24, y: float = NEAR, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


def defender(markers: int = 4, **more: Any) -> Any:
    return squad("B1", inside="T1", marks={"markers": markers}, **more)


def attack(t: Position, *names: str) -> int:
    lead, *others = [t.state.units[name] for name in names]
    return numbers_of(t.state, lead, t.state.units["B1"], others=tuple(others)).attack_points.total


def raid(t: Position, *names: str, faces: tuple[int, ...] = (6, 6)) -> Result:
    shots = [{"unit": name, "target": "B1", **({"lead": names[0]} if name != names[0] else {})} for name in names]
    return t.answer("declare", shots=shots, dice=dice(*faces))


@clause("inf.raid.may", "inf.raid.markers")
@pytest.mark.parametrize(("markers", "bonus"), [(4, 0), (3, 1), (2, 2), (1, 3)])
def test_each_marker_more_than_the_defenders_have_adds_a_point(markers: int, bonus: int) -> None:
    assert attack(table(squad("A1"), defender(markers)), "A1") == 2 + bonus


@clause("inf.raid.may")
def test_a_raid_is_within_an_inch_of_the_outline() -> None:
    assert attack(table(squad("A1", y=NEAR), defender(2)), "A1") == 4
    assert attack(table(squad("A1", y=NEAR - 0.01), defender(2)), "A1") == 2


@clause("inf.raid.markers", "inf.raid.flank")
def test_only_raiders_within_an_inch_count_their_markers_the_others_flank() -> None:
    t = table(squad("A1", x=24.2), squad("A2", x=22.9), squad("A3", x=30, y=14), defender(4))
    # A1 and A2: 8 markers against 4, worth 2; A3 flanks from afar
    assert attack(t, "A1") == 2
    assert attack(t, "A1", "A2") == 2 + 1 + 4
    assert attack(t, "A1", "A2", "A3") == 2 + 2 + 4
    assert attack(t, "A1", "A3") == 2 + 1
    assert attack(t, "A3", "A1", "A2") == 2 + 2 + 4


@clause("inf.raid.defence")
def test_the_walls_protect_from_raiders_too() -> None:
    t = table(squad("A1"), defender(4))
    assert t.tally("A1", "B1").defense_points.total == 6


@clause("inf.raid.may")
def test_who_is_inside_another_building_does_not_raid() -> None:
    t = table(squad("A1", inside="T2"), defender(2), terrain=[HOUSE, piece("House", 24, 17)])
    # out of a tall building against infantry
    assert attack(t, "A1") == 3


@clause("inf.elite.raid")
def test_elite_infantry_is_worth_two_while_it_raids_itself() -> None:
    def worth(y: float, plate: int = 1) -> int:
        t = table(squad("A1", y=y, card="Elite Infantry", marks={"elite": plate}), defender())
        return full_units(t.state, [t.state.units["A1"]], t.state.units["B1"])

    assert (worth(NEAR), worth(NEAR - 0.01), worth(NEAR, 0)) == (2, 1, 1)
    t = table(squad("A1", card="Elite Infantry"), defender())
    assert attack(t, "A1") == 3 + 1


@clause("inf.raid.vehicle", "inf.elite.raid")
def test_artillery_in_a_bunker_takes_a_flank_and_counts_no_markers() -> None:
    bunker, gun = piece("Artillery Bunker", 24, 20), unit("B1", "Flak 36", 24, 20, 90)
    special = {"special_units": True}
    alone = table(squad("A1", y=17.8), gun, terrain=[bunker], options=special)
    refusal = raid(alone, "A1", faces=()).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["least"]) == ("too_few_to_flank", 2)
    t = table(squad("A1", y=17.8), squad("A2", x=22, y=17.8), gun, terrain=[bunker], options=special)
    assert attack(t, "A1", "A2") == 2 + 1
    elite = table(squad("A1", y=17.8, card="Elite Infantry"), gun, terrain=[bunker], options=special)
    assert attack(elite, "A1") == 3 + 1
    assert elite.why_not("A1", "B1") is None


# --- moving in -------------------------------------------------------------------------------------------------------


@clause("inf.raid.movein", "inf.geometry.inside")
def test_the_raider_may_move_in_at_once_and_for_nothing() -> None:
    t = table(squad("A1"), defender(1), squad("B2", x=44))
    assert raid(t, "A1").of(UnitDestroyed)
    assert t.asked == "move_in_after_raid"
    result = t.answer("move_in", unit="A1")
    (inside,) = result.of(WentInside)
    assert (inside.unit, inside.thing, inside.clause) == ("A1", "T1", "inf.raid.movein")
    assert t.unit("A1").inside == "T1"
    assert t.pose("A1")[:2] == (24, 20)
    assert t.tally("B2", "A1").defense_points.total == 6


@clause("inf.raid.movein")
def test_nobody_has_to_move_in() -> None:
    t = table(squad("A1"), defender(1), squad("B2", x=44))
    assert raid(t, "A1").accepted
    assert t.answer("stay_out").accepted
    assert (t.unit("A1").inside or "", t.pose("A1")[1]) == ("", NEAR)


@clause("inf.raid.movein")
def test_while_a_defender_is_left_nobody_is_asked() -> None:
    t = table(squad("A1"), defender(2), squad("B2", x=44))
    assert raid(t, "A1").of(ShotResolved)[0].hit
    assert t.asked != "move_in_after_raid"
    # from afar it was no raid
    t = table(squad("A1", y=12), defender(1), squad("B2", x=44))
    assert raid(t, "A1").of(UnitDestroyed)
    assert t.asked != "move_in_after_raid"


@clause("inf.raid.flank", "inf.raid.movein")
def test_one_of_the_raiders_within_an_inch_moves_in_whoever_led() -> None:
    t = table(squad("A1", x=30, y=14), squad("A2", x=24.2), squad("A3", x=22.9), defender(1), squad("B2", x=44))
    assert raid(t, "A1", "A2", "A3").of(UnitDestroyed)
    offered = [choice.answer for choice in t.question.offer.choices]  # type: ignore[union-attr]
    assert [getattr(each, "unit", "") for each in offered] == ["A3", "A2", ""]
    refusal = t.answer("move_in", unit="A1").refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_a_raider", "inf.raid.flank")
    assert t.answer("move_in", unit="B2").refusal is not None
    assert t.answer("move_in", unit="nobody").refusal is not None
    assert t.answer("move_in", unit="A3").accepted
    assert (t.unit("A3").inside, t.unit("A2").inside or "") == ("T1", "")


@clause("inf.raid.movein")
def test_nobody_moves_into_a_bunker_with_an_enemy_gun() -> None:
    bunker, gun = piece("Artillery Bunker", 24, 20), unit("B2", "Flak 36", 24, 20, 90)
    t = table(squad("A1", y=17.8), defender(1), gun, terrain=[bunker], options={"special_units": True}, anyhow=True)
    assert raid(t, "A1").of(UnitDestroyed)
    assert t.asked != "move_in_after_raid"


@clause("inf.raid.movein", "inf.move.enter")
def test_a_building_that_has_fallen_or_is_held_is_closed_and_said_to_be() -> None:
    t = table(squad("A1", x=24.2), squad("A2", x=22.9), squad("B2", x=44))
    question = MoveInAfterRaid(0, building="T1", raiders=("A1", "A2"))
    assert why_closed(t.state, 0, "T1") is None
    assert question.settle(t.state, MoveIn("A1")) == MoveIn("A1")
    fallen = why_closed(t.state, 0, "T9")
    assert fallen is not None
    assert (fallen.code, fallen.clause) == ("no_building", "inf.raid.movein")
    for inside, named in (("B2", ["B2"]), ("A2", [])):
        t = table(squad("A1"), squad(inside, inside="T1"), squad("B3", x=44))
        closed = why_closed(t.state, 0, "T1")
        assert closed is not None
        assert (closed.code, closed.data["building"], closed.data["inside"]) == ("building_taken", "T1", named)
        # whoever asks is told why; to stay out is always allowed
        assert question.settle(t.state, MoveIn("A1")) == closed
        assert question.settle(t.state, StayOut()) == StayOut()


@clause("inf.raid.movein", "inf.raid.flank")
def test_who_may_not_move_in_is_told_who_may() -> None:
    t = table(squad("A1", x=24.2), squad("A2", x=22.9, y=NEAR - 0.01), squad("B2", x=44))
    question = MoveInAfterRaid(0, building="T1", raiders=("A1", "A2"))
    for name in ("A2", "B2", "nobody"):
        refusal = question.settle(t.state, MoveIn(name))
        assert (refusal.code, refusal.clause, refusal.data["raiders"]) == (
            "not_a_raider",
            "inf.raid.flank",
            ["A1"],
        )
        assert ("B2" in refusal.sentence, "'nobody'" in refusal.sentence) == (name == "B2", name == "nobody")


@clause("inf.raid.movein", "mbb.win.elimination")
def test_a_battle_that_is_won_asks_no_more() -> None:
    t = table(squad("A1"), defender(1))
    assert raid(t, "A1").of(UnitDestroyed)
    assert (t.winners, t.asked) == ((0,), "")


@clause("inf.raid.movein")
def test_a_tank_that_destroys_the_defenders_raids_nothing() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 16, 90), defender(4), squad("B2", x=44))
    assert t.fire({"A1": "B1"}, dice=dice(6, 6)).of(UnitDestroyed)
    assert t.asked != "move_in_after_raid"
