"""A loud word before a move that ends in the open before several enemies; from the previews all games have."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.previews import PathFace
from brickfield.server.bots.job_kinds import answered
from brickfield.testing import Position, lay_table, piece, unit

AHEAD = [{"step": "forward", "inches": 3}]


def before(*enemies: dict[str, Any], terrain: tuple[Any, ...] = ()) -> Position:
    units = [unit("A1", "M4 Sherman", 24, 6, 90), *enemies]
    return lay_table("micro_brick_battle", units, list(terrain), phase="movement")


def caution_of(t: Position, unit: str, steps: list[dict[str, Any]]) -> str:
    told = answered(t.state, 0, "path", {"unit": unit, "steps": steps})
    assert isinstance(told, PathFace), told
    return told.caution


ONE, TWO = unit("B1", "Panzer III", 24, 30, 270), unit("B2", "Panzer III", 30, 30, 270)


def test_two_that_see_the_whole_tank_are_worth_a_warning_and_named() -> None:
    told = caution_of(before(ONE, TWO), "A1", AHEAD)
    assert told.startswith("Careful: that is in the open. 2 can fire at it there:")
    assert "B1" in told
    assert "B2" in told


@pytest.mark.parametrize("hidden", [False, True])
def test_one_is_not_and_neither_are_those_who_see_only_a_part(hidden: bool) -> None:
    if hidden:
        t = before(ONE, TWO, terrain=(piece("House", 25.2, 13),))
        face = answered(t.state, 0, "path", {"unit": "A1", "steps": AHEAD})
        assert any(each.hidden > 0 for each in face.seen_by)
    else:
        t = before(ONE)
    assert caution_of(t, "A1", AHEAD) == ""


def test_the_same_is_said_at_sea() -> None:
    ships = [
        unit("A1", "Viking Longship", 10, 5, 90),
        unit("B1", "Viking Longship", 8, 16, 270),
        unit("B2", "Viking Longship", 14, 16, 270),
    ]
    t = lay_table("battle_of_the_sea", ships, [])
    told = answered(t.state, 0, "path", {"unit": "A1", "legs": [{"step": "ahead", "heading": 90.0, "inches": 3.0}]})
    assert isinstance(told, PathFace), told
    assert "2 can fire at it" in told.caution
