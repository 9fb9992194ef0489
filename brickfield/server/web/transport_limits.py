"""The lines to our guests, below requests and messages: what may take how long, and how much is read ahead.

Nobody who sends slowly, never reads, or never says anything keeps a line for long; and nobody's many small frames are
taken apart before their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from brickfield.server.web.compression import Shortening
from brickfield.server.web.host_check import Network, allowance_of, is_within
from brickfield.server.web.limits import Bucket, Rate, RateLimiter

# How long somebody who was let go may still read what was sent before.
_READ_ON_SECONDS = 2.0
# A request is here completely within so long after the line was opened or its first byte came.
REQUEST_SECONDS = 20.0
# An answer that the other side does not go on reading for so long ends the line.
STUCK_SECONDS = 20.0
# So much is taken apart at once; a frame has at least six bytes.
_SLICE = 1_024
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
# So many bytes are looked through for a good bye after ours.
_MOST_IN_VAIN = 4_096
# Frames that are no message: pings, pongs and parts. No browser of ours sends more than the answers to our own pings.
_FRAMES = Rate(100, 5.0)


class FlowControlledSocket(WebSocketsSansIOProtocol):
    """A socket that reads no further than it is listened to, and is really gone when we have let it go.

    Closing waits until the other side has read what is left. Whoever never reads would keep it in our memory for ever.
    """

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.conn.available_extensions = [Shortening()]
        # called when the line is gone
        self.gone: Callable[[], None] = lambda: None
        self._unread = bytearray()
        self._in_vain = 0
        self._frames = Bucket(_FRAMES)

    async def run_asgi(self) -> None:
        """The whole life of the socket, then an end that waits for nobody."""
        await super().run_asgi()
        self.loop.call_later(_READ_ON_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The other side has not answered our ping."""
        super().keepalive_timeout()
        self.loop.call_later(_READ_ON_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone, and what was not read of it with it."""
        self._unread.clear()
        super().connection_lost(exc)
        self.gone()

    def data_received(self, data: bytes) -> None:
        """Something came; it is taken apart when what came before has been listened to."""
        self._unread += data
        if self.close_sent:
            # we wait for their good bye, not for everything that they had still to say
            self._in_vain += len(data)
            if self._in_vain > _MOST_IN_VAIN:
                self.transport.abort()
                return
        self._read_on()

    def _read_on(self) -> None:
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unread[:_SLICE])
            del self._unread[:_SLICE]
            super().data_received(piece)

    async def receive(self) -> Any:
        """The next message; then the next may be taken apart."""
        message = await super().receive()
        self._read_on()
        return message

    def handle_ping(self) -> None:
        """A frame that is no message."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A frame that is no message."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        if self._frames.take():
            return True
        self.transport.abort()
        return False


class Door(H11Protocol):
    """A line for requests: so many from one address, each request within its time, and no answer that is never read."""

    keeper: RateLimiter
    proxies: tuple[Network, ...] = ()
    # the port at which only workers of our house call, for guests who are counted where they came in; 0: there is none
    inside: int = 0

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self._arriving: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A line is opened, unless its address has too many; a proxy of ours has as many as it needs."""
        super().connection_made(transport)
        peer = self.client[0] if self.client is not None else ""
        is_worker = self.inside and self.server is not None and self.server[1] == self.inside
        address = "" if is_worker or is_within(peer, self.proxies) else allowance_of(peer)
        if not self.keeper.connect(address):
            transport.abort()
            return
        self._address = address
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._arrived()
        self.resume_writing()
        super().connection_lost(exc)
        self._give_back()

    def _give_back(self) -> None:
        if self._address is not None:
            self.keeper.disconnect(self._address)
            self._address = None

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        self._expect()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._arrived()

    def on_response_complete(self) -> None:
        """An answer is on its way; between requests the line is kept for a short while only."""
        if self.conn.their_state is not h11.SEND_BODY:
            self._arrived()
        super().on_response_complete()
        if self.transport.is_closing():
            self.loop.call_later(STUCK_SECONDS, self.transport.abort)
        elif self.conn.their_state is h11.SEND_BODY:
            # the next request had come with the one before, but not all of it
            self._expect()

    def _expect(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _arrived(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def pause_writing(self) -> None:
        """The other side does not read what was sent."""
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The other side reads again."""
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked for; what was sent may still be read for a while."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The line becomes a socket's, which gives its place back in the end."""
        self._arrived()
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        if isinstance(line, FlowControlledSocket):
            line.gone = self._give_back
            if not line.handshake_initiated:
                # its head was too much for a socket's, which would wait for another for ever
                self.transport.write(_BAD_REQUEST)
                self.transport.close()


def door_of(keeper: RateLimiter, proxies: tuple[Network, ...], inside: int = 0) -> type[Door]:
    """The door of a server."""
    return type("HouseDoor", (Door,), {"keeper": keeper, "proxies": proxies, "inside": inside})
