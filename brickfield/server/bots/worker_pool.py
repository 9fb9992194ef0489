"""Workers: where everything is worked out that takes its time, and who gets the next free one.

Bots' thoughts and what people ask for stand in one line, see `sharing`. Of several workers one is always left for what
is quickly done, and one for people's tables. Whatever takes too long is told to stop and gives its best so far; only
who does not listen is ended. The time counts from the moment the worker says that it has begun.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from brickfield.server.bots.fair_share import Claim
from brickfield.server.bots.jobs import AnyJob, NumberedJob
from brickfield.server.bots.work_queue import Queue, Turn
from brickfield.server.bots.worker_line import BudgetSpent, Finished, Line, Start
from brickfield.server.bots.worker_process import process

_TRIES = 2

Tell: TypeAlias = Callable[[float], None]


class WorkerFailed(RuntimeError):
    """No answer: the worker has died, has said something else, or could not be started."""


class TooLate(WorkerFailed):
    """No answer in time."""


class NoAnswer(WorkerFailed):
    """The work itself has failed; asking for it again would fail again."""


class Patience(Struct, frozen=True):
    """How many seconds a worker has from its first byte until it is told to stop, how many more until it is ended, and
    how many until that first byte, in which it may have to be started."""

    seconds: float = 10.0
    more: float = 2.0
    first: float = 60.0


class Worked(Struct, frozen=True):
    """What was worked out, as JSON; the code, if it is a refusal; and what it took."""

    data: bytes
    code: str = ""
    cost: float = 0.0


class Worker:
    """One worker, started when it is first needed; after a failure it is replaced by a fresh one."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._line: Line | None = None
        self._number = 0

    async def ask(self, job: AnyJob, patience: Patience, tell: Tell | None = None) -> Worked:
        """What comes of a job, in time; `tell` hears how far it is, if the worker says so."""
        try:
            worked, fault = await self._exchange(job, patience, tell)
        except TimeoutError as error:
            await self.stop()
            raise TooLate("no answer in time") from error
        except (OSError, ValueError, EOFError, msgspec.DecodeError) as error:
            await self.stop()
            raise WorkerFailed(type(error).__name__) from error
        except asyncio.CancelledError:
            # an answer nobody waits for any more would be taken for the next one
            await asyncio.shield(self.stop())
            raise
        if fault:
            raise NoAnswer(fault)
        return worked

    async def _exchange(self, job: AnyJob, patience: Patience, tell: Tell | None) -> tuple[Worked, str]:
        line = await self._started()
        self._number += 1
        line.ask(msgspec.json.encode(NumberedJob(self._number, job)), patience.seconds)
        loop = asyncio.get_running_loop()
        until, began, was_told = loop.time() + patience.first, False, False
        while True:
            try:
                async with asyncio.timeout_at(until):
                    said = await line.hear()
            except TimeoutError:
                if not began or was_told:
                    raise
                was_told, until = True, loop.time() + patience.more
                line.stop(self._number)
                continue
            if isinstance(said, Finished):
                async with asyncio.timeout(patience.more):
                    data = await line.data(said.size)
                return Worked(data, said.code, said.cost), said.fault
            if not began:
                began, until = True, loop.time() + patience.seconds
            if isinstance(said, BudgetSpent) and tell is not None:
                tell(said.share)

    async def _started(self) -> Line:
        if self._line is None or not self._line.is_up:
            self._number = 0
            self._line = await self._start()
        return self._line

    @property
    def running(self) -> bool:
        """Whether one is there."""
        return self._line is not None and self._line.is_up

    async def stop(self) -> None:
        """End it; the next job gets a new one."""
        line, self._line = self._line, None
        if line is not None:
            await line.end()


class JobRunner(Protocol):
    """Whoever does jobs."""

    async def do(self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None) -> Worked:
        """What comes of a job when its turn has come; WorkerFailed when nothing does."""
        ...

    async def stop(self) -> None:
        """Do no more."""
        ...


class Workers(Queue[Worker]):
    """All workers, and the work that waits for one."""

    def __init__(self, start: Start | None = None, count: int = 0) -> None:
        """So many workers, each started in this way; unless told otherwise they are processes."""
        start = start or process()
        # where there is one processor two processes share it, so that what is short never waits for what is long
        super().__init__([Worker(start) for _ in range(count or max(2, cores()))])
        self._tasks: set[asyncio.Task[Worked]] = set()

    async def do(self, claim: Claim, job: AnyJob, patience: Patience | None = None, tell: Tell | None = None) -> Worked:
        """What comes of a job when its turn has come. Who does not wait for it any more ends no process: what was begun
        is finished and forgotten."""
        turn: Turn[Worker] = Turn(claim)
        task = asyncio.ensure_future(self._done(turn, job, patience or Patience(), tell))
        self._tasks.add(task)
        task.add_done_callback(self._gone)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not turn.ready.done():
                task.cancel()
            raise

    def _gone(self, task: asyncio.Task[Worked]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # whoever asked may have gone: then nobody else looks at it
            task.exception()

    async def _done(self, turn: Turn[Worker], job: AnyJob, patience: Patience, tell: Tell | None) -> Worked:
        async with self.one(turn) as worker:
            for left in reversed(range(_TRIES)):
                try:
                    worked = await worker.ask(job, patience, tell)
                except WorkerFailed as error:
                    # whoever has died is replaced and asked once more
                    if isinstance(error, (TooLate, NoAnswer)) or not left:
                        raise
                    continue
                turn.cost = worked.cost
                return worked
        raise AssertionError("it is tried at least once")

    async def stop(self) -> None:
        """End all of them."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.all))


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def decoded(worked: Worked) -> Any:
    """What was worked out, as plain data."""
    return msgspec.json.decode(worked.data)
