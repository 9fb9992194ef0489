"""Who is away and which clock runs, in words: `away nadia regular` wants a bot for her, `seat back` one's own seat."""

from __future__ import annotations

import math

from brickfield.core.refusal import Refusal, invalid
from brickfield.players.levels import offered
from brickfield.server.rooms.clocks import clock_of
from brickfield.server.rooms.notices import Listener
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.substitutes import away_seconds, proposals, stand_in, take_seat
from brickfield.server.rooms.timing import clock_shown, duration
from brickfield.server.web import protocol as wire
from brickfield.speech.words import counted

AWAY: str = "away"
SEAT: str = "seat"
CLOCK: str = "clock"
_MINUTE = 60


def is_about_absence(line: str) -> bool:
    """Whether a line is about who is away, one's own seat or the clock: `away`, `seat back`, `clock`."""
    words = line.lower().split()
    return words[:1] == [AWAY] or words == [SEAT, "back"] or words == [CLOCK]


async def hear_absence(room: Room, listener: Listener, said: wire.Say) -> wire.Spoken | Refusal:
    """Tell what was agreed, or do what a line says about it."""
    words = said.line.lower().split()
    if words == [CLOCK]:
        return wire.Spoken(clock_lines(room, said.seat))
    if words == [SEAT, "back"]:
        refusal = await take_seat(room, listener, wire.TakeSeat(_wish_id(said), said.seat))
        return refusal or wire.Spoken(("The seat is yours again: you answer from the next question on.",))
    if len(words) == 1:
        return wire.Spoken((*_agreed_lines(room), *(absence_lines(room, said.seat) or ("Nobody is away.",))))
    return await _wish(room, listener, said, words[1:])


async def _wish(room: Room, listener: Listener, said: wire.Say, words: list[str]) -> wire.Spoken | Refusal:
    """A bot for somebody: the last word is its level, those before it are the name of the seat."""
    *name, level = words
    seat = _seat_called(room, " ".join(name))
    if seat is None:
        seats = ", ".join(row.name for row in room.seats)
        return invalid("unknown_seat", f"Say {AWAY}, a seat ({seats}) and a level ({_levels(room)}).")
    refusal = await stand_in(room, listener, wire.StandIn(_wish_id(said), said.seat, seat, level))
    if refusal is not None:
        return refusal
    who = room.seats[seat].name
    if room.journal.stand_ins.get(seat) == level:
        return wire.Spoken((f"A {level} bot plays for {who} from now on.",))
    return wire.Spoken((f"You want a {level} bot for {who}. It plays when all who are here want the same.",))


def _wish_id(said: wire.Say) -> str:
    """An id of its own: the one of the line is answered in words."""
    return f"{said.id}.wish"


def _seat_called(room: Room, name: str) -> int | None:
    """The seat of this name: of its side, or of whoever sits there."""
    for row in room.seats:
        if name in (row.name.lower(), room.journal.match.seat_name(row.seat).lower(), str(row.seat)):
            return row.seat
    return None


def _levels(room: Room) -> str:
    return ", ".join(level.id for level in offered(room.journal.match.game.id) if level.beats)


def clock_lines(room: Room, seat: int) -> tuple[str, ...]:
    """The clock the table has agreed on, and what is left of it to whoever is asked now."""
    card = clock_of(room.journal.row.clock)
    if card is None:
        return ("This table has no clock: a question waits as long as it takes.",)
    agreed = f"{card.title}. {card.text}"
    runs = clock_shown(room, frozenset({seat}), "")
    if runs is None or not runs.agreed:
        return (agreed, "It does not run now.")
    has = "has" if len(runs.seats) == 1 else "have"
    who = "You have" if seat in runs.seats else f"{_names(room, runs.seats)} still {has}"
    return (agreed, f"{who} {duration(math.ceil(runs.left))} left.")


def _names(room: Room, seats: tuple[int, ...]) -> str:
    return " and ".join(room.seats[seat].name for seat in seats)


def _agreed_lines(room: Room) -> tuple[str, ...]:
    minutes = room.journal.row.stand_in
    if not minutes:
        return ("This table has not agreed that a bot may play for somebody who is away.",)
    return (f"After {counted(minutes, 'minute')} away, all who are here may agree that a bot plays on.",)


def absence_lines(room: Room, seat: int) -> tuple[str, ...]:
    """What a seat can do about those who are away: what is wanted already, and what may be said."""
    lines = []
    level = room.journal.stand_ins.get(seat)
    if level:
        lines.append(f"A {level} bot plays for you. Say {SEAT} back, and from the next question on you are asked.")
    minutes = room.journal.row.stand_in
    for row in room.seats if minutes and not room.journal.state.over else ():
        gone = away_seconds(room, row.seat)
        if row.seat == seat or row.seat in room.journal.stand_ins or gone < minutes * _MINUTE:
            continue
        lines += [_wanted(room, wish, seat) for wish in proposals(room) if wish.seat == row.seat]
        say = f"say {AWAY} {row.name.lower()} and a level ({_levels(room)})"
        lines.append(f"{row.name} has been away for {counted(gone // _MINUTE, 'minute')}: {say} for a bot.")
    return tuple(lines)


def _wanted(room: Room, wish: wire.Proposal, seat: int) -> str:
    """A bot that somebody wants, and how to agree to it."""
    name = room.seats[wish.seat].name.lower()
    others = _names(room, tuple(each for each in wish.by if each != seat))
    if not others:
        return f"You want a {wish.level} bot for {room.seats[wish.seat].name}."
    return f"{others} would like a {wish.level} bot: say {AWAY} {name} {wish.level} to agree."
