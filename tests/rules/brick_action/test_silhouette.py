"""How much of a vehicle is visible, counted on eleven points, and the walls that an AP gun fires through."""

from __future__ import annotations

import pytest

from brickfield.games.brick_action.base.sight.line_of_sight import Landscape, Obstacle, Stander
from brickfield.games.brick_action.chapters.vehicles.silhouette import (
    silhouette,
    visible_points,
    visible_share,
    walls_between,
)
from brickfield.geometry import rectangle
from brickfield.testing import clause

EYE = (0.0, 20.0)
HULL = rectangle(40.0, 20.0, 90.0, 16.0, 10.0)


def share(*obstacles: Obstacle, height: float = 6.0, level: float = 0.0) -> float:
    return visible_share(visible_points(Landscape(obstacles), Stander("eye", *EYE, level), HULL, 0.0, height))


def wall(top: float, y: float = 20.0, width: float = 20.0, tag: str = "", x: float = 30.0) -> Obstacle:
    return Obstacle(f"w{x}{y}", rectangle(x, y, 0.0, 1.0, width), top, tag=tag)


@clause("ba.geometry.vehicle_visible")
def test_eleven_points_span_the_hull_across_the_line_of_fire() -> None:
    points = silhouette(HULL, EYE)
    assert len(points) == 11
    assert points[0] == pytest.approx((40.0, 12.0))
    assert points[5] == pytest.approx((40.0, 20.0))
    assert points[-1] == pytest.approx((40.0, 28.0))


@clause("ba.geometry.vehicle_visible")
@pytest.mark.parametrize(
    ("top", "tag", "counts"),
    [(6, "", 0.0), (5, "", 0.5), (3, "", 0.5), (2, "", 1.0), (6, "hard", 0.5), (9, "soft", 1.0), (9, "none", 1.0)],
)
def test_what_a_point_behind_a_wall_counts(top: float, tag: str, counts: float) -> None:
    assert share(wall(top, tag=tag)) == pytest.approx(counts)


@clause("ba.geometry.vehicle_visible", "ba.veh.cover")
def test_a_wall_before_half_the_hull_hides_its_points() -> None:
    # from y = 20 upwards at x = 30: rays to the points above the centre cross it, the centre ray runs along its edge
    half = wall(8, y=25.0, width=10.0)
    assert share(half) == pytest.approx(6 / 11)


@clause("ba.geometry.vehicle_visible")
def test_from_higher_ground_a_wall_hides_less() -> None:
    assert share(wall(6), level=0.0) == 0.0
    assert share(wall(6), level=8.0) == pytest.approx(0.5)


@clause("ba.geometry.vehicle_visible")
def test_smoke_hides_a_point_altogether() -> None:
    land = Landscape(smoke=[rectangle(20.0, 20.0, 0.0, 16.0, 16.0)])
    assert visible_share(visible_points(land, Stander("eye", *EYE), HULL, 0.0, 6.0)) == 0.0


@clause("ba.veh.ap_wall")
def test_one_wall_is_one_and_a_house_passed_through_two() -> None:
    house = Obstacle("house", rectangle(20.0, 20.0, 0.0, 12.0, 12.0), 8.0)
    land = Landscape([house, wall(5, x=32.0), wall(4, x=34.0)])
    assert walls_between(land, EYE, 0.0, (30.0, 20.0), 0.0, hollow=("house",)) == 2
    assert walls_between(land, EYE, 0.0, (20.0, 20.0), 0.0, inside="house", hollow=("house",)) == 1
    assert walls_between(land, EYE, 0.0, (40.0, 20.0), 0.0, ignored=("house",)) == 1
