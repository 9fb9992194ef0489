"""What can be said at a table: six phrases, to everybody who is there. No other words go from player to player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.rooms.notices import STOPPING, encoded
from brickfield.server.web import protocol as wire
from brickfield.server.web.cards import PHRASES
from brickfield.server.web.limits import Bucket, Rate

if TYPE_CHECKING:
    from brickfield.server.rooms.room import Room

SAY = "say"
# A seat may say so much at once, and one more every few seconds.
RATE = Rate(3, 0.2)

TOO_CHATTY = invalid("too_many", "You have just said something; wait a few seconds.")


def utter(room: Room, seat: int, phrase: str) -> Refusal | None:
    """Say a phrase to everybody who is at the table. It is neither written down nor part of the battle."""
    card = next((each for each in PHRASES if each.id == phrase), None)
    if card is None:
        return invalid("unknown_phrase", f"There is no such phrase; there are {_names()}.")
    if room.stopping:
        return STOPPING
    if not room.voices.setdefault(seat, Bucket(RATE)).take():
        return TOO_CHATTY
    message = encoded(wire.Uttered(seat, card.id, card.text))
    for listener in list(room.listeners):
        listener.send(message)
    return None


def is_said(line: str) -> bool:
    """Whether a typed line says a phrase: `say`, `say 2`, `say good luck`."""
    return line.lower().split()[:1] == [SAY]


def hear_phrase(room: Room, said: wire.Say) -> wire.Spoken | Refusal:
    """Say the phrase of a typed line, or tell which there are."""
    wanted = " ".join(said.line.lower().split()[1:]).rstrip(".!")
    if not wanted:
        return wire.Spoken(tuple(f"{SAY} {number}: {each.text}" for number, each in enumerate(PHRASES, start=1)))
    for number, each in enumerate(PHRASES, start=1):
        if wanted in (str(number), each.id.replace("_", " "), each.text.lower().rstrip(".")):
            return utter(room, said.seat, each.id) or wire.Spoken((f"You said: {each.text}",))
    return invalid("unknown_phrase", f"There is no such phrase; there are {_names()}.")


def _names() -> str:
    return ", ".join(each.text for each in PHRASES)
