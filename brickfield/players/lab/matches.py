"""Bots play whole matches: one game of many, and how the results of many are counted.

A bot gets the match and its own view, never the state. Dice and bots have separate streams of chance, all worked out
from (seed, number of the game, seat), so that any game can be repeated alone.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.dice import SeededDice
from brickfield.core.judging.draws import striking
from brickfield.core.match import Match, Setup
from brickfield.core.out_of_turn import Concede
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.sweeping import seldom_swept
from brickfield.core.typed import from_json
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.players.lab.ceiling import knowing, tenfold
from brickfield.players.lab.conduct import Conduct, Observer
from brickfield.players.lab.counting import points, quantile, wilson
from brickfield.players.lab.luck import SeatLuck, fair_share
from brickfield.players.lab.scripted import SCRIPTS
from brickfield.players.levels import make_player

if TYPE_CHECKING:
    from brickfield.core.game import Game
    from brickfield.players.seat import Player

# No honest game comes near this; one that does would run for ever.
_MOST_DECISIONS = 100_000
_PAIR = 2
# Who looks on while a game is played.
_Watching: TypeAlias = "tuple[Observer | None, SeatLuck | None]"


class BattleFault(RuntimeError):
    """A game could not be played to its end: a bot answered against the rules, or nobody ever wins."""


class MatchJob(Struct, frozen=True):
    """One game to play. `levels` are the bots by seat; games of a `group` share their dice. Bots of the level
    `open_dice` are told the dice to come, those of the level `tenfold` have ten times their budget (see ceiling.py).
    `fair`: the luck of everybody is counted."""

    setup: Setup
    levels: tuple[str, ...]
    seed: str
    index: int = 0
    group: int = 0
    keep_replay: bool = False
    watch: bool = False
    open_dice: str = ""
    tenfold: str = ""
    fair: bool = False


class MatchResult(Struct, frozen=True):
    """How a game went. `winners` are seats, none in a draw; `digest` is that of the final state.

    `faults` counts answers of bots that the rules refused and a safe one replaced: always a fault of the bot.
    `reason` says how it ended, `first` who had the first turn; `conduct` is counted only for a game that is watched.
    `thought` is how many milliseconds of a processor each answer of each seat took: load beside it does not count.
    `luck` is what the dice did for each seat, in win chance, where that is counted.
    """

    winners: tuple[int, ...]
    decisions: int
    rounds: int
    digest: str
    seconds: float
    index: int = 0
    replay: str = ""
    faults: int = 0
    reason: str = ""
    first: int | None = None
    conduct: Conduct | None = None
    thought: tuple[tuple[int, ...], ...] = ()
    luck: tuple[float, ...] = ()


class Tournament(Struct, frozen=True):
    """Many games between the same entrants. With `swap` the entrants change seats within each group of games.

    An entrant is a level and, if the set-up brings armies, the army at its place.
    """

    setup: Setup
    levels: tuple[str, ...]
    games: int
    seed: str
    swap: bool = False
    keep_replays: bool = False
    watch: bool = False
    # the level that is told the dice to come, and the one with ten times its budget
    open_dice: str = ""
    tenfold: str = ""
    # whether luck is counted
    fair: bool = False

    def jobs(self) -> list[MatchJob]:
        """The games in order."""
        seats = len(self.levels)
        found = []
        for index in range(self.games):
            shift = index % seats if self.swap else 0
            group = index // seats if self.swap else index
            levels = self.levels[shift:] + self.levels[:shift]
            names = tuple(f"{level.capitalize()} {seat + 1}" for seat, level in enumerate(levels))
            armies = self.setup.armies[shift:] + self.setup.armies[:shift]
            setup = replace(self.setup, names=names, armies=armies)
            kept = self.keep_replays, self.watch, self.open_dice, self.tenfold, self.fair
            found.append(MatchJob(setup, levels, self.seed, index, group, *kept))
        return found

    def entrant_at(self, index: int, seat: int) -> int:
        """Which entrant sat there in this game."""
        return (seat + index) % len(self.levels) if self.swap else seat

    def seat_of_first(self, index: int) -> int:
        """Where the first entrant sat in this game."""
        return next(seat for seat in range(len(self.levels)) if self.entrant_at(index, seat) == 0)


class Pace(Struct, frozen=True):
    """How long answers took, in milliseconds of a processor: half of them, 95 of 100, and all took no longer."""

    half: int
    p95: int
    most: int


class Standings(Struct, frozen=True):
    """The results of many games, counted by entrant (without swapping that is by seat)."""

    wins: tuple[int, ...]
    draws: int
    intervals: tuple[tuple[float, float], ...]
    decisions: int
    digest: str
    faults: int
    # how many groups gave the first entrant 0, 1/2, 1 ... points; empty without swapping
    group_points: tuple[int, ...]
    # how long each entrant thought about an answer
    pace: tuple[Pace, ...] = ()
    # the share of the first of two entrants who change seats without the luck of the dice, and its 95 % interval
    fair: tuple[float, float, float] | None = None


def derive(*parts: object) -> int:
    """A seed of its own for every purpose: equal parts give equal seeds in every process."""
    text = "/".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


@seldom_swept()
def play_job(job: MatchJob) -> MatchResult:
    """Play one game of a tournament."""
    started = time.perf_counter()
    match = match_of(msgspec.json.encode(job.setup))
    dice = SeededDice(derive(job.seed, "dice", job.group))
    session = Session(match, dice, log=job.keep_replay)
    players = [_player(job, match.game, seat, dice) for seat in range(len(job.levels))]
    observer = Observer(session.state) if job.watch else None
    luck = SeatLuck(match, f"{derive(job.seed, 'luck', job.index)}") if job.fair else None
    thought: list[list[int]] = [[] for _ in players]
    rounds = None
    while not session.state.over:
        if rounds != (rounds := session.state.facts.get("round")) and _struck(session, players):
            continue
        _ask_seats(session, players, job, (observer, luck), thought)
        if sum(map(len, thought)) > _MOST_DECISIONS:
            raise BattleFault(f"game {job.index} has not ended after {_MOST_DECISIONS} decisions")
    played = _result(session, thought, observer)
    return replace(
        played,
        seconds=time.perf_counter() - started,
        index=job.index,
        replay=session.text() if job.keep_replay else "",
        faults=sum(getattr(player, "illegal_answers", 0) for player in players),
        luck=tuple(luck.so_far) if luck is not None else (),
    )


def _player(job: MatchJob, game: Game, seat: int, dice: SeededDice) -> Player:
    level, seed = job.levels[seat], derive(job.seed, "bot", job.index, seat)
    if level == job.open_dice:
        return knowing(level, game, seed, lambda: SeededDice(derive(job.seed, "dice", job.group), dice.rolled))
    if level in SCRIPTS:
        return SCRIPTS[level]()
    return tenfold(level, game, seed) if level == job.tenfold else make_player(level, game, seed)


def _struck(session: Session, players: Sequence[Player]) -> bool:
    """Whether a seat that can do nothing any more has struck its flag; asked once a round."""
    beaten = striking(session.state, dict(enumerate(players)))
    if beaten is None:
        return False
    session.answer(beaten, Concede())
    return True


def _result(session: Session, thought: Sequence[Sequence[int]], observer: Observer | None) -> MatchResult:
    """How a game that is over has ended."""
    state, outcome = session.state, session.state.outcome
    assert outcome is not None
    return MatchResult(
        winners=outcome.winners,
        decisions=sum(map(len, thought)),
        rounds=int(state.facts.get("round", 0)),
        digest=state.digest(),
        seconds=0.0,
        reason=outcome.reason,
        first=observer.first if observer is not None else None,
        conduct=observer.conduct() if observer is not None else None,
        thought=tuple(tuple(each) for each in thought),
    )


def _ask_seats(
    session: Session, players: Sequence[Player], job: MatchJob, watching: _Watching, thought: Sequence[list[int]]
) -> None:
    """Let every seat that is waited for answer once, and note how long it thought."""
    observer, luck = watching
    waiting = session.state.waiting_for()
    if not waiting:
        raise BattleFault(f"game {job.index} waits for nobody")
    for seat in waiting:
        before, began = session.state, time.thread_time()
        reply = players[seat].decide(session.match, view(before, seat))
        thought[seat].append(round(1000 * (time.thread_time() - began)))
        taken = session.answer(seat, reply)
        if isinstance(taken, Refusal):
            raise BattleFault(f"in game {job.index} seat {seat} ({job.levels[seat]}) was refused: {taken}")
        if observer is not None:
            observer.see(before, seat, taken.events)
        if luck is not None:
            luck.see(before, before.decision_of(seat), reply, taken)
        if session.state.over:
            break


@lru_cache(maxsize=8)
def match_of(setup: bytes) -> Match:
    """The match of a set-up; nothing in it changes in play, so games share it."""
    agreed = from_json(setup, Setup)
    game = find_game(agreed.game)
    if game is None:
        raise BattleFault(f"no game is called {agreed.game!r}")
    match = game.new_match(game.fresh(agreed))
    if isinstance(match, Refusal):
        raise BattleFault(str(match))
    return match


def standings(tournament: Tournament, results: Sequence[MatchResult]) -> Standings:
    """Count the results of a tournament, given in order."""
    seats = len(tournament.levels)
    wins = [0] * seats
    first: dict[int, float] = {}
    for result in results:
        for seat in result.winners:
            wins[tournament.entrant_at(result.index, seat)] += 1
        group = result.index // seats
        first[group] = first.get(group, 0.0) + points(result.winners, tournament.seat_of_first(result.index))
    halves = [round(2 * score) for score in first.values()]
    games = len(results)
    return Standings(
        wins=tuple(wins),
        draws=sum(not result.winners for result in results),
        intervals=tuple(wilson(count, games) for count in wins),
        decisions=sum(result.decisions for result in results),
        faults=sum(result.faults for result in results),
        digest=hashlib.blake2b("\n".join(r.digest for r in results).encode(), digest_size=16).hexdigest(),
        group_points=tuple(halves.count(n) for n in range(2 * seats + 1)) if tournament.swap else (),
        pace=_paces(tournament, results),
        fair=_fair(tournament, results),
    )


def _fair(tournament: Tournament, results: Sequence[MatchResult]) -> tuple[float, float, float] | None:
    """By whole pairs of games; nothing where luck was not counted."""
    if not (tournament.swap and tournament.fair and len(tournament.levels) == _PAIR):
        return None
    seats = [tournament.seat_of_first(result.index) for result in results]
    worth = [points(each.winners, seat) - each.luck[seat] for each, seat in zip(results, seats, strict=True)]
    return fair_share([sum(worth[at : at + _PAIR]) / _PAIR for at in range(0, len(worth) - 1, _PAIR)])


def _paces(tournament: Tournament, results: Sequence[MatchResult]) -> tuple[Pace, ...]:
    """By entrant; nothing where games were written down before answers were timed."""
    times: list[list[int]] = [[] for _ in tournament.levels]
    for result in results:
        for seat, thought in enumerate(result.thought):
            times[tournament.entrant_at(result.index, seat)] += thought
    if not all(times):
        return ()
    return tuple(Pace(quantile(each, 0.5), quantile(each, 0.95), max(each)) for each in times)
