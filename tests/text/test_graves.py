"""Where people lie who fell, and where units went down of which nothing is left."""

from __future__ import annotations

from brickfield.speech.graves import graves_of
from brickfield.testing import dice
from tests.rules.brick_action.squads import ONE, TWO, squad, table, walk


def test_a_mini_lies_where_he_was_on_his_way_and_his_unit_has_a_grave_of_its_own() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("A2", TWO, 60, 20, (63, 20)), squad("B1", TWO, 40, 50))
    walk(t, "A1", 90, 10)
    before = t.state
    shot = t.answer("fire_back", unit="B1", dice=dice(6))
    body, unit = graves_of([(before, shot.events)])
    assert (body.unit, body.figure, body.card, body.x, body.y) == (
        "A1",
        "f1",
        "regular.repeater",
        40_000_000,
        24_500_000,
    )
    assert (unit.unit, unit.figure, unit.seat) == ("A1", "", 0)
    assert graves_of([(before, ())]) == ()
