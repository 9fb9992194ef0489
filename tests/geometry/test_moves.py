"""Moves, case by case: contact is not overlap, a slide is cut at contact, a turn is whole or not at all."""

from __future__ import annotations

from math import cos, radians, sqrt
from typing import Any

import pytest

from brickfield.geometry import GRAIN, STRAIGHT, TURN, Scene, Shape, circle, polygon, rectangle
from tests.geometry.tables import KERNELS, NAMES

TABLE = (0.0, 0.0, 20.0, 20.0)


@pytest.fixture(params=KERNELS, ids=NAMES)
def kernel(request: pytest.FixtureRequest) -> Any:
    return request.param


def box(x0: float, y0: float, x1: float, y1: float) -> Shape:
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def tank(x: float = 5.0, y: float = 5.0, heading: float = 0.0) -> Shape:
    return rectangle(x, y, heading, 2.0, 1.0)


# --- straight moves --------------------------------------------------------------------------------------------------


def test_a_free_move_is_made_whole(kernel: Any) -> None:
    assert kernel.translate(Scene([box(9, 9, 10, 10)]), tank(), 3.0, 0.0) == (1.0, -1)


def test_a_move_is_cut_at_the_exact_contact(kernel: Any) -> None:
    assert kernel.translate(Scene([box(8, 4, 9, 6)]), tank(), 4.0, 0.0) == (0.5, 0)
    assert kernel.translate(Scene([box(8, 4, 9, 6)]), tank(), -4.0, 0.0) == (1.0, -1)


def test_a_move_that_ends_in_contact_is_not_stopped(kernel: Any) -> None:
    assert kernel.translate(Scene([box(8, 4, 9, 6)]), tank(), 2.0, 0.0) == (1.0, -1)


def test_nothing_is_jumped_over(kernel: Any) -> None:
    assert kernel.translate(Scene([box(8, 4, 8.01, 6)]), tank(), 100.0, 0.0) == (0.02, 0)


def test_a_corner_meets_a_slanted_side(kernel: Any) -> None:
    # The front-left corner (6, 5.5) meets the line x + y = 14 after 2.5.
    slope = polygon([(8.0, 6.0), (14.0, 0.0), (14.0, 6.0)])
    share, hit = kernel.translate(Scene([slope]), tank(), 5.0, 0.0)
    assert (share, hit) == (pytest.approx(0.5), 0)


def test_of_two_contacts_the_nearer_stops(kernel: Any) -> None:
    scene = Scene([box(9, 4, 10, 6), box(8, 4, 9, 6), box(8, 5, 9, 6)])
    assert kernel.translate(scene, tank(), 4.0, 0.0) == (0.5, 1)
    assert kernel.translate(scene, tank(), 4.0, 0.0, 1) == (0.5, 2)


def test_sliding_along_something_in_contact_is_free(kernel: Any) -> None:
    wall = box(0, 5.5, 20, 7)
    assert kernel.translate(Scene([wall]), tank(), 5.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene([wall]), tank(), 5.0, -1.0) == (1.0, -1)


def test_moving_into_something_in_contact_covers_nothing(kernel: Any) -> None:
    wall = box(0, 5.5, 20, 7)
    assert kernel.translate(Scene([wall]), tank(), 0.0, 1.0) == (0.0, 0)
    assert kernel.translate(Scene([wall]), tank(), 5.0, 0.001) == (0.0, 0)


def test_penetration_by_rounding_stops_neither_leaving_nor_sliding(kernel: Any) -> None:
    wall = box(0, 5.5 - 8e-7, 20, 7)
    assert kernel.translate(Scene([wall]), tank(), 0.0, -1.0) == (1.0, -1)
    assert kernel.translate(Scene([wall]), tank(), 5.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene([wall]), tank(), 0.0, 1.0) == (0.0, 0)


def test_a_side_shaved_by_less_than_the_tolerance_is_passed(kernel: Any) -> None:
    assert kernel.translate(Scene([box(8, 5.5 - 9e-7, 9, 6)]), tank(), 6.0, 0.0) == (1.0, -1)
    share, hit = kernel.translate(Scene([box(8, 5.5 - 2e-6, 9, 6)]), tank(), 6.0, 0.0)
    assert (share, hit) == (pytest.approx(2.0 / 6.0), 0)


def test_a_corner_passed_by_less_than_the_tolerance_does_not_stop(kernel: Any) -> None:
    # Going up at 45 degrees the tank gets in front of the block while it still clears its top by a hair.
    assert kernel.translate(Scene([box(7, 0, 9, 5.5 + 1.5e-6)]), tank(), 2.0, 2.0) == (1.0, -1)
    share, hit = kernel.translate(Scene([box(7, 0, 9, 5.5 + 4e-6)]), tank(), 2.0, 2.0)
    assert (share, hit) == (0.5, 0)


def test_what_is_already_too_deep_may_leave_but_not_go_deeper(kernel: Any) -> None:
    wall = box(0, 5.499, 20, 7)
    assert kernel.translate(Scene([wall]), tank(), 0.0, -1.0) == (1.0, -1)
    assert kernel.translate(Scene([wall]), tank(), 3.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene([wall]), tank(), 0.0, 0.5) == (0.0, 0)
    plate = circle(5.0, 6.49, 1.0)
    assert kernel.translate(Scene([plate]), tank(), 0.0, -1.0) == (1.0, -1)
    assert kernel.translate(Scene([plate]), tank(), 0.0, 0.5) == (0.0, 0)
    assert kernel.translate(Scene([plate]), circle(5.0, 4.6, 1.0), 0.0, -1.0) == (1.0, -1)
    assert kernel.translate(Scene([plate]), circle(5.0, 4.6, 1.0), 0.0, 0.5) == (0.0, 0)


def test_no_move_is_never_stopped(kernel: Any) -> None:
    assert kernel.translate(Scene([box(4, 4, 6, 6)], TABLE), tank(), 0.0, 0.0) == (1.0, -1)


def test_the_border_stops_a_move(kernel: Any) -> None:
    assert kernel.translate(Scene([], TABLE), tank(), -8.0, 0.0) == (0.5, -2)
    assert kernel.translate(Scene([], TABLE), tank(), 0.0, 29.0) == (0.5, -2)
    assert kernel.translate(Scene([], TABLE), tank(), -4.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene(), tank(), -80.0, 0.0) == (1.0, -1)


def test_along_the_border_is_free_and_back_from_beyond_it_too(kernel: Any) -> None:
    assert kernel.translate(Scene([], TABLE), tank(1.0), 0.0, 4.0) == (1.0, -1)
    assert kernel.translate(Scene([], TABLE), tank(1.0 - 5e-7), 0.0, 4.0) == (1.0, -1)
    assert kernel.translate(Scene([], TABLE), tank(0.5), 1.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene([], TABLE), tank(0.5), 0.0, 1.0) == (1.0, -1)
    assert kernel.translate(Scene([], TABLE), tank(0.5), -1.0, 0.0) == (0.0, -2)


def test_a_shape_at_the_border_stops_before_the_border_does(kernel: Any) -> None:
    assert kernel.translate(Scene([box(20, 0, 25, 20)], TABLE), tank(), 28.0, 0.0) == (0.5, 0)
    assert kernel.translate(Scene([box(21, 0, 25, 20)], TABLE), tank(), 28.0, 0.0) == (0.5, -2)


def test_a_disc_meets_a_side_a_corner_and_a_disc(kernel: Any) -> None:
    plate = circle(5.0, 5.0, 1.0)
    assert kernel.translate(Scene([box(8, 4, 9, 6)]), plate, 4.0, 0.0) == (pytest.approx(0.5), 0)
    # The corner (8, 5.6) is met when it is 0.6 beside and 0.8 ahead of the centre.
    share, hit = kernel.translate(Scene([box(8, 5.6, 9, 8)]), plate, 4.0, 0.0)
    assert (share, hit) == (pytest.approx(2.2 / 4.0), 0)
    share, hit = kernel.translate(Scene([circle(9.0, 5.6, 0.5)]), plate, 4.0, 0.0)
    assert (share, hit) == (pytest.approx((4.0 - sqrt(1.5**2 - 0.6**2)) / 4.0), 0)


def test_a_polygon_meets_a_disc(kernel: Any) -> None:
    assert kernel.translate(Scene([circle(9.0, 5.0, 1.0)]), tank(), 4.0, 0.0) == (pytest.approx(0.5), 0)
    share, hit = kernel.translate(Scene([circle(9.0, 6.1, 1.0)]), tank(), 4.0, 0.0)
    assert (share, hit) == (pytest.approx((3.0 - 0.8) / 4.0), 0)


def test_discs_slide_along_what_they_touch(kernel: Any) -> None:
    plate = circle(5.0, 5.0, 1.0)
    assert kernel.translate(Scene([box(0, 6, 20, 7)]), plate, 5.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene([circle(8.0, 7.0, 1.0)]), plate, 5.0, 0.0) == (1.0, -1)
    assert kernel.translate(Scene([circle(5.0, 7.0, 1.0)]), plate, 0.0, -2.0) == (1.0, -1)
    assert kernel.translate(Scene([circle(5.0, 7.0, 1.0)]), plate, 0.0, 2.0) == (0.0, 0)
    assert kernel.translate(Scene([], TABLE), plate, -8.0, 0.0) == (0.5, -2)


# --- placing ---------------------------------------------------------------------------------------------------------


def test_contact_is_no_overlap(kernel: Any) -> None:
    scene = Scene([box(6, 4, 7, 6), box(3, 4, 4, 6), circle(5.0, 6.5, 1.0), box(6, 5.5, 8, 8)], TABLE)
    assert kernel.overlapped(scene, tank()) == -1


def test_overlap_names_the_first_shape(kernel: Any) -> None:
    scene = Scene([box(8, 8, 9, 9), box(5.9, 4, 7, 6), circle(5.0, 6.4, 1.0)])
    assert kernel.overlapped(scene, tank()) == 1
    assert kernel.overlapped(scene, tank(), 1) == 2
    assert kernel.overlapped(Scene([box(0, 0, 20, 20)]), tank()) == 0
    assert kernel.overlapped(Scene([box(4.9, 4.9, 5.1, 5.1)]), tank()) == 0


def test_bars_that_cross_without_a_corner_inside_overlap(kernel: Any) -> None:
    assert kernel.overlapped(Scene([box(4.5, 0, 5.5, 20)]), tank()) == 0


def test_an_area_below_the_tolerance_is_contact(kernel: Any) -> None:
    # A corner that dips in by 0.0005 covers a triangle of 0.0005 squared.
    dipping = rectangle(5.0, 5.0, 45.0, 2.0, 2.0)
    tip = 5.0 + sqrt(2.0)
    assert kernel.overlapped(Scene([box(tip - 0.0005, 0, 20, 20)]), dipping) == -1
    assert kernel.overlapped(Scene([box(tip - 0.002, 0, 20, 20)]), dipping) == 0
    assert kernel.overlapped(Scene([circle(tip + 0.9995, 5.0, 1.0)]), dipping) == -1
    assert kernel.overlapped(Scene([circle(tip + 0.99, 5.0, 1.0)]), dipping) == 0


def test_a_long_side_in_by_no_more_than_rounding_is_contact(kernel: Any) -> None:
    assert kernel.overlapped(Scene([box(0, 5.5 - 1.5e-6, 20, 7)]), tank()) == -1
    assert kernel.overlapped(Scene([box(0, 5.5 - 1e-5, 20, 7)]), tank()) == 0


def test_discs_overlap_by_area_too(kernel: Any) -> None:
    plate = circle(5.0, 5.0, 1.0)
    assert kernel.overlapped(Scene([circle(7.0, 5.0, 1.0)]), plate) == -1
    assert kernel.overlapped(Scene([circle(6.99995, 5.0, 1.0)]), plate) == -1
    assert kernel.overlapped(Scene([circle(6.99, 5.0, 1.0)]), plate) == 0
    assert kernel.overlapped(Scene([circle(5.1, 5.0, 0.2)]), plate) == 0
    assert kernel.overlapped(Scene([box(4.9, 4.9, 5.1, 5.1)]), plate) == 0


def test_a_shape_at_the_border_is_inside_and_over_it_is_not(kernel: Any) -> None:
    assert kernel.overlapped(Scene([], TABLE), tank(1.0, 0.5)) == -1
    assert kernel.overlapped(Scene([], TABLE), tank(1.0 - 5e-7, 19.5)) == -1
    assert kernel.overlapped(Scene([], TABLE), tank(0.999, 5.0)) == -2
    assert kernel.overlapped(Scene([box(5, 5, 6, 6)], TABLE), tank(0.0)) == -2
    assert kernel.overlapped(Scene([], TABLE), circle(19.5, 5.0, 1.0)) == -2


# --- turns -----------------------------------------------------------------------------------------------------------


def test_a_free_turn_is_free(kernel: Any) -> None:
    assert kernel.pivot(Scene([box(9, 0, 10, 9)], TABLE), tank(), (5.0, 5.0), 360.0) == -1


def test_a_turn_is_stopped_at_its_end(kernel: Any) -> None:
    assert kernel.pivot(Scene([box(4, 5.9, 6, 8)]), tank(), (5.0, 5.0), 90.0) == 0
    assert kernel.pivot(Scene([box(4, 5.9, 6, 8)]), tank(), (5.0, 5.0), 20.0) == -1


def test_a_turn_is_stopped_between_two_free_ends(kernel: Any) -> None:
    # The corner swings out to sqrt(1.25) = 1.118; upright or level it reaches 1.0 at most.
    post = box(4.9, 6.05, 5.1, 7.0)
    assert kernel.overlapped(Scene([post]), tank(5.0, 5.0, 90.0)) == -1
    assert kernel.pivot(Scene([post]), tank(), (5.0, 5.0), 90.0) == 0
    assert kernel.pivot(Scene([post]), tank(), (5.0, 5.0), -90.0) == 0
    assert kernel.pivot(Scene([post]), tank(), (5.0, 5.0), 40.0) == -1
    assert kernel.pivot(Scene([post]), tank(), (5.0, 5.0), -40.0) == -1


def test_a_corner_that_only_brushes_a_wall_does_not_stop_a_turn(kernel: Any) -> None:
    out = sqrt(1.25)
    assert kernel.pivot(Scene([box(0, 5 + out, 20, 8)]), tank(), (5.0, 5.0), 180.0) == -1
    assert kernel.pivot(Scene([box(0, 5 + out - 1e-5, 20, 8)]), tank(), (5.0, 5.0), 180.0) == -1
    assert kernel.pivot(Scene([box(0, 5 + out - 5e-3, 20, 8)]), tank(), (5.0, 5.0), 180.0) == 0


def test_a_corner_of_the_other_may_be_swept_by_a_side(kernel: Any) -> None:
    # The tip at (5, 5.7) is beyond the side (0.5) and within the front (1.0): a turn by 90 runs over it.
    tip = polygon([(5.0, 5.7), (6.0, 8.0), (4.0, 8.0)])
    assert kernel.pivot(Scene([tip]), tank(), (5.0, 5.0), 30.0) == -1
    assert kernel.pivot(Scene([tip]), tank(), (5.0, 5.0), 60.0) == 0


def test_a_pebble_that_no_corner_reaches_is_swept_by_a_side(kernel: Any) -> None:
    # It lies at 60 degrees, 0.7 from the centre: covered from 14 to 106 degrees, free at both ends of the turn.
    pebble = circle(5.35, 5.606, 0.03)
    block = box(5.32, 5.58, 5.38, 5.64)
    for stone in (pebble, block):
        assert kernel.overlapped(Scene([stone]), tank(5.0, 5.0, 120.0)) == -1
        assert kernel.pivot(Scene([stone]), tank(), (5.0, 5.0), 120.0) == 0
        assert kernel.pivot(Scene([stone]), tank(5.0, 5.0, 120.0), (5.0, 5.0), -120.0) == 0
        assert kernel.pivot(Scene([stone]), tank(), (5.0, 5.0), 8.0) == -1
        assert kernel.pivot(Scene([stone]), tank(), (5.0, 5.0), -50.0) == -1


def test_the_deepest_place_of_a_dip_counts(kernel: Any) -> None:
    # At its deepest the corner covers 1.25 times the square of 0.0009; in the middle of the dip and at its end less.
    ceiling = box(0, 5 + sqrt(1.25) - 0.0009, 20, 8)
    assert kernel.overlapped(Scene([ceiling]), tank(5.0, 5.0, 63.935)) == -1
    assert kernel.pivot(Scene([ceiling]), tank(), (5.0, 5.0), 63.935) == 0
    # Likewise a turn out of a dip that is deepest at its start.
    tip = 5.0 + sqrt(2.0)
    assert (
        kernel.pivot(Scene([box(tip - 0.0012, 0, 20, 20)]), rectangle(5.0, 5.0, 45.0, 2.0, 2.0), (5.0, 5.0), 45.0) == 0
    )


def test_a_turn_away_from_something_in_contact_is_free(kernel: Any) -> None:
    # It touches the left side near the front: clockwise leads away from it, counter-clockwise into it.
    tip = polygon([(5.9, 5.5), (6.9, 8.0), (4.9, 8.0)])
    assert kernel.pivot(Scene([tip]), tank(), (5.0, 5.0), -60.0) == -1
    assert kernel.pivot(Scene([tip]), tank(), (5.0, 5.0), 10.0) == 0
    sunk = polygon([(5.9, 5.5 - 1e-6), (6.9, 8.0), (4.9, 8.0)])
    assert kernel.pivot(Scene([sunk]), tank(), (5.0, 5.0), -60.0) == -1


def test_side_by_side_neither_can_turn(kernel: Any) -> None:
    neighbour = tank(5.0, 6.0)
    assert kernel.pivot(Scene([neighbour]), tank(), (5.0, 5.0), 5.0) == 0
    assert kernel.pivot(Scene([neighbour]), tank(), (5.0, 5.0), -5.0) == 0
    assert kernel.pivot(Scene([neighbour]), tank(), (5.0, 5.0), 0.0) == -1


def test_a_turn_that_begins_in_an_overlap_is_stopped(kernel: Any) -> None:
    assert kernel.pivot(Scene([box(5.5, 4, 7, 6)]), tank(), (5.0, 5.0), 1.0) == 0
    assert kernel.pivot(Scene([box(5.5, 4, 7, 6)]), tank(), (5.0, 5.0), 0.0) == 0


def test_the_first_number_is_named_and_one_may_be_skipped(kernel: Any) -> None:
    scene = Scene([box(9, 9, 10, 10), box(4, 5.9, 6, 8), box(4, 2, 6, 4.1)])
    assert kernel.pivot(scene, tank(), (5.0, 5.0), 90.0) == 1
    assert kernel.pivot(scene, tank(), (5.0, 5.0), 90.0, 1) == 2


def test_a_turn_about_another_point_swings_wide(kernel: Any) -> None:
    # About its rear the front reaches 2 and its corners a little more.
    wall = box(3, 6.9, 6, 8)
    assert kernel.pivot(Scene([wall]), tank(), (4.0, 5.0), 90.0) == 0
    assert kernel.pivot(Scene([wall]), tank(), (5.0, 5.0), 90.0) == -1


def test_turning_into_and_past_discs(kernel: Any) -> None:
    assert kernel.pivot(Scene([circle(5.0, 6.5, 0.45)]), tank(), (5.0, 5.0), 90.0) == 0
    assert kernel.pivot(Scene([circle(5.0, 6.5, 0.45)]), tank(), (5.0, 5.0), 30.0) == -1
    assert kernel.pivot(Scene([circle(5.0, 6.7, 0.5)]), tank(), (5.0, 5.0), 360.0) == -1
    # A disc carried round a point meets what lies on its ring, not what lies inside it.
    plate = circle(8.0, 5.0, 0.5)
    assert kernel.pivot(Scene([box(4.8, 7.8, 5.2, 8.2)]), plate, (5.0, 5.0), 180.0) == 0
    assert kernel.pivot(Scene([box(4.8, 7.8, 5.2, 8.2)]), plate, (5.0, 5.0), -180.0) == -1
    assert kernel.pivot(Scene([box(4, 4, 6, 6)]), plate, (5.0, 5.0), 360.0) == -1
    assert kernel.pivot(Scene([circle(5.0, 8.0, 0.4)]), plate, (5.0, 5.0), 180.0) == 0
    assert kernel.pivot(Scene([circle(5.0, 8.0, 0.4)]), plate, (5.0, 5.0), 60.0) == -1
    assert kernel.pivot(Scene([circle(8.9, 5.0, 0.4)]), plate, plate.centre, 90.0) == -1
    assert kernel.pivot(Scene([circle(8.8, 5.0, 0.4)]), plate, plate.centre, 90.0) == 0


def test_a_turn_may_touch_the_border_and_not_cross_it(kernel: Any) -> None:
    assert kernel.pivot(Scene([], TABLE), tank(sqrt(1.25), 5.0), (sqrt(1.25), 5.0), 360.0) == -1
    assert kernel.pivot(Scene([], TABLE), tank(1.1, 5.0), (1.1, 5.0), 90.0) == -2
    # Turning the corners away from the border is free.
    steep = rectangle(1.0, 5.0, 0.0, 2.0, 1.0)
    assert kernel.pivot(Scene([], TABLE), steep, (1.0, 5.0), 10.0) == -2
    lean = 26.565051177077994
    leaning = rectangle(sqrt(1.25), 5.0, lean, 2.0, 1.0)
    assert kernel.pivot(Scene([], TABLE), leaning, (sqrt(1.25), 5.0), 60.0) == -1
    plate = circle(8.0, 5.0, 0.5)
    assert kernel.pivot(Scene([], (0.0, 0.0, 20.0, 8.4)), plate, (5.0, 5.0), 180.0) == -2
    assert kernel.pivot(Scene([], (0.0, 0.0, 20.0, 8.5)), plate, (5.0, 5.0), 180.0) == -1


# --- distances and drives --------------------------------------------------------------------------------------------


def test_distance_is_between_the_nearest_points(kernel: Any) -> None:
    assert kernel.distance(tank(), tank(9.0)) == 2.0
    assert kernel.distance(tank(), tank(9.0, 8.0)) == pytest.approx(sqrt(4.0 + 4.0))
    assert kernel.distance(tank(), tank(7.0)) == 0.0
    assert kernel.distance(tank(), tank(5.5)) == 0.0
    assert kernel.distance(tank(), circle(5.0, 9.0, 1.0)) == 2.5
    assert kernel.distance(circle(5.0, 9.0, 1.0), circle(5.0, 12.0, 0.5)) == 1.5
    assert kernel.distance(circle(5.0, 9.0, 1.0), tank()) == 2.5
    assert kernel.distance(circle(5.0, 9.0, 1.0), circle(5.0, 9.2, 0.5)) == 0.0


def test_point_distance_is_nothing_inside(kernel: Any) -> None:
    assert kernel.point_distance(tank(), 5.0, 5.0) == 0.0
    assert kernel.point_distance(tank(), 6.0, 5.0) == 0.0
    assert kernel.point_distance(tank(), 9.0, 9.5) == 5.0
    assert kernel.point_distance(circle(0.0, 0.0, 1.0), 3.0, 4.0) == 4.0


def test_a_drive_goes_through_its_legs(kernel: Any) -> None:
    x, y, heading, leg, share, hit = kernel.sweep(Scene(), 2.0, 1.0, 5.0, 5.0, 0.0, [(90.0, 3.0), (-90.0, -2.0)])
    assert (x, y, heading, leg, share, hit) == (3.0, 8.0, 0.0, 2, 1.0, -1)
    assert kernel.sweep(Scene(), 2.0, 1.0, 5.0, 5.0, 30.0, []) == (5.0, 5.0, 30.0, 0, 1.0, -1)


def test_a_drive_is_cut_at_contact(kernel: Any) -> None:
    scene = Scene([box(0, 9, 20, 10)], TABLE)
    drive = kernel.sweep(scene, 2.0, 1.0, 5.0, 5.0, 0.0, [(0.0, 1.0), (90.0, 6.0), (0.0, 1.0)])
    assert drive == (6.0, 8.0, 90.0, 1, 0.5, 0)
    assert kernel.sweep(scene, 2.0, 1.0, 5.0, 5.0, 0.0, [(0.0, -8.0)]) == (1.0, 5.0, 0.0, 0, 0.5, -2)
    assert kernel.sweep(scene, 2.0, 1.0, 5.0, 5.0, 0.0, [(90.0, 6.0)], 0)[5] == -1
    two = Scene([box(0, 8, 20, 9), box(0, 9, 20, 10), box(20, 0, 21, 20)], TABLE)
    assert kernel.sweep(two, 2.0, 1.0, 5.0, 5.0, 90.0, [(0.0, 6.0)], 0) == (5.0, 8.0, 90.0, 0, 0.5, 1)
    assert kernel.sweep(two, 2.0, 1.0, 5.0, 5.0, 90.0, [(0.0, 6.0)], 1) == (5.0, 7.0, 90.0, 0, pytest.approx(1 / 3), 0)
    assert kernel.sweep(two, 2.0, 1.0, 5.0, 5.0, 0.0, [(0.0, 28.0)]) == (19.0, 5.0, 0.0, 0, 0.5, 2)


def test_a_turn_that_hits_is_not_made_at_all(kernel: Any) -> None:
    scene = Scene([tank(9.0, 6.0)], TABLE)
    drive = kernel.sweep(scene, 2.0, 1.0, 5.0, 5.0, 0.0, [(0.0, 4.0), (30.0, 1.0)])
    assert drive == (9.0, 5.0, 0.0, 1, 0.0, 0)
    assert kernel.sweep(Scene([], TABLE), 2.0, 1.0, 1.0, 5.0, 0.0, [(30.0, 1.0)]) == (1.0, 5.0, 0.0, 0, 0.0, -2)


def test_headings_of_a_drive_stay_within_a_turn(kernel: Any) -> None:
    x, y, heading, *_ = kernel.sweep(Scene(), 2.0, 1.0, 5.0, 5.0, 350.0, [(20.0, 1.0), (-40.0, 0.0)])
    assert heading == pytest.approx(330.0)
    assert x == pytest.approx(5.0 + cos(radians(10.0)))
    assert y > 5.0


def test_a_course_is_cut_at_contact_and_goes_on_from_there(kernel: Any) -> None:
    scene = Scene([box(8, 0, 9, 20)], TABLE)
    legs = [
        (STRAIGHT, 0, 6 * GRAIN),
        (STRAIGHT, 0, -1 * GRAIN),
        (TURN, 0, 90 * GRAIN),
        (STRAIGHT, 90 * GRAIN, 2 * GRAIN),
    ]
    ways = kernel.course(scene, 2.0, 1.0, 5 * GRAIN, 5 * GRAIN, 0, legs)
    assert ways == [
        (7 * GRAIN, 5 * GRAIN, 0, 2 * GRAIN, 0),
        (6 * GRAIN, 5 * GRAIN, 0, -1 * GRAIN, -1),
        (6 * GRAIN, 5 * GRAIN, 90 * GRAIN, 90 * GRAIN, -1),
        (6 * GRAIN, 7 * GRAIN, 90 * GRAIN, 2 * GRAIN, -1),
    ]


def test_a_turn_that_hits_ends_a_course(kernel: Any) -> None:
    legs = [(TURN, 0, 30 * GRAIN), (STRAIGHT, 0, 1 * GRAIN)]
    assert kernel.course(Scene([tank(5.0, 6.0)]), 2.0, 1.0, 5 * GRAIN, 5 * GRAIN, 0, legs) == [
        (5 * GRAIN, 5 * GRAIN, 0, 0, 0)
    ]


def test_a_drive_meets_discs(kernel: Any) -> None:
    scene = Scene([circle(9.0, 5.0, 1.0)])
    assert kernel.sweep(scene, 2.0, 1.0, 5.0, 5.0, 0.0, [(0.0, 4.0)]) == (7.0, 5.0, 0.0, 0, pytest.approx(0.5), 0)
    near = Scene([circle(5.0, 6.5, 0.45)])
    assert kernel.sweep(near, 2.0, 1.0, 5.0, 5.0, 0.0, [(90.0, 4.0)])[3:] == (0, 0.0, 0)


# --- discs -----------------------------------------------------------------------------------------------------------


def test_a_disc_turns_wherever_it_stands_and_stops_at_contact(kernel: Any) -> None:
    scene = Scene([box(1, -1, 3, 1)], (-1.0, -1.0, 4.0, 4.0))
    assert kernel.sweep(scene, 2.0, 0.0, 0.0, 0.0, 0.0, [(90.0, 0.0)]) == (0.0, 0.0, 90.0, 1, 1.0, -1)
    assert kernel.course(scene, 2.0, 0.0, 0, 0, 0, [(TURN, 0, 90 * GRAIN)]) == [(0, 0, 90 * GRAIN, 90 * GRAIN, -1)]
    assert kernel.course(scene, 2.0, 0.0, 0, 0, 0, [(STRAIGHT, 0, GRAIN)])[0][3:] == (0, 0), "it touches the wall"
    assert kernel.course(scene, 2.0, 0.0, 0, 0, 0, [(STRAIGHT, 90 * GRAIN, 9 * GRAIN)])[0][1:] == (
        3 * GRAIN, 0, 3 * GRAIN, -2,
    )  # fmt: skip
