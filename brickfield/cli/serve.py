"""`brickfield serve`: the server alone."""

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


def serve(words: ServeWords) -> None:
    """Check the words and serve until somebody stops the process."""
    from brickfield.server import serving
    from brickfield.server.house import PACE_SECONDS, Settings

    database = words.database or f"sqlite:///{Path(os.environ.get('DATA') or 'data') / 'brickfield.sqlite'}"
    try:
        serving.database_path(database)
    except serving.CannotServe as error:
        raise WrongWords(f"{error}.") from error
    settings = Settings(pace=PACE_SECONDS if words.bot_pace is None else words.bot_pace)
    try:
        serving.serve(serving.Serving(words.host, words.port, database, words.open_browser, settings))
    except serving.CannotServe as error:
        raise Failed(f"{error}.") from error
