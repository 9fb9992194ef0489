"""What is done about a seat besides playing: taking it, a new link for it, its standing orders, a rematch for all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from brickfield.core.refusal import Refusal, invalid
from brickfield.server import protocol as wire
from brickfield.server.listening import NOT_WRITTEN, STOPPING, encoded
from brickfield.server.room import Room
from brickfield.server.store import StoreBroken
from brickfield.server.windows import checked_orders
from brickfield.text.agreeing import SIDES


async def sit(room: Room, seat: int, name: str) -> None:
    """Somebody takes a seat, or takes it over; of two with one name the later gets the side of the table to it."""

    async def work() -> None:
        others = [row.name for row in room.seats if row.seat != seat]
        called = f"{name} ({SIDES[seat % len(SIDES)]})" if name in others else name
        await room.store.sit(room.id, seat, called)
        was_open = not room.seats[seat].taken
        room.seats[seat] = msgspec.structs.replace(room.seats[seat], taken=True, name=called)
        room.rename()
        room.tell_presence()
        if was_open and room.window is not None and room.window.seat == seat:
            # now there is somebody to wait for: the clock begins
            room.window = None
            room.mind_window()
            room.changed()

    await room.locked(work)


async def relink(room: Room, seat: int, secret_hash: str) -> Refusal | None:
    """A new secret for a seat nobody has taken; a socket that came in with the old one has to go."""

    async def work() -> Refusal | None:
        if room.seats[seat].kind != "link" or room.seats[seat].taken:
            return invalid("seat_taken", "Somebody has taken this seat already, so its link stays as it is.")
        await room.store.relink(room.id, seat, secret_hash)
        room.seats[seat] = msgspec.structs.replace(room.seats[seat], secret_hash=secret_hash)
        for old in [each for each in room.listeners if seat in each.audience]:
            room.listeners.remove(old)
            old.let_go(wire.Bye("not_yours", "The link of this seat was made anew."))
        return None

    return await room.locked(work)


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


async def move_on(room: Room, make: Callable[[], Awaitable[str]]) -> str:
    """Set a rematch up once, whoever asks, and tell everybody where it is."""

    async def work() -> str:
        if not room.moved_to:
            made = await make()
            await room.store.moved(room.id, made)
            room.moved_to = made
            for listener in list(room.listeners):
                listener.send(encoded(wire.Moved(made)))
        return room.moved_to

    return await room.locked(work)
