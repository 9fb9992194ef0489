"""House-keeping: tables nobody plays are cleared away in their time, all others stay, and there is a bound on all."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from brickfield.core.refusal import Refusal
from brickfield.server import server as houses
from brickfield.server.app import make_app
from brickfield.server.rooms import retention as tidying
from brickfield.server.rooms.matches import make_match
from brickfield.server.rooms.rematches import rematch
from brickfield.server.rooms.retention import FEW_ANSWERS, Terms
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server, Settings
from brickfield.server.store.sqlite import SqliteStore
from tests.server.browsing import new_match, post
from tests.server.tables import FAST, answered, asked_seat, joined, made, near, play, until, wish
from tests.server.test_fair_dice import PROMISES, stir

SHORT = Terms(hardly_days=1, unfinished_days=3)
TIDY = msgspec.structs.replace(FAST, terms=SHORT)
CONCEDE = {"answer": "concede"}


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "_LITTLE_SECONDS", 0.0)


async def answers(room: Room, number: int) -> None:
    client = await joined(room, 0, 1)
    for _ in range(number):
        await answered(room, client, asked_seat(room))
    room.leave(client)


async def left(server: Server) -> None:
    """Everybody goes home and the rooms are closed, when what was in hand is done."""
    await until(lambda: all(room.idle for room in server.rooms.values()))
    server.sweep(time.monotonic() + 2 * FAST.idle)
    assert server.rooms == {}


async def kept(server: Server, names: dict[str, str]) -> set[str]:
    return {name for name, match in names.items() if await server.store.match(match) is not None}


async def all_sorts(server: Server) -> dict[str, str]:
    """A table of every kind, by name."""
    names: dict[str, str] = {}
    for name, count in (("open", 0), ("begun", FEW_ANSWERS - 1), ("played", FEW_ANSWERS)):
        room, _ = await made(server, "me", "here", ready=True)
        await answers(room, count)
        names[name] = room.id
    for name, count in (("given up", 0), ("finished", FEW_ANSWERS)):
        room, _ = await made(server, "me", "here", ready=True)
        await answers(room, count)
        await answered(room, await joined(room, 0), 0, CONCEDE)
        room.leave(room.listeners[0])
        names[name] = room.id
    room, _ = await made(server, "me", "here", game="toy", scenario="duel")
    client = await joined(room, 0, 1)
    for seat in (0, 1):
        await stir(room, client, seat, promise=PROMISES[seat])
    await server.store.leave_orders(room.id, 0, {"a": "b"})
    room.leave(client)
    names["stirred"] = room.id
    room, _ = await made(server, "recruit", "recruit", game="toy", scenario="duel")
    watcher = await joined(room)
    await until(lambda: room.journal.state.over)
    room.leave(watcher)
    names["bots"] = room.id
    return names


async def hours(server: Server, number: int) -> None:
    for _ in range(number):
        await server.tidy()


def test_each_kind_of_table_is_kept_for_its_time(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        names = await all_sorts(server)
        await left(server)
        # the first look is where counting begins
        await hours(server, 24)
        assert await kept(server, names) == set(names)
        await hours(server, 1)
        assert await kept(server, names) == {"played", "finished", "bots"}
        await hours(server, 3 * 24)
        assert await kept(server, names) == {"finished", "bots"}
        await hours(server, 24)
        assert await kept(server, names) == {"finished", "bots"}
        base = sqlite3.connect(tmp_path / "matches.sqlite")
        for table in ("seat", "record", "dice_seed", "standing_orders", "unused"):
            assert base.execute(
                f"SELECT count(*) FROM {table} WHERE match NOT IN (SELECT id FROM match)"
            ).fetchone() == (0,)
        base.close()

    play(tmp_path, what, settings=TIDY)


def test_whoever_is_at_a_table_or_comes_back_to_it_keeps_it(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        watched, _ = await made(server, "me", "here", ready=True)
        again, _ = await made(server, "me", "here", ready=True)
        names = {"watched": watched.id, "again": again.id}
        watcher = await joined(watched)
        await hours(server, 20)
        await answers(again, 1)
        await hours(server, 20)
        assert await kept(server, names) == set(names)
        watched.leave(watcher)
        await left(server)
        await hours(server, 20)
        assert await kept(server, names) == {"watched"}
        await hours(server, 5)
        assert await kept(server, names) == set()
        gone = await server.room(watched.id)
        assert isinstance(gone, Refusal)
        assert gone.code == "no_match"

    play(tmp_path, what, settings=TIDY)


def test_a_clock_that_jumps_clears_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.time

    async def what(server: Server) -> None:
        names = {"open": (await made(server, "me", "here", ready=True))[0].id}
        await left(server)
        await hours(server, 2)
        monkeypatch.setattr(time, "time", lambda: real() + 1e9)
        await hours(server, 2)
        assert await kept(server, names) == {"open"}

    play(tmp_path, what, settings=TIDY)


@pytest.mark.parametrize("planted", [False, True], ids=["", "planted"])
def test_a_damaged_match_stays_and_does_not_keep_the_others(
    tmp_path: Path, planted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def what(server: Server) -> None:
        names = {name: (await made(server, "me", "here", ready=True))[0].id for name in ("damaged", "open")}
        await answers(server.rooms[names["damaged"]], FEW_ANSWERS)
        await left(server)
        base = sqlite3.connect(tmp_path / "matches.sqlite")
        base.execute("UPDATE match SET standing = 'x' WHERE id = ?", (names["damaged"],))
        base.execute("UPDATE record SET body = 'x' WHERE match = ?", (names["damaged"],))
        base.commit()
        base.close()
        if planted:
            # the fault: an answer that cannot be read counts for nothing
            monkeypatch.setattr(tidying, "_answers", lambda *_: 0)
        await hours(server, 100)
        assert await kept(server, names) == (set() if planted else {"damaged"})

    play(tmp_path, what, settings=TIDY)


def test_a_full_house_takes_no_more_but_clears_away_what_nobody_has_begun(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        rooms = [(await made(server, "me", "here", ready=True))[0] for _ in range(3)]
        await answers(rooms[0], FEW_ANSWERS)
        refused = await make_match(server, wish("me", "here"))
        assert isinstance(refused, Refusal)
        assert refused.code == "house_full"
        await answered(rooms[0], await joined(rooms[0], 0), 0, CONCEDE, id="end")
        assert await rematch(server, rooms[0]) == refused
        rooms[0].leave(rooms[0].listeners[0])
        await left(server)
        await hours(server, tidying.FULL_HOURS + 1)
        assert await server.store.tables() == 3
        assert not isinstance(await make_match(server, wish("me", "here")), Refusal)
        assert await server.store.match(rooms[0].id) is not None

    terms = Terms(most=3)
    play(tmp_path, what, settings=msgspec.structs.replace(FAST, terms=terms))


def test_a_full_house_says_so_over_the_wire(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(FAST, terms=Terms(most=1))
    app = make_app(lambda: near(SqliteStore(tmp_path / "a.sqlite"), settings), tmp_path)
    with TestClient(app, base_url="http://testserver") as client:
        new_match(client, "me", "here")
        body: dict[str, Any] = {"game": "micro_brick_battle", "scenario": "six_v_six", "seats": [{"kind": "me"}] * 2}
        assert post(client, "/api/matches", body, 503)["code"] == "house_full"


def test_rooms_in_memory_have_a_bound(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        first, _ = await made(server, "me", "here")
        client = await joined(first, 0)
        others = [(await made(server, "me", "here"))[0] for _ in range(12)]
        assert len(server.rooms) <= 6
        # whoever is there stays, and so does who came last
        assert {first.id, others[-1].id} <= set(server.rooms)
        assert client.bye is None
        assert not isinstance(await server.room(others[0].id), Refusal)

    play(tmp_path, what, settings=Settings(pace=0.0, rooms=5))
