"""What somebody asks for is priced: whoever uses up the server's own time waits, and nobody else does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from brickfield.server.app import make_app
from brickfield.server.metering import Meter, also_metered, metered
from brickfield.server.server import Server
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web import protocol as wire
from brickfield.server.web.limits import Rate
from brickfield.server.web.socket import SocketSession
from tests.server.tables import FAST, made, near, play

POOR = msgspec.structs.replace(FAST, limits=msgspec.structs.replace(FAST.limits, loop=Rate(1_000, 100)))


class Clock:
    """Time that passes only where the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_work_is_counted_and_waiting_is_not() -> None:
    clock = Clock()
    meter = Meter(clock)

    async def others() -> None:
        clock.now += 100.0

    async def part() -> None:
        clock.now += 2.0
        await asyncio.sleep(0)
        clock.now += 3.0

    async def work() -> str:
        clock.now += 1.0
        waits = asyncio.ensure_future(others())
        await waits
        clock.now += 0.5
        # a task of its own, on the same account
        await asyncio.ensure_future(also_metered(part()))
        return "done"

    async def run() -> str:
        found = await metered(work(), meter)
        # what comes later is nobody's
        await also_metered(part())
        return found

    assert asyncio.run(run()) == "done"
    assert meter.take() == 6.5
    assert meter.take() == 0.0


def test_what_goes_wrong_or_is_given_up_is_counted_and_passed_on() -> None:
    clock = Clock()
    meter = Meter(clock)

    async def work(error: type[BaseException] | None) -> None:
        clock.now += 1.0
        try:
            await asyncio.sleep(3600 if error is None else 0)
        finally:
            clock.now += 1.0
        if error is not None:
            raise error

    async def run() -> None:
        with pytest.raises(KeyError):
            await metered(work(KeyError), meter)
        task = asyncio.ensure_future(metered(work(None), meter))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert meter.spent == 4.0


def test_whoever_has_used_up_the_loop_waits_before_the_next_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: dict[str, list[float]] = {"192.0.2.1": [], "192.0.2.2": []}

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here")
        clock = Clock()
        for address, heard in waits.items():
            guest = SocketSession(server, SimpleNamespace(client=SimpleNamespace(host=address)))  # type: ignore[arg-type]
            guest.room, guest.connection.audience = room, frozenset({0})
            guest._meter = Meter(clock)

            async def sleep(seconds: float, heard: list[float] = heard) -> None:
                heard.append(seconds)

            def slow(*_: Any) -> str:
                clock.now += 2.0
                return "told"

            async def receive() -> str:
                return msgspec.json.encode(wire.AskPreview("q", 0, "aim", {"unit": "A1", "target": "B1"})).decode()

            guest._receive = receive  # type: ignore[method-assign]
            monkeypatch.setattr("brickfield.server.web.socket.asyncio.sleep", sleep)
            monkeypatch.setattr("brickfield.server.web.socket.answered", slow)
            for _ in range(3 if address.endswith(".1") else 1):
                await guest._allowed(await guest._receive())
                await guest.hear(await guest._receive())

    play(tmp_path, what, settings=POOR)
    # two seconds used and one allowed, then four: at a tenth of a second a second
    assert waits["192.0.2.1"] == pytest.approx([10.0, 30.0], abs=1.0)
    assert waits["192.0.2.2"] == []


def test_requests_are_priced_as_messages_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owed: list[tuple[str, float]] = []
    houses: list[Server] = []

    def server() -> Server:
        houses.append(near(SqliteStore(tmp_path / "a.sqlite"), POOR))
        return houses[0]

    with TestClient(make_app(server, tmp_path), base_url="http://testserver") as browser:
        keeper = houses[0].rate_limiter
        real = keeper.owe

        def noted(what: str, address: str, amount: float = 1.0) -> float:
            if what == "loop":
                owed.append((address, amount))
            return real(what, address, amount)

        monkeypatch.setattr(keeper, "owe", noted)
        assert browser.get("/api/clauses/titles").status_code == 200
    (first, nothing), (second, spent) = owed
    assert first == second == "testclient"
    assert nothing == 0.0 < spent
