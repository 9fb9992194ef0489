"""Silhouettes: samples behind solid bodies, checked against a plain march along each line of sight."""

from __future__ import annotations

from math import hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import Shape, point_in, polygon, rectangle
from brickfield.geometry.silhouette import Prism, hidden_rows

HEIGHTS = tuple(0.15 + 0.3 * row for row in range(10))
EYE = (0.0, 0.0, 2.4)


def marched(centre: tuple[float, float], width: float, bodies: list[Prism], margin: float) -> list[list[bool]]:
    """Which samples are hidden, by looking at many points of each line; bodies are grown by the margin."""
    away = hypot(*centre)
    lx, ly = -centre[1] / away, centre[0] / away
    columns = []
    for column in range(10):
        aside = width / 2 - (column + 0.5) * width / 10
        tx, ty = centre[0] + lx * aside, centre[1] + ly * aside
        rows = []
        for height in HEIGHTS:
            steps = [step / 800 for step in range(1, 800)]
            rows.append(
                any(
                    2.4 + at * (height - 2.4) < top + margin and _inside(shape, at * tx, at * ty, margin)
                    for shape, top in bodies
                    for at in steps
                )
            )
        columns.append(rows)
    return columns


def _inside(shape: Shape, x: float, y: float, margin: float) -> bool:
    return all(nx * x + ny * y - offset < margin for nx, ny, offset in shape.edges)


@settings(max_examples=10)
@given(
    x=st.floats(3, 9), y=st.floats(-1.5, 1.5), heading=st.floats(0, 180), length=st.floats(0.3, 3),
    height=st.floats(0.3, 5), width=st.floats(1, 4),
)  # fmt: skip
def test_a_march_along_every_line_agrees(
    x: float, y: float, heading: float, length: float, height: float, width: float
) -> None:
    centre = (12.0, 1.0)
    bodies = [(rectangle(x, y, heading, length, 1.0), height)]
    rows = hidden_rows(EYE, centre, width, HEIGHTS, bodies)
    surely = marched(centre, width, bodies, -0.03)
    perhaps = marched(centre, width, bodies, 0.03)
    for column, count in enumerate(rows):
        assert sum(surely[column]) <= count <= sum(perhaps[column])


def test_nothing_between_hides_nothing() -> None:
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, []) == (0,) * 10
    behind = (rectangle(15.0, 0.0, 0.0, 2.0, 2.0), 9.0)
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [behind]) == (0,) * 10


def test_what_is_higher_than_the_eye_hides_all_and_lower_things_hide_from_below() -> None:
    for height, rows in ((2.7, 10), (2.5, 9), (1.5, 2), (0.9, 0)):
        body = (rectangle(5.0, 0.0, 0.0, 0.002, 4.0), height)
        assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [body]) == (rows,) * 10


def test_grazing_a_side_or_the_top_hides_nothing() -> None:
    # one side lies on the very line to the outermost sample on the left
    beside = polygon([(5.0, 0.45), (6.0, 0.54), (5.5, 2.0)])
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [(beside, 9.0)]) == (0,) * 10
    # the line to the lowest row is 1.275 high half way; the top is exactly there
    wall = rectangle(5.001, 0.0, 0.0, 0.002, 4.0)
    top = 2.4 + 0.5002 * (0.15 - 2.4)
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [(wall, top)]) == (0,) * 10
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [(wall, top + 1e-5)]) == (1,) * 10


def test_an_eye_inside_a_tall_body_sees_nothing_and_above_a_low_one_most() -> None:
    around = rectangle(0.0, 0.0, 0.0, 4.0, 4.0)
    assert point_in(around, 0.0, 0.0, True)
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [(around, 3.0)]) == (10,) * 10
    assert hidden_rows(EYE, (10.0, 0.0), 2.0, HEIGHTS, [(around, 2.2)]) == (5,) * 10
