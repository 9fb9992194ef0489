"""Turns that touch, against a turn made in many small parts."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from brickfield.geometry import distance, first_touch, rectangle

HAIR = 1e-6
PARTS = 360

numbers = st.floats(0.3, 3.0)
places = st.floats(-3.0, 3.0)
headings = st.floats(0.0, 359.0)
turns = st.floats(-400.0, 400.0).filter(lambda angle: abs(angle) > 1.0)


@given(headings, numbers, numbers, places, places, headings, numbers, numbers, turns)
def test_the_first_touch_is_where_the_distance_first_is_a_hair(
    heading: float, long: float, wide: float, x: float, y: float, other: float, length: float, width: float, turn: float
) -> None:
    still = rectangle(x, y, other, length, width)
    sign = 1.0 if turn > 0.0 else -1.0

    def gap(angle: float) -> float:
        return distance(rectangle(0.0, 0.0, heading + sign * angle, long, wide), still)

    assume(gap(0.0) > 2 * HAIR)
    found = first_touch(rectangle(0.0, 0.0, heading, long, wide), still, (0.0, 0.0), turn, HAIR)
    clear = abs(turn) if found is None else found
    assert all(gap(clear * part / PARTS) > HAIR * 0.99 for part in range(PARTS))
    if found is not None:
        assert gap(found) <= HAIR * 1.5


@pytest.mark.parametrize("turn", [90.0, -90.0, 360.0])
@pytest.mark.parametrize(("short", "touched"), [(-4e-4, True), (-1e-5, True), (1e-7, True), (1e-5, False)])
def test_a_corner_that_passes_by_a_side_touches_it_or_does_not(turn: float, short: float, touched: bool) -> None:
    wall = rectangle(hypot(1.0, 0.5) + 0.5 + short, 0.0, 90.0, 8.0, 1.0)
    assert (first_touch(rectangle(0.0, 0.0, 90.0, 2.0, 1.0), wall, (0.0, 0.0), turn, HAIR) is not None) == touched
