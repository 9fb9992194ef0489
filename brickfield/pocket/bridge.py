"""The smallest ASGI server there is: requests and sockets come as calls of a page, and answers go back as calls.

Everything the page is told goes through one function, `tell(kind, number, ...)`, with words and numbers only: a worker
of a browser hands them on as they are.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TypeAlias
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

from brickfield.server.logs import log_fault

Tell: TypeAlias = Callable[..., None]
# The page and its server are one: nobody else can call.
_HOST = b"pocket"
_FAILED, _NORMAL, _GOING = 500, 1000, 1001


class CannotStart(RuntimeError):
    """The application did not begin."""


class Bridge:
    """Feeds one application with what a page asks for."""

    def __init__(self, app: ASGIApp, tell: Tell) -> None:
        self._app, self._tell = app, tell
        self._sockets: dict[int, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._life: asyncio.Queue[Message] = asyncio.Queue()
        self._ended: asyncio.Future[None] | None = None

    # --- beginning and end ---

    async def start(self) -> None:
        """Let the application begin."""
        loop = asyncio.get_running_loop()
        up, self._ended = loop.create_future(), loop.create_future()

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                up.set_result(None)
            elif message["type"] == "lifespan.startup.failed":
                up.set_exception(CannotStart(message.get("message", "")))

        self._life.put_nowait({"type": "lifespan.startup"})
        living = self._go(
            self._app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, self._life.get, send)
        )
        living.add_done_callback(self._has_ended)
        await up

    def _has_ended(self, _living: asyncio.Task[None]) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    async def stop(self) -> None:
        """Let the application end, and wait until it has."""
        for number in list(self._sockets):
            self.close(number, _GOING)
        self._life.put_nowait({"type": "lifespan.shutdown"})
        if self._ended is not None:
            await self._ended

    def _go(self, work: Awaitable[None]) -> asyncio.Task[None]:
        async def soundly() -> None:
            try:
                await work
            except Exception as error:
                # whoever asked has been told already; the others go on
                log_fault("call_failed", error)

        task = asyncio.ensure_future(soundly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- requests ---

    def request(self, number: int, method: str, target: str, body: str) -> None:
        """Answer a request: `response`, its number, the status, the headers as JSON and the text."""
        self._go(self._request(number, method, target, body))

    async def _request(self, number: int, method: str, target: str, body: str) -> None:
        sent = body.encode()
        headers = [*_headers(), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(sent))]
        scope = {"type": "http", "method": method, "scheme": "http", **_scope(target), "headers": headers}
        asked = [{"type": "http.request", "body": sent, "more_body": False}]
        status, found, parts = _FAILED, dict[str, str](), list[bytes]()

        async def receive() -> Message:
            # after its request a page says nothing more; it cannot leave before it is answered
            return asked.pop() if asked else await asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                found.update((name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"])
            else:
                parts.append(message.get("body", b""))

        try:
            await self._app(scope, receive, send)
        finally:
            self._tell("response", number, status, json.dumps(found), b"".join(parts).decode())

    # --- sockets ---

    def open(self, number: int, target: str) -> None:
        """A socket opens: `opened`, then `message` with each text, in the end `closed` with the code."""
        queue: asyncio.Queue[Message] = asyncio.Queue()
        self._sockets[number] = queue
        queue.put_nowait({"type": "websocket.connect"})
        self._go(self._socket(number, target, queue))

    async def _socket(self, number: int, target: str, queue: asyncio.Queue[Message]) -> None:
        scope = {"type": "websocket", "scheme": "ws", "subprotocols": [], **_scope(target), "headers": _headers()}
        code = _NORMAL

        async def send(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.accept":
                self._tell("opened", number)
            elif message["type"] == "websocket.send":
                text = message.get("text")
                self._tell("message", number, text if text is not None else message["bytes"].decode())
            elif message["type"] == "websocket.close":
                code = message.get("code", _NORMAL)

        try:
            await self._app(scope, queue.get, send)
        finally:
            self._sockets.pop(number, None)
            self._tell("closed", number, code)

    def message(self, number: int, text: str) -> None:
        """Something the page says on a socket."""
        if (queue := self._sockets.get(number)) is not None:
            queue.put_nowait({"type": "websocket.receive", "text": text})

    def close(self, number: int, code: int = _NORMAL) -> None:
        """The page closes a socket."""
        if (queue := self._sockets.get(number)) is not None:
            queue.put_nowait({"type": "websocket.disconnect", "code": code})


def _headers() -> list[tuple[bytes, bytes]]:
    return [(b"host", _HOST), (b"origin", b"http://" + _HOST)]


def _scope(target: str) -> Scope:
    path, _, query = target.partition("?")
    return {
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "client": ("127.0.0.1", 0),
        "server": (_HOST.decode(), 80),
    }
