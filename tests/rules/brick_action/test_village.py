"""Villages drawn from a number, and the houses in them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from brickfield.core.match import Setup
from brickfield.games import find_game
from brickfield.games.brick_action.base.building_plans import building_plans, structure_of
from brickfield.games.brick_action.setup.scenarios import scenarios
from brickfield.games.brick_action.setup.village import HILL, turned, village, village_rules, village_terrain
from brickfield.testing import Position, clause
from tests.rules.brick_action.armoured import ahead, drive, squad, table, tank

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


@clause("ba.elev.def", "ba.setup.terrain.free")
def test_every_village_has_two_hills_that_have_to_be_taken_and_the_shipped_ones_too() -> None:
    game: Any = find_game("brick_action")
    for number in range(40):
        hills = [each for each in village(number) if each.feature == HILL]
        assert len(hills) == 2
        assert all(each.box[1] >= 16.0 and each.box[3] <= 80.0 for each in hills), "outside of both zones"
    match = game.new_match(Setup("brick_action", "village"))
    assert sum(each.feature == HILL for each in match.pieces) == 4
    shipped = [each for each in scenarios().values() if each.village]
    assert len(shipped) >= 2


def a_hill() -> list[dict[str, Any]]:
    """The terraces of a hill of a village, in the middle of a table."""
    terraces = [to_builtins(each) for each in village_terrain(7) if each.feature == HILL][:2]
    assert [(each["height"], each["ground"]) for each in terraces] == [(3, 0), (2, 3)]
    return [each | {"x": 40.0, "y": 40.0, "heading": 0.0} for each in terraces]


def on_a_hill(*spots: tuple[float, float]) -> Position:
    """Somebody on a hill or before it, and an enemy on the flat ground beyond it."""
    return table(squad("A1", *spots), squad("B1", (80, 40), (80, 43), attacked=1), terrain=a_hill())


@clause("ba.elev.def", "ba.elev.hit", "ba.geometry.path")
def test_a_squad_walks_up_a_hill_for_nothing_and_fires_down_from_it() -> None:
    t = on_a_hill((26, 40), (26, 43))
    assert "from higher ground" not in str(t.ask("tally", "A1", "B1"))
    assert t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 0, "studs": 15}]).accepted
    assert "from higher ground" in str(t.ask("tally", "A1", "B1"))
    lower = on_a_hill((32.5, 35), (32.5, 45))
    assert "from higher ground" not in str(lower.ask("tally", "A1", "B1")), "on the first step one stands 3 blocks high"


@clause("ba.geometry.los.height")
def test_who_is_behind_a_hill_is_not_seen() -> None:
    assert on_a_hill((26, 40), (26, 42)).ask("tally", "A1", "B1").refusal is not None


@clause("ba.geometry.vehicle_path", "ba.elev.def")
@pytest.mark.parametrize(("card", "climbs"), [("M1 map", True), ("C2 mg", False)])
def test_tracks_climb_a_hill_at_half_speed_and_wheels_do_not(card: str, climbs: bool) -> None:
    def there(studs: float) -> Position:
        t = table(tank("A2", 22, 40, card=card), squad("B1", (80, 40), attacked=1), terrain=a_hill())
        drive(t, "A2", ahead(studs))
        return t

    assert (there(10).unit("A2").pose.place == (32.0, 40.0)) is climbs  # type: ignore[union-attr]
    assert there(10.5).unit("A2").pose.place == (22.0, 40.0)  # type: ignore[union-attr]


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
