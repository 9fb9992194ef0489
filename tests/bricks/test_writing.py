"""What is written reads back equal: LDraw with steps, BrickLink's wanted list, the plain list."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from brickfield.bricks.measuring import Lot, measured
from brickfield.bricks.models import BrickModel
from brickfield.bricks.reading import read_ldraw
from brickfield.bricks.writing import as_bricklink, as_ldraw, as_list, to_look_up
from tests.bricks.test_measuring import example
from tests.bricks.test_reading import part, read


@pytest.mark.parametrize("name", ["car", "pyramid"])
def test_a_plain_model_reads_back_equal(name: str) -> None:
    model = example(name)
    text = as_ldraw(model)
    assert "0 FILE" not in text
    assert read_ldraw(text.encode()) == model


def test_sub_models_and_parts_of_its_own_read_back_equal() -> None:
    model = read(
        "0 FILE main.ldr",
        "0 Everything",
        part("sub one.ldr", 0x2FF8800, "0.125 -8 1e-3"),
        "0 STEP",
        part("mine.dat", 16),
        "0 FILE sub one.ldr",
        part("3001.dat", 16, turn="0.866025 0 0.5 0 1 0 -0.5 0 0.866025"),
        "0 FILE mine.dat",
        "0 Its own",
        "0 !LDRAW_ORG Unofficial_Part",
        "4 16 0 0 0 1 0 0 1 12 1 0 12 1",
        part("3005.dat"),
    )
    again = read_ldraw(as_ldraw(model).encode())
    assert isinstance(again, BrickModel)
    assert again == model
    assert measured(again) == measured(model)


def test_the_wanted_list_has_the_form_bricklink_reads() -> None:
    root = ElementTree.fromstring(as_bricklink(measured(example("pyramid")).bill))
    assert root.tag == "INVENTORY"
    items = [{child.tag: child.text for child in item} for item in root]
    assert items[0] == {"ITEMTYPE": "P", "ITEMID": "3001", "COLOR": "7", "MINQTY": "6"}
    assert [list(item) for item in items] == [["ITEMTYPE", "ITEMID", "COLOR", "MINQTY"]] * 4
    assert sum(int(item["MINQTY"] or 0) for item in items) == 13


def test_colours_the_market_does_not_know_are_left_open_and_added_up() -> None:
    text = as_bricklink((Lot("3001", 36, 2), Lot("3001", 0x2FF8800, 1), Lot("a&b", 4, 1)))
    assert "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3001</ITEMID><MINQTY>3</MINQTY></ITEM>" in text
    assert [item.findtext("ITEMID") for item in ElementTree.fromstring(text)] == ["3001", "a&b"]


def test_numbers_that_may_be_others_are_to_be_looked_up() -> None:
    assert to_look_up((Lot("3001", 4, 1), Lot("3062b", 4, 1), Lot("99999999", 4, 1))) == ["3062b", "99999999"]


def test_the_list_for_people_says_what_each_part_is() -> None:
    bill = (Lot("3001", 4, 6), Lot("mystery", 999_999, 1))
    assert as_list(bill) == "6 x Brick 2 x 4, Red (3001)\n1 x unknown part, colour 0xf423f (mystery)\n"
