"""Benches of whole play: random games beside a well-known engine, clones, a large table, a cold start.

Games and clones are timed by the processor time of this process: on a busy machine it says what one free core would
do, for us and for the peer alike. A cold start is timed by the clock, as the person who waits for it would.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from typing import Any

from msgspec import Struct

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import find_game

_GAME = "micro_brick_battle"
_SMALL = "six_v_six"
_SEA, _SEA_BATTLE = "battle_of_the_sea", "last_drop_of_blood"


class Effort(Struct, frozen=True):
    """How long to measure: games per run, runs of which the best counts, loops and seconds of the small benches."""

    games: int
    large_games: int
    chess_games: int
    repeats: int
    clones: int
    starts: int
    seconds: float


FULL = Effort(games=40, large_games=3, chess_games=20, repeats=5, clones=20_000, starts=7, seconds=1.0)
QUICK = Effort(games=4, large_games=1, chess_games=2, repeats=1, clones=2_000, starts=1, seconds=0.05)


class Played(Struct, frozen=True):
    """Some random games: how many, how many decisions, how long they took, and how often dice were thrown."""

    games: int
    decisions: int
    seconds: float
    throws: int = 0

    @property
    def games_per_second(self) -> float:
        """Whole games in a second."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Answers of the players in a second."""
        return self.decisions / self.seconds

    @property
    def inputs_per_second(self) -> float:
        """Answers of all seats in a second, the dice being one: what moves a match from one version to the next."""
        return (self.decisions + self.throws) / self.seconds


def match_of(setup: Setup) -> Match:
    """The match of a set-up known to be right."""
    game = find_game(setup.game)
    assert game is not None
    match = game.new_match(setup)
    assert not isinstance(match, Refusal), match
    return match


def six_against_six() -> Match:
    """The recommended first battle."""
    return match_of(Setup(_GAME, _SMALL))


def duel() -> Match:
    """BrickMech's first battle: a Mech against a Mech."""
    return match_of(Setup("brick_mech", "duel"))


def fifty_points_at_sea() -> Match:
    """The basic battle at sea: two fleets of fifty points each."""
    return match_of(Setup(_SEA, _SEA_BATTLE))


# length and width of the pieces of the large table, in inches
_PIECES = {
    "House": (2.52, 2.52),
    "Hedgerow": (3.78, 0.315),
    "Low Wall": (3.78, 0.315),
    "Light Tree Cover": (1.89, 1.89),
}


def twenty_against_twenty() -> Match:
    """Forty units and forty pieces of terrain: two waiting armies, and five rows of pieces between their zones."""
    terrain: list[dict[str, Any]] = []
    for number in range(40):
        column, row = number % 8, number // 8
        feature = list(_PIECES)[(row + column) % len(_PIECES)]
        length, width = _PIECES[feature]
        place = {"x": 4.0 + 5.7 * column, "y": 8.5 + 4.7 * row, "heading": 90.0 * (column % 2)}
        terrain.append({"feature": feature, "length": length, "width": width, **place})
    units = [
        {"id": f"{'AB'[seat]}{number}", "seat": seat, "card": card, "status": "waiting"}
        for seat, card in enumerate(("M4 Sherman", "Panzer III"))
        for number in range(1, 21)
    ]
    return match_of(Setup(_GAME, "", position={"units": units, "terrain": terrain, "phase": "deployment"}))


def random_game(match: Match, seed: int, most: int = 1_000_000) -> tuple[State, int]:
    """Play by the random legal policy, with the real rules and events; the last state and the decisions taken."""
    rng, dice = random.Random(seed), SeededDice(seed)
    state = begin(match, dice).state
    decisions = 0
    while state.outcome is None and decisions < most:
        decision = state.decision
        assert decision is not None
        progress = give(state, decision, decision.sample(state, rng), dice)
        assert isinstance(progress, Progress), progress
        state = progress.state
        decisions += 1
    return state, decisions


def play_random(match: Match, games: int) -> Played:
    """Play games with the seeds 0, 1, 2 ... and take the time."""
    started = time.process_time()
    played = [random_game(match, seed) for seed in range(games)]
    seconds = time.process_time() - started
    decisions = sum(answers for _state, answers in played)
    return Played(games, decisions, seconds, sum(state.version for state, _answers in played) - decisions)


def play_chess(games: int) -> Played:
    """The peer: python-chess making random legal moves until its games are over."""
    import chess

    rng = random.Random(1)
    moves = 0
    started = time.process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return Played(games, moves, time.process_time() - started)


def clone_microseconds(effort: Effort) -> float:
    """A thin clone of a state in the middle of a battle of twelve units."""
    state, _decisions = random_game(six_against_six(), seed=0, most=40)
    best_run = float("inf")
    for _ in range(max(3, effort.repeats)):
        started = time.process_time()
        for _ in range(effort.clones):
            state.clone()
        best_run = min(best_run, time.process_time() - started)
    return best_run / effort.clones * 1e6


_COLD = """
import time
started = time.perf_counter()
import brickfield
from brickfield.geometry import Scene, kernel, rectangle
scene = Scene([rectangle(5.0, 0.5, 30.0, 2.0, 1.0)])
kernel.sight(scene, 0.0, 0.0, rectangle(10.0, 0.0, 180.0, 2.0, 1.0), 3)
print(time.perf_counter() - started)
"""


def cold_start_milliseconds(kernel: str, starts: int) -> float:
    """A new interpreter imports the engine and works out a first line of sight; its own start-up is not counted."""
    times = []
    for _ in range(starts):
        done = subprocess.run(
            [sys.executable, "-c", _COLD],
            env={**os.environ, "BRICKFIELD_KERNEL": kernel},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        times.append(float(done.stdout))
    return min(times) * 1000
