"""What is done about a seat besides playing: taking it, another secret for it, giving it to somebody else, its
standing orders.

An invitation is exchanged for a secret that the sitter's own browser has made, so nobody else ever knew it. The same
exchange may be sent again: an answer that was lost on the way costs nobody the seat.
"""

from __future__ import annotations

import time
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.rooms import links
from brickfield.server.rooms.notices import NOT_WRITTEN, STOPPING, encoded
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.substitutes import who_sits
from brickfield.server.rooms.windows import checked_orders
from brickfield.server.store.records import Held, SeatRow
from brickfield.server.store.store import Conflict, Lost, StoreBroken
from brickfield.server.web import protocol as wire
from brickfield.text.agreeing import SIDES

_DAY_SECONDS = 86_400.0

NO_LINK = invalid("no_link", "This link opens no seat. It may have been made anew; ask for a fresh one.")
USED = invalid(
    "invitation_used",
    "Somebody has sat down by this invitation already. If that was you, open your own link from that device.",
)
EXPIRED = invalid("invitation_expired", "This invitation has run out; ask whoever sent it for a new one.")


NOT_FRESH = invalid("not_fresh", "An invitation is exchanged for a new secret, which your own page makes.")


class Rooms(Protocol):
    """Where rooms are found."""

    async def room(self, match: str) -> Room | Refusal:
        """The room of a match."""
        ...

    async def in_memory(self) -> tuple[Room, ...]:
        """All rooms that are open, those being opened included."""
        ...


class Wanted(NamedTuple):
    """Who wants to sit: by which secret or invitation, as who, and for an invitation the secret it is exchanged for."""

    link: str
    name: str
    fresh: str = ""


def until(row: SeatRow, days: float) -> float:
    """When the invitation to a seat runs out. It outlives the server, so it goes by the wall clock."""
    return row.invited + days * _DAY_SECONDS


async def sit(room: Room, seat: int, who: Wanted, days: float) -> Refusal | str:
    """Somebody takes a seat by an invitation, or comes to it with its own secret; the secret that opens it now."""

    async def work() -> Refusal | str:
        row = room.seats[seat]
        if links.opens(who.link, row.secret_hash):
            await _seat(room, seat, who, row.secret_hash)
            return who.link
        refusal = _why_not(row, who, days)
        if refusal is not None:
            return refusal
        try:
            await _seat(room, seat, who, links.hash_of(who.fresh))
        except Lost:
            raise
        except Conflict:
            # what opens a seat already is somebody's who might not know that it would open this one, too
            return NOT_FRESH
        return who.fresh

    return await room.locked(work)


def _why_not(row: SeatRow, who: Wanted, days: float) -> Refusal | None:
    """Why an invitation cannot be exchanged for this secret."""
    if not links.opens(who.link, row.invite_hash):
        # it was withdrawn while somebody was on the way
        return NO_LINK
    if row.taken:
        return None if links.opens(who.fresh, row.secret_hash) else USED
    if until(row, days) < time.time():
        return EXPIRED
    # whoever sent the invitation knows it, so it can never be the secret too
    return NOT_FRESH if not who.fresh or who.fresh == who.link else None


async def _seat(room: Room, seat: int, who: Wanted, secret_hash: str) -> None:
    """Write down who sits; of two with one name the later gets the side of the table to it."""
    others = [row.name for row in room.seats if row.seat != seat]
    name = who.name or room.seats[seat].name
    called = f"{name} ({SIDES[seat % len(SIDES)]})" if name in others else name
    was_open, row = not room.seats[seat].taken, room.seats[seat]
    row = replace(row, match=room.id, taken=True, name=called, secret_hash=secret_hash)
    seats = [row if each.seat == seat else each for each in room.seats]
    before = room.since
    if was_open:
        # now there is somebody to wait for: the clock begins
        room.since = room.time.now()
    try:
        await room.store.sit(row, room.standing(who_sits(seats, room.journal.stand_ins)))
    except Conflict:
        room.since = before
        raise
    room.seats = seats
    room.rename()
    room.tell_presence()
    if was_open:
        _look_again(room, seat)


def _look_again(room: Room, seat: int) -> None:
    """Somebody else answers at a seat from now on, so a window that asks it begins anew, and so does any clock."""
    if room.window is None or room.window.seat == seat or not room.window.is_reaction:
        room.look_again()
    room.changed()


async def free(room: Room, seat: int, give: str, given: str) -> Refusal | None:
    """Give a seat nobody has taken to somebody else; the invitation to it is void.

    `give` is `bot` (then `given` is its level), `link` (then it is the new invitation) or `nobody`.
    """

    async def work() -> Refusal | None:
        row = room.seats[seat]
        if row.kind != "link" or row.taken:
            return invalid("seat_taken", "Somebody has taken this seat already, so it cannot be given away.")
        if give == "bot":
            freed = replace(row, kind="bot", level=given, taken=True, invite_hash="", invited=0.0)
        else:
            invite_hash = links.hash_of(given) if give == "link" else ""
            freed = replace(row, invite_hash=invite_hash, invited=round(time.time(), 3))
        seats = [freed if each.seat == seat else each for each in room.seats]
        await room.store.reseat(freed, room.standing(seats))
        room.seats = seats
        room.tell_presence()
        _look_again(room, seat)
        return None

    return await room.locked(work)


async def rekey(rooms: Rooms, held: Held, old: str, fresh: str) -> Refusal | None:
    """Another secret for a seat, here and in every battle before; whoever came in with the old one has to go."""
    room = await rooms.room(held.match.id)
    if isinstance(room, Refusal):
        return room

    async def work() -> Refusal | None:
        if not links.opens(old, room.seats[held.seat.seat].secret_hash):
            return NO_LINK
        old_hash, new_hash = links.hash_of(old), links.hash_of(fresh)
        await room.store.rekey(old_hash, new_hash)
        for each in await rooms.in_memory():
            _forget(each, old_hash, new_hash)
        return None

    # a rematch is set up under this lock, so none can take the old secret along meanwhile
    return await room.locked(work)


def _forget(room: Room, old_hash: str, new_hash: str) -> None:
    """Let the old secret go from a room, with the sockets that knew it."""
    changed = [row.seat for row in room.seats if row.secret_hash == old_hash]
    for seat in changed:
        room.seats[seat] = replace(room.seats[seat], secret_hash=new_hash)
    for listener in [each for each in room.listeners if each.audience.intersection(changed)]:
        room.listeners.remove(listener)
        listener.let_go(wire.Bye("not_yours", "The secret of this seat was changed; its new link opens it."))
    if changed:
        room.tell_presence()


async def leave_orders(room: Room, wish: wire.LeaveOrders) -> Refusal | None:
    """Write the standing orders of a seat down; only the seat itself hears of it."""
    match = room.journal.match
    orders = checked_orders(match.game.windows_of(match), wish.orders)
    if isinstance(orders, Refusal):
        return orders

    async def work() -> Refusal | None:
        try:
            await room.store.leave_orders(room.id, wish.seat, orders)
        except StoreBroken:
            room.spoil()
            return NOT_WRITTEN
        room.orders[wish.seat] = orders
        for listener in list(room.listeners):
            if wish.seat in listener.audience:
                listener.send(encoded(wire.OrdersLeft(wish.seat, orders, wish.id)))
        room.changed()
        return None

    return STOPPING if room.stopping else await room.locked(work)
