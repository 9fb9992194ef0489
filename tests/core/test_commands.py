"""Commands: what is old, not asked for, over or illegal is refused, and a refused command changes nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core import events as happened
from brickfield.core.commands import Command
from brickfield.core.decisions import Decision
from brickfield.core.dice import ForcedDice, SeededDice
from brickfield.core.events import RollOffHeld
from brickfield.core.match import Setup
from brickfield.core.out_of_turn import Concede, OfferDraw, RollOff
from brickfield.core.play import Progress, answer, give
from brickfield.core.refusal import ILLEGAL, INVALID, Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from tests.core.toy.contents import TOY
from tests.core.toy.orders import Bury, Fire, March, Rest
from tests.core.toy.playing import SETUPS, Script, fresh, match_of, play_at_random, play_by_choices

CHOICES = st.lists(st.integers(0, 63), max_size=30)


def refused(state: State, command: Command, kind: str = INVALID) -> Refusal:
    """The refusal of a command that must be refused; the state is as it was."""
    digest, version = state.digest(), state.version
    refusal = answer(state, command, SeededDice(0))
    assert isinstance(refusal, Refusal)
    assert refusal.kind == kind
    assert (state.digest(), state.version) == (digest, version)
    return refusal


@settings(max_examples=40)
@given(setup=st.sampled_from(SETUPS), choices=CHOICES, seed=st.integers(0, 100))
def test_every_suggestion_is_accepted(setup: Setup, choices: list[int], seed: int) -> None:
    state = play_by_choices(setup, choices, seed).state
    for seat in state.waiting_for():
        decision = state.decision_of(seat)
        assert decision is not None
        found = decision.suggest(state, 64)
        assert found
        for suggestion in found:
            assert decision.validate(state, suggestion.answer) is None
            assert isinstance(
                answer(state, Command(seat, state.version, suggestion.answer), SeededDice(seed)), Progress
            )


@settings(max_examples=40)
@given(setup=st.sampled_from(SETUPS), choices=CHOICES, off=st.integers(-50, 50).filter(bool))
def test_an_answer_to_another_version_is_invalid(setup: Setup, choices: list[int], off: int) -> None:
    state = play_by_choices(setup, choices).state
    if state.decision is None:
        return
    reply = state.decision.suggest(state, 1)[0].answer
    refusal = refused(state, Command(state.decision.seat, state.version + off, reply))
    assert refusal.code == "old_version"
    assert refusal.data == {"version": state.version}


@settings(max_examples=40)
@given(setup=st.sampled_from(SETUPS), choices=CHOICES)
def test_a_seat_that_is_not_asked_cannot_answer(setup: Setup, choices: list[int]) -> None:
    state = play_by_choices(setup, choices).state
    if state.decision is None:
        return
    reply = state.decision.suggest(state, 1)[0].answer
    for seat in set(range(-2, 6)) - set(state.waiting_for()):
        assert refused(state, Command(seat, state.version, reply)).code == "not_asked"


def test_an_answer_to_another_question_is_told_what_is_asked_now() -> None:
    state = fresh().state
    decision = state.decision
    assert decision is not None
    assert decision.kind == "bury_charge"
    refusal = refused(state, Command(decision.seat, state.version, Rest()))
    assert (refusal.code, refusal.clause) == ("other_question", decision.CLAUSE)
    assert refusal.data == {"asked": "bury_charge", "answers": ["bury"]}
    assert "bury charge" in refusal.sentence
    # what is no answer of the game, or an answer of the right sort that is spoilt, stays unreadable
    for broken in ({"answer": "dance"}, {"answer": "bury"}, {"answer": ["rest"]}, {"spot": "x"}):
        assert refused(state, Command(decision.seat, state.version, broken)).code == "malformed"


def test_nothing_is_answered_when_the_match_is_over() -> None:
    state = play_at_random(SETUPS[0], 3).state
    assert state.over
    for seat in (-1, 0, 1):
        for reply in (Rest(), Concede(), OfferDraw(), b"{", None):
            assert refused(state, Command(seat, state.version, reply)).code == "match_over"


@pytest.mark.parametrize(
    "number", [True, 1.0, "0", None, float("nan"), 10**5000, -(10**12), (0,)], ids=lambda value: type(value).__name__
)
def test_seat_and_version_must_be_numbers_in_bounds(number: Any) -> None:
    state = fresh().state
    reply = Bury(1)
    for command in (Command(number, state.version, reply), Command(0, number, reply)):
        refusal = refused(state, command)
        assert refusal.code == "malformed"
        assert len(refusal.sentence) < 200


ILLEGAL_ORDERS: dict[str, tuple[Any, str, str]] = {
    "too far": (March("a1", (3.0, 2.0)), "too_far", "toy.march.path"),
    "no legs": (March("a1", ()), "legs", "toy.march.path"),
    "too many legs": (March("a1", (0.1,) * 5), "legs", "toy.march.path"),
    "a leg of nothing": (March("a1", (1.0, 0.0)), "legs", "toy.march.path"),
    "off the line": (March("a1", (-4.0,)), "off_the_line", "toy.march.path"),
    "a unit of the enemy": (March("b1", (1.0,)), "cannot_act", "toy.turn.order"),
    "nobody": (March("zz", (1.0,)), "cannot_act", "toy.turn.order"),
    "a friend as target": (Fire("a1", "a9"), "no_target", "toy.fire.exchange"),
    "a target out of range": (Fire("a1", "b9"), "no_target", "toy.fire.exchange"),
}


@pytest.mark.parametrize("order", ILLEGAL_ORDERS.values(), ids=ILLEGAL_ORDERS.keys())
def test_an_illegal_order_names_its_clause_and_changes_nothing(order: tuple[Any, str, str]) -> None:
    reply, code, clause = order
    units = [("a1", 0, "scout", 3), ("a9", 0, "scout", 0), ("b1", 1, "scout", 5), ("b9", 1, "scout", 12)]
    script = Script(units)
    before = len(script.played.entries)
    refusal = refused(script.state, Command(0, script.state.version, reply), ILLEGAL)
    assert (refusal.code, refusal.clause) == (code, clause)
    assert str(refusal).endswith(f"[{clause}]")
    assert script.played.answer(0, reply) == refusal
    assert len(script.played.entries) == before
    assert script.dice.used == 0


def test_an_answer_is_only_given_to_the_question_that_is_asked() -> None:
    played = fresh()
    old = played.state.decision
    assert old is not None
    played.answer(0, Bury(1))
    before = played.state.digest()
    for decision in (old, Decision(1)):
        refusal = give(played.state, decision, Bury(2))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "not_asked"
    assert played.state.digest() == before


def test_random_refusals_leave_no_trace_in_a_match() -> None:
    rng = random.Random(2)
    clean, disturbed = play_at_random(SETUPS[1], 9), fresh(SETUPS[1], SeededDice(9))
    for entry in clean.entries[1:]:
        for noise in (Command(rng.randrange(-1, 4), rng.randrange(99), b"[]"), Command(0, -1, Rest())):
            assert isinstance(disturbed.answer(noise.seat, noise.answer, noise.version), Refusal)
        assert isinstance(disturbed.answer(entry.seat, entry.answer), Progress)
    assert disturbed.text() == clean.text()


# --- asides ----------------------------------------------------------------------------------------------------------


def test_a_seat_may_concede_at_any_time() -> None:
    state = fresh(SETUPS[1]).state
    progress = answer(state, Command(2, state.version, Concede()))
    assert isinstance(progress, Progress)
    assert progress.state.outcome is not None
    assert progress.state.outcome.winners == (0, 1)
    assert (progress.state.pending, progress.state.frames) == (None, [])


def test_a_game_may_go_on_without_the_seat_that_concedes() -> None:
    state = fresh(SETUPS[1]).state

    def leave(table: Table, seat: int) -> None:
        table.emit(happened.FactChanged(name="left", value=seat))

    state.match.game = replace(state.match.game, concede=leave)
    progress = answer(state, Command(2, state.version, Concede()))
    assert isinstance(progress, Progress)
    assert progress.state.outcome is None
    assert progress.state.facts["left"] == 2
    assert progress.state.version == state.version + 1


def test_the_match_is_drawn_when_all_offer_it_and_an_offer_falls_with_the_next_answer() -> None:
    played = fresh(SETUPS[2])
    played.answer(1, OfferDraw())
    played.answer(0, Rest())
    played.answer(1, Rest())
    played.answer(0, OfferDraw())
    assert not played.state.over
    played.answer(1, OfferDraw())
    assert played.state.outcome is not None
    assert played.state.outcome.winners == ()


def test_a_roll_off_changes_nothing_on_the_table() -> None:
    state = fresh(SETUPS[2]).state
    progress = answer(state, Command(1, state.version, RollOff("who is right?")), ForcedDice((2, 5)))
    assert isinstance(progress, Progress)
    assert progress.state.digest() == state.digest()
    held = [event for event in progress.events if isinstance(event, RollOffHeld)]
    assert [(event.question, event.winner) for event in held] == [("who is right?", 1)]
    assert progress.thrown == ((2,), (5,))


@pytest.mark.parametrize(
    "aside",
    [
        {"answer": "concede", "why": "tired"},
        {"answer": "roll_off"},
        {"answer": "roll_off", "question": ""},
        {"answer": "roll_off", "question": "x" * 201},
        {"answer": "roll_off", "question": "a\u202eb"},
        {"answer": "offer_draw", "answers": 1},
    ],
)
def test_a_malformed_aside_is_refused(aside: Any) -> None:
    state = fresh(SETUPS[2]).state
    assert refused(state, Command(1, state.version, aside)).code == "malformed"


@pytest.mark.parametrize("seat", [-1, 2, 77])
def test_who_has_no_seat_has_no_aside(seat: int) -> None:
    state = fresh(SETUPS[2]).state
    assert refused(state, Command(seat, state.version, Concede())).code == "not_a_seat"


def test_a_set_up_that_does_not_fit_is_refused_as_a_value() -> None:
    for setup in (Setup("toy", "siege"), Setup("toy", "duel", {"fog": 1}), Setup("toy", "duel", {"charges": "maybe"})):
        assert isinstance(TOY.new_match(setup), Refusal)
    assert match_of(Setup("toy", "duel")).seat_name(1) == "Player 2"
    assert match_of(SETUPS[3]).seat_name(1) == "Bo"
