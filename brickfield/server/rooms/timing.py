"""When the server answers by itself at a table: reaction windows that close, orders that were left, and the clock a
table has agreed on. What it answers is a record like any other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from brickfield.core.late import default_of, enveloped
from brickfield.core.state import State
from brickfield.server.rooms.audiences import Audience
from brickfield.server.rooms.clocks import clock_of, is_reaction, spent_in
from brickfield.server.rooms.steps import Step
from brickfield.server.rooms.windows import ALONE, Window, closing_answer, next_moment, open_window
from brickfield.server.store.records import SeatRow
from brickfield.server.web import protocol as wire
from brickfield.server.web.cards import ClockCard

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room

# A room nobody looks at need not be kept in memory for a moment further away than this, in seconds.
FAR = 120.0


def window_in(room: Room, steps: Sequence[Step], seats: Sequence[SeatRow]) -> Window | None:
    """What the server minds after these records: an open reaction window, or a question whose time runs."""
    state, now = steps[-1].state, time.monotonic()
    asked = state.waiting_for()
    row = seats[asked[0]] if asked else None
    window = open_window(state, row, room.pace_with(seats), now, room.pauses, room.journal.row.secret_seconds)
    if window is not None and (window.ends is not None or seats[window.seat].is_bot):
        return window
    card, decision = clock_of(room.journal.row.clock), state.decision_of(asked[0]) if asked else None
    times = _left(room, card, steps, seats) if card is not None and _runs(room, seats) else {}
    if not times or decision is None:
        return window
    window = window or Window(state.pending, decision)
    window.times = {seat: now + left for seat, left in times.items()}
    return window


def _runs(room: Room, seats: Sequence[SeatRow]) -> bool:
    """Whether time counts: people wait for each other, and everybody has sat down."""
    return room.pace_with(seats) != ALONE and all(row.taken or row.is_bot for row in seats)


def _left(room: Room, card: ClockCard, steps: Sequence[Step], seats: Sequence[SeatRow]) -> dict[int, float]:
    """What everybody has left whom the open question went to, whether they have answered it or not."""
    state, spent = steps[-1].state, spent_in(steps)
    # time that has gone by since the last record, where that is the one that is in force
    running = max(0.0, room.time.now() - room.since) if len(steps) == len(room.journal.steps) else 0.0
    people = [seat for seat in state.asked() if not seats[seat].is_bot]
    return {seat: spent.left(card, seat, reacts=is_reaction(state)) - running for seat in people}


def charged(room: Room, step: Step) -> Step:
    """A record with what it costs those who were asked until now."""
    if room.window is None or not room.window.times:
        return step
    spent = round(1000 * max(0.0, room.time.now() - room.since))
    return step.with_record(msgspec.structs.replace(step.record, spent=spent))


def moment_of(room: Room) -> float | None:
    """When the server has to answer for a person's seat, as the table stands now."""
    window = room.window
    if window is None:
        return None
    moments = [window.times[seat] for seat in room.journal.state.waiting_for() if seat in window.times]
    if not room.who_sits[window.seat].is_bot and window.is_reaction:
        reacts = next_moment(window, room.seen_by(window.seat), room.orders.get(window.seat, {}))
        moments += [reacts] if reacts is not None else []
    return min(moments, default=None)


def answer_due(room: Room, window: Window) -> tuple[int, Any] | None:
    """Whom the server answers for now, and what; None: it is too early."""
    now, state = time.monotonic(), room.journal.state
    if window.is_reaction:
        reply = closing_answer(window, room.seen_by(window.seat), room.orders.get(window.seat, {}), now)
        if reply is not None:
            return window.seat, msgspec.to_builtins(reply)
    for seat in state.waiting_for():
        seen = room.seen_by(seat)
        decision = seen.decision_of(seat)
        if decision is not None and window.times.get(seat, now + 1) <= now:
            return seat, enveloped(decision, default_of(seen, decision))
    return None


def clock_shown(room: Room, audience: Audience, after: str) -> wire.Clock | None:
    """The clock that runs now, as this audience sees it; `after` it, that is answered for who has not."""
    window, now = room.window, time.monotonic()
    if window is None:
        return None
    if window.seconds:
        return wire.Clock(window.seconds, round(window.left(now), 3))
    card = clock_of(room.journal.row.clock)
    if card is None or not window.times:
        return None
    left = {seat: round(max(0.0, ends - now), 3) for seat, ends in window.times.items()}
    own = [seat for seat in left if seat in audience]
    return wire.Clock(
        card.seconds,
        min((left[seat] for seat in own), default=min(left.values())),
        tuple(sorted(left)),
        card.id,
        after=after,
    )


def duration(seconds: int) -> str:
    """A length of time as one says it: in days, hours, minutes or seconds, the two largest of them."""
    parts = []
    for name, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(max(0, seconds), size)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "no time"


def due(room: Room, state: State, window: Window | None) -> float:
    """When the time of the open question is over, by the time of the server; 0: never."""
    ends = [window.times[seat] for seat in state.waiting_for() if seat in window.times] if window is not None else []
    return round(room.time.now() + min(ends) - time.monotonic(), 3) if ends else 0.0
