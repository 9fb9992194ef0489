"""Cutting terrain: from the first end, a shorter rest is a piece, a sliver is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon as Outline
from shapely.ops import unary_union

from brickfield.geometry import Part, Pose, cells, rectangle_at, sections


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
