"""Workers of one house that are killed, stopped, cut off and replaced under load: nothing acknowledged is lost, nothing
is done twice, no match forks, and every match replays.

`BRICKFIELD_CLUB_KILLS=100` runs the long version: three workers, so many kills, a third as many times all lines cut.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from brickfield.server.store.postgres.store import PostgresStore
from tests.server.databases import Cluster
from tests.server.ledgers import Book, LedgerPlayer, Served
from tests.server.tables import until
from tests.server.test_kill import enough, faults_of

# No further fault after so long: what a long version has come to by then is worth as much.
SECONDS = float(os.environ.get("BRICKFIELD_CLUB_SECONDS", "3600"))
KILLS = int(os.environ.get("BRICKFIELD_CLUB_KILLS", "1"))
WORKERS = 3 if KILLS > 1 else 2
# A player who has heard nothing for so long comes back, whether the worker that stands still is awake again or not.
_PATIENCE_SECONDS = 4.0
PLAYERS = 6


class Club(Served):
    """A keeper and its workers on a port of their own."""

    count = WORKERS

    def __init__(self, postgres: Cluster, fault: str = "", url: str = "") -> None:
        self.postgres, self.url = postgres, url or postgres.fresh()
        super().__init__(Path(postgres.name_of(self.url)), fault)
        self._rng = random.Random(7)
        # what has happened to it, and how often
        self.suffered: Counter[str] = Counter()

    def words(self) -> list[str]:
        return [
            "tests.server.club_entry",
            str(self.port),
            self.url,
            str(self.count),
            *([self.fault] if self.fault else []),
        ]

    def workers(self) -> list[int]:
        """The processes that serve, as the house knows them."""
        alive = "until > extract(epoch FROM clock_timestamp())"
        found = self.postgres.ask(f"SELECT process FROM worker WHERE {alive} ORDER BY id", self.database.name)
        return [process for (process,) in found]

    async def without(self, process: int) -> None:
        """Wait until the house knows that a worker is gone."""

        async def wait() -> None:
            await asyncio.sleep(0.05)

        await until(lambda: process not in self.workers(), wait)

    async def full(self) -> None:
        """Wait until all workers serve."""

        async def wait() -> None:
            await asyncio.sleep(0.05)

        await until(lambda: len(self.workers()) >= WORKERS, wait)

    def send(self, what: int) -> int:
        """Send a signal to one of the workers; which."""
        process = self._rng.choice(self.workers())
        os.kill(process, what)
        return process

    def end_lines(self) -> None:
        """End every line that the workers have to the database, whatever it is doing."""
        ours = f"application_name LIKE 'brickfield%' AND datname = '{self.database.name}'"
        self.postgres.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")


async def storm(club: Club, faults: list[Callable[[Club], Awaitable[None]]]) -> list[Book]:
    """Players at full speed, and one fault after the other; in the end the house is stopped politely."""
    await club.start()
    await club.full()
    stop = asyncio.Event()
    players = [LedgerPlayer(club, number) for number in range(PLAYERS)]
    for player in players:
        player.patience = _PATIENCE_SECONDS
    playing = [asyncio.create_task(player.play(stop)) for player in players]
    ends = time.monotonic() + SECONDS
    for number, fault in enumerate(faults):
        if time.monotonic() > ends:
            print(f"out of time after {number} of {len(faults)} faults")
            break
        await enough(club, random.Random(club.acknowledged).randrange(5, 60))
        await fault(club)
        club.suffered[fault.__name__] += 1
        await club.full()
    await enough(club, 40)
    stop.set()
    await asyncio.gather(*playing)
    assert club.stop() == 0
    return [book for player in players for book in player.books]


async def kill(club: Club) -> None:
    """A worker dies without a word."""
    await club.without(await asyncio.to_thread(club.send, signal.SIGKILL))


async def drain(club: Club) -> None:
    """A worker is stopped politely."""
    await club.without(await asyncio.to_thread(club.send, signal.SIGTERM))


async def cut_lines(club: Club) -> None:
    """All lines to the database break in the middle of what they do."""
    await asyncio.to_thread(club.end_lines)


async def restart_database(club: Club) -> None:
    """The database stops at once, without waiting for anybody, and comes back."""
    await asyncio.to_thread(club.postgres.stop)
    await asyncio.to_thread(club.postgres.start)


async def database_gone(club: Club) -> None:
    """The database is gone for so long that every worker gives its tables up."""
    await asyncio.to_thread(club.postgres.stop)
    await asyncio.sleep(30)
    await asyncio.to_thread(club.postgres.start)


async def stand_still(club: Club) -> None:
    """A worker stands still until another has what it had, then goes on as if nothing had been."""

    def others_have_all(process: int) -> bool:
        words = f"SELECT 1 FROM worker WHERE process = {process} AND until < extract(epoch FROM clock_timestamp()) - 1"
        return bool(club.postgres.ask(words, club.database.name))

    async def wait() -> None:
        await asyncio.sleep(0.1)

    process = await asyncio.to_thread(club.send, signal.SIGSTOP)
    await until(lambda: others_have_all(process), wait)
    await enough(club, 10)
    os.kill(process, signal.SIGCONT)


async def replace_all(club: Club) -> None:
    """Every worker is replaced, one after the other."""
    assert club.process is not None
    before = set(club.workers())
    club.process.send_signal(signal.SIGHUP)

    async def wait() -> None:
        await asyncio.sleep(0.1)

    await until(lambda: not before & set(club.workers()), wait)


def run(postgres: Cluster, folder: Path, faults: list[Callable[[Club], Awaitable[None]]], fault: str = "") -> list[str]:
    async def both() -> list[str]:
        club = Club(postgres, fault)
        began = time.monotonic()
        try:
            books = await storm(club, faults)
        finally:
            if club.process is not None and club.process.poll() is None:
                club.kill()
        found = await faults_of(folder, books, PostgresStore(club.url))
        acknowledged, resent = (
            sum(f(book) for book in books) for f in (lambda b: len(b.acknowledged), lambda b: b.resent)
        )
        print(
            f"{dict(club.suffered)} with {WORKERS} workers in {time.monotonic() - began:.0f} s, {len(books)} matches, "
            f"{acknowledged} acknowledged, {resent} sent again, faults found: {found}"
        )
        return found

    return asyncio.run(both())


def test_nothing_acknowledged_is_lost_or_doubled_whatever_happens_to_workers(postgres: Cluster, tmp_path: Path) -> None:
    rng = random.Random(1)
    faults = [kill, cut_lines, drain, restart_database, replace_all, stand_still]
    others = [cut_lines] * (KILLS // 3) + [drain] * (KILLS // 5) + [restart_database, stand_still] * (KILLS // 20)
    more = [kill] * (KILLS - 1) + others
    faults += rng.sample([*more, *[database_gone] * (KILLS // 50)], len(more) + KILLS // 50)
    assert run(postgres, tmp_path, faults) == []


def test_commands_that_are_forgotten_by_the_next_worker_are_found(postgres: Cluster, tmp_path: Path) -> None:
    """The planted fault: a command that comes again is carried out again."""
    for _ in range(4):
        if any(each.startswith("doubled") for each in run(postgres, tmp_path, [kill, kill], "forgetful")):
            return
    raise AssertionError("the fault was never noticed")
