"""Bots as seats: they think in workers, within a time budget, from the bytes of their view.

Where no worker answers in time the decision's first suggestion is given instead. At a table where this happens again
and again the workers are left alone for a while.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import msgspec

from brickfield.core.judging.draws import Contented
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.core.views import imagine, view
from brickfield.players.levels import bot_of, make_player, search_of
from brickfield.players.thoughts import Thought
from brickfield.server.bots.fair_share import Claim
from brickfield.server.bots.jobs import Think
from brickfield.server.bots.remote_views import seen_of
from brickfield.server.bots.worker_pool import JobRunner, Patience, WorkerFailed, decoded
from brickfield.server.logs import log, log_fault
from brickfield.server.metrics import METRICS
from brickfield.server.rooms.dice import player_seed
from brickfield.server.rooms.room import Room

# What a first thought of a level that does not look ahead probably costs, in seconds: one that plans, and one that not.
_PLANS, _LOOKS = 0.2, 0.05
# Decisions in a row a worker may fail at one table; then so many are answered without it before it is asked again.
MOST_FAILURES = 3
_LEFT_ALONE = 20


class Thinker(Protocol):
    """Whoever answers for bots."""

    async def decide(self, room: Room, seat: int) -> Any:
        """An answer for this seat, in time."""
        ...

    async def close(self) -> None:
        """Think no more."""
        ...


class Bots:
    """Bots that think in worker processes."""

    def __init__(self, work: JobRunner, patience: Patience | None = None) -> None:
        self.work = work
        self.patience = patience or Patience()
        # what the last thought of each of its bots has cost, and failures in a row, by table
        self._costs: WeakKeyDictionary[Room, dict[str, float]] = WeakKeyDictionary()
        self._failures: WeakKeyDictionary[Room, int] = WeakKeyDictionary()

    async def decide(self, room: Room, seat: int) -> Any:
        """An answer for this seat: the bot's, or the safe one when the bot is cut."""
        failures = self._failures.get(room, 0)
        head, state = room.journal.head, room.journal.state
        if failures < MOST_FAILURES:
            answer = await self._asked(room, seat)
            if answer is not None:
                self._failures.pop(room, None)
                return _with_why(room, seat, answer)
        if not getattr(state.decision_of(seat), "SECRET", False):
            # no counter moves at the moment of a secret
            METRICS.count("bots_cut")
        log("bot_cut", match=room.id, seat=seat, record=head, count=failures)
        # after a while the worker gets one more chance
        self._failures[room] = failures + 1 if failures < MOST_FAILURES + _LEFT_ALONE else MOST_FAILURES - 1
        return await asyncio.to_thread(safe_answer, state, seat)

    async def _asked(self, room: Room, seat: int) -> Any:
        """The worker's answer, or None when there is none in time; the table sees how far it is."""
        journal, level = room.journal, room.who_sits[seat].level
        seed = player_seed(journal.seed, journal.row.id, seat)
        costs = self._costs.setdefault(room, {})
        claim = _claim(room, level, costs.get(level))
        job = Think(seen_of(journal, journal.state, seat), level, seed)
        try:
            worked = await self.work.do(claim, job, self.patience, partial(room.thoughts.ponder, seat))
        except WorkerFailed as error:
            log_fault("bot_failed", error, match=room.id, reason=str(error))
            return None
        costs[level] = worked.cost
        return decoded(worked)

    async def close(self) -> None:
        """Think no more."""
        await self.work.stop()


def _claim(room: Room, level: str, last: float | None) -> Claim:
    """What a thought will cost: as much as the last one at this table, or at first what is usual for the level."""
    game = room.journal.match.game.id
    kind = bot_of(level, game)
    search = search_of(kind, game)
    usual = search.seconds if search is not None else _PLANS if kind.plans else _LOOKS
    return Claim(
        lambda: room.payers, room.id, usual if last is None else last, lambda: room.company, search is not None
    )


def _with_why(room: Room, seat: int, answer: Any) -> Any:
    """The answer itself; why it was given is kept until it has been."""
    if not isinstance(answer, dict) or "reply" not in answer:
        return answer
    room.thoughts.note(seat, as_type(answer["why"], Thought))
    return answer["reply"]


def content_with_draw(room: Room) -> int | None:
    """A bot of a room that takes a draw, offers one because nothing happens any more, or strikes its flag."""
    return room.draws.speaker(room.journal.state, _bots_of(room))


def note_draw(room: Room, seat: int) -> dict[str, str]:
    """What this bot says now: that it is content with a draw, or that it gives up."""
    said: dict[str, str] = msgspec.to_builtins(room.draws.note(room.journal.state, _bots_of(room), seat))
    return said


def _bots_of(room: Room) -> dict[int, Contented]:
    game = room.journal.match.game
    return {row.seat: make_player(row.level, game, "") for row in room.seats if row.is_bot}


def safe_answer(state: State, seat: int) -> Any:
    """What the game suggests first, worked out from the seat's own view."""
    seen = imagine(view(state, seat), state.match)
    decision = seen.decision_of(seat)
    if decision is None:
        raise ValueError(f"seat {seat} has nothing to decide")
    answer = msgspec.to_builtins(decision.suggest(seen, 1)[0].answer)
    seen.clear_caches()
    return answer
