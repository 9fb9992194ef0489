"""`brickfield round-robin`: armies meet in pairs headless, and a table shows how balanced they are."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from msgspec.structs import replace

from brickfield.cli.battles import agreed_setup, read_armies
from brickfield.cli.labs import BattleOfLab, for_two, known_bots, lab_of
from brickfield.cli.listing import console, known_game, plain_table, print_json
from brickfield.cli.words import WrongWords
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.players.lab.round_robin import Army, Pairing, average, play_round_robin


class RoundRobinWords(BattleOfLab, frozen=True, kw_only=True):
    """The words of the command as they were typed."""

    armies: str
    level: str
    games: int


def round_robin(words: RoundRobinWords) -> None:
    """Play all pairs and print how they went."""
    game = known_game(words.game)
    setup = _setup(game, words)
    armies = _armies(game, words, setup)
    pairs = len(armies) * (len(armies) - 1) // 2
    started = time.perf_counter()
    with lab_of(words, words.games * pairs) as lab:
        found = play_round_robin(setup, armies, words.level, words.games, str(words.seed), lab)
    seconds = time.perf_counter() - started
    if words.as_json:
        print_json(_as_json(words, armies, found, seconds))
    else:
        _print(game, armies, found, seconds)


def _setup(game: Game, words: RoundRobinWords) -> Setup:
    """What is fought by which rules, or a line that says which word is wrong."""
    for_two(game, words.scenario, "a round-robin")
    known_bots(words.level)
    if words.games % 2:
        raise WrongWords(f"--games {words.games}: sides are swapped, so it must be an even number.")
    return agreed_setup(game, words.scenario, words.rules)


def _armies(game: Game, words: RoundRobinWords, setup: Setup) -> tuple[Army, ...]:
    """The armies that meet, or a line that says which of them is wrong."""
    armies = read_armies(words.armies)
    if len(armies) < 2:
        raise WrongWords("--armies names fewer than two armies.")
    for army in armies:
        match = game.new_match(replace(setup, armies=(army, army)))
        if isinstance(match, Refusal):
            raise WrongWords(f"--armies {_name(army)}: {match.sentence}")
    return armies


def _name(army: Army) -> str:
    return "+".join(unit for unit, _count in army)


def _as_json(words: RoundRobinWords, armies: tuple[Army, ...], found: list[Pairing], seconds: float) -> dict[str, Any]:
    digests = "\n".join(each.score.digest for each in found)
    return {
        "game": words.game,
        "scenario": words.scenario,
        "level": words.level,
        "games": words.games,
        "pairs": [
            {
                "armies": [_name(armies[place]) for place in each.armies],
                "wins": list(each.score.wins),
                "draws": each.score.draws,
                "share": round(each.share, 4),
                "interval95": [round(end, 4) for end in each.interval],
            }
            for each in found
        ],
        "armies": {_name(army): round(average(found, place), 4) for place, army in enumerate(armies)},
        "decisions": sum(each.score.decisions for each in found),
        "seconds": round(seconds, 3),
        "digest": hashlib.blake2b(digests.encode(), digest_size=16).hexdigest(),
    }


def _print(game: Game, armies: tuple[Army, ...], found: list[Pairing], seconds: float) -> None:
    out = console()
    table = plain_table("army", "against", "wins", "losses", "draws", "share", "95 % interval")
    for each in found:
        low, high = each.interval
        one, other = (_name(armies[place]) for place in each.armies)
        wins = [str(count) for count in (*each.score.wins, each.score.draws)]
        table.add_row(one, other, *wins, f"{each.share:.1%}", f"{low:.1%} to {high:.1%}")
    out.print(f"{game.title}: {found[0].games} games a pair, sides swapped, a draw counts half")
    out.print(table)
    means = plain_table("army", "mean share against the others")
    for place, army in enumerate(armies):
        means.add_row(_name(army), f"{average(found, place):.1%}")
    out.print(means)
    out.print(f"{seconds:.1f} s")
