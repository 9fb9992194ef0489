"""Vehicles and infantry in each other's way, the weather on foot, and effect cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.events import UnitDestroyed
from brickfield.games.micro_brick_battle.chapters.effect_cards.all_cards import subjects
from brickfield.games.micro_brick_battle.chapters.effect_cards.cards.off_table_barrage import under_fire
from brickfield.games.micro_brick_battle.chapters.infantry.marching_points import march_points, march_tally
from brickfield.testing import Position, clause, dice, forward, lay_table, pivot, unit


def table(*units: Any, **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, **more)


def squad(name: str, x: float = 24, y: float = 12, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


TANK = unit("A1", "M4 Sherman", 24, 6, 90)


@clause("inf.geometry.overrun")
def test_infantry_of_either_side_stops_vehicles() -> None:
    for name in ("A2", "B1"):
        t = table(TANK, squad(name), squad("B2", x=40))
        (moved,) = t.move("A1", forward(8)).of("unit_moved")
        assert (moved.stopped_by, moved.pose.y / 1e6) == (name, pytest.approx(12 - 0.63 - 0.945))
        assert t.unit(name).alive


@clause("inf.geometry.overrun")
def test_by_the_house_rule_enemy_infantry_is_run_over() -> None:
    t = table(TANK, squad("B1"), squad("B2", x=40), options={"inf_overrun": True})
    result = t.move("A1", forward(8))
    (lost,) = result.of(UnitDestroyed)
    assert (lost.unit, lost.by, lost.leaves_wreck, lost.clause) == ("B1", "A1", False, "inf.geometry.overrun")
    assert t.pose("A1")[1] == pytest.approx(14)
    # it falls where the hull comes to its plate, not before
    assert result.of("unit_moved")[0].pose.y / 1e6 == pytest.approx(12 - 0.63 - 0.945, abs=1e-5)
    # own infantry and infantry in a building are never run over
    own = table(TANK, squad("A2"), squad("B2", x=40), options={"inf_overrun": True})
    assert own.move("A1", forward(8)).of("unit_moved")[0].stopped_by == "A2"


@clause("inf.geometry.overrun")
def test_a_turn_runs_over_infantry_too() -> None:
    near = squad("B1", x=24.95, y=6.5)
    t = table(
        unit("A1", "M4 Sherman", 24, 6, 90, width_inches=0.5), near, squad("B2", x=40), options={"inf_overrun": True}
    )
    assert [each.unit for each in t.move("A1", pivot(-90)).of(UnitDestroyed)] == ["B1"]
    closed = table(unit("A1", "M4 Sherman", 24, 6, 90, width_inches=0.5), near, squad("B2", x=40))
    assert not closed.move("A1", pivot(-90)).of(UnitDestroyed)
    assert closed.unit("B1").alive


@clause("inf.weather.rain.mp", "inf.weather.fog.mp", "inf.weather.rest")
@pytest.mark.parametrize(
    ("weather", "agreed", "points"),
    [
        ("rain", 1, 3),
        ("heavy_fog", 1, 5),
        ("heavy_fog", 0, 4),
        ("heavy_fog", -1, 3),
        ("blizzard", 1, 2),
        ("sand_storm", 1, 3),
    ],
)
def test_weather_on_foot(weather: str, agreed: int, points: int) -> None:
    options = {"weather": "constant", "weather_kind": weather, "inf_fog_mp": agreed}
    t = table(squad("A1"), squad("B1", y=30), options=options)
    assert march_points(t.state, t.state.units["A1"]) == points


@clause("inf.geometry.cards")
def test_cards_treat_infantry_as_ground_units_but_for_engines_and_loaders() -> None:
    t = table(TANK, squad("A2"), squad("B1", y=20), options={"effect_cards": "hail_mary"})
    assert subjects(t.state, 0, "dig_in") == ["A1", "A2"]
    assert subjects(t.state, 0, "ap_round", ("A2", "B1")) == subjects(t.state, 0, "luck", ("A2", "B1")) == ["A2"]
    assert subjects(t.state, 1, "breakdown") == ["A1", "A2"]
    assert subjects(t.state, 0, "full_throttle") == ["A1"]
    # who has shot may fire rapidly, but no infantry
    for name in ("A1", "A2"):
        t.state.units[name] = replace(t.state.units[name], marks={**t.state.units[name].marks, "shot_this_turn": 1})
    t.state.unit_cache = {}
    assert subjects(t.state, 0, "second_shot") == ["A1"]


@clause("inf.geometry.cards")
def test_a_breakdown_stops_a_squad_and_a_barrage_destroys_all_of_it() -> None:
    t = table(TANK, squad("A2"), squad("B1", y=20), options={"effect_cards": "hail_mary"})
    stopped = replace(t.state.units["A2"], marks={**t.state.units["A2"].marks, "breakdown": 1})
    assert march_points(t.state, stopped) == march_tally(t.state, stopped).total == 0
    place = t.state.units["B1"].pose
    assert place is not None
    assert [unit.id for unit in under_fire(t.state, place)] == ["B1"]
    inside = replace(t.state.units["B1"], inside="T1")
    t.state.units["B1"] = inside
    t.state.unit_cache = {}
    assert under_fire(t.state, place) == []


@clause("inf.geometry.cards")
def test_a_flank_is_one_shot_for_cards() -> None:
    own = [squad("A1", x=22), squad("A2"), squad("A3", x=26)]
    t = table(*own, unit("B1", "Panzer III", 24, 20, 270), squad("B2", x=40), phase="target_declaration",
              options={"effect_cards": "hail_mary"})  # fmt: skip
    shots = [{"unit": f"A{n}", "target": "B1"} for n in (1, 2, 3)]
    result = t.answer("declare", shots=shots, dice=dice(6, 6))
    assert len(result.of("shot_resolved")) == 1
    assert result.of(UnitDestroyed)[0].unit == "B1"
