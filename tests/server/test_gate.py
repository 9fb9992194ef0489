"""The gate: names that are ours, addresses that are believed, and that allowances are taken before anything is read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from brickfield.core.refusal import Refusal
from brickfield.server.app import make_app
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web import host_check as gate
from brickfield.server.web import socket as guests
from brickfield.server.web.host_check import MOST_TARGET, allowance_of, believed, is_our_host, own_names, read_networks
from brickfield.server.web.limits import Bucket, Limits, Rate, RateLimiter, weight
from brickfield.server.web.socket import SocketSession
from brickfield.server.web.transport_limits import FlowControlledSocket
from tests.server.browsing import new_match, post, secrets_of, socket
from tests.server.tables import FAST, GAME, WIDE, made, near, opened
from tests.server.test_hostile import allowed, cost

WISH = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}]}


@contextmanager
def browser(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """A browser at a server with these settings."""
    app = make_app(
        lambda: near(SqliteStore(folder / "a.sqlite"), replace(FAST, **settings)),
        folder,
    )
    with TestClient(app, base_url="http://testserver") as client:
        yield client


# --- names -----------------------------------------------------------------------------------------------------------

NAMES = (*own_names("0.0.0.0"), "bricks.example.org")


@pytest.mark.parametrize(
    "header",
    ["127.0.0.1", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "[::1]", "[fe80::1]:80", "localhost",
     "LOCALHOST:1", "localhost.", "bricks.example.org", "Bricks.Example.Org:443", f"{own_names('x')[1]}:8000"],
)  # fmt: skip
def test_addresses_our_own_names_and_allowed_ones_are_ours(header: str) -> None:
    assert is_our_host(header, NAMES)


@pytest.mark.parametrize(
    "header",
    ["", "evil.test", "evil.test:8000", "127.0.0.1.evil.test", "localhost.evil.test", "bricks.example.org.evil.test",
     "evil.test:127.0.0.1", "[::1].evil.test", "[evil.test]", "127.0.0.1@evil.test", "127.1", "0x7f000001", ":8000",
     "bricks.example.org:evil", "*"],
)  # fmt: skip
def test_any_other_name_is_not_ours(header: str) -> None:
    assert not is_our_host(header, NAMES)
    assert is_our_host(header, None)
    assert is_our_host(header, ("*",))


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/api/games"), ("POST", "/api/matches")])
def test_nothing_is_told_under_a_name_that_is_not_ours(tmp_path: Path, method: str, path: str) -> None:
    with browser(tmp_path, hosts=("testserver",)) as client:
        strange = {"host": "evil.test", "origin": "http://evil.test"}
        answer = client.request(method, path, json=WISH, headers=strange)
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
        assert "Content-Security-Policy" in answer.headers
        assert client.request(method, path, json=WISH).status_code == (503 if path == "/" else 200)
        with pytest.raises(WebSocketDisconnect), socket(client, **strange):
            pass
        with socket(client) as ours:
            ours.send(type="ping")
            assert ours.read() == {"type": "pong"}


# --- addresses -------------------------------------------------------------------------------------------------------


def asking(peer: str, *forwarded: str) -> HTTPConnection:
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    return HTTPConnection({"type": "http", "client": (peer, 1), "headers": headers})


@pytest.mark.parametrize(
    ("peer", "forwarded", "who"),
    [
        ("203.0.113.9", (), "203.0.113.9"),
        # a stranger is not believed about anybody
        ("203.0.113.9", ("198.51.100.1",), "203.0.113.9"),
        ("10.0.0.1", ("198.51.100.1",), "198.51.100.1"),
        # what a guest claims stands before what the proxy adds
        ("10.0.0.1", ("8.8.8.8, 198.51.100.1",), "198.51.100.1"),
        ("10.0.0.1", ("8.8.8.8", "198.51.100.1"), "198.51.100.1"),
        ("10.0.0.1", ("198.51.100.1, 10.0.0.7",), "198.51.100.1"),
        ("10.0.0.1", (), "10.0.0.1"),
        ("10.0.0.1", ("nonsense",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.1, nonsense",), "10.0.0.1"),
        ("10.0.0.1", ("10.0.0.2",), "10.0.0.1"),
        ("::ffff:10.0.0.1", ("198.51.100.1",), "198.51.100.1"),
        ("10.0.0.1", ("2001:db8:1:2:3:4:5:6",), "2001:db8:1:2::"),
        ("testclient", ("198.51.100.1",), "testclient"),
    ],
)
def test_only_a_proxy_of_ours_is_believed(peer: str, forwarded: tuple[str, ...], who: str) -> None:
    assert believed(asking(peer, *forwarded), read_networks(["10.0.0.0/8"])) == who


def test_whoever_has_a_whole_network_of_addresses_has_one_allowance() -> None:
    assert allowance_of("2001:db8::1") == allowance_of("2001:db8::ffff:1") != allowance_of("2001:db8:0:1::1")
    assert allowance_of("::ffff:192.0.2.1") == "192.0.2.1"


def test_a_proxy_that_is_not_an_address_is_refused() -> None:
    with pytest.raises(ValueError, match=r"proxy\.example"):
        read_networks(["proxy.example"])


def test_guests_of_a_trusted_proxy_have_allowances_of_their_own(tmp_path: Path) -> None:
    def statuses(client: TestClient) -> list[int]:
        guests = ["198.51.100.1", "198.51.100.1", "198.51.100.2", "198.51.100.2"]
        headers = [{"x-forwarded-for": guest} for guest in guests]
        return [client.post("/api/matches", json=WISH, headers=each).status_code for each in headers]

    few = replace(WIDE, matches=Rate(1, 0.0))
    peer = ("10.0.0.1", 50_000)
    for proxies, wanted in (("10.0.0.0/8", [200, 429, 200, 429]), ("10.9.0.0/16", [200, 429, 429, 429])):
        folder = tmp_path / proxies.replace("/", "_")
        folder.mkdir()
        settings = replace(FAST, limits=few, proxies=read_networks([proxies]))
        app = make_app(lambda s=settings, f=folder: near(SqliteStore(f / "a.sqlite"), s), folder)  # type: ignore[misc]
        with TestClient(app, client=peer) as client:
            assert statuses(client) == wanted


def test_a_gate_that_believes_everybody_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted faults: every peer is a proxy of ours, and every name is ours."""
    monkeypatch.setattr(gate, "is_within", lambda address, networks: address == "203.0.113.9")
    assert believed(asking("203.0.113.9", "198.51.100.1"), ()) != "203.0.113.9"
    monkeypatch.setattr(gate, "is_our_host", lambda header, hosts: True)
    with browser(tmp_path, hosts=("testserver",)) as client:
        assert client.get("/api/games", headers={"host": "evil.test"}).status_code != 421


# --- long addresses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/" + "a/" * 8_000, "/" + "..%2f" * 3_000, "/api/clauses?" + "a=&" * 5_000, "/" + "a" * 16_000]
)
def test_an_address_that_is_too_long_is_looked_up_nowhere(tmp_path: Path, path: str) -> None:
    with browser(tmp_path) as client:
        assert client.get(path).status_code == 414
        assert cost(lambda: client.get(path), allowed(len(path))) <= allowed(len(path))
        assert client.get("/" + "a" * (MOST_TARGET - 1)).status_code == 404


# --- allowances before anything is read ------------------------------------------------------------------------------


class Flood:
    """A socket whose other side always has one more message."""

    def __init__(self, text: str, address: str) -> None:
        self.client = type("Address", (), {"host": address})()
        self.text, self.received = text, 0

    async def receive(self) -> dict[str, Any]:
        """The same again."""
        await asyncio.sleep(0)
        self.received += 1
        return {"type": "websocket.receive", "text": self.text}


COMMAND = msgspec.json.encode({"type": "command", "id": "x", "seat": 0, "seq": 1, "answer": {"a": [1] * 500}}).decode()


async def read_in_a_flood(folder: Path, sockets: int, text: str = COMMAND, seconds: float = 0.5) -> tuple[int, float]:
    """Spectators that send without a pause: how many messages were read, and in how many seconds."""
    read = 0

    async def counting(self: SocketSession, raw: str | bytes | None) -> None:
        nonlocal read
        read += 1

    async with opened(folder, replace(FAST, limits=Limits())) as server:
        room, _ = await made(server, "me", "here", ready=True)
        began = time.monotonic()
        listening = []
        for _ in range(sockets):
            guest = SocketSession(server, Flood(text, "203.0.113.9"))  # type: ignore[arg-type]
            guest.room = room
            guest.take = counting.__get__(guest)  # type: ignore[method-assign]
            listening.append(asyncio.create_task(guest.listen()))
        await asyncio.sleep(seconds)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        return read, time.monotonic() - began


@pytest.mark.parametrize("sockets", [1, 3, 12])
def test_nobody_has_more_read_than_its_allowance(tmp_path: Path, sockets: int) -> None:
    limits = Limits()
    read, seconds = asyncio.run(read_in_a_flood(tmp_path, sockets))
    worth = min(sockets, limits.crowd)
    most = worth * (limits.messages.burst + limits.messages.per_second * seconds) / weight(COMMAND)
    most += sockets * (limits.quiet.burst + limits.quiet.per_second * seconds)
    assert 0.5 * worth * limits.messages.burst / weight(COMMAND) < read <= most + sockets


def test_whoever_sends_little_does_not_wait_for_a_flood_from_its_address(tmp_path: Path) -> None:
    async def run() -> list[bool]:
        async with opened(tmp_path, replace(FAST, limits=Limits())) as server:
            server.rate_limiter.owe("messages", "203.0.113.9", 100_000.0)
            passed = []
            # whoever need not wait is let through at once, however busy the machine is
            for size, patience in ((80, 20.0), (30_000, 0.2)):
                guest = SocketSession(server, Flood("", "203.0.113.9"))  # type: ignore[arg-type]
                sending = asyncio.create_task(_several(guest, "x" * size))
                await asyncio.wait({sending}, timeout=patience)
                passed.append(sending.done())
                sending.cancel()
            return passed

    async def _several(guest: SocketSession, message: str) -> None:
        for _ in range(10):
            await guest._allowed(message)

    assert asyncio.run(run()) == [True, False]


def test_a_long_message_counts_for_many(tmp_path: Path) -> None:
    read, seconds = asyncio.run(read_in_a_flood(tmp_path, 1, "[" * 65_536, 0.2))
    limits = Limits()
    assert read <= (limits.messages.burst + limits.messages.per_second * seconds) / 17 + 1


def test_messages_read_before_they_are_counted_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: no allowance is asked for."""

    async def at_once(self: SocketSession, raw: str | bytes | None) -> None:
        return None

    monkeypatch.setattr(SocketSession, "_allowed", at_once)
    limits = Limits()
    read, seconds = asyncio.run(read_in_a_flood(tmp_path, 1))
    assert read > limits.messages.burst + limits.messages.per_second * seconds


def test_commands_of_a_spectator_are_counted_before_they_are_judged(tmp_path: Path) -> None:
    few = replace(WIDE, commands=Rate(2, 0.0))
    with browser(tmp_path, limits=few) as client:
        match = new_match(client, "me", "here", ready=True)
        with socket(client) as watcher:
            watcher.hello(match["match"], [])
            for number in range(4):
                watcher.command(0, 1, {}, f"c{number}")
            codes = [watcher.wait("refused")["refusal"]["code"] for _ in range(4)]
            assert codes == ["not_your_seat", "not_your_seat", "too_many", "too_many"]


def test_an_address_asks_no_more_by_opening_more_sockets(tmp_path: Path) -> None:
    few = replace(WIDE, commands=Rate(2, 0.0), crowd=2, quiet=Rate(1, 0.0))
    with browser(tmp_path, limits=few) as client:
        match = new_match(client, "me", "here", ready=True)
        codes = []
        for _ in range(3):
            with socket(client) as table:
                table.hello(match["match"], secrets_of(match))
                for number in range(2):
                    table.command(0, 0, {}, f"c{number}")
                codes += [table.wait("refused")["refusal"]["code"] for _ in range(2)]
        # the last socket is heard once all the same: it has sent little
        assert codes == ["old_version"] * 5 + ["too_many"]


def test_requests_of_any_kind_wait_for_their_turn() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 4.0), lambda: now[0])
    assert [bucket.owe() for _ in range(4)] == [0.0, 0.0, 0.25, 0.5]
    now[0] = 1.0
    assert bucket.owe(2.0) == 0.0
    assert bucket.owe() == 0.25
    keeper = RateLimiter(Limits(hits=Rate(1, 10.0)))
    assert keeper.owe("hits", "a") == keeper.owe("hits", "b") == 0.0
    assert 0.0 < keeper.owe("hits", "a") <= 0.1


# --- hello in its time -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ['{"type":"ping"}', ""])
def test_hello_has_to_come_in_its_time_whatever_else_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as server:
            guest = SocketSession(server, Flood(said, "203.0.113.9"))  # type: ignore[arg-type]
            # said by nobody who is listened to for longer
            guest._patience = 10**9
            guest.connection.let_go = lambda bye: None  # type: ignore[method-assign]
            guest.connection.send = lambda message: None  # type: ignore[method-assign]
            with pytest.raises(TimeoutError):
                await guest.listen()

    monkeypatch.setattr(guests, "_HELLO_SECONDS", 0.1)
    asyncio.run(asyncio.wait_for(run(), 60))


def test_whoever_has_said_hello_has_all_the_time_in_the_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "_HELLO_SECONDS", 0.2)
    with browser(tmp_path) as client:
        match = new_match(client, "me", "here", ready=True)
        with socket(client) as watcher:
            watcher.hello(match["match"], [])
            time.sleep(0.5)
            watcher.send(type="ping")
            watcher.wait("pong")


# --- lines -----------------------------------------------------------------------------------------------------------


def test_an_address_has_only_so_many_lines() -> None:
    keeper = RateLimiter(Limits(sockets=1, spare=1, all_sockets=3, all_spare=1))
    assert [keeper.connect("a") for _ in range(3)] == [True, True, False]
    # a proxy of ours has no address of its own here
    assert [keeper.connect("") for _ in range(3)] == [True, True, False]
    keeper.disconnect("a")
    assert keeper.connect("b")
    assert not keeper.connect("c")


def test_the_refusals_of_the_gate_are_refusals(tmp_path: Path) -> None:
    with browser(tmp_path, hosts=()) as client:
        refusal = client.get("/api/games").json()
        assert isinstance(msgspec.convert(refusal, Refusal), Refusal)
        assert post(client, "/api/matches", WISH, 421)["code"] == "wrong_host"


def test_after_our_good_bye_nobody_is_read_for_long() -> None:
    class Wire:
        """A line of which only its end is known."""

        aborted = False

        def abort(self) -> None:
            """The end."""
            self.aborted = True

    line = FlowControlledSocket.__new__(FlowControlledSocket)
    line._unread, line._in_vain, line.close_sent, line.read_paused = bytearray(), 0, True, True
    line.transport = Wire()  # type: ignore[assignment]
    line.data_received(b"x" * 4_096)
    assert not line.transport.aborted  # type: ignore[attr-defined]
    line.data_received(b"x")
    assert line.transport.aborted  # type: ignore[attr-defined]
