"""Size, outline, heights and bill of models."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickfield.bricks.measuring import Lot, boxes_of, measured, outline_of, profile_of
from brickfield.bricks.models import BrickModel
from brickfield.bricks.placing import Placing, around
from brickfield.bricks.reading import read_ldraw
from tests.bricks.test_reading import EXAMPLES, part, read


def example(name: str) -> BrickModel:
    model = read_ldraw(Path(EXAMPLES / f"{name}.ldr").read_bytes())
    assert isinstance(model, BrickModel)
    return model


def test_the_pyramid_measures_as_it_is_built() -> None:
    measure = measured(example("pyramid"))
    assert (measure.size_studs, measure.bricks_high, measure.steps, measure.parts) == ((8, 8), 4, 4, 13)
    assert measure.bill == (Lot("3001", 1, 6), Lot("3001", 4, 4), Lot("3001", 14, 2), Lot("3003", 0, 1))
    assert measure.unknown == ()
    assert measure.outline == ((-4, -4), (4, -4), (4, 4), (-4, 4))


def test_the_car_measures_with_its_wheels_and_names_what_is_unknown() -> None:
    measure = measured(example("car"))
    assert measure.size_studs == (10.8, 4.5)
    assert measure.bricks_high == 5
    assert measure.unknown == ("3829c01",)
    assert measure.parts == sum(lot.count for lot in measure.bill) == 61


def test_length_is_the_longer_side_whichever_way_it_lies() -> None:
    for turn in ("1 0 0 0 1 0 0 0 1", "0 0 1 0 1 0 -1 0 0"):
        assert measured(read(part("3020.dat", turn=turn))).size_studs == (4, 2)


def test_a_part_on_its_side_is_as_high_as_it_is_wide() -> None:
    measure = measured(read(part("3001.dat", turn="0 1 0 -1 0 0 0 0 1")))
    assert measure.size_studs == (2, 1.2)
    assert measure.bricks_high == pytest.approx(80 / 24, abs=1e-3)


def test_studs_on_top_do_not_count() -> None:
    assert measured(read(part("3024.dat"))).bricks_high == pytest.approx(1 / 3, abs=1e-3)


def test_parts_in_sub_models_are_counted_as_often_as_they_are_laid() -> None:
    sub = ["0 FILE sub.ldr", part("3024.dat", 16), part("3005.dat", 1)]
    model = read("0 FILE main.ldr", part("sub.ldr", 2), part("sub.ldr", 4), part("3005.dat", 1), *sub)
    assert measured(model).bill == (Lot("3005", 1, 3), Lot("3024", 2, 1), Lot("3024", 4, 1))


def test_a_model_of_unknown_parts_measures_nothing() -> None:
    measure = measured(read(part("mystery.dat")))
    assert (measure.size_studs, measure.bricks_high, measure.outline) == ((0, 0), 0, ())
    assert (measure.parts, measure.unknown) == (1, ("mystery",))


def test_another_number_of_the_same_body_is_told() -> None:
    assert measured(read(part("3062.dat"), part("3001.dat"))).taken_as == {"3062": "3062b"}


def test_the_outline_is_convex_and_goes_round_to_the_left() -> None:
    boxes = [(0.0, 0.0, 0.0, 40.0, 8.0, 20.0), (0.0, 0.0, 20.0, 20.0, 8.0, 60.0)]
    assert outline_of(boxes) == ((0, 0), (2, 0), (2, 1), (1, 3), (0, 3))


def test_heights_are_those_of_the_highest_part_over_each_square() -> None:
    model = read(part("3020.dat", place="40 -8 20"), part("3005.dat", place="10 -32 10"))
    profile = profile_of(boxes_of(model.placed()))
    assert (profile.square_studs, profile.low_x_studs, profile.low_z_studs) == (1, 0, 0)
    third = round(1 / 3, 3)
    assert profile.bricks == ((round(4 / 3, 3), third, third, third), (third,) * 4)


def test_a_large_model_has_larger_squares_and_a_gap_no_height() -> None:
    boxes = [(0.0, -24.0, 0.0, 20.0, 0.0, 20.0), (2540.0, -48.0, 0.0, 2560.0, 0.0, 20.0)]
    profile = profile_of(boxes)
    assert profile.square_studs == 2
    (row,) = profile.bricks
    assert (len(row), row[0], row[-1], sum(row)) == (64, 1, 2, 3)
    assert profile_of([]).bricks == ()


def test_many_large_boxes_fill_each_square_once() -> None:
    boxes = [(0.0, -float(n), 0.0, 1e6, 0.0, 1e6) for n in range(20_000)]
    profile = profile_of(boxes)
    assert {height for row in profile.bricks for height in row} == {round(19_999 / 24, 3)}


def test_a_box_under_a_turn_is_that_of_its_corners() -> None:
    turned = Placing(5, 0, 0, 0, 0, 1, 0, 1, 0, -1, 0, 0)
    assert turned.box((-40, 0, -10, 40, 24, 10)) == (-5, 0, -40, 15, 24, 40)
    assert around([]) is None
