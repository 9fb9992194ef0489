"""A worker that is a process of its own, reached through its standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
import sys

from brickfield.core.typed import from_json
from brickfield.server.bots.worker_line import AnySaid, Line, Start

# Longer than any line; what was worked out comes behind its line, whatever its size.
_LONGEST_LINE = 1 << 16
_WORKER = ("-m", "brickfield.server.bots.worker")
# How a line begins that tells a worker to come to an end with a job; the number of the job follows.
STOP = b"stop "


class ProcessLine:
    """The line to one process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in, self._out = process.stdin, process.stdout

    @property
    def is_up(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    def ask(self, job: bytes, seconds: float) -> None:
        """Send a job; this one hears when it is told to stop."""
        self._in.write(job + b"\n")

    def stop(self, number: int) -> None:
        """Tell it to come to an end with a job."""
        self._in.write(STOP + b"%d\n" % number)

    async def hear(self) -> AnySaid:
        """The next line."""
        await self._in.drain()
        line = await self._out.readline()
        if not line.endswith(b"\n"):
            raise EOFError("the worker has died")
        said: AnySaid = from_json(line, AnySaid)  # type: ignore[arg-type]
        return said

    async def data(self, size: int) -> bytes:
        """What comes behind the last line."""
        return await self._out.readexactly(size)

    async def end(self) -> None:
        """End the process."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._in.close()
        await self._process.wait()


def process(*words: str) -> Start:
    """Starts a process of this Python with these words; without any, one that works."""

    async def start() -> Line:
        found = await asyncio.create_subprocess_exec(
            sys.executable,
            *(words or _WORKER),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )
        return ProcessLine(found)

    return start
