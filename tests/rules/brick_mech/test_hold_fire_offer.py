"""Hold Fire as it is offered and drawn: the note put together, the ground of each range and arc, who sees it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.asking.composing import orders_of
from brickfield.core.views import imagine
from brickfield.games.brick_mech.base.battlefield import base_of, match_of
from brickfield.games.brick_mech.base.ranges_and_arcs import firing_arc, range_at
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HoldFire, hold_offer, may_hold_fire
from brickfield.games.brick_mech.shown.faces import situation
from brickfield.geometry import Pose, kernel, rectangle_at
from brickfield.testing import clause, lay_table
from tests.rules.brick_mech.table import GAME, duel, mech

ON = {"hold_fire": True}


@clause("bm.option.hold.declare", "bm.option.hold.note")
@pytest.mark.parametrize("changes", [{}, {"turret": True}, {"short": 0}, {"turret": True, "melee": 0, "long": 0}])
def test_whatever_may_be_noted_can_be_put_together_and_nothing_else(changes: dict[str, Any]) -> None:
    t = duel(options=ON, a=changes)
    offer = hold_offer(t.state, t.unit("A1"))
    assert offer is not None
    offered = {(each["range"], each["arc"], each["orders"]) for each in orders_of(offer)}
    every = product(("melee", "short", "long"), ("primary", "left", "right"), ("ask", "fire"))
    taken = {note for note in every if may_hold_fire(t.state, t.unit("A1"), HoldFire("A1", *note)) is None}
    assert offered == taken != set()
    # the ground to be touched says just those ranges and arcs
    assert {(spot.picks["range"], spot.picks["arc"]) for spot in offer.spots} == {note[:2] for note in taken}


@clause("bm.option.hold.note", "bm.attack.range.measure", "bm.geometry.arcs", "bm.attack.arc.turret")
@pytest.mark.parametrize("turret", [False, True])
def test_the_ground_to_be_touched_is_where_that_range_and_arc_are(turret: bool) -> None:
    """A base so small that it is a point lies in the outline of just the range and arc it is in."""
    t = lay_table(GAME, [mech("A1", 15, 15, 30, turret=turret), mech("B1", 30, 30, 0)], options=ON, anyhow=True)
    offer = hold_offer(t.state, t.unit("A1"))
    assert offer is not None
    holder = t.unit("A1")
    base = base_of(t.state, holder)
    for x, y in product(range(2, 28, 3), repeat=2):
        gap = kernel.distance(base, rectangle_at(Pose.at(x, y, 0.0), 0.01, 0.01))
        if gap < 0.1:
            continue
        there = replace(t.unit("B1"), pose=Pose.at(x, y, 0.0))
        lies_in = range_at(match_of(t.state).limits, gap), firing_arc(t.state, holder, there)
        found = [tuple(each.picks.values()) for each in offer.spots if is_inside(each.outline, x, y)]
        assert found == [each for each in [lies_in] if "out" not in each and "rear" not in each], (x, y)


def is_inside(outline: tuple[int, ...], x: float, y: float) -> bool:
    corners = [(a / 1e6, b / 1e6) for a, b in zip(outline[::2], outline[1::2], strict=True)]
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum((b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a) for (a, b), (c, d) in sides) % 2 == 1


@clause("bm.option.hold.secret")
def test_the_ground_that_is_watched_is_drawn_for_its_owner_alone() -> None:
    t = duel(options=ON)
    assert t.answer("hold_fire", unit="A1", range="long", arc="left").accepted
    shown = [situation(imagine(t.view(seat), t.match)).waits for seat in (0, 1, -1)]
    assert [[each.text for each in waits] for waits in shown] == [["Long range, left arc"], [], []]
    assert shown[0][0].ground
