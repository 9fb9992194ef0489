"""Currents: areas that carry ships along when a round ends."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.out_of_turn import Concede
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import CUTTER, VIKING, area, refused, sea, ship

FAR = ship("B1", CUTTER, 33, 33)


STREAM = {"kind": "current", "points": [[8, 5], [20, 5], [20, 15], [8, 15]], "direction": 0, "strength": 2}
CURRENTS = {"currents": True}


def stream(*units: Any, **more: Any) -> Position:
    """The end of a round with a current that runs east."""
    return sea(*units, FAR, terrain=[STREAM, *more.pop("terrain", ())], phase="round_end", options=CURRENTS, **more)


@clause("sea.current.area", "sea.geometry.round_end")
def test_a_current_carries_along_whoever_moved_in_it() -> None:
    moved = {"spent": 1}
    table = stream(
        ship("A1", VIKING, 12, 10, 90, marks=moved),
        ship("A2", VIKING, 8, 14.9, 30, marks=moved),
        ship("A3", VIKING, 7.9, 5, 90, marks=moved),
        anyhow=True,
    )
    assert table.pose("A1") == (14, 10, 90)
    assert table.pose("A2") == (10, 14.9, 30)
    assert table.pose("A3") == (7.9, 5, 90)
    assert {event.step for event in table.events if type(event).__name__ == "UnitMoved"} == {"current"}
    # nothing flows unless it was agreed, and a fort stays where it stands
    units = (ship("A1", VIKING, 12, 10, 90, marks=moved), ship("A2", "Battery", 16, 10, 0), FAR)
    shore = area("island", 14.5, 8.5, 17.5, 11.5)
    flowing = sea(
        *units, terrain=[STREAM, shore], phase="round_end", options={"currents": True, "forts": True}, anyhow=True
    )
    assert (flowing.pose("A1")[0], flowing.pose("A2")) == (pytest.approx(14.5 - 2 / 3, abs=1e-3), (16, 10, 0))
    still = sea(*units, terrain=[STREAM, shore], phase="round_end", options={"forts": True}, anyhow=True)
    assert still.pose("A1") == (12, 10, 90)


@clause("sea.current.area")
def test_a_ship_that_did_not_move_may_anchor() -> None:
    for yes, x in ((True, 12), (False, 14)):
        table = stream(ship("A1", VIKING, 12, 10, 90))
        assert table.asked == "anchor"
        table.answer("drop_anchor", yes=yes)
        assert table.pose("A1")[0] == x
    # an anchor holds its own ship only
    both = stream(ship("A1", VIKING, 10, 10, 90), ship("A2", VIKING, 15, 10, 90, marks={"spent": 1}))
    both.answer("drop_anchor", yes=True)
    assert (both.pose("A1")[0], both.pose("A2")[0]) == (10, 17)
    hulk = stream(ship("A1", VIKING, 12, 10, 90, marks={"speed": 0}))
    assert hulk.pose("A1")[0] == 14


@clause("sea.current.area", "sea.game.units_count")
def test_who_resigns_when_a_current_asks_is_asked_no_more() -> None:
    units = (ship("A1", VIKING, 12, 10, 90), ship("A2", VIKING, 15, 10, 90), ship("C1", VIKING, 18, 10, 90))
    table = stream(*units, seats=3)
    table.send(Concede(), seat=0)
    assert table.decision is not None
    assert (table.asked, table.decision.seat) == ("anchor", 2)


@clause("sea.current.area")
def test_a_current_stops_at_contact_and_only_the_first_listed_acts() -> None:
    moved = {"spent": 1}
    second = {**STREAM, "direction": 90, "strength": 1}
    table = stream(ship("A1", VIKING, 12, 10, 90, marks=moved), terrain=[second, area("reef", 13.5, 9, 14.5, 11)])
    assert table.pose("A1")[0] == pytest.approx(13.5 - 2 / 3, abs=1e-3)
    assert table.pose("A1")[1] == 10


@clause("sea.current.area")
def test_strengths_are_one_or_two_inches_and_areas_are_looked_up_once() -> None:
    for strength in (0, 3):
        assert refused({"units": [ship("A1", VIKING, 5, 5), FAR], "terrain": [{**STREAM, "strength": strength}]}).code
    last = {"kind": "current", "points": [[13, 5], [20, 5], [20, 15], [13, 15]], "direction": 90, "strength": 1}
    first = {"kind": "current", "points": [[8, 5], [13, 5], [13, 15], [8, 15]], "direction": 0, "strength": 2}
    table = sea(
        ship("A1", VIKING, 12, 10, 90, marks={"spent": 1}),
        FAR,
        terrain=[first, last],
        phase="round_end",
        options=CURRENTS,
    )
    assert table.pose("A1") == (14, 10, 90)
