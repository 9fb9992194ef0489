"""Bots as seats: they think in processes of their own, within a time budget, from the bytes of their view.

A worker that has died is replaced and asked once more; one that is late is not. Then the decision's first suggestion is
given in its place. At a table where this happens again and again the workers are left alone for a while.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import msgspec

from brickfield.core.draws import Contented
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.core.views import imagine, view
from brickfield.players.levels import make_player
from brickfield.players.thoughts import Thought
from brickfield.server.bot_worker import Question
from brickfield.server.dice import player_seed
from brickfield.server.journal import Journal
from brickfield.server.logs import log, log_fault
from brickfield.server.metrics import METRICS
from brickfield.server.room import Room
from brickfield.server.thinking import WORKER, NoAnswer, TooLate, WorkerFailed, Workers

BUDGET_SECONDS = 10.0
_TRIES = 2
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

    def __init__(self, budget: float = BUDGET_SECONDS, worker: tuple[str, ...] = WORKER, workers: int = 0) -> None:
        self.budget = budget
        self.workers = Workers(worker, workers)
        # failures in a row by table
        self._failures: WeakKeyDictionary[Room, int] = WeakKeyDictionary()

    async def decide(self, room: Room, seat: int) -> Any:
        """An answer for this seat: the bot's, or the safe one when the bot is cut."""
        failures = self._failures.get(room, 0)
        head, state = room.journal.head, room.journal.state
        if failures < MOST_FAILURES:
            # a large view takes a while to be written, which nobody else should notice
            question = await asyncio.to_thread(_question, room.journal, state, seat, room.sitting[seat].level)
            answer = await self._asked(room, seat, question)
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

    async def _asked(self, room: Room, seat: int, question: bytes) -> Any:
        """The worker's answer, or None when there is none in time; the table sees how far it is."""
        for _ in range(_TRIES):
            async with self.workers.one(room) as worker:
                try:
                    return await worker.ask(question, self.budget, partial(room.thoughts.ponder, seat))
                except WorkerFailed as error:
                    log_fault("bot_failed", error, match=room.id, reason=str(error))
                    if isinstance(error, (TooLate, NoAnswer)):
                        break
        return None

    async def close(self) -> None:
        """Think no more."""
        await self.workers.stop()


def _question(journal: Journal, state: State, seat: int, level: str) -> bytes:
    """What a worker is asked: nothing but the view of one seat."""
    seed = player_seed(journal.seed, journal.row.id, seat)
    seen = view(state, seat)
    match = journal.match
    return msgspec.json.encode(Question(match.setup, match.game.rules_version, level, seed, msgspec.Raw(seen.encode())))


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
    seen.forget_workings()
    return answer
