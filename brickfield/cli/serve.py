"""`brickfield serve`: the server alone; `brickfield backup`: a copy of what it has written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brickfield.cli.words import Failed, WrongWords

if TYPE_CHECKING:
    from brickfield.server.server import Settings
    from brickfield.server.serving import Serving
    from brickfield.server.web.host_check import Network


class ServeWords(Struct, frozen=True):
    """The words of the command as they were typed."""

    host: str
    port: int
    database: str
    bot_pace: float | None
    bot_workers: int | None
    most_tables: int | None
    keep_unbegun: int | None
    keep_unfinished: int | None
    open_browser: bool
    invitation_days: float | None = None
    allow_host: tuple[str, ...] = ()
    trust_proxy: tuple[str, ...] = ()
    operator_token: str = ""
    workers: int = 1
    inside: str = "127.0.0.1"


def serve(words: ServeWords) -> None:
    """Check the words and serve until somebody stops the process."""
    from brickfield.server import serving

    database, settings = _database(words.database), _settings(words)
    try:
        serving.serve(_serving(words, database, settings))
    except (serving.CannotServe, serving.StoreGaveUp) as error:
        raise Failed(f"{error}.") from error


def _serving(words: ServeWords, database: str, settings: Settings) -> Serving:
    from brickfield.server import serving

    if words.workers > 1 and not serving.is_postgres(database):
        raise WrongWords("a house in a file has one worker; several need --database postgresql://...")
    return serving.Serving(words.host, words.port, database, words.open_browser, settings, words.workers, words.inside)


def _each(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words of an option; in the environment they may stand with commas between them."""
    return tuple(word.strip() for given in words for word in given.split(",") if word.strip())


def _settings(words: ServeWords) -> Settings:
    """The settings as they are unless a word says otherwise."""
    from brickfield.server.rooms.retention import Terms
    from brickfield.server.server import Settings

    kept = {"most": words.most_tables, "hardly_days": words.keep_unbegun, "unfinished_days": words.keep_unfinished}
    terms = Terms(**{name: value for name, value in kept.items() if value is not None})
    said: dict[str, Any] = {"pace": words.bot_pace, "workers": words.bot_workers, "terms": terms}
    said |= {"hosts": _each(words.allow_host), "proxies": _proxies(words), "operator_token": words.operator_token}
    said |= {"invitation_days": words.invitation_days}
    return Settings(**{name: value for name, value in said.items() if value is not None})


def _proxies(words: ServeWords) -> tuple[Network, ...]:
    """The addresses that are believed about their guests."""
    from brickfield.server.web.host_check import read_networks

    try:
        return read_networks(_each(words.trust_proxy))
    except ValueError as error:
        raise WrongWords(f"--trust-proxy takes addresses and networks such as 10.0.0.0/8: {error}.") from error


def backup(target: str, database: str) -> None:
    """Copy the database and say how much is in the copy."""
    from brickfield.server import serving
    from brickfield.server.store.backups import CannotBackUp, back_up

    url = _database(database)
    if serving.is_postgres(url):
        raise WrongWords("a house on PostgreSQL is backed up by pg_dump; docs/hosting.md says how.")
    try:
        matches = back_up(serving.database_path(url), Path(target))
    except CannotBackUp as error:
        raise Failed(f"{error}.") from error
    print(f"written and checked: {target}, {matches} matches")


def copy_database(source: str, target: str) -> None:
    """Move a house and say how much was moved."""
    from brickfield.server import moving_house, serving

    try:
        for url in (source, target):
            serving.check_database(url)
    except serving.CannotServe as error:
        raise WrongWords(f"{error}.") from error
    try:
        copied = moving_house.move(source, target)
    except (serving.CannotServe, moving_house.CannotCopy) as error:
        raise Failed(f"{error}.") from error
    print(f"copied and checked: {copied.matches} matches, {copied.records} records")
    for match in copied.damaged:
        print(f"damaged already where it came from, and copied as it was: {match}")


def _database(url: str) -> str:
    """The address of the database, checked; the one under $DATA unless another was named."""
    from brickfield.server import serving

    database = url or f"sqlite:///{Path(os.environ.get('DATA') or 'data') / 'brickfield.sqlite'}"
    try:
        serving.check_database(database)
    except serving.CannotServe as error:
        raise WrongWords(f"{error}.") from error
    return database
