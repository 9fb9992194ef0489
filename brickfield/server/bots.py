"""Bots as seats: they think in a process of their own, within a time budget, from the bytes of their view.

A worker that is late or has died is replaced, and the decision's first suggestion is given in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Any, Protocol

import msgspec

from brickfield.core.draws import Contented
from brickfield.core.views import view
from brickfield.players.levels import make_player
from brickfield.server.bot_worker import Question
from brickfield.server.dice import player_seed
from brickfield.server.logs import log, log_fault
from brickfield.server.metrics import METRICS
from brickfield.server.room import Room

BUDGET_SECONDS = 10.0
# Longer than any answer.
_LONGEST_LINE = 1 << 20
WORKER = ("-m", "brickfield.server.bot_worker")


class Thinker(Protocol):
    """Whoever answers for bots."""

    async def decide(self, room: Room, seat: int) -> Any:
        """An answer for this seat, in time."""
        ...

    async def close(self) -> None:
        """Think no more."""
        ...


class Bots:
    """One worker process, started when it is first needed and watched all the time."""

    def __init__(self, budget: float = BUDGET_SECONDS, worker: tuple[str, ...] = WORKER) -> None:
        self._budget = budget
        self._command = worker
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def decide(self, room: Room, seat: int) -> Any:
        """An answer for this seat: the bot's, or the safe one when the bot is cut."""
        row = room.seats[seat]
        seed = player_seed(room.journal.seed, room.id, seat)
        seen = view(room.journal.state, seat)
        question = Question(room.journal.match.setup, row.level, seed, msgspec.Raw(seen.encode()))
        answer = await self._ask(msgspec.json.encode(question))
        if answer is not None:
            return answer
        METRICS.count("bots_cut")
        log("bot_cut", match=room.id, seat=seat, record=room.journal.head)
        return safe_answer(room, seat)

    async def _ask(self, question: bytes) -> Any:
        """The worker's answer, or None when there is none in time."""
        async with self._turn:
            try:
                line = await asyncio.wait_for(self._exchange(question), self._budget)
                return msgspec.json.decode(line)
            except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as error:
                log_fault("bot_failed", error)
                await self._kill()
                return None
            except asyncio.CancelledError:
                # an answer nobody waits for any more would be taken for the next one
                await asyncio.shield(self._kill())
                raise

    async def _exchange(self, question: bytes) -> bytes:
        process = await self._worker()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the worker has died")
        return line

    async def _worker(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_LONGEST_LINE,
            )
        return self._process

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()

    async def close(self) -> None:
        """Think no more."""
        await self._kill()


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


def safe_answer(room: Room, seat: int) -> Any:
    """What the game suggests first, worked out from the seat's own view."""
    seen = room.seen_by(seat)
    decision = seen.decision_of(seat)
    if decision is None:
        raise ValueError(f"seat {seat} has nothing to decide")
    return msgspec.to_builtins(decision.suggest(seen, 1)[0].answer)
