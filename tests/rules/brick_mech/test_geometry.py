"""Measuring: the frame, the table, bases, deployment, and dice in a fixed order."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.brick_mech.base.measures import measures
from brickfield.games.brick_mech.setup.scenarios import scenarios
from brickfield.geometry import GRAIN
from brickfield.testing import Position, clause, dice, lay_table, start
from tests.rules.brick_mech.table import GAME, forward, mech, refused


@clause("bm.geometry.frame")
@pytest.mark.parametrize(
    ("place", "bearing"), [((20, 15), 0.0), ((10, 25), 90.0), ((10, 5), -90.0), ((0, 15), 180.0), ((20, 25), 45.0)]
)
def test_bearings_are_degrees_off_the_facing_left_positive(place: tuple[float, float], bearing: float) -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", *place, 0)], anyhow=True)
    assert t.bearing("A1", "B1") == pytest.approx(bearing)
    turned = lay_table(GAME, [mech("A1", 10, 15, 30), mech("B1", *place, 0)], anyhow=True)
    expected = bearing - 30
    assert turned.bearing("A1", "B1") == pytest.approx(expected)


@clause("bm.geometry.table")
def test_the_table_is_forty_by_thirty_and_can_be_between_twenty_and_a_hundred_and_twenty() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 18, 15, 180)]
    t = lay_table(GAME, units)
    assert (t.match.width, t.match.height) == (40.0, 30.0)
    assert lay_table(GAME, units, size=[20, 120]).match.height == 120.0
    for size in ([19.9, 30], [40, 121]):
        with pytest.raises(ValueError, match="20 to 120"):
            lay_table(GAME, units, size=size)


@clause("bm.geometry.base", "bm.geometry.distance")
def test_a_base_is_two_bricks_wide_unless_the_unit_says_otherwise() -> None:
    plain = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 20, 15, 180)])
    assert plain.distance("A1", "B1") == 8.0
    wide = lay_table(GAME, [mech("A1", 10, 15, 0, base_side=4.0), mech("B1", 20, 15, 180)])
    assert wide.distance("A1", "B1") == 7.0
    assert refused(wide.move("A1", forward(7.5)))[0] == "not_enough_points"
    for side in (0.9, 4.1):
        with pytest.raises(ValueError, match="1 to 4 Bricks"):
            lay_table(GAME, [mech("A1", 10, 15, 0, base_side=side), mech("B1", 20, 15, 180)])


@clause("bm.geometry.distance")
def test_the_tolerance_favours_the_shorter_range() -> None:
    for gap, band in ((3.0000005, "melee"), (3.0001, "short")):
        t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 12 + gap, 15, 180)])
        assert t.range_of("A1", "B1") == band


@clause("bm.unit.brick")
def test_a_brick_is_four_studs() -> None:
    numbers = measures()
    assert (numbers.studs_per_brick, numbers.millimetres_per_brick) == (4, 32)
    assert numbers.sample_bricks * numbers.studs_per_brick == 1


# --- deployment ------------------------------------------------------------------------------------------------------


def place(t: Position, unit: str, x: float, y: float, heading: float = 0.0, **more: Any) -> Any:
    return t.answer("place", unit=unit, x=x, y=y, heading=heading, **more)


@clause("bm.geometry.setup")
def test_players_deploy_in_reverse_order_of_a_first_roll() -> None:
    # raider 12 + 3, trooper 2 + 1: the second player deploys first
    t = start(Setup(GAME, "duel"), dice(6, 6, 1, 1))
    assert t.asked == "deploy_unit"
    assert t.state.facts["phase"] == "deployment"
    assert t.decision is not None
    assert t.decision.seat == 1
    assert place(t, "B1", 37, 15, 180).accepted
    placed = place(t, "A1", 3, 15, 0, dice=dice(1, 1, 6, 6))
    # the first round has its own roll
    assert placed.of("round_started")[0].round == 1
    assert t.order() == (1, 0)


@clause("bm.geometry.setup")
def test_ties_of_the_first_roll_are_settled_like_initiative_ties() -> None:
    t = start(Setup(GAME, "duel", armies=((("raider", 1),), (("raider", 1),))), dice(3, 3, 2, 4, 1, 1, 5, 5))
    assert t.decision is not None
    assert t.decision.seat == 0


@clause("bm.geometry.setup")
def test_a_base_stands_wholly_within_four_bricks_of_its_edge() -> None:
    t = start(Setup(GAME, "duel"), dice(1, 1, 6, 6))
    inside = ((1, 1, 0), (3, 29, 90), (1, 1, 180), (3, 29, 270))
    outside = ((3.01, 15, 0), (3, 15, 45), (3, 15, 225), (0.99, 15, 180), (2, 29.01, 90), (2, 0.99, 270))
    for x, y, heading in (*inside, *outside):
        accepted = (x, y, heading) in inside
        result = place(start(Setup(GAME, "duel"), dice(1, 1, 6, 6)), "A1", x, y, heading)
        assert result.accepted is accepted
        if not accepted:
            assert refused(result) == ("outside_zone", "bm.geometry.setup")
    assert refused(place(t, "B1", 37, 15))[0] == "not_your_unit"
    assert refused(place(t, "Z1", 37, 15))[0] == "unknown_unit"


@clause("bm.geometry.setup")
def test_units_of_one_player_are_placed_together_and_may_not_overlap() -> None:
    t = start(Setup(GAME, "three_against_three"), dice(1, 1, 6, 6))
    seats = []
    for number in range(3):
        assert t.decision is not None
        seats.append(t.decision.seat)
        assert place(t, f"A{number + 1}", 2, 5 + 5 * number).accepted
        if number < 2:
            # each of those that stand already is in the way
            for placed in range(number + 1):
                overlap = place(t, f"A{number + 2}", 2, 6 + 5 * placed)
                assert refused(overlap) == ("overlap", "bm.geometry.setup")
                assert overlap.refusal.data["obstacle"] == f"A{placed + 1}"
            assert refused(place(t, "A1", 2, 25))[0] == "already_placed"
    assert seats == [0, 0, 0]
    assert t.decision is not None
    assert t.decision.seat == 1


@clause("bm.geometry.setup", "bm.option.fastinit.parity")
@pytest.mark.parametrize(
    ("players", "edges"),
    [
        (2, ["left", "right"]),
        (3, ["left", "right", "lower"]),
        (4, ["left", "upper", "right", "lower"]),
        (5, ["left", "left", "right", "right", "lower"]),
        (6, ["left", "left", "upper", "right", "right", "lower"]),
    ],
)
def test_each_player_has_an_edge_or_half_of_one(players: int, edges: list[str]) -> None:
    units = [mech(f"{letter}1", 0, 0, 0, status="waiting") for letter in "ABCDEF"[:players]]
    t = lay_table(GAME, units, phase="deployment", order=tuple(reversed(range(players))))
    assert [zone.edge for zone in t.match.zones] == edges
    zones = []
    for seat in range(players):
        assert t.decision is not None
        assert t.decision.seat == seat
        corners = [value / GRAIN for value in t.decision.ask(t.state).offer.zone]
        x0, y0, x1, y1 = zone = (*corners[:2], *corners[4:6])
        zones.append(zone)
        last = seat == players - 1
        where = ((x0 + x1) / 2, (y0 + y1) / 2)
        script = dice(*[value for turn in range(players) for value in (1, 1 + turn)]) if last else None
        assert place(t, f"{'ABCDEF'[seat]}1", *where, dice=script).accepted
    assert len(set(zones)) == players
    whole = {"left": (0, 0, 4, 30), "upper": (0, 26, 40, 30), "right": (36, 0, 40, 30), "lower": (0, 0, 40, 4)}
    assert all(zone == whole[edge] for edge, zone in zip(edges, zones, strict=True) if edges.count(edge) == 1)
    if players > 4:
        # the left edge in halves, lower one first: clockwise around the table
        assert (zones[0][3], zones[1][1]) == (15.0, 15.0)


@clause("bm.geometry.setup")
def test_a_table_without_room_is_refused_before_deployment() -> None:
    game = find_game(GAME)
    assert game is not None
    many = ((("raider", 24),), (("raider", 1),))
    match = game.new_match(Setup(GAME, "duel", {"point_limit": 2000}, many))
    assert isinstance(match, Refusal)
    assert match.code == "over_budget"
    cheap = "L2-T1-S0-S0-A0-A0"
    crowd = game.new_match(Setup(GAME, "duel", {"point_limit": 2000}, (((cheap, 16),), (("raider", 1),))))
    assert not isinstance(crowd, Refusal)


@clause("bm.objective.alternative", "bm.team.sides", "bm.move.terrain")
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_every_scenario_can_be_set_up(scenario: str) -> None:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(Setup(GAME, scenario))
    assert not isinstance(match, Refusal), match
    assert match.seats == len(scenarios()[scenario].force)


@clause("bm.geometry.setup")
@pytest.mark.parametrize(
    ("scenario", "mirrored"),
    [
        *(("duel", True), ("hold_the_marker", True), ("skyline", True)),
        *(("three_against_three", False), ("two_and_two", False), ("free_for_all", False)),
    ],
)
def test_an_even_battle_looks_the_same_from_either_side(scenario: str, mirrored: bool) -> None:
    """The same Mechs across a table that is mirrored, or turned by half: whoever wins, it was not the map."""
    found = scenarios()[scenario]
    seats = len(found.force)
    assert all(force.units == found.force[(seat + seats // 2) % seats].units for seat, force in enumerate(found.force))
    pieces = [(each.feature, each.x, each.y, each.heading % 180.0, each.height) for each in found.terrain]
    across = [
        (feature, found.table_width - x, y if mirrored else found.table_depth - y, heading, height)
        for feature, x, y, heading, height in pieces
    ]
    if mirrored:
        assert all(heading % 90.0 == 0.0 for _feature, _x, _y, heading, _height in pieces)
    assert sorted(pieces, key=str) == sorted(across, key=str)
