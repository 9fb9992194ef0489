"""Water and bridges: what stops a unit, what carries it, and what a shot at or past them counts.

The water of most tables lies across the middle from y = 14 to 22; a bridge of 6 studs crosses it at x = 24.
"""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.base.battlefield import terrain
from brickfield.games.micro_brick_battle.base.measures import measures, studs
from brickfield.games.micro_brick_battle.chapters.terrain.water import in_large_water, in_water, on_bridge
from brickfield.geometry import rectangle, without
from brickfield.testing import Position, clause, forward, lay_table, piece, pivot, start, unit

LAKE = piece("Large Water", 24, 18, length=40, width=8)
BRIDGE = piece("Bridges", 24, 18, 90, length=12, width=1.89)
HIGH = {**BRIDGE, "height_bricks": 4}


def table(*units: Any, terrain: Any = (LAKE, BRIDGE), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman" if name.startswith("A") else "Panzer III", x, y, heading, **more)


ENEMY = tank("B1", 44, 34, 270)


def points(t: Position, one: str = "A1", other: str = "B1") -> tuple[int, int]:
    numbers = t.tally(one, other)
    return numbers.attack_points.total, numbers.defense_points.total


# --- driving ---------------------------------------------------------------------------------------------------------


@clause("mbb.terrain.water.fly", "mbb.terrain.impassable")
@pytest.mark.parametrize(("feature", "border"), [("Large Water", 14.0), ("Mountain", 14.0), ("Fountain", 14.0)])
def test_ground_units_stop_at_the_border_of_impassable_ground(feature: str, border: float) -> None:
    t = table(tank("A1", 24, 10), ENEMY, terrain=[piece(feature, 24, 18, length=40, width=8)])
    result = t.move("A1", forward(8))
    assert result.of("unit_moved")[0].stopped_by == "T1"
    assert t.pose("A1")[1] == pytest.approx(border - studs(6) / 2)


@clause("mbb.terrain.impassable")
def test_mountains_hide_everything_and_cannot_be_shot_away() -> None:
    mountain = piece("Mountain", 24, 18, length=12, width=4)
    t = table(tank("A1", 24, 10), tank("B1", 24, 30, 270), terrain=[mountain], phase="target_declaration")
    assert not t.line_of_sight("A1", "B1")
    assert t.legal_targets("A1") == []
    refusal = t.fire({"A1": "T1"}).refusal
    assert refusal is not None
    assert refusal.code == "no_hit_markers"


@clause("mbb.terrain.water.bridge", "mbb.obst.bridge.cross", "mbb.geometry.bridge_path")
def test_a_unit_crosses_the_water_on_the_deck_of_a_bridge() -> None:
    t = table(tank("A1", 24, 12.5), ENEMY)
    assert t.move("A1", forward(8)).of("unit_moved")[0].stopped_by == ""
    assert t.pose("A1")[:2] == (24.0, 20.5)


@clause("mbb.geometry.bridge_path")
@pytest.mark.parametrize(("x", "gets"), [(24.472, 20.5), (24.473, 14.0 - studs(6) / 2), (23.528, 20.5)])
def test_a_unit_must_fit_on_the_deck(x: float, gets: float) -> None:
    """The deck is 1.89 wide and the tank 0.945: half a deck less half a tank is 0.4725 to either side."""
    t = table(tank("A1", x, 12.5), ENEMY)
    t.move("A1", forward(8))
    assert t.pose("A1")[1] == pytest.approx(gets, abs=1e-5)


@clause("mbb.geometry.bridge_path")
def test_a_tank_on_a_bridge_cannot_turn_into_the_water() -> None:
    """Its corners would reach over the edge of the deck on the way, whatever the end would be."""
    t = table(tank("A1", 24, 18), ENEMY)
    refusal = t.move("A1", pivot(90)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["obstacle"]) == ("turn_blocked", "T1")
    assert t.move("A1", pivot(10)).accepted


@clause("mbb.geometry.bridge_path")
def test_decks_are_six_studs_wide_unless_stated_otherwise() -> None:
    t = table(tank("A1", 24, 10), ENEMY, terrain=[LAKE, piece("Bridges", 24, 18, 90)])
    deck = terrain(t.state).grounds.decks[0].shape
    assert deck.box[2] - deck.box[0] == pytest.approx(studs(measures().bridge_deck_studs)) == pytest.approx(1.89)


@clause("mbb.geometry.bridge_path")
def test_water_under_two_slanted_bridges_is_what_is_left_of_it() -> None:
    """No part of the rest lies on a deck, and nothing of the water is lost."""
    water = rectangle(24, 18, 0, 40, 8)
    decks = [rectangle(18, 18, 70, 12, 1.89), rectangle(30, 18, 110, 12, 1.89)]
    parts = without(water, decks)
    lost = sum(_area(part) for part in parts)
    assert _area(water) - lost == pytest.approx(sum(_area(deck) for deck in decks) - _dry(decks), abs=1e-3)


def _area(shape: Any) -> float:
    points = shape.points
    return 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))


def _dry(decks: list[Any]) -> float:
    """What of the decks lies beyond the water, counted on a fine grid of strips across each deck."""
    total = 0.0
    for deck in decks:
        for part in without(deck, [rectangle(24, 18, 0, 40, 8)]):
            total += _area(part)
    return total


@clause("mbb.terrain.water.fly")
def test_units_are_not_deployed_in_water() -> None:
    lake = piece("Large Water", 24, 3, length=20, width=5)
    units = [unit("A1", "M4 Sherman", status="waiting"), unit("B1", "Panzer III", status="waiting")]
    t = lay_table("micro_brick_battle", units, [lake], phase="deployment")
    refusal = t.answer("place", unit="A1", x=24, y=3, heading=90).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["obstacle"]) == ("overlap", "T1")
    assert t.answer("place", unit="A1", x=8, y=3, heading=90).accepted


@clause("mbb.amph.water", "mbb.geometry.collision")
def test_water_is_open_to_what_swims_and_a_fountain_is_not() -> None:
    duck = unit("A1", "M4 Sherman", 10, 12, 90, rules="amphibious")
    t = table(duck, ENEMY)
    assert t.move("A1", forward(8)).of("unit_moved")[0].stopped_by == ""
    t = table(duck, ENEMY, terrain=[piece("Fountain", 10, 15)])
    assert t.move("A1", forward(8)).of("unit_moved")[0].stopped_by == "T1"


# --- shooting --------------------------------------------------------------------------------------------------------


@clause("mbb.terrain.water.attack")
def test_a_shot_at_something_in_large_water_has_three_attack_points_less() -> None:
    swimmer = unit("B1", "Panzer III", 12, 18, 270, rules="amphibious")
    t = table(tank("A1", 12, 4, ap=6), swimmer)
    assert points(t) == (3, 4)
    lines = [line for line in t.why("A1", "B1") if line.clause == "mbb.terrain.water.attack"]
    assert [(line.value, line.counts) for line in lines] == [(-3, True)]


@clause("mbb.terrain.water.attack", "mbb.terrain.mud")
def test_shallow_water_and_a_bridge_take_nothing_from_a_shot() -> None:
    shallow = piece("Shallow Water", 12, 18, length=8, width=8)
    t = table(tank("A1", 12, 4, ap=6), tank("B1", 12, 18, 270), terrain=[shallow])
    assert points(t) == (6, 4)
    t = table(tank("A1", 24, 4, ap=6), tank("B1", 24, 18, 270), terrain=[LAKE, HIGH])
    assert points(t) == (6, 4)


@clause("mbb.terrain.water.attack", "mbb.mod.stack")
def test_water_and_the_worst_cover_add_up() -> None:
    swimmer = unit("B1", "Panzer III", 12, 18, 270, rules="amphibious")
    hedge = piece("Hedgerow", 12, 10, length=6, width=0.3)
    t = table(tank("A1", 12, 4, ap=6), swimmer, terrain=[LAKE, hedge])
    assert points(t) == (2, 4)


@clause("mbb.terrain.water.attack")
def test_quick_play_knows_no_water_modifier() -> None:
    swimmer = unit("B1", "Panzer III", 12, 18, 270, rules="amphibious")
    t = table(tank("A1", 12, 4, ap=6), swimmer, options={"rules_level": ["quick", "base"]})
    assert points(t) == (6, 4)


@clause("mbb.obst.bridge.low", "mbb.obst.lowwall.replace")
def test_a_low_bridge_gives_two_defense_points_to_who_is_behind_it_or_on_it() -> None:
    across = piece("Bridges", 24, 18, 0, length=6, width=1.89)
    t = table(tank("A1", 24, 10), tank("B1", 24, 24, 270), terrain=[across])
    assert points(t) == (4, 6)
    assert points(table(tank("A1", 24, 10), tank("B1", 24, 18, 270))) == (4, 6)
    # half of the target is behind a house: the bridge takes the place of that
    house = piece("House", 25, 13, length=2, width=1)
    assert points(table(tank("A1", 24, 8), tank("B1", 24, 24, 270), terrain=[across, house])) == (4, 6)
    assert points(table(tank("A1", 24, 8), tank("B1", 24, 24, 270), terrain=[house])) == (2, 4)


@clause("mbb.obst.bridge.low", "mbb.obst.lowwall.own")
def test_the_bridge_right_before_the_shooter_is_its_own_cover() -> None:
    across = piece("Bridges", 24, 12.5, 0, length=6, width=1.89)
    assert points(table(tank("A1", 24, 10), tank("B1", 24, 24, 270), terrain=[across])) == (4, 4)


@clause("mbb.obst.bridge.low", "mbb.obst.lowwall.own")
def test_on_one_bridge_it_covers_the_target_and_not_the_shooter() -> None:
    t = table(tank("A1", 24, 14), tank("B1", 24, 20, 270))
    assert points(t) == (4, 6)
    assert points(t, "B1", "A1") == (4, 6)


@clause("mbb.obst.bridge.high", "mbb.cover.hard")
@pytest.mark.parametrize(("bricks", "seen"), [(1, True), (3, True), (4, False), (9, False)])
def test_a_bridge_of_four_bricks_is_hard_cover_for_who_is_not_on_it(bricks: int, seen: bool) -> None:
    across = piece("Bridges", 24, 18, 0, length=6, width=1.89, height_bricks=bricks)
    t = table(tank("A1", 24, 10), tank("B1", 24, 24, 270), terrain=[across])
    assert t.line_of_sight("A1", "B1") is seen


@clause("mbb.obst.bridge.high")
def test_who_stands_on_a_high_bridge_sees_and_is_seen_without_a_bonus() -> None:
    t = table(tank("A1", 24, 8), tank("B1", 24, 18, 270), terrain=[LAKE, HIGH])
    assert t.line_of_sight("A1", "B1")
    assert t.line_of_sight("B1", "A1")
    assert points(t) == (4, 4)


@clause("mbb.terrain.water.bridge", "mbb.geometry.bridge_path")
def test_where_one_is_in_the_water_and_where_on_a_bridge() -> None:
    t = table(tank("A1", 24, 8), ENEMY, terrain=[LAKE, BRIDGE, piece("Shallow Water", 24, 28)])
    places = {"bridge": (24.0, 18.0), "water": (10.0, 18.0), "border": (10.0, 14.0), "shallow": (24.0, 28.0)}
    assert {name for name, place in places.items() if in_large_water(t.state, place)} == {"water", "border"}
    assert {name for name, place in places.items() if in_water(t.state, place)} == {"water", "border", "shallow"}
    assert {name for name, place in places.items() if on_bridge(t.state, place)} == {"bridge"}


# --- laying them out -------------------------------------------------------------------------------------------------


@clause("mbb.terrain.water.bridge", "mbb.cover.place.divide")
def test_players_lay_bridges_over_water_and_nothing_else_over_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    t = start(Setup("micro_brick_battle", "ford", {"battlefield": "one"}), SeededDice(1))
    names = [each.feature for each in t.state.match.pieces]  # type: ignore[attr-defined]
    lake, bridge, mud = names.index("Large Water"), names.index("Bridges"), names.index("Mud")
    assert t.answer("lay_piece", piece=lake, x=24, y=18, heading=0).accepted
    refusal = t.answer("lay_piece", piece=mud, x=24, y=18, heading=0).refusal
    assert refusal is not None
    assert refusal.code == "overlap"
    assert t.answer("lay_piece", piece=bridge, x=24, y=18, heading=90).accepted
    assert [event.token.kind for event in t.events if isinstance(event, happened.TokenPlaced)] == [
        "Large Water",
        "Bridges",
    ]


def test_a_table_with_a_bridge_over_water_is_possible_and_mud_in_water_is_not() -> None:
    assert table(tank("A1", 24, 8), ENEMY).table_fault() == ""
    with pytest.raises(ValueError, match="overlaps"):
        table(tank("A1", 24, 8), ENEMY, terrain=[LAKE, piece("Mud", 24, 18)])
    with pytest.raises(ValueError, match="overlaps"):
        table(tank("A1", 12, 18), ENEMY)


@clause("mbb.cover.place.divide", "mbb.cover.place.one", "mbb.cover.place.half")
@pytest.mark.parametrize("layout", ["divide", "one", "half"])
def test_a_river_from_edge_to_edge_lies_where_it_is_whoever_lays_out_the_rest(layout: str) -> None:
    t = start(Setup("micro_brick_battle", "bridge", {"battlefield": layout}), SeededDice(1))
    while t.asked != "place_terrain":
        assert t.send(t.decision.suggest(t.state, 1)[0].answer, dice=SeededDice(1)).accepted
    lying = {token.kind for token in t.state.tokens.values()}
    assert lying == {"Large Water"}
    assert "Large Water" not in {thing.title for thing in t.question.offer.things}


@clause("mbb.obst.bridge.low")
def test_whose_centre_is_on_a_low_bridge_has_its_bonus_even_where_its_front_sticks_out() -> None:
    """The bridge begins at y 12; the side that is shot at is before it."""
    assert points(table(tank("A1", 24, 4), tank("B1", 24, 12.5, 270))) == (4, 6)
    assert points(table(tank("A1", 24, 4), tank("B1", 24, 11.5, 270))) == (4, 4)
