"""Moving on to a rematch: what whoever comes to a table that is over is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickfield.server import protocol as wire
from brickfield.server.listening import Listener, encoded
from brickfield.server.records import places_in

if TYPE_CHECKING:
    from brickfield.server.room import Room


async def tell_rematch(room: Room, listener: Listener) -> None:
    """Where the rematch is, or who wants one."""
    if room.moved_to:
        places = places_in(room.seats, await room.store.seats(room.moved_to))
        listener.send(encoded(wire.Moved(room.moved_to, places)))
    elif room.wanted:
        listener.send(encoded(wire.RematchAsked(tuple(sorted(room.wanted)))))
