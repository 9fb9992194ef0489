"""Attack and saving rolls in numbers: sixes, hits, +1s, save bonuses, medics, the last of a squad."""

from __future__ import annotations

import pytest

from brickfield.games.brick_action.base.firing.hits_and_saves import (
    Shelter,
    Struck,
    failed_saves,
    last_save_fails,
    plus_to_hit,
    save_bonus,
    saves_to_make,
    struck,
)
from brickfield.testing import clause


@clause("ba.attack.nat6", "ba.attack.hit4")
def test_sixes_kill_and_four_and_five_hit() -> None:
    assert struck((1, 2, 3, 4, 5, 6, 6)) == Struck(2, 2)


@clause("ba.unit.veteran.attack", "ba.elev.hit", "ba.attack.hit4")
@pytest.mark.parametrize(
    ("faces", "plus", "hits"),
    [
        ((3, 3, 2), 0, 0),
        ((3, 3, 2), 1, 1),
        ((3, 3, 2), 2, 2),
        ((3, 2, 2), 2, 1),
        ((2, 2, 1), 2, 1),
        ((2, 1, 1), 1, 0),
        ((5, 5), 1, 2),
        ((1, 1), 2, 0),
    ],
)
def test_each_plus_one_goes_where_it_makes_the_most_hits(faces: tuple[int, ...], plus: int, hits: int) -> None:
    # a five raised to six is still no natural six
    assert struck(faces, plus) == Struck(0, hits)


@clause("ba.unit.veteran.attack", "ba.elev.hit", "ba.cover.soft.effect")
def test_veteran_and_height_add_up_and_soft_cover_cancels_both() -> None:
    assert plus_to_hit(veteran=True, higher=False, soft=False).total == 1
    assert plus_to_hit(veteran=True, higher=True, soft=False).total == 2
    assert plus_to_hit(veteran=True, higher=True, soft=True).total == 0


@clause("ba.cover.hard.save", "ba.move.prone.save", "ba.cover.hard_and_prone", "ba.elev.save", "ba.veh.ap_wall")
@clause("ba.move.prone.reaction", "ba.cover.soft.effect", "ba.cover.save_max")
@pytest.mark.parametrize(
    ("shelter", "bonus"),
    [
        (Shelter(), 0),
        (Shelter(soft=True), 0),
        (Shelter(hard=True), 1),
        (Shelter(prone=True), 1),
        (Shelter(prone=True, soft=True), 1),
        (Shelter(prone=True, hard=True), 1),
        (Shelter(hard=True, below=True), 0),
        (Shelter(prone=True, hard=True, below=True), 1),
        (Shelter(prone=True, below=True), 1),
        (Shelter(wall=True), 1),
        (Shelter(wall=True, prone=True), 2),
        (Shelter(dropped=True, hard=True, prone=True), 2),
    ],
)
def test_what_a_shelter_adds_to_saves(shelter: Shelter, bonus: int) -> None:
    assert save_bonus(shelter).total == bonus


@clause("ba.attack.save")
@pytest.mark.parametrize(("bonus", "failed"), [(0, 3), (1, 2), (2, 1)])
def test_a_save_succeeds_on_four(bonus: int, failed: int) -> None:
    assert failed_saves((1, 2, 3, 4, 5, 6), bonus) == failed


@clause("ba.unit.medic.save", "ba.cover.save_max")
def test_a_medic_saves_one_die_and_no_die_gets_more_than_two() -> None:
    assert failed_saves((3, 3, 1), 0, medic=True) == 2
    assert failed_saves((2, 2, 1), 1, medic=True) == 2
    assert failed_saves((2, 1), 0, medic=True) == 2
    # a bonus of 2 is all a die can have
    assert failed_saves((1, 1), 2, medic=True) == 2


@clause("ba.attack.save_cap")
@pytest.mark.parametrize(
    ("dice", "exposed", "expected"),
    [(Struck(1, 3), 5, (1, 3)), (Struck(2, 3), 4, (2, 2)), (Struck(3, 2), 2, (2, 0)), (Struck(0, 4), 3, (0, 3))],
)
def test_saves_are_limited_to_the_minis_that_are_left(dice: Struck, exposed: int, expected: tuple[int, int]) -> None:
    assert saves_to_make(dice, exposed) == expected


@clause("ba.last.rule")
@pytest.mark.parametrize(
    ("hits", "bonus", "medic", "saves_from"),
    [
        (1, 0, False, 4),
        (2, 0, False, 5),
        (3, 0, False, 6),
        (5, 0, False, 6),
        (1, 1, False, 3),
        (2, 1, False, 4),
        (2, 1, True, 3),
        (2, 2, True, 3),
        (3, 2, True, 6),
    ],
)
def test_the_last_of_a_squad_has_one_die(hits: int, bonus: int, medic: bool, saves_from: int) -> None:
    fails = [last_save_fails(face, hits, bonus, medic=medic) for face in range(1, 7)]
    assert fails == [face < saves_from for face in range(1, 7)]
