"""Sealed simultaneous choices: nobody notices that another has answered, and all are shown together."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.asides import OfferDraw
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress, answer, give
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.replay import Session
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, view
from tests.core.toy.contents import find_toy
from tests.core.toy.orders import GiveOrder, Pick
from tests.core.toy.playing import match_of

MELEE = Setup("toy", "melee", {"charges": False})
BOLD, WARY = Pick("bold"), Pick("wary")


def choosing() -> Session:
    """Three seats are asked for their stance at once."""
    return Session(match_of(MELEE), SeededDice(1))


def seen_by_others(state: State, answered: set[int]) -> dict[int, bytes]:
    """What everybody sees who has not answered, spectators included."""
    return {seat: view(state, seat).encode() for seat in (SPECTATOR, 0, 1, 2) if seat not in answered}


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_nobody_sees_who_has_answered_until_all_have(order: tuple[int, ...]) -> None:
    played = choosing()
    before = seen_by_others(played.state, set())
    for number, seat in enumerate(order[:2], start=1):
        progress = played.answer(seat, BOLD)
        assert isinstance(progress, Progress)
        assert progress.events == ()
        answered = set(order[:number])
        others = {each: seen for each, seen in before.items() if each not in answered}
        assert seen_by_others(progress.state, answered) == others
        assert view(progress.state, seat).waiting_for == (0, 1, 2)
        assert view(progress.state, seat).decision is None
    progress = played.answer(order[2], WARY)
    assert isinstance(progress, Progress)
    revealed = [event for event in progress.events if isinstance(event, happened.Revealed)]
    assert [(event.seat, event.value) for event in revealed] == [
        (seat, WARY if seat == order[2] else BOLD) for seat in range(3)
    ]
    assert all(isinstance(event, happened.Revealed) for event in progress.events[:3])
    assert isinstance(played.state.decision, GiveOrder)


def test_the_order_of_the_answers_does_not_matter() -> None:
    picks = (BOLD, WARY, BOLD)
    digests = set()
    for order in permutations(range(3)):
        played = choosing()
        for seat in order:
            assert isinstance(played.answer(seat, picks[seat]), Progress)
        digests.add(played.state.digest())
    assert len(digests) == 1


def test_an_answer_under_way_is_not_made_stale_by_another_seat() -> None:
    state = choosing().state
    commands = [Command(seat, state.version, BOLD) for seat in (2, 0, 1)]
    for command in commands:
        progress = answer(state, command)
        assert isinstance(progress, Progress)
        state = progress.state
    assert state.version == commands[0].version + 1


def test_an_answer_is_given_once_and_cannot_be_changed() -> None:
    played = choosing()
    decision = played.state.decision_of(1)
    assert decision is not None
    played.answer(1, BOLD)
    before = played.state.digest()
    for refusal in (played.answer(1, WARY), give(played.state, decision, WARY)):
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.kind) == ("not_asked", INVALID)
    assert played.state.digest() == before


def test_the_refusal_does_not_tell_who_has_answered() -> None:
    played = choosing()
    played.answer(0, BOLD)
    first = played.answer(0, BOLD)
    played.answer(1, BOLD)
    assert played.answer(0, BOLD) == first


def test_two_worlds_that_differ_in_a_sealed_answer_look_alike() -> None:
    worlds = []
    for stance in (BOLD, WARY):
        played = choosing()
        played.answer(0, stance)
        worlds.append(played.state)
    one, other = worlds
    assert one.digest() != other.digest()
    for seat in (SPECTATOR, 0, 1, 2):
        assert view(one, seat).encode() == view(other, seat).encode()


@pytest.mark.parametrize("answered", [(), (1,), (2, 0)])
def test_a_half_answered_question_is_saved_with_its_sealed_answers(answered: tuple[int, ...]) -> None:
    played = choosing()
    for seat in answered:
        played.answer(seat, WARY)
    loaded = load(save(played.state), find_toy)
    assert isinstance(loaded, State)
    assert loaded.digest() == played.state.digest()
    assert loaded.waiting_for() == played.state.waiting_for()
    states: list[Any] = [played.state, loaded]
    for seat in loaded.waiting_for():
        ahead = [answer(state, Command(seat, state.version, BOLD)) for state in states]
        states = [progress.state for progress in ahead if isinstance(progress, Progress)]
    one, other = states
    assert one.digest() == other.digest()
    assert one.frames == other.frames


def test_an_offered_draw_falls_only_when_all_answers_are_in() -> None:
    # otherwise the vanished offer would show that its seat has answered
    played = choosing()
    assert isinstance(played.answer(0, OfferDraw()), Progress)
    before = view(played.state, 2).encode()
    played.answer(0, BOLD)
    assert view(played.state, 2).encode() == before
    played.answer(1, BOLD)
    played.answer(2, BOLD)
    assert played.state.facts["draw0"] == 0
