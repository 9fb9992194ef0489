"""Forms: outlines worked out once and laid anywhere, the same shapes as polygons made corner by corner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.geometry import kernel, polygon, unit
from brickfield.geometry.forms import Form

BOAT = Form(((-2.0, 0.5), (-2.0, -0.5), (1.5, -0.5), (2.0, 0.0), (1.5, 0.5)))
PLACES = st.floats(-50, 50)


@given(PLACES, PLACES, st.floats(0, 360))
def test_a_form_laid_down_is_the_polygon_of_its_turned_corners(x: float, y: float, heading: float) -> None:
    c, s = unit(heading)
    laid = BOAT.at(x, y, c, s)
    made = polygon([(x + (px * c - py * s), y + (px * s + py * c)) for px, py in BOAT.points])
    assert laid.corners == pytest.approx(made.corners)
    assert laid.box == pytest.approx(made.box)
    assert laid.centre == pytest.approx(made.centre)
    assert laid.reach == pytest.approx(made.reach)
    for one, other in zip(laid.edges, made.edges, strict=True):
        assert one == pytest.approx(other, abs=1e-9)
    assert kernel.distance(laid, made) == 0.0
    x0, y0, x1, y1 = BOAT.box(x, y, c, s)
    slack = 1e-9
    assert x0 <= laid.x0 + slack
    assert y0 <= laid.y0 + slack
    assert x1 >= laid.x1 - slack
    assert y1 >= laid.y1 - slack


def test_an_inset_form_keeps_its_distance_from_every_side() -> None:
    core = BOAT.inset(0.1)
    for nx, ny, offset in BOAT.edges:
        nearest = min(offset - (nx * x + ny * y) for x, y in core.points)
        assert nearest == pytest.approx(0.1)


def test_the_reach_from_the_origin_covers_every_corner() -> None:
    assert BOAT.reach_from_origin == pytest.approx((2.0**2 + 0.5**2) ** 0.5)
