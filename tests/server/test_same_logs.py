"""The same battles on a file and on PostgreSQL: what is written down is the same, letter for letter.

`BRICKFIELD_SAME=200` plays so many.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.server.rooms import dice, journal, links, matches
from brickfield.server.store.postgres.store import PostgresStore
from brickfield.server.store.records import Written
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.store.store import Store
from tests.server.databases import Cluster
from tests.server.tables import answered, asked_seat, joined, made, opened, suggested

BATTLES = int(os.environ.get("BRICKFIELD_SAME", "5"))
_ANSWERS = 25
_TABLES = (
    ("micro_brick_battle", "six_v_six", 2),
    ("brick_mech", "free_for_all", 4),
    ("battle_of_the_sea", "free_for_all_6", 6),
    ("toy", "duel", 2),
    ("raid", "raid", 4),
)


def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is new each time is the same each time."""
    count = itertools.count(1)

    def drawn(what: str) -> bytes:
        return hashlib.sha256(f"{what} {next(count)}".encode()).digest()

    monkeypatch.setattr(dice, "new_seed", lambda: drawn("seed"))
    monkeypatch.setattr(links, "new_match_id", lambda: drawn("match").hex()[:12])
    monkeypatch.setattr(links, "new_secret", lambda: drawn("secret").hex()[:32])
    for module in (journal, matches):
        clock = type("Clock", (), {"time": staticmethod(lambda: 1_790_000_000 + next(count) / 8)})
        monkeypatch.setattr(module, "time", clock)


async def play(store: Store, folder: Path) -> dict[str, Any]:
    """Battles by chance, the same ones each time; all that is written down about them."""
    written: dict[str, Any] = {}
    async with opened(folder, store=store) as server:
        for number in range(BATTLES):
            rng = random.Random(number)
            game, scenario, seats = _TABLES[number % len(_TABLES)]
            room = (await made(server, "me", *["here"] * (seats - 1), game=game, scenario=scenario))[0]
            client = await joined(room, *range(seats))
            for _ in range(_ANSWERS):
                if room.journal.state.over:
                    break
                seat = asked_seat(room)
                try:
                    answer = suggested(room, seat, rng.randrange(3))
                except IndexError:
                    answer = suggested(room, seat)
                await answered(room, client, seat, answer)
            await store.leave_orders(room.id, 0, {"é": "\U0001f9f1 \\ \" '"})
            written[room.id] = [
                await store.records(room.id),
                await store.seats(room.id),
                msgspec.structs.replace(await store.standing(room.id), since=0.0, due=0.0),  # type: ignore[type-var]
                await store.match(room.id),
                await store.dice_seed(room.id),
                await store.orders(room.id),
            ]
    return written


def both(postgres: Cluster, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    url = postgres.fresh()
    stores: list[Callable[[], Store]] = [lambda: SqliteStore(folder / "a.sqlite"), lambda: PostgresStore(url)]
    found = []
    for open_store in stores:
        steady(monkeypatch)
        found.append(asyncio.run(play(open_store(), folder)))
    return found


def test_both_kinds_of_house_write_the_same(postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_file, in_postgres = both(postgres, tmp_path, monkeypatch)
    records = sum(len(each[0]) for each in in_file.values())
    print(f"{len(in_file)} battles, {records} records")
    assert len(in_file) == BATTLES
    assert records > 10 * BATTLES
    assert in_file == in_postgres


def test_a_store_that_writes_values_its_own_way_is_found(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: records are kept as values the database understands, and come back in its own words."""

    async def as_values(self: PostgresStore, match: str) -> tuple[Written, ...]:
        words = "SELECT number, body::jsonb::text, hash FROM record WHERE match = %s ORDER BY number"
        found = await self._read(lambda line: line.execute(words, (match,)).fetchall())
        return tuple(Written(*row) for row in found)

    monkeypatch.setattr(PostgresStore, "records", as_values)
    in_file, in_postgres = both(postgres, tmp_path, monkeypatch)
    assert in_file != in_postgres
