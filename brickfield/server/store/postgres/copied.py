"""A house on a PostgreSQL server that is moved, or moved into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from brickfield.server.store.copying import CannotCopy, KeptTable, Row
from brickfield.server.store.postgres.connecting import connect
from brickfield.server.store.postgres.leases import Leases
from brickfield.server.store.postgres.schema import SHAPING, migrate

_AT_ONCE = 500


class PostgresHouse:
    """Held by the lock of those who shape the house: a worker that starts meanwhile waits until we are done."""

    def __init__(self, url: str) -> None:
        self._line = connect(url, "brickfield copy")
        try:
            migrate(self._line)
            self._line.execute("SELECT pg_advisory_lock(%s)", (SHAPING,))
            if Leases("", "", 0).workers(self._line):
                raise CannotCopy("somebody serves it; stop all its workers first")
            self._line.execute("SET statement_timeout = 0")
            self._line.execute("SET idle_in_transaction_session_timeout = 0")
            self._line.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        except BaseException:
            self._line.close()
            raise

    def rows(self, table: KeptTable) -> Iterator[Row]:
        """The rows of a table in order, a few at a time."""
        with self._line.cursor(name=f"all_of_{table.name}") as cursor:
            cursor.itersize = _AT_ONCE
            cursor.execute(f"SELECT {table.named} FROM {table.name} ORDER BY {table.order}".encode())
            yield from (table.plain(row) for row in cursor)

    def put(self, table: KeptTable, rows: Iterable[Row]) -> None:
        """Write rows."""
        with (
            self._line.cursor() as cursor,
            cursor.copy(f"COPY {table.name} ({table.named}) FROM STDIN".encode()) as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def lived(self) -> float:
        """How long the house has been open."""
        found = self._line.execute("SELECT lived FROM house").fetchone()
        return float(found[0]) if found is not None else 0.0

    def live(self, lived: float) -> None:
        """It has been open for so long."""
        self._line.execute("UPDATE house SET lived = %s", (lived,))

    def keep(self) -> None:
        """Everything that was written stays."""
        self._line.execute("COMMIT")

    def close(self) -> None:
        """Let go of it."""
        self._line.close()
