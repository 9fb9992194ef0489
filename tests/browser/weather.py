"""Bad weather on purpose: late answers and a slow page, so that a race shows itself before it meets somebody.

`BRICKFIELD_SLOW="net=300,cpu=6,seed=1"` lets every answer of the server come up to 300 ms late, each by itself, every
message of a socket likewise but never before the one ahead of it, and the pages think six times slower. Without it
the sky is clear.
"""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.browser.house import DOORS


class Weather(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How late an answer may be, how many times slower a page thinks, and which of all such days this is."""

    net: int = 0
    cpu: int = 1
    seed: int = 0


def weather() -> Weather:
    """What the environment asks for; a misspelt wish is an error."""
    wishes = [wish.partition("=") for wish in os.environ.get("BRICKFIELD_SLOW", "").split(",") if wish]
    return msgspec.convert({name: value for name, _, value in wishes}, Weather, strict=False)


class Pipe:
    """Messages on their way in one direction: each has its own delay, none overtakes another."""

    def __init__(self, chance: random.Random, longest: float) -> None:
        self._chance, self._longest = chance, longest
        self._under_way: asyncio.Queue[tuple[float, Message]] = asyncio.Queue()

    def put(self, message: Message) -> None:
        """A message sets out."""
        due = asyncio.get_running_loop().time() + self._chance.uniform(0, self._longest)
        self._under_way.put_nowait((due, message))

    async def take(self) -> Message:
        """The next message, once it has arrived."""
        due, message = await self._under_way.get()
        await asyncio.sleep(due - asyncio.get_running_loop().time())
        return message


class Lagging:
    """An application at the far end of a slow line."""

    def __init__(self, app: ASGIApp, today: Weather) -> None:
        self._app = app
        self._longest = today.net / 1000
        self._chance = random.Random(today.seed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request late, or a socket with messages that take their time both ways."""
        if scope["type"] == "websocket":
            await self._talk(scope, receive, send)
        elif scope["type"] == "http" and not scope["path"].startswith(DOORS):
            await self._app(scope, receive, self._late(send))
        else:
            await self._app(scope, receive, send)

    def _late(self, send: Send) -> Send:
        async def later(message: Message) -> None:
            # the server is quick: what was asked is done at once, only word of it is late
            if message["type"] == "http.response.start":
                await asyncio.sleep(self._chance.uniform(0, self._longest))
            await send(message)

        return later

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        up, down = Pipe(self._chance, self._longest), Pipe(self._chance, self._longest)

        async def listen() -> None:
            while True:
                message = await receive()
                up.put(message)
                if message["type"] == "websocket.disconnect":
                    return

        async def speak() -> None:
            while (message := await down.take())["type"] != "end":
                await send(message)

        async def said(message: Message) -> None:
            down.put(message)

        listening, speaking = asyncio.create_task(listen()), asyncio.create_task(speak())
        try:
            await self._app(scope, up.take, said)
        finally:
            down.put({"type": "end"})
            ended: list[Any] = [listening, speaking]
            listening.cancel()
            await asyncio.gather(*ended, return_exceptions=True)
