"""A Move says before it is given what it brings with it: heat, what heat does, a run that may charge."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.previews import PathFace
from brickfield.core.typed import as_type
from brickfield.games.brick_mech.shown.previews import PREVIEWS
from brickfield.testing import Position, clause
from tests.rules.brick_mech.table import backward, duel, forward, heat


def prices(t: Position, *steps: dict[str, Any]) -> list[tuple[str, str]]:
    """What a Move of A1 is said to bring."""
    sort, work = PREVIEWS["path"]
    told = work(t.state, 0, as_type({"answer": "move", "unit": "A1", "steps": list(steps)}, sort))
    assert isinstance(told, PathFace)
    assert told.refusal is None
    return [(each.title, each.clause) for each in told.prices or ()]


@clause("bm.action.rush_heat", "bm.endturn.overheat6", "bm.endturn.overheat8")
@pytest.mark.parametrize(
    ("hot", "worse"),
    [(0, []), (5, [("overheats", "bm.endturn.overheat6")]), (7, [("overheats", "bm.endturn.overheat8")])],
)
def test_a_rush_says_how_hot_it_makes_and_what_that_does(hot: int, worse: list[tuple[str, str]]) -> None:
    assert prices(duel(a={"heat": hot}), backward(1)) == []
    t = duel(a={"heat": hot, "moves": 1, "attacks": 1})
    assert prices(t, backward(1)) == [("+2 heat", "bm.action.rush_heat"), *worse]
    if not worse:
        assert t.answer("move", unit="A1", steps=[backward(1)]).accepted
        assert heat(t, "A1") == 2


@clause("bm.option.charge.when")
def test_a_straight_run_at_the_end_says_that_it_may_charge() -> None:
    t = duel(gap=8.0, options={"charge": True})
    assert prices(t, forward(2)) == []
    assert prices(t, forward(3)) == [("may charge", "bm.option.charge.when")]
    assert prices(duel(gap=8.0), forward(3)) == []
