"""Sealed notes: until the rules reveal them, nothing that another seat can get hold of depends on them."""

from __future__ import annotations

import pickle
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core import events as happened
from brickfield.core.commands import Command, read_answer
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session, event_line
from brickfield.core.saves import load, save
from brickfield.core.sealed import Sealed
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.views import SPECTATOR, imagine, view
from tests.core.toy.battle import Preparations
from tests.core.toy.contents import find_toy
from tests.core.toy.orders import Bury
from tests.core.toy.playing import match_of, step_at_random

CANARY = "CANARY-5d1f"
MELEE = Setup("toy", "melee")


def noted(spot: int, mark: str, seed: int = 0) -> Session:
    """Seat 0 has buried its charge here, with this remark; the other notes are always the same."""
    played = Session(match_of(MELEE), SeededDice(seed))
    for seat, note in enumerate((Bury(spot, mark), Bury(0, "second"), Bury(12, "third"))):
        assert isinstance(played.answer(seat, note), Progress)
    return played


def opened(progress: Progress) -> bool:
    """Whether a buried charge came to light."""
    return any(isinstance(event, happened.Revealed) and event.name == "charge0" for event in progress.events)


@settings(max_examples=40)
@given(
    one=st.tuples(st.integers(0, 12), st.text(max_size=8)),
    other=st.tuples(st.integers(0, 12), st.text(max_size=8)),
    seed=st.integers(0, 10_000),
)
def test_two_worlds_that_differ_in_a_note_look_alike_until_it_is_revealed(
    one: tuple[int, str], other: tuple[int, str], seed: int
) -> None:
    texts = [mark if mark.isprintable() else "-" for _, mark in (one, other)]
    worlds = [noted(one[0], texts[0], seed), noted(other[0], texts[1], seed)]
    rng = random.Random(seed)
    while not worlds[0].state.over:
        seat = rng.choice(worlds[0].state.waiting_for())
        decision = worlds[0].state.decision_of(seat)
        assert decision is not None
        reply = decision.sample(worlds[0].state, rng)
        went = [played.answer(seat, reply) for played in worlds]
        assert all(isinstance(progress, Progress) for progress in went)
        first, second = [progress for progress in went if isinstance(progress, Progress)]
        if opened(first) or opened(second):
            return
        assert [event_line(event) for event in first.events] == [event_line(event) for event in second.events]
        for each in (SPECTATOR, 1, 2):
            assert view(first.state, each).encode() == view(second.state, each).encode()
            assert view(first.state, each).digest() == view(second.state, each).digest()


def traces(state: State, events: tuple[happened.Event, ...]) -> list[str]:
    """Everything about a state that might be printed, logged or sent to somebody else than seat 0."""
    texts = [view(state, seat).encode().decode() for seat in (SPECTATOR, 1, 2)]
    texts += [repr(view(state, seat)) for seat in (SPECTATOR, 1, 2)]
    texts += [repr(part) for part in (state.sealed, state.frames, state.pending, state.facts, state)]
    texts += [str(part) for part in (state.sealed, state.frames)]
    texts += [repr(event) + event_line(event) for event in events]
    return texts


def test_a_canary_in_a_note_is_found_nowhere() -> None:
    played = noted(6, CANARY)
    rng = random.Random(4)
    texts = traces(played.state, played.entries[1].events)
    for _ in range(12):
        if played.state.over or "charge0" not in played.state.sealed:
            break
        progress = step_at_random(played, rng)
        if not opened(progress):
            texts += traces(progress.state, progress.events)
    assert len(texts) > 100
    assert [text for text in texts if CANARY in text] == []


def test_the_owner_sees_the_own_note_and_the_others_only_that_there_is_one() -> None:
    state = noted(6, CANARY).state
    assert view(state, 0).secrets == {"charge0": (6, CANARY)}
    assert view(state, 1).secrets == {"charge1": (0, "second")}
    assert view(state, SPECTATOR).secrets == {}
    for seat in (SPECTATOR, 0, 1, 2):
        assert view(state, seat).sealed == {"charge0": 0, "charge1": 1, "charge2": 2}


def test_a_note_revealed_is_public_and_no_secret_any_more() -> None:
    played = noted(3, CANARY)
    rng = random.Random(0)
    while not played.state.over:
        progress = step_at_random(played, rng)
        if opened(progress):
            break
    revealed = [event for event in progress.events if isinstance(event, happened.Revealed)]
    assert any(event.value == (3, CANARY) for event in revealed)
    assert "charge0" not in played.state.sealed
    assert "charge0" not in view(played.state, 0).secrets


def test_a_sealed_value_refuses_every_way_out_but_the_save() -> None:
    sealed = Sealed(0, CANARY)
    for way_out in (msgspec.json.encode, msgspec.to_builtins, pickle.dumps):
        with pytest.raises(TypeError) as caught:
            way_out(sealed)
        assert CANARY not in str(caught.value)
    assert CANARY not in f"{sealed} {sealed!r} {[sealed]} {hash(sealed)}"
    assert sealed == Sealed(0, CANARY)
    assert sealed != Sealed(1, CANARY)
    assert sealed != Sealed(0, "other")
    assert sealed.open() == CANARY


def test_a_secret_that_strays_into_an_event_or_a_view_is_an_error_and_no_leak() -> None:
    stray = happened.Revealed(seat=0, name="charge0", value=Sealed(0, CANARY))
    with pytest.raises(TypeError) as caught:
        event_line(stray)
    assert CANARY not in str(caught.value)
    state = noted(6, CANARY).state.clone()
    frame: Any = state.frames[0]
    frame.stances = (Sealed(0, CANARY),)
    with pytest.raises(TypeError) as caught:
        view(state, 1).encode()
    assert CANARY not in str(caught.value)


def test_a_secret_slot_is_shown_to_nobody() -> None:
    played = Session(match_of(MELEE), SeededDice(0))
    state = played.state.clone()
    state.frames[-1] = Preparations(at="seal_note", note=Bury(4, CANARY))
    for seat in (SPECTATOR, 0, 1, 2):
        assert CANARY.encode() not in view(state, seat).encode()
    assert CANARY not in repr(state.frames)


def test_refusals_do_not_repeat_a_secret() -> None:
    played = noted(6, CANARY)
    state = played.state
    for seat in (-1, 0, 1, 2, 3):
        for reply in (b"{", {"answer": "pick", "stance": "charge0"}, {"answer": "march"}, None):
            refusal = answer(state, Command(seat, state.version, reply))
            assert isinstance(refusal, Refusal)
            assert CANARY not in repr(refusal)
    damaged = save(state).replace(b'"format":1', b'"format":2')
    unloaded = load(damaged, find_toy)
    assert isinstance(unloaded, Refusal)
    assert CANARY not in repr(unloaded)


def test_notes_are_saved_as_they_were() -> None:
    state = noted(6, CANARY).state.clone()
    state.sealed["odd"] = Sealed(1, ((1, (2, "x")), Bury(3, "y"), (Bury(4), None, 2.5)))
    loaded = load(save(state), find_toy)
    assert isinstance(loaded, State)
    assert loaded.sealed == state.sealed
    assert loaded.sealed["odd"].open() == ((1, (2, "x")), Bury(3, "y"), (Bury(4), None, 2.5))


def test_a_note_may_bear_the_name_of_a_decision() -> None:
    # the revealing of simultaneous answers names their kind and must not open or lose such a note
    state = noted(6, CANARY).state.clone()
    state.sealed["pick_stance"] = Sealed(1, "kept")
    for seat in range(3):
        progress = answer(state, Command(seat, state.version, {"answer": "pick", "stance": "bold"}))
        assert isinstance(progress, Progress)
        state = progress.state
    assert state.sealed["pick_stance"].open() == "kept"


def test_a_seat_imagines_from_its_view_alone() -> None:
    played = noted(6, CANARY)
    for seat in range(3):
        played.answer(seat, {"answer": "pick", "stance": "bold"})
    seen = view(played.state, 0)
    state = imagine(seen, played.match, notes={"charge1": (9, "guess")})
    assert state.sealed["charge0"].open() == (6, CANARY)
    assert state.sealed["charge1"] == Sealed(1, (9, "guess"))
    assert state.sealed["charge2"] == Sealed(2, None)
    assert view(state, 0).encode() == seen.encode()


def test_a_secret_is_not_quoted_when_its_answer_cannot_be_read() -> None:
    played = Session(match_of(MELEE), SeededDice(0))
    decision = played.state.decision
    assert decision is not None
    refusal = read_answer(decision, {"answer": "bury", "spot": CANARY, "mark": CANARY})
    assert isinstance(refusal, Refusal)
    assert CANARY not in repr(refusal)


def test_a_note_that_is_shredded_is_gone_and_nothing_tells_what_it_said() -> None:
    played = noted(3, CANARY)
    table = Table(played.state)
    (name,) = [name for name, sealed in table.sealed.items() if sealed.seat == 0]
    table.shred(name)
    table.shred("no such note")
    assert name not in table.sealed
    assert table.events == []
    assert name in played.state.sealed
