"""The one who writes for a worker: a thread that commits together what waits together.

Every write of a match carries the fence of its owner, and the database lets it pass only while that owner still has
the match: whoever wrongly believes that it is his cannot write. When a line breaks before the answer to a commit has
come nobody knows whether it was written; so it is looked up, and written again only when it is not there.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import psycopg

from brickfield.server.logs import log, log_fault
from brickfield.server.store.postgres.connecting import Line, is_gone, may_be_tried_again
from brickfield.server.store.store import Away, Conflict, Lost, StoreBroken

_MOST_TOGETHER = 64
# For so long a write waits for a database that does not answer; whoever asked for it hears then that it is not known.
PATIENCE_SECONDS = 10.0
_PAUSE_SECONDS = 0.1


class Grip(NamedTuple):
    """A match of this worker, by the fence it was taken with."""

    match: str
    worker: str
    fence: int


class FencedAppend(NamedTuple):
    """A record and where its match then stands, as columns of the database."""

    held: Grip
    # number, seat, command id, body, hash
    record: tuple[Any, ...]
    # standing, at, bot_asked, due
    standing: tuple[Any, ...]


class Work(NamedTuple):
    """Any other write, in a transaction of its own; it may be carried out twice, or `is_done` says that it was."""

    run: Callable[[Line], Any]
    held: Grip | None = None
    is_done: Callable[[Line], bool] = lambda _line: False


Job: TypeAlias = tuple[FencedAppend | Work, "Future[Any]"]

# Those of the wanted matches that this worker still has. Whoever wants to take one waits until we are done.
_STILL_HELD = b"""
    SELECT o.match, o.fence FROM owner o
    WHERE o.worker = %s AND (o.match, o.fence) IN (SELECT match, fence FROM wanted) FOR SHARE
"""
_APPEND = (
    b"""
WITH wanted AS (
    SELECT * FROM unnest(%s::text[], %s::bigint[], %s::int[], %s::int[], %s::text[], %s::text[], %s::text[])
    AS w (match, fence, number, seat, command_id, body, hash)
), held AS ("""
    + _STILL_HELD
    + b"""), put AS (
    INSERT INTO record (match, number, seat, command_id, body, hash)
    SELECT w.match, w.number, w.seat, w.command_id, w.body, w.hash FROM wanted w JOIN held USING (match, fence)
    RETURNING match, number
), stands AS (
    UPDATE match SET standing = s.standing, at = s.at, bot_asked = s.bot_asked, due = s.due
    FROM unnest(%s::text[], %s::text[], %s::float8[], %s::bool[], %s::float8[])
    AS s (match, standing, at, bot_asked, due) JOIN held ON held.match = s.match
    WHERE match.id = s.match
)
SELECT match, number FROM put
"""
)


class PostgresWriter:
    """A thread with a line of its own, which is opened again when it breaks."""

    def __init__(self, connect: Callable[[], Line], ticks: Callable[[], float] = time.monotonic) -> None:
        self._connect = connect
        self._ticks = ticks
        self._line: Line | None = None
        # since when the database has not answered
        self._away_since: float | None = None
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, name="store-writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    async def write(self, work: FencedAppend | Work) -> Any:
        """Have something written; on the database's disk when this returns. Who stops waiting calls nothing off."""
        done: Future[Any] = Future()
        done.set_running_or_notify_cancel()
        self._jobs.put((work, done))
        return await asyncio.wrap_future(done)

    async def finish(self) -> None:
        """Finish what is in hand and hang up."""
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        self._hang_up()

    def _write_on(self) -> None:
        for batch in self._batches():
            for together, group in groupby(batch, key=lambda job: isinstance(job[0], FencedAppend)):
                jobs = list(group)
                if together:
                    self._soundly(jobs)
                else:
                    for each in jobs:
                        self._soundly([each])

    def _batches(self) -> Iterator[list[Job]]:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            while len(batch) < _MOST_TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    yield batch
                    return
                batch.append(following)
            yield batch

    def _soundly(self, jobs: list[Job]) -> None:
        """Have a group written, whatever happens; whoever waits hears what became of it."""
        try:
            self._until_known(jobs)
        except Exception as error:
            log_fault("write_failed", error)
            self._hang_up()
            fault = error if isinstance(error, StoreBroken) else StoreBroken(f"a write has failed: {_words(error)}")
            for _, done in jobs:
                if not done.done():
                    done.set_exception(fault)

    def _until_known(self, jobs: list[Job]) -> None:
        """Try until it is known what became of a group, or until the database was away for too long."""
        unsure = False
        while jobs:
            line: Line | None = None
            try:
                line = self._opened()
                if unsure:
                    jobs = _not_done(line, jobs)
                jobs = self._carried_out(line, jobs, unsure)
                self._away_since = None
            except psycopg.Error as error:
                if line is not None and not is_gone(line, error) and not may_be_tried_again(error):
                    raise
                # a line that broke before it was open has written nothing
                unsure = unsure or (line is not None and is_gone(line, error))
                self._wait(error)

    def _opened(self) -> Line:
        if self._line is None or self._line.closed:
            self._line = self._connect()
        return self._line

    def _wait(self, error: psycopg.Error) -> None:
        """The database does not answer, or somebody was in the way: a moment's pause, but not for ever."""
        self._hang_up()
        now = self._ticks()
        if self._away_since is None:
            self._away_since = now
            log("database_away", reason=_words(error))
        if now - self._away_since > PATIENCE_SECONDS:
            raise Away(f"the database does not answer ({type(error).__name__})") from error
        time.sleep(_PAUSE_SECONDS)

    def _hang_up(self) -> None:
        if self._line is not None:
            with suppress(psycopg.Error):
                self._line.close()
            self._line = None

    def _carried_out(self, line: Line, jobs: list[Job], unsure: bool) -> list[Job]:
        """Carry a group out; what has still to be done, each for itself, when one of it was in the way."""
        first = jobs[0][0]
        if isinstance(first, Work):
            _tell(jobs[0], lambda: _done(line, first))
            return []
        appends = [job[0] for job in jobs if isinstance(job[0], FencedAppend)]
        try:
            written = _append(line, appends)
        except psycopg.IntegrityError as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._until_known([job])
                return []
            if unsure:
                # what was sent before the line broke may have come to an end only now
                jobs = _not_done(line, jobs)
            for _, done in jobs:
                done.set_exception(Conflict(str(error.diag.message_primary or "a record of this number is there")))
            return []
        for each, (_, done) in zip(appends, jobs, strict=True):
            if (each.held.match, each.record[0]) in written:
                done.set_result(None)
            else:
                done.set_exception(Lost("another worker has this match now"))
        return []


def _append(line: Line, appends: list[FencedAppend]) -> set[tuple[str, int]]:
    """Records and standings in one statement, which is a transaction of its own; those that were let in."""
    # of several records of one match the last one says where it stands
    standings = list({each.held.match: each.standing for each in appends}.items())
    stands = [
        [match for match, _ in standings],
        *(list(column) for column in zip(*(s for _, s in standings), strict=True)),
    ]
    words = (
        [each.held.match for each in appends],
        [each.held.fence for each in appends],
        *_columns([each.record for each in appends]),
        appends[0].held.worker,
        *stands,
    )
    return {(match, number) for match, number in line.execute(_APPEND, words)}


def _columns(rows: list[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _not_done(line: Line, jobs: list[Job]) -> list[Job]:
    """What is not there after a commit whose answer was lost. The same: done. None: again. Another: a conflict."""
    left: list[Job] = []
    for work, done in jobs:
        if isinstance(work, Work):
            if work.is_done(line):
                done.set_result(None)
            else:
                left.append((work, done))
            continue
        where = (work.held.match, work.record[0])
        found = line.execute("SELECT hash FROM record WHERE match = %s AND number = %s", where).fetchone()
        if found is None:
            left.append((work, done))
        elif found[0] == work.record[-1]:
            done.set_result(None)
        else:
            done.set_exception(Conflict("another record of this number is written"))
    return left


def _done(line: Line, work: Work) -> Any:
    """Another write, while this worker still has the match."""
    try:
        with line.transaction():
            if work.held is not None:
                words = "SELECT 1 FROM owner WHERE match = %s AND worker = %s AND fence = %s FOR SHARE"
                if line.execute(words, work.held).fetchone() is None:
                    raise Lost("another worker has this match now")
            return work.run(line)
    except psycopg.IntegrityError as error:
        raise Conflict(str(error.diag.message_primary)) from error


def _tell(job: Job, work: Callable[[], Any]) -> None:
    """What came of a write; a line that broke is for the caller to mend."""
    try:
        job[1].set_result(work())
    except Conflict as error:
        job[1].set_exception(error)


def _words(error: BaseException) -> str:
    """What a fault is, without what it quotes."""
    state = getattr(error, "sqlstate", None)
    return f"{type(error).__name__}{f' {state}' if state else ''}"
