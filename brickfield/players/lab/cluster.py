"""Games played by a cluster: a Dask scheduler hands them to workers on any machines, and again when a worker dies.

What travels is JSON: jobs out, results back. Every worker must have the same rules and bots as whoever asks, which each
portion of games checks, so that the results are those of one process.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

import msgspec

from brickfield.core.typed import from_json
from brickfield.players.lab import matches
from brickfield.players.lab.crews import Ended, Placed, chunked
from brickfield.players.lab.matches import BattleFault, MatchJob
from brickfield.players.lab.versions import code_version

if TYPE_CHECKING:
    from distributed import Client, Future

# How long the scheduler is waited for, and how long games may wait for any worker at all.
_GREETING = 10.0
_PATIENCE = 60.0
# How many portions of games lie ready beyond those being played, by worker: enough that nobody waits, and few enough
# that a worker that joins later finds some.
_READY = 2


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connect(address)

    def play(self, jobs: Sequence[MatchJob]) -> Generator[Ended]:
        """As they end. What a dead worker had in hand is played by another."""
        portions = chunked(jobs, max(1, self._threads()))
        running: dict[Future, list[Placed]] = {}
        try:
            while True:
                self._fill(running, portions)
                if not running:
                    return
                for future in self._ended(list(running)):
                    yield from self._result(future, running.pop(future))
        except (CancelledError, OSError) as error:
            raise BattleFault(f"the scheduler at {self._address} is gone: {error}") from error
        finally:
            if running:
                self._client.cancel(list(running), force=True)

    def close(self) -> None:
        """Leave the cluster; its workers stay for others."""
        self._client.close()

    def _threads(self) -> int:
        return sum(self._client.nthreads().values())

    def _fill(self, running: dict[Future, list[Placed]], portions: Iterator[list[Placed]]) -> None:
        """Hand out more games, as many as the workers there are now keep busy with."""
        most = (1 + _READY) * max(1, self._threads())
        while len(running) < most and (portion := next(portions, None)) is not None:
            text = msgspec.json.encode(portion)
            running[self._client.submit(play_portion, text, code_version(), pure=False)] = portion

    def _ended(self, futures: list[Future]) -> list[Future]:
        """Those whose games are over; it waits for one, but not for ever for the first worker."""
        from distributed import wait

        while True:
            try:
                with self._client.as_current():
                    found = wait(futures, timeout=_PATIENCE, return_when="FIRST_COMPLETED")
                return [future for future in futures if future in found.done]
            except TimeoutError as error:
                if not self._threads():
                    raise BattleFault(f"the cluster at {self._address} has no worker") from error

    def _result(self, future: Future, portion: list[Placed]) -> Iterator[Ended]:
        from distributed import KilledWorker

        try:
            text = future.result()
        except KilledWorker as error:
            numbers = ", ".join(str(job.index) for _, job in portion)
            raise BattleFault(f"worker after worker died over games {numbers} ({error})") from error
        except ImportError as error:
            raise BattleFault(f"a worker at {self._address} has no Brickfield of this version: {error}") from error
        return iter(from_json(text, list[Ended]))


def _connect(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise BattleFault("a cluster needs the extra: pip install 'brickfield[cluster]'") from error
    try:
        return Client(address, timeout=_GREETING, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise BattleFault(f"no scheduler answers at {address}: {error}") from error


# --- on a worker -----------------------------------------------------------------------------------------------------

# The rules keep what they have worked out; a worker with several threads plays its games one after another.
_playing = threading.Lock()


def play_portion(text: bytes, version: str) -> bytes:
    """Play some games that came as JSON, if the rules and the bots here are those that were asked for."""
    if code_version() != version:
        raise BattleFault(f"a worker has other rules or bots ({code_version()}) than were asked for ({version})")
    with _playing:
        played: list[Any] = [(place, matches.play_job(job)) for place, job in from_json(text, list[Placed])]
    return msgspec.json.encode(played)
