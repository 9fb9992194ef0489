"""Structures and formations: one value says how a thing is built, and figures keep their places on the way."""

from __future__ import annotations

import pytest

from brickfield.core.board import Model, Token
from brickfield.core.formations import FigurePath, ranks
from brickfield.core.structures import Opening, Storey, Structure, room_of, shape_of, solid_of
from brickfield.geometry import GRAIN, Pose, Scene, rectangle, sees
from tests.core.raid.marching import free_steps, in_formation

WINDOW = Opening(3, 2 * GRAIN, 4 * GRAIN, 1 * GRAIN, 2 * GRAIN)
HUT = Structure(top=4 * GRAIN, wall=GRAIN // 2, storeys=(Storey(0, 3 * GRAIN, openings=(WINDOW,)),))


def hut(heading: float = 0.0, **parts: object) -> Token:
    return Token("hut", "hut", Pose.at(10.0, 10.0, heading), 8 * GRAIN, 6 * GRAIN, **parts)  # type: ignore[arg-type]


def test_a_window_is_in_its_stretch_of_its_wall_however_the_thing_is_turned() -> None:
    # the front wall of a hut of 8 by 6 is 4 ahead of its middle; the window is in the middle of its 6
    assert sees((10.0, 10.0, 1.5), (20.0, 10.0, 1.5), [solid_of(hut(), HUT)])
    assert sees((10.0, 10.0, 1.5), (10.0, 20.0, 1.5), [solid_of(hut(90.0), HUT)])
    assert sees((10.0, 10.0, 1.5), (0.0, 10.0, 1.5), [solid_of(hut(180.0), HUT)])
    assert not sees((10.0, 10.0, 1.5), (0.0, 10.0, 1.5), [solid_of(hut(), HUT)])
    assert not sees((10.0, 11.1, 1.5), (20.0, 11.1, 1.5), [solid_of(hut(), HUT)]), "beside it"


def test_a_thing_on_a_hill_stands_as_much_higher() -> None:
    raised = solid_of(hut(), HUT, 5.0)
    assert sees((10.0, 10.0, 6.5), (20.0, 10.0, 6.5), [raised])
    assert sees((0.0, 10.0, 4.5), (20.0, 10.0, 4.5), [raised]), "nothing is left below"


def test_a_round_thing_is_a_disc_and_its_wall_begins_at_the_front() -> None:
    tower = hut(90.0, round=True)
    assert shape_of(tower).radius == 4.0
    assert room_of(tower, HUT).radius == 3.5
    slit = Opening(0, -GRAIN, GRAIN, GRAIN, 2 * GRAIN)
    built = Structure(4 * GRAIN, (Storey(0, 3 * GRAIN, openings=(slit,)),), GRAIN // 2)
    assert sees((10.0, 10.0, 1.5), (10.0, 30.0, 1.5), [solid_of(tower, built)])
    assert sees((10.0, 10.0, 1.5), (10.9, 13.999, 1.5), [solid_of(tower, built)]), "out to the bow of the wall"
    assert not sees((10.0, 10.0, 1.5), (30.0, 10.0, 1.5), [solid_of(tower, built)])


def test_a_gap_in_a_floor_joins_two_storeys() -> None:
    two = (
        Storey(0, 3 * GRAIN),
        Storey(4 * GRAIN, 7 * GRAIN, gap=(GRAIN, GRAIN, 2 * GRAIN, GRAIN, 2 * GRAIN, 2 * GRAIN)),
    )
    solid = solid_of(hut(90.0), Structure(8 * GRAIN, two, GRAIN // 2))
    # turned left by a quarter, what lies ahead on the left lies above on the left
    assert sees((8.3, 11.7, 5.0), (8.3, 11.7, 1.0), [solid])
    assert not sees((11.7, 11.7, 5.0), (11.7, 11.7, 1.0), [solid])


def test_levels_are_the_floors_and_the_top() -> None:
    two = Structure(8 * GRAIN, (Storey(0, 3 * GRAIN, "cellar"), Storey(4 * GRAIN, 7 * GRAIN)))
    assert [(two.floor(level), two.level_name(level)) for level in range(two.levels)] == [
        (0, "cellar"), (4 * GRAIN, "floor 1"), (8 * GRAIN, "roof"),
    ]  # fmt: skip
    hill = Structure(3 * GRAIN)
    assert (hill.levels, hill.floor(0), hill.level_name(0)) == (1, 3 * GRAIN, "top")


def test_corners_of_its_own_are_walls_too() -> None:
    corners = tuple(each * GRAIN for each in (0, 0, 6, 0, 6, 6, 0, 6))
    token = hut(outline=corners)
    east = Opening(1, 2 * GRAIN, 4 * GRAIN, GRAIN, 2 * GRAIN)
    solid = solid_of(token, Structure(4 * GRAIN, (Storey(0, 3 * GRAIN, openings=(east,)),), GRAIN // 2))
    assert sees((3.0, 3.0, 1.5), (9.0, 3.0, 1.5), [solid])
    assert not sees((3.0, 3.0, 1.5), (3.0, 9.0, 1.5), [solid])


# --- formations ------------------------------------------------------------------------------------------------------

SQUAD = tuple(Model(f"f{n}", pose=pose) for n, pose in enumerate(ranks(Pose.at(10.0, 10.0, 0.0), 3, 2.0, 2)))


def places(paths: tuple[FigurePath, ...], step: int = -1) -> list[tuple[float, float]]:
    return [path.poses[step].place for path in paths]


def test_ranks_stand_about_their_middle_the_first_in_front() -> None:
    assert [each.pose.place for each in SQUAD if each.pose] == [(11.0, 11.0), (11.0, 9.0), (9.0, 10.0)]


def test_figures_keep_their_places_about_the_first_or_turn_with_it() -> None:
    way = (Pose.at(15.0, 11.0), Pose.at(15.0, 20.0, 90.0))
    kept, turned = in_formation(SQUAD, way), in_formation(SQUAD, way, turning=True)
    assert places(kept) == [(15.0, 20.0), (15.0, 18.0), (13.0, 19.0)]
    assert places(turned) == [(15.0, 20.0), (17.0, 20.0), (16.0, 18.0)]
    assert places(kept, 0) == places(turned, 0) == [(15.0, 11.0), (15.0, 9.0), (13.0, 10.0)]


def test_the_fallen_have_no_path_and_the_first_that_stands_leads() -> None:
    fallen = (Model("f0", status="gone"), *SQUAD[1:])
    assert [path.figure for path in in_formation(fallen, (Pose.at(0.0, 0.0),))] == ["f1", "f2"]
    assert in_formation((), (Pose.at(0.0, 0.0),)) == ()


@pytest.mark.parametrize(("at", "steps"), [(8.0, 0), (6.0, 1), (2.0, 3), (-5.0, 4)])
def test_all_stop_where_one_of_them_meets_something(at: float, steps: int) -> None:
    paths = in_formation(SQUAD, [Pose.at(11.0 - 2.0 * step, 11.0) for step in range(1, 5)])
    # in the way of the rear figure alone
    scene = Scene([rectangle(at - 0.6, 10.0, 0.0, 1.0, 0.5)])
    assert free_steps(SQUAD, paths, 0.5, scene) == steps
