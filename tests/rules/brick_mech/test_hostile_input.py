"""Hostile input: whatever is sent or laid out, the answer is a refusal with a sentence or a state; nothing breaks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.games import find_game
from tests.rules.brick_mech.table import GAME, mech

OPTIONS = {"return_fire": True, "hold_fire": True, "charge": True, "targeted_shot": True, "friendly_fire": True}
NAMES = ("A1", "A2", "B1", "C1", "Z9", "", "P1", "T1", "M1", "edge", "hold A1", "\u202e", "x" * 17)
NUMBERS = (0, -1, 1, 0.25, 1e-7, 3.0000001, 359.9, 1e9, -1e9, float("nan"), float("inf"), 10**30, True, None, "1", [])
WORDS = (
    *("all", "arm", "shoulder", "left", "right", "left_arm", "right_shoulder", "legs", "melee", "short", "primary"),
    "",
)
STEPS = ("forward", "backward", "left", "right", "turn", "slide", "")


def random_answer(rng: random.Random) -> Any:
    """Something that looks like an answer, with fields that may be anything."""
    kind = rng.choice(
        ("move", "attack", "detach", "mount", "hold_fire", "end_turn", "place", "react", "challenge", "ballot", "fly")
    )
    fields: dict[str, Any] = {"answer": kind, "unit": rng.choice(NAMES)}
    if kind == "move":
        count = rng.choice((0, 1, 2, 3, 64, 65))
        fields["steps"] = [
            {"step": rng.choice(STEPS), rng.choice(("bricks", "degrees")): rng.choice(NUMBERS)} for _ in range(count)
        ]
    for name, values in (
        ("target", NAMES), ("location", WORDS), ("slot", WORDS), ("part", NAMES), ("take", WORDS), ("side", WORDS),
        ("range", WORDS), ("arc", WORDS), ("x", NUMBERS), ("y", NUMBERS), ("heading", NUMBERS), ("yes", NUMBERS),
        ("about", WORDS), ("choice", WORDS),
    ):  # fmt: skip
        if rng.random() < 0.3:
            fields[name] = rng.choice(values)
    if kind in ("attack", "mount", "detach", "hold_fire", "place") and rng.random() < 0.8:
        wanted = {
            "attack": {"target": rng.choice(NAMES), "location": rng.choice(WORDS)},
            "mount": {"part": rng.choice(NAMES), "take": rng.choice(WORDS), "side": rng.choice(WORDS)},
            "detach": {"slot": rng.choice(WORDS)},
            "hold_fire": {"range": rng.choice(WORDS), "arc": rng.choice(WORDS)},
            "place": {"x": rng.choice(NUMBERS), "y": rng.choice(NUMBERS), "heading": rng.choice(NUMBERS)},
        }[kind]
        return {"answer": kind, "unit": fields["unit"], **wanted}
    return fields


@pytest.mark.parametrize("seed", range(6))
def test_no_answer_breaks_the_rules(seed: int) -> None:
    game = find_game(GAME)
    assert game is not None
    rng = random.Random(seed)
    match = game.new_match(Setup(GAME, rng.choice(("duel", "free_for_all", "hold_the_marker")), OPTIONS))
    assert not isinstance(match, Refusal)
    played = Session(match, SeededDice(seed), log=False)
    refused = 0
    for _ in range(120):
        state = played.state
        if state.over:
            break
        decision = state.decision
        assert decision is not None
        before = state.digest()
        for _ in range(12):
            found = answer(state, Command(decision.seat, state.version, random_answer(rng)), SeededDice(seed))
            if isinstance(found, Refusal):
                refused += 1
                assert found.sentence
            else:
                assert isinstance(found, Progress)
        assert state.digest() == before
        played.answer(decision.seat, decision.sample(state, rng))
    assert refused > 300


A1, B1 = mech("A1", 10, 15, 0), mech("B1", 20, 15, 180)


@pytest.mark.parametrize(
    "position",
    [
        {"units": []},
        {"units": [A1, A1]},
        {"units": [A1 | {"card": "nobody"}, B1]},
        {"units": [A1 | {"id": "a b"}, B1]},
        {"units": [A1 | {"changes": {"heat": "hot"}}, B1]},
        {"units": [A1 | {"changes": {"heat": 1e400}}, B1]},
        {"units": [A1 | {"changes": {"armor": 10**9}}, B1]},
        {"units": [A1 | {"changes": {"wings": 2}}, B1]},
        {"units": [A1 | {"changes": {"left_arm": "S1"}}, B1]},
        {"units": [A1 | {"changes": {"left_arm": 5}}, B1]},
        {"units": [A1 | {"changes": {"base_side": "wide"}}, B1]},
        {"units": [A1, B1 | {"changes": {"holding": "short"}}]},
        {"units": [A1, B1 | {"changes": {"holding": ["short"]}}]},
        {"units": [A1, B1 | {"changes": {"holding": ["short", "rear"]}}]},
        {"units": [A1 | {"seat": 6}, B1]},
        {"units": [A1, B1], "sides": ["a", "b", "c", "d", "e", "f", "g"]},
        {"units": [A1, B1], "seat": 4},
        {"units": [A1 | {"status": "gone"}, B1]},
        {"units": [A1, B1], "size": [1, 1]},
        {"units": [A1, B1], "terrain": [{"feature": "Castle", "x": 1, "y": 1}]},
        {"units": [A1, B1], "terrain": [{"feature": "Rock", "x": 1, "y": 1, "corners": [[0, 0], [1, 1], [2, 2]]}]},
        {"units": [A1, B1], "parts": [{"side": "left", "x": 1, "y": 1}]},
        {"units": [A1, B1], "parts": [{"side": "left", "x": 1, "y": 1, "arm": "L1"}]},
        {"units": [A1, B1], "phase": "tea"},
        {"units": 7},
    ],
    ids=lambda position: str(position)[-60:],
)
def test_an_impossible_position_is_refused(position: dict[str, Any]) -> None:
    game = find_game(GAME)
    assert game is not None
    found = game.new_match(Setup(GAME, "", {}, position=position))
    assert isinstance(found, Refusal)
    assert found.sentence


@pytest.mark.parametrize(
    "setup",
    [
        Setup(GAME, "nowhere"),
        Setup(GAME, "duel", armies=((("raider", 1),),)),
        Setup(GAME, "duel", armies=((("raider", 0),), (("raider", 1),))),
        Setup(GAME, "duel", armies=((("raider", 10**9),), (("raider", 1),))),
        Setup(GAME, "duel", armies=((), (("raider", 1),))),
        Setup(GAME, "duel", armies=((("bunker", 1),), (("raider", 1),))),
        Setup(GAME, "duel", {"victory": "protect"}),
        Setup(GAME, "three_against_three", {"several_units": False}),
    ],
    ids=lambda setup: f"{setup.scenario} {setup.armies} {setup.options}"[:60],
)
def test_an_impossible_agreement_is_refused(setup: Setup) -> None:
    game = find_game(GAME)
    assert game is not None
    found = game.new_match(setup)
    assert isinstance(found, Refusal)
    assert found.sentence
