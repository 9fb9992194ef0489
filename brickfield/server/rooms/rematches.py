"""Rematches: somebody asks for one, the others say yes or no, and everybody sits on the other side of the table.

Who asks has said yes. Bots and whoever plays at the same device are not asked; where nobody else is, it begins at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.rooms.matches import HOUSE_FULL, Manner, found
from brickfield.server.rooms.notices import encoded
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store.records import SeatRow
from brickfield.server.web import protocol as wire
from brickfield.text.agreeing import SIDES

Thing = TypeVar("Thing")

STILL_RUNNING = invalid("still_running", "This battle is not over yet.")


async def want_rematch(server: Server, room: Room, seat: int, want: bool, address: str = "") -> str | Refusal:
    """A seat wants a rematch or says no to it; the match that was set up, or "" while somebody has still to answer."""
    if not room.journal.state.over:
        return STILL_RUNNING
    if room.moved_to:
        return room.moved_to

    async def work() -> bool:
        wanted = room.wanted | _at_one_device(room.seats, seat) if want else frozenset()
        if room.moved_to or _asked(room.seats) <= wanted:
            return True
        await room.store.wants(room.id, tuple(sorted(wanted)))
        room.wanted = wanted
        for listener in list(room.listeners):
            listener.send(encoded(wire.RematchAsked(tuple(sorted(wanted)), -1 if want else seat)))
        return False

    return await rematch(server, room, address) if await room.locked(work) else ""


def _at_one_device(seats: Sequence[SeatRow], seat: int) -> frozenset[int]:
    """The seats of whoever answers for this one: all at the device where the battle was set up, or it alone."""
    here = frozenset(row.seat for row in seats if row.kind in ("me", "here"))
    return here if seat in here else frozenset({seat})


def _asked(seats: Sequence[SeatRow]) -> frozenset[int]:
    """The seats whose people must all want it; where nobody ever came nobody is asked."""
    return frozenset(row.seat for row in seats if not row.is_bot and row.taken)


async def rematch(server: Server, old: Room, address: str = "") -> str | Refusal:
    """The same battle again with sides changed: same people, same secrets, other dice."""
    if not old.journal.state.over:
        return STILL_RUNNING
    if not old.moved_to and await server.is_full():
        return HOUSE_FULL
    row = old.journal.row
    places = [each.seat for each in old.seats] if row.lesson else places_after(old.journal.match)

    async def make() -> str:
        seats = changed_over(old.seats, places)
        match = _match(server, row.setup, seats, places)
        title = row.title if row.lesson else ""
        manner = Manner(
            row.ready, row.slow, bool(row.parts), row.secret_seconds, row.clock, row.stand_in, row.lesson, title
        )
        manner = manner._replace(models=await server.store.models(old.id))
        return (await found(server, match, row.code, seats, manner, address)).id

    return await _move_on(old, make, tuple(places))


async def _move_on(room: Room, make: Callable[[], Awaitable[str]], places: tuple[int, ...]) -> str:
    """Set a rematch up once, whoever asks, and tell everybody where it is."""

    async def work() -> str:
        if not room.moved_to:
            made = await make()
            await room.store.moved(room.id, made)
            room.moved_to = made
            for listener in list(room.listeners):
                listener.send(encoded(wire.Moved(made, places)))
        return room.moved_to

    return await room.locked(work)


def places_after(match: Match) -> list[int]:
    """By seat, where whoever sits there sits in the rematch: all move on by so many seats that every side is another
    one and allies stay allies; where no such number is, by one.
    """
    count, sides = match.seats, match.sides
    for by in range(1, count):
        to = [(seat + by) % count for seat in range(count)]
        moves = {(sides[seat], sides[to[seat]]) for seat in range(count)}
        if len(moves) == len(set(sides)) and all(one != other for one, other in moves):
            return to
    return [(seat + 1) % count for seat in range(count)]


def changed_over(seats: Sequence[SeatRow], places: Sequence[int]) -> list[SeatRow]:
    """The same people at other seats; who is called like his side of the table is called like the new one."""
    moved = [replace(row, seat=places[row.seat], name=_renamed(row.name, row.seat, places[row.seat])) for row in seats]
    return sorted(moved, key=lambda row: row.seat)


def _renamed(name: str, seat: int, to: int) -> str:
    old, new = SIDES[seat % len(SIDES)], SIDES[to % len(SIDES)]
    if name == old:
        return new
    return f"{name.removesuffix(f'({old})')}({new})" if name.endswith(f" ({old})") else name


def _match(server: Server, setup: Setup, seats: Sequence[SeatRow], places: Sequence[int]) -> Match:
    """The match of a rematch, by the newest rules: armies that were brought go with their people, those of the scenario
    stay where they are; where the rules of a table want it otherwise, all stay."""
    game = server.games.find(setup.game)
    named = replace(setup, names=tuple(seat.name for seat in seats))
    called = _moved(setup.army_names or (), places) or UNSET
    moved = replace(named, armies=_moved(setup.armies, places), army_names=called)
    match = game.new_match(moved) if game is not None else invalid("unknown_game", "There is no such game.")
    if isinstance(match, Refusal) and game is not None:
        match = game.new_match(named)
    if isinstance(match, Refusal):
        raise RuntimeError(f"the set-up of a match that was played is refused: {match.code}")
    return match


def _moved(things: tuple[Thing, ...], places: Sequence[int]) -> tuple[Thing, ...]:
    if len(things) != len(places):
        return things
    return tuple(things[places.index(seat)] for seat in range(len(places)))
