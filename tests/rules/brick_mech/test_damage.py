"""Damage: the difference, the cap of five, Massive Damage rolls for each full five, and criticals."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, Result, clause, dice
from tests.rules.brick_mech.table import armor, attack, duel


def shoot(difference: int, *massive: int) -> tuple[Position, Result]:
    """An attack with this difference between the scores; the bonus makes it, so that no die is a six."""
    t = duel(a={"targeting": difference - 1}, b={"armor": 30})
    return t, attack(t, dice(1, 1, 1, *massive))


@clause("bm.damage.difference", "bm.damage.mark")
@pytest.mark.parametrize("difference", [1, 2, 3, 4])
def test_damage_is_the_difference_of_the_scores(difference: int) -> None:
    t, _shot = shoot(difference)
    assert armor(t, "B1") == 30 - difference


@clause("bm.damage.none")
@pytest.mark.parametrize("difference", [0, -1, -20])
def test_no_difference_or_less_does_no_damage(difference: int) -> None:
    t, shot = shoot(difference)
    assert armor(t, "B1") == 30
    assert not shot.of("shot_resolved")[0].hit


@clause("bm.damage.cap")
@pytest.mark.parametrize("difference", [5, 9, 17])
def test_no_attack_costs_more_than_five_armor_points(difference: int) -> None:
    t, _shot = shoot(difference, *(1, 1) * (difference // 5))
    assert armor(t, "B1") == 25


@clause("bm.damage.massive_count")
@pytest.mark.parametrize(("difference", "rolls"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (19, 3)])
def test_each_full_five_of_difference_is_a_massive_damage_roll(difference: int, rolls: int) -> None:
    _t, shot = shoot(difference, *(1, 1) * rolls)
    assert len([event for event in shot.of("table_read") if event.table == "massive damage location"]) == rolls


@clause("bm.damage.mark")
def test_damage_is_marked_attack_by_attack() -> None:
    t = duel(a={"targeting": 2})
    attack(t, dice(1, 1, 1))
    assert armor(t, "B1") == 17
    attack(t, dice(1, 1, 1))
    assert armor(t, "B1") == 14


# --- criticals -------------------------------------------------------------------------------------------------------


def critical(attack_faces: tuple[int, ...], defense: tuple[int, ...], *massive: int, **options: Any) -> Any:
    """An attack with these dice: the loss of Armor Points, the Massive Damage rolls made, and what decided it."""
    t = duel(a={"short": len(attack_faces)}, b={"defense_dice": len(defense), "armor": 30, "dodge": 0}, options=options)
    shot = attack(t, dice(*attack_faces, *defense, *massive))
    rolls = len([e for e in shot.of("table_read") if e.table == "massive damage location"])
    return 30 - armor(t, "B1"), rolls, shot.of("shot_resolved")[0].clause.split(".")[-1]


@clause("bm.option.crit.hit")
def test_only_sixes_of_several_attack_dice_bring_one_more_roll() -> None:
    # difference 11: two rolls, and one for the Critical Hit
    assert critical((6, 6), (1,), 1, 1, 1, 1, 1, 1) == (5, 3, "hit")
    # even when the defense is higher
    assert critical((6, 6), (6, 6, 1), 1, 1) == (0, 1, "hit")
    assert critical((6, 5), (1, 1), 1, 1) == (5, 1, "difference")


@clause("bm.option.crit.defense")
def test_only_sixes_of_several_defense_dice_undo_the_attack() -> None:
    assert critical((5, 5, 5, 5), (6, 6)) == (0, 0, "defense")
    assert critical((5, 5, 5, 5), (6, 5), 1, 1) == (5, 1, "difference")


@clause("bm.option.crit.both")
def test_both_criticals_leave_one_roll_and_no_loss() -> None:
    assert critical((6, 6, 6, 6), (6, 6), 1, 1) == (0, 1, "both")


@clause("bm.option.crit.one_die")
def test_a_single_die_is_never_a_critical() -> None:
    assert critical((6,), (1, 1)) == (4, 0, "difference")
    assert critical((5, 5), (6,)) == (4, 0, "difference")


@clause("bm.option.crit.hit", "bm.option.crit.defense", "bm.option.agree")
def test_without_the_switch_there_are_no_criticals() -> None:
    assert critical((6, 6), (6, 6, 1), criticals=False) == (0, 0, "difference")
    assert critical((5, 5, 5, 5), (6, 6), 1, 1, criticals=False) == (5, 1, "difference")
