"""Bots that stand in for players who are away: who may propose one, when everybody has agreed, and how the player takes
the seat back.

Whoever sat down at a table that agreed on it has agreed beforehand. The others who are here must all want the same
level. The bot sees what the seat sees and nobody else does, it neither offers draws nor gives up, and what it answered
stands. From the next question on after the player wants the seat back, the player is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from brickfield.core.refusal import Refusal, invalid
from brickfield.players.levels import LEVELS
from brickfield.server.rooms.audiences import seat_card
from brickfield.server.rooms.notices import BOT_PLAYS, NOT_WRITTEN, STOPPING, Listener, encoded
from brickfield.server.rooms.steps import Step
from brickfield.server.store.records import STAND_IN, SeatRow
from brickfield.server.web import protocol as wire
from brickfield.speech.tables import SeatCard

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room

_MINUTE = 60.0


def who_sits(seats: list[SeatRow], levels: Mapping[int, str]) -> list[SeatRow]:
    """Who answers at the seats: where a bot stands in for somebody, the bot."""
    return [replace(row, kind="bot", level=levels[row.seat]) if levels.get(row.seat) else row for row in seats]


def sitting_after(room: Room, step: Step) -> list[SeatRow]:
    """The same once this record is in force."""
    changed = {step.record.seat: step.record.answer["level"]} if step.record.kind == STAND_IN else {}
    return who_sits(room.seats, {**room.journal.stand_ins, **changed})


def here(room: Room) -> set[int]:
    """The seats somebody is connected for."""
    return {seat for listener in room.listeners for seat in listener.audience}


def note_presence(room: Room) -> None:
    """Note since when seats are empty, and who pays for what is worked out here; whoever is back ends what was proposed
    for the seat."""
    paying = [each for each in room.listeners if each.audience] or room.listeners
    if paying:
        room.payers = tuple(sorted({each.address for each in paying}))
    present, now = here(room), room.time.now()
    for row in room.seats:
        if row.seat in present:
            room.away.pop(row.seat, None)
            room.proposals.pop(row.seat, None)
        elif row.taken and not row.is_bot:
            room.away.setdefault(row.seat, now)


def away_seconds(room: Room, seat: int) -> int:
    """For how long nobody has been connected for a seat, where that matters."""
    return round(room.time.now() - room.away[seat]) if seat in room.away and room.journal.row.stand_in else 0


def seat_cards(room: Room) -> tuple[SeatCard, ...]:
    """The seats as everybody sees them."""
    present, journal = here(room), room.journal
    cards = [
        seat_card(row, row.seat in present, journal.part_of(row.seat), journal.match.army_name(row.seat))
        for row in room.seats
    ]
    levels = journal.stand_ins
    return tuple(
        replace(card, stand_in=levels.get(card.seat, ""), away=away_seconds(room, card.seat)) for card in cards
    )


def proposals(room: Room) -> tuple[wire.Proposal, ...]:
    """What is proposed now, and who wants it."""
    return tuple(
        wire.Proposal(seat, level, tuple(sorted(by)))
        for seat, levels in sorted(room.proposals.items())
        for level, by in sorted(levels.items())
        if by
    )


async def stand_in(room: Room, listener: Listener, wish: wire.StandIn) -> Refusal | None:
    """Propose a bot for a seat that is empty, or agree to it; when all who are here do, it plays on."""

    async def work() -> Refusal | None:
        refusal = _why_not(room, wish)
        if refusal is not None:
            return refusal
        present = here(room)
        levels = {level: by & present - {wish.seat} for level, by in room.proposals.get(wish.absent, {}).items()}
        # seats at one device speak with one voice
        agreed = levels.get(wish.level, set()) | listener.audience
        others = {level: by - listener.audience for level, by in levels.items()}
        room.proposals[wish.absent] = {**others, wish.level: agreed}
        if not agreed >= _others(room, wish.absent):
            room.tell_presence()
            listener.send(encoded(wire.ToldBack(wish.id, "proposed")))
            return None
        return await _write(room, listener, wish.id, wish.absent, {"level": wish.level, "by": sorted(agreed)})

    return STOPPING if room.stopping else NOT_WRITTEN if room.spoilt else await room.locked(work)


async def take_seat(room: Room, listener: Listener, wish: wire.TakeSeat) -> Refusal | None:
    """The player is back and answers again from the next question on."""

    async def work() -> Refusal | None:
        if wish.seat not in room.journal.stand_ins:
            return invalid("no_stand_in", "No bot plays for this seat.")
        return await _write(room, listener, wish.id, wish.seat, {"level": "", "by": [wish.seat]})

    return STOPPING if room.stopping else NOT_WRITTEN if room.spoilt else await room.locked(work)


async def _write(room: Room, listener: Listener, wish_id: str, seat: int, told: dict[str, Any]) -> Refusal | None:
    """Write down who plays for a seat from now on; only then anybody hears of it."""
    room.proposals.pop(seat, None)
    refusal = await room.commit(room.journal.try_stand_in(seat, told))
    if refusal is not None:
        return refusal
    listener.send(encoded(wire.ToldBack(wish_id, "done")))
    room.tell_presence()
    return None


def _others(room: Room, absent: int) -> set[int]:
    """The people who are here besides those for whom a bot plays."""
    people = {row.seat for row in room.who_sits if not row.is_bot and row.seat != absent}
    return people & here(room)


def _why_not(room: Room, wish: wire.StandIn) -> Refusal | None:
    """Why no bot may be proposed for this seat now."""
    minutes, rows = room.journal.row.stand_in, room.who_sits
    if not minutes:
        return invalid("no_stand_in", "This table has not agreed that a bot may play for somebody who is away.")
    if wish.level not in LEVELS:
        return invalid("unknown_level", f"There is no such level; there are {', '.join(LEVELS)}.")
    if wish.absent >= len(rows) or rows[wish.absent].is_bot or not rows[wish.absent].taken:
        return invalid("not_a_person", "Nobody plays at this seat who could be away.")
    if room.journal.state.over:
        return invalid("match_over", "The match is over; nothing more can be answered.")
    if wish.seat in room.journal.stand_ins:
        return BOT_PLAYS
    away = away_seconds(room, wish.absent)
    if away < minutes * _MINUTE:
        name, left = rows[wish.absent].name, minutes * _MINUTE - away
        sentence = f"{name} must have been away for {minutes} minutes, as agreed; it has been {away // 60}."
        return invalid("not_away", sentence, seconds=round(left))
    return None
