"""Turning by length: bends of 45 degrees, a quarter of the hull apart, and a swing that is clear at every heading."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.base.hulls import hull_form
from brickfield.geometry import kernel, rectangle, unit
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    LINER,
    VIKING,
    ahead,
    area,
    astern,
    ram,
    sea,
    ship,
    throws,
)

BY_LENGTH = {"turning": "by_length"}
FAR = ship("B1", CUTTER, 33, 33)
QUICK = "Long Runner 24: 6-6-12"


def alone(card: str = VIKING, x: float = 17.0, y: float = 10.0, heading: float = 90.0, **more: Any) -> Position:
    """A ship with open water around it."""
    return sea(ship("A1", card, x, y, heading), FAR, **{"options": BY_LENGTH, **more})


@clause("sea.move.by_length")
@pytest.mark.parametrize(
    ("card", "least"),
    [(CUTTER, 1.0), (VIKING, 1.0), ("Sloop 13: 3-2-8", 13 / 12), (LINER, 2.5)],
)
def test_a_bend_needs_a_quarter_of_the_length_before_it_and_no_less_than_an_inch(card: str, least: float) -> None:
    table = alone(card)
    assert table.cost("A1", ahead(90, least), ahead(120, 0.5)) == pytest.approx(least + 0.5)
    assert table.cost("A1", ahead(90, least - 5e-7), ahead(120, 0.5)) == pytest.approx(least + 0.5)
    short = table.cost("A1", ahead(90, least - 0.001), ahead(120, 0.5))
    assert isinstance(short, Refusal)
    assert (short.code, short.clause, short.data["leg"]) == ("leg_too_short", "sea.move.by_length", 1)
    assert short.data["least"] == pytest.approx(least)
    # the astern leg as any other; the last leg needs a stud, whatever the length
    assert isinstance(table.cost("A1", astern(least - 0.001), ahead(120, 0.5)), Refusal)
    assert table.cost("A1", astern(least), ahead(120, 0.5)) == pytest.approx(least + 0.5)
    stub = table.cost("A1", ahead(120, 0.33))
    assert isinstance(stub, Refusal)
    assert (stub.code, stub.clause) == ("leg_too_short", "sea.move.free_path")


@clause("sea.move.by_length")
def test_no_bend_is_sharper_than_45_degrees_the_one_at_the_start_included() -> None:
    table = alone()
    assert table.cost("A1", ahead(135, 1), ahead(180, 1), ahead(135, 0.4)) == pytest.approx(2.4)
    for legs in ((ahead(135.001, 1),), (ahead(90, 1), ahead(44, 1)), (astern(1), ahead(150, 1))):
        refusal = table.cost("A1", *legs)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.clause, refusal.data["most"]) == ("turn_too_sharp", "sea.move.by_length", 45)
    assert table.cost("A1", ahead(45 - 1e-7, 1)) == 1


@clause("sea.move.by_length", "sea.geometry.follow")
def test_the_stern_may_touch_nothing_at_any_heading_of_a_swing() -> None:
    """A rock that the stern passes over between two headings at which it is clear of it."""
    bow, stern = (17.0, 12.0), 4.0
    middle = radians(90 + 180 + 22.5)
    x, y = bow[0] + stern * cos(middle), bow[1] + stern * sin(middle)
    rock = [area("rock", x - 0.2, y - 0.2, x + 0.2, y + 0.2)]
    for kind in ("rock", "reef", "island"):
        blocked = alone(terrain=[rock[0] | {"kind": kind}]).cost("A1", ahead(135, 2))
        assert isinstance(blocked, Refusal)
        assert (blocked.code, blocked.clause, blocked.data["leg"]) == ("in_the_way", "sea.move.no_obstacle", 1)
        assert "swing its stern into" in blocked.sentence
    assert alone(terrain=rock, options={"turning": "limited"}).cost("A1", ahead(135, 2)) == 2
    assert alone(terrain=rock).cost("A1", ahead(45, 2)) == 2, "the other way round it does not come there"
    assert alone(terrain=rock).cost("A1", ahead(90, 3), ahead(135, 1)) == 4, "further on it does not come there either"
    buoy = ship("A2", CUTTER, x + 0.8, y - 0.9, 315)
    other = sea(ship("A1", VIKING, 17, 10), buoy, FAR, options=BY_LENGTH).cost("A1", ahead(135, 2))
    assert isinstance(other, Refusal)
    assert other.data["thing"] == "A2"


@clause("sea.move.by_length", "sea.geometry.edge")
def test_no_part_of_a_swing_leaves_the_table() -> None:
    """A galleon before the lower edge: its quarters are clear of it at 70 and at 110 degrees, and over it between."""
    half, slant = 20 / 3 / 2, radians(70)
    for bow_y, inside in ((6.6, False), (6.72, True)):
        place = (17 - half * cos(slant), bow_y - half * sin(slant))
        refused = alone(GALLEON, *place, 70).cost("A1", ahead(110, 2))
        assert isinstance(refused, Refusal) is not inside
        if isinstance(refused, Refusal):
            assert (refused.code, refused.clause) == ("off_table", "sea.geometry.edge")
            assert "swing its stern off the table" in refused.sentence
        assert alone(GALLEON, *place, 70, options={"turning": "limited"}).cost("A1", ahead(110, 2)) == 2


@clause("sea.move.by_length", "sea.geometry.contact", "sea.ram.accurate")
def test_the_swing_into_a_ram_counts_too() -> None:
    bow = (17.0, 12.0)
    target = ship("B2", GALLEON, bow[0] + 2.4 * cos(radians(60)), bow[1] + 2.4 * sin(radians(60)) + 0.9, 150)
    run = sea(ship("A1", VIKING, 17, 10), target, FAR, options=BY_LENGTH)
    assert ram(run, "A1", "B2", 60, dice=throws(0, 5)).accepted
    middle = radians(90 + 180 - 15)
    x, y = bow[0] + 4.05 * cos(middle), bow[1] + 4.05 * sin(middle)
    rock = area("rock", x - 0.1, y - 0.1, x + 0.1, y + 0.1)
    shut = sea(ship("A1", VIKING, 17, 10), target, FAR, terrain=[rock], options=BY_LENGTH)
    refusal = ram(shut, "A1", "B2", 60).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["thing"]) == ("in_the_way", "R1")
    # a leg in another direction is followed by a bend, a leg in that of the ram by none
    far = ship("B2", GALLEON, 17, 15.5, 0)
    bent = sea(ship("A1", VIKING, 17, 10), far, FAR, options=BY_LENGTH)
    brief = ram(bent, "A1", "B2", 100, ahead(85, 0.5)).refusal
    assert brief is not None
    assert (brief.code, brief.clause) == ("leg_too_short", "sea.move.by_length")
    assert ram(bent, "A1", "B2", 90, ahead(90, 0.5), dice=throws(0, 5)).accepted


@clause("sea.move.by_length", "sea.monster.fleet_limits")
def test_a_tame_monster_comes_round_by_its_own_length() -> None:
    sea_serpent = "Great Serpent 20: 0-14-6 monster"
    table = alone(sea_serpent, options={**BY_LENGTH, "monsters": "fleet"})
    assert isinstance(table.cost("A1", ahead(90, 1.6), ahead(120, 1)), Refusal)
    assert table.cost("A1", ahead(90, 1.67), ahead(120, 1)) == pytest.approx(2.67)


rocks = st.lists(st.tuples(st.floats(8.0, 26.0), st.floats(8.0, 26.0), st.floats(0.1, 1.5)), max_size=5)
bends = st.lists(st.floats(-45.0, 45.0), min_size=1, max_size=3)


@clause("sea.move.by_length", "sea.geometry.collision")
@given(rocks, bends, st.floats(0.0, 359.0))
@settings(max_examples=40, deadline=None)
def test_a_course_is_clear_at_every_heading_it_passes(
    rocks: list[tuple[float, float, float]], bends: list[float], heading: float
) -> None:
    """Looked at degree by degree: what the rules allow meets nothing, and what they refuse meets something."""
    heading = round(heading, 3)
    start = (17.0 - 4 * cos(radians(heading)), 17.0 - 4 * sin(radians(heading)))
    terrain = [area("rock", x - size, y - size, x + size, y + size) for x, y, size in rocks]
    table = sea(ship("A1", QUICK, *start, heading), FAR, terrain=terrain, options=BY_LENGTH, anyhow=True)
    headings = [heading]
    for bend in bends:
        headings.append(headings[-1] + bend)
    legs = [ahead(each % 360, 2.5) for each in headings[1:]]
    deepest = max((_depth(pose, rock) for pose in _poses(start, headings, 2.5) for rock in rocks), default=-1.0)
    refusal = table.cost("A1", *legs)
    if deepest > 0.02:
        assert isinstance(refusal, Refusal)
    elif deepest < -0.02:
        assert not isinstance(refusal, Refusal)


def _poses(start: tuple[float, float], headings: list[float], leg: float) -> list[tuple[float, float, float]]:
    """Bow and heading all along a course, half a degree and a tenth of an inch apart."""
    x, y = start[0] + 4 * cos(radians(headings[0])), start[1] + 4 * sin(radians(headings[0]))
    found = [(x, y, headings[0])]
    for before, after in pairwise(headings):
        found += [(x, y, before + (after - before) * step / 90) for step in range(91)]
        c, s = unit(after)
        found += [(x + leg * step / 25 * c, y + leg * step / 25 * s, after) for step in range(26)]
        x, y, _ = found[-1]
    return found


def _depth(pose: tuple[float, float, float], rock: tuple[float, float, float]) -> float:
    """How deep a long hull is in a square rock; below nothing how far it is off."""
    (x, y, heading), (rx, ry, size) = pose, rock
    c, s = unit(heading)
    hull = hull_form(24).at(x - 4 * c, y - 4 * s, c, s)
    if hypot(x - 4 * c - rx, y - 4 * s - ry) > 4.2 + 1.5 * size:
        return -1.0
    square = rectangle(rx, ry, 0.0, 2 * size, 2 * size)
    gap = kernel.distance(hull, square)
    if gap > 0.0:
        return -gap
    return min(
        min(max(offset - (nx * px + ny * py) for px, py in square.points) for nx, ny, offset in hull.edges),
        min(max(offset - (nx * px + ny * py) for px, py in hull.points) for nx, ny, offset in square.edges),
    )
