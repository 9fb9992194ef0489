"""The server itself: whether it lives, can be written to, what it counts, and where it can be had without a server."""

from __future__ import annotations

from starlette.requests import Request

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.metrics import METRICS
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from brickfield.server.web.http_replays import File
from brickfield.server.web.site_files import pocket_folder


async def pocket(server: Server, request: Request, body: None) -> bodies.Pocket:
    """Whether the edition that needs no server can be had here."""
    return bodies.Pocket("/pocket/" if pocket_folder() is not None else "")


async def healthz(server: Server, request: Request, body: None) -> File:
    """The process is alive."""
    return File("alive\n", "text/plain")


async def readyz(server: Server, request: Request, body: None) -> File | Refusal:
    """The store can be written and every migration is done."""
    if server.stopping:
        return invalid("restarting", "The server is stopping.")
    if not await server.store.ready():
        return invalid("store_broken", "The store cannot be written.")
    return File("ready\n", "text/plain")


async def metrics(server: Server, request: Request, body: None) -> File:
    """Counters of this process."""
    return File(METRICS.text(), "text/plain")
