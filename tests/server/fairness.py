"""What one address can do to another: a stranger's commands, previews and bot alone, and beside everything that one
address may legally ask for at once. The server is a process of its own with the limits it has by default.

`python -m tests.server.fairness [SECONDS]` prints the figures; these are measurements and no tests. Wanted: commands
and previews within three times their quiet p99, a recruit's answer within about one thought's time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.ledgers import Served
from tests.server.pace import BOT, WISH, Times, _answer, _secrets, _send, _wait

# Both are this machine: nothing leaves it.
CROWD, STRANGER = "127.0.0.1", "127.0.0.2"
FRAME = 0.1
HARD_TABLES = 16
ARMY = [["Type 94 Te-Ke", 60]]
LARGE = {"game": "micro_brick_battle", "scenario": "six_v_six", "options": {"point_limit": 999}, "armies": [ARMY, ARMY]}
CHECK = {"game": "micro_brick_battle", "army": ARMY, "limit": 999, "options": {"point_limit": 999}}
LAY = {"game": "micro_brick_battle", "scenario": "village"}
DUELS = {"game": "micro_brick_battle", "card": "M4 Sherman", "enemies": ["Panzer III"] * 12, "away": 12}
SOCKETS = 8


class Found(Struct):
    """What the stranger has measured."""

    commands: Times = field(default_factory=Times)
    previews: Times = field(default_factory=Times)
    bots: Times = field(default_factory=Times)

    def print(self, when: str) -> None:
        """All of it."""
        for name in ("commands", "previews", "bots"):
            times: Times = getattr(self, name)
            print(f"{when}, {name}: {len(times.taken)}: {times.text() if times.taken else 'none'}", flush=True)


async def request(port: int, path: str, body: Any, address: str) -> bytes:
    """One request from an address; whatever is answered is an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    data = msgspec.json.encode(body) if body is not None else b""
    head = f"{'POST' if body is not None else 'GET'} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n"
    writer.write(f"{head}content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]


def _written(**message: Any) -> str:
    """A message; what is typed is called the line."""
    if "typed" in message:
        message["line"] = message.pop("typed")
    return msgspec.json.encode(message).decode()


def line_to(port: int, address: str) -> Any:
    """A socket from an address."""
    return connect(
        f"ws://127.0.0.1:{port}/ws",
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
        compression=None,
        open_timeout=120,
        max_size=None,
        local_addr=(address, 0),
    )


# --- the stranger -----------------------------------------------------------------------------------------------------


async def seated_at(port: int, wish: dict[str, Any]) -> tuple[ClientConnection, dict[str, Any]]:
    """A new table and a socket at it."""
    made = msgspec.json.decode(await request(port, "/api/matches", wish, STRANGER))
    line = await line_to(port, STRANGER)
    await _send(line, type="hello", protocol=1, match=made["match"], secrets=_secrets(made))
    return line, await _wait(line, "update")


async def plays(port: int, until: float, found: Found) -> None:
    """Somebody who drags, lets go, and gives the answer."""
    rng, count = random.Random(1), 0
    while time.monotonic() < until:
        line, table = await seated_at(port, WISH)
        while time.monotonic() < until and table["view"]["outcome"] is None:
            count += 1
            answer = await dragged(line, table, rng, found.previews)
            began = time.perf_counter()
            await _send(
                line, type="command", id=f"c{count}", seat=table["decision"]["seat"], seq=table["seq"], answer=answer
            )
            said = await _wait(line, "accepted", "refused")
            if said["type"] == "accepted":
                found.commands.taken.append(time.perf_counter() - began)
                table = await _wait(line, "update")
            else:
                found.commands.refused += 1
            await asyncio.sleep(FRAME)
        await line.close()


async def dragged(line: ClientConnection, table: dict[str, Any], rng: random.Random, times: Times) -> dict[str, Any]:
    """What is answered, after a drag where something can be dragged."""
    asked = table["decision"]
    answer = await _answer(line, asked, rng, 0)
    if answer["answer"] != "move":
        return answer
    for tick in range(1, 5):
        about = {"unit": answer["unit"], "steps": [{"step": "forward", "inches": 0.05 * tick}]}
        began = time.perf_counter()
        await _send(line, type="ask", id=f"q{tick}", seat=asked["seat"], query="path", about=about)
        worked = (await _wait(line, "told"))["result"]
        times.taken.append(time.perf_counter() - began)
        await asyncio.sleep(FRAME)
    answer["steps"] = about["steps"]
    return answer if worked.get("refusal") is None and worked["cost"] > 0 else {"answer": "end_movement"}


async def plays_a_bot(port: int, until: float, found: Found) -> None:
    """Somebody who plays against a recruit, and waits for it."""
    count = 0
    while time.monotonic() < until:
        line, table = await seated_at(port, {**WISH, "seats": [{"kind": "me"}, BOT]})
        asked_at = None
        while time.monotonic() < until and table["view"]["outcome"] is None:
            if table["decision"] is None:
                asked_at = asked_at or time.perf_counter()
                table = await _wait(line, "update")
                found.bots.taken.append(time.perf_counter() - asked_at)
                asked_at = time.perf_counter()
                continue
            asked_at, count = None, count + 1
            answer = await _answer(line, table["decision"], random.Random(1), 0)
            if answer["answer"] == "move":
                answer = {"answer": "end_movement"}
            await _send(line, type="command", id=f"c{count}", seat=0, seq=table["seq"], answer=answer)
            table = await _wait(line, "update")
            await asyncio.sleep(FRAME)
        await line.close()


async def measured(port: int, seconds: float) -> Found:
    """A stranger for so long."""
    found, until = Found(), time.monotonic() + seconds
    await asyncio.gather(plays(port, until, found), plays_a_bot(port, until, found))
    return found


# --- the crowd --------------------------------------------------------------------------------------------------------


async def for_ever(work: Callable[[], Awaitable[Any]], pause: float) -> None:
    """Again and again, whatever comes of it."""
    while True:
        with contextlib.suppress(OSError, EOFError, WebSocketException, AssertionError, KeyError, msgspec.DecodeError):
            await work()
        await asyncio.sleep(pause)


class Crowd:
    """Everything one address may ask for, as fast as it may."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.large: dict[str, Any] = {}

    async def get(self, path: str, body: Any = None) -> bytes:
        return await request(self.port, path, body, CROWD)

    async def hard(self) -> None:
        """A battle against a commander, in which one's own answers come at once."""
        made = msgspec.json.decode(
            await self.get("/api/matches", {**WISH, "seats": [{"kind": "me"}, {"kind": "bot", "level": "commander"}]})
        )
        async with line_to(self.port, CROWD) as line:
            await _send(line, type="hello", protocol=1, match=made["match"], secrets=_secrets(made))
            table, count, rng = await _wait(line, "update"), 0, random.Random(1)
            while table["view"]["outcome"] is None:
                if table["decision"] is not None:
                    count += 1
                    answer = await _answer(line, table["decision"], rng, 0)
                    await _send(line, type="command", id=f"c{count}", seat=0, seq=table["seq"], answer=answer)
                table = await _wait(line, "update")

    async def asks(self, **message: Any) -> None:
        """A socket at the large table that asks one thing again and again, and does not look at the answers."""
        async with line_to(self.port, CROWD) as line:
            await _send(line, type="hello", protocol=1, match=self.large["match"], secrets=_secrets(self.large))
            asked, count = (await _wait(line, "update"))["decision"], 0
            seat = asked["seat"] if asked else 0
            while True:
                count += 1
                await line.send(_written(id=f"a{count}", seat=seat, **message))
                while b'"told"' not in (heard := await line.recv(decode=False))[:200]:
                    if b'"refused"' in heard[:200]:
                        await asyncio.sleep(0.1)
                        break

    async def comes_in(self) -> None:
        """Somebody who looks at the large table and goes."""
        async with line_to(self.port, CROWD) as line:
            await _send(line, type="hello", protocol=1, match=self.large["match"], secrets=[])
            await line.recv(decode=False)
            await line.recv(decode=False)

    async def rolls_off(self) -> None:
        """Commands that everybody at the large table is shown."""
        async with line_to(self.port, CROWD) as line:
            await _send(line, type="hello", protocol=1, match=self.large["match"], secrets=_secrets(self.large))
            seen, count = await _wait(line, "update"), 0
            while True:
                count += 1
                answer = {"answer": "roll_off", "question": f"{count}", "method": "high"}
                await _send(line, type="command", id=f"r{time.time()}", seat=0, seq=seen["seq"], answer=answer)
                said = await _wait(line, "update", "refused")
                seen = said if said["type"] == "update" else seen
                await asyncio.sleep(0.2 if said["type"] == "update" else 1.0)

    async def run(self) -> None:
        """All of it at once."""
        two = [{"kind": "me"}, {"kind": "here"}]
        self.large = msgspec.json.decode(await self.get("/api/matches", {**LARGE, "seats": two, "ready": True}))
        secret = _secrets(self.large)[0]
        ready = {**LARGE, "seats": two, "ready": True}
        path = f"/api/matches/{self.large['match']}/replay"
        search = "/api/clauses/found?game=mbb&words=shoot+the+rear+of+a+tank+in+smoke+behind+a+wall"
        works: list[tuple[Callable[[], Awaitable[Any]], float]] = [(self.hard, 0.5)] * HARD_TABLES
        works += [(lambda: self.asks(type="ask", query="hint", about={}), 0.2)] * SOCKETS
        works += [(lambda: self.asks(type="ask", query="path", about={"unit": "A1", "steps": []}), 0.2)] * 2
        works += [(lambda: self.asks(type="say", seq=1, typed="hint"), 0.2)] * 2
        works += [(self.comes_in, 0.3), (self.rolls_off, 1.0), (lambda: self.get("/api/matches", ready), 0.5)]
        works += [(lambda: self.get(path, {"secret": secret}), 0.05), (lambda: self.get(search), 0.05)]
        works += [(lambda: self.get("/api/tables/lay", LAY), 0.05), (lambda: self.get("/api/cards/duels", DUELS), 0.05)]
        works += [(lambda: self.get("/api/armies/check", CHECK), 0.05), (lambda: self.get("/api/games"), 0.2)]
        await asyncio.gather(*(for_ever(work, pause) for work, pause in works))


def crowd(port: int) -> None:
    """The crowd, in a process of its own that stands back: what it costs to be many is not to be measured."""
    os.nice(10)
    asyncio.run(Crowd(port).run())


# --- all of it --------------------------------------------------------------------------------------------------------


async def measure(seconds: float) -> None:
    """The stranger alone, then beside the crowd."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "matches.sqlite", "as served")
        await served.start()
        others = get_context("spawn").Process(target=crowd, args=(served.port,), daemon=True)
        try:
            for path in ("/api/games", "/api/clauses", "/api/clauses/titles"):
                # what is worked out once for everybody
                await request(served.port, path, None, STRANGER)
            await measured(served.port, 5.0)
            quiet = await measured(served.port, seconds)
            quiet.print("quiet")
            others.start()
            await asyncio.sleep(10.0)
            beside = await measured(served.port, seconds)
            beside.print("beside")
            for name in ("commands", "previews"):
                times = getattr(beside, name).p(0.99) / getattr(quiet, name).p(0.99)
                print(f"{name}: p99 {times:.1f} times the quiet one")
            print(served.operator("/metrics"))
        finally:
            others.kill()
            served.stop()


if __name__ == "__main__":
    asyncio.run(measure(float(sys.argv[1]) if sys.argv[1:] else 30.0))
