"""How long an acknowledgement takes: many rooms at human pace against a real server process.

`python -m tests.server.pace [ROOMS] [SECONDS]` prints the figures; it is a measurement and no test.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.ledgers import Served
from tests.server.tables import GAME

# Seconds between two commands of one person, on average.
THINKING = 2.0


WISH = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}], "ready": True}


async def person(served: Served, made: dict[str, Any], until: float, times: list[float]) -> None:
    """Somebody who plays both sides of a battle, thinks, asks for hints, and answers."""
    rng = random.Random(made["match"])
    uri = f"ws://127.0.0.1:{served.port}/ws"
    async with connect(uri, origin=served.address, compression=None) as line:  # type: ignore[arg-type]
        secrets = [seat["secret"] for seat in made["seats"]]
        await _send(line, type="hello", protocol=1, match=made["match"], secrets=secrets)
        table = await _wait(line, "update")
        count = 0
        while time.monotonic() < until and table["view"]["outcome"] is None:
            await asyncio.sleep(rng.expovariate(1 / THINKING))
            seat = table["decision"]["seat"]
            await _send(line, type="ask", id="q", seat=seat, query="suggest", about={"n": 12})
            ideas = (await _wait(line, "told"))["result"]
            count += 1
            answer = rng.choice(ideas)["answer"]
            began = time.perf_counter()
            await _send(line, type="command", id=f"c{count}", seat=seat, seq=table["seq"], answer=answer)
            await _wait(line, "accepted")
            times.append(time.perf_counter() - began)
            table = await _wait(line, "update")


async def _send(line: ClientConnection, **message: Any) -> None:
    await line.send(msgspec.json.encode(message).decode())


async def _wait(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = msgspec.json.decode(await line.recv())
        if message["type"] == kind:
            return message
        if message["type"] in ("refused", "bye"):
            raise AssertionError(message)


async def measure(rooms: int, seconds: float) -> None:
    """Play and print."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "matches.sqlite")
        await served.start()
        try:
            matches = [await asyncio.to_thread(served.post, "/api/matches", WISH) for _ in range(rooms)]
            until = time.monotonic() + seconds
            await asyncio.gather(*(person(served, made, until, times) for made in matches))
        finally:
            served.stop()
    times.sort()
    shown = ", ".join(f"{name} {times[int(len(times) * share)] * 1000:.1f} ms" for name, share in _SHARES)
    print(f"{rooms} rooms, {len(times)} commands in {seconds:g} s: {shown}, slowest {times[-1] * 1000:.1f} ms")


_SHARES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))

if __name__ == "__main__":
    asyncio.run(measure(int((*sys.argv[1:], "50")[0]), float((*sys.argv[2:], "40")[0])))
