"""Opponents of Battle of the Sea: every answer legal and repeatable, and what a captain with sense would do."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.players.levels import make_player
from brickfield.testing import Position
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, GALLEY, VIKING, area, fire, sail, sea, ship, throws

GAME = find_game("battle_of_the_sea")
assert GAME is not None
BOTS = ("recruit", "regular")


def answer_of(table: Position, level: str = "regular", seed: int = 1) -> Any:
    """What a bot answers to the open question."""
    decision = table.state.decision
    assert decision is not None
    player = make_player(level, GAME, seed)
    answer = player.decide(table.state.match, view(table.state, decision.seat))
    assert not getattr(player, "illegal_answers", 0)
    return answer


def play(scenario: str, levels: tuple[str, ...], seed: int, most: int = 5000, **options: Any) -> State:
    """A battle between bots."""
    match = GAME.new_match(Setup(GAME.id, scenario, options))
    assert not isinstance(match, Refusal), match
    seats = [make_player(levels[seat % len(levels)], GAME, f"{seed}/{seat}") for seat in range(match.seats)]
    dice = SeededDice(seed)
    state = begin(match, dice).state
    for _ in range(most):
        decision = state.decision
        if decision is None:
            break
        taken = give(state, decision, seats[decision.seat].decide(match, view(state, decision.seat)), dice)
        assert not isinstance(taken, Refusal), (decision, taken)
        state = taken.state
    assert not any(getattr(seat, "illegal_answers", 0) for seat in seats)
    return state


def test_a_battle_between_bots_ends() -> None:
    assert play("last_drop_of_blood", ("regular", "recruit"), seed=3).over


@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios()])
def test_bots_know_every_scenario(scenario: str) -> None:
    state = play(scenario, BOTS, seed=5, most=30)
    assert state.over or state.version >= 30


def test_everything_agreed_at_once_is_played() -> None:
    options = {"wind": True, "currents": True, "ports": True, "monsters": "independent", "turning": "limited"}
    more = {"broadside": True, "ram_backlash": True, "waters": "archipelago", "cargo": True, "seaweed_slow": True}
    assert play("last_drop_of_blood", BOTS, seed=2, most=40, **options, **more).version >= 40


@pytest.mark.parametrize("level", BOTS)
def test_equal_views_and_seeds_give_equal_answers(level: str) -> None:
    tables = [sea(ship("A1", GALLEON, 10, 8), ship("B1", GALLEON, 20, 25, 270)) for _ in range(2)]
    assert answer_of(tables[0], level, 7) == answer_of(tables[1], level, 7)


@pytest.mark.parametrize("scenario", ["trade_winds", "transport_of_gold", "here_be_monsters"])
def test_every_suggestion_is_accepted_and_fewer_are_the_first_of_many(scenario: str) -> None:
    match = GAME.new_match(Setup(GAME.id, scenario, {}))
    assert not isinstance(match, Refusal)
    seats = [make_player("recruit", GAME, seat) for seat in range(2)]
    dice = SeededDice(4)
    state = begin(match, dice).state
    kinds: set[str] = set()
    for _ in range(24):
        decision = state.decision
        assert decision is not None
        suggestions = decision.suggest(state, 24)
        assert suggestions[:3] == decision.suggest(state, 3)
        for each in suggestions:
            assert decision.validate(state, each.answer) is None, each
            assert each.reason
            assert each.clause.startswith("sea.")
            kinds.add(each.kind)
        taken = give(state, decision, seats[decision.seat].decide(match, view(state, decision.seat)), dice)
        assert not isinstance(taken, Refusal)
        state = taken.state
    assert len(kinds) >= 5, kinds


def test_guns_are_kept_to_the_last() -> None:
    table = sea(ship("A1", GALLEON, 10, 10), ship("B1", GALLEON, 10, 18, 270, marks={"additional": 0}))
    assert sail(table, "A1").accepted
    assert fire(table, ("B1", 10), dice=throws(8, 2)).accepted
    assert table.asked == "allocate_hits"
    taken = answer_of(table, "regular")
    assert (taken.firepower, taken.speed, taken.base) == (0, 3, 5)


def test_all_guns_fire_at_the_ship_whose_loss_hurts_most() -> None:
    table = sea(
        ship("A1", GALLEON, 17, 10),
        ship("B1", GALLEON, 14, 18, 270, marks={"additional": 0, "speed": 0, "base": 1}),
        ship("B2", CUTTER, 20, 18, 270),
    )
    assert sail(table, "A1").accepted
    shots = answer_of(table).shots
    assert [shot.target for shot in shots] == ["B1"]
    assert shots[0].dice == 10


def test_dice_that_a_wreck_does_not_need_go_to_another_target() -> None:
    table = sea(
        ship("A1", GALLEON, 17, 10),
        ship("B1", CUTTER, 14, 18, 270, marks={"additional": 0, "speed": 0, "firepower": 1, "base": 1}),
        ship("B2", GALLEON, 21, 18, 270),
    )
    assert sail(table, "A1").accepted
    assert {shot.target for shot in answer_of(table).shots} == {"B1", "B2"}


def test_a_ship_without_guns_rams_what_lies_ahead() -> None:
    table = sea(ship("A1", GALLEY, 17, 10, 90), ship("B1", GALLEON, 17, 17, 0))
    order = answer_of(table)
    assert order.ram is not None
    assert order.ram.target == "B1"


@pytest.mark.parametrize("level", BOTS)
def test_the_way_to_the_enemy_leads_around_an_island(level: str) -> None:
    island = area("island", 6, 15, 28, 20)
    table = sea(ship("A1", VIKING, 17, 8, 90), ship("B1", CUTTER, 17, 27, 270, speed=0), terrain=[island])
    for _round in range(12):
        while table.asked and table.state.waiting_for() == (0,):
            if table.asked == "attack":
                return
            assert table.send(answer_of(table, level)).accepted
        while table.asked and table.state.waiting_for() == (1,):
            assert table.answer("hold_fire" if table.asked == "attack" else "end_turn").accepted
    pytest.fail(f"it never came within range\n{table}")


def test_gold_is_fetched_and_brought_home() -> None:
    state = play("transport_of_gold", ("regular", "random"), seed=1, most=150)
    assert int(state.facts.get("score0", 0)) >= 2


@pytest.mark.parametrize(("card", "most"), [("Cutter", 40), ("Galleon", 15)])
def test_large_fleets_are_set_out_and_sailed_by_bots_and_hints(card: str, most: int) -> None:
    """Whatever the size: every unit finds its place, hints are given, and one look costs no more than some ships do."""
    fleets = (((card, most),), ((card, most),))
    match = GAME.new_match(GAME.fresh(Setup(GAME.id, "last_drop_of_blood", {"points": 1000}, fleets)))
    assert not isinstance(match, Refusal), match
    seats = [make_player(level, GAME, level) for level in ("recruit", "regular")]
    dice = SeededDice(1)
    state = begin(match, dice).state
    asked = 0
    while (decision := state.decision) is not None and asked < 8:
        asked += decision.kind != "deploy_ship"
        hints = decision.suggest(state, 3)
        assert hints
        assert decision.validate(state, hints[0].answer) is None
        taken = give(state, decision, seats[decision.seat].decide(match, view(state, decision.seat)), dice)
        assert not isinstance(taken, Refusal), taken
        state = taken.state
    assert sum(unit.alive for unit in state.units.values()) == 2 * most
    assert not any(getattr(seat, "illegal_answers", 0) for seat in seats)
    commanded = {each.answer.unit for each in state.decision.suggest(state, 9999) if hasattr(each.answer, "unit")}  # type: ignore[union-attr]
    assert len(commanded) <= 8
