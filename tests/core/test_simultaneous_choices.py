"""Sealed simultaneous choices: nobody notices that another has answered, and all are shown together."""

from __future__ import annotations

from itertools import permutations
from typing import Any, ClassVar

import pytest

from brickfield.core import events as happened
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.frames import AskAll, Frame
from brickfield.core.match import Setup
from brickfield.core.out_of_turn import OfferDraw
from brickfield.core.play import Progress, answer, begin, give
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.replay import Session
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.views import SPECTATOR, view
from tests.core.toy.contents import find_toy
from tests.core.toy.orders import GiveOrder, Pick, PickStance
from tests.core.toy.playing import match_of, tiny_match

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


# --- answers that stay secret ----------------------------------------------------------------------------------------


class Secretly(Frame):
    """Asks two seats at once and keeps what they said; a slot decides whether all get to see it."""

    picks: tuple[Pick, ...] = ()
    open_picks: tuple[Pick, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "count", "ask_openly", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("open_picks",)
    SECRET: ClassVar[tuple[str, ...]] = ("picks",)

    def ask(self, t: Table) -> Any:
        """Into the secret slot."""
        return AskAll((PickStance(0), PickStance(1)), into="picks")

    def count(self, t: Table) -> Any:
        """The frame has the answers, whoever else has not."""
        t.emit(happened.Chosen(seat=0, what="picks", choice=str(len(self.picks))))

    def ask_openly(self, t: Table) -> Any:
        """The same question into a public slot."""
        return AskAll((PickStance(0), PickStance(1)), into="open_picks")

    def finish(self, t: Table) -> Any:
        """Somebody has to win."""
        t.emit(happened.GameEnded(winners=(), reason="enough"))


def secretly(*stances: str) -> tuple[State, tuple[Any, ...]]:
    """Both have answered the secret question."""
    state, events = begin(tiny_match(Secretly)).state, ()
    for seat, stance in enumerate(stances):
        decision = state.decision_of(seat)
        assert decision is not None
        progress = give(state, decision, Pick(stance))  # type: ignore[arg-type]
        assert isinstance(progress, Progress)
        state, events = progress.state, progress.events
    return state, events


def test_answers_into_a_secret_slot_are_revealed_to_nobody() -> None:
    state, events = secretly("bold", "wary")
    assert [event.choice for event in events if isinstance(event, happened.Chosen)] == ["2"]
    assert not any(isinstance(event, happened.Revealed) for event in events)
    assert state.frames[-1].picks == (BOLD, WARY)
    for seat in (SPECTATOR, 0, 1):
        (frame,) = view(state, seat).frames
        assert frame.slots == {"open_picks": ()}


def test_other_secret_answers_give_everybody_the_same_events_and_views() -> None:
    one, other = secretly("bold", "wary"), secretly("wary", "wary")
    assert one[1] == other[1]
    for seat in (SPECTATOR, 0, 1):
        assert view(one[0], seat).encode() == view(other[0], seat).encode()
    assert one[0].digest() != other[0].digest()


def test_the_same_question_into_a_public_slot_is_revealed() -> None:
    state, _ = secretly("bold", "wary")
    for seat in (0, 1):
        decision = state.decision_of(seat)
        assert decision is not None
        progress = give(state, decision, BOLD)
        assert isinstance(progress, Progress)
        state = progress.state
    revealed = [(each.seat, each.value) for each in progress.events if isinstance(each, happened.Revealed)]
    assert revealed == [(0, BOLD), (1, BOLD)]
