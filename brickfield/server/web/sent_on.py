"""What is answered when another worker of the house has the table that was asked for."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from brickfield.server.rooms.notices import STOPPING
from brickfield.server.rooms.owners import OwnedElsewhere
from brickfield.server.server import Server
from brickfield.server.store.store import Away, Lost


async def answer_elsewhere(server: Server, request: Request, found: OwnedElsewhere | Away | Lost) -> Any:
    """Another worker has the table: what it answers. Nobody is sent on twice, and who is sent nowhere comes back."""
    if not isinstance(found, OwnedElsewhere) or request.scope.get("passed"):
        return STOPPING
    return await server.owners.pass_on(found, request, getattr(request.state, "body", b"")) or STOPPING
