"""Dice whose faces are not equally likely: a brick that is thrown lands on its large faces more often."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from brickfield.core.dice import ForcedDice, Pool, SeededDice

# a coin that nearly always shows 2, and a die with a face that never comes
SKEWED = Pool(4000, "skewed", faces=3, weights=(1, 8, 1))
NEVER = Pool(500, faces=3, weights=(1, 0, 1))


def test_faces_come_as_often_as_they_weigh() -> None:
    dice = SeededDice("weights")
    counts = Counter(dice.roll(SKEWED))
    assert 3050 < counts[2] < 3350
    assert 300 < counts[1] < 500
    assert 300 < counts[3] < 500
    assert set(dice.roll(NEVER)) == {1, 3}


def test_a_seeded_weighted_roll_is_the_same_whenever_it_is_asked_for() -> None:
    first = SeededDice("again")
    rolls = [first.roll(SKEWED) for _ in range(3)]
    assert SeededDice("again", rolled=2).roll(SKEWED) == rolls[2]
    assert rolls[0] != rolls[1]


def test_plain_dice_fall_as_before_weights_were_known() -> None:
    assert SeededDice("plain").roll(Pool(8)) == SeededDice("plain").roll(Pool(8, weights=()))
    assert msgspec.json.encode(Pool(2)) == b'{"count":2}'
    assert msgspec.json.decode(msgspec.json.encode(SKEWED), type=Pool) == SKEWED


def test_forced_dice_show_any_face_of_a_weighted_die() -> None:
    assert ForcedDice((1, 3)).roll(Pool(2, faces=3, weights=(1, 8, 1))) == (1, 3)


@pytest.mark.parametrize("weights", [(0, 0), (-1, 5), (2**32, 1)])
def test_weights_that_make_no_die_are_an_error(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="weighted"):
        SeededDice(1).roll(Pool(1, faces=2, weights=weights))
