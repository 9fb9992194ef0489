"""Winning: last afloat, nobody left, quiet rounds, the last round, and the goals of the scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.out_of_turn import Concede
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, LINER, VIKING, area, fire, ram, sail, sea, ship, throws

WEAK = {"additional": 0, "firepower": 0, "base": 1, "speed": 1}
# a hull that carries two units of cargo just so, with guns and sails to spare
LEAKY = {"additional": 1, "firepower": 1, "base": 1, "speed": 3}
BACKLASH = {"ram_backlash": True, "cargo": True}


@clause("sea.game.win", "sea.scenario.basic", "sea.damage.sink")
def test_the_last_fleet_afloat_wins() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 15, marks=WEAK))
    sail(table, "A1")
    fire(table, ("B1", 3), dice=throws(2, 1))
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert (table.state.outcome.reason, table.state.outcome.clause) == ("last_afloat", "sea.game.win")


@clause("sea.game.win", "sea.game.more_players")
def test_with_three_fleets_the_battle_goes_on_between_two() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 15, marks=WEAK), ship("C1", VIKING, 30, 30), seats=3
    )
    sail(table, "A1")
    fire(table, ("B1", 3), dice=throws(3))
    assert table.winners is None
    assert table.state.facts["afloat"] == "02"
    assert table.decision is not None
    assert table.decision.seat == 2


@clause("sea.game.all_gone", "sea.ram.self_damage")
def test_when_both_last_ships_sink_in_one_ram_it_is_a_draw() -> None:
    table = sea(
        ship("A1", VIKING, 17, 12.5, 90, marks=LEAKY, cargo=(2,)),
        ship("B1", GALLEON, 17, 16, 0, marks=WEAK),
        options=BACKLASH,
    )
    rolled = ram(table, "A1", "B1", 90.0, dice=throws(2))
    assert [event.unit for event in rolled.of("unit_destroyed")] == ["B1"]
    # one hit comes back; the hull can no longer carry its load, and the captain goes down with it
    assert table.asked == "drop_cargo"
    assert table.answer("go_down").accepted
    assert table.winners == ()
    assert table.state.outcome is not None
    assert (table.state.outcome.reason, table.state.outcome.scores) == ("all_gone", (1, 1))


@clause("sea.game.all_gone")
def test_only_those_who_lost_their_last_unit_in_that_event_draw() -> None:
    table = sea(
        ship("A1", VIKING, 17, 12.5, 90, marks=LEAKY, cargo=(2,)),
        ship("C1", GALLEON, 17, 16, 0, marks=WEAK),
        seats=3,
        options=BACKLASH,
    )
    ram(table, "A1", "C1", 90.0, dice=throws(2))
    table.answer("go_down")
    assert table.state.outcome is not None
    assert table.state.outcome.scores == (1, 0, 1)


def quiet(rounds: int, one: str = GALLEON, other: str = VIKING, **more: Any) -> Position:
    """The end of a round that is the so many-th without a hit."""
    return sea(
        ship("A1", one, 5, 5),
        ship("B1", other, 30, 30),
        phase="round_end",
        round=30,
        quiet_rounds=rounds - 1,
        **more,
    )


@clause("sea.game.stalemate")
def test_ten_quiet_rounds_are_decided_by_the_points_left() -> None:
    assert quiet(9).winners is None
    table = quiet(10)
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert table.state.outcome.scores == (22, 15)
    assert quiet(10, VIKING).winners == ()
    assert quiet(10, options={"stalemate_rounds": 12}).winners is None
    assert quiet(20, options={"stalemate_rounds": 0}).winners is None


@clause("sea.game.stalemate", "sea.game.units_count")
def test_neither_the_sunk_nor_the_deep_count_in_the_tally() -> None:
    monster = ship("M1", "Kraken", 25, 10)
    sinking = ship("B2", LINER, 10, 15, marks={"additional": 0, "base": 1})
    units = (ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 30, 30), sinking, monster)
    table = sea(*units, seat=0, first=1, round=60, anyhow=True)
    sail(table, "A1")
    fire(table, ("B2", 1), dice=throws(1))
    table.answer("remove_markers", base=1)
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert table.state.outcome.scores == (22, 15)


@clause("sea.game.stalemate")
def test_a_hit_ends_the_quiet() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 15), seat=0, first=1, round=30, quiet_rounds=9)
    sail(table, "A1")
    fire(table, ("B1", 1), dice=throws(1))
    assert table.winners is None
    calm = sea(ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 15), seat=0, first=1, round=30, quiet_rounds=9)
    sail(calm, "A1")
    fire(calm, ("B1", 1), dice=throws(0, 1))
    assert calm.winners == (0,)
    # nor does a ram that hits nothing break it
    near = (ship("A1", GALLEON, 10, 10, 90), ship("B1", VIKING, 10, 15, 0))
    bump = sea(*near, seat=0, first=1, round=30, quiet_rounds=9, options={"ram_and_fire": False})
    ram(bump, "A1", "B1", 90.0, dice=throws(0, 8))
    assert bump.winners == (0,)


@clause("sea.game.stalemate")
def test_when_nobody_can_shoot_or_move_the_tally_is_made_at_once() -> None:
    hulk = {"firepower": 0, "speed": 0}
    units = (ship("A1", GALLEON, 5, 5, marks=hulk), ship("B1", VIKING, 30, 30, marks=hulk))
    # at once, not after ten quiet rounds; a monster of the deep is of no side
    for deep in ((), (ship("M1", "Kraken", 20, 10),)):
        over = sea(*units, *deep, phase="round_end", anyhow=True)
        assert (over.winners, over.state.facts["round"]) == ((0,), 1)
    armed = ship("B1", VIKING, 30, 30, marks={"speed": 0})
    assert sea(units[0], armed, phase="round_end", options={"max_rounds": 3}, anyhow=True).state.facts["round"] == 3
    port = {"kind": "port", "seat": 0, "x": 20, "y": 20}
    mended = sea(*units, phase="round_end", terrain=[port], options={"ports": True, "max_rounds": 3}, anyhow=True)
    assert mended.state.facts["round"] == 3
    assert mended.state.outcome is not None
    assert mended.state.outcome.reason == "last_round"


@clause("sea.game.max_rounds")
def test_the_last_round_is_decided_by_the_tally() -> None:
    units = (ship("A1", GALLEON, 5, 5), ship("B1", VIKING, 30, 30))
    assert sea(*units, phase="round_end", round=59).winners is None
    table = sea(*units, phase="round_end", round=60)
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert table.state.outcome.clause == "sea.game.max_rounds"
    assert sea(*units, phase="round_end", round=60, options={"max_rounds": 0}).winners is None


@clause("sea.game.stalemate", "sea.game.teams")
def test_allies_add_up_their_points() -> None:
    units = (
        ship("A1", GALLEON, 5, 5),
        ship("B1", LINER, 5, 30),
        ship("C1", GALLEON, 30, 30),
        ship("D1", CUTTER, 30, 5),
    )
    table = sea(*units, seats=4, phase="round_end", round=60, options={"teams": True})
    assert table.winners == (0, 2)
    assert sea(*units, seats=4, phase="round_end", round=60).winners == (1,)


@clause("sea.game.units_count")
def test_a_hulk_still_counts_until_it_sinks() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 0), ship("B1", VIKING, 10, 15, marks={"firepower": 0, "speed": 0}))
    sail(table, "A1")
    fire(table, ("B1", 1), dice=throws(0, 1))
    assert table.winners is None


def siege(**more: Any) -> Position:
    """A fort of seat 1 on an island, a ship of the line of seat 0 in range."""
    return sea(
        ship("A1", LINER, 17, 10, 0),
        ship("B1", "Sea Fort", 17, 17, 0, **more.pop("fort", {})),
        ship("B2", CUTTER, 33, 33),
        terrain=[area("island", 15, 15, 19, 19)],
        options={"forts": True},
        goal="defence_of_the_fort",
        last_round=10,
        **more,
    )


@clause("sea.fort.scenario", "sea.game.win_other")
def test_the_attacker_wins_at_once_when_the_fort_is_destroyed() -> None:
    table = siege(fort={"marks": {"firepower": 0, "base": 2}})
    sail(table, "A1")
    fire(table, ("B1", 3), dice=throws(3))
    assert table.winners == (0,)
    assert table.state.outcome is not None
    assert table.state.outcome.clause == "sea.fort.scenario"


@clause("sea.fort.scenario")
def test_as_long_as_one_fort_stands_it_is_not_lost_unless_the_defender_resigns() -> None:
    table = sea(
        ship("A1", LINER, 17, 10, 0),
        ship("B1", "Sea Fort", 16.2, 17, 0, marks={"firepower": 0, "base": 2}),
        ship("B2", "Battery", 18.2, 17, 0),
        terrain=[area("island", 15, 15, 19, 19)],
        options={"forts": True},
        goal="defence_of_the_fort",
        last_round=10,
    )
    sail(table, "A1")
    fire(table, ("B1", 3), dice=throws(3))
    assert (table.unit("B1").alive, table.winners) == (False, None)
    ended = table.send(Concede(), seat=1).of("game_ended")
    assert [(event.winners, event.reason) for event in ended] == [((0,), "fort_destroyed")]


@clause("sea.fort.scenario")
@pytest.mark.parametrize(("number", "winners"), [(9, None), (10, (1,))])
def test_the_defender_wins_when_the_fort_stands_after_round_ten(number: int, winners: tuple[int, ...] | None) -> None:
    assert siege(round=number, phase="round_end").winners == winners


@clause("sea.fort.scenario")
def test_the_defender_wins_when_all_attackers_are_sunk() -> None:
    table = sea(
        ship("A1", CUTTER, 17, 12, 0, marks={"additional": 0, "firepower": 0, "base": 1, "speed": 0}),
        ship("B1", "Sea Fort", 17, 17, 0),
        terrain=[area("island", 15, 15, 19, 19)],
        options={"forts": True},
        goal="defence_of_the_fort",
        last_round=10,
        seat=1,
        first=1,
    )
    sail(table, "B1")
    fire(table, ("A1", 1), dice=dice(3))
    assert table.winners == (1,)
