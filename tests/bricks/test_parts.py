"""The table of parts: sizes by number, and which numbers mean the same body."""

from __future__ import annotations

import pytest

from brickfield.bricks.parts import all_colours, all_parts, colour_name, find_part
from tools.part_table import kind_of


def test_a_brick_is_known_by_its_number() -> None:
    part = find_part("3001")
    assert part is not None
    assert (part.kind, part.box, part.studs, part.title) == ("brick", (-40, 0, -20, 40, 24, 20), 8, "Brick 2 x 4")


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("3062", "3062b"),
        ("3062B", "3062b"),
        ("3023b", "3023"),
        ("4073", "6141"),
        ("3069bp01", "3069b"),
        ("3068p05", "3068b"),
        ("3001d01", "3001"),
    ],
)
def test_numbers_of_one_body_are_taken_as_each_other(asked: str, meant: str) -> None:
    part = find_part(asked)
    assert part is not None
    assert part.number == meant


@pytest.mark.parametrize("number", ["", "99999999", "nonsense", "3001 ", "3829c01", "3001p012345"])
def test_what_is_not_known_is_not_guessed(number: str) -> None:
    assert find_part(number) is None


def test_a_letter_that_changes_the_size_is_not_guessed() -> None:
    assert all_parts()["2578a"].box != all_parts()["2578b"].box
    assert find_part("2578") is None


def test_every_colour_has_a_name_and_some_a_number_of_the_market() -> None:
    colours = all_colours()
    assert len(colours) == 207
    assert sum(colour.bricklink is not None for colour in colours.values()) == 73
    assert (colour_name(4), colour_name(0x2FF8800)) == ("Red", "colour 0x2ff8800")


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Brick 2 x 4", "brick"),
        ("Brick 1 x 1 Round with Hollow Stud", "round"),
        ("Tile 1 x 2 with Groove", "tile"),
        ("Slope Brick 45 2 x 1", "slope"),
        ("Antenna 4H with Flat Top", "bar"),
        ("Technic Pin", "technic"),
        ("Duplo Brick 2 x 2", "other"),
        ("| a maker's own", "other"),
    ],
)
def test_the_kind_of_a_part_is_the_first_word_of_its_title(title: str, kind: str) -> None:
    assert kind_of(title) == kind
