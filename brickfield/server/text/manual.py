"""What may be typed at a table besides a game's own words: phrases, who is away, the clock, standing orders."""

from __future__ import annotations

from brickfield.core.match import Match
from brickfield.server.rooms.phrases import SAY
from brickfield.server.text.absence import AWAY, CLOCK, SEAT
from brickfield.server.text.windows import ORDERS
from brickfield.speech.speech import Verb

_ALWAYS = {
    SAY: Verb((), f"{SAY}, or {SAY} 2", "which phrases there are, or say one of them"),
    CLOCK: Verb((), CLOCK, "which clock was agreed on, and what is left of it"),
    AWAY: Verb(
        (),
        f"{AWAY}, or {AWAY} NAME regular",
        "who is away, or ask for a bot that plays for somebody",
        ("The bot plays when all who are here want the same. Who comes back takes the seat again.",),
    ),
    SEAT: Verb((), f"{SEAT} back", "take your own seat again from the bot that played for you"),
}


def table_words(match: Match) -> dict[str, Verb]:
    """The words of a table; standing orders where somebody may react."""
    windows = match.game.windows_of(match)
    if not windows:
        return _ALWAYS
    example = f"{ORDERS} {windows[0].title.lower()} {windows[0].orders[0].id}"
    told = "your standing orders for reactions, or leave one"
    return {**_ALWAYS, ORDERS: Verb((), f"{ORDERS}, or {example}", told)}
