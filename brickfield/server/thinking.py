"""Workers: the processes bots think in, a few for all tables, and which table gets the next free one.

Tables at which somebody plays come first, then those that are only watched, then those nobody looks at. Among equals
each has its turn, and whose thoughts are short need not wait behind many long ones: next is who has waited longest,
measured by the length of its own last thought. Where there are several workers, one is always left for people's tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from brickfield.server.room import PLAYED, Room

# Longer than any answer.
_LONGEST_LINE = 1 << 20
# Seconds; shorter thoughts are all alike.
_LEAST_COST = 0.05
# How a line begins that says how far a bot is.
_SHARE = b'{"share":'
WORKER = ("-m", "brickfield.server.bot_worker")


class WorkerFailed(RuntimeError):
    """No answer: the process has died, has said something else, or could not be started."""


class TooLate(WorkerFailed):
    """No answer in time."""


class NoAnswer(WorkerFailed):
    """The bot itself has failed; asking it again would fail again."""


class Worker:
    """One process, started when it is first needed; after a failure it is replaced by a fresh one."""

    def __init__(self, command: tuple[str, ...] = WORKER) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: bytes, seconds: float, tell: Callable[[float], None] | None = None) -> Any:
        """The answer to a question, in time; `tell` hears how far the bot is, if it says so."""
        try:
            line = await asyncio.wait_for(self._exchange(question, tell), seconds)
            answer = msgspec.json.decode(line)
        except TimeoutError as error:
            await self.stop()
            raise TooLate(f"no answer in {seconds:g} seconds") from error
        except (OSError, ValueError, msgspec.DecodeError) as error:
            await self.stop()
            raise WorkerFailed(type(error).__name__) from error
        except asyncio.CancelledError:
            # an answer nobody waits for any more would be taken for the next one
            await asyncio.shield(self.stop())
            raise
        if isinstance(answer, dict) and "fault" in answer:
            raise NoAnswer(str(answer["fault"]))
        return answer

    async def _exchange(self, question: bytes, tell: Callable[[float], None] | None) -> bytes:
        process = await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question + b"\n")
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line.endswith(b"\n"):
                raise OSError("the worker has died")
            if not line.startswith(_SHARE):
                return line
            if tell is not None:
                tell(float(msgspec.json.decode(line)["share"]))

    async def _started(self) -> asyncio.subprocess.Process:
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

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    async def stop(self) -> None:
        """End the process; the next question gets a new one."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()


class Turn:
    """A table that waits for a worker since a moment; `cost` is how long its last thought took."""

    __slots__ = ("cost", "ready", "room", "since")

    def __init__(self, room: Room, cost: float) -> None:
        self.room = room
        self.cost = cost
        self.since = time.monotonic()
        self.ready: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()

    def order(self, now: float) -> tuple[int, float]:
        """Who is here, then how many of its own thoughts this table has waited for; the least comes next."""
        return self.room.company, (self.since - now) / self.cost


class Workers:
    """All workers, and the tables that wait for one."""

    def __init__(self, command: tuple[str, ...] = WORKER, count: int = 0) -> None:
        self.all = [Worker(command) for _ in range(count or cores())]
        # the one used last is used next, so that no more processes are started than are needed
        self._free = list(self.all)
        self._waiting: list[Turn] = []
        # workers that think for tables at which nobody plays
        self._lent: set[Worker] = set()
        self._costs: WeakKeyDictionary[Room, float] = WeakKeyDictionary()

    @contextlib.asynccontextmanager
    async def one(self, room: Room) -> AsyncIterator[Worker]:
        """A worker for one thought of this table, when its turn has come."""
        turn = Turn(room, self._costs.get(room, _LEAST_COST))
        self._waiting.append(turn)
        self._hand_out()
        try:
            worker = await turn.ready
        except asyncio.CancelledError:
            self._withdraw(turn)
            raise
        began = time.monotonic()
        try:
            yield worker
        finally:
            self._costs[room] = max(_LEAST_COST, time.monotonic() - began)
            self._give_back(worker)

    def _withdraw(self, turn: Turn) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
        elif turn.ready.done() and not turn.ready.cancelled():
            self._give_back(turn.ready.result())

    def _give_back(self, worker: Worker) -> None:
        self._lent.discard(worker)
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            now = time.monotonic()
            turn = min(self._waiting, key=lambda each: each.order(now))
            if turn.ready.cancelled():
                # it no longer waits, and has not got round to saying so
                self._waiting.remove(turn)
                continue
            is_played = turn.room.company == PLAYED
            if not is_played and len(self._lent) >= max(1, len(self.all) - 1):
                return
            self._waiting.remove(turn)
            worker = self._free.pop()
            if not is_played:
                self._lent.add(worker)
            turn.ready.set_result(worker)

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.all))


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
