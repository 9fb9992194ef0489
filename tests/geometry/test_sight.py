"""Sight, case by case: what hides, what only touches, and where an eye may be."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from brickfield.geometry import Scene, Shape, circle, polygon, rectangle
from tests.geometry.tables import KERNELS, NAMES

LEFT, REAR, RIGHT, FRONT = range(4)


@pytest.fixture(params=KERNELS, ids=NAMES)
def kernel(request: pytest.FixtureRequest) -> Any:
    return request.param


def target() -> Shape:
    """A rectangle whose rear side is the upright line x = 10 from y = 1 to y = -1."""
    return rectangle(11.0, 0.0, 0.0, 2.0, 2.0)


def look(kernel: Any, *shapes: Shape, eye: tuple[float, float] = (0.0, 0.0), side: int = REAR) -> tuple[float, bool]:
    answer: tuple[float, bool] = kernel.sight(Scene(shapes), *eye, target(), side)
    return answer


def box(x0: float, y0: float, x1: float, y1: float) -> Shape:
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def test_nothing_in_the_way_hides_nothing(kernel: Any) -> None:
    assert look(kernel) == (0.0, True)


def test_a_blocker_hides_the_part_behind_it(kernel: Any) -> None:
    assert look(kernel, box(4, 0, 5, 3)) == (0.5, True)
    assert look(kernel, box(4, -3, 5, 0.2)) == (pytest.approx(0.75), True)


def test_a_blocker_across_everything_hides_all(kernel: Any) -> None:
    assert look(kernel, box(4, -3, 5, 3)) == (1.0, False)


def test_two_blockers_hide_their_union(kernel: Any) -> None:
    assert look(kernel, box(4, 0, 5, 3), box(6, -0.3, 7, 3))[0] == pytest.approx(0.75)
    assert look(kernel, box(4, 0, 5, 3), box(2, -3, 3, 0)) == (1.0, False)


def test_touching_a_corner_hides_nothing(kernel: Any) -> None:
    # The upper ray from the eye to (10, 1) runs through the corner (5, 0.5).
    assert look(kernel, box(3, 0.5, 5, 3)) == (0.0, True)
    assert look(kernel, polygon([(5.0, 0.5), (5.0, 2.0), (4.0, 2.0)])) == (0.0, True)


def test_running_along_an_edge_hides_nothing(kernel: Any) -> None:
    assert look(kernel, polygon([(4.0, 0.4), (8.0, 0.8), (4.0, 3.0)])) == (pytest.approx(0.0, abs=1e-12), True)


def test_a_shadow_below_the_tolerance_does_not_count(kernel: Any) -> None:
    assert look(kernel, box(3, 0.5 - 2e-7, 5, 3))[0] == 0.0
    assert look(kernel, box(3, 0.5 - 2e-6, 5, 3))[0] > 0.0


def test_a_gap_below_the_tolerance_is_no_sight(kernel: Any) -> None:
    assert look(kernel, box(4, 1e-7, 5, 3), box(4, -3, 5, 0)) == (1.0, False)
    hidden, seen = look(kernel, box(4, 1e-5, 5, 3), box(4, -3, 5, 0))
    assert 0.99 < hidden < 1.0
    assert seen


def test_a_sliver_left_at_the_end_is_no_sight(kernel: Any) -> None:
    # The first blocker joins the other two; the last one's outer edge runs along the ray to just before the end.
    for end, expected in ((1.0 - 1e-7, (1.0, False)), (1.0 - 1e-3, (pytest.approx(0.9995), True))):
        upper = polygon([(9.0, 0.3), (10.0, 0.3), (10.0, end), (9.0, 0.9 * end)])
        assert look(kernel, box(9, -0.5, 10, 0.5), box(9, -3, 10, -0.4), upper) == expected
        lower = polygon([(9.0, -0.9 * end), (10.0, -end), (10.0, -0.3), (9.0, -0.3)])
        assert look(kernel, box(9, -0.5, 10, 0.5), box(9, 0.4, 10, 3), lower) == expected


def test_adjacent_sections_have_no_seam(kernel: Any) -> None:
    pieces = [rectangle(5.0, -2.835 + 1.89 * n, 90.0, 1.89, 0.3) for n in range(4)]
    assert look(kernel, *pieces) == (1.0, False)


def test_a_blocker_flush_in_front_of_the_side_hides_it(kernel: Any) -> None:
    assert look(kernel, box(9, 0, 10, 1)) == (0.5, True)


def test_a_shape_flush_behind_the_side_hides_nothing(kernel: Any) -> None:
    assert look(kernel, box(10, -1, 12, 1)) == (0.0, True)


def test_a_shape_behind_the_side_hides_nothing(kernel: Any) -> None:
    assert look(kernel, box(10.5, -5, 30, 5)) == (0.0, True)


def test_a_blocker_across_the_line_of_the_side_hides_what_its_front_part_covers(kernel: Any) -> None:
    # Only the corner at (9, 0.5) juts out in front; beyond (10, 0.5) it hides nothing that lies in front of it.
    jutting = polygon([(10.0, 0.0), (11.0, 0.5), (10.0, 1.0), (9.0, 0.5)])
    assert look(kernel, jutting)[0] == pytest.approx((1.0 - 0.0) / 2)


def test_an_eye_strictly_inside_a_shape_sees_nothing(kernel: Any) -> None:
    assert look(kernel, box(-1, -1, 1, 1)) == (1.0, False)
    assert look(kernel, circle(0.0, 0.5, 1.0)) == (1.0, False)


def test_an_eye_on_an_edge_looks_away_freely_and_not_through(kernel: Any) -> None:
    assert look(kernel, box(-2, -1, 0, 1)) == (0.0, True)
    assert look(kernel, box(0, -1, 2, 1)) == (1.0, False)
    assert look(kernel, circle(-1.0, 0.0, 1.0)) == (0.0, True)
    assert look(kernel, circle(1.0, 0.0, 1.0)) == (1.0, False)


def test_an_eye_on_an_edge_looks_along_it_freely_on_one_side(kernel: Any) -> None:
    assert look(kernel, box(-1, 0, 3, 2))[0] == pytest.approx(0.5)


def test_an_eye_on_a_corner_is_hidden_only_into_the_shape(kernel: Any) -> None:
    assert look(kernel, box(0, 0, 2, 2))[0] == pytest.approx(0.5)
    assert look(kernel, box(-2, 0, 0, 2)) == (0.0, True)


def test_a_shape_that_reaches_behind_the_eye_hides_its_front_part(kernel: Any) -> None:
    # Its lower edge runs from (-4, 2) to (6, 0): the ray to its tip is the x axis.
    assert look(kernel, polygon([(-4.0, 2.0), (6.0, 0.0), (6.0, 9.0)]))[0] == pytest.approx(0.5)


def test_a_shape_behind_the_eye_hides_nothing(kernel: Any) -> None:
    assert look(kernel, box(-3, -9, -1, 9)) == (0.0, True)


def test_another_side_keeps_the_target_in_sight(kernel: Any) -> None:
    # From high up the eye faces the rear and the left side; the rear alone is hidden.
    hider = box(9.0, -1.0, 9.99, 1.5)
    hidden, seen = look(kernel, hider, eye=(8.0, 8.0))
    assert hidden == 1.0
    assert seen
    assert look(kernel, hider, box(6, 4, 14, 6), eye=(8.0, 8.0)) == (1.0, False)


def test_a_side_that_does_not_face_the_eye_does_not_make_it_seen(kernel: Any) -> None:
    # The front is turned away: measured all the same, but what is seen is the rear.
    hidden, seen = look(kernel, side=FRONT)
    assert (hidden, seen) == (0.0, True)
    assert look(kernel, box(4, -0.45, 5, 0.45), box(9.5, -3, 9.9, 3), side=FRONT)[1] is False


def test_an_eye_inside_the_target_sees_no_outline(kernel: Any) -> None:
    assert look(kernel, eye=(11.0, 0.0)) == (0.0, False)
    assert kernel.sight(Scene(), 3.0, 3.0, circle(3.0, 3.5, 2.0), 0)[1] is False


def test_an_eye_in_line_with_a_side_sees_it_edge_on(kernel: Any) -> None:
    # Eye on the line x = 10: the side is hidden beyond the first shape that the line enters.
    assert look(kernel, eye=(10.0, 5.0))[0] == 0.0
    assert look(kernel, box(9, 2, 11, 3), eye=(10.0, 5.0))[0] == 1.0
    assert look(kernel, box(9, -0.5, 11, 0.5), eye=(10.0, 5.0))[0] == pytest.approx(0.75)
    assert look(kernel, box(10, 2, 11, 3), eye=(10.0, 5.0))[0] == 0.0


def test_shapes_may_be_skipped_by_number(kernel: Any) -> None:
    scene = Scene([box(4, -3, 5, 3), target(), box(6, -3, 7, 3)])
    assert kernel.sight(scene, 0.0, 0.0, target(), REAR, 0, 2) == (0.0, True)
    assert kernel.sight(scene, 0.0, 0.0, target(), REAR, 2, 0) == (0.0, True)
    assert kernel.sight(scene, 0.0, 0.0, target(), REAR, 0, 1) == (1.0, False)
    assert kernel.sight(scene, 0.0, 0.0, target(), REAR, 2, 2) == (1.0, False)
    assert kernel.sight(scene, 0.0, 0.0, target(), REAR, 7, 9) == (1.0, False)


def test_the_same_shape_twice_is_skipped_once(kernel: Any) -> None:
    wall = box(4, -3, 5, 3)
    assert kernel.sight(Scene([wall, wall]), 0.0, 0.0, target(), REAR, 0) == (1.0, False)
    assert kernel.sight(Scene([wall, wall]), 0.0, 0.0, target(), REAR, 0, 1) == (0.0, True)


def test_a_disc_hides_up_to_its_tangents(kernel: Any) -> None:
    # Seen from the origin the disc spans asin(1/5) on both sides of the ray to its centre.
    tangent = 10.0 / sqrt(24.0)
    hidden = kernel.hidden_share(Scene([circle(5.0, 0.0, 1.0)]), 0.0, 0.0, 10.0, -4.0, 10.0, 4.0)
    assert hidden == pytest.approx(2.0 * tangent / 8.0, abs=1e-12)


def test_a_tangent_ray_hides_nothing(kernel: Any) -> None:
    assert look(kernel, circle(5.0, 0.5 + sqrt(1.01) * 1.0, 1.0))[0] == pytest.approx(0.0, abs=1e-9)


def test_a_disc_across_the_segment_hides_it_where_it_covers_it(kernel: Any) -> None:
    # Centred on the segment, it hides its chord there and up to the tangents beside it.
    hidden = kernel.hidden_share(Scene([circle(10.0, 0.0, 0.5)]), 0.0, 0.0, 10.0, -4.0, 10.0, 4.0)
    assert hidden == pytest.approx(2.0 * 10.0 * 0.5 / sqrt(100.0 - 0.25) / 8.0, abs=1e-12)
    behind = kernel.hidden_share(Scene([circle(10.4, 0.0, 0.5)]), 0.0, 0.0, 10.0, -4.0, 10.0, 4.0)
    assert behind == pytest.approx(2.0 * 0.3 / 8.0, abs=1e-12)


def test_a_disc_target_shows_its_diameter_across_the_line(kernel: Any) -> None:
    plate = circle(10.0, 0.0, 1.0)
    assert kernel.sight(Scene(), 0.0, 0.0, plate, 0) == (0.0, True)
    assert kernel.sight(Scene([box(4, 0, 5, 3)]), 0.0, 0.0, plate, 0) == (0.5, True)
    assert kernel.sight(Scene([box(4, -3, 5, 3)]), 0.0, 0.0, plate, 0) == (1.0, False)


def test_the_rim_of_a_disc_may_be_seen_past_its_diameter(kernel: Any) -> None:
    # The tangents to a disc lie a little outside the rays to the ends of its diameter: 0.40825 against 0.4 at x = 4.
    plate = circle(5.0, 0.0, 0.5)
    blocker = box(4.0, -0.401, 4.01, 0.4015)
    assert kernel.sight(Scene([blocker]), 0.0, 0.0, plate, 0) == (1.0, True)


def test_many_sights_are_single_ones(kernel: Any) -> None:
    scene = Scene([box(4, 0, 5, 3), box(3, -2, 4, -1)])
    rows = [(0.0, y / 2.0, target(), side, -1, -1) for y in range(-9, 9) for side in range(4)]
    assert kernel.sight_many(scene, rows) == [kernel.sight(scene, *row) for row in rows]
    assert kernel.sight_many(scene, ()) == []


def test_visible_intervals_run_from_the_first_end(kernel: Any) -> None:
    scene = Scene([box(4, 0, 5, 3)])
    assert kernel.visible_intervals(scene, 0.0, 0.0, 10.0, -1.0, 10.0, 1.0) == [(0.0, 0.5)]
    assert kernel.visible_intervals(scene, 0.0, 0.0, 10.0, 1.0, 10.0, -1.0) == [(0.5, 1.0)]
    assert kernel.visible_intervals(Scene(), 0.0, 0.0, 10.0, 1.0, 10.0, -1.0) == [(0.0, 1.0)]
    assert kernel.visible_intervals(scene, 0.0, 0.0, 10.0, 0.5, 10.0, 1.0) == []
    assert kernel.visible_intervals(scene, 0.0, 0.0, 10.0, 0.5, 10.0, 1.0, 0) == [(0.0, 1.0)]


def test_a_segment_without_length_is_hidden_whole_or_not_at_all(kernel: Any) -> None:
    scene = Scene([box(4, 0, 5, 3)])
    assert kernel.hidden_share(scene, 0.0, 0.0, 10.0, 1.0, 10.0, 1.0) == 1.0
    assert kernel.hidden_share(scene, 0.0, 0.0, 10.0, -1.0, 10.0, -1.0) == 0.0
    assert kernel.hidden_share(scene, 0.0, 0.0, 10.0, 0.0, 10.0, 0.0) == 0.0
    assert kernel.visible_intervals(scene, 0.0, 0.0, 10.0, 0.0, 10.0, 0.0) == [(0.0, 1.0)]
    assert kernel.hidden_share(scene, 4.5, 1.0, 4.5, 1.0, 4.5, 1.0) == 1.0
    assert kernel.hidden_share(scene, 4.0, 1.0, 4.0, 1.0, 4.0, 1.0) == 0.0


def test_shadowed_by_judges_each_shape_alone(kernel: Any) -> None:
    wall, hedge, aside, under = box(2, -3, 3, 3), box(4, 0, 5, 3), box(4, 3, 5, 5), box(-1, -1, 1, 1)
    scene = Scene([wall, hedge, aside, under])
    assert kernel.shadowed_by(scene, 0.0, 0.0, 10.0, -1.0, 10.0, 1.0) == (0, 1, 3)


def test_mere_contact_with_the_eye_casts_no_shadow(kernel: Any) -> None:
    assert kernel.shadowed_by(Scene([box(-1, -1, 0, 1)]), 0.0, 0.0, 10.0, -1.0, 10.0, 1.0) == ()


def test_crossed_by_needs_more_than_a_graze(kernel: Any) -> None:
    scene = Scene([box(4, 0, 5, 3), box(6, -1, 7, 1), circle(9.0, 1.0, 1.0), circle(12.0, 0.9, 1.0)])
    assert kernel.crossed_by(scene, 0.0, 0.0, 20.0, 0.0) == (1, 3)
    assert kernel.crossed_by(scene, 0.0, 0.0, 6.0, 0.0) == ()
    assert kernel.crossed_by(scene, 6.5, 0.0, 6.6, 0.0) == (1,)
    assert kernel.crossed_by(scene, 6.5, 0.0, 6.5, 0.0) == ()
