"""Shopping lists and what somebody owns: lists that are written are read again, and nothing is guessed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.bricks.measuring import Lot, bill_of
from brickfield.bricks.models import AS_ABOVE, BrickModel
from brickfield.bricks.owned import NO_COLOUR, Heap, Missing, key_of, missing_of, read_owned
from brickfield.bricks.parts import all_colours, all_parts
from brickfield.bricks.reading import read_ldraw
from brickfield.bricks.shopping import MOST_PARTS, WantedModel, as_one_file, bill_for
from brickfield.bricks.steps import models_of
from brickfield.bricks.writing import as_bricklink, as_list
from brickfield.core.refusal import Refusal

GAME = "micro_brick_battle"
# Colours that have one name and one number at the market, so that a list says all of them.
TOLD = sorted(code for code, colour in all_colours().items() if colour.bricklink is not None)
lots = st.lists(
    st.builds(Lot, st.sampled_from(sorted(all_parts())), st.sampled_from(TOLD), st.integers(1, 500)), max_size=30
)


def heap(found: Heap | Refusal) -> Heap:
    assert not isinstance(found, Refusal), found.sentence
    return found


def as_heap(bill: list[Lot]) -> Heap:
    counts: Heap = Counter()
    for lot in bill:
        counts[key_of(lot.part), lot.colour] += lot.count
    return counts


def as_rebrickable(bill: list[Lot]) -> str:
    return "Part,Color,Quantity\n" + "".join(f"{lot.part},{lot.colour},{lot.count}\n" for lot in bill)


@given(lots)
def test_every_list_that_is_written_is_read_again(bill: list[Lot]) -> None:
    assert heap(read_owned(as_list(bill))) == as_heap(bill)
    assert heap(read_owned(as_bricklink(bill))) == as_heap(bill)
    assert heap(read_owned(as_rebrickable(bill))) == as_heap(bill)


@given(lots)
def test_whoever_has_all_parts_lacks_none_and_whoever_has_none_lacks_all(bill: list[Lot]) -> None:
    for any_colour in (False, True):
        assert missing_of(bill, as_heap(bill), any_colour) == ()
        assert sum(each.count for each in missing_of(bill, Counter(), any_colour)) == sum(lot.count for lot in bill)


@given(lots, lots)
def test_other_colours_never_make_more_parts_missing(bill: list[Lot], owned: list[Lot]) -> None:
    strict, easy = (sum(each.count for each in missing_of(bill, as_heap(owned), any_)) for any_ in (False, True))
    assert easy <= strict <= sum(lot.count for lot in bill)


@given(st.text(max_size=300))
def test_any_text_is_a_list_or_a_sentence(text: str) -> None:
    found = read_owned(text)
    assert isinstance(found, Counter) or found.sentence


def test_lines_for_people_are_read_in_several_manners() -> None:
    text = "# my box\n\n4 3001 red\n2x 3024, Light Bluish Gray\n7 3005\n1 x Plate 2 x 2, your colour (3022)\n"
    found = heap(read_owned(text))
    assert found == {("3001", 4): 4, ("3024", 71): 2, ("3005", NO_COLOUR): 7, ("3022", NO_COLOUR): 1}


def test_tables_are_read_by_their_heads() -> None:
    studio = "BLItemNo\tPartName\tBLColorId\tQty\n3001\tBrick 2 x 4\t5\t3\n"
    quoted = 'Part;Name;"Color";Quantity\r\n"3024";"Plate; ""small""";0;9\r\n'
    unknown = "Part,Color,Quantity\n3001,9999,2\n"
    assert heap(read_owned(studio)) == {("3001", 4): 3}
    assert heap(read_owned(quoted)) == {("3024", 0): 9}
    assert heap(read_owned(unknown)) == {("3001", NO_COLOUR): 2}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("4 3001 red\nsome bricks", 2),
        ("4 3001 shiny", 1),
        ("999999 3001", 1),
        ("Part,Color,Quantity\n3001,4,2\n3001,4,many", 3),
        ("Part,Color,Quantity\n3001", 2),
        ("<INVENTORY>\n<ITEM><ITEMID>3001</ITEMID><MINQTY>x</MINQTY></ITEM></INVENTORY>", 2),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><INVENTORY></INVENTORY>", 1),
        ("<html></html>", 1),
        ("1 3001\n" + "x" * 501, 2),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, line: int) -> None:
    found = read_owned(text)
    assert isinstance(found, Refusal)
    assert found.sentence.startswith(f"Line {line}: ")


@pytest.mark.parametrize("text", ["1 3001\n" * 5_001, "x" * 200_001, "<ITEM>" * 30_000, 'Part,Qty\n"' + '"' * 400])
def test_what_is_too_much_is_refused_and_costs_little(text: str) -> None:
    assert isinstance(read_owned(text), Refusal)


def test_parts_in_a_colour_of_their_own_are_served_before_those_in_any() -> None:
    bill = [Lot("3001", AS_ABOVE, 2), Lot("3001", 4, 1)]
    assert missing_of(bill, as_heap([Lot("3001", 4, 2), Lot("3001", 1, 1)]), False) == ()
    (left,) = missing_of(bill, as_heap([Lot("3001", 4, 2)]), False)
    assert left == Missing("3001", all_parts()["3001"].title, AS_ABOVE, 1)
    (red,) = missing_of([Lot("3001", 4, 1)], as_heap([Lot("3001", 1, 5)]), False)
    assert red.colour == 4
    assert missing_of([Lot("3001", 4, 1)], as_heap([Lot("3001", 1, 5)]), True) == ()


def test_an_army_is_one_file_that_reads_back_with_all_its_parts() -> None:
    known = models_of(GAME)
    wanted = (("house", 1), ("panzer_iv", 2), ("tiger_i", 13))
    wishes = [WantedModel(name, known[name], count) for name, count in wanted]
    text = as_one_file(wishes)
    assert isinstance(text, str)
    again = read_ldraw(text.encode())
    assert isinstance(again, BrickModel)
    assert bill_of(again.placed()) == bill_for(wishes)
    assert as_one_file([WantedModel("house", known["house"], 1)]).startswith("0 ")  # type: ignore[union-attr]
    assert isinstance(as_one_file([WantedModel("house", known["house"], MOST_PARTS)]), Refusal)
