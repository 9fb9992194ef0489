"""Running the server: address and database from words, one process, a stop that loses nothing."""

from __future__ import annotations

import logging
import signal
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.commands import MOST_BYTES
from brickfield.server.app import make_app
from brickfield.server.memory import Broom
from brickfield.server.server import Server, Settings
from brickfield.server.store.db_lock import InUse
from brickfield.server.store.migrations import FromTheFuture
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web.host_check import own_names
from brickfield.server.web.transport_limits import FlowControlledSocket, door_of

if TYPE_CHECKING:
    from brickfield.server.store.postgres.store import PostgresStore

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")
_SWITCH_SECONDS = 0.0005
_STOP_SECONDS = 3
_HEARTBEAT_SECONDS = 20.0
# How long a line is kept between two requests, and how long the head of a request may be.
_KEEP_ALIVE_SECONDS = 5
_MOST_HEAD_BYTES = 16 * 1024


class CannotServe(RuntimeError):
    """The words do not lead to a running server; the message says why."""


class StoreGaveUp(RuntimeError):
    """Nothing could be written any more, so the server has ended: a fresh start begins from what the disk says."""


class Serving(Struct, frozen=True):
    """Where to serve, from which database, and how."""

    host: str
    port: int
    database: str
    open_browser: bool = False
    settings: Settings = Settings()
    # processes that serve together, and the address at which others of this house find them
    workers: int = 1
    inside: str = "127.0.0.1"


class HttpServer(uvicorn.Server):
    """A server that says good bye to its guests before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, server: Callable[[], Server | None]) -> None:
        super().__init__(config)
        self._house = server
        # why the server has ended itself; empty when somebody has ended it
        self.gave_up = ""

    def give_up(self, reason: str) -> None:
        """Nothing can be written any more. May be called from any thread."""
        self.gave_up, self.should_exit = reason, True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is in hand and tell everybody, then close."""
        for listening in self.servers:
            listening.close()
        server = self._house()
        if server is not None:
            await server.stop()
        await super().shutdown(sockets)


def database_path(url: str) -> Path:
    """The file a database address names."""
    if not url.startswith(_SQLITE) or len(url) == len(_SQLITE):
        raise CannotServe(f"the database {url!r} is not known here; write {_SQLITE}path/to/file")
    return Path(url.removeprefix(_SQLITE))


def is_postgres(url: str) -> bool:
    """Whether a database address names a PostgreSQL server."""
    return url.startswith(_POSTGRES)


def check_database(url: str) -> None:
    """Whether a database of this address could be opened at all."""
    if not is_postgres(url) and (not url.startswith(_SQLITE) or len(url) == len(_SQLITE)):
        known = f"{_SQLITE}path/to/file or {_POSTGRES[0]}user@host/name"
        raise CannotServe(f"the database {url.partition('@')[0]!r} is not known here; write {known}")


def opened_file(url: str) -> SqliteStore:
    """The store in a file."""
    try:
        return SqliteStore(database_path(url))
    except (InUse, FromTheFuture) as error:
        raise CannotServe(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        raise CannotServe(f"the database {url!r} cannot be opened: {error}") from error


def opened_postgres(url: str, address: str = "") -> PostgresStore:
    """The store on a PostgreSQL server, as a worker that the others find at this address."""
    try:
        import psycopg

        from brickfield.server.store.postgres.connecting import safe_name
        from brickfield.server.store.postgres.store import PostgresStore
    except ImportError as error:
        raise CannotServe("a house on PostgreSQL needs one package more: pip install 'brickfield[postgres]'") from error
    try:
        return PostgresStore(url, address)
    except FromTheFuture as error:
        raise CannotServe(str(error)) from error
    except psycopg.Error as error:
        reason = type(error).__name__
        raise CannotServe(f"the database {safe_name(url)} cannot be opened ({reason})") from error


def serve(words: Serving) -> None:
    """Serve until somebody stops the process."""
    if is_postgres(words.database):
        from brickfield.server.club.keeper import keep_house

        keep_house(words)
        return
    if words.workers > 1:
        raise CannotServe("a house in a file has one worker; several need --database postgresql://...")
    store = opened_file(words.database)
    listening = listen(words)
    greet(words, listening)
    run(Server(store, named(words)), [listening], store.call_when_broken)


def greet(words: Serving, listening: socket.socket) -> None:
    """Say where the house is, and open a browser there if one is wanted."""
    host = f"[{words.host}]" if ":" in words.host else words.host
    address = f"http://{host}:{listening.getsockname()[1]}"
    print(f"Brickfield is at {address} (stop with Ctrl+C)", flush=True)
    if words.open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()


def named(words: Serving) -> Settings:
    """The settings, with the names this machine has anyway."""
    hosts = (*own_names(words.host), *(name.lower() for name in words.settings.hosts or ()))
    return replace(words.settings, hosts=hosts)


def listen(words: Serving) -> socket.socket:
    """The socket at which guests come in."""
    family = socket.AF_INET6 if ":" in words.host else socket.AF_INET
    try:
        return socket.create_server((words.host, words.port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        raise CannotServe(f"cannot listen at {words.host} port {words.port}: {error}") from error


def run(
    server: Server,
    listening: list[socket.socket],
    call_when_broken: Callable[[Callable[[str], None]], None],
    inside: int = 0,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve at these sockets until somebody stops the process; `inside` is the port at which only workers call."""
    # previews are worked out in a thread; a command must not wait for its turn behind them
    sys.setswitchinterval(_SWITCH_SECONDS)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    config = uvicorn.Config(
        make_app(lambda: server, ready=ready),
        # uvloop where there is one
        loop="auto",
        http=door_of(server.rate_limiter, server.settings.proxies, inside),
        ws=FlowControlledSocket,
        # larger messages are still taken in, so that they can be refused in words
        ws_max_size=4 * MOST_BYTES,
        ws_ping_interval=_HEARTBEAT_SECONDS,
        ws_ping_timeout=_HEARTBEAT_SECONDS,
        # our own lines pack large messages, and bound what is unpacked
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_STOP_SECONDS,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        log_config=None,
    )
    server.broom = Broom()
    server.broom.begin()
    # uvicorn raises the signal again when all is done, which would turn a clean end into a death
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: None)
    http_server = HttpServer(config, lambda: server)
    call_when_broken(http_server.give_up)
    http_server.run(sockets=listening)
    if http_server.gave_up:
        raise StoreGaveUp(f"the server has ended: {http_server.gave_up}; nothing that was acknowledged is lost")
