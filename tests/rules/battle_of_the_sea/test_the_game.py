"""The Game: preparation, order of play, rounds, turns, and starting sides for two to six players."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.dice import ForcedDice
from brickfield.core.events import throws_of, without_repeated_dice
from brickfield.core.match import Setup
from brickfield.core.out_of_turn import Concede
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.base.setting_out import stretch_of, zone
from brickfield.testing import Position, clause, dice, start
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    GAME,
    HIT,
    LINER,
    MISS,
    VIKING,
    ahead,
    area,
    fire,
    refused,
    sail,
    sea,
    ship,
)

TWO = (((VIKING, 1),), ((VIKING, 1),))


def begun(faces: ForcedDice | None = None, armies: Any = TWO, **options: Any) -> Position:
    """A battle on open water; by default seat 0 places first."""
    setup = Setup(GAME, "last_drop_of_blood", {"waters": "empty", **options}, armies)
    return start(setup, faces or dice(1))


def order(*counts: int) -> list[int]:
    """Throws for the first turn: so many successes of five for each."""
    return [face for count in counts for face in [HIT] * count + [MISS] * (5 - count)]


@clause("sea.game.sequence", "sea.game.setup", "sea.geometry.deploy_order", "sea.geometry.rng")
def test_waters_then_fleets_then_order_then_round_one() -> None:
    setup = Setup(GAME, "last_drop_of_blood", {}, TWO)
    table = start(setup, dice(2))
    assert [token.kind for token in table.state.tokens.values()].count("island") == 1
    assert table.decision is not None
    assert (table.asked, table.decision.seat) == ("deploy_ship", 1)
    table.answer("place", unit="B1", x=17, y=32, heading=270)
    assert table.decision.seat == 0
    last = table.answer("place", unit="A1", x=17, y=3, heading=90, dice=dice(*order(2, 1)))
    assert last.of("round_started")[0].round == 1
    assert table.decision.seat == 0
    labels = [event.label for event in table.events if type(event).__name__ == "DiceRolled"]
    assert labels == ["the first fleet", "the first turn", "the first turn"]


@clause("sea.game.order_roll", "sea.geometry.rng")
def test_the_most_successes_begin_and_tied_leaders_throw_again() -> None:
    table = begun()
    table.answer("place", unit="A1", x=17, y=3, heading=90)
    faces = dice(*order(3, 3), *order(1, 4))
    table.answer("place", unit="B1", x=17, y=32, heading=270, dice=faces)
    assert table.state.facts["first"] == 1
    assert table.decision is not None
    assert table.decision.seat == 1


@clause("sea.game.order_roll")
def test_only_the_tied_leaders_throw_again() -> None:
    table = four(options={"order": "reroll_each_round"}, seat=3, first=0)
    result = table.answer("end_turn", dice=dice(*order(4, 1, 4, 0), *order(2, 3)))
    assert [event.seat for event in result.of("dice_rolled")] == [0, 1, 2, 3, 0, 2]
    # those who tied are told by themselves, the throw that decided by what it decided
    assert [type(event).__name__ for event in without_repeated_dice(result.events)[:6]].count("DiceRolled") == 4
    assert [throw.seat for event in result.of("fact_changed") for throw in throws_of(event)] == [0, 2]
    assert table.state.facts["first"] == 2


@clause("sea.geometry.deploy_order")
def test_a_fleet_is_placed_as_a_whole_before_the_next() -> None:
    boats = ((VIKING, 2),)
    table = begun(armies=(boats, boats))
    assert table.decision is not None
    assert table.decision.seat == 0
    table.answer("place", unit="A2", x=10, y=3, heading=90)
    assert table.decision.seat == 0
    table.answer("place", unit="A1", x=17, y=3, heading=90)
    assert table.decision.seat == 1
    # the seat drawn first, then clockwise
    three = start(Setup(GAME, "free_for_all_3", {"waters": "empty"}, (((VIKING, 1),),) * 3), dice(2))
    seats = []
    while three.asked == "deploy_ship":
        assert three.decision is not None
        seats.append(three.decision.seat)
        last = dice(*order(3, 2, 1)) if len(seats) == 3 else None
        three.send(three.decision.suggest(three.state, 1)[0].answer, dice=last)
    assert seats == [1, 2, 0]


@clause("sea.game.start_sides")
def test_hulls_lie_wholly_within_six_inches_of_their_edge() -> None:
    table = begun()
    for x, y, heading in ((17, 4.01, 90), (17, 1.9, 90), (17, 10, 0), (1, 3, 0)):
        refusal = table.answer("place", unit="A1", x=x, y=y, heading=heading).refusal
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("outside_zone", "sea.game.start_sides")
    assert table.answer("place", unit="A1", x=17, y=4, heading=90).accepted


@clause("sea.game.start_sides")
def test_no_overlap_at_the_start() -> None:
    table = begun(armies=(((VIKING, 2),), ((VIKING, 1),)))
    table.answer("place", unit="A1", x=10, y=3, heading=90)
    refusal = table.answer("place", unit="A2", x=10.5, y=3, heading=60).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["thing"]) == ("in_the_way", "A1")
    table = begun(armies=(((VIKING, 3),), ((VIKING, 1),)))
    table.answer("place", unit="A1", x=10, y=3, heading=90)
    table.answer("place", unit="A2", x=20, y=3, heading=90)
    refusal = table.answer("place", unit="A3", x=20.5, y=3, heading=60).refusal
    assert refusal is not None
    assert refusal.data["thing"] == "A2"
    wrong = table.answer("place", unit="B1", x=17, y=3, heading=90).refusal
    assert wrong is not None
    assert wrong.code == "not_waiting"


@clause("sea.game.start_sides")
def test_the_zone_grows_for_everybody_until_a_fleet_finds_room() -> None:
    # a hull of 18 inches fits along the edge only while nothing lies there
    reef = area("reef", 5, 0, 30, 5)
    units = (ship("A1", "Long 54: 20-20-14", 0, 0, status="waiting"), ship("B1", CUTTER, 0, 0, status="waiting"))
    table = sea(*units, terrain=[reef], phase="deployment", dice=dice(1))
    assert table.state.facts["depth"] == 7
    assert zone(table.state, 1)[1] == 28
    # who finds none even on the whole table stays out of the battle
    boats = [ship(name, CUTTER, 0, 0, status="waiting") for name in ("A2", "B1")]
    pond = sea(ship("A1", LINER, 0, 0, status="waiting"), *boats, size=(8, 8), phase="deployment", dice=dice(1))
    assert (pond.unit("A1").status, pond.state.facts["depth"], zone(pond.state, 0)) == ("gone", 8, (0, 0, 8, 8))
    assert pond.answer("place", unit="A2", x=4, y=4, heading=90).accepted


@clause("sea.game.start_sides", "sea.game.players", "sea.game.order_left")
@pytest.mark.parametrize(
    ("scenario", "edges"),
    [
        ("last_drop_of_blood", ["south", "north"]),
        ("free_for_all_3", ["south", "west", "east"]),
        ("free_for_all_4", ["south", "west", "north", "east"]),
        ("free_for_all_5", ["south", "south", "west", "north", "east"]),
        ("free_for_all_6", ["south", "south", "west", "north", "north", "east"]),
    ],
)
def test_sides_of_the_table_by_number_of_players(scenario: str, edges: list[str]) -> None:
    table = start(Setup(GAME, scenario), dice(1))
    assert [stretch_of(table.state, seat).edge for seat in range(table.match.seats)] == edges
    zones = [zone(table.state, seat) for seat in range(table.match.seats)]
    assert zones[0] == ((17.5, 0, 35, 6) if len(edges) > 4 else (0, 0, 35, 6))
    whole = {"south": (0, 0, 35, 6), "west": (0, 0, 6, 35), "north": (0, 29, 35, 35), "east": (29, 0, 35, 35)}
    assert all(stretch == whole[edge] for edge, stretch in zip(edges, zones, strict=True) if edges.count(edge) == 1)
    if len(edges) > 4:
        assert zones[1] == (0, 0, 17.5, 6)
    if len(edges) == 6:
        assert (zones[3], zones[4]) == ((0, 29, 17.5, 35), (17.5, 29, 35, 35))


@clause("sea.game.empty_table", "sea.game.setup")
def test_the_table_may_be_left_empty() -> None:
    assert begun().state.tokens == {}


def four(**more: Any) -> Position:
    """Four cutters far from each other, one for each seat."""
    places = ((5, 5), (5, 30), (30, 30), (30, 5))
    units = [ship(f"{letter}1", CUTTER, *place) for letter, place in zip("ABCD", places, strict=True)]
    return sea(*units, seats=4, **more)


def seats_in_order(table: Position, turns: int) -> list[int]:
    """Whose turn it is, turn after turn, while everybody passes."""
    found = []
    for _ in range(turns):
        assert table.decision is not None
        found.append(table.decision.seat)
        assert table.answer("end_turn").accepted
    return found


@clause("sea.game.order_left", "sea.game.same_starter", "sea.game.round", "sea.game.no_skip")
def test_turns_pass_to_the_left_and_rounds_begin_with_the_same_player() -> None:
    table = four(seat=2, first=2)
    assert seats_in_order(table, 8) == [2, 3, 0, 1, 2, 3, 0, 1]
    assert table.state.facts["round"] == 3


@clause("sea.game.more_players", "sea.game.same_starter")
def test_a_player_without_units_is_skipped_and_replaced_as_starter() -> None:
    units = [ship("A1", CUTTER, 5, 5), ship("C1", CUTTER, 30, 30), ship("D1", CUTTER, 30, 5)]
    table = sea(*units, seats=4, seat=0, first=1)
    passed = table.answer("end_turn")
    assert [event.seat for event in passed.of("turn_started")] == [2]
    assert [event.seat for event in passed.of("turn_ended")] == [0]
    assert [event.round for event in passed.of("round_ended")] == [1]
    assert seats_in_order(table, 3) == [2, 3, 0]
    assert table.state.facts["first"] == 2


@clause("sea.game.order_other")
def test_the_order_may_be_thrown_for_each_round() -> None:
    table = four(options={"order": "reroll_each_round"}, seat=3, first=0)
    faces = dice(*order(0, 1, 4, 2))
    assert table.answer("end_turn", dice=faces).accepted
    assert table.state.facts["first"] == 2
    assert table.decision is not None
    assert table.decision.seat == 2
    # the first round has its order already
    fresh = begun(order="reroll_each_round")
    fresh.answer("place", unit="A1", x=17, y=3, heading=90)
    assert fresh.answer("place", unit="B1", x=17, y=32, heading=270, dice=dice(*order(1, 4))).accepted
    assert fresh.asked == "command_fleet"


@clause("sea.game.turn", "sea.game.unit_turn")
def test_ship_by_ship_in_any_order_each_finished_before_the_next() -> None:
    table = sea(ship("A1", VIKING, 5, 5), ship("A2", VIKING, 12, 5), ship("B1", GALLEON, 10, 12, 0))
    sail(table, "A2", ahead(90, 1))
    assert table.asked == "attack"
    refusal = sail(table, "A1", ahead(90, 1)).refusal
    assert refusal is not None
    assert refusal.kind == "invalid"
    fire(table, ("B1", 1), dice=dice(MISS))
    assert sail(table, "A1", ahead(90, 1)).accepted


@clause("sea.game.mark_done")
def test_cards_are_turned_and_turned_back() -> None:
    table = four(seat=3, first=0)
    sail(table, "D1", ahead(180, 1))
    assert table.state.facts["round"] == 2
    assert not table.unit("D1").marks.get("acted")
    assert not table.unit("D1").marks.get("spent")


@clause("sea.game.no_skip")
def test_a_turn_may_be_spent_on_nothing_but_not_postponed() -> None:
    table = four()
    assert table.answer("end_turn").accepted
    late = table.answer("end_turn", seat=0).refusal
    assert late is not None
    assert late.code == "not_asked"


@clause("sea.game.units_count", "sea.game.more_players")
def test_who_resigns_loses_his_units_and_the_others_play_on() -> None:
    table = four()
    result = table.send(Concede(), seat=0)
    assert [event.unit for event in result.of("unit_destroyed")] == ["A1"]
    assert table.winners is None
    assert table.decision is not None
    assert table.decision.seat == 1
    table.send(Concede(), seat=3)
    assert table.decision.seat == 1
    table.send(Concede(), seat=2)
    assert table.winners == (1,)


@clause("sea.game.units_count")
def test_who_resigns_while_hit_or_firing_leaves_no_loose_ends() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 15),
        ship("C1", VIKING, 16, 15),
        seats=3,
    )
    sail(table, "A1")
    fire(table, ("B1", 5), ("C1", 5), dice=dice(*[HIT] * 5))
    assert table.asked == "allocate_hits"
    # the shooter resigns: the hits stand, the rest of the volley falls away
    table.send(Concede(), seat=0)
    assert table.asked == "allocate_hits"
    table.answer("remove_markers", firepower=2)
    assert table.decision is not None
    assert (table.asked, table.decision.seat) == ("command_fleet", 1)
    assert table.unit("C1").marks["additional"] == 3


@clause("sea.game.units_count", "sea.fire.order")
def test_a_shot_at_a_ship_that_has_left_is_not_thrown() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("B1", VIKING, 10, 15),
        ship("B2", VIKING, 14, 15),
        ship("C1", VIKING, 18, 15),
        seats=3,
    )
    sail(table, "A1")
    fire(table, ("B1", 5), ("B2", 2), ("C1", 3), dice=dice(*[HIT] * 5))
    assert table.asked == "allocate_hits"
    left = table.send(Concede(), seat=1, dice=dice(*[MISS] * 3))
    assert [(event.target, event.reason) for event in left.of("shot_voided")] == [("B2", "target_gone")]
    assert [(event.target, event.dice) for event in left.of("attack_resolved")] == [("C1", 3)]


@clause("sea.fort.scenario", "sea.game.order_roll")
def test_the_fort_stands_from_the_beginning_and_the_attacker_moves_first() -> None:
    table = start(Setup(GAME, "defence_of_the_fort"), dice(1))
    assert table.state.facts["phase"] == "deployment"
    forts = [unit for unit in table.state.units.values() if unit.card == "Sea Fort"]
    assert [(unit.seat, unit.status, unit.pose and unit.pose.place) for unit in forts] == [(1, "alive", (17.5, 23.5))]
    # no dice are thrown for the first turn
    while table.asked == "deploy_ship":
        assert table.decision is not None
        table.send(table.decision.suggest(table.state, 1)[0].answer)
    assert (table.asked, table.state.facts["first"], table.state.facts["active"]) == ("command_fleet", 0, 0)


@clause("sea.game.teams")
def test_allies_block_but_are_no_targets_and_win_together() -> None:
    places = ((10, 10), (10, 15), (16, 10), (16, 15))
    units = [ship(f"{letter}1", GALLEON, *place) for letter, place in zip("ABCD", places, strict=True)]
    table = sea(*units, seats=4, options={"teams": True}, anyhow=True)
    assert sorted(table.legal_targets("A1")) == ["B1", "D1"]
    # the deep is nobody's ally
    hunted = sea(*units, ship("M1", "Kraken", 13, 12), seats=4, options={"teams": True}, anyhow=True)
    assert [sorted(hunted.legal_targets(name))[-1] for name in ("A1", "B1")] == ["M1", "M1"]
    refusal = table.impact("A1", "C1", 0.0)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "sea.ram.target"
    assert isinstance(table.cost("A1", ahead(0, 4)), Refusal)
    table.send(Concede(), seat=1)
    assert table.winners is None
    table.send(Concede(), seat=3)
    assert table.winners == (0, 2)


@clause("sea.game.teams")
def test_alliances_need_an_even_number_of_players() -> None:
    assert refused(Setup(GAME, "free_for_all_3", {"teams": True})).clause == "sea.game.teams"


@clause("sea.table.size")
def test_a_larger_table_may_be_used_and_a_crowded_one_is_refused() -> None:
    fleet = (("Leviathan 60: 20-20-20", 12),)
    crowd = Setup(GAME, "last_drop_of_blood", {"points": 720, "waters": "empty"}, (fleet, fleet))
    assert refused(crowd).clause == "sea.table.size"
    wide = Setup(GAME, "last_drop_of_blood", {"points": 720, "waters": "empty", "table_inches": 100}, (fleet, fleet))
    assert start(wide, dice(1)).match.width == 100
