"""What every store does, in a file or on a PostgreSQL server: the same tests for both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from brickfield.core.commands import read_plain
from brickfield.core.refusal import Refusal
from brickfield.server.store.records import Record, SeatRow, StandingRow
from brickfield.server.store.store import Conflict, Store
from tests.server.test_store import STANDING, make, record, row, seat

OpenStore = Callable[[], Store]


def in_store(open_store: OpenStore, what: Callable[[Any], Awaitable[None]]) -> None:
    async def run() -> None:
        store = open_store()
        try:
            await what(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_what_was_written_is_read_again_by_another_process_of_the_server(open_store: OpenStore) -> None:
    async def write(store: Store) -> None:
        await make(store)
        await store.append("m", record(1, "one"), STANDING)

    async def read(store: Store) -> None:
        assert await store.match("m") == row("m")
        assert await store.seats("m") == (seat("m"),)
        assert [each.number for each in await store.records("m")] == [0, 1]
        assert [each.hash for each in await store.records("m")] == [record(0).hash("m"), record(1, "one").hash("m")]
        assert await store.dice_seed("m") == b"seed of m"
        assert await store.match("nobody") is None
        assert await store.standing("nobody") is None

    in_store(open_store, write)
    in_store(open_store, read)


@pytest.mark.parametrize(
    "second", [record(1, "two"), record(2, "one"), record(2, "one", 0)], ids=["number", "command", "both"]
)
def test_a_number_and_a_command_id_exist_once(open_store: OpenStore, second: Record) -> None:
    async def what(store: Store) -> None:
        await make(store)
        await store.append("m", record(1, "one"), STANDING)
        with pytest.raises(Conflict):
            await store.append("m", second, STANDING)
        assert len(await store.records("m")) == 2
        # the same id of another seat is another command, and records without an id never collide
        await store.append("m", record(2, "one", seat=1), STANDING)
        await store.append("m", record(3), STANDING)
        await store.append("m", record(4), STANDING)

    in_store(open_store, what)


def test_a_conflict_in_a_group_costs_only_its_own_write(open_store: OpenStore) -> None:
    async def what(store: Store) -> None:
        await make(store)
        wanted = [record(1, "a"), record(1, "b"), record(2, "c"), record(2, "d"), record(3, "e")]
        done = await asyncio.gather(*(store.append("m", each, STANDING) for each in wanted), return_exceptions=True)
        assert [type(each) for each in done] == [type(None), Conflict, type(None), Conflict, type(None)]
        assert [each.number for each in await store.records("m")] == [0, 1, 2, 3]

    in_store(open_store, what)


def test_secrets_find_their_seats_newest_match_first(open_store: OpenStore) -> None:
    async def what(store: Store) -> None:
        for number, match in enumerate(("old", "new")):
            standing = StandingRow(at=float(number), over=False, round=1, step="", asked=(), bot_asked=bool(number))
            await make(store, match, seats=[seat(match, 0, "h0"), seat(match, 1)], standing=standing)
        held = await store.held(["h0", "nothing"])
        assert [(each.match.id, each.seat.seat, len(each.all_seats)) for each in held] == [("new", 0, 2), ("old", 0, 2)]
        assert await store.held([""]) == ()
        await store.rekey("h0", "h9")
        assert await store.held(["h0"]) == ()
        assert [each.match.id for each in await store.held(["h9"])] == ["new", "old"]
        freed = SeatRow("new", 1, "link", "", "Bo", False, "", "i1", 3.0)
        now = await store.standing("new")
        assert now is not None
        await store.reseat(freed, now)
        assert [(each.match.id, each.seat) for each in await store.invited("i1")] == [("new", freed)]
        assert await store.invited("") == ()
        await store.sit(SeatRow("new", 1, "link", "", "Bo", True, "h1"), now)
        assert (await store.seats("new"))[1] == SeatRow("new", 1, "link", "", "Bo", True, "h1", "i1", 3.0)
        assert await store.waiting_for_bots() == ("new",)
        await store.moved("old", "new")
        standing_now = await store.standing("old")
        assert standing_now is not None
        assert standing_now.moved_to == "new"

    in_store(open_store, what)


@pytest.mark.parametrize(
    "text",
    [
        rb'"\u0000"',
        rb'"\ud800"',
        b"NaN",
        b"Infinity",
        b"1e999",
        b"9223372036854775808",
        b"-2147483649",
        b'{"a": "\x00"}',
    ],
)
def test_what_only_some_databases_keep_is_refused_before_any_is_asked(text: bytes) -> None:
    assert isinstance(read_plain(text), Refusal)


def test_what_is_let_in_is_kept_letter_for_letter(open_store: OpenStore) -> None:
    odd = "\U0001f9f1'\"\\%s $1 \u00e9e\u0301 \u4e2d \u05d0;--"
    answer = {"n": 2**31 - 1, "m": -(2**31) + 1, "half": 0.1, "text": odd, "none": None, "deep": [[{"x": [True]}]]}
    assert not isinstance(read_plain(msgspec.json.encode(answer)), Refusal)

    async def what(store: Store) -> None:
        seats = [SeatRow("m", 0, "me", "", odd, True, "h", "", 1_790_000_000.125)]
        standing = StandingRow(1_790_000_000.123, False, 1, odd, (0,), True, (), odd, since=0.1, due=1e-9)
        first = msgspec.structs.replace(record(0), answer=answer, at=1_790_000_000.123)
        await store.make(row("m"), seats, [first], standing, bytes(range(256)))
        assert list(await store.seats("m")) == seats
        assert await store.standing("m") == standing
        assert [(each.body, each.hash) for each in await store.records("m")] == [(first.text(), first.hash("m"))]
        assert await store.dice_seed("m") == bytes(range(256))
        await store.leave_orders("m", 0, {odd: odd})
        assert await store.orders("m") == {0: {odd: odd}}

    in_store(open_store, what)
