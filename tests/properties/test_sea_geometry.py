"""Courses, contacts, ranges and sight of Battle of the Sea against an exact library, on random tables."""

from __future__ import annotations

import random
from math import atan2, cos, degrees, radians, sin
from typing import Any

import pytest
from shapely import MultiPoint
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, Polygon, box

from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.chapters.archipelago.archipelago import archipelago
from brickfield.testing import Position, lay_table, unit

TABLE = box(0, 0, 35, 35)
# nearer to a limit than this, both answers are right
DOUBT = 2e-3
CARDS = {"Viking Longship": 12, "Galleon": 20, "Cutter": 8, "Ship of the Line": 30}


def pentagon(length: int, x: float, y: float, heading: float) -> Polygon:
    """The hull, worked out anew from the ledger."""
    long, beam = length / 3, (2 if length <= 8 else 4 if length <= 20 else 6) / 3
    half, side = long / 2, beam / 2
    hull = Polygon([(-half, side), (-half, -side), (half - side, -side), (half, 0), (half - side, side)])
    return translate(rotate(hull, heading, origin=(0, 0)), x, y)


def random_table(rng: random.Random) -> tuple[Position, dict[str, Polygon], list[tuple[str, Polygon]]]:
    """Ships that do not overlap, among random islands."""
    chart = archipelago(rng.randrange(5000), 35.0, 2)
    areas = [(area.kind, Polygon(area.points)) for area in chart.area]
    terrain: list[dict[str, Any]] = [{"kind": area.kind, "points": area.points} for area in chart.area]
    hulls: dict[str, Polygon] = {}
    units = []
    for name in ("A1", "A2", "B1", "B2", "B3", "B4"):
        for _ in range(60):
            card, length = rng.choice(list(CARDS.items()))
            x, y = (round(rng.uniform(2, 33), 4) for _ in range(2))
            heading = round(rng.uniform(0, 359), 3)
            hull = pentagon(length, x, y, heading)
            others = [*hulls.values(), *(shape for kind, shape in areas if kind != "seaweed")]
            if TABLE.contains(hull) and all(hull.distance(other) > DOUBT for other in others):
                hulls[name] = hull
                units.append(unit(name, card, x, y, heading))
                break
    return lay_table("battle_of_the_sea", units, terrain), hulls, areas


def swept(length: int, bow: tuple[float, float], heading: float, way: float) -> Polygon:
    """The area a hull sweeps on a leg: the convex hull of its first and last pose."""
    back = length / 6
    c, s = cos(radians(heading)), sin(radians(heading))
    first = pentagon(length, bow[0] - back * c, bow[1] - back * s, heading)
    last = translate(first, way * c, way * s)
    return MultiPoint([*first.exterior.coords, *last.exterior.coords]).convex_hull


def clearance(sweep: Polygon, others: list[Polygon]) -> float:
    """How far the shrunk sweep stays clear of everything; below 0 how much of it has to go to be clear."""
    core = sweep.buffer(-0.01, join_style="mitre")
    if any(core.intersects(other) for other in others) or not TABLE.contains(core):
        thinner = sweep.buffer(-0.01 - DOUBT, join_style="mitre")
        hits = any(thinner.intersects(other) for other in others) or not TABLE.contains(thinner)
        return -1.0 if hits else 0.0
    wider = sweep.buffer(-0.01 + DOUBT, join_style="mitre")
    clear = not any(wider.intersects(other) for other in others) and TABLE.contains(wider)
    return 1.0 if clear else 0.0


def bow_of(hull: Polygon) -> tuple[float, float]:
    """The tip of a hull."""
    x, y = list(hull.exterior.coords)[3]
    return x, y


@pytest.mark.parametrize("seed", range(12))
def test_courses_are_free_exactly_where_the_sweep_is(seed: int) -> None:
    rng = random.Random(seed)
    table, hulls, areas = random_table(rng)
    solid = [shape for kind, shape in areas if kind != "seaweed"]
    decided = {True: 0, False: 0}
    for name in ("A1", "A2"):
        length = CARDS[table.unit(name).card]
        others = [*solid, *(hull for other, hull in hulls.items() if other != name)]
        for _ in range(60):
            bow, legs, worst = bow_of(hulls[name]), [], 1.0
            for _leg in range(rng.randint(1, 2)):
                heading, way = rng.uniform(0, 360), rng.uniform(0.4, 2.0)
                worst = min(worst, clearance(swept(length, bow, heading, way), others))
                worst = min(worst, clearance(swept(length, bow, heading, 0.0), others))
                bow = (bow[0] + way * cos(radians(heading)), bow[1] + way * sin(radians(heading)))
                legs.append({"step": "ahead", "heading": heading, "inches": way})
            if worst:
                found = table.cost(name, *legs)
                assert (not isinstance(found, Refusal)) == (worst > 0), (legs, found)
                decided[worst > 0] += 1
    assert min(decided.values()) > 0


@pytest.mark.parametrize("seed", range(12))
def test_ranges_and_sight_agree(seed: int) -> None:
    rng = random.Random(100 + seed)
    table, hulls, areas = random_table(rng)
    land = [shape for kind, shape in areas if kind in ("island", "rock")]
    for one in ("A1", "A2"):
        for other in ("B1", "B2", "B3", "B4"):
            if one not in hulls or other not in hulls:
                continue
            distance = hulls[one].distance(hulls[other])
            assert table.distance(one, other) == pytest.approx(distance, abs=1e-6)
            centres = LineString([table.pose(one)[:2], table.pose(other)[:2]])
            inside = max((centres.intersection(shape).length for shape in land), default=0.0)
            if inside == 0.0 or inside > DOUBT:
                assert table.line_of_sight(one, other) == (inside == 0.0)


@pytest.mark.parametrize("seed", range(12))
def test_a_ram_stops_at_the_first_contact(seed: int) -> None:
    rng = random.Random(200 + seed)
    met = 0
    for _ in range(12):
        table, hulls, _areas = random_table(rng)
        for name in ("A1", "A2"):
            for target in ("B1", "B2", "B3", "B4"):
                if target not in hulls:
                    continue
                goal = hulls[target].centroid
                bow = bow_of(hulls[name])
                heading = bearing(bow, (goal.x, goal.y))
                found = table.ask("path", name, [], {"target": target, "heading": heading})
                if isinstance(found, Refusal):
                    continue
                met += 1
                x, y, turned = (found.legs[-1].pose.x / 1e6, found.legs[-1].pose.y / 1e6, found.legs[-1].pose.degrees)
                there = pentagon(CARDS[table.unit(name).card], x, y, turned)
                assert there.distance(hulls[target]) <= 0.01
                assert there.intersection(hulls[target]).area < 1e-3
                # half a hundredth short of it there was no contact yet
                c, s = cos(radians(heading)), sin(radians(heading))
                assert translate(there, -0.02 * c, -0.02 * s).distance(hulls[target]) > 0
                assert all(there.intersection(hull).area < 1e-2 for each, hull in hulls.items() if each != name)
    assert met > 0


def bearing(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The direction from one point to another."""
    return degrees(atan2(other[1] - one[1], other[0] - one[0]))
