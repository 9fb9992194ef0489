"""Line of sight by three rays: what blocks, what covers, walls, corners, trees, smoke, prone minis, buildings."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.brick_action.base.sight.line_of_sight import (
    Landscape,
    Levels,
    Obstacle,
    Seen,
    Side,
    Stander,
    Tree,
    corner_at,
    look,
    looks,
    touched_faces,
)
from brickfield.geometry import polygon, rectangle
from brickfield.testing import clause


def block(x: float, y: float, length: float, width: float, top: float, tag: str = "", **more: Any) -> Obstacle:
    return Obstacle(more.pop("id", "T1"), rectangle(x, y, 0.0, length, width), top, tag=tag, **more)


def mini(x: float, y: float, **more: Any) -> Stander:
    return Stander(f"m{x:g},{y:g}", float(x), float(y), **more)


def at_wall(x: float, y: float, **more: Any) -> Stander:
    return mini(x, y, leans=True, **more)


SHOOTER, TARGET = mini(0, 0), mini(20, 0)


def seen(*obstacles: Obstacle, shooter: Stander = SHOOTER, target: Stander = TARGET, **more: Any) -> Seen:
    levels = more.pop("levels", Levels())
    return look(Landscape(obstacles, **more), shooter, target, levels)


@clause("ba.geometry.los.rays", "ba.cover.total.def")
def test_one_free_ray_is_enough() -> None:
    assert seen().visible
    assert not seen(block(10, 0, 1, 4, 5)).visible
    # hides the middle and the right: at 10 studs the left ray passes half a stud to the left of the centre line
    half = seen(block(10, -5, 1, 10.5, 5))
    assert half.visible
    assert half.blocked == 2


@clause("ba.geometry.los.partial")
def test_a_mini_seen_in_part_has_hard_cover() -> None:
    assert seen(block(10, -5, 1, 10.5, 5)).hard == "ba.geometry.los.partial"
    assert seen(block(10, -5, 1, 10.5, 5), target=mini(20, 0, prone=True)).hard == ""


@clause("ba.geometry.los.height", "ba.cover.hard.def")
@pytest.mark.parametrize(
    ("top", "tag", "visible"),
    [(4.9, "", True), (5, "", False), (5, "total", False), (4, "total", True), (9, "hard", True), (9, "soft", True),
     (9, "none", True)],
)  # fmt: skip
def test_five_blocks_block_unless_tagged_otherwise(top: float, tag: str, visible: bool) -> None:
    assert seen(block(10, 0, 1, 4, top, tag)).visible is visible


@clause("ba.geometry.los.height")
def test_height_is_measured_over_the_line_from_ground_to_ground() -> None:
    # at 10.5 of 20 studs the line from 4 to 0 is 1.9 high
    high = mini(0, 0, ground=4.0)
    assert seen(block(10, 0, 1, 4, 6.8), shooter=high).visible
    assert not seen(block(10, 0, 1, 4, 6.9), shooter=high).visible
    # raised ground is an obstacle up to its level; who stands on it is not hidden by it
    hill = block(20, 0, 10, 10, 6, faces=False)
    assert seen(hill, target=mini(20, 0, ground=6.0)).visible
    assert not seen(hill, target=mini(40, 0)).visible


@clause("ba.geometry.los.height")
def test_touching_a_corner_or_running_along_an_edge_does_not_cross() -> None:
    assert seen(block(10, 5, 4, 10, 8), target=mini(20, -0.0)).blocked == 1
    along = seen(block(10, 2, 4, 2, 8))
    assert (along.visible, along.blocked) == (True, 0)


@clause("ba.geometry.los.cover", "ba.cover.hard.def")
@pytest.mark.parametrize(
    ("x", "top", "tag", "covered"),
    [
        (18, 3, "", True),
        (18, 2.9, "", False),
        (18, 2, "hard", True),
        (18, 4, "none", False),
        (18, 4, "soft", False),
        # the far side of the feature is 4.0 and 4.1 studs from the edge of the target
        (14.5, 3, "", True),
        (14.4, 3, "", False),
    ],
)
def test_a_hard_feature_near_the_target_covers(x: float, top: float, tag: str, covered: bool) -> None:
    assert bool(seen(block(x, 0, 1, 4, top, tag)).hard) is covered


@clause("ba.geometry.los.cover")
def test_a_feature_nearer_to_the_shooter_covers_nobody() -> None:
    near = mini(8, 0)
    assert seen(block(3.5, 0, 1, 4, 3), target=near).hard == "ba.geometry.los.cover"
    assert seen(block(3.4, 0, 1, 4, 3), target=near).hard == ""


@clause("ba.geometry.los.soft")
def test_soft_cover_is_around_or_close_in_front() -> None:
    def soft(x: float, target: Stander = TARGET) -> bool:
        return bool(seen(soft=[rectangle(x, 0, 0, 2, 6)], target=target).soft)

    assert [soft(20), soft(18), soft(14), soft(13.9), soft(22)] == [True, True, True, False, False]


@clause("ba.geometry.los.prone", "ba.move.prone.hard", "ba.cover.total.prone")
def test_a_prone_mini_is_hidden_behind_hard_cover_from_that_side_only() -> None:
    wall, prone = block(17, 0, 1, 8, 3, "hard"), mini(20, 0, prone=True)
    assert not seen(wall, target=prone).visible
    assert seen(wall, shooter=mini(40, 0), target=prone) == Seen(True)
    assert seen(block(14.4, 0, 1, 8, 3), target=prone).visible
    assert seen(block(17, 0, 1, 8, 3, "soft"), target=prone).visible
    # he does not see out either
    assert not seen(wall, shooter=prone, target=mini(0, 0)).visible


@clause("ba.geometry.los.prone")
def test_a_unit_five_blocks_higher_looks_over_it() -> None:
    wall, prone = block(17, 0, 1, 8, 3, "hard"), mini(20, 0, prone=True)
    assert seen(wall, target=prone, levels=Levels(shooter_above=True)) == Seen(True)
    assert seen(wall, shooter=prone, target=mini(0, 0), levels=Levels(target_above=True)).visible
    assert not seen(wall, target=prone, levels=Levels(target_above=True)).visible


@clause("ba.weapon.smoke.effect", "ba.geometry.los.partial")
def test_smoke_hides_both_ways_and_makes_no_hard_cover() -> None:
    assert not seen(smoke=[rectangle(10, 0, 0, 16, 16)]).visible
    assert not seen(smoke=[rectangle(0, 0, 0, 16, 16)]).visible
    # only the left ray touches the cloud
    part = seen(smoke=[polygon([(19, 0.9), (21, 0.9), (21, 5), (19, 5)])])
    assert (part.visible, part.blocked, part.hard) == (True, 0, "")
    # touching is enough
    above, below = polygon([(5, 0), (8, 0), (8, 5), (5, 5)]), polygon([(5, -5), (8, -5), (8, 0), (5, 0)])
    assert not seen(smoke=[above, below]).visible


WALL = block(20, 0, 1, 10, 5, "total")


@clause("ba.cover.total.wall", "ba.geometry.contact")
def test_against_a_wall_everything_beyond_its_line_is_hidden() -> None:
    land = Landscape([WALL])
    # in front of the face at 20.5, a gap of 0.5: the shooter stands beside the wall, but beyond the line of the face
    near = at_wall(22.0, 0.0)
    assert len(touched_faces(land, near)) == 1
    assert not look(land, mini(20.4, 40), near).visible
    assert not look(land, near, mini(10, 60)).visible
    assert look(land, mini(22, 40), near).visible
    # the outer rays of a shooter end on either side of the line
    assert look(land, near, mini(20, 40)).blocked == 2
    far = at_wall(22.01, 0.0)
    assert touched_faces(land, far) == ()
    assert look(land, mini(20.4, 40), far).visible


@clause("ba.cover.total.wall")
def test_low_short_tagged_and_round_things_are_no_wall() -> None:
    for other in (block(20, 0, 1, 10, 4.9), block(20, 0, 1, 1.9, 5), block(20, 0, 1, 10, 5, "hard")):
        assert touched_faces(Landscape([other]), at_wall(21.5, 0.0)) == ()
    assert touched_faces(Landscape([block(20, 0, 1, 10, 5, faces=False)]), at_wall(21.5, 0.0)) == ()
    assert len(touched_faces(Landscape([block(20, 0, 1, 2, 5)]), at_wall(21.5, 0.0))) == 1


@clause("ba.cover.corner", "ba.cover.corner.declare")
def test_a_corner_used_as_hard_cover() -> None:
    land = Landscape([WALL])
    assert corner_at(land, 21.5, 4.0, 0.0, 1.0) is not None
    assert corner_at(land, 22.0, 7.5, 0.0, 1.0) is not None
    assert corner_at(land, 23.0, 7.5, 0.0, 1.0) is None
    full, hard = at_wall(21.5, 4.0), at_wall(21.5, 4.0, corner="T1")
    enemy = mini(0, 4)
    assert not look(land, enemy, full).visible
    assert not look(land, full, enemy).visible
    assert look(land, enemy, hard).hard == "ba.cover.corner"
    assert look(land, hard, enemy).visible
    # on his own side of the wall it is no cover
    assert look(land, mini(40, 4), hard).hard == ""
    assert look(land, enemy, at_wall(21.5, 4.0, corner="T1", prone=True)).hard == "ba.cover.corner"


@clause("ba.cover.corner")
def test_the_nearest_corner_counts_and_the_end_of_a_thin_wall_is_one() -> None:
    far = block(24.5, 0, 1, 10, 5, id="T2")
    for land in (Landscape([WALL, far]), Landscape([far, WALL])):
        corner = corner_at(land, 22.0, 6.0, 0.0, 1.0)
        assert corner is not None
        assert (corner.obstacle, corner.x, corner.y) == ("T1", 20.0, 5.0)


def tree_cover(land: Landscape, shooter: Stander, targets: list[Stander]) -> tuple[str, ...]:
    rows = looks(land, [shooter], targets)
    return tuple(each.id for each, (view,) in zip(targets, rows, strict=True) if view.hard == "ba.cover.tree")


@clause("ba.cover.tree")
def test_a_tree_covers_the_nearest_mini_behind_it() -> None:
    land = Landscape(trees=[Tree("T1", 20.0, 0.0, 1.0)])
    near, far = mini(22.5, 0), mini(22.0, 2.0)
    assert tree_cover(land, SHOOTER, [far, near]) == (near.id,)
    assert tree_cover(land, SHOOTER, [mini(23.01, 0)]) == ()
    assert tree_cover(land, mini(40, 0), [near]) == ()
    # at right angles it still covers
    assert tree_cover(land, mini(22.5, 30), [near]) == (near.id,)
    assert tree_cover(land, mini(22.51, 30), [near]) == ()


def inside(x: float, y: float, *sides: Side, **more: Any) -> Stander:
    return mini(x, y, inside="H", sides=sides, **more)


HOUSE = block(20, 0, 20, 12, 8, "total", id="H")
WEST, SOUTH = Side(1, -1.0, 0.0, -10.0, 1), Side(2, 0.0, -1.0, 6.0, 2)


@clause("ba.build.los", "ba.build.contact")
def test_in_and_out_of_a_building_through_a_side_with_openings() -> None:
    at_window = inside(11.5, 0, WEST)
    assert seen(HOUSE, target=at_window).hard == "ba.build.all_hit"
    assert seen(HOUSE, shooter=at_window, target=SHOOTER).visible
    # beyond another side, in the middle of the room, and behind a blind wall nothing is seen
    assert not seen(HOUSE, shooter=mini(20, -30), target=at_window).visible
    assert seen(HOUSE, shooter=mini(20, -30), target=inside(11.5, -4, WEST, SOUTH)).visible
    assert not seen(HOUSE, target=inside(20, 0)).visible
    assert not seen(HOUSE, target=inside(11.5, 0, Side(1, -1.0, 0.0, -10.0, 0))).visible
    # other obstacles count as usual
    assert not seen(HOUSE, block(5, 0, 1, 10, 5), target=at_window).visible


@clause("ba.build.los")
def test_inside_one_building_everybody_sees_everybody() -> None:
    one, other = inside(12, 0), inside(28, 0)
    assert seen(HOUSE, shooter=one, target=other) == Seen(True)
    other_house = block(60, 0, 8, 8, 8, "total", id="K")
    assert not seen(HOUSE, other_house, shooter=one, target=mini(60, 0, inside="K")).visible
