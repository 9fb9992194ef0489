"""How long an acknowledgement takes: many rooms against a real server process, which shares the machine with this one.

`python -m tests.server.pace FIGURE [ROOMS] [SECONDS]` prints one figure; these are measurements and no tests:

* `rooms`: 1,000 open rooms with 250 commands a second in all; wanted is a p99 below 150 ms;
* `busy`: 400 rooms of people who drag units with live previews before each command; wanted is a p99 below 150 ms;
* `bots`: how long a bot takes to answer a player alone, beside 30 tables of bots nobody looks at, and beside 30 that
  are watched.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect

from tests.server.ledgers import Served
from tests.server.tables import GAME


class Habits(Struct, frozen=True):
    """How people play: seconds they think before a command on average, previews of a drag, seconds in all."""

    rooms: int
    thinking: float
    previews: int
    seconds: float = 60.0


FRAME = 0.1
FIGURES = {"rooms": Habits(1000, 4.0, 0), "busy": Habits(400, 2.0, 8)}
BOT_TABLES = 30
# Answers of a bot that are timed.
BOT_ANSWERS = 40
WISH = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}], "ready": True}
BOT = {"kind": "bot", "level": "recruit"}
_SHARES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))


class Times(Struct):
    """What was measured."""

    taken: list[float] = field(default_factory=list)
    refused: int = 0

    def p(self, share: float) -> float:
        """So many of them took no longer."""
        return sorted(self.taken)[int(len(self.taken) * share)]

    def text(self) -> str:
        """The figures."""
        shown = ", ".join(f"{name} {self.p(share) * 1000:.1f} ms" for name, share in _SHARES)
        return f"{shown}, slowest {max(self.taken) * 1000:.1f} ms, {self.refused} refused"


@contextlib.asynccontextmanager
async def seated(served: Served, match: str, secrets: list[str]) -> AsyncIterator[tuple[ClientConnection, Any]]:
    """A socket at a table, and the table."""
    uri = f"ws://127.0.0.1:{served.port}/ws"
    async with connect(uri, origin=served.address, compression=None, open_timeout=120) as line:  # type: ignore[arg-type]
        await _send(line, type="hello", protocol=1, match=match, secrets=secrets)
        yield line, await _wait(line, "update")


async def person(served: Served, made: dict[str, Any], habits: Habits, until: list[float], times: Times) -> None:
    """Somebody who plays both sides of a battle: thinks, drags a unit with live previews, moves it, declares, locks."""
    rng = random.Random(made["match"])
    async with seated(served, made["match"], _secrets(made)) as (line, table):
        count = 0
        while (not until or time.monotonic() < until[0]) and table["view"]["outcome"] is None:
            # nobody plays before all have sat down
            await asyncio.sleep(rng.expovariate(1 / habits.thinking))
            if not until:
                continue
            seat = table["decision"]["seat"]
            answer = await _answer(line, table["decision"], rng, habits.previews)
            count += 1
            began = time.perf_counter()
            await _send(line, type="command", id=f"c{count}", seat=seat, seq=table["seq"], answer=answer)
            if (await _wait(line, "accepted", "refused"))["type"] == "refused":
                times.refused += 1
                continue
            times.taken.append(time.perf_counter() - began)
            table = await _wait(line, "update")


def _secrets(made: dict[str, Any]) -> list[str]:
    return [seat["secret"] for seat in made["seats"] if seat["secret"]]


async def _answer(line: ClientConnection, asked: dict[str, Any], rng: random.Random, previews: int) -> dict[str, Any]:
    """What a person would answer: a short drive, the best shots, or the first of the choices."""
    offer = asked["offer"]
    if offer["offer"] == "aims":
        best = [(each["unit"], each["aims"][0]) for each in offer["shooters"] if each["aims"]]
        shots = [{"unit": unit, "target": aim["target"]} for unit, aim in best if aim["refusal"] is None]
        return {"answer": "declare", "shots": shots}
    if offer["offer"] != "path":
        return dict(offer["choices"][0]["answer"])
    movable = [each["unit"] for each in offer["movers"] if each["left"] >= 1]
    if not movable or rng.random() < 0.25:
        return {"answer": "end_movement"}
    order = {"unit": rng.choice(movable), "steps": [{"step": "forward", "inches": 0.25}]}
    return {"answer": "move", **order} if not previews else await _dragged(line, asked["seat"], order, previews)


async def _dragged(line: ClientConnection, seat: int, order: dict[str, Any], previews: int) -> dict[str, Any]:
    """A drive that is tried by dragging first."""
    worked: dict[str, Any] = {}
    for tick in range(1, previews + 1):
        order["steps"][0]["inches"] = tick / previews
        await _send(line, type="ask", id=f"q{tick}", seat=seat, query="path", about=order)
        worked = (await _wait(line, "told"))["result"]
        await asyncio.sleep(FRAME)
    drives = worked.get("refusal") is None and worked["cost"] > 0
    return {"answer": "move", **order} if drives else {"answer": "end_movement"}


async def _send(line: ClientConnection, **message: Any) -> None:
    await line.send(msgspec.json.encode(message).decode())


async def _wait(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = msgspec.json.decode(await line.recv())
        if message["type"] in kinds:
            return message
        if message["type"] in ("refused", "bye"):
            raise AssertionError(message)


@contextlib.asynccontextmanager
async def _server() -> AsyncIterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "matches.sqlite")
        await served.start()
        try:
            yield served
        finally:
            served.stop()


async def measure(name: str, habits: Habits) -> None:
    """Sit down everywhere, then play and print."""
    times = Times()
    async with _server() as served:
        matches = [await asyncio.to_thread(served.post, "/api/matches", WISH) for _ in range(habits.rooms)]
        until: list[float] = []
        people = [asyncio.create_task(person(served, made, habits, until, times)) for made in matches]
        await asyncio.sleep(2.0 + habits.rooms / 200)
        until.append(time.monotonic() + habits.seconds)
        await asyncio.gather(*people)
    rate = len(times.taken) / habits.seconds
    print(f"{name}: {habits.rooms} rooms, {len(times.taken)} commands ({rate:.0f} a second): {times.text()}")


async def bot_times(served: Served) -> Times:
    """How long a player waits for a bot's turn, counted from the own answer to the next question."""
    times = Times()
    while len(times.taken) < BOT_ANSWERS:
        made = await asyncio.to_thread(served.post, "/api/matches", {**WISH, "seats": [{"kind": "me"}, BOT]})
        async with seated(served, made["match"], _secrets(made)) as (line, table):
            count = 0
            while table["view"]["outcome"] is None and len(times.taken) < BOT_ANSWERS:
                if table["decision"] is None:
                    table = await _wait(line, "update")
                    continue
                answer = await _answer(line, table["decision"], random.Random(1), 0)
                if answer["answer"] == "move":
                    answer = {"answer": "end_movement"}
                count, began = count + 1, time.perf_counter()
                await _send(line, type="command", id=f"c{count}", seat=0, seq=table["seq"], answer=answer)
                table = await _wait(line, "update")
                waited = table["decision"] is None
                while table["decision"] is None and table["view"]["outcome"] is None:
                    table = await _wait(line, "update")
                if waited:
                    times.taken.append(time.perf_counter() - began)
    return times


async def measure_bots(tables: int) -> None:
    """A player's bot alone, beside tables nobody looks at, and beside tables that are watched."""
    async with _server() as served:
        await bot_times(served)
        print(f"bots, alone: {(await bot_times(served)).text()}")
        wish = {**WISH, "seats": [BOT, BOT]}
        matches = [await asyncio.to_thread(served.post, "/api/matches", wish) for _ in range(tables)]
        print(f"bots, beside {tables} tables nobody looks at: {(await bot_times(served)).text()}")
        async with contextlib.AsyncExitStack() as watching:
            for made in matches:
                line, _ = await watching.enter_async_context(seated(served, made["match"], []))
                watching.callback(asyncio.create_task(_listen(line)).cancel)
            print(f"bots, beside {tables} tables that are watched: {(await bot_times(served)).text()}")


async def _listen(line: ClientConnection) -> None:
    async for _ in line:
        pass


def main(words: list[str]) -> None:
    """One figure."""
    name, rest = (words or ["rooms"])[0], words[1:]
    if name == "bots":
        asyncio.run(measure_bots(int(rest[0]) if rest else BOT_TABLES))
        return
    habits = FIGURES[name]
    if rest:
        habits = msgspec.structs.replace(habits, rooms=int(rest[0]))
    if rest[1:]:
        habits = msgspec.structs.replace(habits, seconds=float(rest[1]))
    asyncio.run(measure(name, habits))


if __name__ == "__main__":
    main(sys.argv[1:])
