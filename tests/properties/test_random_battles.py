"""Properties of Micro Brick Battle over random battles: random armies, options and answers, checked at every decision.

`BRICKFIELD_DECISIONS` sets how many decisions are played in all (default 48,000, shared out over the seeds).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import answer, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, Session, read_replay
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.games import find_game
from brickfield.geometry import Scene, kernel, rectangle_at

GAME = find_game("micro_brick_battle")
assert GAME is not None
DECISIONS = int(os.environ.get("BRICKFIELD_DECISIONS", "48000"))
BATCHES = 12
LEVELS = ("base", "base", "base", "quick", "young_hidden", "young")
ARMIES = (
    (("M4 Sherman", 2), ("M10 Wolverine", 1), ("M5 Stuart", 1)),
    (("Panzer IV", 1), ("StuG III", 2), ("Flak 36", 1)),
    (("Churchill", 1), ("Firefly", 2), ("Staff Car", 1)),
    (("T-34/85", 1), ("KV-2", 1), ("Su-76", 1), ("BT-7", 1)),
    (("Type 94 37mm AT Gun", 2), ("Type 4 Ho-Ro", 2)),
)
HOSTILE: tuple[Any, ...] = (
    {"answer": "move", "unit": "A1", "steps": [{"step": "forward", "inches": float("nan")}]},
    {"answer": "move", "unit": "A1", "steps": [{"step": "forward", "inches": 1e9}]},
    {"answer": "move", "unit": "Z9", "steps": [{"step": "forward", "inches": 1.0}]},
    {"answer": "move", "unit": "A1", "steps": []},
    {"answer": "declare", "shots": [{"unit": "A1", "target": "A1"}]},
    {"answer": "place", "unit": "A1", "x": 24.0, "y": 18.0, "heading": 0.0},
    {"answer": "skip_phase", "phase": "both"},
    {"answer": "nothing"},
    b'{"answer":"end_movement","more":1}',
    b"[[[[",
    None,
    7,
)


def random_setup(rng: random.Random) -> Setup:
    """Some battle: a scenario, its forces or others, and any agreement."""
    options = {
        "turn_cost": rng.choice(("prorata", "prorata", "per_started_90")),
        "cover_stacking": rng.choice(("worst", "sum")),
        "friends_transparent": rng.random() < 0.2,
        "hedgerow_passable": rng.random() < 0.3,
        "fixed_arc_deg": rng.choice((0, 45, 90, 180)),
        "destructible": rng.choice(("scenario", True, False)),
        "rules_level": [rng.choice(LEVELS), rng.choice(LEVELS)],
        "round_limit": rng.choice((0, 0, 6)),
        "battlefield": rng.choice(("scenario",) * 6 + ("divide", "one", "half")),
        "mixed_nations": "any",
        "point_limit": 100,
    }
    armies = () if rng.random() < 0.5 else (rng.choice(ARMIES), rng.choice(ARMIES))
    return Setup(GAME.id, rng.choice(("six_v_six", "crossroads")), options, armies)


def check_table(state: State) -> None:
    """Nothing overlaps, nothing leaves the table, nobody spends what he does not have."""
    standing = [unit for unit in state.units.values() if unit.pose is not None]
    cards = state.match.cards
    shapes = [rectangle_at(u.pose, cards[u.id].length_inches, cards[u.id].width_inches) for u in standing if u.pose]
    scene = Scene(shapes, (0.0, 0.0, state.match.width, state.match.height))
    for place, shape in enumerate(shapes):
        assert kernel.overlapped(scene, shape, place) == -1, standing[place]
    for unit in standing:
        left = state.match.game.queries["points_left"](state, unit.id)
        assert left >= -1e-6 or unit.status == "wreck", unit


def check_saved(state: State) -> None:
    """A save is the same state again."""
    loaded = load(save(state), find_game)
    assert isinstance(loaded, State), loaded
    assert loaded.digest() == state.digest()


def check_refusals(state: State, rng: random.Random, dice: SeededDice) -> None:
    """What is refused changes nothing."""
    before = state.digest()
    seat = state.waiting_for()[0]
    rolled = dice.rolled
    raw = rng.choice(HOSTILE)
    for sender, version in ((seat, state.version), (1 - seat, state.version), (seat, state.version - 1)):
        refused = answer(state, Command(sender, version, raw), dice)
        if isinstance(refused, Refusal):
            assert refused.code
            assert refused.sentence
            assert (state.digest(), dice.rolled) == (before, rolled)
        else:
            assert raw == HOSTILE[3] or isinstance(raw, dict), raw


def check_imagined(state: State) -> None:
    """A bot's imagined state, made from the view alone, is the true one: this game has no secrets."""
    seat = state.waiting_for()[0]
    assert imagine(view(state, seat), state.match).digest() == state.digest()
    assert view(state, SPECTATOR).decision is None


def play_battle(seed: int, left: int) -> int:
    """One random battle with every check; returns how many decisions it took."""
    rng = random.Random(seed)
    match = GAME.new_match(random_setup(rng))
    assert not isinstance(match, Refusal), match
    dice = SeededDice(seed)
    state = begin(match, dice).state
    kept: list[tuple[State, str]] = []
    units = sorted(state.units)
    played = 0
    while not state.over:
        decision = state.decision
        assert decision is not None
        if played % 7 == 0:
            kept.append((state.clone(), state.digest()))
            check_saved(state)
            check_imagined(state)
        if played % 11 == 0:
            check_refusals(state, rng, dice)
        # at every sort of question, not at the first one of each battle only
        if (seed + played) % 97 == 0:
            for suggestion in decision.suggest(state, 5):
                assert decision.validate(state, suggestion.answer) is None, suggestion
        reply = decision.sample(state, rng)
        progress = give(state, decision, reply, dice)
        assert not isinstance(progress, Refusal), (reply, progress)
        state = progress.state
        played += 1
        assert played < 5000, "the battle does not end"
        if played % 5 == 0:
            check_table(state)
    assert sorted(state.units) == units
    for clone, digest in kept:
        assert clone.digest() == digest, "an old state changed"
    return played


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_battles_keep_every_promise(batch: int) -> None:
    """Old clones never change, saves load, refusals change nothing, suggestions are accepted, every battle ends."""
    left = DECISIONS // BATCHES
    seed = batch * 1_000_000
    while left > 0:
        left -= play_battle(seed, left)
        seed += 1


def recorded(seed: int) -> str:
    """The replay of a random battle."""
    rng = random.Random(seed)
    match = GAME.new_match(random_setup(rng))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(seed))
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        taken = session.answer(decision.seat, decision.sample(session.state, rng))
        assert not isinstance(taken, Refusal), taken
    return session.text()


@pytest.mark.parametrize("seed", range(12))
def test_a_replay_gives_the_same_digests(seed: int) -> None:
    """Played again from its own text, every event, die and digest is the same."""
    replayed = read_replay(recorded(seed), find_game)
    assert isinstance(replayed, Replayed), replayed
    assert replayed.states[-1].over


def test_a_replay_gives_the_same_digests_in_another_process_and_hash_seed(tmp_path: Path) -> None:
    """Nothing in the rules depends on the order of sets or on the process."""
    file = tmp_path / "battle.replay"
    file.write_text(recorded(99), encoding="utf-8")
    check = (
        "import sys; from brickfield.core.replay import read_replay, Replayed; from brickfield.games import find_game;"
        "sys.exit(not isinstance(read_replay(open(sys.argv[1]).read(), find_game), Replayed))"
    )
    for hash_seed in ("1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, "-c", check, str(file)], check=True, env=environment, timeout=120)
