"""Saving and loading at every pause; what is damaged or does not fit is refused with a sentence."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core.dice import SeededDice
from brickfield.core.play import Progress, give
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.saves import fingerprint, load, save
from brickfield.core.state import State
from tests.core.toy.contents import TOY, find_toy
from tests.core.toy.playing import SETUPS, fresh, play_at_random, play_by_choices, step_at_random

CHOICES = st.lists(st.integers(0, 63), max_size=40)


@settings(max_examples=40)
@given(setup=st.sampled_from(SETUPS), choices=CHOICES, seed=st.integers(0, 100))
def test_old_states_and_clones_never_change_when_play_goes_on(setup: Any, choices: list[int], seed: int) -> None:
    kept: list[tuple[State, State, str]] = []
    for length in (0, len(choices)):
        played = play_by_choices(setup, choices[:length], seed)
        kept.append((played.state, played.state.clone(), played.state.digest()))
    rng = random.Random(seed)
    for state, clone, _ in kept:
        for branch in (state, clone):
            play_on(branch, rng)
    for state, clone, digest in kept:
        assert state.digest() == digest
        assert clone.digest() == digest


def play_on(state: State, rng: random.Random, steps: int = 8) -> None:
    """Play a branch a little further, by hand, without a log."""
    dice = SeededDice(rng.random())
    for _ in range(steps):
        decision = state.decision
        if decision is None:
            return
        progress = give(state, decision, decision.sample(state, rng), dice)
        assert isinstance(progress, Progress)
        state = progress.state


def test_every_state_of_a_match_keeps_its_digest() -> None:
    for seed, setup in enumerate(SETUPS):
        played = fresh(setup)
        states = [played.state]
        rng = random.Random(seed)
        while not played.state.over:
            states.append(step_at_random(played, rng).state)
        assert [state.digest() for state in states] == [entry.digest for entry in played.entries]


@settings(max_examples=60)
@given(setup=st.sampled_from(SETUPS), choices=CHOICES, seed=st.integers(0, 100))
def test_a_loaded_match_is_the_same_in_every_part(setup: Any, choices: list[int], seed: int) -> None:
    state = play_by_choices(setup, choices, seed).state
    loaded = load(save(state), find_toy)
    assert isinstance(loaded, State)
    assert loaded.digest() == state.digest()
    assert save(loaded) == save(state)
    for part in ("units", "tokens", "facts", "sealed", "frames", "outcome", "version"):
        assert getattr(loaded, part) == getattr(state, part)
    assert loaded.match.setup == state.match.setup
    assert loaded.decision == state.decision


def test_a_finished_match_can_be_saved() -> None:
    state = play_at_random(SETUPS[0], 5).state
    loaded = load(save(state), find_toy)
    assert isinstance(loaded, State)
    assert loaded.outcome == state.outcome
    assert loaded.over


def refused(data: bytes, code: str) -> str:
    """The sentence with which a save is refused."""
    refusal = load(data, find_toy)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.kind) == (code, INVALID)
    assert refusal.sentence.endswith(".")
    return refusal.sentence


def sample_save() -> bytes:
    """A save with a note, a half-answered question and several frames."""
    return save(play_by_choices(SETUPS[0], (3, 4, 0)).state)


def test_one_flipped_bit_anywhere_is_found() -> None:
    data = sample_save()
    assert isinstance(load(data, find_toy), State)
    rng = random.Random(1)
    for place in range(len(data)):
        broken = bytearray(data)
        broken[place] ^= 1 << rng.randrange(8)
        assert isinstance(load(bytes(broken), find_toy), Refusal), place


def test_a_truncated_save_is_refused_at_every_length() -> None:
    data = sample_save()
    for length in range(0, len(data), 7):
        refused(data[:length], "damaged_save")
    refused(data + b"x", "damaged_save")


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"format":' + b"9" * 5000 + b"}", b'{"a":' * 5000],
)
def test_what_is_no_save_is_refused(data: bytes) -> None:
    assert "damaged" in refused(data, "damaged_save")


def test_a_save_of_other_rules_is_refused_by_name_of_both_versions() -> None:
    sentence = refused(sample_save().replace(b'"rules":"1"', b'"rules":"7"'), "other_rules")
    assert "version 7 of Toy" in sentence
    assert "this is version 1" in sentence


def test_a_save_of_an_unknown_game_is_refused() -> None:
    assert "'chess'" in refused(
        sample_save().replace(b'"game":"toy","rules"', b'"game":"chess","rules"'), "unknown_game"
    )


def forged(change: Callable[[dict[str, Any]], Any]) -> bytes:
    """A save whose state was changed by somebody who also made the digest fit."""
    document = msgspec.json.decode(sample_save())
    change(document["state"])
    body = msgspec.json.encode(document["state"], order="sorted")
    setup = msgspec.json.encode(document["setup"], order="sorted")
    document["digest"] = fingerprint(setup + body)
    document["state"] = msgspec.Raw(body)
    return msgspec.json.encode(document)


def test_the_forgery_of_these_tests_is_good_enough() -> None:
    assert isinstance(load(forged(lambda state: None), find_toy), State)


def test_a_save_on_a_step_that_no_longer_exists_is_refused_by_name() -> None:
    sentence = refused(forged(lambda state: state["frames"][0].update(at="old_step")), "unknown_step")
    assert "'old_step'" in sentence
    assert "Battle" in sentence


def test_a_save_that_waits_for_a_slot_that_no_longer_exists_is_refused() -> None:
    assert "'gone'" in refused(forged(lambda state: state["pending"].update(into="gone")), "unknown_step")
    assert "'stances'" in refused(forged(lambda state: state["frames"].clear()), "unknown_step")


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "an unknown frame": lambda state: state["frames"][0].update(frame="palaver"),
    "an unknown slot": lambda state: state["frames"][0].update(slot=1),
    "a slot of the wrong type": lambda state: state["frames"][0].update(round="two"),
    "an unknown decision": lambda state: state["pending"]["asks"][0].update(decision="palaver"),
    "an unknown answer": lambda state: state["pending"]["answers"].insert(0, {"seat": 0, "value": {"answer": "x"}}),
    "a sealed value without a seat": lambda state: state["sealed"].update(charge0={"value": 1}),
    "a sealed value that is none": lambda state: state["sealed"].update(charge0=[0, 1]),
    "a missing part": lambda state: state.pop("facts"),
    "a part too many": lambda state: state.update(extra=1),
    "a fact that is no number": lambda state: state["facts"].update(round=True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_save_whose_content_does_not_fit_the_rules_is_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    refused(forged(change), "damaged_save")


def test_a_set_up_that_the_game_refuses_is_refused_with_its_words() -> None:
    document = msgspec.json.decode(sample_save())
    document["setup"]["scenario"] = "siege"
    setup, body = (msgspec.json.encode(document[part], order="sorted") for part in ("setup", "state"))
    document.update(digest=fingerprint(setup + body), state=msgspec.Raw(body))
    refusal = load(msgspec.json.encode(document), find_toy)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no_scenario"


def test_the_codec_of_a_game_knows_all_its_types() -> None:
    assert {frame.__name__ for frame in TOY.all_frames} >= {"ReactionWindow", "Battle", "Counter"}
    assert {answer.__name__ for answer in TOY.answers} == {"React", "Bury", "Pick", "March", "Fire", "Rest"}


def test_what_is_no_plain_data_cannot_be_saved() -> None:
    state = play_by_choices(SETUPS[2], (0,)).state.clone()
    frame: Any = state.frames[-1]
    frame.order = random.random
    with pytest.raises(TypeError, match="no plain data"):
        save(state)
