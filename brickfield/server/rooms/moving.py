"""Moving on to a rematch: what whoever comes to a table that is over is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickfield.server.rooms.notices import Listener, encoded
from brickfield.server.store.records import places_in
from brickfield.server.web import protocol as wire

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room


async def tell_rematch(room: Room, listener: Listener) -> None:
    """Where the rematch is, or who wants one."""
    if room.moved_to:
        places = places_in(room.seats, await room.store.seats(room.moved_to))
        listener.send(encoded(wire.Moved(room.moved_to, places)))
    elif room.wanted:
        listener.send(encoded(wire.RematchAsked(tuple(sorted(room.wanted)))))
