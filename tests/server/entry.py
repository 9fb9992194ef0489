"""A server process for tests: wide limits, no pause for bots, and, on demand, a planted fault.

`python -m tests.server.entry PORT DATABASE [FAULT]`. The faults live here and nowhere in the product: they prove that
the checks which look for lost and doubled commands can fail.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from functools import partial

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from brickfield.core.refusal import Refusal
from brickfield.games import all_games
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HeldShot
from brickfield.server import serving
from brickfield.server.rooms import windows
from brickfield.server.rooms.notices import Listener, encoded
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.steps import Step
from brickfield.server.server import Games, Server, Settings
from brickfield.server.serving import Serving, serve
from brickfield.server.store import writer as store_writer
from brickfield.server.web import protocol as wire
from brickfield.server.web import socket as guests
from brickfield.server.web import transport_limits as lines
from brickfield.server.web.transport_limits import Door
from tests.server.tables import FAST, find_any

# What the server is started with; a mode may change it.
SETTINGS = [FAST]
_LATE_SECONDS = 0.25


def acknowledge_early() -> None:
    """Fault: the sender hears of a record before it is on the disk."""

    async def commit(
        self: Room, step: Step, sender: Listener | None = None, accepted: wire.Accepted | None = None
    ) -> Refusal | None:
        self.journal.apply(step)
        standing = self.standing()
        if sender is not None and accepted is not None:
            sender.send(encoded(accepted))
        self._broadcast(step)

        async def later() -> None:
            await asyncio.sleep(_LATE_SECONDS)
            await self.store.append(self.id, step.record, standing)

        self._late_writes = getattr(self, "_late_writes", [])  # type: ignore[attr-defined]
        self._late_writes.append(asyncio.create_task(later()))  # type: ignore[attr-defined]
        return None

    Room.commit = commit  # type: ignore[method-assign]


def forget_commands() -> None:
    """Fault: a repeated command is carried out again."""
    command = Room.command

    async def forgetful(
        self: Room, listener: Listener, wish: wire.AnswerMessage, *, acknowledge: bool = True
    ) -> wire.Accepted | Refusal:
        fresh = msgspec.structs.replace(wish, id=f"{wish.id}~{time.time_ns()}")
        done = await command(self, listener, fresh, acknowledge=False)
        if isinstance(done, wire.Accepted):
            done = wire.Accepted(wish.id, done.seq)
            listener.send(encoded(done))
        return done

    Room.command = forgetful  # type: ignore[method-assign]


def _windows_of(seconds: float) -> Callable[[], None]:
    """No fault: windows with a secret are open for so long."""

    def change() -> None:
        windows.seconds_of = lambda decision, state, agreed: decision.seconds(state)
        HeldShot.seconds = lambda self, state: seconds  # type: ignore[method-assign,assignment,return-value]

    return change


def _narrow_sockets() -> None:
    """No fault: the system takes little from us for somebody who does not read, and we keep little."""
    listen = serving.listen
    guests.MOST_QUEUED = 64 * 1024

    def narrow(words: Serving) -> socket.socket:
        found = listen(words)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return found

    serving.listen = narrow


def _wait_for_readers() -> None:
    """Fault: a socket we have let go is closed when the other side has read everything, which may be never."""
    _narrow_sockets()
    serving.FlowControlledSocket = WebSocketsSansIOProtocol  # type: ignore[misc,assignment]


def _brisk() -> None:
    """No fault: few lines for an address, and little time for each."""
    lines.REQUEST_SECONDS = lines.STUCK_SECONDS = 0.5
    limits = msgspec.structs.replace(FAST.limits, sockets=4, spare=4)
    SETTINGS[0] = msgspec.structs.replace(FAST, limits=limits)


def _endless_patience() -> None:
    """Fault: a request may take for ever, and an address may have as many lines as it likes."""
    _brisk()

    class Patient(Door):
        connection_made = H11Protocol.connection_made
        data_received = H11Protocol.data_received
        pause_writing = H11Protocol.pause_writing

    lines.Door = Patient  # type: ignore[misc]


def _clumsy() -> None:
    """Fault: every record after the first of a match fails in a way no database does."""

    def fail(*_words: object) -> None:
        raise TypeError("a mistake of ours")

    store_writer._append_all = fail


def _as_served() -> None:
    """No fault: the limits and the pauses a server has that nobody has set up otherwise."""
    SETTINGS[0] = Settings(operator_token=FAST.operator_token)


FAULTS: dict[str, Callable[[], None]] = {
    "early": acknowledge_early,
    "forgetful": forget_commands,
    "narrow": _narrow_sockets,
    "waiting": _wait_for_readers,
    "patient": _windows_of(3600),
    "hasty": _windows_of(0.2),
    "brisk": _brisk,
    "endless": _endless_patience,
    "clumsy": _clumsy,
    "as served": _as_served,
}


def main(words: list[str]) -> None:
    """Serve."""
    if len(words) > 2:
        FAULTS[words[2]]()
    # people are offered only games with a drawn table; here all are played
    serving.Server = partial(Server, games=Games(find=find_any, every=all_games))  # type: ignore[misc,assignment]
    serve(Serving("127.0.0.1", int(words[0]), f"sqlite:///{words[1]}", settings=SETTINGS[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
