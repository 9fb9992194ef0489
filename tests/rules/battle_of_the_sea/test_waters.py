"""The waters: polygons of any simple shape, archipelagos from a number, charts that are refused."""

from __future__ import annotations

import random

import pytest
from shapely.geometry import LineString, Point, Polygon

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.base.land import contains, convex_parts, enters, is_simple, length_inside
from brickfield.games.battle_of_the_sea.base.waters import prepare
from brickfield.games.battle_of_the_sea.chapters.archipelago.archipelago import archipelago
from brickfield.games.battle_of_the_sea.setup.scenarios import Area, Chart, chart_fault, scenarios
from brickfield.testing import clause, piece
from tests.rules.battle_of_the_sea.table import CUTTER, GAME, VIKING, ahead, area, refused, sea, ship

HORSESHOE = ((0.0, 0.0), (6.0, 0.0), (6.0, 5.0), (4.0, 5.0), (4.0, 2.0), (2.0, 2.0), (2.0, 5.0), (0.0, 5.0))


def coasts(count: int) -> list[tuple[tuple[float, float], ...]]:
    """Outlines of random islands, bent inwards and not."""
    found = [area.points for seed in range(count) for area in archipelago(seed, 35.0, 2).area]
    return [HORSESHOE, tuple(reversed(HORSESHOE)), *found]


@clause("sea.geometry.islands")
def test_convex_parts_cover_an_outline_and_share_only_borders() -> None:
    for outline in coasts(12):
        whole = Polygon(outline)
        parts = [Polygon(part.points) for part in convex_parts(outline)]
        assert sum(part.area for part in parts) == pytest.approx(whole.area)
        assert all(whole.buffer(1e-9).contains(part) for part in parts)


@clause("sea.geometry.sight", "sea.geometry.islands")
def test_lines_and_points_agree_with_an_exact_library() -> None:
    rng = random.Random(4)
    checked = 0
    for outline in coasts(4):
        whole, parts = Polygon(outline), convex_parts(outline)
        shrunk = whole.buffer(-1e-6)
        x0, y0, x1, y1 = whole.bounds
        for _ in range(120):
            ax, bx = (rng.uniform(x0 - 2, x1 + 2) for _ in range(2))
            ay, by = (rng.uniform(y0 - 2, y1 + 2) for _ in range(2))
            line = LineString([(ax, ay), (bx, by)])
            inside = line.intersection(whole).length
            assert length_inside((parts,), ax, ay, bx, by) == pytest.approx(inside, abs=1e-9)
            if not 0 < line.intersection(shrunk).length < 1e-4:
                assert enters(outline, ax, ay, bx, by, 1e-6) == line.intersects(shrunk)
                checked += 1
            if whole.boundary.distance(Point(ax, ay)) > 1e-6:
                assert contains(parts, ax, ay) == whole.contains(Point(ax, ay))
    assert checked > 1000


@clause("sea.geometry.islands")
def test_where_areas_overlap_a_way_counts_once() -> None:
    one, other = convex_parts(((0, 0), (4, 0), (4, 4), (0, 4))), convex_parts(((2, 0), (6, 0), (6, 4), (2, 4)))
    assert length_inside((one, other), -1, 2, 7, 2) == pytest.approx(6)
    assert length_inside((one,), -1, 2, 7, 2) == pytest.approx(4)


@clause("sea.geometry.islands")
def test_outlines_that_cross_themselves_are_refused() -> None:
    assert is_simple(HORSESHOE)
    assert not is_simple(((0, 0), (4, 4), (4, 0), (0, 4)))
    assert not is_simple(((0, 0), (1, 0), (2, 0)))
    bow_tie = {"kind": "island", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}
    units = [ship("A1", VIKING, 10, 10), ship("B1", CUTTER, 20, 20)]
    assert refused({"units": units, "terrain": [bow_tie]}).code == "bad_position"
    assert refused({"units": units, "terrain": [area("island", 30, 30, 40, 34)]}).code == "bad_position"
    assert refused({"units": units, "terrain": [area("reef", 3, 3, 4, 4, treasures=[1])]}).code == "bad_position"


@clause("sea.game.setup", "sea.game.empty_table")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_archipelago_comes_from_its_number_alone(seats: int) -> None:
    for seed in range(30):
        chart = archipelago(seed, 35.0, seats)
        assert chart == archipelago(seed, 35.0, seats)
        assert chart_fault(chart, 35.0, 35.0) == ""
        assert len(chart.port) == seats
        outlines = [Polygon(area.points) for area in chart.area]
        for number, outline in enumerate(outlines):
            assert all(outline.distance(other) > 0 for other in outlines[number + 1 :])
            assert min(outline.bounds) >= 6
        assert sum(weight for area in chart.area for weight in area.treasures) == 7
    assert archipelago(1, 35.0, seats) != archipelago(2, 35.0, seats)


@clause("sea.game.setup")
def test_archipelagos_can_be_agreed_on() -> None:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(Setup(GAME, "last_drop_of_blood", {"waters": "archipelago", "waters_seed": 7}))
    assert not isinstance(match, Refusal)
    assert match.chart == archipelago(7, 35.0, 2)  # type: ignore[attr-defined]


@clause("sea.scenario.basic", "sea.game.win_other", "sea.gold.scenario", "sea.fort.scenario")
def test_every_scenario_can_be_set_up() -> None:
    game = find_game(GAME)
    assert game is not None
    assert next(iter(scenarios())) == "last_drop_of_blood"
    for scenario in scenarios().values():
        assert not isinstance(game.new_match(Setup(GAME, scenario.id)), Refusal)
    gold = scenarios()["transport_of_gold"]
    assert sorted(weight for each in gold.chart.area for weight in each.treasures) == [1, 1, 2, 3]
    assert (gold.last_round, gold.seats) == (12, 2)
    fort = scenarios()["defence_of_the_fort"]
    assert ([fleet.points for fleet in fort.fleet], fort.last_round, fort.starter) == ([80, 50], 10, 0)
    assert [each.card for each in fort.chart.fort] == ["Sea Fort"]


@clause("sea.geometry.islands")
def test_a_piece_may_be_given_as_a_rectangle() -> None:
    units = [ship("A1", VIKING, 17, 10, 90), ship("B1", CUTTER, 33, 33)]
    table = sea(*units, terrain=[piece("island", 17, 14.5, 90, length=1, width=2)])
    assert isinstance(table.cost("A1", ahead(90, 6)), Refusal)
    assert table.cost("A1", ahead(90, 2)) == 2
    assert refused({"units": units, "terrain": [piece("island", 17, 14.5, length=0, width=2)]}).code == "bad_position"
    assert refused({"units": units, "terrain": [piece("volcano", 17, 14.5)]}).code == "bad_position"


@clause("sea.geometry.islands", "sea.geometry.edge")
def test_ships_stop_at_land_and_reef_but_not_at_seaweed() -> None:
    kinds = ("island", "rock", "reef", "seaweed")
    chart = Chart(
        area=tuple(
            Area(kind=kind, points=((x, 1.0), (x + 1, 1.0), (x + 1, 2.0)))
            for x, kind in enumerate(kinds)  # type: ignore[arg-type]
        )
    )
    waters = prepare(chart, 35.0, 35.0)
    assert waters.solid_ids == ("I1", "R2", "R3")
    assert [piece.id for piece in waters.land] == ["I1", "R2"]
    assert len(waters.seaweed) == 1
    assert waters.solid.bounds == (0, 0, 35, 35)
