"""Playing on from a replay: a new table whose first records are those of a finished battle up to one of its steps.

They are played again by the rules they were played by, with the dice that fell; what comes after is a battle of its own
with dice of its own. What was taken back in the old battle, and what nobody could notice yet, is not among them.
"""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.rooms.audiences import NOBODY
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.matches import HOUSE_FULL, Manner, found, made_match, names_of, seats_for
from brickfield.server.rooms.replays import shown_numbers
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.teaching import ResumedJournal
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from brickfield.server.web.http_replays import seat_of

STILL_RUNNING = invalid("still_running", "This battle is not over yet; when it is, it can be played on from any step.")
A_LESSON = invalid("a_lesson", "A lesson cannot be played on from; begin it again, or set a battle up.")
NO_STEP = invalid("no_step", "The replay of this battle has no such step.")
AT_THE_END = invalid("at_the_end", "The battle is over at this step. Choose an earlier one to play on from.")


async def play_on_from(server: Server, old: Room, wish: bodies.PlayOn, address: str = "") -> bodies.MadeMatch | Refusal:
    """The new table, with seats for whoever wants to play on; the battle it comes from stays as it is."""
    numbers = _numbers(old, wish)
    if isinstance(numbers, Refusal):
        return numbers
    if await server.is_full():
        return HOUSE_FULL
    row, was = old.journal.row, old.journal.match
    if len(wish.seats) != was.seats:
        return invalid("wrong_seats", f"This battle has {was.seats} seats, not {len(wish.seats)}.")
    # the rules it was played by, whatever the newest are
    match = was.game.new_match(replace(row.setup, names=names_of(wish.seats)))
    if isinstance(match, Refusal):
        return match
    seats = seats_for(wish.seats, match)
    if isinstance(seats, Refusal):
        return seats
    records = [old.journal.steps[number].record for number in numbers]
    manner = Manner(
        False,
        False,
        secret_seconds=row.secret_seconds,
        title=row.title,
        opening=len(records),
        models=await server.store.models(old.id),
    )

    async def play(journal: Journal) -> None:
        assert isinstance(journal, ResumedJournal)
        journal.begin_with(records[0])
        for record in records[1:]:
            journal.resume(record)
            # a long battle is played again answer by answer, and everybody else has his turn in between
            await asyncio.sleep(0)

    return await made_match(server, seats, lambda rows: found(server, match, row.code, rows, manner, address, play))


def _numbers(old: Room, wish: bodies.PlayOn) -> list[int] | Refusal:
    """The records up to a step, as the replay of this secret counts its steps; none of a running battle."""
    journal = old.journal
    seat = seat_of(old, wish.secret)
    if not journal.state.over:
        return STILL_RUNNING
    if journal.row.lesson:
        return A_LESSON
    shown = shown_numbers(journal, NOBODY if seat is None else frozenset({seat}))
    if wish.step >= len(shown):
        return NO_STEP
    numbers = journal.line[: journal.line.index(shown[wish.step]) + 1]
    return AT_THE_END if journal.steps[numbers[-1]].state.over else numbers
