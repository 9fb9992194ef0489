"""Villages drawn from a number, and the houses in them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.games.brick_action.rules.building_plans import building_plans, structure_of
from brickfield.games.brick_action.rules.village import turned, village, village_rules
from brickfield.testing import clause

NUMBERS = st.integers(0, 10_000)
SOFT = {"tall_grass", "bushes", "narrow_fence", "tree"}


@clause("ba.setup.terrain.free")
@given(NUMBERS)
@settings(max_examples=60, deadline=None)
def test_a_village_is_the_same_from_both_ends(number: int) -> None:
    pieces = village(number)
    assert {turned(each, village_rules().board) for each in pieces} == set(pieces)


@clause("ba.setup.terrain.free")
@given(NUMBERS)
@settings(max_examples=60, deadline=None)
def test_the_outer_studs_and_the_streets_are_free(number: int) -> None:
    for piece in village(number):
        x0, y0, x1, y1 = piece.box
        assert min(x0, y0) >= 0.0
        assert max(x1, y1) <= 96.0
        if piece.feature in SOFT:
            continue
        assert 8.0 <= y0 <= y1 <= 88.0, "the outer 8 studs of both zones"
        assert x1 <= 40.0 or x0 >= 56.0, "a street from end to end, wide enough for every vehicle"


@given(NUMBERS)
@settings(max_examples=60, deadline=None)
def test_between_any_two_pieces_a_mini_can_walk(number: int) -> None:
    boxes = [each.box for each in village(number)]
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
            assert apart >= 3.0


def test_villages_differ_and_each_has_houses() -> None:
    drawn = [village(number) for number in range(20)]
    assert len(set(drawn)) == 20
    assert all(sum(each.feature in building_plans() for each in pieces) >= 2 for pieces in drawn)
    assert village(7) == village(7)


@pytest.mark.parametrize("kind", ["cottage", "town_house", "barn", "tower"])
def test_every_house_has_a_door_and_openings_within_its_walls(kind: str) -> None:
    plan, built = building_plans()[kind], structure_of(kind)
    assert any(opening.door for opening in built.storeys[0].openings)
    for storey in built.storeys:
        for opening in storey.openings:
            along = plan.length if opening.wall in (0, 2) else plan.width
            assert 0 < opening.start < opening.end < along * 1_000_000
            assert storey.floor <= opening.bottom < opening.top <= storey.ceiling
