"""Play-outs: how far they go, which of their tables count, and what is left of them."""

from __future__ import annotations

from math import sqrt
from statistics import mean, variance
from typing import Any

import pytest

from brickfield.core.decisions import Decision
from brickfield.core.dice import Dice, Pool, SeededDice
from brickfield.core.play import Progress, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games.brick_action.base.firing.attack import Attack
from brickfield.players.levels import make_player, policies
from brickfield.players.playouts import Playouts, Policies, Reach
from brickfield.players.seat import BotSeat
from brickfield.players.worlds import CommonDice
from tests.players.battles import match_of, under_way
from tests.rules.brick_action.fire_table import duel

ALIKE = Policies(policies()["resolute"], policies()["resolute"])


class Ends(Playouts):
    """Play-outs that keep the tables they end with."""

    ends: tuple[State, ...] = ()

    def _leaf(self, state: State, world: State) -> float:
        self.ends += (state,)
        return super()._leaf(state, world)


@pytest.mark.parametrize(
    ("reach", "own_again"),
    [
        (Reach(4), [True]),
        (Reach(4, average_path=True), [True, True]),
        (Reach(5, average_path=True), [True, True, False]),
    ],
)
def test_along_the_way_every_table_counts_that_the_other_side_leaves(reach: Reach, own_again: list[bool]) -> None:
    match = match_of("brick_action", "meeting")
    state = under_way(match)
    decision = state.decision
    assert decision is not None
    playouts = Ends(match, decision.seat, ALIKE, reach, "1")
    value = playouts.value(state, [decision.suggest(state, 1)[0].answer], CommonDice("1", 0))
    assert [int(end.facts["active"]) == decision.seat for end in playouts.ends] == own_again
    chances = [match.game.judge.standing(end, decision.seat).chance for end in playouts.ends]
    assert len(set(chances)) == len(own_again)
    assert value == pytest.approx(sum(chances) / len(chances))


def test_tables_that_were_played_on_from_are_free_without_a_collection() -> None:
    class Passed(Playouts):
        """Play-outs that keep what was worked out from the tables they leave."""

        workings: tuple[dict[str, Any], ...] = ()

        def _step(self, state: State, decision: Decision, world: State, player: BotSeat, dice: Dice) -> State:
            led = super()._step(state, decision, world, player, dice)
            self.workings += (state.unit_cache,)
            return led

    match = match_of("brick_mech", "duel")
    state = under_way(match)
    decision = state.decision
    assert decision is not None
    playouts = Passed(match, decision.seat, ALIKE, Reach(2), "1")
    playouts.value(state, [decision.suggest(state, 1)[0].answer], CommonDice("1", 0))
    assert len(playouts.workings) >= 2
    assert not any(playouts.workings)
    # the table that is asked about is gone back to
    assert state.unit_cache


def test_who_has_won_on_the_way_stays_the_winner() -> None:
    t = duel("5 regular smg", "1 regular smg", gap=6.0)

    class Sixes:
        def roll(self, pool: Pool) -> tuple[int, ...]:
            return (6,) * pool.count if pool.label == "attack" else (1,) * pool.count

    playouts = Ends(t.match, 0, ALIKE, Reach(6, average_path=True), "1")
    assert playouts.value(t.state, (Attack("A1", "B1"),), Sixes()) == 1.0


def test_a_question_to_the_other_side_in_the_middle_of_a_turn_does_not_end_it() -> None:
    match = match_of("battle_of_the_sea", "last_drop_of_blood")
    state, dice, asked = under_way(match), SeededDice(4), set[str]()
    bots = [make_player("regular", match.game, seat) for seat in range(match.seats)]
    while "allocate_hits" not in asked:
        asked, turn, before = set(), int(state.facts["active"]), state
        while state.facts["active"] == turn:
            decision = state.decision
            assert decision is not None
            asked.add(decision.kind)
            led = give(state, decision, bots[decision.seat].decide(match, view(state, decision.seat)), dice)
            assert not isinstance(led, Refusal)
            state = led.state
    playouts, decision = Ends(match, turn, ALIKE, Reach(2), "1"), before.decision
    assert decision is not None
    for table in range(4):
        playouts.value(before, [decision.suggest(before, 2)[-1].answer], CommonDice("1", table))
    # the whole own turn and the whole answer, whatever was hit in between: then it is the own turn again
    assert [end.facts["active"] for end in playouts.ends] == [turn] * 4
    assert {end.facts["round"] for end in playouts.ends} == {int(before.facts["round"]) + 1}


def test_a_turn_does_not_end_when_the_other_side_chooses_its_losses() -> None:
    t = duel("3 regular smg", "4 regular smg, regular carbine", gap=10.0)
    assert t.decision is not None
    ended: list[State] = []

    class Watched(Playouts):
        def _leaf(self, state: State, world: State) -> float:
            ended.append(state)
            return 0.5

    class Sixes:
        def roll(self, pool: Pool) -> tuple[int, ...]:
            return (pool.faces,) + (1,) * (pool.count - 1)

    first = give(t.state, t.decision, Attack("A1", "B1"), Sixes())
    assert isinstance(first, Progress)
    assert first.state.waiting_for() == (1,)
    Watched(t.match, 0, ALIKE, Reach(1), "seed").value(t.state, (Attack("A1", "B1"),), Sixes())
    assert [(state.facts["active"], state.outcome) for state in ended] == [(1, None)]


def test_without_its_luck_a_play_out_says_on_the_average_the_same_and_varies_far_less() -> None:
    match = match_of("micro_brick_battle", "six_v_six")
    state = under_way(match, "declare_targets")
    decision = state.decision
    assert decision is not None
    plan = decision.suggest(state, 1)[0].answer

    def values(reach: Reach) -> list[float]:
        playouts = Playouts(match, decision.seat, ALIKE, reach, "1")
        return [playouts.value(state, (plan,), CommonDice("1", table)) for table in range(0, 120, 2)]

    raw, fair = values(Reach(2)), values(Reach(2, fair=4))
    assert variance(fair) < variance(raw) / 2
    assert mean(fair) == pytest.approx(mean(raw), abs=3 * sqrt((variance(raw) + variance(fair)) / len(raw)))


def test_dice_that_make_no_difference_are_no_luck() -> None:
    class Indifferent(Playouts):
        def _leaf(self, state: State, world: State) -> float:
            return 0.25

    match = match_of("micro_brick_battle", "six_v_six")
    state = under_way(match, "declare_targets")
    decision = state.decision
    assert decision is not None
    playouts = Indifferent(match, decision.seat, ALIKE, Reach(2, fair=2), "1")
    assert playouts.value(state, [decision.suggest(state, 1)[0].answer], CommonDice("1", 0)) == pytest.approx(0.25)


def test_a_throw_is_thrown_again_with_other_dice_that_are_the_same_for_whoever_asks() -> None:
    six = Pool(6, "attack")

    def again(table: int, throw: int) -> list[tuple[int, ...]]:
        return [dice.roll(six) for dice in CommonDice("1", table).otherwise(throw, 4)]

    assert again(0, 1) == again(0, 1)
    thrown = [*again(0, 1), *again(0, 2), *again(1, 1), CommonDice("1", 0).roll(six), CommonDice("1", 1).roll(six)]
    assert len(set(thrown)) == len(thrown)
