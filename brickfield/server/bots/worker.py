"""The process that works for the server: jobs come in by standard input, what comes of them goes out.

A job is one line. What is said of it are lines, too; what was worked out comes behind the last one. A line `stop N`
tells the worker to come to an end with job N: a bot that looks ahead gives its best so far.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

import msgspec

from brickfield.core.sweeping import seldom_swept
from brickfield.core.typed import from_json
from brickfield.games import find_game
from brickfield.server.bots.job_kinds import Aids, outcome_of
from brickfield.server.bots.jobs import NumberedJob
from brickfield.server.bots.worker_line import AnySaid, Began, BudgetSpent, Finished
from brickfield.server.bots.worker_process import STOP

# How much a worker stands back for the server's own process.
_NICE = 10
# What is said goes to the server with what was worked out, if there is any.
Say: TypeAlias = Callable[[AnySaid, bytes], None]
# Nobody waits for any job.
ENDED = sys.maxsize
# Seconds between two lines about how far a bot is.
_SAID_EVERY = 0.3


class Inbox:
    """What the server says, read as it comes: jobs wait for their turn, to stop is heard at once."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[bytes | None] = SimpleQueue()
        # jobs up to this number are to come to an end
        self.stopped = 0

    def read(self) -> None:
        """Read until the server says nothing more; then nobody waits for anything."""
        for line in sys.stdin.buffer:
            if line.startswith(STOP):
                self.stopped = max(self.stopped, int(line[len(STOP) :]))
            else:
                self.jobs.put(line)
        self.stopped = ENDED
        self.jobs.put(None)

    def is_over(self, number: int) -> bool:
        """Whether this job is to come to an end."""
        return number <= self.stopped


class Teller:
    """Says on a line of its own how far a bot is, not more often than somebody could see."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._last = -_SAID_EVERY

    def __call__(self, share: float) -> None:
        """Say it, unless it was said a moment ago."""
        now = time.monotonic()
        if now - self._last >= _SAID_EVERY:
            self._last = now
            self._say(BudgetSpent(round(share, 2)), b"")


def _say(said: AnySaid, data: bytes) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n" + data)
    sys.stdout.buffer.flush()


def work(line: bytes, is_over: Callable[[int], bool], say: Say = _say, longer: float = 1.0) -> None:
    """Do one job and say what came of it; a bot may think so many times the seconds of its level."""
    say(Began(), b"")
    began = time.process_time()
    asked = from_json(line, NumberedJob)
    found = outcome_of(asked.job, Aids(find_game, Teller(say), lambda: is_over(asked.number), longer))
    say(Finished(time.process_time() - began, len(found.data), found.code, found.fault), found.data)


def main() -> None:
    """Do job after job until the input ends."""
    # people's commands go before whatever is worked out here
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    inbox = Inbox()
    Thread(target=inbox.read, daemon=True).start()
    gc.freeze()
    with seldom_swept():
        while (line := inbox.jobs.get()) is not None:
            work(line, inbox.is_over)


if __name__ == "__main__":
    main()
