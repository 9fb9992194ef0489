"""All battles of a device as one text, and such a text put to the battles of another device, to the last detail.

Here whoever asks owns everything: seeds of dice and what opens the seats travel along. A server has no such routes.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace
from starlette.requests import Request

from brickfield.core.commands import read_plain
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.typed import from_json
from brickfield.server.rooms.dice import keeps_promise
from brickfield.server.rooms.own_models import sound_models
from brickfield.server.server import Server
from brickfield.server.store.mixing import Whole, text_of
from brickfield.server.store.records import MatchRow, Record, StandingRow
from brickfield.server.store.store import Conflict, Unreadable
from brickfield.server.web import http_types as bodies
from brickfield.server.web.http import Route

# Bytes of a text with many battles: more than a device holds that is played on every day for a year.
MOST = 96_000_000
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_DAMAGED = invalid("damaged_match", "A battle in this file is damaged. Nothing was taken over.")


class Pack(bodies.RequestBody, frozen=True):
    """Everything is wanted."""


class Packed(Struct, frozen=True):
    """All battles, and how many could not be read."""

    battles: tuple[bodies.Carried, ...]
    unreadable: int = 0


class Unpack(bodies.RequestBody, frozen=True):
    """Battles of another device."""

    battles: Annotated[tuple[bodies.Carried, ...], Meta(max_length=5_000)]


class Unpacked(Struct, frozen=True):
    """How many battles are new here, have gone on, and were here already."""

    new: int
    longer: int
    known: int


async def pack(server: Server, request: Request, body: Pack) -> Packed:
    """All battles; one that cannot be read stays where it is and costs nobody the others."""
    battles, unreadable = [], 0
    for match in await server.store.matches():
        try:
            battles.append(await carried(server, match))
        except (Unreadable, LookupError, AssertionError):
            unreadable += 1
    return Packed(tuple(battles), unreadable)


async def carried(server: Server, match: str) -> bodies.Carried:
    """A battle with everything that belongs to it."""
    store = server.store
    row, standing = await store.match(match), await store.standing(match)
    assert row is not None, "what is listed is there"
    assert standing is not None, "a match stands somewhere"
    return bodies.Carried(
        text_of(row),
        await store.seats(match),
        tuple(each.body for each in await store.records(match)),
        (await store.dice_seed(match)).hex(),
        text_of(standing),
        {str(seat): orders for seat, orders in (await store.orders(match)).items()},
        await store.models(match) or UNSET,
    )


async def unpack(server: Server, request: Request, body: Unpack) -> Unpacked | Refusal:
    """Take battles over: all of them, or none where one of them is not sound."""
    battles = []
    for each in body.battles:
        whole = whole_of(each, server.time.now())
        if whole is None or not _is_seated(server, whole):
            return _DAMAGED
        battles.append(whole)
    try:
        mixed = await server.store.take_in(battles)
    except Conflict:
        return _DAMAGED
    for match in mixed.longer:
        # what is in memory is older than what is written now
        if (room := server.rooms.get(match)) is not None:
            room.spoil()
    return Unpacked(len(mixed.new), len(mixed.longer), mixed.known)


def whole_of(battle: bodies.Carried, now: float) -> Whole | None:
    """A battle whose parts fit each other: its dice are the promised ones, and each record hangs on the one before.

    Whether its answers keep to the rules is found out when somebody opens it, as with every battle that is kept.
    """
    try:
        texts = (battle.row, battle.standing, *battle.records)
        if not battle.records or any(isinstance(read_plain(text), Refusal) for text in texts):
            return None
        row, standing = from_json(battle.row, MatchRow), from_json(battle.standing, StandingRow)
        records = _chained(row, battle.records)
        orders = {int(seat): orders for seat, orders in battle.orders.items()}
    except (msgspec.DecodeError, ValueError):
        return None
    seed, seats = bytes.fromhex(battle.seed), range(len(battle.seats))
    is_sound = (
        records is not None
        and _ID.fullmatch(row.id) is not None
        and keeps_promise(row.promise, seed, row.id)
        and [(seat.match, seat.seat) for seat in battle.seats] == [(row.id, seat) for seat in seats]
        and all(seat in seats for seat in (*orders, *standing.asked))
    )
    if not is_sound or records is None:
        return None
    # the clock of an open question goes by the time a server has been open: here it begins anew
    due = standing.due and now + max(0.0, standing.due - standing.since)
    models = sound_models(row.setup, battle.models or {})
    return Whole(row.id, battle.row, battle.seats, records, replace(standing, since=now, due=due), seed, orders, models)


def _is_seated(server: Server, whole: Whole) -> bool:
    """Whether there are as many seats as the battle has; of rules that are not known here nobody can say."""
    journal = server.journal_of(from_json(whole.row, MatchRow), whole.seed)
    return isinstance(journal, Refusal) or journal.match.seats == len(whole.seats)


def _chained(row: MatchRow, texts: tuple[str, ...]) -> tuple[Record, ...] | None:
    """The records, if each is written as records are and hangs on the one before it."""
    records: list[Record] = []
    previous = row.root()
    for number, text in enumerate(texts):
        record = from_json(text, Record)
        if (record.number, record.previous) != (number, previous) or record.text() != text:
            return None
        previous = record.hash(row.id)
        records.append(record)
    return tuple(records)


def _route(path: str, body: type, result: Any, answer: Any, most: int) -> Route:
    return Route("POST", path, body, result, answer, "matches", most=most)


ROUTES = (
    _route("/api/pocket/pack", Pack, Packed, pack, MOST),
    _route("/api/pocket/unpack", Unpack, Unpacked, unpack, MOST),
)
