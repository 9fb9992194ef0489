"""Reaction windows in words: how long one is open still, an answer that is kept, and standing orders."""

from __future__ import annotations

import math
import time

from brickfield.core.decisions import ASK, WindowFace
from brickfield.core.late import default_words
from brickfield.core.refusal import Refusal
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.seating import leave_orders
from brickfield.server.rooms.timing import duration
from brickfield.server.web import protocol as wire

ORDERS = "orders"


def window_lines(room: Room, seat: int) -> tuple[str, ...]:
    """What a seat is told about the clock of its own window."""
    window = room.window
    if window is not None and seat in window.times and not window.seconds:
        return (_agreed_line(room, seat, math.ceil(window.times[seat] - time.monotonic())),)
    if window is None or window.seat != seat or not window.seconds:
        return ()
    left = math.ceil(window.left(time.monotonic()))
    if is_kept(room, seat):
        return (f"Your answer is kept until the window closes, in {left} seconds.",)
    return (f"The window closes in {left} seconds; no answer counts as declining.",)


def _agreed_line(room: Room, seat: int, left: int) -> str:
    """The clock the table has agreed on, and what is answered when it is over."""
    seen = room.seen_by(seat)
    decision = seen.decision_of(seat)
    then = (default_words(decision.ask(seen)) if decision is not None else "") or "what the game suggests first"
    return f"Your time is over in {duration(left)}; then the table answers for you: {then}."


def is_kept(room: Room, seat: int) -> bool:
    """Whether this seat has answered and its answer waits for the end of its window; nobody else may know."""
    return room.window is not None and room.window.seat == seat and room.journal.held is not None


def is_about_orders(line: str) -> bool:
    """Whether a line is about standing orders: `orders`, or `orders return fire always`."""
    return line.lower().split()[:1] == [ORDERS]


async def hear_orders(room: Room, said: wire.Say) -> wire.Spoken | Refusal:
    """Tell the standing orders of a seat, or leave one."""
    match = room.journal.match
    windows = match.game.windows_of(match)
    words = said.line.lower().split()[1:]
    if words:
        kind, order = "_".join(words[:-1]), words[-1]
        by_title = {window.title.lower().replace(" ", "_"): window.kind for window in windows}
        wished = {**room.orders.get(said.seat, {}), by_title.get(kind, kind): order}
        refusal = await leave_orders(room, wire.LeaveOrders(said.id, said.seat, wished))
        if refusal is not None:
            return refusal
    if not windows:
        return wire.Spoken(("There are no reaction windows in this battle, so there is nothing to order.",))
    left = room.orders.get(said.seat, {})
    return wire.Spoken(tuple(_order_line(window, left.get(window.kind, ASK)) for window in windows))


def _order_line(window: WindowFace, order: str) -> str:
    """One sort of window: what is ordered, and what could be said."""
    now = next((each.title for each in window.orders if each.id == order), "Ask me")
    ways = ", ".join([ASK, *(each.id for each in window.orders)])
    return f"{window.title}: {now}. Say {ORDERS} {window.title.lower()} and one of: {ways}."
