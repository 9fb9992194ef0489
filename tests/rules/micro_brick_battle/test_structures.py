"""Emplacements, bunkers and low walls: who is protected from where, whose own cover it is, and the gun inside."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.board import Token
from brickfield.core.data_files import DataFault
from brickfield.core.setup.scenarios import checked
from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import bunker_spots
from brickfield.games.micro_brick_battle.chapters.terrain.bunkers import (
    bunker_around,
    eye_of,
    in_front,
    spotting_bunkers,
)
from brickfield.games.micro_brick_battle.setup.scenarios import TerrainPiece, scenarios, wrongs
from brickfield.testing import Position, clause, dice, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
GUN = {"length_inches": 1.26, "width_inches": 0.945}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman" if name.startswith("A") else "Panzer III", x, y, heading, **SQUARE | more)


def points(t: Position, one: str = "A1", other: str = "B1") -> tuple[int, int]:
    numbers = t.tally(one, other)
    return numbers.attack_points.total, numbers.defense_points.total


# --- emplacements ----------------------------------------------------------------------------------------------------

# its front looks down the table, at whoever comes from y = 0: heading 180 + 90
SHIELD = piece("Emplacement", 24, 21, 180, length=3, width=0.6)


@clause("mbb.obst.empl.dp", "mbb.geometry.feature_facing")
def test_who_is_behind_an_emplacement_has_two_defense_points_more_against_the_front() -> None:
    assert points(table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[SHIELD])) == (4, 6)


@clause("mbb.obst.empl.dp")
def test_the_wrong_way_round_an_emplacement_gives_nothing() -> None:
    turned = {**SHIELD, "heading": 0.0}
    assert points(table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[turned])) == (4, 4)


@clause("mbb.obst.empl.dp")
@pytest.mark.parametrize(("y", "defense"), [(22.3, 6), (23.3, 6), (23.30001, 4), (25.0, 4)])
def test_only_within_an_inch_behind_it(y: float, defense: int) -> None:
    """The back of the emplacement is at y = 21.3 and the near side of the tank an inch before its centre."""
    assert points(table(tank("A1", 24, 6), tank("B1", 24, y, 270), terrain=[SHIELD])) == (4, defense)


@clause("mbb.obst.empl.dp")
def test_a_barrel_beside_or_behind_the_emplacement_is_not_before_its_front() -> None:
    behind = table(tank("A1", 24, 34, 270), tank("B1", 24, 23, 270), terrain=[SHIELD])
    assert points(behind) == (4, 2)
    level = table(tank("A1", 40, 20.7, 180), tank("B1", 26.6, 21.9, 0), terrain=[SHIELD])
    assert points(level) == (4, 4)


@clause("mbb.obst.empl.dp")
def test_an_emplacement_that_covers_nothing_of_the_side_gives_nothing() -> None:
    aside = piece("Emplacement", 27, 21, 180, length=3, width=0.6)
    assert points(table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[aside])) == (4, 4)


@clause("mbb.obst.empl.replace")
def test_the_emplacement_takes_the_place_of_hidden_unit_modifiers() -> None:
    house = piece("House", 25, 13, length=2, width=1)
    t = table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[SHIELD, house])
    assert points(t) == (4, 6)
    dropped = {line.clause: line.counts for line in t.why("A1", "B1")}
    assert dropped["mbb.mod.hidden.major"] is False
    assert dropped["mbb.obst.empl.replace"] is True
    assert points(table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[house])) == (2, 4)


@clause("mbb.obst.empl.own")
def test_units_shoot_from_behind_an_emplacement_without_penalty() -> None:
    mine = piece("Emplacement", 24, 8, 0, length=3, width=0.6)
    t = table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[mine])
    assert points(t) == (4, 4)
    assert points(t, "B1", "A1") == (4, 6)


@clause("mbb.mod.stack", "mbb.obst.lowwall.replace")
def test_two_structures_together_give_two() -> None:
    wall = piece("Low Wall", 24, 18, length=6, width=0.3)
    t = table(tank("A1", 24, 6), tank("B1", 24, 23, 270), terrain=[SHIELD, wall])
    assert points(t) == (4, 6)


# --- artillery bunkers -----------------------------------------------------------------------------------------------

BUNKER = piece("Artillery Bunker", 24, 24, 180)


def gun(x: float = 24, y: float = 24, heading: float = 270, name: str = "B1", **more: Any) -> Any:
    return unit(name, "Flak 36", x, y, heading, **more)


@clause("mbb.obst.bunker.arty", "mbb.obst.bunker.opaque")
def test_a_gun_in_a_bunker_is_seen_and_has_two_defense_points_more_on_all_sides() -> None:
    for x, y, heading in ((24, 6, 90), (24, 34, 270), (8, 24, 0)):
        t = table(tank("A1", x, y, heading), gun(), terrain=[BUNKER])
        assert t.line_of_sight("A1", "B1")
        assert t.hidden_share("A1", "B1") == 0.0
        # no rear shot from behind
        assert points(t) == (4, 8)


@clause("mbb.obst.bunker.arty", "mbb.obst.bunker.opaque")
def test_only_artillery_wholly_inside_is_in_a_bunker() -> None:
    half_out = table(tank("A1", 8, 6), gun(x=25.0), terrain=[BUNKER], anyhow=True)
    assert not bunker_around(half_out.state, half_out.unit("B1"))
    t = table(tank("A1", 8, 6), gun(x=24.63), terrain=[BUNKER])
    assert bunker_around(t.state, t.unit("B1")) == {"T1"}
    car = table(tank("A1", 8, 6), unit("B1", "Staff Car", 24, 24, 0), terrain=[BUNKER], anyhow=True)
    assert not bunker_around(car.state, car.unit("B1"))


@clause("mbb.obst.bunker.arty")
def test_the_bunker_alone_drops_no_hidden_modifier() -> None:
    house = piece("House", 24.8, 15, length=1.6, width=1)
    t = table(tank("A1", 24, 6, ap=6), gun(), terrain=[BUNKER, house])
    assert t.hidden_share("A1", "B1") >= 0.5
    assert points(t) == (4, 8)


@clause("mbb.obst.bunker.arty", "mbb.mod.stack")
def test_bunker_and_low_wall_give_two_and_the_wall_drops_hiding() -> None:
    house = piece("House", 24.8, 15, length=1.6, width=1)
    wall = piece("Low Wall", 24, 20, length=6, width=0.3)
    t = table(tank("A1", 24, 6, ap=6), gun(), terrain=[BUNKER, house, wall])
    assert points(t) == (6, 8)


@clause("mbb.obst.bunker.arty_arc")
@pytest.mark.parametrize(("y", "may"), [(6, True), (23.99, True), (24.0, False), (34, False)])
def test_a_gun_in_a_bunker_shoots_only_in_front_of_the_line_through_its_centre(y: float, may: bool) -> None:
    t = table(tank("A1", 10, y, 0), gun(), terrain=[BUNKER], seat=1, phase="target_declaration")
    assert ("A1" in t.legal_targets("B1")) is may
    if not may:
        before = t.state.digest()
        refusal = t.fire({"B1": "A1"}).refusal
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("behind_bunker", "mbb.obst.bunker.arty_arc")
        assert t.state.digest() == before


@clause("mbb.obst.bunker.arty_arc")
def test_without_the_bunker_the_gun_fires_all_round() -> None:
    t = table(tank("A1", 10, 34, 0), gun(), seat=1, phase="target_declaration")
    assert "A1" in t.legal_targets("B1")


@clause("mbb.hm.bunker_down")
def test_a_gun_survives_its_bunker_without_the_bonus() -> None:
    t = table(tank("A1", 24, 6), gun(), terrain=[{**BUNKER, "hit_markers": 1}], phase="target_declaration")
    assert points(t) == (4, 8)
    assert t.fire({"A1": "T1"}).accepted
    assert "T1" not in t.state.tokens
    assert t.unit("B1").alive
    assert points(t) == (4, 6)
    # behind it the rear shot is back
    rear = table(tank("A1", 24, 34, 270), gun(), phase="target_declaration")
    assert points(rear) == (4, 4)


@clause("mbb.obst.bunker.opaque")
def test_bunkers_hide_what_is_behind_them_and_stop_tanks() -> None:
    t = table(tank("A1", 24, 10), tank("B1", 24, 28, 270), terrain=[piece("Artillery Bunker", 24, 19)])
    assert not t.line_of_sight("A1", "B1")
    moved = t.move("A1", {"step": "forward", "inches": 8}).of("unit_moved")[0]
    assert moved.stopped_by == "T1"


@clause("mbb.obst.bunker.arty")
def test_one_gun_to_a_bunker_and_a_tank_in_none() -> None:
    units = [unit("A1", "Flak 36", status="waiting"), unit("A2", "Flak 36", status="waiting"),
             unit("A3", "M4 Sherman", status="waiting"), unit("B1", "Panzer III", status="waiting")]  # fmt: skip
    t = lay_table("micro_brick_battle", units, [piece("Artillery Bunker", 24, 3)], phase="deployment")
    assert t.answer("place", unit="A3", x=24, y=3, heading=90).refusal is not None
    assert t.answer("place", unit="A1", x=24.5, y=3, heading=90).accepted
    assert t.answer("place", unit="B1", x=24, y=33, heading=270).accepted
    refusal = t.answer("place", unit="A2", x=23.4, y=3, heading=90).refusal
    assert refusal is not None
    assert refusal.code == "overlap"


# --- spotting bunkers ------------------------------------------------------------------------------------------------

# its front looks up the table: heading 0 + 90; the middle of its front side is at (24, 6.63)
LOOKOUT = piece("Spotting Bunker", 24, 6, owner=0)


def lookout(t: Position) -> Token:
    return spotting_bunkers(t.state, 0)[0]


@clause("mbb.obst.bunker.spot", "mbb.geometry.muzzle.spotter", "mbb.geometry.feature_facing")
def test_a_spotting_bunker_spots_for_its_owner_from_the_middle_of_its_front() -> None:
    t = table(tank("A1", 8, 4), tank("B1", 24, 30, 270), terrain=[LOOKOUT])
    assert [token.id for token in spotting_bunkers(t.state, 0)] == ["T1"]
    assert spotting_bunkers(t.state, 1) == []
    assert eye_of(lookout(t)) == pytest.approx((24.0, 6.63))
    assert bunker_spots(t.state, lookout(t), t.unit("B1"))


@clause("mbb.obst.bunker.spot_arc")
@pytest.mark.parametrize(("y", "seen"), [(4.0, False), (5.63, False), (5.7, True), (20.0, True)])
def test_it_sees_nothing_behind_it_and_nothing_level_with_its_front(y: float, seen: bool) -> None:
    """The tank is 2 inches deep, so at y = 5.63 its far side is exactly level with the front."""
    t = table(tank("A1", 8, 14), tank("B1", 34, y, 180), terrain=[LOOKOUT])
    assert bunker_spots(t.state, lookout(t), t.unit("B1")) is seen


@clause("mbb.obst.bunker.spot_arc", "mbb.obst.bunker.opaque")
def test_what_is_visible_must_lie_in_front() -> None:
    """The part of the tank in front of the line is behind a house, the part behind the line is not."""
    house = piece("House", 30, 7.7, length=1, width=3.4)
    t = table(tank("A1", 8, 14), tank("B1", 34, 6.4, 180), terrain=[LOOKOUT, house])
    assert not bunker_spots(t.state, lookout(t), t.unit("B1"))


@clause("mbb.obst.bunker.spot", "mbb.terrain.hill.border")
def test_a_bunker_on_a_hill_sees_from_the_hill() -> None:
    hill, far = piece("Hill", 24, 6, length=8, width=6), piece("Hill", 24, 28, length=8, width=6)
    units = tank("A1", 8, 14), tank("B1", 24, 28, 270)
    high = table(*units, terrain=[hill, far, LOOKOUT])
    assert bunker_spots(high.state, lookout(high), high.unit("B1"))
    low = table(*units, terrain=[far, LOOKOUT])
    assert not bunker_spots(low.state, lookout(low), low.unit("B1"))
    # its centre counts, not its eye: the border of this hill runs between the two
    edge = table(*units, terrain=[piece("Hill", 24, 3.3, length=8, width=6), far, LOOKOUT])
    assert bunker_spots(edge.state, lookout(edge), edge.unit("B1"))


@clause("mbb.obst.bunker.spot", "mbb.win.elimination")
def test_a_bunker_is_no_unit_and_keeps_nobody_in_the_battle() -> None:
    t = table(tank("A1", 24, 20), tank("B1", 24, 28, 90), terrain=[{**LOOKOUT, "owner": 1}], phase="target_declaration")
    assert t.fire({"A1": "B1"}, dice(6, 6)).accepted
    assert t.state.outcome is not None
    assert t.state.outcome.winners == (0,)


@clause("mbb.obst.bunker.buy")
def test_a_bunker_is_never_free() -> None:
    """The scenario's price of a force pays for its bunkers; a bunker that is nobody's cannot be laid."""
    ford = scenarios()["ford"]
    bunker = TerrainPiece("Artillery Bunker", 24.0, 3.0, 2.52, 1.26, 0.0)
    with pytest.raises(DataFault, match="must belong to a seat"):
        checked("x", replace(ford, terrain=(*ford.terrain, bunker)), wrongs)
    owned = replace(ford, terrain=(*ford.terrain, replace(bunker, owner=0)))
    price = ford.force[0].rc
    with pytest.raises(DataFault, match=f"seat 0 has {price} RC, but its units and bunkers cost {price + 4}"):
        checked("x", owned, wrongs)
    paid = replace(owned, force=(replace(ford.force[0], rc=price + 4), ford.force[1]))
    assert checked("x", paid, wrongs) is paid


@clause("mbb.terrain.cost_optional", "mbb.obst.cost_optional")
def test_terrain_has_its_price_and_ground_without_an_entry_is_free() -> None:
    prices = {name: feature.rc for name, feature in features().items()}
    assert (prices["Artillery Bunker"], prices["Spotting Bunker"], prices["Bridges"], prices["Forest"]) == (4, 3, 3, 5)
    assert {name for name, price in prices.items() if not price} == {
        *("Mountain", "Hill", "Large Water", "Shallow Water", "Mud", "Sand Dunes", "Fountain")
    }


@clause("mbb.obst.empl.dp")
def test_a_barrel_level_with_an_emplacement_that_it_fires_past_finds_no_bonus() -> None:
    """The front of the emplacement is the line y = 20.7, and the barrel is above it, like the target."""
    t = table(tank("A1", 9, 20.9, 0), tank("B1", 26.6, 22.3, 180), terrain=[SHIELD])
    assert points(t) == (4, 4)


@clause("mbb.geometry.feature_facing")
@pytest.mark.parametrize("heading", [0, 37, 90, 200])
def test_the_front_of_a_bunker_is_to_the_left_of_its_heading_however_it_is_turned(heading: float) -> None:
    """Half its width of 3 inches before the centre, at the end of the way to its eye."""
    t = table(
        tank("A1", 4, 4),
        tank("B1", 44, 34, 270),
        terrain=[piece("Spotting Bunker", 24, 18, heading, length=4, width=3, owner=0)],
    )
    bunker = t.state.tokens["T1"]
    x, y = eye_of(bunker)
    ahead = cos(radians(heading + 90)), sin(radians(heading + 90))
    assert (x, y) == pytest.approx((24 + 1.5 * ahead[0], 18 + 1.5 * ahead[1]), abs=1e-5)
    along = cos(radians(heading)), sin(radians(heading))
    for inches in (-3.0, 0.0, 0.5, 4.0):
        place = x + inches * ahead[0] + 1.5 * along[0], y + inches * ahead[1] + 1.5 * along[1]
        assert in_front(bunker, place) == pytest.approx(inches, abs=1e-5)
        assert in_front(bunker, place, from_centre=True) == pytest.approx(inches + 1.5, abs=1e-5)
