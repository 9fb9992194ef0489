"""Winds, currents, forts and ports: what the sea and the shore do."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.waters import home_of
from brickfield.testing import Position, clause, dice, start
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    GAME,
    HIT,
    MISS,
    VIKING,
    ahead,
    area,
    fire,
    marks,
    refused,
    sail,
    sea,
    ship,
    throws,
)

FAR = ship("B1", CUTTER, 33, 33)
WIND = {"wind": True}


# --- winds -----------------------------------------------------------------------------------------------------------


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
    assert table.pose("A2") == (10, 20, 90)
    assert table.pose("A3")[0] == pytest.approx(35 - 2 / 3, abs=1e-3)
    assert table.pose("A4")[0] == pytest.approx(21 - 2 / 3, abs=1e-3)
    assert sea(*units, phase="round_end").pose("A1") == (10, 10, 90)


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


# --- currents --------------------------------------------------------------------------------------------------------

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
    )
    assert table.pose("A1") == (14, 10, 90)
    assert table.pose("A2") == (10, 14.9, 30)
    assert table.pose("A3") == (7.9, 5, 90)


@clause("sea.current.area")
def test_a_ship_that_did_not_move_may_anchor() -> None:
    for yes, x in ((True, 12), (False, 14)):
        table = stream(ship("A1", VIKING, 12, 10, 90))
        assert table.asked == "anchor"
        table.answer("drop_anchor", yes=yes)
        assert table.pose("A1")[0] == x
    hulk = stream(ship("A1", VIKING, 12, 10, 90, marks={"speed": 0}))
    assert hulk.pose("A1")[0] == 14


@clause("sea.current.area")
def test_a_current_stops_at_contact_and_only_the_first_listed_acts() -> None:
    moved = {"spent": 1}
    second = {**STREAM, "direction": 90, "strength": 1}
    table = stream(ship("A1", VIKING, 12, 10, 90, marks=moved), terrain=[second, area("reef", 13.5, 9, 14.5, 11)])
    assert table.pose("A1")[0] == pytest.approx(13.5 - 2 / 3, abs=1e-3)
    assert table.pose("A1")[1] == 10


@clause("sea.current.area")
def test_strengths_are_one_or_two_inches_and_areas_are_looked_up_once() -> None:
    assert refused({"units": [ship("A1", VIKING, 5, 5), FAR], "terrain": [{**STREAM, "strength": 3}]}).code
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


# --- forts -----------------------------------------------------------------------------------------------------------

ISLAND = area("island", 15, 15, 19, 19)
FORTS = {"forts": True}


@clause("sea.fort.card", "sea.geometry.sight", "sea.geometry.range")
def test_a_fort_fires_over_its_own_island_and_is_fired_at() -> None:
    table = sea(ship("A1", "Sea Fort", 17, 17, 0), ship("B1", GALLEON, 17, 23, 0), terrain=[ISLAND], options=FORTS)
    assert home_of(table.state, table.unit("A1")) == "I1"
    assert table.legal_targets("A1") == ["B1"]
    assert table.legal_targets("B1") == ["A1"]
    assert table.distance("A1", "B1") == pytest.approx(23 - 2 / 3 - 17 - 5 / 6, abs=1e-4)
    refusal = sail(table, "A1", ahead(90, 1)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("fort_moves", "sea.fort.card")
    sail(table, "A1")
    assert fire(table, ("B1", 10), dice=throws(0, 10)).accepted


@clause("sea.fort.card", "sea.geometry.sight")
def test_another_island_blocks_a_fort_s_fire() -> None:
    rock = area("rock", 16, 20, 18, 21)
    table = sea(
        ship("A1", "Sea Fort", 17, 17, 0), ship("B1", GALLEON, 17, 23, 0), terrain=[ISLAND, rock], options=FORTS
    )
    assert table.legal_targets("A1") == []


@clause("sea.fort.card", "sea.damage.choice")
def test_the_owner_of_a_fort_chooses_guns_or_walls() -> None:
    table = sea(
        ship("A1", GALLEON, 17, 23, 0),
        ship("B1", "Sea Fort", 17, 17, 0),
        ship("B2", CUTTER, 2, 2),
        terrain=[ISLAND],
        options=FORTS,
    )
    sail(table, "A1")
    fire(table, ("B1", 4), dice=throws(4))
    assert table.asked == "allocate_hits"
    assert not table.answer("remove_markers", speed=4).accepted
    assert table.answer("remove_markers", firepower=3, base=1).accepted
    assert marks(table, "B1") == {"firepower": 7, "base": 9, "additional": 0, "speed": 0}


@clause("sea.fort.card")
def test_a_bought_fort_must_stand_on_an_island() -> None:
    units = (ship("A1", "Sea Fort", 0, 0, status="waiting"), ship("B1", CUTTER, 0, 0, status="waiting"))
    table = sea(*units, terrain=[ISLAND], options=FORTS, phase="deployment", dice=dice(1))
    for x, y in ((5, 5), (15.5, 17)):
        refusal = table.answer("place", unit="A1", x=x, y=y).refusal
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("fort_in_water", "sea.fort.card")
    assert table.answer("place", unit="A1", x=17, y=17).accepted
    army = (("Sea Fort", 1), (VIKING, 1))
    dry = Setup(GAME, "last_drop_of_blood", {"waters": "empty", **FORTS}, (army, army))
    assert refused(dry).code == "no_island"


@clause("sea.fort.card")
def test_a_fort_has_long_range_shots_like_a_ship() -> None:
    table = sea(ship("A1", "Battery", 17, 17, 0), ship("B1", GALLEON, 17, 30, 0), terrain=[ISLAND], options=FORTS)
    assert table.in_range("A1", "B1") == "long"
    assert table.aim("A1", "B1")["dice"] == 1


# --- ports -----------------------------------------------------------------------------------------------------------

PORT = {"kind": "port", "seat": 0, "x": 10, "y": 13}
PORTS = {"ports": True}


def harbour(**marks_: int) -> Position:
    """A longship at the end of a round with its bow half an inch from its port."""
    return sea(ship("A1", VIKING, 10, 10.5, 90, marks=marks_), FAR, terrain=[PORT], phase="round_end", options=PORTS)


@clause("sea.port.repair", "sea.geometry.round_end")
def test_a_quiet_ship_in_its_own_harbour_regains_a_marker() -> None:
    table = harbour(speed=4, additional=1)
    assert table.asked == "repair_ship"
    whole = table.answer("repair", feature="firepower").refusal
    assert whole is not None
    assert (whole.code, whole.clause) == ("nothing_missing", "sea.port.repair")
    assert table.answer("repair", feature="additional").accepted
    assert marks(table, "A1") == {"firepower": 4, "base": 2, "additional": 2, "speed": 4}
    # repairs are no hits
    assert table.state.facts["last_hit"] == 0


@clause("sea.port.repair")
@pytest.mark.parametrize("busy", ["spent", "attacked", "rammed"])
def test_who_moved_or_attacked_is_not_mended(busy: str) -> None:
    assert harbour(speed=4, **{busy: 1}).asked == "command_fleet"
    assert harbour().asked == "command_fleet"


@clause("sea.port.repair")
@pytest.mark.parametrize(("port", "mended"), [({"y": 13.5}, True), ({"y": 13.6}, False), ({"seat": 1}, False)])
def test_harbour_is_within_an_inch_of_the_own_port(port: dict[str, Any], mended: bool) -> None:
    table = sea(
        ship("A1", VIKING, 10, 10.5, 90, marks={"speed": 4}),
        FAR,
        terrain=[{**PORT, **port}],
        phase="round_end",
        options=PORTS,
    )
    assert (table.asked == "repair_ship") == mended
