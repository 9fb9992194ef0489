"""What is written and read about a match, statement by statement. Values are those the file has, letter for letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from brickfield.core.typed import as_type, from_json
from brickfield.server.store.mixing import COLUMNS, SEAT, Mixed, Whole, row_of, text_of
from brickfield.server.store.postgres.connecting import Line
from brickfield.server.store.records import Held, MatchRow, SeatRow, Snapshot, StandingRow
from brickfield.server.store.store import Conflict

_SEAT_MARKS = ", ".join(["%s"] * len(COLUMNS))
_SEAT_ANEW = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS if name not in ("match", "seat"))
_PUT_SEAT = f"INSERT INTO seat ({SEAT}) VALUES ({_SEAT_MARKS})".encode()
_PUT_RECORD = b"INSERT INTO record (match, number, seat, command_id, body, hash) VALUES (%s, %s, %s, %s, %s, %s)"

# one that is there already is written once more, so that nobody takes it away meanwhile
_PUT_MODEL = b"INSERT INTO model VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET form = excluded.form"


def firsts(line: Line, words: str, *values: Any) -> list[Any]:
    """The first column of what is found."""
    return [row[0] for row in line.execute(words.encode(), values)]


def tell(line: Line, channel: str, news: dict[str, str]) -> None:
    """Tell all workers of something: they hear of it when this transaction is written, and not before."""
    line.execute("SELECT pg_notify(%s, %s)", (channel, msgspec.json.encode(news).decode()))


def word(line: Line) -> str:
    """The word by which the workers of this house know each other."""
    return str(firsts(line, "SELECT word FROM house")[0])


def lived(line: Line, now: str) -> float:
    """How long the house has been open: what was written down last, and what has gone by since if somebody is there."""
    found = firsts(
        line,
        f"SELECT lived + CASE WHEN EXISTS (SELECT 1 FROM worker WHERE until > {now}) "
        f"THEN greatest(0, least({now} - at, 60)) ELSE 0 END FROM house",
    )
    return float(found[0])


# --- writing ---


def insert(line: Line, whole: Whole) -> None:
    """Write a match down that is not there."""
    standing = whole.standing
    row = (whole.id, whole.row, text_of(standing), standing.at, standing.bot_asked, standing.due)
    line.execute(b'INSERT INTO match (id, "row", standing, at, bot_asked, due) VALUES (%s, %s, %s, %s, %s, %s)', row)
    with line.cursor() as cursor:
        cursor.executemany(_PUT_SEAT, [msgspec.structs.astuple(each) for each in whole.seats])
    line.execute("INSERT INTO dice_seed VALUES (%s, %s)", (whole.id, whole.seed))
    with line.cursor() as cursor:
        cursor.executemany(_PUT_MODEL, list(whole.models.items()))
        cursor.executemany("INSERT INTO match_model VALUES (%s, %s)", [(whole.id, name) for name in whole.models])
    _add(line, whole, 0)


def is_there(line: Line, match: str, seed: bytes) -> bool:
    """Whether a match was written; its seed tells it from any other."""
    found = firsts(line, "SELECT seed FROM dice_seed WHERE match = %s", match)
    if found and bytes(found[0]) != seed:
        raise Conflict("another match of this id is written")
    return bool(found)


def _add(line: Line, whole: Whole, start: int) -> None:
    with line.cursor() as cursor:
        cursor.executemany(_PUT_RECORD, [row_of(whole.id, each) for each in whole.records[start:]])
    for seat, orders in whole.orders.items():
        leave_orders(line, whole.id, seat, text_of(orders))


def mix(line: Line, battles: Sequence[Whole], found: Callable[[Line, str], None]) -> Mixed:
    """Battles from elsewhere; what was played here stays, also where the two went different ways."""
    new, longer, known = [], [], 0
    for each in battles:
        hashes = [record.hash(each.id) for record in each.records]
        ours = firsts(line, "SELECT hash FROM record WHERE match = %s ORDER BY number", each.id)
        if not firsts(line, "SELECT 1 FROM match WHERE id = %s", each.id):
            insert(line, each)
            found(line, each.id)
            new.append(each.id)
        elif len(ours) < len(hashes) and hashes[: len(ours)] == ours:
            stands(line, each.id, each.standing)
            line.execute("UPDATE match SET at = %s WHERE id = %s", (each.standing.at, each.id))
            _add(line, each, len(ours))
            longer.append(each.id)
        else:
            known += 1
    return Mixed(tuple(new), tuple(longer), known)


def keep(line: Line, match: str, snapshot: Snapshot) -> None:
    """Keep a match as it stands now."""
    line.execute(
        "INSERT INTO snapshot VALUES (%s, %s, %s, %s) ON CONFLICT (match) DO UPDATE SET number = excluded.number, "
        "body = excluded.body, hash = excluded.hash",
        (match, snapshot.number, snapshot.body, snapshot.hash),
    )


def stands(line: Line, match: str, standing: StandingRow) -> None:
    """Where a match stands after something happened that is no record of it."""
    row = (text_of(standing), standing.bot_asked, standing.due, match)
    line.execute("UPDATE match SET standing = %s, bot_asked = %s, due = %s WHERE id = %s", row)


def restand(line: Line, match: str, **changes: Any) -> None:
    """Something about where a match stands is another now."""
    now = firsts(line, "SELECT standing FROM match WHERE id = %s FOR UPDATE", match)[0]
    standing = msgspec.structs.replace(from_json(now, StandingRow), **changes)
    line.execute("UPDATE match SET standing = %s WHERE id = %s", (text_of(standing), match))


def sit(line: Line, row: SeatRow, standing: StandingRow) -> None:
    """Somebody has taken a seat."""
    now = firsts(line, "SELECT secret_hash FROM seat WHERE match = %s AND seat = %s FOR UPDATE", row.match, row.seat)
    if row.secret_hash != now[0] and row.secret_hash:
        # two who bring the same secret at the same moment, to different workers, come one after the other
        line.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (row.secret_hash,))
        known = "SELECT 1 FROM seat WHERE secret_hash = %s OR invite_hash = %s"
        if firsts(line, known, row.secret_hash, row.secret_hash):
            raise Conflict("this secret opens a seat already, or is an invitation")
    line.execute(
        "UPDATE seat SET taken = TRUE, name = %s, secret_hash = %s WHERE match = %s AND seat = %s",
        (row.name, row.secret_hash, row.match, row.seat),
    )
    stands(line, row.match, standing)


def reseat(line: Line, row: SeatRow, standing: StandingRow) -> None:
    """A seat is given to somebody else."""
    words = _PUT_SEAT + f" ON CONFLICT (match, seat) DO UPDATE SET {_SEAT_ANEW}".encode()
    line.execute(words, msgspec.structs.astuple(row))
    stands(line, row.match, standing)


def leave_orders(line: Line, match: str, seat: int, orders: str) -> None:
    """The standing orders of a seat."""
    line.execute(
        "INSERT INTO standing_orders VALUES (%s, %s, %s) "
        "ON CONFLICT (match, seat) DO UPDATE SET orders = excluded.orders",
        (match, seat, orders),
    )


# --- reading ---


def seats(line: Line, match: str) -> tuple[SeatRow, ...]:
    """The seats of a match in order."""
    rows = line.execute(f"SELECT {SEAT} FROM seat WHERE match = %s ORDER BY seat".encode(), (match,))
    return tuple(as_type(dict(zip(COLUMNS, row, strict=True)), SeatRow) for row in rows)


def found(line: Line, column: str, hashes: Sequence[str]) -> tuple[Held, ...]:
    """The seats with one of these hashes in a column, newest match first."""
    rows = line.execute(
        'SELECT seat.seat, match."row", match.standing FROM seat JOIN match ON match.id = seat.match '
        f"WHERE seat.{column} <> '' AND seat.{column} = ANY(%s) ORDER BY match.at DESC, seat.seat".encode(),
        (list(hashes),),
    ).fetchall()
    return tuple(held for row in rows if (held := _held(line, *row)) is not None)


def _held(line: Line, seat: int, row: str, standing: str) -> Held | None:
    """A seat with its match; None when that match is damaged, which must not cost somebody the list of the others."""
    try:
        match = from_json(row, MatchRow)
        all_seats = seats(line, match.id)
        return Held(all_seats[seat], match, from_json(standing, StandingRow), all_seats)
    except (msgspec.DecodeError, LookupError):
        return None
