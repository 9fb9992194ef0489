"""Dices: the brick die, its chance, cubes instead, one kind for all, and calibration by one's own throws."""

from __future__ import annotations

from math import asin, pi

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.base import dices
from brickfield.games.battle_of_the_sea.setup.options import Options
from brickfield.testing import clause, dice
from tests.rules.battle_of_the_sea.table import GALLEON, VIKING, fire, sea, ship, stay_and_fire

BRICK, HARD, EASY = Options(), Options(dice="d6_hard"), Options(dice="d6_easy")


@clause("sea.dice.brick", "sea.dice.probability")
def test_the_chance_of_a_side_is_its_share_of_the_solid_angle() -> None:
    assert dices.chance(BRICK) == pytest.approx(0.582535, abs=1e-12)
    half, high = dices.model().side_mm / 2, dices.model().height_mm / 2
    # the solid angle of the flat side, seen from the middle of the brick
    flat = 4 * asin(half**2 / (half**2 + high**2))
    assert 1 - 2 * flat / (4 * pi) == pytest.approx(dices.chance(BRICK), abs=5e-7)
    weights = dices.weights_of(BRICK)
    assert weights[0] / sum(weights) == pytest.approx(0.208733, abs=1e-6)


@clause("sea.dice.success", "sea.dice.failure")
def test_four_sides_succeed_and_two_flats_fail() -> None:
    assert [dices.score(BRICK, (face,)) for face in range(1, 7)] == [0, 0, 1, 1, 1, 1]


@clause("sea.dice.score", "sea.fight.dice")
def test_the_score_is_the_number_of_successes() -> None:
    assert dices.score(BRICK, (1, 2, 3, 6, 5)) == 3
    assert dices.score(BRICK, ()) == 0


@clause("sea.dice.d6_hard", "sea.dice.d6_easy")
@pytest.mark.parametrize(("options", "faces", "chance"), [(HARD, (4, 5, 6), 1 / 2), (EASY, (3, 4, 5, 6), 2 / 3)])
def test_cubes_need_four_or_three(options: Options, faces: tuple[int, ...], chance: float) -> None:
    assert tuple(face for face in range(1, 7) if dices.score(options, (face,))) == faces
    assert dices.chance(options) == pytest.approx(chance)
    assert dices.pool(options, 3, "x", 0).weights == ()
    assert dices.pool(BRICK, 3, "x", 0).faces == len(dices.weights_of(BRICK)) == 6


@clause("sea.dice.same", "sea.dice.d6_hard")
def test_everybody_throws_the_agreed_kind() -> None:
    table = sea(ship("A1", VIKING, 10, 10), ship("B1", VIKING, 16, 10), options={"dice": "d6_hard"})
    shot = stay_and_fire(table, "A1", ("B1", 2), dice=dice(3, 4))
    assert shot.of("attack_resolved")[0].hits == 1
    assert table.asked == "command_fleet"
    assert table.decision is not None
    assert table.decision.seat == 1
    table.answer("sail", unit="B1", legs=[])
    assert fire(table, ("A1", 2), dice=dice(3, 4)).of("attack_resolved")[0].hits == 1


@clause("sea.dice.probability")
def test_seeded_bricks_fall_on_a_side_as_often_as_the_model_says() -> None:
    share = dices.score(BRICK, SeededDice(5).roll(dices.pool(BRICK, 6000, "many", 0))) / 6000
    assert abs(share - 0.582535) < 0.02


@clause("sea.dice.probability")
def test_calibration_weighs_throws_against_the_model() -> None:
    nothing = dices.calibrate(0, 0)
    assert nothing.chance == pytest.approx(0.582535)
    many = dices.calibrate(700, 1000)
    assert many.chance == pytest.approx((0.582535 * 20 + 700) / 1020)
    assert many.low < 0.7 < many.high
    assert many.high - many.low < nothing.high - nothing.low
    assert (round(many.low, 3), round(many.high, 3)) == (0.674, 0.721)
    with pytest.raises(ValueError, match="cannot come"):
        dices.calibrate(3, 2)
    # the curve that is drawn is this posterior: its area is 1, its mean the best guess
    for successes, throws in ((0, 0), (7, 10)):
        curve = dices.density(successes, throws, 400)
        assert len(curve) == 401
        assert sum(curve) / 400 == pytest.approx(1, abs=1e-3)
        mean = sum(step * height for step, height in enumerate(curve)) / 400**2
        assert mean == pytest.approx(dices.calibrate(successes, throws).chance, abs=1e-3)


@clause("sea.dice.probability")
def test_calibrated_bricks_can_be_agreed_on() -> None:
    options = Options(brick_permille=dices.calibrate(700, 1000).permille)
    assert dices.chance(options) == pytest.approx(0.698)
    assert isinstance(Options.of({"brick_permille": 1000}), Refusal)


@clause("sea.fight.dice")
def test_the_chances_of_hits_are_binomial() -> None:
    assert dices.chances_of_hits(HARD, 2) == pytest.approx((0.25, 0.5, 0.25))
    assert sum(dices.chances_of_hits(BRICK, 15)) == pytest.approx(1)


@clause("sea.fight.dice", "sea.firepower.meaning")
def test_one_die_for_each_point() -> None:
    table = sea(ship("A1", GALLEON, 10, 10), ship("B1", GALLEON, 16, 10))
    shot = stay_and_fire(table, "A1", ("B1", 10), dice=dice(*[1] * 10))
    assert shot.of("attack_resolved")[0].dice == 10
    assert shot.of("attack_resolved")[0].hits == 0
