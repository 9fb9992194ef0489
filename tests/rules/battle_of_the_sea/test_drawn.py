"""Where guns bear and how far they reach is drawn as it is measured; a course says that a current carries on."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

import pytest

from brickfield.core.typed import as_type
from brickfield.games.battle_of_the_sea.base.aims import volley
from brickfield.games.battle_of_the_sea.base.firing import bears, range_band
from brickfield.games.battle_of_the_sea.base.waters import hull
from brickfield.games.battle_of_the_sea.shown.previews import PREVIEWS
from brickfield.geometry import distance
from brickfield.testing import clause
from tests.rules.battle_of_the_sea.table import sea, ship

GRAIN = 1_000_000


@clause("sea.fire.no_arc", "sea.firepower.range", "sea.geometry.range")
def test_broadsides_and_ranges_are_drawn_where_they_are_measured() -> None:
    for angle in range(0, 360, 10):
        x, y = 18 + 11.3 * cos(radians(angle)), 18 + 11.3 * sin(radians(angle))
        ships = [ship("A1", "Galleon", 18, 18, 60), ship("B1", "Cutter", x, y, 0)]
        t = sea(*ships, options={"broadside": True})
        offer = volley(t.state, t.unit("A1"))
        unit, other = t.unit("A1"), t.unit("B1")
        assert other.pose is not None
        there = degrees(atan2(other.pose.y - unit.pose.y, other.pose.x - unit.pose.x)) if unit.pose else 0.0
        off = [abs((there - cone.heading + 180.0) % 360.0 - 180.0) - cone.half_degrees for cone in offer.cones or ()]
        assert (min(off) <= 0) == bears(t.state, unit, other), angle
        circle = offer.circles[0]
        # the line runs round the hull the distance is measured from
        corners = [value / GRAIN for value in circle.outline]
        assert corners == pytest.approx(list(hull(t.state, unit).corners), abs=1e-5)
        assert (range_band(t.state, unit, other) == "normal") == (
            distance(hull(t.state, unit), hull(t.state, other)) <= circle.distance
        )


@clause("sea.fire.no_arc")
def test_without_that_agreement_guns_fire_all_round_and_no_cone_is_drawn() -> None:
    t = sea(ship("A1", "Galleon", 18, 18, 60), ship("B1", "Cutter", 24, 18, 0))
    assert volley(t.state, t.unit("A1")).cones == ()


@clause("sea.current.area")
def test_a_course_into_a_current_says_that_it_is_carried_on() -> None:
    stream = {"kind": "current", "points": [[16, 20], [20, 20], [20, 26], [16, 26]], "direction": 0, "strength": 2}
    t = sea(ship("A1", "Galleon", 18, 17, 90), ship("B1", "Cutter", 30, 30, 0), terrain=[stream],
            options={"currents": True})  # fmt: skip
    sort, work = PREVIEWS["path"]
    leg = {"step": "ahead", "heading": 90, "inches": 4}
    told = work(t.state, 0, as_type({"answer": "sail", "unit": "A1", "legs": [leg]}, sort))
    assert [(each.title, each.clause, each.tone) for each in told.prices] == [("current", "sea.current.area", "risk")]
    short = work(t.state, 0, as_type({"answer": "sail", "unit": "A1", "legs": [leg | {"inches": 1}]}, sort))
    assert short.prices == ()
