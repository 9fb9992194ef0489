"""Workers of a page: the jobs of a server's workers, done in an interpreter of their own beside the one that serves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from brickfield.core.typed import from_json
from brickfield.server.bots.worker import work
from brickfield.server.bots.worker_line import AnySaid, Finished, Line, Start

# What is said, and what was worked out if there is any: two texts.
Hear: TypeAlias = Callable[[str, str], None]


# Seconds without a job after which a worker gives its memory back; the next job finds a new one.
REST = 90.0


# The same thoughts take half as long again here (docs/pocket.md): so much more time keeps a level as strong as it is.
_LONGER = 3.0


class Helper(Protocol):
    """A worker of the page, as the page gives it."""

    def ask(self, job: str, seconds: float) -> None:
        """Send it a job."""
        ...

    def end(self) -> None:
        """End it, whatever it is at."""
        ...


# Starts one; it calls back with everything it says, and with two empty texts when it has died.
MakeHelper: TypeAlias = Callable[[Hear], Helper]


class PageLine:
    """The line to one worker of the page. While it works it hears nothing: it looks at the clock instead."""

    def __init__(self, make: MakeHelper, rest: float = REST) -> None:
        self._rest_after = rest
        self._resting: asyncio.TimerHandle | None = None
        self._heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._data = b""
        self.is_up, self._has_ended = True, False
        self._helper = make(self._hear)

    def _hear(self, said: str, data: str) -> None:
        self._heard.put_nowait((said, data))

    def ask(self, job: bytes, seconds: float) -> None:
        """Send a job, and after how many seconds it should give what it has."""
        self._stay()
        self._helper.ask(job.decode(), seconds)

    def stop(self, number: int) -> None:
        """It has looked at the clock."""

    async def hear(self) -> AnySaid:
        """What it says next."""
        said, data = await self._heard.get()
        if not said:
            self.is_up = False
            raise EOFError("the worker has died")
        self._data = data.encode()
        found: AnySaid = from_json(said.encode(), AnySaid)  # type: ignore[arg-type]
        if isinstance(found, Finished):
            self._resting = asyncio.get_running_loop().call_later(self._rest_after, self._rest)
        return found

    def _stay(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _rest(self) -> None:
        self.is_up = False
        if not self._has_ended:
            self._has_ended = True
            self._helper.end()

    async def data(self, size: int) -> bytes:
        """What came with the last word."""
        return self._data

    async def end(self) -> None:
        """End it."""
        self._stay()
        self._rest()


def helpers(make: MakeHelper) -> Start:
    """Starts workers of a page."""

    async def start() -> Line:
        return PageLine(make)

    return start


def answer(job: str, seconds: float, tell: Hear) -> None:
    """Inside a worker of a page: do one job, and give what is there when the time is over."""
    until = time.monotonic() + seconds
    work(
        job.encode(),
        lambda _number: time.monotonic() > until,
        lambda said, data: tell(msgspec.json.encode(said).decode(), data.decode()),
        _LONGER,
    )
