"""Sea monsters: in the fleets and from the deep."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.events import throws_of
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.chapters.sea_monsters.sea_monsters import nearest_ship, sector_centre
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
DEEP = {"monsters": "independent"}


def depths(*units: Any, faces: Any = None, **more: Any) -> Position:
    """The end of a round with a monster of the deep in play."""
    return sea(*units, phase="round_end", options={**DEEP, **more.pop("options", {})}, dice=faces, **more)


@clause("sea.monster.roles", "sea.fleet.sum")
@pytest.mark.parametrize(
    ("monsters", "fleet", "deep"), [("off", 0, 0), ("fleet", 1, 0), ("independent", 0, 1), ("both", 1, 1)]
)
def test_monsters_sail_with_fleets_or_hunt_alone_as_agreed(monsters: str, fleet: int, deep: int) -> None:
    army = (("Kraken", 1), (VIKING, 1))
    setup = Setup(GAME, "last_drop_of_blood", {"monsters": monsters, "waters": "empty"}, (army, army))
    if not fleet:
        assert refused(setup).clause == "sea.monster.roles"
    else:
        assert start(setup, dice(1)).unit("A1").card == "Kraken"
    table = depths(ship("A1", VIKING, 5, 5), FAR, options={"monsters": monsters}, faces=dice(*[7] * deep))
    assert ("M1" in table.state.units) == bool(deep)


@clause("sea.monster.sectors", "sea.monster.appear")
@pytest.mark.parametrize(
    ("sector", "place"), [(1, (35 / 6, 35 / 6)), (3, (175 / 6, 35 / 6)), (5, (17.5, 17.5)), (7, (35 / 6, 175 / 6))]
)
def test_it_surfaces_in_the_middle_of_a_sector_facing_the_nearest_ship(sector: int, place: tuple[float, float]) -> None:
    table = depths(ship("A1", VIKING, 17.5, 10), FAR, faces=dice(sector))
    assert sector_centre(table.state, sector) == pytest.approx(place)
    x, y, heading = table.pose("M1")
    assert (x, y) == pytest.approx(place, abs=1e-3)
    if sector == 5:
        assert heading == 270
    assert marks(table, "M1") == {"firepower": 0, "base": 4, "additional": 3, "speed": 6}


@clause("sea.monster.appear")
def test_a_saved_position_remembers_the_monster_below() -> None:
    table = depths(ship("A1", VIKING, 17.5, 17.5), FAR, faces=dice(5))
    loaded = load(save(table.state), find_game)
    assert isinstance(loaded, State)
    assert loaded.digest() == table.state.digest()
    assert loaded.match.cards["M1"].name == "Kraken"


@clause("sea.monster.appear")
def test_an_occupied_place_keeps_it_below() -> None:
    table = depths(ship("A1", VIKING, 17.5, 17.5), FAR, faces=dice(5))
    assert table.unit("M1").status == "waiting"


@clause("sea.monster.behave", "sea.monster.always_accurate")
def test_it_rams_the_nearest_ship_and_dives() -> None:
    table = depths(
        ship("A1", VIKING, 17, 16, 0),
        ship("A2", VIKING, 2, 2),
        FAR,
        ship("M1", "Kraken", 17, 10, 0, marks={"additional": 2}),
        faces=dice(HIT, HIT, *[MISS] * 4),
    )
    resolved = next(event for event in table.events if type(event).__name__ == "AttackResolved")
    assert (resolved.unit, resolved.target, resolved.dice, resolved.hits) == ("M1", "A1", 6, 2)
    assert [(throw.seat, throw.faces) for throw in throws_of(resolved)] == [(-1, (HIT, HIT, *[MISS] * 4))]
    assert marks(table, "A1")["additional"] == 1
    assert (table.unit("M1").status, table.unit("M1").pose) == ("waiting", None)
    # it keeps its damage
    assert marks(table, "M1")["additional"] == 2


@clause("sea.monster.behave")
def test_out_of_reach_it_moves_its_full_speed_and_loses_patience_after_three_rounds() -> None:
    units = (ship("A1", VIKING, 17, 30, 0), ship("B1", CUTTER, 33, 33))
    table = depths(*units, ship("M1", "Kraken", 17, 5, 90))
    assert table.pose("M1")[1] == pytest.approx(11, abs=1e-3)
    assert table.unit("M1").marks["hungry"] == 1
    assert depths(*units, ship("M1", "Kraken", 17, 5, 90, marks={"hungry": 1})).unit("M1").alive
    bored = depths(*units, ship("M1", "Kraken", 17, 5, 90, marks={"hungry": 2}))
    assert bored.unit("M1").status == "waiting"
    # it comes back with fresh patience
    assert not bored.unit("M1").marks.get("hungry")


@clause("sea.monster.behave")
def test_the_nearest_by_hull_and_of_equals_the_weaker() -> None:
    table = sea(
        ship("A1", VIKING, 10, 17.5, 90),
        ship("B1", VIKING, 25, 17.5, 90, marks={"additional": 1}),
        ship("M1", "Kraken", 17.5, 17.5, 90),
        anyhow=True,
    )
    prey = nearest_ship(table.state, table.unit("M1"))
    assert prey is not None
    assert prey.id == "B1"
    even = sea(
        ship("A1", VIKING, 10, 17.5, 90),
        ship("B1", VIKING, 25, 17.5, 90),
        ship("M1", "Kraken", 17.5, 17.5, 90),
        anyhow=True,
    )
    prey = nearest_ship(even.state, even.unit("M1"))
    assert prey is not None
    assert prey.id == "A1"


@clause("sea.monster.behave")
def test_land_stops_it() -> None:
    reef = area("reef", 15, 9, 19, 10)
    stopped = depths(ship("A1", VIKING, 17, 16, 0), FAR, ship("M1", "Kraken", 17, 5, 90), terrain=[reef])
    assert stopped.pose("M1")[1] == pytest.approx(9 - 5 / 3, abs=1e-3)
    assert stopped.unit("M1").alive


@clause("sea.monster.behave")
def test_it_rams_whatever_ship_it_touches_first() -> None:
    # the longship ahead is the nearest; turned about its bow the monster meets the cutter that lies before it
    table = depths(
        ship("A1", GALLEON, 17, 13.6, 0),
        ship("B1", "Needle 3: 0-1-2", 18.5, 10.6, 180),
        ship("B2", CUTTER, 33, 33),
        ship("M1", "Kraken", 17, 6, 90),
        faces=dice(*[MISS] * 7),
    )
    rammed = [event.target for event in table.events if type(event).__name__ == "AttackResolved"]
    assert rammed == ["B1"]
    # seven misses are no hit on anybody
    assert table.state.facts["last_hit"] == 0


@clause("sea.monster.behave", "sea.monster.appear")
def test_it_hunts_ships_only() -> None:
    both = {"monsters": "both"}
    # another monster on its way stops it and is not rammed
    units = (ship("A1", GALLEON, 17, 16, 0), ship("B1", "Kraken", 17, 12, 0), ship("M1", "Kraken", 17, 5, 90))
    met = depths(*units, options=both)
    assert (met.unit("M1").alive, met.pose("M1")[1]) == (True, pytest.approx(12 - 2 / 3 - 5 / 3, abs=1e-3))
    # with no ship on the table it does nothing, above or below
    fleets = (ship("A1", "Kraken", 5, 5, 0), ship("B1", "Kraken", 30, 30, 0))
    assert depths(*fleets, ship("M1", "Kraken", 17, 17, 90), options=both).pose("M1") == (17, 17, 90)
    assert depths(*fleets, options=both, faces=dice(5)).unit("M1").status == "waiting"


@clause("sea.monster.behave")
def test_without_a_free_heading_it_tries_others_and_else_dives() -> None:
    # its bow is at (17, 13.333): pointing straight north its stern would be on the reef
    reef = area("reef", 16, 9, 18, 11)
    table = depths(
        ship("A1", VIKING, 17, 30, 0), FAR, ship("M1", "Kraken", 15.3333, 13.3333, 0), terrain=[reef], anyhow=True
    )
    assert table.unit("M1").alive
    # 15 and 30 degrees to either side do not clear it either, 45 to the left do
    assert table.pose("M1")[2] == 135
    # in a ring of ships that leaves no room for its hull anywhere about its bow it dives
    ring = [
        ship("A1", "Wall 30: 5-20-5", 17, 14.9, 0),
        ship("A2", "Wall 30: 5-20-5", 17, 11.0, 0),
        ship("A3", "Wall 12: 2-8-2", 12.0, 12.9, 0),
        ship("B1", "Wall 12: 2-8-2", 20.5, 12.9, 0),
    ]
    caught = depths(*ring, ship("M1", "Sea Serpent", 16.5, 12.9, 0, length=14), anyhow=True)
    assert caught.unit("M1").status == "waiting"


@clause("sea.monster.damage")
def test_its_hits_go_to_additional_and_then_to_base_durability() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0), ship("B1", CUTTER, 33, 33), ship("M1", "Kraken", 10, 15, 0), options=DEEP
    )
    sail(table, "A1")
    fire(table, ("M1", 5), dice=throws(5))
    assert marks(table, "M1") == {"firepower": 0, "base": 2, "additional": 0, "speed": 6}
    dead = sea(
        ship("A1", GALLEON, 10, 10, 0), ship("B1", CUTTER, 33, 33), ship("M1", "Kraken", 10, 15, 0), options=DEEP
    )
    sail(dead, "A1")
    fire(dead, ("M1", 7), dice=throws(7))
    assert dead.unit("M1").status == "gone"
    assert dead.winners is None


@clause("sea.monster.damage", "sea.monster.appear")
def test_a_dead_monster_does_not_return() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", CUTTER, 33, 33),
        ship("M1", "Kraken", 10, 15, 0, marks={"additional": 0, "base": 1}),
        options=DEEP,
        seat=0,
        first=1,
    )
    sail(table, "A1")
    # the round ends without a draw of a sector
    fire(table, ("M1", 1), dice=throws(1))
    assert table.state.facts["round"] == 2


@clause("sea.monster.damage")
def test_the_owner_of_a_fleet_monster_chooses_speed_or_base() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", "Kraken", 10, 15, 0),
        FAR | {"id": "B2"},
        options={"monsters": "fleet"},
    )
    sail(table, "A1")
    fire(table, ("B1", 5), dice=throws(5))
    assert table.asked == "allocate_hits"
    assert not table.answer("remove_markers", firepower=2).accepted
    assert table.answer("remove_markers", speed=1, base=1).accepted
    assert marks(table, "B1") == {"firepower": 0, "base": 3, "additional": 0, "speed": 5}


@clause("sea.monster.fleet_limits", "sea.monster.no_fire", "sea.wind.effect")
def test_a_fleet_monster_only_rams_and_feels_the_wind() -> None:
    table = sea(
        ship("A1", "Kraken", 10, 10, 0),
        ship("B1", GALLEON, 10, 15, 0),
        options={"monsters": "fleet", "wind": True},
        wind=0,
    )
    assert table.legal_targets("A1") == []
    assert table.speed("A1") == 7
    assert not isinstance(table.cost("A1", ahead(0, 7)), Refusal)


@clause("sea.game.all_gone", "sea.monster.behave")
def test_a_monster_may_sink_the_last_ship_and_never_wins() -> None:
    weak = {"additional": 0, "firepower": 0, "base": 1, "speed": 0}
    table = depths(
        ship("A1", VIKING, 17, 16, 0, marks=weak), FAR, ship("M1", "Kraken", 17, 10, 0), faces=dice(HIT, *[MISS] * 6)
    )
    assert table.winners == (1,)
