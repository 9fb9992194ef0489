"""Windows at the server: how long a question is open, which answers are held until it closes, and what closes it.

A live game between people gives every window its time. One that could betray a secret closes at its time whatever the
seat has answered, unless the reaction is taken; an order left beforehand answers there too. Alone against bots and in
slow games there is no clock; in slow games orders answer. Where a table has agreed on a clock (clocks.py), every other
question has its time too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct

from brickfield.core.decisions import ASK, Decision, React, Reaction, WindowFace
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import Pending, State
from brickfield.server.store.records import SeatRow

LIVE, SLOW, ALONE = "live", "slow", "alone"

Orders = dict[str, str]


class Pauses(Struct, frozen=True):
    """Times of windows that no ruling names, in seconds."""

    # an order answers after a pause drawn anew each time, as a person might, so that nobody can tell the two apart
    order_least: float = 2.0
    order_most: float = 8.0
    # a bot's secret window where nobody else waits by a clock: long enough to think, and always the same
    bot: float = 1.5


class Window:
    """A question the server minds: of a reaction window that is open now, or any whose time runs. Moments are those of
    the clock that is handed in, None: never.
    """

    __slots__ = ("decision", "ends", "held", "holds", "order_at", "pending", "seconds", "times")

    def __init__(self, pending: Pending | None, decision: Decision) -> None:
        self.pending = pending
        self.decision = decision
        # what everybody is shown of its clock; 0: there is none
        self.seconds = 0
        # when the server answers in any case, and when it gives an order that was left
        self.ends: float | None = None
        self.order_at: float | None = None
        # whether an answer that declines waits for the end
        self.holds = False
        self.held: React | None = None
        # by seat: when the time is over that the table has agreed on
        self.times: dict[int, float] = {}

    @property
    def is_reaction(self) -> bool:
        """Whether it is a reaction window."""
        return isinstance(self.decision, Reaction)

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.decision.seat

    def left(self, now: float) -> float:
        """How many seconds it is still open, as far as anybody is told."""
        return max(0.0, self.ends - now) if self.seconds and self.ends is not None else 0.0


def pace_of(slow: bool, seats: Sequence[SeatRow]) -> str:
    """Whether people wait for each other now (at two devices or more), some day, or nobody waits but bots."""
    if slow:
        return SLOW
    devices = {row.seat if row.kind == "link" else -1 for row in seats if not row.is_bot}
    return LIVE if len(devices) > 1 else ALONE


def seconds_of(decision: Reaction, state: State, agreed: int) -> int:
    """How long a window is open in a live game: what the table agreed on for secrets, else what the ruling says."""
    return agreed if agreed and decision.SECRET else decision.seconds(state)


def open_window(
    state: State, row: SeatRow | None, pace: str, now: float, pauses: Pauses, agreed: int = 0
) -> Window | None:
    """The window a state waits in, with its clock beginning now; None when it waits for something else.

    `row` is the seat that is asked; while nobody sits there no clock runs. `agreed`: the seconds for secrets.
    """
    pending = state.pending
    decision = pending.asks[0] if pending is not None and len(pending.asks) == 1 else None
    if pending is None or not isinstance(decision, Reaction) or row is None:
        return None
    window = Window(pending, decision)
    sits = row.taken or row.is_bot
    if pace == LIVE and sits:
        window.seconds = seconds_of(decision, state, agreed)
        window.ends = now + window.seconds
        window.holds = decision.SECRET
    elif decision.SECRET and row.is_bot:
        window.ends = now + pauses.bot
    elif decision.SECRET and pace == SLOW:
        window.ends = now + pause(pauses)
    if not row.is_bot and not decision.SECRET:
        window.order_at = now if pace == ALONE else now + pause(pauses)
    elif not row.is_bot and pace == ALONE:
        window.order_at = now
    return window


def pause(pauses: Pauses) -> float:
    """How long an order waits before it answers."""
    return random.SystemRandom().uniform(pauses.order_least, pauses.order_most)


def next_moment(window: Window, seen: State, orders: Orders) -> float | None:
    """When the server has to look at a window again: its end, or earlier when an order answers."""
    moments = [] if window.ends is None else [window.ends]
    if window.order_at is not None and ordered(window, seen, orders) is not None:
        moments.append(window.order_at)
    return min(moments, default=None)


def ordered(window: Window, seen: State, orders: Orders) -> React | None:
    """What the orders of the asked seat answer, worked out from what the seat itself sees."""
    decision = window.decision
    return decision.ordered(seen, orders.get(decision.kind, ASK)) if isinstance(decision, Reaction) else None


def closing_answer(window: Window, seen: State, orders: Orders, now: float) -> React | None:
    """What the server answers for the seat at this moment; None: it is too early.

    Only where nothing can be betrayed does the answer say that no answer came in time.
    """
    if window.held is not None and window.ends is not None and now >= window.ends:
        return window.held
    order = ordered(window, seen, orders)
    if order is not None and window.order_at is not None and now >= window.order_at:
        return order
    if window.ends is None or now < window.ends:
        return None
    return order or React(yes=False, late=not getattr(window.decision, "SECRET", False))


def checked_orders(windows: Sequence[WindowFace], wished: Orders) -> Orders | Refusal:
    """Orders as they are kept: only for windows of this match, only those they know; being asked needs no order."""
    known = {window.kind: {order.id for order in window.orders} for window in windows}
    for kind, order in wished.items():
        if kind not in known:
            return invalid("unknown_window", "There is no such window in this battle.")
        if order != ASK and order not in known[kind]:
            return invalid("unknown_order", "There is no such order for this window.")
    return {kind: order for kind, order in sorted(wished.items()) if order != ASK}
