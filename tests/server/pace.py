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

# Seconds a person thinks before taking something into the hand, on average; previews of a drag and their pace.
THINKING = 2.0
PREVIEWS = 8
FRAME = 0.1


WISH = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}], "ready": True}


async def person(served: Served, made: dict[str, Any], until: float, times: list[float]) -> None:
    """Somebody who plays both sides of a battle: thinks, drags a unit with live previews, moves it, declares, locks."""
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
            answer = await _answer(line, table["decision"], rng)
            count += 1
            began = time.perf_counter()
            await _send(line, type="command", id=f"c{count}", seat=seat, seq=table["seq"], answer=answer)
            await _wait(line, "accepted")
            times.append(time.perf_counter() - began)
            table = await _wait(line, "update")


async def _answer(line: ClientConnection, asked: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """What a person would answer: a short drive tried by dragging, the best shots, or the first of the choices."""
    offer = asked["offer"]
    if asked["kind"] == "declare_targets":
        best = [(each["unit"], each["aims"][0]) for each in offer["units"] if each["aims"]]
        shots = [{"unit": unit, "target": aim["target"]} for unit, aim in best if aim["refusal"] is None]
        return {"answer": "declare", "shots": shots}
    if asked["kind"] != "move_units":
        return dict(offer["choices"][0]["answer"])
    movable = [each["unit"] for each in offer["units"] if each["left"] >= 1]
    if not movable or rng.random() < 0.25:
        return {"answer": "end_movement"}
    order = {"unit": rng.choice(movable), "steps": [{"step": "forward", "inches": 0.0}]}
    worked: dict[str, Any] = {}
    for tick in range(1, PREVIEWS + 1):
        order["steps"][0]["inches"] = tick / PREVIEWS
        await _send(line, type="ask", id=f"q{tick}", seat=asked["seat"], query="path", about=order)
        worked = (await _wait(line, "told"))["result"]
        await asyncio.sleep(FRAME)
    drives = worked.get("refusal") is None and worked["cost"] > 0
    return {"answer": "move", **order} if drives else {"answer": "end_movement"}


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
