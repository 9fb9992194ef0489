"""The check of a building: what can be built is found buildable, and every planted fault is found and named."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.bricks.bodies import PartSolid, Turned, inner_boxes, overlap
from brickfield.bricks.building import MOST_FAULTS, Building, LooseStep, checked
from brickfield.bricks.fits import UP, fit_of
from brickfield.bricks.parts import all_parts
from tests.bricks.test_measuring import example
from tests.bricks.test_reading import part, read

ON_ITS_SIDE = "1 0 0 0 0 -1 0 1 0"
QUARTER = "0 0 1 0 1 0 -1 0 0"


def building(*lines: str) -> Building:
    return checked(read(*lines))


def found(*lines: str) -> list[tuple[str, int, str, str]]:
    """Kind, step, part and other part of every fault."""
    return [(one.kind, one.step, one.part, one.other) for one in building(*lines).faults]


def test_a_model_by_others_of_plain_bricks_is_buildable() -> None:
    assert checked(example("pyramid")) == Building((), (LooseStep(1, 6),))


def test_a_model_with_parts_nobody_knows_is_not_called_buildable_and_they_are_named() -> None:
    told = checked(example("car"))
    assert not told.buildable
    assert {one.kind for one in told.faults} == {"unknown", "unjudged"}
    assert not {"4600", "4624", "3641"} & {one.part for one in told.faults}
    assert [one.part for one in told.faults if one.kind == "unknown"] == ["3829c01"]


def test_two_bricks_on_each_other_hold() -> None:
    assert building(part("3001.dat"), part("3001.dat", place="20 -24 20", turn=QUARTER)).buildable


def test_half_a_stud_aside_studs_stand_in_the_way_and_nothing_holds() -> None:
    told = found(part("3001.dat"), "0 STEP", part("3003.dat", place="10 -24 0"))
    assert ("loose", 2, "3003", "") in told
    assert ("in_the_way", 1, "3001", "3003") in told


def test_a_part_in_the_air_is_loose() -> None:
    assert found(part("3001.dat"), part("3004.dat", place="0 -24 10"), "0 STEP", part("3005.dat", place="0 -56 0")) == [
        ("loose", 2, "3005", "")
    ]


def test_a_loose_piece_is_told_once_with_its_size() -> None:
    aside = [part("3001.dat", place=f"200 {y} 0") for y in (0, -24)]
    (fault,) = building(*[part("3001.dat", place=f"0 {y} 0") for y in (0, -24, -48)], *aside).faults
    assert (fault.kind, fault.pieces) == ("loose", 2)
    assert fault.sentence == "step 1: 3001 at 200 0 0 is held by nothing, with 1 more."


def test_bodies_that_share_room_are_found() -> None:
    told = found(part("3001.dat"), part("3022.dat", place="0 -8 0"), "0 STEP", part("3005.dat", place="10 -24 10"))
    assert ("in_the_way", 2, "3005", "3022") in told


def test_neighbours_that_only_touch_are_not_in_the_way() -> None:
    floor = part("3020.dat", place="0 24 0")
    assert building(floor, part("3003.dat", place="-20 0 0"), part("3003.dat", place="20 0 0")).buildable


def test_unknown_parts_are_named_with_their_step() -> None:
    assert found(part("3001.dat"), "0 STEP", part("mystery.dat", place="0 -24 0")) == [("unknown", 2, "mystery", "")]


def test_a_part_known_by_its_size_only_is_not_judged() -> None:
    assert fit_of("3788") is None
    assert found(part("3001.dat"), part("3788.dat", place="0 -16 0")) == [("unjudged", 1, "3788", "")]


def test_nothing_is_called_loose_where_an_unknown_part_may_hold_it() -> None:
    assert found(part("3001.dat"), part("mystery.dat"), part("3005.dat", place="200 0 0")) == [
        ("unknown", 1, "mystery", "")
    ]


def test_under_a_slope_there_is_room_and_in_it_there_is_none() -> None:
    slope = part("3039.dat")
    under = part("3660b.dat", place="0 -24 0")
    assert building(slope, under).buildable
    low = part("3024.dat", place="10 -8 -20")
    assert ("in_the_way", 1, "3024", "3039") not in found(slope, part("3069b.dat", place="0 -8 0"), low)
    assert ("in_the_way", 1, "3005", "3039") in found(slope, part("3005.dat", place="0 0 -10"))


def test_over_the_low_end_of_a_slope_there_is_room() -> None:
    assert found(part("3039.dat"), part("3070b.dat", place="0 -4 -26")) == [("loose", 1, "3070b", "")]
    assert ("in_the_way", 1, "3070b", "3039") in found(part("3039.dat"), part("3070b.dat", place="0 4 -20"))


def test_a_pair_in_each_others_way_is_told_once() -> None:
    assert [one[0] for one in found(part("4162.dat"), part("4162.dat"))] == ["in_the_way", "loose"]


@pytest.mark.parametrize(("apart", "meet"), [(5.0, True), (6.0, False)])
def test_two_edges_that_cross_are_told_apart(apart: float, meet: bool) -> None:
    # long bars, each on its edge, one along x and one along z: only between the two edges is there room
    half = 0.5**0.5
    one = Turned((0, 0, 0), ((1, 0, 0), (0, half, half), (0, -half, half)), (50, 2, 2))
    other = Turned((0, apart, 0), ((half, half, 0), (-half, half, 0), (0, 0, 1)), (2, 2, 50))
    assert overlap(one, other) is meet


def test_a_stud_at_the_side_holds_what_lies_on_its_side() -> None:
    brick, tile = part("87087.dat"), part("98138.dat", place="0 10 -18", turn=ON_ITS_SIDE)
    assert building(brick, tile).buildable
    assert found(brick, part("98138.dat", place="0 14 -18", turn=ON_ITS_SIDE)) != []


def test_a_tube_takes_a_stud_in_the_middle_of_four() -> None:
    assert building(part("87580.dat"), part("3022.dat", place="0 -8 0")).buildable
    assert found(part("87580.dat"), part("3021.dat", place="0 -8 0", turn=QUARTER)) != []


def test_a_rib_takes_a_hollow_stud_only() -> None:
    tile = part("3069b.dat", place="0 -8 0")
    assert building(part("15573.dat"), tile).buildable
    assert found(part("3024.dat"), tile) != []


def test_a_bar_is_held_by_a_clip_and_by_a_hollow_stud() -> None:
    clip = part("60897.dat")
    assert building(clip, part("30374.dat", place="0 -40 -18")).buildable
    assert found(clip, part("30374.dat", place="0 -40 -22")) != []
    assert building(part("87087.dat"), part("87994.dat", place="0 10 -10", turn="1 0 0 0 0 1 0 -1 0")).buildable
    ahead = "1 0 0 0 0 1 0 -1 0"
    assert found(part("87087.dat"), part("87994.dat", place="0 10 -14", turn=ahead)) == [("loose", 1, "87994", "")]
    assert found(part("3005.dat"), part("87994.dat", place="0 -70 0")) == [("loose", 1, "87994", "")]


def test_a_pin_goes_into_its_hole() -> None:
    brick = part("3700.dat")
    assert building(brick, part("61184.dat", place="0 10 10", turn="0 0 1 0 1 0 1 0 0")).buildable
    assert building(brick, part("61184.dat", place="0 16 10", turn="0 0 1 0 1 0 1 0 0")).faults != ()


def test_a_pin_holds_two_bricks_beside_each_other() -> None:
    across = "0 0 1 0 1 0 -1 0 0"
    bricks = [part("3701.dat"), part("3701.dat", place="20 0 20")]
    assert building(*bricks, part("2780.dat", place="0 10 10", turn=across)).buildable
    assert found(*bricks, part("2780.dat", place="10 10 10", turn=across)) != []


def test_nothing_holds_a_baseplate_from_below() -> None:
    assert building(part("3867.dat"), part("3001.dat", place="0 -24 0")).buildable
    assert ("loose", 1, "3001", "") in found(part("3867.dat", place="0 -4 0"), part("3001.dat"))


def test_a_wheel_turns_on_its_axle_in_its_tyre() -> None:
    wheel = [part(name, place="30 5 0", turn="0 0 -1 0 1 0 1 0 0") for name in ("4624.dat", "3641.dat")]
    assert building(part("4600.dat"), *wheel).buildable
    assert found(part("4600.dat"), wheel[1]) == [("loose", 1, "3641", "")]
    assert found(part("4600.dat"), part("4624.dat", place="30 9 0", turn="0 0 -1 0 1 0 1 0 0")) != []


def test_a_turntable_holds_at_any_angle() -> None:
    top = part("3679.dat", place="0 -8 0", turn="0.866025 0 0.5 0 1 0 -0.5 0 0.866025")
    assert building(part("3680.dat"), top).buildable


def test_steps_that_leave_pieces_apart_are_told_without_being_faults() -> None:
    told = building(part("3003.dat"), part("3003.dat", place="40 0 0"), "0 STEP", part("3020.dat", place="20 -8 0"))
    assert told == Building((), (LooseStep(1, 2),))


def test_a_heap_of_parts_in_one_place_ends_soon() -> None:
    heap = [part("3024.dat", place=f"{n % 3} 0 0") for n in range(15_000)]
    start = time.process_time()
    assert len(building(*heap).faults) == MOST_FAULTS
    assert time.process_time() - start < 10


def test_what_is_too_large_to_be_judged_ends_soon_and_says_so() -> None:
    stack = [part("782.dat", place=f"0 {-4 * n} 0") for n in range(5_000)]
    askew = "0.866 0 0.5 0 1 0 -0.5 0 0.866"
    bars = [part("30374.dat", place=f"{n % 140 * 8.5} 0 {n // 140 * 8.5}", turn=askew) for n in range(15_000)]
    start = time.process_time()
    assert [one[0] for one in found(*stack)] == ["too_large"]
    assert found(*bars)[-1][0] == "too_large"
    assert time.process_time() - start < 20


def test_every_listed_part_is_in_the_table_with_as_many_studs_on_top() -> None:
    for number, part_ in all_parts().items():
        fit = fit_of(number)
        if fit is not None:
            assert sum(stud.way == UP for stud in fit.studs) == part_.studs, number


def test_bodies_lie_inside_the_boxes_of_their_parts() -> None:
    for number, part_ in all_parts().items():
        fit = fit_of(number)
        for solid in fit.body if fit else ():
            assert all(solid.box[axis] >= part_.box[axis] - 0.5 for axis in range(3)), number
            assert all(solid.box[axis] <= part_.box[axis] + 0.5 for axis in range(3, 6)), number


@pytest.mark.parametrize(
    "solid",
    [
        PartSolid("ramp", (0, 0, 0, 20, 24, 20), "-z", 4),
        PartSolid("under", (0, 0, 0, 20, 24, 20), "+x", 4),
        PartSolid("rod", (0, 0, 0, 20, 24, 20), "y"),
        PartSolid("cone", (0, 0, 0, 20, 24, 20), "y", 0.5),
    ],
)
def test_slices_lie_inside_their_shape(solid: PartSolid) -> None:
    boxes = inner_boxes(solid)
    assert len(boxes) >= 4
    assert all(0 <= box[axis] < box[axis + 3] <= solid.box[axis + 3] for box in boxes for axis in range(3))


BRICKS = {"3001": (4, 2), "3003": (2, 2), "3004": (2, 1), "3010": (4, 1), "3020": (4, 2), "3022": (2, 2)}


@st.composite
def towers(draw: st.DrawFn) -> list[str]:
    """Bricks and plates upon each other, each turned and shifted as long as a stud is shared."""
    lines, y, below = [], 0.0, (0.0, 0.0, 4, 2)
    for number in draw(st.lists(st.sampled_from(sorted(BRICKS)), min_size=2, max_size=12)):
        wide, deep = BRICKS[number]
        quarter = draw(st.booleans())
        if quarter:
            wide, deep = deep, wide
        x, z, columns, rows = below
        left = x + 20 * draw(st.integers(1 - wide, columns - 1))
        near = z + 20 * draw(st.integers(1 - deep, rows - 1))
        y -= all_parts()[number].box[4]
        place = f"{left + 10 * wide:g} {y:g} {near + 10 * deep:g}"
        lines.append(part(f"{number}.dat", place=place, turn=QUARTER if quarter else "1 0 0 0 1 0 0 0 1"))
        below = (left, near, wide, deep)
    return lines


@given(towers())
def test_a_random_tower_is_buildable(lines: list[str]) -> None:
    told = building(*lines)
    assert told.buildable, told.faults


@given(towers(), st.integers(1, 11), st.sampled_from([(10, 0, 0), (0, 0, 7), (0, -4, 0), (0, 4, 0)]))
def test_a_shifted_tower_is_not(lines: list[str], cut: int, shift: tuple[int, int, int]) -> None:
    cut = min(cut, len(lines) - 1)
    moved = []
    for line in lines[cut:]:
        words = line.split()
        words[2:5] = [f"{float(word) + far:g}" for word, far in zip(words[2:5], shift, strict=True)]
        moved.append(" ".join(words))
    told = building(*lines[:cut], *moved)
    assert not told.buildable
