"""Winds: eight directions, an inch more or less, and drift."""

from __future__ import annotations

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.chapters.winds.winds import wind_numbers
from brickfield.testing import clause, dice, start
from tests.rules.battle_of_the_sea.table import CUTTER, GAME, HIT, MISS, VIKING, ahead, area, sea, ship

FAR = ship("B1", CUTTER, 33, 33)
WIND = {"wind": True}


@clause("sea.wind.direction", "sea.geometry.rng")
def test_the_wind_is_drawn_after_the_order_of_play() -> None:
    setup = Setup(GAME, "last_drop_of_blood", {"waters": "empty", **WIND}, (((VIKING, 1),), ((VIKING, 1),)))
    table = start(setup, dice(1))
    table.answer("place", unit="A1", x=17, y=3, heading=90)
    faces = dice(*[HIT] * 5, *[MISS] * 5, 4)
    assert table.answer("place", unit="B1", x=17, y=32, heading=270, dice=faces).accepted
    assert table.state.facts["wind"] == 135


@clause("sea.wind.direction")
@pytest.mark.parametrize(("face", "wind"), [(1, 45), (2, 0), (5, 0), (6, 315)])
def test_the_wind_turns_on_a_one_and_a_six(face: int, wind: int) -> None:
    table = sea(ship("A1", VIKING, 5, 5), FAR, phase="round_end", options=WIND, wind=0, dice=dice(face))
    assert table.state.facts["wind"] == wind
    assert (wind_numbers().directions, wind_numbers().die_faces) == (8, 6)


@clause("sea.wind.effect", "sea.move.extra_rules")
@pytest.mark.parametrize(
    ("heading", "speed"), [(0, 7), (45, 7), (46, 6), (90, 6), (134, 6), (135, 5), (180, 5), (225, 5), (315, 7)]
)
def test_the_wind_helps_before_it_and_hinders_against_it(heading: float, speed: int) -> None:
    table = sea(ship("A1", VIKING, 17, 17, heading), FAR, options=WIND, wind=0)
    assert table.speed("A1") == speed
    assert not isinstance(table.cost("A1", ahead(heading, speed)), Refusal)
    refusal = table.cost("A1", ahead(heading, speed + 0.01))
    assert isinstance(refusal, Refusal)
    assert refusal.data["speed"] == speed
    # it is the angle to the wind that counts, wherever it blows
    turned = sea(ship("A1", VIKING, 17, 17, heading + 90), FAR, options=WIND, wind=90)
    assert turned.speed("A1") == speed


@clause("sea.wind.effect")
def test_the_wind_spares_the_slow_and_the_rowed() -> None:
    slow = sea(ship("A1", VIKING, 17, 17, 180, marks={"speed": 1}), FAR, options=WIND, wind=0)
    assert slow.speed("A1") == 1
    still = sea(ship("A1", VIKING, 17, 17, 0, marks={"speed": 0}), FAR, options=WIND, wind=0)
    assert still.speed("A1") == 0
    rowed = sea(ship("A1", "Trireme", 17, 17, 180), FAR, options=WIND, wind=0)
    assert rowed.speed("A1") == 6
    assert sea(ship("A1", VIKING, 17, 17, 180), FAR).speed("A1") == 6


@clause("sea.wind.effect", "sea.capacity.slow")
def test_the_load_counts_before_the_wind() -> None:
    options = {"wind": True, "cargo": True}
    full = sea(ship("A1", VIKING, 17, 17, 0, cargo=(3, 2), marks={"speed": 3}), FAR, options=options, wind=0)
    assert full.speed("A1") == 0
    laden = sea(ship("A1", VIKING, 17, 17, 0, cargo=(2, 2)), FAR, options=options, wind=0)
    assert [line.value for line in laden.why("A1")] == [6, -2, 1]


@clause("sea.wind.drift", "sea.damage.speed0", "sea.geometry.round_end", "sea.geometry.edge")
def test_ships_without_speed_drift_an_inch_at_the_end_of_the_round() -> None:
    units = (
        ship("A1", VIKING, 10, 10, 90, marks={"speed": 0}),
        ship("A2", VIKING, 10, 20, 90),
        ship("A3", VIKING, 34.0, 5, 90, marks={"speed": 0}),
        ship("A4", VIKING, 20, 10, 90, marks={"speed": 0}),
        FAR,
    )
    rock = area("rock", 21, 9, 22, 11)
    table = sea(*units, terrain=[rock], phase="round_end", options=WIND, wind=0, dice=dice(3))
    assert table.pose("A1") == (11, 10, 90)
    assert {event.step for event in table.events if type(event).__name__ == "UnitMoved"} == {"drift"}
    assert table.pose("A2") == (10, 20, 90)
    assert table.pose("A3")[0] == pytest.approx(35 - 2 / 3, abs=1e-3)
    assert table.pose("A4")[0] == pytest.approx(21 - 2 / 3, abs=1e-3)
    assert sea(*units, phase="round_end").pose("A1") == (10, 10, 90)
    guns = (ship("A1", "Battery", 10, 10, 0), FAR)
    shore = area("island", 8, 8, 12, 12)
    fort = sea(*guns, terrain=[shore], phase="round_end", options={**WIND, "forts": True}, wind=0, dice=dice(3))
    assert fort.pose("A1") == (10, 10, 0)


@clause("sea.wind.drift")
def test_drifting_ships_stop_at_hulls_in_order_of_ship_id() -> None:
    hulk = {"speed": 0}
    table = sea(
        ship("A1", VIKING, 10, 10, 90, marks=hulk),
        ship("A2", VIKING, 10 + 4 / 3 + 0.4, 10, 90, marks=hulk),
        FAR,
        phase="round_end",
        options=WIND,
        wind=0,
        dice=dice(3),
    )
    # the first drifts up against the second before that one moves on
    assert table.pose("A1")[0] == pytest.approx(10.4, abs=1e-3)
    assert table.pose("A2")[0] == pytest.approx(12.7333, abs=1e-3)
