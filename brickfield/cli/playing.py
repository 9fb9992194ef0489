"""`brickfield play`: the text table, for people, screen readers and scripts."""

from __future__ import annotations

from msgspec import Struct

from brickfield.cli.labs import known_bots
from brickfield.cli.listing import known_game
from brickfield.cli.words import WrongWords, unknown
from brickfield.games import GAME_IDS


class PlayWords(Struct, frozen=True):
    """The words of the command as they were typed."""

    game_id: str
    scenario: str | None
    seat: int
    level: str
    seed: int | None
    rules: str
    load: str
    as_json: bool
    lesson: bool = False


def play(words: PlayWords) -> int:
    """Check the words and sit down at the table; the code the table ends with."""
    from brickfield.text import table

    game = known_game(words.game_id or GAME_IDS[0])
    cards = {card.id: card for card in game.scenarios()}
    scenario = words.scenario if words.scenario is not None else next(iter(cards))
    if scenario not in cards:
        raise unknown(f"scenario of {game.title}", scenario, cards)
    known_bots(words.level)
    seats = cards[scenario].seats
    if words.seat >= seats:
        raise WrongWords(f"--seat {words.seat}: {cards[scenario].title} has the seats 0 to {seats - 1}.")
    return table.main(
        game=game.id,
        scenario=scenario,
        seat=words.seat,
        level=words.level,
        seed=words.seed,
        rules=words.rules,
        json=words.as_json,
        load=words.load,
        lesson=words.lesson,
    )
