"""Cutting terrain: from the first end, a shorter rest is a piece, a sliver is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon as Outline
from shapely.ops import unary_union

from brickfield.geometry import (
    GRAIN,
    Part,
    Point,
    Pose,
    Scene,
    Shape,
    cells,
    part_at,
    rectangle,
    rectangle_at,
    sections,
    squares,
    strips,
)
from brickfield.geometry.sections import Share
from tests.geometry import exact
from tests.geometry.tables import KERNELS


def places(parts: list[Part]) -> list[tuple[float, float]]:
    return [pose.place for pose, _, _ in parts]


def test_sections_begin_behind_the_centre() -> None:
    parts = sections(Pose.at(10.0, 5.0, 0.0), 5.0, 0.5, 2.0)
    assert places(parts) == [(8.5, 5.0), (10.5, 5.0), (12.0, 5.0)]
    assert [(length, width) for _, length, width in parts] == [(2.0, 0.5), (2.0, 0.5), (1.0, 0.5)]


def test_sections_follow_the_heading() -> None:
    parts = sections(Pose.at(10.0, 5.0, 90.0), 4.0, 0.5, 2.0)
    assert places(parts) == [(10.0, 4.0), (10.0, 6.0)]
    assert all(pose.degrees == 90.0 for pose, _, _ in parts)


def test_a_sliver_is_no_section() -> None:
    assert len(sections(Pose.at(0.0, 0.0), 6.0 + 5e-7, 1.0, 2.0)) == 3
    assert len(sections(Pose.at(0.0, 0.0), 6.0 + 2e-6, 1.0, 2.0)) == 4
    assert len(sections(Pose.at(0.0, 0.0), 1.89 * 4, 1.0, 1.89)) == 4
    assert len(sections(Pose.at(0.0, 0.0), 0.3, 1.0, 1.89)) == 1


def test_cells_go_along_the_length_first_then_to_the_left() -> None:
    parts = cells(Pose.at(0.0, 0.0, 0.0), 3.0, 4.0, 2.0)
    assert places(parts) == [(-0.5, -1.0), (1.0, -1.0), (-0.5, 1.0), (1.0, 1.0)]
    assert [(length, width) for _, length, width in parts] == [(2.0, 2.0), (1.0, 2.0)] * 2


def test_cells_turn_with_their_area() -> None:
    parts = cells(Pose.at(0.0, 0.0, 90.0), 3.0, 4.0, 2.0)
    assert places(parts) == [(1.0, -0.5), (1.0, 1.0), (-1.0, -0.5), (-1.0, 1.0)]


@pytest.mark.parametrize(("length", "step"), [(0.0, 1.0), (1.0, 0.0), (1.0, -1.0), (float("nan"), 1.0)])
def test_nothing_to_cut_is_refused(length: float, step: float) -> None:
    with pytest.raises(ValueError, match="cannot cut"):
        sections(Pose(0, 0), length, 1.0, step)


@given(st.floats(0.5, 9.0), st.floats(0.5, 9.0), st.floats(0.4, 3.0), st.floats(0.0, 360.0))
def test_pieces_cover_the_whole_and_nothing_twice(length: float, width: float, step: float, heading: float) -> None:
    pose = Pose.at(20.0, 10.0, heading)
    whole = Outline(rectangle_at(pose, length, width).points)
    for parts in (sections(pose, length, width, step), cells(pose, length, width, step)):
        pieces = [Outline(rectangle_at(*part).points) for part in parts]
        assert sum(piece.area for piece in pieces) == pytest.approx(whole.area, abs=1e-4)
        assert unary_union(pieces).symmetric_difference(whole).area < 1e-3


# --- parts that tile their piece exactly -----------------------------------------------------------------------------


def shapes_of(pose: Pose, shares: list[Share]) -> list[Shape]:
    return [part_at(pose.heading, cut, length, width) for _, length, width, cut in shares]


def test_a_rest_of_one_grain_belongs_to_the_last_step() -> None:
    pose = Pose.at(0.0, 0.0)
    assert [length for _, length, _, _ in strips(pose, 6_000_001, 1_000_000, 2_000_000)] == [2_000_000] * 2 + [
        2_000_001
    ]
    assert [length for _, length, _, _ in strips(pose, 6_000_002, 1_000_000, 2_000_000)] == [2_000_000] * 3 + [2]
    with pytest.raises(ValueError, match="cannot cut"):
        strips(pose, 6_000_000, 1_000_000, 0)


def test_a_part_is_drawn_where_it_was_always_drawn() -> None:
    """The rounded poses are those of `sections` and `cells`; only the outlines know better."""
    pose = Pose.at(20.0, 16.0, 45.0)
    assert [share[:3] for share in strips(pose, 5_670_000, 315_000, 1_890_000)] == [
        (where, round(length * GRAIN), round(width * GRAIN))
        for where, length, width in sections(pose, 5.67, 0.315, 1.89)
    ]
    assert [share[0] for share in squares(pose, 3_780_000, 2_000_000, 1_260_000)] == [
        where for where, _, _ in cells(pose, 3.78, 2.0, 1.26)
    ]


lengths = st.integers(100_000, 9_000_000)
poses = st.builds(
    Pose, st.integers(0, 40 * GRAIN), st.integers(0, 40 * GRAIN), st.integers(0, 360 * GRAIN) | st.just(45 * GRAIN)
)


@given(poses, lengths, lengths, st.integers(400_000, 3_000_000))
@settings(max_examples=150)
def test_neighbours_share_their_corners_to_the_last_bit(pose: Pose, length: int, width: int, step: int) -> None:
    whole = rectangle_at(pose, length / GRAIN, width / GRAIN)
    for shares in (strips(pose, length, width, step), squares(pose, length, width, step)):
        outlines = shapes_of(pose, shares)
        corners = [point for shape in outlines for point in shape.points]
        columns, rows = len({share[3][4] for share in shares}), len({share[3][5] for share in shares})
        assert len(set(corners)) == (columns + 1) * (rows + 1)
        assert set(whole.points) <= set(corners)
        for shape in outlines:
            assert [kernel.overlapped(Scene(outlines), shape, outlines.index(shape)) for kernel in KERNELS] == [
                -1
            ] * len(KERNELS)


def behind(eye: Point, pose: Pose, far: float, heading: float) -> Shape:
    """A tank beyond the middle of a piece."""
    x, y = pose.place
    return rectangle(eye[0] + (x - eye[0]) * far, eye[1] + (y - eye[1]) * far, heading, 1.89, 0.945)


eyes = st.tuples(st.floats(0.0, 40.0), st.floats(0.0, 40.0))


@given(poses, lengths, st.just(315_000) | lengths, st.booleans(), eyes, st.floats(1.05, 6.0), st.floats(0.0, 360.0))
@settings(max_examples=300)
def test_a_cut_piece_hides_what_the_whole_one_hides(
    pose: Pose, length: int, width: int, area: bool, eye: Point, far: float, heading: float
) -> None:
    cut = squares(pose, length, width, 1_260_000) if area else strips(pose, length, width, 1_890_000)
    parts, whole = Scene(shapes_of(pose, cut)), Scene([rectangle_at(pose, length / GRAIN, width / GRAIN)])
    target = behind(eye, pose, far, heading)
    for kernel in KERNELS:
        for side in range(4):
            hidden, seen = kernel.sight(parts, *eye, target, side)
            share, visible = kernel.sight(whole, *eye, target, side)
            assert hidden == pytest.approx(share, abs=1e-9)
            assert seen is visible


@given(poses, st.integers(2_000_000, 6_000_000), eyes, st.floats(1.5, 4.0), st.floats(0.0, 360.0))
@settings(max_examples=40)
def test_what_sections_hide_is_exact_also_where_some_are_gone(
    pose: Pose, length: int, eye: Point, far: float, heading: float
) -> None:
    """Exact fractions on the outlines as they are: no crack between those that stand, and the gaps are gaps."""
    outlines = shapes_of(pose, strips(pose, length, 315_000, 1_890_000))
    target = behind(eye, pose, far, heading)
    for standing in (outlines, outlines[1:], outlines[:-1], outlines[::2]):
        for side in range(4):
            ax, ay, bx, by = target.side(side)
            expected = exact.hidden_share(standing, eye, (ax, ay), (bx, by))
            for kernel in KERNELS:
                assert kernel.sight(Scene(standing), *eye, target, side)[0] == pytest.approx(expected, abs=1e-6)
