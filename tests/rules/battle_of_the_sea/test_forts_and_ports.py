"""Forts and ports: guns on an island, and harbours in which ships are mended."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games.battle_of_the_sea.base.waters import home_of
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    GAME,
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


ISLAND = area("island", 15, 15, 19, 19)
FORTS = {"forts": True}


@clause("sea.fort.card", "sea.geometry.sight", "sea.geometry.range")
def test_a_fort_fires_over_its_own_island_and_is_fired_at() -> None:
    table = sea(ship("A1", "Sea Fort", 17, 17, 0), ship("B1", GALLEON, 17, 23, 0), terrain=[ISLAND], options=FORTS)
    assert home_of(table.state, table.unit("A1")) == "I1"
    # it has no bow and no broadside: it fires all round
    ahead_of_it = (ship("A1", "Sea Fort", 17, 17, 90), ship("B1", GALLEON, 17, 23, 0))
    assert sea(*ahead_of_it, terrain=[ISLAND], options={**FORTS, "broadside": True}).legal_targets("A1") == ["B1"]
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
    # it has no heading: whatever is said, it stands square to the table
    assert table.answer("place", unit="A1", x=17, y=17, heading=45).accepted
    assert table.pose("A1") == (17.0, 17.0, 0.0)
    pair = (*units[:1], ship("A2", "Battery", 0, 0, status="waiting"), units[1])
    table = sea(*pair, terrain=[ISLAND], options=FORTS, phase="deployment", dice=dice(1))
    table.answer("place", unit="A1", x=16, y=16)
    on_it = table.answer("place", unit="A2", x=16.5, y=16.5).refusal
    assert on_it is not None
    assert (on_it.code, on_it.clause) == ("in_the_way", "sea.fort.card")
    assert table.answer("place", unit="A2", x=18, y=18).accepted
    army = (("Sea Fort", 1), (VIKING, 1))
    dry = Setup(GAME, "last_drop_of_blood", {"waters": "empty", **FORTS}, (army, army))
    assert refused(dry).code == "no_island"


@clause("sea.fort.card", "sea.geometry.collision")
@pytest.mark.parametrize(("deep", "allowed"), [(-0.5, True), (0.0, True), (0.009, True), (0.011, False), (0.5, False)])
def test_forts_may_stand_wall_to_wall(deep: float, allowed: bool) -> None:
    pair = [ship(name, "Sea Fort", 0, 0, status="waiting") for name in ("A1", "A2")]
    units = (*pair, ship("B1", CUTTER, 0, 0, status="waiting"))
    table = sea(*units, terrain=[area("island", 5, 5, 30, 30)], options=FORTS, phase="deployment", dice=dice(1))
    side = table.match.cards["A1"].side_inches
    assert table.answer("place", unit="A1", x=12.0, y=12.0).accepted
    assert table.answer("place", unit="A2", x=12.0 + side - deep, y=12.0).accepted is allowed


@clause("sea.fort.card")
def test_a_fort_has_long_range_shots_like_a_ship() -> None:
    table = sea(ship("A1", "Battery", 17, 17, 0), ship("B1", GALLEON, 17, 30, 0), terrain=[ISLAND], options=FORTS)
    assert table.in_range("A1", "B1") == "long"
    assert table.aim("A1", "B1")["dice"] == 1


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


@clause("sea.port.repair", "sea.fire.declare")
@pytest.mark.parametrize(("shots", "asked"), [((), "repair_ship"), ((("B1", 1),), "command_fleet")])
def test_who_fired_from_the_harbour_is_not_mended(shots: Any, asked: str) -> None:
    units = (ship("A1", VIKING, 10, 10.5, 90, marks={"speed": 4}), ship("B1", CUTTER, 10, 5, 90))
    table = sea(*units, terrain=[PORT], options=PORTS, first=1)
    sail(table, "A1")
    if shots:
        fire(table, *shots, dice=throws(0, 1))
    else:
        table.answer("hold_fire")
    assert table.asked == asked


@clause("sea.port.repair")
@pytest.mark.parametrize(("port", "mended"), [({"y": 13.5}, True), ({"y": 13.6}, False), ({"seat": 1}, False)])
def test_harbour_is_within_an_inch_of_the_own_port(port: dict[str, Any], mended: bool) -> None:
    units = (ship("A1", VIKING, 10, 10.5, 90, marks={"speed": 4}), FAR)
    table = sea(*units, terrain=[{**PORT, **port}], phase="round_end", options=PORTS)
    assert (table.asked == "repair_ship") == mended
    # the ports of a race for gold mend nothing
    race = sea(*units, terrain=[{**PORT, **port}], phase="round_end", options={"gold": True})
    assert race.asked == "command_fleet"


@clause("sea.port.repair", "sea.game.teams")
@pytest.mark.parametrize(("owner", "mended"), [(0, True), (2, True), (1, False), (3, False)])
def test_allies_mend_each_others_ships(owner: int, mended: bool) -> None:
    units = (ship("A1", VIKING, 10, 10.5, 90, marks={"speed": 4}), FAR)
    port = {**PORT, "seat": owner}
    options = {**PORTS, "teams": True}
    table = sea(*units, terrain=[port], phase="round_end", seats=4, options=options)
    assert (table.asked == "repair_ship") == mended
