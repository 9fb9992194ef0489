"""The drawings of our own models of bricks: one text for a folder, kept by whoever has it as long as it is the same."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from brickfield.core.refusal import Refusal, invalid
from brickfield.server.server import Server

# A browser asks again after an hour, and is told that nothing has changed.
_KEPT = "public, max-age=3600"
NO_DRAWINGS = invalid("no_drawings", "There are no models of that name.")


async def drawings(server: Server, request: Request, body: None) -> Response | Refusal:
    """The drawings of a folder of models; a browser that has them already is only told so."""
    # bricks stay out of an edition whose pages have these drawings as files
    from brickfield.bricks.laid_out import folder_text

    found = await asyncio.to_thread(folder_text, request.path_params["folder"])
    if found is None:
        return NO_DRAWINGS
    tag = f'"{found.tag}"'
    headers = {"Cache-Control": _KEPT, "ETag": tag, "Vary": "Accept-Encoding"}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if tag in known:
        return Response(status_code=304, headers=headers)
    return Response(found.data, headers=headers, media_type="application/json")
