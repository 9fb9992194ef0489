"""The routes of shopping lists and of what can be built from what somebody owns: a worker answers."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.bots.jobs import Consult
from brickfield.server.bots.worker_pool import Worked
from brickfield.server.server import Server
from brickfield.server.web.brick_lists import Owned, Shopping
from brickfield.server.web.consulting import OWNED, SHOPPING
from brickfield.server.web.http_replays import address_of


async def shopping(server: Server, request: Request, body: Shopping) -> Worked | Refusal:
    """A shopping list as a file."""
    return await _worked(server, request, SHOPPING, body)


async def owned(server: Server, request: Request, body: Owned) -> Worked | Refusal:
    """What can be built from a pasted list; nothing of it is kept."""
    return await _worked(server, request, OWNED, body)


async def _worked(server: Server, request: Request, path: str, body: Any) -> Worked | Refusal:
    if server.games.find(body.game) is None:
        return invalid("unknown_game", "There is no such game.")
    job = Consult(path, msgspec.Raw(msgspec.json.encode(body)))
    return await server.worked(address_of(request), path, job)
