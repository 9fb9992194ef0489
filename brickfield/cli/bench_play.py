"""Benches of whole play: random games beside a well-known engine, clones, a large table and how long a bot thinks
there, a cold start.

Games and clones are timed by the processor time of this process: on a busy machine it says what one free core would
do, for us and for the peer alike. A cold start is timed by the clock, as the person who waits for it would.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct

from brickfield.core.decisions import Decision
from brickfield.core.dice import SeededDice
from brickfield.core.game import Game, Workload
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import all_games
from brickfield.players.levels import make_player
from brickfield.players.seat import Player


class Effort(Struct, frozen=True):
    """How long to measure: games per run, runs of which the best counts, answers of bots at most,
    loops and seconds of the small benches."""

    games: int
    large_games: int
    answers: int
    chess_games: int
    repeats: int
    clones: int
    starts: int
    seconds: float


FULL = Effort(games=40, large_games=3, answers=10_000, chess_games=20, repeats=5, clones=20_000, starts=7, seconds=1.0)
QUICK = Effort(games=4, large_games=1, answers=12, chess_games=2, repeats=1, clones=2_000, starts=1, seconds=0.05)


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


class BenchBattle(NamedTuple):
    """A battle to measure, of which game, and its match."""

    game: Game
    workload: Workload
    match: Match


def works() -> dict[str, BenchBattle]:
    """Every battle the games give to be measured, by the names of the figures; the first is the yardstick."""
    return {
        name: BenchBattle(game, workload, _match_of(game, workload.setup))
        for game in all_games()
        for name, workload in game.workloads.items()
    }


def _match_of(game: Game, setup: Setup) -> Match:
    match = game.new_match(setup)
    assert not isinstance(match, Refusal), match
    return match


def random_game(match: Match, seed: int, most: int = 1_000_000) -> tuple[State, int]:
    """Play by the random legal policy, with the real rules and events; the last state and the decisions taken."""
    rng = random.Random(seed)
    return _game(match, seed, most, lambda state, decision: decision.sample(state, rng))


def _game(match: Match, seed: int, most: int, answer: Callable[[State, Decision], Any]) -> tuple[State, int]:
    dice = SeededDice(seed)
    state = begin(match, dice).state
    decisions = 0
    while state.outcome is None and decisions < most:
        decision = state.decision
        assert decision is not None
        progress = give(state, decision, answer(state, decision), dice)
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


def think(match: Match, level: str, games: int, most: int) -> list[float]:
    """How long bots of a level think about each answer of some games with the seeds 0, 1, 2 ..., in milliseconds, the
    quickest first; no more than so many answers."""
    times: list[float] = []
    for seed in range(games):
        players = [make_player(level, match.game, f"{seed}/{seat}") for seat in range(match.seats)]
        _game(match, seed, most - len(times), partial(_thought, players, times))
    return sorted(times)


def _thought(players: Sequence[Player], times: list[float], state: State, decision: Decision) -> Any:
    """The answer of a bot, and how long it took."""
    seen = view(state, decision.seat)
    started = time.process_time()
    answer = players[decision.seat].decide(state.match, seen)
    times.append(1000 * (time.process_time() - started))
    return answer


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


def clone_microseconds(match: Match, effort: Effort) -> float:
    """A thin clone of a state in the middle of a battle."""
    state, _decisions = random_game(match, seed=0, most=40)
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
