"""Ending a Turn: cooling by actions taken, overheating at six and at eight."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, Result, clause, dice, lay_table
from tests.rules.brick_mech.table import GAME, armor, heat, marks, mech, turn


def ended(actions: int, markers: int, *faces: int, **a: Any) -> tuple[Position, Result]:
    """A1 takes so many actions with this heat on it and ends its turn; A2 keeps its side alive."""
    units = [mech("A1", 10, 15, 0, heat=markers, **a), mech("A2", 5, 5, 0), mech("B1", 30, 15, 180)]
    t = lay_table(GAME, units)
    if actions:
        t.move("A1", turn(5))
    if actions > 1:
        t.move("A1", turn(5))
    if actions > 2:
        return t, t.answer("detach", unit="A1", slot="left_arm", dice=dice(*faces))
    return t, t.answer("end_turn", unit="A1", dice=dice(*faces))


@clause("bm.endturn.heat0", "bm.endturn.heat1", "bm.endturn.heat23")
@pytest.mark.parametrize(
    ("actions", "before", "after"), [(0, 5, 3), (1, 5, 4), (2, 5, 5), (3, 3, 5), (0, 1, 0), (0, 0, 0), (1, 0, 0)]
)
def test_markers_go_by_the_number_of_actions(actions: int, before: int, after: int) -> None:
    t, _result = ended(actions, before)
    assert heat(t, "A1") == after


@clause("bm.endturn.overheat6", "bm.endturn.order")
@pytest.mark.parametrize(("actions", "markers", "loss"), [(2, 5, 0), (2, 6, 1), (1, 6, 0), (0, 8, 1), (2, 7, 1)])
def test_six_or_more_markers_after_cooling_cost_an_armor_point(actions: int, markers: int, loss: int) -> None:
    t, _result = ended(actions, markers)
    assert armor(t, "A1") == 20 - loss


@clause("bm.endturn.overheat8", "bm.endturn.order", "bm.massive.two_rolls")
def test_eight_or_more_markers_also_bring_a_massive_damage_roll() -> None:
    t, result = ended(2, 8, 1, 3)
    assert armor(t, "A1") == 19
    assert [event.table for event in result.of("table_read")] == [
        "massive damage location",
        "massive damage to the legs",
    ]
    assert marks(t, "A1", "movement") == (4,)
    t, result = ended(1, 8)
    assert result.of("table_read") == []


@clause("bm.endturn.order")
def test_the_roll_is_still_made_when_the_armor_point_was_the_last() -> None:
    t, result = ended(2, 8, 5, 6, armor=1)
    assert t.unit("A1").status == "gone"
    kinds = [type(event).__name__ for event in result.events]
    assert kinds.index("TableRead") < kinds.index("UnitDestroyed")
    assert len([token for token in t.state.tokens.values() if token.kind == "Loose part"]) == 3


@clause("bm.endturn.order", "bm.objective.default")
def test_overheating_to_death_can_decide_the_game() -> None:
    units = [mech("A1", 10, 15, 0, heat=8, armor=1), mech("B1", 30, 15, 180)]
    t = lay_table(GAME, units)
    t.answer("end_turn", unit="A1")
    assert t.winners == (1,)
