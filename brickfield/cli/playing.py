"""`brickfield play`: the text table, for people, screen readers and scripts."""

from __future__ import annotations

from msgspec import Struct

from brickfield.cli.labs import known_bots
from brickfield.cli.listing import known_game, known_scenario
from brickfield.cli.words import WrongWords
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
    scenario = known_scenario(game, words.scenario) if words.scenario is not None else game.scenarios()[0]
    known_bots(words.level)
    if words.seat >= scenario.seats:
        raise WrongWords(f"--seat {words.seat}: {scenario.title} has the seats 0 to {scenario.seats - 1}.")
    return table.main(
        game=game.id,
        scenario=scenario.id,
        seat=words.seat,
        level=words.level,
        seed=words.seed,
        rules=words.rules,
        json=words.as_json,
        load=words.load,
        lesson=words.lesson,
    )
