"""Tables nobody plays: how long they are kept, and how they are cleared away.

Age is counted in hours the server has run since something last happened at a table, never by the wall clock: a clock
that jumps clears nothing away. A finished battle has a replay and is kept for good, unless it was given up at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from msgspec import Struct

# A table with fewer answers of people is hardly begun.
FEW_ANSWERS = 5
# A full server keeps a table that is hardly begun no longer than this.
FULL_HOURS = 24
_HOURS_A_DAY = 24
# As many tables are cleared away in one transaction, so that nobody's answer waits for it.
AT_ONCE = 20


class Terms(Struct, frozen=True):
    """How many tables are kept in all (0: any number), and for how many days of running those that nobody plays.

    A table that is hardly begun goes first, finished or not; an unfinished one much later (0: never).
    """

    most: int = 20_000
    hardly_days: int = 7
    unfinished_days: int = 180


def hours_of(terms: Terms, *, full: bool) -> int:
    """How long a table that is hardly begun stays."""
    hours = terms.hardly_days * _HOURS_A_DAY
    return min(FULL_HOURS, hours) if full else hours


def count_hour(connection: sqlite3.Connection, present: Sequence[str]) -> None:
    """One more hour for every table at which nothing has happened and nobody is present."""
    connection.execute(
        "INSERT INTO unused (match, at) SELECT id, at FROM match WHERE TRUE ON CONFLICT (match) DO UPDATE "
        "SET hours = iif(unused.at = excluded.at, unused.hours + 1, 0), at = excluded.at"
    )
    connection.executemany("UPDATE unused SET hours = 0 WHERE match = ?", [(match,) for match in present])


def clear(connection: sqlite3.Connection, terms: Terms, present: Sequence[str], *, full: bool) -> list[str]:
    """Clear a few tables away whose time is over; their ids, or none when all is tidy."""
    gone: list[str] = []
    if terms.hardly_days:
        for match in _unused(connection, "played = 0", hours_of(terms, full=full), present):
            if _answers(connection, match) >= FEW_ANSWERS:
                # looked at once; from now on it goes by the long term
                connection.execute("UPDATE unused SET played = 1 WHERE match = ?", (match,))
            elif len(gone) < AT_ONCE:
                gone.append(match)
    if terms.unfinished_days and len(gone) < AT_ONCE:
        running = "played = 1 AND json_valid(standing) AND NOT json_extract(standing, '$.over')"
        gone += _unused(connection, running, terms.unfinished_days * _HOURS_A_DAY, present)[: AT_ONCE - len(gone)]
    for match in gone:
        _remove(connection, match)
    return gone


def _unused(connection: sqlite3.Connection, which: str, hours: int, present: Sequence[str]) -> list[str]:
    rows = connection.execute(
        f"SELECT unused.match FROM unused JOIN match ON match.id = unused.match WHERE hours >= ? AND {which} "
        "ORDER BY hours DESC LIMIT 200",
        (hours,),
    )
    return [match for (match,) in rows if match not in present]


def _answers(connection: sqlite3.Connection, match: str) -> int:
    """How many answers people have given, in a finished battle bots too: its replay is worth as much.

    What a browser adds to the dice by itself is no answer, and neither is what the server sets out. A record that
    cannot be read counts: somebody may still want to mend it.
    """
    found = connection.execute(
        "SELECT count(*) FROM record JOIN match ON match.id = record.match WHERE match.id = ? AND number > 0 "
        "AND (NOT json_valid(body) OR json_extract(body, '$.kind') != 'stir' AND NOT json_extract(body, '$.auto')) "
        "AND (command_id IS NOT NULL OR NOT json_valid(standing) OR json_extract(standing, '$.over'))",
        (match,),
    )
    return int(found.fetchone()[0])


def _remove(connection: sqlite3.Connection, match: str) -> None:
    models = connection.execute("SELECT model FROM match_model WHERE match = ?", (match,)).fetchall()
    for table in ("unused", "standing_orders", "dice_seed", "snapshot", "record", "seat", "match_model"):
        connection.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
    # a model goes with the last battle that has it
    unused = "DELETE FROM model WHERE name = ? AND NOT EXISTS (SELECT 1 FROM match_model WHERE model = name)"
    connection.executemany(unused, models)
    connection.execute("DELETE FROM match WHERE id = ?", (match,))
