"""Massive Damage: location and effect, floors, missing parts, parts blown off."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.data_files import DataFault
from brickfield.games.brick_mech.chapters.massive_damage.massive_damage import check_tables, tables
from brickfield.testing import Position, Result, clause, dice, lay_table, unit
from tests.rules.brick_mech.table import GAME, attack, marks, mech


def struck(*rolls: int, b: dict[str, Any] | None = None) -> tuple[Position, Result]:
    """B1, a whole trooper, suffers Massive Damage rolls: pairs of location and effect."""
    count = len(rolls) // 2
    t = whole(b or {}, 5 * count)
    return t, attack(t, dice(1, 1, 1, 1, 1, *rolls))


def whole(b: dict[str, Any], difference: int) -> Position:
    """A1 against a trooper with all its own dice; the bonus makes the difference of the scores."""
    dodge = b.get("dodge", 1)
    heat = b.get("heat", 0)
    bonus = difference - 2 + 3 + dodge - heat
    units = [mech("A1", 10, 15, 0, targeting=bonus), unit("B1", "trooper", 17, 15, 180, **{"armor": 40, **b})]
    return lay_table(GAME, units)


@clause("bm.massive.two_rolls")
@pytest.mark.parametrize(
    ("roll", "location"),
    [(1, "legs"), (2, "torso"), (3, "left_shoulder"), (4, "right_shoulder"), (5, "left_arm"), (6, "right_arm")],
)
def test_the_first_die_finds_the_location_the_second_the_effect(roll: int, location: str) -> None:
    _t, shot = struck(roll, 1)
    where, what = shot.of("table_read")
    assert (where.entry, where.roll) == (location, roll)
    assert (what.table, what.roll) == (f"massive damage to the {location.split('_')[-1]}", 1)
    assert [event.seat for event in shot.of("dice_rolled")[2:]] == [1, 1]


@clause("bm.massive.two_rolls")
@pytest.mark.parametrize(
    ("location", "roll", "name", "changes"),
    [
        (1, 1, "movement", -1),
        (1, 2, "movement", -1),
        (1, 3, "movement", -2),
        (1, 4, "dodge", -1),
        (1, 5, "movement", -1),
        (1, 6, "defense_dice", -1),
        (2, 1, "initiative", -1),
        (2, 2, "targeting", -1),
        (2, 3, "dodge", -1),
        (2, 4, "heat", 1),
        (2, 5, "defense_dice", -1),
        (2, 6, "targeting", -2),
        (3, 1, "left_shoulder.long", -1),
        (3, 2, "left_shoulder.short", -1),
        (4, 3, "right_shoulder.melee", -1),
        (3, 5, "targeting", -1),
        (5, 1, "left_arm.long", -1),
        (6, 2, "right_arm.short", -1),
        (5, 3, "left_arm.melee", -1),
    ],
)
def test_every_effect_takes_what_its_row_says(location: int, roll: int, name: str, changes: int) -> None:
    before = marks(whole({}, 0), "B1", name)[0]
    t, _shot = struck(location, roll)
    assert marks(t, "B1", name)[0] == before + changes


@clause("bm.massive.two_rolls")
def test_a_row_may_change_several_numbers() -> None:
    t, _shot = struck(1, 5)
    assert marks(t, "B1", "movement", "dodge") == (5, 0)
    t, _shot = struck(5, 4)
    # the Pulse Laser of the left arm has one die at each range
    assert marks(t, "B1", "left_arm.melee", "left_arm.short", "left_arm.long") == (0, 0, 0)
    assert marks(t, "B1", "left_arm") != (0,)
    # the Assault Gun of the right arm has two at short range and one at long
    t, _shot = struck(6, 4)
    assert marks(t, "B1", "right_arm.melee", "right_arm.short", "right_arm.long") == (0, 1, 0)


@clause("bm.massive.negative_bonus")
def test_bonuses_fall_below_zero() -> None:
    t, _shot = struck(2, 6, 2, 3, 2, 3, 2, 1, 2, 1)
    assert marks(t, "B1", "targeting", "dodge", "initiative") == (-1, -1, -1)


@clause("bm.massive.dice_floor")
def test_dice_and_movement_stop_at_zero_part_by_part() -> None:
    t, _shot = struck(1, 3, 1, 3, 1, 3, 1, 3)
    assert marks(t, "B1", "movement") == (0,)
    t, _shot = struck(2, 5, 2, 5, 2, 5, 2, 5)
    assert marks(t, "B1", "defense_dice") == (0,)
    # the Rocket Rack has no melee dice: nothing is lost there, nor anywhere else
    before = whole({}, 0).record_sheet("B1")["melee"]
    t, _shot = struck(3, 3)
    assert t.record_sheet("B1")["melee"] == before


@clause("bm.data.best_range")
@pytest.mark.parametrize(
    ("dice_left", "after"),
    [((1, 1, 1), (1, 1, 0)), ((0, 2, 1), (0, 0, 1)), ((3, 2, 2), (1, 2, 2)), ((2, 2, 0), (2, 0, 0)), ((0, 0, 0),) * 2],
)
def test_the_main_weapon_loses_two_dice_at_its_best_range(
    dice_left: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    names = tuple(f"right_arm.{band}" for band in ("melee", "short", "long"))
    t, _shot = struck(6, 5, b=dict(zip(names, dice_left, strict=True)))
    assert marks(t, "B1", *names) == after


@clause("bm.massive.missing_part")
def test_a_missing_arm_passes_the_roll_to_its_shoulder_and_that_to_the_torso() -> None:
    _t, shot = struck(5, 2, b={"left_arm": ""})
    where, what = shot.of("table_read")
    assert (where.entry, where.clause) == ("left_shoulder", "bm.massive.missing_part")
    assert what.entry == "Feed jammed"
    for roll in (3, 5):
        _t, shot = struck(roll, 2, b={"left_shoulder": ""})
        where, what = shot.of("table_read")
        assert (where.entry, what.entry) == ("torso", "Sensor cracked")


@clause("bm.massive.two_rolls", "bm.massive.missing_part")
def test_without_shoulders_and_arms_the_torso_takes_their_rolls() -> None:
    for roll in (3, 4, 5, 6):
        _t, shot = struck(roll, 1, b={"left_shoulder": "", "right_shoulder": ""})
        assert shot.of("table_read")[0].entry == "torso"


@clause("bm.massive.blown_off", "bm.geometry.loose_parts")
def test_a_shoulder_is_blown_off_with_its_arm_as_one_assembly() -> None:
    t, shot = struck(3, 6)
    assert marks(t, "B1", "left_shoulder", "left_arm") == (0, 0)
    (placed,) = shot.of("token_placed")
    # B1 faces west: its left is to the south
    assert placed.token.pose.place == (17.0, 14.0)
    assert {"shoulder", "arm"} <= set(placed.token.marks)
    assert t.record_sheet("B1")["short"] == 5 - 2


@clause("bm.massive.blown_off")
def test_an_arm_alone_is_blown_off_alone_and_the_next_roll_moves_inward() -> None:
    _t, shot = struck(6, 6, 6, 1)
    (placed,) = shot.of("token_placed")
    assert placed.token.pose.place == (17.0, 16.0)
    assert "shoulder" not in placed.token.marks
    read = [event.entry for event in shot.of("table_read")]
    assert read == ["right_arm", "Blown off", "right_shoulder", "Long sight bent"]


@clause("bm.massive.dice_floor", "bm.massive.blown_off")
def test_a_part_keeps_its_losses_when_it_comes_off() -> None:
    t, _shot = struck(6, 2, 6, 6)
    (part,) = [token for token in t.state.tokens.values() if token.kind == "Loose part"]
    # the Assault Gun has short 2, long 1
    assert (part.marks["arm.short"], part.marks["arm.long"]) == (1, 1)


@clause("bm.massive.not_extra_armor")
def test_no_effect_takes_armor_points() -> None:
    rows = tables().effect
    assert not any(effect.armor for effect in rows)
    for number, row in enumerate(rows):
        with pytest.raises(DataFault, match="Armor Points"):
            check_tables(replace(tables(), effect=(*rows[:number], replace(row, armor=-1), *rows[number + 1 :])))
        with pytest.raises(DataFault, match="one row for each face"):
            check_tables(replace(tables(), effect=rows[:number] + rows[number + 1 :]))
    with pytest.raises(DataFault, match="the locations need one row"):
        check_tables(replace(tables(), location=()))


@clause("bm.data.bonus_owner")
def test_a_shoulder_effect_on_targeting_stays_with_the_mech() -> None:
    t, _shot = struck(3, 5, 3, 6)
    assert marks(t, "B1", "targeting") == (0,)
    (part,) = [token for token in t.state.tokens.values() if token.kind == "Loose part"]
    assert not any("targeting" in name for name in part.marks)


@clause("bm.geometry.loose_parts", "bm.geometry.base")
def test_parts_lie_at_the_edge_of_a_larger_base() -> None:
    t, shot = struck(3, 6, b={"base_side": 4.0})
    assert shot.of("token_placed")[0].token.pose.place == (17.0, 13.0)
    assert t.unit("B1").alive


@clause("bm.geometry.loose_parts", "bm.geometry.precision")
@pytest.mark.parametrize(
    ("pose", "left", "right"),
    [
        ((20, 15, 30), (19.5, 15.866), (20.5, 14.134)),
        # a base that touches the edge of the table with a hair over it
        ((0.995, 15, 90), (0, 15), (1.995, 15)),
        ((39.005, 15, 270), (40, 15), (38.005, 15)),
        ((20, 0.995, 180), (20, 0), (20, 1.995)),
        ((20, 29.005, 0), (20, 30), (20, 28.005)),
    ],
)
def test_parts_lie_beside_the_base_and_never_off_the_table(pose: Any, left: Any, right: Any) -> None:
    for slot, place in (("left_arm", left), ("right_arm", right)):
        t = lay_table(GAME, [mech("A1", *pose), mech("B1", 30, 25, 180)])
        (placed,) = t.answer("detach", unit="A1", slot=slot).of("token_placed")
        assert placed.token.pose.place == pytest.approx(place, abs=1e-4)


def test_a_critical_hit_on_a_structure_makes_no_roll() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 30, 25, 180), unit("B2", "bunker", 18, 15, 180)]
    t = lay_table(GAME, units)
    shot = attack(t, dice(6, 6, 1, 2), target="B2")
    assert shot.of("table_read") == []
    assert marks(t, "B2", "armor") == (10,)
