"""The line to a worker: what is said on it, and what starts one. A process is one kind, see `worker_process`.

A job goes to the worker as one line of JSON. What is said of it are lines, too; what was worked out comes behind the
last one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from msgspec import Struct


class Began(Struct, frozen=True, tag_field="said", tag="began"):
    """A worker has begun."""


class BudgetSpent(Struct, frozen=True, tag_field="said", tag="share"):
    """How much of its budget a bot has spent on the question so far."""

    share: float


class Finished(Struct, frozen=True, tag_field="said", tag="done"):
    """Behind this line comes what was worked out, in so many bytes; it took `cost` seconds of a processor.

    Where it is a refusal, `code` says which; a `fault` is the type and place of an error of ours.
    """

    cost: float
    size: int
    code: str = ""
    fault: str = ""


AnySaid: TypeAlias = Began | BudgetSpent | Finished


class Line(Protocol):
    """A worker that was started. What goes wrong on the line is an OSError, a ValueError or an EOFError."""

    @property
    def is_up(self) -> bool:
        """Whether there is somebody at the other end."""
        ...

    def ask(self, job: bytes, seconds: float) -> None:
        """Send a job. After so many seconds it will be told to stop; who cannot hear that may look at the clock."""
        ...

    def stop(self, number: int) -> None:
        """Tell it to come to an end with a job."""
        ...

    async def hear(self) -> AnySaid:
        """What it says next."""
        ...

    async def data(self, size: int) -> bytes:
        """What was worked out."""
        ...

    async def end(self) -> None:
        """End it, whatever it is at."""
        ...


# Starts a worker.
Start: TypeAlias = Callable[[], Awaitable[Line]]
