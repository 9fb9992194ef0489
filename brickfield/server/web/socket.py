"""One socket's life: hello, then messages one after the other, each authorised by itself, until either side leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from brickfield.core.refusal import Refusal, invalid
from brickfield.core.typed import from_json
from brickfield.server.bots.job_kinds import answered
from brickfield.server.bots.jobs import PreviewJob, Typed
from brickfield.server.bots.remote_views import seen_of
from brickfield.server.logs import log_fault
from brickfield.server.metering import USED, Meter, metered
from brickfield.server.metrics import METRICS
from brickfield.server.rooms import links
from brickfield.server.rooms.audiences import NOBODY, Audience, story_page
from brickfield.server.rooms.notices import RESTARTING, STOPPING, encoded
from brickfield.server.rooms.owners import FarEnd, OwnedElsewhere
from brickfield.server.rooms.phrases import utter
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.seating import leave_orders
from brickfield.server.rooms.substitutes import stand_in, take_seat
from brickfield.server.server import Server
from brickfield.server.store.store import Away, Lost
from brickfield.server.text.interpreter import Understood
from brickfield.server.text.mode import TextSeat
from brickfield.server.web import protocol as wire
from brickfield.server.web.headers import is_our_origin
from brickfield.server.web.limits import FEW_QUEUED, MOST_QUEUED, Bucket, weight
from brickfield.server.web.parser import read_up

# Questions that take their time at any table. The others are what a browser asks with every move of a finger: they are
# answered in the loop, until one has taken longer than this at a table.
HEAVY = frozenset({"hint", "suggest", "why_not"})
LONG_ASKED = 0.02
_HELLO_SECONDS = 10.0
# Unreadable or too frequent messages in a row before the socket is closed.
_PATIENCE = 200
# What a close means to the browser: come back, do not come back.
_COME_BACK = 1012
_POLICY = 1008
_LAST_WORDS_SECONDS = 1.0
# A message that the other side does not take for so long, and longer for a large one, ends the socket.
_STUCK_SECONDS = 20.0

TOO_MANY = invalid("too_many", "That was too much at once; try again in a moment.")
NOT_YOURS = invalid("not_yours", "This link opens no seat of this battle.")


class _Entry(bytes):
    """A message it takes to come in: it is not counted against the queue."""


class Connection:
    """A socket as its room knows it: a bounded queue of messages, and who may answer through it."""

    def __init__(self, socket: WebSocket, address: str = "") -> None:
        self.audience: Audience = NOBODY
        self.address = address
        self._socket = socket
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._news = asyncio.Event()
        # set while everything that was said is on its way
        self._calm = asyncio.Event()
        # the code another worker has closed with, which has said good bye itself
        self.closed_with = 0
        # set when the server wants to end this socket
        self.ending: asyncio.Future[wire.Bye] = asyncio.get_running_loop().create_future()

    def send(self, message: bytes, *, entry: bool = False) -> None:
        """Put a message into the queue; a socket that reads too slowly is let go."""
        if self.ending.done():
            return
        self._queue.append(_Entry(message) if entry else message)
        self._queued += 0 if entry else len(message)
        self._news.set()
        if self._queued > MOST_QUEUED and sum(not isinstance(each, _Entry) for each in self._queue) > FEW_QUEUED:
            self._give_up()

    def _give_up(self) -> None:
        self._queue.clear()
        METRICS.count("too_slow")
        self.let_go(wire.Bye("too_slow", "This connection could not keep up; connect again for the present table."))

    async def pass_back(self, message: bytes) -> None:
        """A message of another worker, when those before are on their way: it minds the queue itself."""
        self.send(message, entry=True)
        self._calm.clear()
        await self._calm.wait()

    def say(self, message: wire.AnyDown) -> None:
        """Send a message."""
        self.send(encoded(message))

    def let_go(self, bye: wire.Bye) -> None:
        """Ask the socket's own task to say good bye and close."""
        if not self.ending.done():
            self.ending.set_result(bye)
            self._news.set()

    async def write_on(self) -> None:
        """Send what is queued until the end is near; then what is left."""
        while True:
            while self._queue:
                message = self._queue.popleft()
                self._queued -= 0 if isinstance(message, _Entry) else len(message)
                try:
                    async with asyncio.timeout(_STUCK_SECONDS * (1 + len(message) / MOST_QUEUED)):
                        await self._socket.send_text(message.decode())
                except TimeoutError:
                    self._give_up()
                    return
            self._calm.set()
            if self.ending.done():
                return
            self._news.clear()
            await self._news.wait()


class SocketSession:
    """Whoever is at the other end, from hello to good bye."""

    def __init__(self, server: Server, socket: WebSocket) -> None:
        self.server = server
        self._address = socket.client.host if socket.client is not None else ""
        self.connection = Connection(socket, self._address)
        self.room: Room | None = None
        self._socket = socket
        self._hello_as_it_came: str | bytes = b""
        self._messages = Bucket(server.settings.limits.messages)
        self._quiet = Bucket(server.settings.limits.quiet)
        self._commands = Bucket(server.settings.limits.commands)
        self._asks = Bucket(server.settings.limits.asks)
        self._meter = Meter()
        self._patience = _PATIENCE
        self._text: dict[int, TextSeat] = {}
        # another worker has the table: it hears everything, and what it says is passed back
        self._far: FarEnd | None = None
        self._bringing: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Take messages until the guest leaves or has to go. Whatever else it says, hello has to come in its time."""
        until: float | None = asyncio.get_running_loop().time() + _HELLO_SECONDS
        while not self.connection.ending.done():
            async with asyncio.timeout_at(until if self.room is None and self._far is None else None):
                raw = await self._receive()
                await self._allowed(raw)
            await self.hear(raw)

    async def hear(self, raw: str | bytes | None) -> None:
        """One message, and what it has taken of the server's own time."""
        try:
            await metered(self.take(raw), self._meter)
        finally:
            self.server.rate_limiter.owe("loop", self._address, 1000.0 * self._meter.take())

    async def _allowed(self, raw: str | bytes | None) -> None:
        """Wait until this connection and its address may send so much, before anybody looks at it."""
        amount = weight(raw)
        alone, together = self._messages.owe(amount), self.server.rate_limiter.owe("messages", self._address, amount)
        if together > 0 and self._quiet.take(amount):
            # whoever shares an address with a flood and sends little is not kept waiting for it
            together = 0.0
        # what the answers to others of its address have taken counts for everybody there
        wait = max(alone, together, self.server.rate_limiter.owe("loop", self._address, 0.0))
        if wait > 0:
            await asyncio.sleep(wait)

    async def _receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes")

    async def take(self, raw: str | bytes | None) -> None:
        """One message; whatever goes wrong in it costs this one message."""
        if self._far is not None:
            await self._far.send(raw or b"")
            return
        message = read_up(raw)
        if isinstance(message, Refusal):
            self._refuse(message)
            self._lose_patience()
            return
        if isinstance(message, wire.Hello):
            self._hello_as_it_came = raw or b""
        message_id = getattr(message, "id", "")
        try:
            refusal = await self._obey(message)
        except (Away, Lost):
            # the room is given up, and everybody comes back to it
            refusal = STOPPING
            self.connection.let_go(RESTARTING)
        except Exception as error:
            log_fault("message_failed", error, match=self.room.id if self.room is not None else "")
            refusal = invalid("failed", "Something went wrong here; nothing was changed by this message.")
        if refusal is not None:
            self._refuse(refusal, message_id)

    def _refuse(self, refusal: Refusal, message_id: str = "") -> None:
        self.connection.say(wire.Refused(refusal, message_id))

    def _lose_patience(self) -> None:
        self._patience -= 1
        if self._patience <= 0 or self.room is None:
            self.connection.let_go(wire.Bye("too_many", "Too many messages that cannot be read."))

    async def _obey(self, message: wire.AnyUp) -> Refusal | None:
        if isinstance(message, wire.Ping):
            self.connection.say(wire.Pong())
            return None
        if isinstance(message, wire.Hello):
            return await self._hello(message)
        if self.room is None:
            self._refuse(invalid("no_hello", "Say hello first."), message.id)
            self._lose_patience()
            return None
        asks = isinstance(message, (wire.AskPreview, wire.Earlier))
        what, bucket = ("asks", self._asks) if asks else ("commands", self._commands)
        if not bucket.take():
            self._lose_patience()
            return TOO_MANY
        if not isinstance(message, wire.Earlier) and message.seat not in self.connection.audience:
            return invalid("not_your_seat", "This is not your seat.", seat=message.seat)
        if not self.server.rate_limiter.may(what, self._address) and not self._quiet.take():
            return TOO_MANY
        if isinstance(message, wire.Earlier):
            page = story_page(self.room.journal, self.connection.audience, message.before)
            self.connection.say(wire.ToldBack(message.id, page))
            return None
        return await self._of_a_seat(self.room, message)

    async def _of_a_seat(
        self,
        room: Room,
        message: wire.AnswerMessage
        | wire.TakeBack
        | wire.AskPreview
        | wire.Say
        | wire.LeaveOrders
        | wire.StirDice
        | wire.StandIn
        | wire.TakeSeat
        | wire.Utter,
    ) -> Refusal | None:
        if isinstance(message, wire.AskPreview):
            self.connection.say(wire.ToldBack(message.id, await self._asked(room, message)))
            return None
        if isinstance(message, wire.Say):
            return await self._say(room, message)
        if isinstance(message, wire.LeaveOrders):
            return await leave_orders(room, message)
        if isinstance(message, wire.Utter):
            return utter(room, message.seat, message.phrase)
        if isinstance(message, wire.StandIn):
            return await stand_in(room, self.connection, message)
        if isinstance(message, wire.TakeSeat):
            return await take_seat(room, self.connection, message)
        if isinstance(message, wire.TakeBack):
            done = await room.take_back(self.connection, message)
        elif isinstance(message, wire.StirDice):
            done = await room.stir(self.connection, message)
        else:
            done = await room.command(self.connection, message)
        return done if isinstance(done, Refusal) else None

    async def _asked(self, room: Room, ask: wire.AskPreview) -> Any:
        """What is shown while somebody drags is answered at once; all that takes its time a worker works out."""
        if ask.query not in HEAVY and ask.query not in room.slow:
            began = USED()
            found = answered(room.seen_by(ask.seat), ask.seat, ask.query, ask.about)
            if USED() - began > LONG_ASKED:
                room.slow.add(ask.query)
            return found
        job = PreviewJob(
            seen_of(room.journal, room.journal.state, ask.seat), ask.query, msgspec.Raw(msgspec.json.encode(ask.about))
        )
        return msgspec.Raw((await self.server.worked(self._address, room.id, job)).data)

    async def _say(self, room: Room, said: wire.Say) -> Refusal | None:
        seat = self._text.get(said.seat)
        if seat is None:
            seat = self._text[said.seat] = TextSeat(room, said.seat, self._aside, self._typed)
        spoken = await seat.hear(self.connection, said)
        if isinstance(spoken, Refusal):
            return spoken
        self.connection.say(wire.ToldBack(said.id, spoken))
        return None

    async def _aside(self, work: Callable[[], Any]) -> Any:
        """Something that somebody has typed."""
        assert self.room is not None
        return await self.server.aside(self._address, self.room.id, work)

    async def _typed(self, job: Typed) -> Understood:
        """The same, where a worker can know what it takes."""
        assert self.room is not None
        return from_json((await self.server.worked(self._address, self.room.id, job)).data, Understood)

    async def _hello(self, hello: wire.Hello) -> Refusal | None:
        """Find the room and the seats; nothing of the match is sent before it is clear who this is."""
        if self.room is not None:
            return invalid("hello_again", "This socket has said hello already.")
        refusal = self._why_not(hello)
        try:
            room = refusal if refusal is not None else await self.server.room(hello.match)
        except OwnedElsewhere as found:
            await self._pass_on(found)
            return None
        if isinstance(room, Refusal):
            self._turn_away(room)
            return None
        seats = seats_opened(room, hello.secrets)
        if seats is None:
            self._turn_away(NOT_YOURS)
            return None
        self.connection.audience = seats
        self.room = room
        await room.join(self.connection, hello.last)
        return None

    async def _pass_on(self, found: OwnedElsewhere) -> None:
        """Another worker has the table: from now on it hears everything. Nobody is sent on twice."""
        far = None
        if not self._socket.scope.get("passed"):
            far = await self.server.owners.relay(found, self._address, self._hello_as_it_came)
        if far is None:
            self.connection.let_go(RESTARTING)
            return
        METRICS.count("passed_on")
        self._far = far
        self._bringing = asyncio.create_task(self._bring_back(far))

    async def _bring_back(self, far: FarEnd) -> None:
        try:
            self.connection.closed_with = await far.bring_back(self.connection.pass_back)
        finally:
            self.connection.let_go(RESTARTING)

    def _turn_away(self, refusal: Refusal) -> None:
        """Say why, then close; a guest that was turned away gets nothing of the match, now or later."""
        self._refuse(refusal)
        self.connection.let_go(wire.Bye("not_yours", refusal.sentence))

    def _why_not(self, hello: wire.Hello) -> Refusal | None:
        if hello.protocol != wire.PROTOCOL:
            sentence = f"This server speaks protocol {wire.PROTOCOL}; reload the page."
            return invalid("other_protocol", sentence, protocol=wire.PROTOCOL)
        if self.server.stopping:
            return invalid("restarting", "The server is restarting; try again in a moment.")
        if not self.server.rate_limiter.may("joins", self._address):
            return invalid("too_many", "Too many connections in a short time; try again in a moment.")
        return None

    async def leave(self) -> None:
        """The socket is gone."""
        if self.room is not None:
            self.room.leave(self.connection)
        if self._far is not None and self._bringing is not None:
            self._bringing.cancel()
            await asyncio.wait({self._bringing})
            await self._far.close()


def seats_opened(room: Room, secrets: tuple[str, ...]) -> Audience | None:
    """The seats these secrets open; None when one of them opens nothing here."""
    found: set[int] = set()
    for secret in secrets:
        opened = [row.seat for row in room.seats if links.opens(secret, row.secret_hash)]
        if not opened:
            return None
        found.update(opened)
    return frozenset(found)


async def serve_socket(server: Server, socket: WebSocket) -> None:
    """The whole life of a socket."""
    address = socket.client.host if socket.client is not None else ""
    is_ours = socket.scope.get("passed") or is_our_origin(socket.headers, server.settings.origins)
    if not is_ours or not server.rate_limiter.enter(address):
        # refused before it is opened: the browser sees a failed connection and nothing else
        await socket.close(_POLICY)
        METRICS.count("sockets", "refused")
        return
    METRICS.count("sockets", "opened")
    guest, task = SocketSession(server, socket), asyncio.current_task()
    assert task is not None
    server.sessions[task] = guest.connection
    try:
        await socket.accept()
        await _converse(guest, socket)
    finally:
        del server.sessions[task]
        server.gone += 1
        server.rate_limiter.leave(address)


async def _converse(guest: SocketSession, socket: WebSocket) -> None:
    connection = guest.connection
    listening = asyncio.create_task(guest.listen())
    writing = asyncio.create_task(connection.write_on())
    try:
        ends: set[asyncio.Future[Any]] = {listening, writing, connection.ending}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await guest.leave()
        if connection.ending.done():
            # what was queued before the end is still said, if the other side reads it
            await asyncio.wait({writing}, timeout=_LAST_WORDS_SECONDS)
        for task in (listening, writing):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
                await task
        await _close(socket, connection)


async def _close(socket: WebSocket, connection: Connection) -> None:
    if WebSocketState.DISCONNECTED in (socket.application_state, socket.client_state):
        return
    bye = connection.ending.result() if connection.ending.done() and not connection.closed_with else None
    code = connection.closed_with or (
        _COME_BACK if bye is not None and bye.reason in ("restarting", "too_slow") else _POLICY
    )
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, TimeoutError):
        async with asyncio.timeout(_LAST_WORDS_SECONDS):
            if bye is not None:
                await socket.send_text(encoded(bye).decode())
            await socket.close(code)
