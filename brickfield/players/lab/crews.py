"""Who plays the games: this process, or several on this machine. A cluster (`cluster`) is a crew as well.

A crew changes nothing about the games: each is worked out from its job alone, so the results are the same whoever
plays them and in whatever order they end.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_all_start_methods, get_context, parent_process
from typing import TYPE_CHECKING, Protocol

from brickfield.players.lab import matches
from brickfield.players.lab.matches import MatchJob, MatchResult

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

# Small enough for a lively progress bar, large enough that passing work around costs nothing.
_LARGEST_CHUNK = 10
_CHUNKS_PER_WORKER = 12

# A job with its place among those that were asked for, and the same with its result.
Placed = tuple[int, MatchJob]
Ended = tuple[int, MatchResult]


class Crew(Protocol):
    """Anybody who plays games for the lab."""

    def play(self, jobs: Sequence[MatchJob]) -> Generator[Ended]:
        """Play the games; each result with its place, as soon as it is there. Whoever has heard enough closes it."""
        ...

    def close(self) -> None:
        """Nothing more is asked of it."""
        ...


class Alone:
    """This process plays one game after another."""

    def play(self, jobs: Sequence[MatchJob]) -> Generator[Ended]:
        """In their order."""
        for place, job in enumerate(jobs):
            yield place, matches.play_job(job)

    def close(self) -> None:
        """Nothing is left behind."""


class Processes:
    """So many processes of this machine play side by side."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def play(self, jobs: Sequence[MatchJob]) -> Generator[Ended]:
        """As they end; when nobody listens any more the processes finish the games they are at, and leave."""
        workers = min(self._workers, len(jobs))
        if workers <= 1:
            yield from Alone().play(jobs)
            return
        # never fork: a forked copy of a running interpreter may hold locks of threads it does not have
        context = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        stop = context.Event()
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker, initargs=(stop,))
        try:
            chunks: list[Future[list[Ended]]] = [pool.submit(_play_chunk, part) for part in chunked(jobs, workers)]
            for done in as_completed(chunks):
                yield from done.result()
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """The processes of each call end with it."""


def chunked(jobs: Sequence[MatchJob], workers: int) -> Iterator[list[Placed]]:
    """The jobs with their places, in portions for so many workers."""
    size = max(1, min(_LARGEST_CHUNK, len(jobs) // (workers * _CHUNKS_PER_WORKER)))
    placed = list(enumerate(jobs))
    for start in range(0, len(placed), size):
        yield placed[start : start + size]


# The sign by which a worker learns that nobody wants its games any more.
_stop: Event | None = None


def _start_worker(stop: Event) -> None:
    """A worker leaves stopping to the process that started it, and never outlives that process."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_chunk(jobs: list[Placed]) -> list[Ended]:
    return [(place, matches.play_job(job)) for place, job in jobs if _stop is None or not _stop.is_set()]
