"""`brickfield ladder`: all levels meet each other, and one scale says how strong each is."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from brickfield.cli.battles import agreed_setup
from brickfield.cli.labs import BattleOfLab, for_two, known_players, lab_of
from brickfield.cli.listing import console, known_game, plain_table, print_json
from brickfield.cli.words import WrongWords
from brickfield.players.lab.ladder import Ladder, climb, games_of, play_ladder
from brickfield.players.lab.matches import MatchResult, Standings, Tournament, standings
from brickfield.players.levels import LEVELS

_Meeting = tuple[Tournament, Standings]


class LadderWords(BattleOfLab, frozen=True, kw_only=True):
    """The words of the command as they were typed."""

    levels: str
    games: int


def ladder(words: LadderWords) -> None:
    """Play all levels against each other and print the ladder."""
    game = known_game(words.game)
    for_two(game, words.scenario, "a ladder")
    levels = tuple(level.strip() for level in words.levels.split(",")) if words.levels else LEVELS
    known_players(*levels)
    if len(set(levels)) < max(2, len(levels)):
        raise WrongWords("--levels: a ladder needs two different levels or more, each named once.")
    if words.games % 2:
        raise WrongWords(f"--games {words.games}: seats are changed, so it must be an even number.")
    setup = agreed_setup(game, words.scenario, words.rules)
    started = time.perf_counter()
    with lab_of(words, words.games * len(levels) * (len(levels) - 1) // 2) as lab:
        played = play_ladder(setup, levels, words.games, str(words.seed), lab)
    climbed = climb(levels, games_of(levels, played))
    seconds = time.perf_counter() - started
    meetings = [(meeting, standings(meeting, results)) for meeting, results in played]
    if words.as_json:
        print_json(_as_json(words, climbed, meetings, _all(played), seconds))
    else:
        _print(game.title, words, climbed, meetings, seconds)


def _all(played: list[tuple[Tournament, list[MatchResult]]]) -> str:
    """One digest of all games."""
    digests = "\n".join(result.digest for _, results in played for result in results)
    return hashlib.blake2b(digests.encode(), digest_size=16).hexdigest()


def _share(score: Standings, games: int) -> float:
    return (score.wins[0] + score.draws / 2) / games


def _as_json(
    words: LadderWords, climbed: Ladder, meetings: list[_Meeting], digest: str, seconds: float
) -> dict[str, Any]:
    return {
        "game": words.game,
        "scenario": words.scenario,
        "games": words.games,
        "ladder": [
            {
                "level": rung.name,
                "elo": round(rung.elo, 1),
                "interval95": [round(end, 1) for end in rung.interval],
                "games": rung.games,
                "points": rung.points,
            }
            for rung in climbed.rungs
        ],
        "first_seat_elo": round(climbed.first_seat, 1),
        "draws_between_equals": round(climbed.draws, 4),
        "meetings": [
            {
                "levels": list(meeting.levels),
                "wins": list(score.wins),
                "draws": score.draws,
                "share": round(_share(score, meeting.games), 4),
            }
            for meeting, score in meetings
        ],
        "decisions": sum(score.decisions for _, score in meetings),
        "seconds": round(seconds, 3),
        "digest": digest,
    }


def _print(title: str, words: LadderWords, climbed: Ladder, meetings: list[_Meeting], seconds: float) -> None:
    out = console()
    out.print(f"{title}, {words.scenario}: {words.games} games a pair of levels, seats changed, a draw counts half")
    table = plain_table("level", "Elo above the lowest", "95 % interval", "games", "points")
    for rung in climbed.rungs:
        low, high = rung.interval
        between = f"{low:.0f} to {high:.0f}" if high > low else "the lowest"
        table.add_row(rung.name, f"{rung.elo:.0f}", between, str(rung.games), f"{rung.points:g}")
    out.print(table)
    table = plain_table("level", "against", "wins", "losses", "draws", "share")
    for meeting, score in meetings:
        counts = [str(count) for count in (*score.wins, score.draws)]
        table.add_row(*meeting.levels, *counts, f"{_share(score, meeting.games):.1%}")
    out.print(table)
    out.print(
        f"the first seat is worth {climbed.first_seat:+.0f} Elo; of games between equals {climbed.draws:.0%} are drawn;"
        f" {seconds:.1f} s",
        soft_wrap=True,
    )
