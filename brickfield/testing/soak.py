"""Soaking: random legal play over random battles, with every promise of the contract looked at, and a count of what it
has reached.

Battle number n of a seed is always the same one, whatever the number of processes, so that a run can be stopped and
gone on with, and a battle that broke a promise can be played again alone. Rules count themselves only where they are
loaded after somebody wished to count (`core.clauses`), so battles are played in processes of their own.
"""

from __future__ import annotations

import random
import signal
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec
from msgspec import Struct, field

from brickfield.core.clauses import count_reached
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.sweeping import seldom_swept
from brickfield.games import find_game
from brickfield.testing.contract import check_match
from brickfield.testing.pause_checks import check_table

# Every so many battles one is written down and replayed; the dear checks are made at every so many pauses.
WRITTEN_EVERY, LOOKED_AT_EVERY = 20, 50
_MOST_TRIES = 1000
_AHEAD = 4


class Broken(Struct, frozen=True):
    """A battle in which something went wrong: which one, its set-up and what was said."""

    battle: int
    setup: dict[str, Any]
    fault: str


class Soaked(Struct):
    """What has been played and reached: decisions, events and rules by their names, and what broke."""

    game: str
    seed: int
    battles: int = 0
    decisions: int = 0
    scenarios: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)

    def add(self, other: Soaked) -> None:
        """Take in what was reached by more battles."""
        self.battles += other.battles
        self.decisions += other.decisions
        for name in ("scenarios", "kinds", "events", "rules"):
            setattr(self, name, dict(Counter(getattr(self, name)) + Counter(getattr(other, name))))
        self.broken += other.broken


def drawn_setup(game: Game, rng: random.Random) -> Setup:
    """A battle at random that the rules allow."""
    draw = game.any_setup or (lambda rng: _plain_setup(game, rng))
    for _ in range(_MOST_TRIES):
        setup = draw(rng)
        match = game.new_match(setup)
        if not isinstance(match, Refusal) and not _is_impossible(match):
            return setup
    raise RuntimeError(f"{game.id}: no battle was found that the rules allow")


def _is_impossible(match: Match) -> bool:
    """Whether a position could not come about."""
    look = match.game.queries.get("table_fault") if match.setup.position is not None else None
    return look is not None and bool(look(match.game.first_state(match)))


def _plain_setup(game: Game, rng: random.Random) -> Setup:
    """Any scenario by its own forces, with any value of any switch."""
    card = rng.choice(game.scenarios())
    options: dict[str, Any] = {}
    for switch in game.agreement.BOARD.switches().values():
        if switch.in_use and rng.random() < 0.5:
            values = [switch.value_at(rng.randrange(switch.size)) for _ in range(max(1, switch.per_seat))]
            options[switch.id] = values if switch.per_seat else values[0]
    return Setup(game.id, card.id, options)


@seldom_swept()
def soak_battle(game_id: str, seed: int, number: int, every: int = LOOKED_AT_EVERY) -> Soaked:
    """Play one battle of a seed."""
    reached = count_reached()
    before = reached.counts()
    game = find_game(game_id)
    assert game is not None
    rng = random.Random(f"{seed}/{number}")
    soaked = Soaked(game_id, seed, 1)
    setup = None
    try:
        setup = drawn_setup(game, rng)
        written = number % WRITTEN_EVERY == 0
        if written and game.choices is not None:
            game.choices(game)
        # from another pause on in every battle, so that many battles show all of them closely
        first, played = number % every, rng.getrandbits(48)
        met = check_match(game, setup, played, every=every, first=first, written=written, also=(check_table,))
        soaked.decisions, soaked.kinds, soaked.events = met.kinds.total(), dict(met.kinds), dict(met.events)
        soaked.scenarios[setup.scenario] = 1
    except Exception:
        fault = traceback.format_exc(limit=-6)
        soaked.broken.append(Broken(number, msgspec.to_builtins(setup) or {}, fault))
    soaked.rules = dict(reached.counts() - before)
    return soaked


def soak(so_far: Soaked, decisions: int, jobs: int = 1, every: int = LOOKED_AT_EVERY) -> Iterator[Soaked]:
    """Go on until so many decisions have been played in all; what has been reached, after every battle."""
    # never forked: the rules have to be loaded anew, so that they count
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start_worker)
    waiting: deque[Future[Soaked]] = deque()
    begun = so_far.battles
    try:
        while so_far.decisions < decisions:
            while len(waiting) < jobs * _AHEAD:
                waiting.append(pool.submit(soak_battle, so_far.game, so_far.seed, begun, every))
                begun += 1
            so_far.add(waiting.popleft().result())
            yield so_far
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """Rules count from the first that is loaded; stopping is the business of the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    count_reached()


def below(counts: dict[str, int], names: list[str], least: int) -> list[tuple[str, int]]:
    """Of these names those that were reached less often, the rarest first."""
    rare = [(name, counts.get(name, 0)) for name in names if counts.get(name, 0) < least]
    return sorted(rare, key=lambda each: (each[1], each[0]))
