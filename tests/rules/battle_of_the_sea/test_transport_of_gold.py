"""Transport of gold: loading, floating, unloading, and who wins by it."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.out_of_turn import Concede
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    GALLEY,
    VIKING,
    ahead,
    area,
    fire,
    ram,
    sail,
    sea,
    ship,
    throws,
)

GOLD = {"gold": True}
FAR = ship("B1", CUTTER, 33, 33)


def island(**more: Any) -> Position:
    """A longship whose bow is half an inch from an island with treasures of 1, 2 and 3."""
    return sea(
        ship("A1", more.pop("card", VIKING), 10, 10, 90),
        ship("A2", CUTTER, 2, 2),
        more.pop("other", FAR),
        terrain=[area("island", 8, 12.5, 12, 16, treasures=[1, 2, 3]), *more.pop("terrain", ())],
        options={**GOLD, **more.pop("options", {})},
        **more,
    )


@clause("sea.gold.load")
def test_treasures_are_taken_from_within_an_inch() -> None:
    table = island()
    sail(table, "A1")
    assert table.asked == "attack"
    taken = table.answer("take_aboard", treasures=["G2", "G3"])
    assert {event.clause for event in taken.of("token_removed")} == {"sea.gold.load"}
    assert (table.load("A1"), table.speed("A1")) == (5, 3)
    assert sorted(table.state.tokens) == ["G1", "I1"]
    away = island()
    sail(away, "A2")
    assert away.asked == "command_fleet"
    for shore, asked in ((13, "attack"), (13.01, "command_fleet")):
        units = (ship("A1", VIKING, 10, 10, 90), ship("A2", CUTTER, 2, 2), FAR)
        edge = sea(*units, terrain=[area("island", 8, shore, 12, 16, treasures=[1])], options=GOLD)
        sail(edge, "A1")
        assert edge.asked == asked
    # near one arm of a bent island is near the island
    bent = {
        "kind": "island",
        "points": [[9, 12.5], [11, 12.5], [11, 16], [15, 16], [15, 18], [9, 18]],
        "treasures": [1],
    }
    arm = sea(ship("A1", VIKING, 10, 10, 90), FAR, terrain=[bent], options=GOLD)
    sail(arm, "A1")
    assert arm.answer("take_aboard", treasures=["G1"]).accepted


@clause("sea.gold.load", "sea.capacity.overload")
def test_no_more_than_the_capacity_is_taken() -> None:
    table = island()
    sail(table, "A1")
    refusal = table.answer("take_aboard", treasures=["G1", "G2", "G3"]).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.data["load"]) == ("over_capacity", "sea.capacity.overload", 6)
    assert not table.answer("take_aboard", treasures=["G1", "G1"]).accepted
    unarmed = island(card=GALLEY, other=ship("B1", GALLEON, 4, 14, 90))
    sail(unarmed, "A1")
    mute = fire(unarmed, ("B1", 1)).refusal
    assert mute is not None
    assert (mute.code, mute.clause) == ("no_firepower", "sea.firepower.zero")
    away = table.answer("take_aboard", treasures=["G9"]).refusal
    assert away is not None
    assert away.code == "treasure_away"


@clause("sea.gold.load")
def test_loading_takes_the_place_of_attacking() -> None:
    table = island(other=ship("B1", GALLEON, 4, 14, 90))
    sail(table, "A1")
    table.answer("take_aboard", treasures=["G1"])
    # no volley follows in the same turn
    assert table.asked == "command_fleet"
    rammer = sea(
        ship("A1", VIKING, 10, 8, 90),
        ship("A2", CUTTER, 2, 2),
        ship("B1", GALLEON, 10, 13.5, 0),
        terrain=[area("island", 11.5, 9, 14, 12, treasures=[1])],
        options={**GOLD, "ram_and_fire": True},
    )
    ram(rammer, "A1", "B1", 90.0, dice=throws(0, 5))
    assert rammer.asked == "attack"
    refusal = rammer.answer("take_aboard", treasures=["G1"]).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("attacked", "sea.gold.load")
    # where nobody fires after a ram there is nothing left to do
    either = sea(
        ship("A1", VIKING, 10, 8, 90),
        ship("A2", CUTTER, 2, 2),
        ship("B1", GALLEON, 10, 13.5, 0),
        terrain=[area("island", 11.5, 9, 14, 12, treasures=[1])],
        options={**GOLD, "ram_and_fire": False},
    )
    ram(either, "A1", "B1", 90.0, dice=throws(0, 5))
    assert either.asked == "command_fleet"


@clause("sea.gold.scenario")
def test_cargo_goes_ashore_only_in_the_own_harbour() -> None:
    for cargo, port, code in (((), 13, "no_cargo"), ((1,), 13.1, "not_in_port"), ((1,), 13, "")):
        units = (ship("A1", VIKING, 10, 10, 90, cargo=cargo), ship("B1", GALLEON, 6, 10, 90))
        table = sea(*units, terrain=[{**PORT, "y": port}], options=GOLD, anyhow=True)
        sail(table, "A1")
        assert table.asked == "attack"
        refusal = table.answer("unload").refusal
        assert (refusal.code if refusal else "") == code
    # nobody has to: the cargo may stay aboard
    units = (ship("A1", VIKING, 10, 10, 90, cargo=(1,)), ship("A2", CUTTER, 2, 2), FAR)
    waits = sea(*units, terrain=[{**PORT, "y": 13}], options=GOLD, anyhow=True)
    sail(waits, "A1")
    waits.answer("hold_fire")
    assert waits.load("A1") == 1
    # without gold a port is of no use to cargo
    plain = sea(*units, terrain=[{**PORT, "y": 13}], options={"cargo": True}, anyhow=True)
    sail(plain, "A1")
    assert plain.asked == "command_fleet"


@clause("sea.gold.float", "sea.capacity.overload")
def test_cargo_overboard_floats_and_can_be_fished() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 15, 90, cargo=(2, 2)),
        ship("B2", CUTTER, 11.05, 15, 90),
        options=GOLD,
    )
    sail(table, "A1")
    fire(table, ("B1", 2), dice=throws(2))
    dropped = table.answer("jettison", items=[2])
    token = dropped.of("token_placed")[0].token
    assert (token.kind, token.marks["weight"], token.group) == ("treasure", 2, "")
    assert token.pose.place == (10, 15)
    sail(table, "B2")
    assert table.asked == "attack"
    assert [event.clause for event in table.answer("take_aboard", treasures=[token.id]).of("token_removed")] == [
        "sea.gold.float"
    ]
    assert table.load("B2") == 2


@clause("sea.gold.float", "sea.damage.sink")
def test_the_cargo_of_a_sunk_ship_floats() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 15, 90, cargo=(1, 1, 3), marks={"base": 1, "additional": 0, "firepower": 0, "speed": 0}),
        FAR | {"id": "B2"},
        options=GOLD,
    )
    sail(table, "A1")
    result = fire(table, ("B1", 1), dice=throws(1))
    assert sorted(event.token.marks["weight"] for event in result.of("token_placed")) == [1, 1, 3]
    assert sorted(token.marks["weight"] for token in table.state.tokens.values()) == [1, 1, 3]
    assert table.unit("B1").status == "gone"


@clause("sea.gold.float", "sea.current.area")
def test_floating_treasures_drift_with_currents() -> None:
    stream = {"kind": "current", "points": [[8, 5], [20, 5], [20, 15], [8, 15]], "direction": 0, "strength": 2}
    terrain = [
        stream,
        {"kind": "floating", "x": 10, "y": 10, "weight": 2},
        {"kind": "floating", "x": 3, "y": 3, "weight": 1},
        area("island", 15, 8, 18, 11, treasures=[3]),
    ]
    table = sea(
        ship("A1", VIKING, 5, 25), FAR, terrain=terrain, phase="round_end", options={"gold": True, "currents": True}
    )
    kept = {
        token.marks["weight"]: token.pose.place for token in table.state.tokens.values() if token.kind == "treasure"
    }
    # what lies on an island stays there
    assert kept == {2: (12, 10), 1: (3, 3), 3: (16.5, 9.5)}


PORT = {"kind": "port", "seat": 0, "x": 10, "y": 5}


def deliver(goal: str = "transport_of_gold", **more: Any) -> Position:
    """A laden longship in its own harbour; one more treasure lies on a far island."""
    return sea(
        ship("A1", VIKING, 10, 8.5, 270, cargo=(2,)),
        ship("B1", GALLEON, 33, 30, **more.pop("enemy", {})),
        terrain=[PORT, area("island", 25, 5, 28, 8, treasures=more.pop("treasures", [1]))],
        options=GOLD,
        goal=goal,
        last_round=12,
        **more,
    )


@clause("sea.gold.scenario")
def test_unloading_in_the_own_harbour_delivers() -> None:
    table = deliver()
    sail(table, "A1", ahead(270, 0.5))
    assert table.answer("unload").accepted
    assert (table.state.facts["score0"], table.load("A1")) == (2, 0)
    away = deliver()
    assert sail(away, "A1", ahead(0, 6)).accepted
    assert away.asked == "command_fleet"


@clause("sea.gold.scenario", "sea.game.win_other")
def test_when_all_is_delivered_the_most_weight_wins() -> None:
    table = deliver(treasures=[])
    sail(table, "A1", ahead(270, 0.5))
    table.answer("unload")
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert (table.state.outcome.scores, table.state.outcome.clause) == ((2, 0), "sea.gold.scenario")


@clause("sea.gold.scenario", "sea.game.max_rounds")
@pytest.mark.parametrize(("scores", "winners"), [((3, 2), (0,)), ((1, 2), (1,)), ((2, 2), (1,))])
def test_round_twelve_decides_by_weight_and_then_by_points(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    assert deliver(phase="round_end", round=11, scores=scores).winners is None
    assert deliver(phase="round_end", round=12, scores=scores).winners == winners


@clause("sea.gold.scenario")
def test_when_one_fleet_is_gone_the_weight_still_decides() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 15, marks={"base": 1, "additional": 0, "firepower": 0, "speed": 0}),
        terrain=[area("island", 25, 5, 28, 8, treasures=[1])],
        options=GOLD,
        goal="transport_of_gold",
        last_round=12,
        scores=(0, 3),
    )
    sail(table, "A1")
    fire(table, ("B1", 1), dice=throws(1))
    assert table.winners == (1,)


@clause("sea.gold.scenario", "sea.game.units_count")
def test_who_gives_up_does_not_win_by_his_gold() -> None:
    table = deliver(scores=(3, 1))
    table.send(Concede(), seat=0)
    assert table.winners == (1,)


@clause("sea.gold.scenario", "sea.game.stalemate")
def test_a_race_for_gold_without_a_shot_is_no_stalemate() -> None:
    assert deliver(phase="round_end", round=11, quiet_rounds=10).winners is None
    hulk = {"firepower": 0, "speed": 0}
    stuck = sea(
        ship("A1", VIKING, 10, 8.5, 270, marks=hulk),
        ship("B1", GALLEON, 33, 30, marks=hulk),
        terrain=[area("island", 25, 5, 28, 8, treasures=[1])],
        options=GOLD,
        goal="transport_of_gold",
        last_round=12,
        phase="round_end",
        scores=(2, 1),
    )
    assert stuck.winners == (0,)


@clause("sea.boarding.none", "sea.monster.fleet_limits")
def test_nobody_boards_and_monsters_carry_nothing() -> None:
    table = island(card="Kraken", options={"monsters": "fleet"})
    sail(table, "A1")
    assert table.asked == "command_fleet"
    assert table.send({"answer": "board", "unit": "A1", "target": "B1"}).refusal is not None
