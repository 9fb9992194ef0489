"""Who has which match. A worker is alive until a moment it puts off again and again; a match is its own until somebody
else takes it, which nobody may while the worker is alive. Each taking has a higher fence than the one before.

The time is that of the database, so that clocks of several machines need not agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from brickfield.server.store.postgres.connecting import Line

# A worker says that it is alive every so many seconds, and is believed for so many.
RENEW_SECONDS = 2.0
LEASE_SECONDS = 6.0
# A worker that could not say so gives its rooms up so long before others may take them.
MARGIN_SECONDS = 1.0
# Workers that have been gone for so long are forgotten.
_FORGOTTEN_SECONDS = 3600.0
_DATABASE_TIME = "extract(epoch FROM clock_timestamp())::float8"


class Taken(NamedTuple):
    """What came of taking a match: the fence it is ours with, or 0 and the address of the worker that has it."""

    fence: int
    address: str = ""


def bury(line: Line, host: str, process: int) -> None:
    """A process of this machine is dead: whatever it had others may take at once."""
    line.execute("DELETE FROM worker WHERE process = %s AND address LIKE %s", (process, f"%{host}%:%"))


class Leases:
    """What one worker says and asks about itself and the others."""

    def __init__(self, worker: str, address: str, process: int, clock: Callable[[], float] | None = None) -> None:
        self.worker = worker
        self.address = address
        self._process = process
        self._clock = clock

    @property
    def now(self) -> str:
        """The time, as the database works it out."""
        return _DATABASE_TIME if self._clock is None else repr(float(self._clock()))

    def renew(self, line: Line) -> None:
        """This worker is alive."""
        line.execute(
            f"INSERT INTO worker VALUES (%s, %s, %s, {self.now} + %s) ON CONFLICT (id) DO UPDATE "
            "SET until = excluded.until, address = excluded.address".encode(),
            (self.worker, self.address, self._process, LEASE_SECONDS),
        )

    def leave(self, line: Line) -> None:
        """This worker is done: whatever it has others may take at once."""
        line.execute("DELETE FROM worker WHERE id = %s", (self.worker,))

    def forget_others(self, line: Line) -> None:
        """Forget workers that were killed long ago."""
        line.execute(f"DELETE FROM worker WHERE until < {self.now} - %s".encode(), (_FORGOTTEN_SECONDS,))

    def take(self, line: Line, match: str) -> Taken:
        """Take a match that nobody has who is alive, also one of our own anew; or find who has it."""
        self.renew(line)
        found = line.execute(
            "INSERT INTO owner AS o SELECT %s, %s, 1 WHERE EXISTS (SELECT 1 FROM match WHERE id = %s) "
            "ON CONFLICT (match) DO UPDATE SET worker = excluded.worker, fence = o.fence + 1 WHERE o.worker = "
            f"excluded.worker OR NOT EXISTS (SELECT 1 FROM worker w WHERE w.id = o.worker AND w.until > {self.now}) "
            "RETURNING fence".encode(),
            (match, self.worker, match),
        ).fetchone()
        if found is not None:
            return Taken(int(found[0]))
        other = line.execute(
            "SELECT w.address FROM owner o JOIN worker w ON w.id = o.worker WHERE o.match = %s", (match,)
        ).fetchone()
        return Taken(0, str(other[0]) if other is not None else "")

    def found(self, line: Line, match: str) -> None:
        """A match that was just made is ours."""
        line.execute("INSERT INTO owner VALUES (%s, %s, 1)", (match, self.worker))

    def release(self, line: Line, match: str, fence: int) -> None:
        """A match is closed here: whoever wants it may have it."""
        words = "UPDATE owner SET worker = '' WHERE match = %s AND worker = %s AND fence = %s"
        line.execute(words, (match, self.worker, fence))

    def fence_off(self, line: Line, secret_hash: str) -> None:
        """What others remember of the seats that this secret opens is no longer true: they must read it again."""
        line.execute(
            "UPDATE owner SET fence = fence + 1 WHERE worker <> %s AND match IN "
            "(SELECT match FROM seat WHERE secret_hash = %s)",
            (self.worker, secret_hash),
        )

    def workers(self, line: Line) -> list[tuple[str, str]]:
        """The id and address of every worker that is alive."""
        return list(line.execute(f"SELECT id, address FROM worker WHERE until > {self.now} ORDER BY id".encode()))

    def unowned(self) -> str:
        """A condition on `match.id`: nobody who is alive has it."""
        return (
            "NOT EXISTS (SELECT 1 FROM owner o JOIN worker w ON w.id = o.worker WHERE o.match = match.id "
            f"AND w.until > {self.now})"
        )

    def share(self) -> str:
        """A condition on `match.id`: of those that nobody has, the part that this worker sees to."""
        alive = f"SELECT count(*) FROM worker WHERE until > {self.now}"
        before = f"{alive} AND id < '{self.worker}'"
        return f"mod(abs(hashtext(match.id)::bigint), greatest(1, ({alive}))) = ({before})"
