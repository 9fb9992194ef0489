"""The one who writes: a thread that commits together what waits together, or whoever asks, where there are no threads.

Every statement of SQLite lets the other threads run and has to wait until it may go on. With a busy server that wait is
longer than the disk's: so records that wait are written in one statement for all of them, however many they are.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from brickfield.server.logs import log, log_fault
from brickfield.server.store.store import Conflict, StoreBroken

# As many writes share one commit at most.
_MOST_TOGETHER = 64

Work: TypeAlias = Callable[[sqlite3.Connection], Any]


class Append(NamedTuple):
    """A record and where its match then stands, as rows of the database."""

    record: tuple[Any, ...]
    # standing, at, bot_asked, due, and the match
    standing: tuple[Any, ...]


Job: TypeAlias = tuple[Work | Append, "Future[None]"]


# Opens the connection that writes; whether others may use the same file beside it.
Connect: TypeAlias = Callable[[bool], sqlite3.Connection]


class Writer:
    """The connection that writes, and how it does. Who does it when is said by those below."""

    # whether somebody may read beside it through a connection of his own; else all read through this one
    BESIDE = True

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self.connection = connect(self.BESIDE)
        # why nothing is written any more; empty while all is well
        self.broken = ""
        # called once, by whoever writes, when nothing will ever be written again
        self.gave_up: Callable[[str], None] = lambda _reason: None
        # whether only space was missing: then nothing is in doubt but what was not acknowledged
        self._was_full = False

    def start(self) -> None:
        """Begin to write."""

    async def write(self, work: Work | Append) -> None:
        """Have something written; on the disk when this returns."""
        raise NotImplementedError

    async def finish(self) -> None:
        """Finish what is in hand; the connection stays open, as it must be the last to be closed."""

    def _commit_soundly(self, batch: list[Job]) -> None:
        """Commit a group; a mistake of ours leaves the store shut."""
        try:
            self._commit(batch)
        except Exception as error:
            # what it has left in the connection is not to be believed
            log_fault("write_failed", error)
            self._give_up(f"a write has failed ({type(error).__name__})", batch)

    def _commit(self, batch: list[Job]) -> None:
        """Carry a group of writes out in one transaction; nobody hears of it before it is on the disk."""
        if self.broken and not self._start_anew():
            _tell(batch, [StoreBroken(self.broken)] * len(batch))
            return
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            outcomes = self._carry_out([work for work, _ in batch])
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            # nobody can say what has reached the disk: only a fresh start from the file can
            self._was_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
            self._give_up(f"the database cannot be written ({error})", batch)
            return
        _tell(batch, outcomes)

    def _give_up(self, reason: str, batch: list[Job]) -> None:
        """Whoever waits hears that nothing was written; unless space may come, so does whoever runs the server."""
        self.broken = reason
        _tell(batch, [StoreBroken(reason)] * len(batch))
        if not self._was_full:
            log("store_broken", reason=reason)
            self.gave_up(reason)

    def _start_anew(self) -> bool:
        """After a full disk there may be space again: a fresh connection begins from what the file says.

        Any other failure leaves the store shut: after a flush that failed not even the file can be believed.
        """
        if not self._was_full:
            return False
        self.connection.close()
        try:
            self.connection = self._connect(self.BESIDE)
        except sqlite3.Error:
            return False
        self.broken, self._was_full = "", False
        return True

    def _carry_out(self, works: Sequence[Work | Append]) -> list[BaseException | None]:
        """All writes of a transaction in their order; what became of each."""
        outcomes: list[BaseException | None] = []
        for together, group in groupby(works, key=lambda work: isinstance(work, Append)):
            if together:
                outcomes += self._append([each for each in group if isinstance(each, Append)])
            else:
                outcomes += [self._try(work) for work in group if not isinstance(work, Append)]
        return outcomes

    def _append(self, appends: list[Append]) -> list[BaseException | None]:
        """Many records at once; if one of them is in conflict, each by itself."""
        conflict = self._try(lambda connection: _append_all(connection, appends))
        if conflict is None or len(appends) == 1:
            return [conflict] * len(appends)
        return [self._append([each])[0] for each in appends]

    def _try(self, work: Work) -> BaseException | None:
        """One write of a group: a conflict costs only this one."""
        self.connection.execute("SAVEPOINT one")
        try:
            work(self.connection)
        except (sqlite3.IntegrityError, Conflict) as error:
            self.connection.execute("ROLLBACK TO one")
            self.connection.execute("RELEASE one")
            return error if isinstance(error, Conflict) else Conflict(str(error))
        self.connection.execute("RELEASE one")
        return None


class ThreadWriter(Writer):
    """A thread writes, and what waits for it is committed together."""

    def __init__(self, connect: Connect) -> None:
        super().__init__(connect)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, name="store-writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    async def write(self, work: Work | Append) -> None:
        """Have something written; on the disk when this returns."""
        done = _due()
        self._jobs.put((work, done))
        await asyncio.wrap_future(done)

    async def finish(self) -> None:
        """Finish what is in hand."""
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _write_on(self) -> None:
        for batch in self._batches():
            self._commit_soundly(batch)

    def _batches(self) -> Iterator[list[Job]]:
        """What waits, so much at once, until somebody says that it was the last."""
        while (first := self._jobs.get()) is not None:
            batch = [first]
            while len(batch) < _MOST_TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    yield batch
                    return
                batch.append(following)
            yield batch


class InlineWriter(Writer):
    """Whoever asks writes, and waits until it is kept: for a place without threads, whose disk is somebody else's.

    `keep` returns when everything that was committed will outlive this process. What was committed and then not kept
    may be there or not at the next start; so nothing is acknowledged and nothing is written any more.
    """

    BESIDE = False

    def __init__(self, connect: Connect, keep: Callable[[], Awaitable[None]]) -> None:
        super().__init__(connect)
        self._keep = keep
        self._kept: set[asyncio.Future[None]] = set()

    async def write(self, work: Work | Append) -> None:
        """Write at once; kept when this returns, whoever stops waiting."""
        done = _due()
        self._commit_soundly([(work, done)])
        done.result()
        keeping = asyncio.ensure_future(self._kept_soundly())
        self._kept.add(keeping)
        keeping.add_done_callback(self._let_go)
        await asyncio.shield(keeping)

    def _let_go(self, keeping: asyncio.Future[None]) -> None:
        self._kept.discard(keeping)
        if not keeping.cancelled():
            # whoever asked may have gone: then nobody else looks at it
            keeping.exception()

    async def _kept_soundly(self) -> None:
        try:
            await self._keep()
        except Exception as error:
            reason = f"what was written is not kept ({type(error).__name__})"
            if not self.broken:
                self._was_full = False
                self._give_up(reason, [])
            raise StoreBroken(reason) from error
        if self.broken:
            # an earlier write was not kept: nobody can say what this one stands on
            raise StoreBroken(self.broken)

    async def finish(self) -> None:
        """Wait until all is kept that was written."""
        await asyncio.gather(*self._kept, return_exceptions=True)


def _due() -> Future[None]:
    """What will be told. Who stops waiting calls nothing off: what is asked for is written, and that can be said."""
    done: Future[None] = Future()
    done.set_running_or_notify_cancel()
    return done


def _append_all(connection: sqlite3.Connection, appends: list[Append]) -> None:
    """Records and standings in one statement each."""
    records = [each.record for each in appends]
    # of several records of one match the last one says where it stands
    standings = list({each.standing[-1]: each.standing for each in appends}.values())
    connection.execute(f"INSERT INTO record VALUES {_marks(records)}", _flat(records))
    connection.execute(
        f"WITH now (standing, at, bot_asked, due, id) AS (VALUES {_marks(standings)}) "
        "UPDATE match SET standing = now.standing, at = now.at, bot_asked = now.bot_asked, due = now.due "
        "FROM now WHERE match.id = now.id",
        _flat(standings),
    )


def _marks(rows: list[tuple[Any, ...]]) -> str:
    return ", ".join([f"({', '.join('?' * len(rows[0]))})"] * len(rows))


def _flat(rows: list[tuple[Any, ...]]) -> list[Any]:
    return [value for row in rows for value in row]


def _tell(batch: list[Job], outcomes: Sequence[BaseException | None]) -> None:
    for (_, done), outcome in zip(batch, outcomes, strict=True):
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
