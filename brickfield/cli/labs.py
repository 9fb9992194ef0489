"""What all commands of the lab share: who plays, where games are kept, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from brickfield.cli.listing import known_scenario
from brickfield.cli.words import Failed, WrongWords, unknown
from brickfield.core.game import Game
from brickfield.players.lab.crews import Crew, Processes
from brickfield.players.lab.matches import BattleFault
from brickfield.players.lab.records import GameBook, RecordFault
from brickfield.players.lab.running import Lab
from brickfield.players.lab.scripted import SCRIPTS
from brickfield.players.levels import LEVELS, fault_of, parts_of, styles


class LabWords(Struct, frozen=True, kw_only=True):
    """The words every command of the lab knows."""

    jobs: int = 1
    cluster: str = ""
    record: str = ""


class BattleOfLab(LabWords, frozen=True, kw_only=True):
    """The words of every command by which one battle is fought again and again."""

    game: str
    scenario: str
    seed: int
    as_json: bool
    rules: str = ""


@contextmanager
def lab_of(words: LabWords, games: int) -> Iterator[Lab]:
    """A lab for so many games, with a bar while somebody watches; a game that fails is told in one line."""
    book = _book(words.record)
    try:
        crew = _crew(words)
        try:
            with progress(games) as tell:
                yield Lab(crew, tell, book)
        finally:
            crew.close()
    except BattleFault as fault:
        raise Failed(str(fault)) from fault


def known_bots(*names: str) -> None:
    """Levels there are, alone or with a style (`regular:bold`), or a line that names those."""
    for name in names:
        fault, (level, style) = fault_of(name), parts_of(name)
        if fault is None:
            continue
        if level not in LEVELS:
            raise unknown("level", level, LEVELS)
        if style not in styles():
            raise unknown("style", style, styles())
        raise WrongWords(f"{name}: {fault[1]}")


def known_players(*names: str) -> None:
    """Whoever may sit at a table of the lab: bots, and players that follow a script."""
    known_bots(*(name for name in names if name not in SCRIPTS))


def for_two(game: Game, scenario: str, what: str) -> None:
    """A scenario of the game that two play, or a line that says which word is wrong."""
    if known_scenario(game, scenario).seats != 2:
        raise WrongWords(f"--scenario {scenario}: {what} needs a battle for two seats.")


def _crew(words: LabWords) -> Crew:
    if not words.cluster:
        return Processes(words.jobs)
    from brickfield.players.lab.cluster import Cluster

    return Cluster(words.cluster)


def _book(record: str) -> GameBook | None:
    """The games of a run that was stopped, to go on with; None where nothing is kept."""
    try:
        return GameBook(Path(record)) if record else None
    except (OSError, RecordFault) as error:
        raise WrongWords(f"--record {record}: {error}.") from error


@contextmanager
def progress(total: int, what: str = "battles") -> Iterator[Callable[[int], None] | None]:
    """A bar on the terminal; none when nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count: progress.advance(task, count)
