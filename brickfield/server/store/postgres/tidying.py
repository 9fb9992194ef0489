"""Tables nobody plays, cleared away as from a file; a table some worker has open counts as one at which somebody is."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.server.rooms.retention import AT_ONCE, FEW_ANSWERS, Terms, hours_of
from brickfield.server.store.postgres.connecting import Line

# A worker whose time is not over has the match open.
_OPEN = "EXISTS (SELECT 1 FROM owner o JOIN worker w ON w.id = o.worker WHERE o.match = {0} AND w.until > {1})"


def count_hour(line: Line, present: Sequence[str], now: str) -> None:
    """One more hour for every table at which nothing has happened and nobody is present."""
    line.execute(
        "INSERT INTO unused (match, at) SELECT id, at FROM match ON CONFLICT (match) DO UPDATE SET "
        "hours = CASE WHEN unused.at = excluded.at THEN unused.hours + 1 ELSE 0 END, at = excluded.at"
    )
    is_open = _OPEN.format("unused.match", now)
    line.execute(f"UPDATE unused SET hours = 0 WHERE match = ANY(%s) OR {is_open}".encode(), (list(present),))


def clear(line: Line, terms: Terms, present: Sequence[str], now: str, *, full: bool) -> list[str]:
    """Clear a few tables away whose time is over; their ids, or none when all is tidy."""
    gone: list[str] = []
    if terms.hardly_days:
        for match in _unused(line, "NOT played", hours_of(terms, full=full), present, now):
            if _answers(line, match) >= FEW_ANSWERS:
                line.execute("UPDATE unused SET played = TRUE WHERE match = %s", (match,))
            elif len(gone) < AT_ONCE:
                gone.append(match)
    if terms.unfinished_days and len(gone) < AT_ONCE:
        running = "played AND standing IS JSON AND NOT (standing::jsonb ->> 'over')::bool"
        gone += _unused(line, running, terms.unfinished_days * 24, present, now)[: AT_ONCE - len(gone)]
    return [match for match in gone if _remove(line, match, now)]


def _unused(line: Line, which: str, hours: int, present: Sequence[str], now: str) -> list[str]:
    rows = line.execute(
        f"SELECT unused.match FROM unused JOIN match ON match.id = unused.match WHERE hours >= %s AND {which} "
        f"AND NOT unused.match = ANY(%s) AND NOT {_OPEN.format('unused.match', now)} "
        "ORDER BY hours DESC, unused.match LIMIT 200".encode(),
        (hours, list(present)),
    )
    return [match for (match,) in rows]


def _answers(line: Line, match: str) -> int:
    """How many answers people have given; a record or a standing that cannot be read counts."""
    found = line.execute(
        "SELECT count(*) FROM record JOIN match ON match.id = record.match WHERE match.id = %s AND number > 0 AND "
        "CASE WHEN body IS JSON THEN body::json ->> 'kind' <> 'stir' "
        "AND NOT coalesce((body::json ->> 'auto')::bool, FALSE) ELSE TRUE END "
        "AND (command_id IS NOT NULL OR "
        "CASE WHEN standing IS JSON THEN (standing::json ->> 'over')::bool ELSE TRUE END)",
        (match,),
    ).fetchone()
    return int(found[0]) if found is not None else 0


def _remove(line: Line, match: str, now: str) -> bool:
    """Take a match away unless some worker has just opened it: whoever wants to must wait for its row, as we do."""
    line.execute("SELECT 1 FROM match WHERE id = %s FOR UPDATE", (match,))
    line.execute("SELECT 1 FROM owner WHERE match = %s FOR UPDATE", (match,))
    found = line.execute(f"SELECT {_OPEN.format('%s', now)}".encode(), (match,)).fetchone()
    if found is None or found[0]:
        return False
    models = [name for (name,) in line.execute("SELECT model FROM match_model WHERE match = %s", (match,))]
    for table in ("owner", "unused", "standing_orders", "dice_seed", "snapshot", "record", "seat", "match_model"):
        line.execute(f"DELETE FROM {table} WHERE match = %s".encode(), (match,))
    if models:
        # a model goes with the last battle that has it; whoever brings it just now has its row
        line.execute("SELECT 1 FROM model WHERE name = ANY(%s) ORDER BY name FOR UPDATE", (models,))
        unused = "DELETE FROM model WHERE name = ANY(%s) AND NOT EXISTS (SELECT 1 FROM match_model WHERE model = name)"
        line.execute(unused.encode(), (models,))
    line.execute("DELETE FROM match WHERE id = %s", (match,))
    return True
