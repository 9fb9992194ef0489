"""The drawing of a model: unit shapes where the parts are, studs where one sees them, turrets by themselves."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from brickfield.bricks.bodies import Shape
from brickfield.bricks.designs import design, designs
from brickfield.bricks.drawing import BrickDrawing, DrawnShape, drawing_of
from brickfield.bricks.measuring import measured
from brickfield.bricks.placing import STUD
from tests.bricks.test_building import ON_ITS_SIDE
from tests.bricks.test_measuring import example
from tests.bricks.test_reading import part, read

ALL = [(folder, name) for folder, names in designs().items() for name in names]
UNIT = list(itertools.product((-0.5, 0.5), repeat=3))


def laid(shape: DrawnShape, point: tuple[float, float, float]) -> tuple[float, float, float]:
    """Where a point of the unit shape comes to lie."""
    rows = (shape.laid[0:4], shape.laid[4:8], shape.laid[8:12])
    x, y, z = (sum(a * b for a, b in zip(row, (*point, 1.0), strict=True)) for row in rows)
    return (x, y, z)


def bodies(drawing: BrickDrawing) -> list[DrawnShape]:
    return [shape for group in drawing.groups for shapes in group.shapes.values() for shape in shapes]


def only(drawing: BrickDrawing, kind: Shape) -> DrawnShape:
    (shape,) = drawing.groups[0].shapes[kind]
    return shape


def volume(shape: DrawnShape) -> float:
    a, b, c, _x, d, e, f, _y, g, h, i, _z = shape.laid
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_a_drawing_fills_the_box_of_its_model(folder: str, name: str) -> None:
    model = design(folder, name)
    drawing = drawing_of(model)
    assert drawing.missing == ()
    corners = [laid(shape, corner) for shape in bodies(drawing) for corner in UNIT]
    box = measured(model).box
    for axis, (low, high) in enumerate(((box[0], box[3]), (box[2], box[5]), (-box[4], -box[1]))):
        assert min(corner[axis] for corner in corners) == pytest.approx(low / STUD, abs=0.05)
        assert max(corner[axis] for corner in corners) == pytest.approx(high / STUD, abs=0.05)
    # none is turned inside out, and the text a table loads is short
    studs = [stud for group in drawing.groups for stud in group.studs]
    assert all(volume(shape) > 0 for shape in [*bodies(drawing), *studs])
    assert len(msgspec.json.encode(drawing)) < 100_000


def test_only_studs_that_are_seen_are_drawn() -> None:
    drawing = drawing_of(example("pyramid"))
    assert len(bodies(drawing)) == 13
    # rows of 2 x 4 on each other, and a 2 x 2 on top
    top = [stud for stud in drawing.groups[0].studs if stud.laid[11] > 4 * 1.2]
    assert len(top) == 4
    assert len(drawing.groups[0].studs) < 13 * 8
    assert len(drawing_of(read(part("3003.dat"), part("3003.dat", place="0 -24 0"))).groups[0].studs) == 4


def test_a_slope_falls_the_way_its_part_lies() -> None:
    shape = only(drawing_of(read(part("54200.dat"))), "ramp")
    # in the file it falls towards -z, which is right of a model that looks ahead
    ahead = [to - middle for to, middle in zip(laid(shape, (0.5, 0, 0)), laid(shape, (0, 0, 0)), strict=True)]
    assert ahead == pytest.approx([0, -0.5, 0])
    assert (shape.share, shape.colour) == (0.25, 4)
    turned = only(drawing_of(read(part("54200.dat", turn="0 0 -1 0 1 0 1 0 0"))), "ramp")
    assert laid(turned, (0.5, 0, 0))[0] - laid(turned, (0, 0, 0))[0] == pytest.approx(0.5)


def test_a_stud_at_the_side_points_there() -> None:
    studs = drawing_of(read(part("87087.dat"))).groups[0].studs
    ends = [[to - at for to, at in zip(laid(stud, (0, 0, 0.5)), laid(stud, (0, 0, 0)), strict=True)] for stud in studs]
    assert ends == [pytest.approx([0, 0, 0.1]), pytest.approx([0, -0.1, 0])]


def test_a_round_part_on_its_side_is_a_rod_on_its_side() -> None:
    shape = only(drawing_of(read(part("98138.dat", turn=ON_ITS_SIDE))), "rod")
    end = [to - at for to, at in zip(laid(shape, (0, 0, 0.5)), laid(shape, (0, 0, 0)), strict=True)]
    assert [abs(number) for number in end] == pytest.approx([0, 0.2, 0])


def test_a_turret_is_a_group_with_its_pivot() -> None:
    drawing = drawing_of(design("micro_brick_battle", "panzer_iv"))
    assert [(group.name, group.pivot) for group in drawing.groups] == [("", (0, 0, 0)), ("turret", (0, 0, 2.4))]
    assert all(group.shapes for group in drawing.groups)


def test_parts_nobody_knows_are_named_and_the_others_drawn() -> None:
    drawing = drawing_of(example("car"))
    assert drawing.missing == ("3829c01",)
    assert len(bodies(drawing)) >= 60


def test_a_mirrored_part_is_not_turned_inside_out() -> None:
    drawing = drawing_of(read(part("3040b.dat", turn="-1 0 0 0 1 0 0 0 1")))
    assert all(volume(shape) > 0 for shape in [*bodies(drawing), *drawing.groups[0].studs])


def test_a_part_of_the_files_own_is_drawn_as_its_box() -> None:
    own = ("0 FILE mine.dat", "0 !LDRAW_ORG Unofficial_Part", "4 16 0 0 0 40 0 0 40 20 20 0 20 20")
    drawing = drawing_of(read("0 FILE main.ldr", part("mine.dat", place="0 -20 0"), *own))
    assert (drawing.missing, laid(only(drawing, "box"), (0.5, 0.5, 0.5))) == ((), pytest.approx((2, 1, 1)))


def test_more_studs_than_one_can_look_at_are_not_drawn() -> None:
    drawing = drawing_of(read(*[part("782.dat", place=f"0 {-4 * n} 0") for n in range(100)]))
    assert (len(bodies(drawing)), drawing.groups[0].studs) == (100, ())
