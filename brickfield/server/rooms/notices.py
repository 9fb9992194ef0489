"""Whoever follows a room, and what a room says to everybody in the same words."""

from __future__ import annotations

from typing import Protocol

import msgspec

from brickfield.core.refusal import invalid
from brickfield.server.rooms.audiences import Audience
from brickfield.server.web import protocol as wire

_ENCODER = msgspec.json.Encoder()

RESTARTING = wire.Bye("restarting", "The server is restarting. Nothing is lost.")
STOPPING = invalid("restarting", "The server is restarting. Nothing is lost; try again in a moment.")
ANSWERED = invalid("answered", "You have answered; the window closes when its time is up.")
BOT_PLAYS = invalid("bot_plays", "A bot plays for you; take your seat back first.")
NOT_IN_TIME = invalid("malformed", "The answer cannot be read: only the server says that no answer came in time.")
NOT_WRITTEN = invalid("not_written", "The answer could not be written down, so it was not given. Try again later.")


class Listener(Protocol):
    """Somebody who follows a room: a socket, or a stand-in in tests."""

    audience: Audience
    # whose allowance is used up by what is worked out for it
    address: str

    def send(self, message: bytes, *, entry: bool = False) -> None:
        """Put a message into the queue; never waits. What it takes to come in is not counted against the queue."""
        ...

    def let_go(self, bye: wire.Bye) -> None:
        """Say good bye and close."""
        ...


def encoded(message: wire.AnyDown) -> bytes:
    """A message as it goes over the wire."""
    return _ENCODER.encode(message)
