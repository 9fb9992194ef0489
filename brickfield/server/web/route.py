"""What a route of the HTTP side is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request

from brickfield.core.commands import MOST_BYTES
from brickfield.server.server import Server

Answer = Callable[[Server, Request, Any], Awaitable[Any]]


class Route(NamedTuple):
    """A route: how it is called, what it takes, what it gives, and which limit of an address it counts for."""

    method: str
    path: str
    body: type | None
    result: Any
    answer: Answer
    rate: str = "requests"
    # whether it is for whoever runs the server and nobody else
    operator: bool = False
    # bytes of a body; a larger one than usual holds long texts, which are read with the usual care afterwards
    most: int = MOST_BYTES
