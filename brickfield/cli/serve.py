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
    invitation_days: float | None


def serve(words: ServeWords) -> None:
    """Check the words and serve until somebody stops the process."""
    from brickfield.server import serving
    from brickfield.server.house import INVITATION_DAYS, PACE_SECONDS, Settings

    database = _database(words.database)
    settings = Settings(
        pace=PACE_SECONDS if words.bot_pace is None else words.bot_pace,
        invitation_days=INVITATION_DAYS if words.invitation_days is None else words.invitation_days,
    )
    try:
        serving.serve(serving.Serving(words.host, words.port, database, words.open_browser, settings))
    except serving.CannotServe as error:
        raise Failed(f"{error}.") from error


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
