"""`brickfield serve`: the server alone; `brickfield backup`: a copy of what it has written."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct

from brickfield.cli.words import Failed, WrongWords


class ServeWords(Struct, frozen=True):
    """The words of the command as they were typed."""

    host: str
    port: int
    database: str
    bot_pace: float | None
    open_browser: bool
    allow_host: tuple[str, ...] = ()
    trust_proxy: tuple[str, ...] = ()
    operator_token: str = ""


def serve(words: ServeWords) -> None:
    """Check the words and serve until somebody stops the process."""
    from brickfield.server import serving
    from brickfield.server.gate import read_networks
    from brickfield.server.house import PACE_SECONDS, Settings

    database = _database(words.database)
    try:
        proxies = read_networks(_each(words.trust_proxy))
    except ValueError as error:
        raise WrongWords(f"--trust-proxy takes addresses and networks such as 10.0.0.0/8: {error}.") from error
    settings = Settings(
        pace=PACE_SECONDS if words.bot_pace is None else words.bot_pace,
        hosts=_each(words.allow_host),
        proxies=proxies,
        operator_token=words.operator_token,
    )
    try:
        serving.serve(serving.Serving(words.host, words.port, database, words.open_browser, settings))
    except serving.CannotServe as error:
        raise Failed(f"{error}.") from error


def _each(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words of an option; in the environment they may stand with commas between them."""
    return tuple(word.strip() for given in words for word in given.split(",") if word.strip())


def backup(target: str, database: str) -> None:
    """Copy the database and say how much is in the copy."""
    from brickfield.server import serving
    from brickfield.server.backups import CannotBackUp, back_up

    try:
        matches = back_up(serving.database_path(_database(database)), Path(target))
    except CannotBackUp as error:
        raise Failed(f"{error}.") from error
    print(f"written and checked: {target}, {matches} matches")


def _database(url: str) -> str:
    """The address of the database, checked; the one under $DATA unless another was named."""
    from brickfield.server import serving

    database = url or f"sqlite:///{Path(os.environ.get('DATA') or 'data') / 'brickfield.sqlite'}"
    try:
        serving.database_path(database)
    except serving.CannotServe as error:
        raise WrongWords(f"{error}.") from error
    return database
