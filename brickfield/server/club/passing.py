"""Passing on what landed at the wrong worker, a request or the whole life of a socket, to the one who has the table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import h11
from starlette.requests import Request
from starlette.responses import Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from brickfield.server.club.passes import HEADER, Passes

_CONNECT_SECONDS = 3.0
# As long as the slowest answer may take.
_ANSWER_SECONDS = 60.0
_PIECE = 64 * 1024
_MOST_FRAME = 64 * 1024 * 1024
# Of what another worker answers these headers are passed on; the rest is this worker's own business.
_KEPT = ("content-type", "content-disposition")


class CannotPass(RuntimeError):
    """The other worker did not answer."""


async def passed_request(passes: Passes, to: str, request: Request, body: bytes) -> Response:
    """What the other worker answers to a request."""
    target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    guest = request.client.host if request.client is not None else ""
    headers = [
        ("host", to),
        ("content-type", request.headers.get("content-type", "application/octet-stream")),
        ("content-length", str(len(body))),
        ("connection", "close"),
        (HEADER, passes.make(to, f"{request.method} {request.url.path}", guest)),
    ]
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await _asked(to, h11.Request(method=request.method, target=target, headers=headers), body)
    except (OSError, TimeoutError, h11.ProtocolError) as error:
        raise CannotPass(f"another worker does not answer ({type(error).__name__})") from error


async def _asked(to: str, request: h11.Request, body: bytes) -> Response:
    async with asyncio.timeout(_CONNECT_SECONDS):
        reader, writer = await asyncio.open_connection(*_parted(to))
    try:
        line = h11.Connection(h11.CLIENT)
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(line.send(event) or b"")
        await writer.drain()
        return await _answer(line, reader)
    finally:
        writer.close()


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> Response:
    status, headers, data = 502, dict[str, str](), bytearray()
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(_PIECE))
        elif isinstance(event, h11.Response):
            status = event.status_code
            headers = {name.decode(): value.decode("latin-1") for name, value in event.headers}
        elif isinstance(event, h11.Data):
            data += event.data
        elif isinstance(event, h11.EndOfMessage):
            kept = {name: value for name, value in headers.items() if name in _KEPT}
            return Response(bytes(data), status, headers=kept)
        elif isinstance(event, h11.ConnectionClosed):
            raise OSError("the answer broke off")


def _parted(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


class Relay:
    """The far end of a socket that is passed on. Frames go both ways as they are; nothing is read on the way."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line

    async def send(self, raw: str | bytes) -> None:
        """A frame of the guest."""
        with contextlib.suppress(ConnectionClosed):
            await self._line.send(raw)

    async def bring_back(self, take: Callable[[bytes], Awaitable[None]]) -> int:
        """Every frame of the other worker, as fast as the guest reads; in the end the code of its good bye, 0 if it
        went without one."""
        try:
            async for frame in self._line:
                await take(frame.encode() if isinstance(frame, str) else frame)
        except ConnectionClosed:
            pass
        code = self._line.close_code
        return code if code is not None and code not in (1000, 1005, 1006) else 0

    async def close(self) -> None:
        """The guest has gone."""
        await self._line.close()


async def relayed(passes: Passes, to: str, guest: str, hello: str | bytes) -> Relay:
    """A socket to the other worker, which has heard the guest's hello."""
    try:
        line = await connect(
            f"ws://{to}/ws",
            additional_headers={HEADER: passes.make(to, "GET /ws", guest)},
            compression=None,
            proxy=None,
            open_timeout=_CONNECT_SECONDS,
            close_timeout=1,
            max_size=_MOST_FRAME,
            max_queue=4,
            ping_interval=20,
            ping_timeout=20,
        )
        await line.send(hello)
    except (OSError, TimeoutError, WebSocketException) as error:
        raise CannotPass(f"another worker does not answer ({type(error).__name__})") from error
    return Relay(line)
