"""How much of the server's own time somebody uses up: the seconds of a processor that what he asked for has taken, in
the event loop and in threads beside it. Whatever is waited for meanwhile is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from types import coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")

# Where there are no threads the process is the only one.
USED: Callable[[], float] = getattr(time, "thread_time", time.process_time)


class Meter:
    """What was used up so far."""

    def __init__(self, clock: Callable[[], float] = USED) -> None:
        self.spent = 0.0
        self.clock = clock

    def take(self) -> float:
        """What was used up since this was asked last."""
        spent, self.spent = self.spent, 0.0
        return spent


# Whose work is under way; tasks that are begun for it go on his account.
_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


async def metered(work: Coroutine[Any, Any, _T], meter: Meter) -> _T:
    """Work on somebody's account."""
    before = _METER.set(meter)
    try:
        return await _stepped(work, meter)
    finally:
        _METER.reset(before)


async def also_metered(work: Coroutine[Any, Any, _T]) -> _T:
    """Work in a task of its own, on the account of whoever it was begun for."""
    meter = _METER.get()
    return await (work if meter is None else _stepped(work, meter))


def beside(work: Callable[[], _T]) -> Callable[[], _T]:
    """The same work for a thread, on the account of whoever wants it now."""
    meter = _METER.get()

    def run() -> _T:
        began = USED()
        try:
            return work()
        finally:
            if meter is not None:
                meter.spent += USED() - began

    return run


@coroutine
def _stepped(work: Coroutine[Any, Any, _T], meter: Meter) -> Generator[Any, Any, _T]:
    """Step by step, from one thing that is waited for to the next."""
    value: Any = None
    error: BaseException | None = None
    while True:
        began = meter.clock()
        try:
            waits = work.send(value) if error is None else work.throw(error)
        except StopIteration as stop:
            found: _T = stop.value
            return found
        finally:
            meter.spent += meter.clock() - began
        try:
            value, error = (yield waits), None
        except BaseException as raised:
            error = raised
