"""Obstacles and terrain in the line of fire: hard cover, soft cover, low walls, hedgerows and light trees.

The barrel is at (24, 5), the facing side of the target runs from x = 23 to 25 at y = 23.
"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import LineString, Polygon, box

from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.base.measures import measures
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
LONG = {"length_inches": 4.0, "width_inches": 1.0}
# The sides of a square hull with heading 0 about its centre: left, rear, right, front.
_SIDES = (((1, 1), (-1, 1)), ((-1, 1), (-1, -1)), ((-1, -1), (1, -1)), ((1, -1), (1, 1)))


def table(*terrain: Any, shooter: Any = None, target: Any = None, **options: Any) -> Position:
    """A Sherman looks up at a Panzer III past this terrain."""
    a1 = shooter or unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE)
    b1 = target or unit("B1", "Panzer III", 24, 24, 270, **SQUARE)
    return lay_table("micro_brick_battle", [a1, b1], terrain, options=options, anyhow=True)


def points(t: Position) -> tuple[int, int]:
    numbers = t.tally("A1", "B1")
    return numbers.attack_points.total, numbers.defense_points.total


# --- what hides, what hinders, what does neither ---------------------------------------------------------------------


@clause("mbb.cover.hard", "mbb.cover.three_bricks", "mbb.mod.hidden.what", "mbb.geometry.los")
@pytest.mark.parametrize("name", ["House", "Building", "Base", "Forest", "Wall", "Artillery Bunker", "Spotting Bunker"])
def test_hard_cover_and_things_three_bricks_high_break_the_line(name: str) -> None:
    across = table(piece(name, 24, 14, length=8, width=1))
    assert not across.line_of_sight("A1", "B1")
    half = table(piece(name, 28, 13.5, length=8, width=1))
    assert half.hidden_share("A1", "B1") == pytest.approx(0.5)
    assert points(half) == (2, 4)


@clause("mbb.cover.soft", "mbb.mod.hidden.what", "mbb.geometry.los", "mbb.geometry.soft_test", "mbb.geometry.height")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Hedgerow", (3, 4)),
        ("Light Tree Cover", (3, 4)),
        ("Low Wall", (4, 6)),
        ("Tank Trap", (4, 4)),
        ("Wire Obstacle", (4, 4)),
    ],
)
def test_soft_and_see_through_pieces_never_hide(name: str, expected: tuple[int, int]) -> None:
    t = table(piece(name, 24, 14, length=8, width=1))
    assert t.line_of_sight("A1", "B1")
    assert t.hidden_share("A1", "B1") == 0.0
    assert points(t) == expected


@clause("mbb.cover.soft", "mbb.geometry.los")
def test_any_depth_of_soft_cover_leaves_the_line_open() -> None:
    rows = [piece("Light Tree Cover", 24, y, length=8, width=2) for y in (8, 11, 14, 17, 20)]
    t = table(*rows)
    assert t.line_of_sight("A1", "B1")
    assert points(t) == (3, 4)
    assert t.fire({"A1": "B1"}, dice(4, 5)).of("unit_destroyed")


_spot = st.tuples(st.integers(4, 44), st.integers(4, 32), st.sampled_from([0, 20, 45, 90, 160, 270]))


@clause("mbb.geometry.soft_test", "mbb.cover.soft")
@settings(max_examples=80)
@given(_spot, _spot, _spot, st.integers(1, 8))
def test_soft_cover_counts_exactly_when_it_reaches_into_the_triangle_of_fire(
    shooter: Any, target: Any, hedge: Any, length: int
) -> None:
    """A second opinion: the triangle between the barrel and the ends of the facing side, cut with the hedgerow."""
    if hypot(shooter[0] - target[0], shooter[1] - target[1]) < 3:
        return
    units = {
        "shooter": unit("A1", "M4 Sherman", *shooter, **SQUARE),
        "target": unit("B1", "T-34/76", *target, **SQUARE),
    }
    t = table(piece("Hedgerow", *hedge, length=length, width=1), **units)
    sight = t.tally("A1", "B1").sight
    hull = affinity.rotate(box(target[0] - 1, target[1] - 1, target[0] + 1, target[1] + 1), target[2], "center")
    hull_ends = affinity.rotate(LineString(_SIDES[sight.side]), target[2], origin=(0, 0))
    side = affinity.translate(hull_ends, target[0], target[1])
    assert hull.boundary.buffer(1e-6).contains(side)
    leaves = box(hedge[0] - length / 2, hedge[1] - 0.5, hedge[0] + length / 2, hedge[1] + 0.5)
    leaves = affinity.rotate(leaves, hedge[2], "center")
    common = leaves.intersection(Polygon([sight.muzzle, *side.coords])).area
    if common > 1e-6 or common < 1e-12:
        assert ("mbb.terrain.hedge" in [line.clause for line in t.why("A1", "B1")]) is (common > 1e-6)


# --- hedgerows -------------------------------------------------------------------------------------------------------


@clause("mbb.terrain.hedge", "mbb.geometry.soft_test")
@pytest.mark.parametrize(("left_edge", "attack_points"), [(24.6, 4), (24.5, 4), (24.499998, 3), (23.0, 3)])
def test_a_hedgerow_counts_as_soon_as_it_shades_anything(left_edge: float, attack_points: int) -> None:
    """Its far edge is half way: with its end at 24.5 it just touches the line to the end of the side."""
    t = table(piece("Hedgerow", left_edge + 0.945, 13.5, length=1.89, width=1))
    assert t.tally("A1", "B1").attack_points.total == attack_points


@clause("mbb.terrain.hedge", "mbb.obst.lowwall.own")
def test_a_hedgerow_is_nobodys_own_cover() -> None:
    at_the_barrel = table(piece("Hedgerow", 24, 5.4, length=4, width=0.3))
    at_the_target = table(piece("Hedgerow", 24, 22.7, length=4, width=0.3))
    assert points(at_the_barrel) == points(at_the_target) == (3, 4)


@clause("mbb.terrain.hedge", "mbb.geometry.soft_test")
@pytest.mark.parametrize(("y", "attack_points"), [(5.5, 4), (5.50001, 3), (6.0, 3), (6.5, 3)])
def test_a_barrel_inside_a_hedgerow_shoots_through_it_one_that_touches_it_from_beyond_does_not(
    y: float, attack_points: int
) -> None:
    """The barrel of the long hull is at (24, 6); the hedgerow reaches half an inch up and down from y."""
    shooter = unit("A1", "M4 Sherman", 24, 4, 0, **LONG)
    assert points(table(piece("Hedgerow", 24, y, length=8, width=1), shooter=shooter))[0] == attack_points


@clause("mbb.terrain.hedge")
@pytest.mark.parametrize(("passable", "reached"), [(False, 6.0), (True, 10.0)])
def test_a_hedgerow_stops_vehicles_unless_the_house_rule_opens_it(passable: bool, reached: float) -> None:
    t = table(piece("Hedgerow", 24, 7.5, length=6, width=1), hedgerow_passable=passable)
    t.move("A1", forward(6))
    assert t.pose("A1")[1] == pytest.approx(reached)
    # and the table says so before anybody drives into it
    face = t.match.game.face
    assert face is not None
    assert face(t.match).features["Hedgerow"].blocks is not passable


# --- light trees -----------------------------------------------------------------------------------------------------


@clause("mbb.terrain.trees", "mbb.geometry.soft_test")
@pytest.mark.parametrize(
    ("y", "attack_points"),
    [
        (14.0, 3),  # between the two
        (22.5, 3),  # before the target
        (24.0, 3),  # around it
        (25.0, 3),  # its centre is exactly on the border
        (25.00001, 4),  # behind its centre
        (3.0, 4),  # behind the shooter
    ],
)
def test_light_trees_count_in_the_line_and_around_the_centre_of_the_target(y: float, attack_points: int) -> None:
    """The trees reach an inch up and down from y."""
    t = table(piece("Light Tree Cover", 24, y, length=4, width=2))
    assert t.tally("A1", "B1").attack_points.total == attack_points


@clause("mbb.terrain.trees", "mbb.geometry.soft_test")
def test_only_trees_cover_by_standing_around_the_target() -> None:
    """Low wall and hedgerow under the target's centre, behind its facing side, do nothing."""
    t = table(piece("Low Wall", 24, 24, length=1.5, width=0.3), piece("Hedgerow", 24, 24.4, length=1.5, width=0.3))
    assert points(t) == (4, 4)


@clause("mbb.terrain.trees")
def test_light_trees_are_free_ground() -> None:
    t = table(piece("Light Tree Cover", 24, 8, length=8, width=4))
    assert t.cost("A1", forward(6)) == 6
    t.move("A1", forward(6))
    assert t.pose("A1") == pytest.approx((24, 10, 90))


@clause("mbb.terrain.trees", "mbb.geometry.soft_test")
def test_trees_cover_the_target_among_them_and_the_shooter_among_them_fires_out_through_them() -> None:
    wood = piece("Light Tree Cover", 24, 5, length=8, width=6)  # around the shooter, up to y = 8
    t = table(wood)
    assert points(t) == (3, 4)
    back = t.tally("B1", "A1")
    assert back.attack_points.total == 3


# --- low walls -------------------------------------------------------------------------------------------------------


@clause("mbb.obst.lowwall.height")
def test_low_walls_are_one_or_two_bricks_high() -> None:
    assert measures().low_wall_bricks == 2
    assert 1 <= features()["Low Wall"].height_bricks <= measures().low_wall_bricks


@clause("mbb.obst.lowwall.dp", "mbb.geometry.soft_test")
@pytest.mark.parametrize(("left_edge", "defense_points"), [(24.5, 4), (24.499998, 6), (24.0, 6), (23.5, 6)])
def test_a_low_wall_gives_two_points_as_soon_as_it_shades_anything(left_edge: float, defense_points: int) -> None:
    t = table(piece("Low Wall", left_edge + 0.945, 13.5, length=1.89, width=1))
    assert points(t) == (4, defense_points)


@clause("mbb.obst.lowwall.dp")
def test_the_wall_may_stand_anywhere_between_the_two() -> None:
    for y in (8.0, 14.0, 22.5):
        assert points(table(piece("Low Wall", 24, y, length=6, width=0.3))) == (4, 6), y


@clause("mbb.obst.lowwall.own")
@pytest.mark.parametrize(("near_edge", "defense_points"), [(5.0, 4), (5.5, 4), (6.0, 4), (6.000002, 6), (7.0, 6)])
def test_a_low_wall_within_an_inch_of_the_shooter_is_its_own(near_edge: float, defense_points: int) -> None:
    t = table(piece("Low Wall", 24, near_edge + 0.25, length=6, width=0.5))
    assert points(t) == (4, defense_points)


@clause("mbb.obst.lowwall.own")
@pytest.mark.parametrize(("gap", "defense_points"), [(0.4, 6), (0.5, 6), (0.500002, 4), (0.7, 4)])
def test_of_two_close_tanks_the_nearer_one_owns_the_wall_and_a_tie_goes_to_the_target(
    gap: float, defense_points: int
) -> None:
    """The wall stands half an inch from the shooter and `gap` inches from the target."""
    target = unit("B1", "Panzer III", 24, 6 + gap + 1, 270, **SQUARE)
    t = table(piece("Low Wall", 24, 5.75, length=6, width=0.5), target=target)
    assert points(t) == (4, defense_points)


@clause("mbb.obst.lowwall.own", "mbb.geometry.sections")
def test_every_section_of_a_wall_is_judged_by_its_own_distance() -> None:
    """A wall along the line of fire: its first section is the shooter's own, the second one is too far away."""
    first = table(piece("Low Wall", 24.2, 5.5 + 0.945, 90, length=1.89, width=0.3))
    both = table(piece("Low Wall", 24.2, 5.5 + 1.89, 90, length=3.78, width=0.3))
    assert points(first) == (4, 4)
    assert points(both) == (4, 6)
    assert [line.source for line in both.why("A1", "B1") if line.clause == "mbb.obst.lowwall.dp"] == ["T1.2"]


@clause("mbb.obst.lowwall.own", "mbb.obst.lowwall.replace")
def test_the_shooters_own_wall_does_not_drop_hiding_either() -> None:
    house = piece("House", 26, 13.5, length=4, width=1)
    assert points(table(house, piece("Low Wall", 24, 5.5, length=6, width=0.5))) == (2, 4)
    assert points(table(house, piece("Low Wall", 24, 7.5, length=6, width=0.5))) == (4, 6)


@clause("mbb.obst.lowwall.own", "mbb.geometry.footprint")
def test_the_inch_is_measured_from_the_hull_not_from_the_barrel() -> None:
    """The hull lies across; its barrel reaches 1.5 inches beyond its side, so the wall there is not its own."""
    shooter = unit("A1", "M4 Sherman", 24, 4, 0, **LONG)  # hull up to y = 4.5, barrel at y = 6
    assert points(table(piece("Low Wall", 24, 6.35, length=6, width=0.5), shooter=shooter)) == (4, 6)


@clause("mbb.obst.lowwall.move")
def test_a_low_wall_stops_vehicles() -> None:
    t = table(piece("Low Wall", 24, 7.5, length=6, width=1))
    t.move("A1", forward(6))
    assert t.pose("A1")[1] == pytest.approx(6.0)
