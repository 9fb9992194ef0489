"""What a listener of a room is sent of its records: one as it happens, those it has missed, the clock that runs now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from brickfield.core.late import default_words
from brickfield.server.metrics import METRICS
from brickfield.server.rooms.audiences import Audience, last_of, notices, seat_asked, update_of
from brickfield.server.rooms.notices import Listener, encoded
from brickfield.server.rooms.timing import clock_shown
from brickfield.server.web import protocol as wire

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room

# A socket that missed more than this gets the present table instead of the way there.
MOST_MISSED = 32
_MOST_MISSED_BYTES = 128 * 1024


async def prepare(room: Room, listeners: Sequence[Listener]) -> None:
    """What these are asked now may take its time at a large table: it is worked out beside all others first."""
    for audience in {each.audience for each in listeners}:
        number = last_of(room.journal, audience)
        seat = seat_asked(room.journal, audience, number)
        if seat is not None:
            await room.elsewhere.offer(room.journal, number, seat)
        if room.journal.state.over:
            await room.elsewhere.tell(room.journal, audience)


def update_for(room: Room, audience: Audience, number: int, *, told: bool = True) -> wire.Update:
    """A record as this audience gets it; the last one tells how long an open question is open still."""
    seat = seat_asked(room.journal, audience, number)
    offered = room.elsewhere.offered(room.journal, number, seat) if seat is not None else None
    tale = room.elsewhere.told(room.journal, audience) if room.journal.state.over else None
    sights = room.sights if room.journal.steps[number].state is room.journal.state else None
    update = update_of(room.journal, audience, number, told=told, offered=offered, tale=tale, sights=sights)
    clock = None
    if number == last_of(room.journal, audience):
        after = (
            "" if update.decision is None else offered.after if offered is not None else default_words(update.decision)
        )
        clock = clock_shown(room, audience, after)
    return replace(update, clock=clock) if clock is not None else update


def missed(room: Room, audience: Audience, last: int) -> list[bytes]:
    """The updates behind `last` if they are few, else one with the present table."""
    now = room.seq(audience)
    if 0 < now - last <= MOST_MISSED and last > 0:
        numbers = [step.record.number for step in room.journal.steps if notices(audience, step)][last - now :]
        updates: list[bytes] = []
        # the newest first: when they are too large together, the others need not be worked out
        while numbers and sum(map(len, updates)) <= _MOST_MISSED_BYTES:
            updates.insert(0, encoded(update_for(room, audience, numbers.pop())))
        if sum(map(len, updates)) <= _MOST_MISSED_BYTES:
            return updates
    METRICS.count("resyncs")
    # the present table without the way there
    return [encoded(_present(room, audience))]


def _present(room: Room, audience: Audience) -> wire.Update:
    return update_for(room, audience, last_of(room.journal, audience), told=False)


def show_clock(room: Room) -> None:
    """A clock began to run without anything having happened on the table: everybody is shown it."""
    if room.window is not None and room.window.times:
        for listener in list(room.listeners):
            listener.send(encoded(_present(room, listener.audience)))
