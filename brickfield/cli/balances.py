"""`brickfield balance`: bots of one level play every scenario, and a table shows how even each of them is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from brickfield.cli.balance_page import PageWords, play_page, write_page
from brickfield.cli.labs import LabWords, known_bots
from brickfield.cli.listing import console, known_game, known_scenario, plain_table, print_json
from brickfield.cli.words import WrongWords
from brickfield.core.game import Game
from brickfield.core.setup.choosing import ScenarioRow
from brickfield.games import all_games
from brickfield.players.lab.balance import Balance, CountedShare


class BalanceWords(LabWords, frozen=True):
    """The words of the command as they were typed."""

    game: str | None
    scenario: str
    level: str
    games: int
    seed: int
    as_json: bool
    docs: str = ""


def balance(words: BalanceWords) -> None:
    """Play the scenarios that are asked for and print how they went."""
    known_bots(words.level)
    if words.docs and not Path(words.docs).parent.is_dir():
        raise WrongWords(f"--docs {words.docs}: there is no folder {Path(words.docs).parent}.")
    asked = _scenarios(words)
    page = PageWords(words.level, words.games, words.seed)
    whole = dict.fromkeys(game for game, _ in asked) if words.docs and not words.scenario else {}
    found, met = play_page(words, page, asked, whole)
    if words.docs:
        write_page(words.docs, page, found, met)
    if words.as_json:
        print_json({"level": words.level, "seed": words.seed, "scenarios": [_as_json(*each) for each in found]})
    else:
        _print(words, found)


def _scenarios(words: BalanceWords) -> list[tuple[Game, ScenarioRow]]:
    """All scenarios, those of one game, or one; or a line that says which word is wrong."""
    if words.game is None:
        if words.scenario:
            raise WrongWords(f"--scenario {words.scenario}: of which game? Name it before the options.")
        return [(game, card) for game in all_games() for card in game.scenarios()]
    game = known_game(words.game)
    return [(game, card) for card in ([known_scenario(game, words.scenario)] if words.scenario else game.scenarios())]


def _share(each: CountedShare) -> dict[str, Any]:
    return {
        "count": each.count,
        "of": each.of,
        "share": round(each.share, 4),
        "interval95": [round(end, 4) for end in each.interval],
    }


def _as_json(game: Game, weighed: Balance) -> dict[str, Any]:
    return {
        "game": game.id,
        "scenario": weighed.scenario,
        "games": weighed.games,
        "wins": [_share(each) for each in weighed.wins],
        "evened": [round(share, 4) for share in weighed.evened],
        "draws": _share(weighed.draws),
        "first": _share(weighed.first),
        "endings": weighed.endings,
        "rounds": round(weighed.rounds, 2),
        "longest": weighed.longest,
        "idle": round(weighed.idle, 4),
        "returns": round(weighed.returns, 4),
        "deployments": list(weighed.deployments),
        "faults": weighed.faults,
        "digest": weighed.digest,
        "brier": round(weighed.brier, 4),
        "calibration": [
            {"foretold": round(said, 3), "came": round(came, 3), "of": count}
            for said, came, count in weighed.calibration
        ],
    }


def _print(words: BalanceWords, found: list[tuple[Game, Balance]]) -> None:
    out = console()
    out.print(f"{words.level} against {words.level}, {words.games} games each; wins are shares of the decided games")
    table = plain_table(
        "game", "scenario", "seat", "wins", "share", "95 % interval", "evened", "draws", "first turn wins"
    )
    for game, weighed in found:
        for seat, each in enumerate(weighed.wins):
            head = ("", "") if seat else (game.id, weighed.scenario)
            tail = ("", "") if seat else (f"{weighed.draws.share:.0%}", f"{weighed.first.share:.0%}")
            low, high = each.interval
            evened = f"{weighed.evened[seat]:.1%}" if weighed.evened else ""
            shares = (f"{each.share:.1%}", f"{low:.1%} to {high:.1%}", evened)
            table.add_row(*head, str(seat), str(each.count), *shares, *tail)
    out.print(table)
    table = plain_table(
        "game", "scenario", "rounds", "longest", "idle", "returns", "deployments", "refused", "Brier", "how games end"
    )
    for game, weighed in found:
        ends = ", ".join(f"{reason} {count}" for reason, count in weighed.endings.items())
        table.add_row(
            game.id,
            weighed.scenario,
            f"{weighed.rounds:.1f}",
            str(weighed.longest),
            f"{weighed.idle:.1%}",
            f"{weighed.returns:.1%}",
            ", ".join(map(str, weighed.deployments)),
            str(weighed.faults),
            f"{weighed.brier:.3f}",
            ends,
        )
    out.print(table)
