"""`brickfield games` and `brickfield clauses`: what can be played, and what stands behind each clause."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from brickfield.cli.words import unknown
from brickfield.core.game import Game
from brickfield.core.setup.choosing import ScenarioRow
from brickfield.games import GAME_IDS, all_games, find_game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from brickfield.cli.cross_table import Row

# Columns of a table that goes into a file or a pipe.
_WIDE = 180


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, indent=2))


def console() -> Console:
    """Where tables are drawn: as wide as the terminal, or wide enough for every column when nobody looks."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False)


def plain_table(*columns: str) -> Table:
    """A table without lines; only its last column may wrap."""
    from rich.table import Table

    table = Table(box=None, header_style="dim", padding=(0, 2))
    for number, column in enumerate(columns, start=1):
        table.add_column(column, no_wrap=number < len(columns))
    return table


def known_game(game_id: str) -> Game:
    """The game of this id, or a line that names those there are."""
    game = find_game(game_id)
    if game is None:
        raise unknown("game", game_id, GAME_IDS)
    return game


def known_scenario(game: Game, scenario: str) -> ScenarioRow:
    """The scenario of this id, or a line that names those there are."""
    cards = {card.id: card for card in game.scenarios()}
    if scenario not in cards:
        raise unknown(f"scenario of {game.title}", scenario, cards)
    return cards[scenario]


def games_as_json() -> list[dict[str, Any]]:
    """Every game with its options, scenarios and levels, as the contract shapes it."""
    from brickfield.players.levels import offered

    return [
        {
            "id": game.id,
            "title": game.title,
            "options": [
                {
                    "id": option.id,
                    "title": option.title,
                    "default": option.default,
                    "values": [choice.value for choice in option.choices],
                    "clause": option.clause,
                    "explanation": option.text,
                }
                for option in game.options()
            ],
            "scenarios": [{"id": card.id, "title": card.title, "seats": card.seats} for card in game.scenarios()],
            "levels": [level.id for level in offered(game.id)],
        }
        for game in all_games()
    ]


def list_games(as_json: bool) -> None:
    """Print the games."""
    games = games_as_json()
    if as_json:
        print_json(games)
        return
    out = console()
    for game in games:
        out.print(f"[bold]{game['title']}[/bold]  {game['id']}   levels: {', '.join(game['levels'])}")
        table = plain_table("scenario", "title", "seats")
        for card in game["scenarios"]:
            table.add_row(card["id"], card["title"], str(card["seats"]))
        out.print(table)
        table = plain_table("option", "default", "clause", "other values")
        for option in game["options"]:
            others = [str(value) for value in option["values"] if value != option["default"]]
            table.add_row(option["id"], str(option["default"]), option["clause"], ", ".join(others))
        out.print(table)


def list_clauses(game_id: str | None, as_json: bool) -> None:
    """Print the cross-table of one game or of all."""
    from brickfield.cli import cross_table

    games = all_games() if game_id is None else (known_game(game_id),)
    rows = cross_table.cross_table(games, cross_table.tests_folder())
    if as_json:
        print_json(cross_table.as_json(rows))
        return
    _print_rows(rows)


def _print_rows(rows: list[Row]) -> None:
    from brickfield.cli import cross_table

    out = console()
    table = plain_table("clause", "kind", "lacks", "code", "tests")
    for row in rows:
        style = "red" if row.lacks else ("dim" if not row.in_play else "")
        table.add_row(row.id, row.kind, row.lacks, _first_of(row.code), _first_of(row.tests), style=style)
    out.print(table)
    if cross_table.tests_folder() is None:
        out.print("There is no tests folder beside this installation, so no test is listed.")
    for game_id, count in cross_table.summary(rows).items():
        words = f"{count['rules']} rules in play, {count['with_code']} with code, {count['with_tests']} with tests"
        out.print(f"{game_id}: {words}")


def _first_of(places: tuple[str, ...]) -> str:
    """The first place without its folders, and how many more there are."""
    if not places:
        return "-"
    place, more = places[0], f" +{len(places) - 1}" if len(places) > 1 else ""
    if "::" in place:
        return place.rsplit("/", 1)[-1] + more
    module, _, name = place.partition(":")
    return f"{module.rsplit('.', 1)[-1]}:{name}{more}"
