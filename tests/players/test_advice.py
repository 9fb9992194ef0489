"""Hints teach winning: what a level that plans would do, and never to do nothing while units have not acted."""

from __future__ import annotations

import msgspec
import pytest

from brickfield.core.asking.offers import Act, Path
from brickfield.core.decisions import Decision
from brickfield.core.dice import SeededDice
from brickfield.core.late import resting
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.players.advice import advice
from brickfield.players.lab.scripted import SCRIPTS
from brickfield.players.levels import make_player
from brickfield.server.bots.job_kinds import answered
from brickfield.testing import lay_table, unit
from tests.players.battles import match_of, under_way

FIRST = {
    "micro_brick_battle": "six_v_six",
    "brick_mech": "three_against_three",
    "battle_of_the_sea": "last_drop_of_blood",
    "brick_action": "meeting",
}


def asks_back(state: State, decision: Decision) -> bool:
    """Whether the game would ask back before the turn, or a part of it, is ended: somebody has not acted."""
    offer = decision.ask(state).offer
    ends = [actor.finish for actor in offer.actors] if isinstance(offer, Act) else []
    ends += [offer.finish] if isinstance(offer, Path) else []
    return any(each is not None and each.careful for each in ends)


@pytest.mark.parametrize("game", FIRST)
def test_the_first_hint_of_the_server_is_what_the_player_of_the_lab_does_and_never_ends_what_is_not_done(
    game: str,
) -> None:
    match, dice = match_of(game, FIRST[game]), SeededDice(2)
    state, hinted, asked_back = begin(match, dice).state, SCRIPTS["hinted"](), 0
    for _ in range(80):
        if state.over:
            break
        decision = state.decision
        assert decision is not None
        seen = view(state, decision.seat)
        answer, table = hinted.decide(match, seen), imagine(seen, match)
        if asked_back < 6 and asks_back(table, decision):
            asked_back += 1
            told = answered(table, decision.seat, "hint", {"n": 3})
            assert told[0].answer == msgspec.to_builtins(answer)
            assert len({msgspec.json.encode(hint.answer) for hint in told}) == len(told), "others are other ideas"
            idle = resting(table, decision)
            assert idle is not None
            assert told[0].answer != msgspec.to_builtins(idle.answer), decision
        led = give(state, decision, answer, dice)
        assert not isinstance(led, Refusal), led
        state = led.state
    assert asked_back or game == "micro_brick_battle", "who can shoot next is not asked back there"


def test_the_end_of_a_turn_comes_behind_whatever_a_mech_can_still_do() -> None:
    # out in the open and seen by three: it would rather not move, and its judgement says so
    foes = [unit(f"B{number}", "longbow", 26, 6 + 4 * number, 180) for number in (1, 2, 3)]
    state = lay_table("brick_mech", [unit("A1", "trooper", 4, 14, 0), *foes]).state
    decision = state.decision
    assert decision is not None
    found = advice(state, decision, 24)
    assert found[0].kind != "end"
    assert found[-1].kind == "end" or any(each.kind == "end" for each in found[1:])


def test_a_hint_is_the_first_order_of_the_plan_of_a_level_that_plans() -> None:
    state = under_way(match_of("micro_brick_battle", "six_v_six"), "declare_targets")
    decision = state.decision
    assert decision is not None
    bot = make_player("regular", state.match.game, 1)
    seen = view(state, decision.seat)
    found = advice(imagine(seen, state.match), decision, 3)
    assert found[0].answer == bot.decide(state.match, seen)
    assert len({msgspec.json.encode(each.answer) for each in found}) == 3


def test_a_question_that_several_are_asked_at_once_has_hints_and_answers() -> None:
    state = under_way(match_of("brick_mech", "duel", table_vote=True), "may_challenge")
    for seat in state.waiting_for():
        seen = view(state, seat)
        assert seen.decision is not None
        assert advice(imagine(seen, state.match), seen.decision, 3)[0].kind == "accept"
        assert make_player("regular", state.match.game, 1).decide(state.match, seen).about == ""
